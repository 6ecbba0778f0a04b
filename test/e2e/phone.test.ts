// A phone as remote of slides: two browsers and the server of `npm start`, which passes on what they say.

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { renderSVG } from "uqr";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { linkOf } from "../../app/document/files/link.ts";
import { readNotebook } from "../../app/document/files/notebook-file.ts";
import { IS_LONG } from "../support/runs.ts";
import { ABOUT_COLOURS, accessibilityFaults, BUILT, faultsInLightAndDark, findBrowser } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");

const LECTURE = `---
dualscope: 1
title: "One lecture"
---

# Dual numbers

\`\`\`notes
Say **hello**.
\`\`\`

## Shared

Where $x$ is used twice: [the merge](#/explorer?step=4&pick=0).

\`\`\`dual
-- at: (12.0, 13.0)
def main (x, y) =
  let z = x + y in
  x * z
\`\`\`

## After it

Nothing more.
`;

/** The server of \`npm start\`, on a port of its own. */
class Server {
  readonly port: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: string) {
    this.#child = child;
    this.port = port;
  }

  static start(words: readonly string[]): Promise<Server> {
    const vite = join(ROOT, "node_modules/vite/bin/vite.js");
    const all = [vite, "preview", "--outDir", process.env[BUILT] ?? "dist", "--open=false", ...words];
    const child = spawn(process.execPath, all, { cwd: ROOT, env: { ...process.env, NO_COLOR: "1", VITEST: "" } });
    let said = "";
    return new Promise((done, fail) => {
      const hear = (part: Buffer): void => {
        said += part.toString();
        const port = /Local:\s+http:\/\/localhost:(\d+)/.exec(said)?.[1];
        if (port !== undefined) done(new Server(child, port));
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("exit", () => fail(new Error(`The server did not start:\n${said}`)));
    });
  }

  stop(): Promise<void> {
    return new Promise((done) => {
      this.#child.once("exit", () => done());
      this.#child.kill("SIGKILL");
    });
  }
}

const hasNetwork = Object.values(networkInterfaces()).some((all = []) =>
  all.some(({ internal, family }) => !internal && family === "IPv4"),
);

let browser: Browser;
const servers = new Set<Server>();

beforeAll(async () => {
  const executablePath = findBrowser("CHROMIUM_PATH", "chromium-places.json");
  browser = await chromium.launch({
    args: ["--no-sandbox", "--disable-gpu"],
    ...(executablePath && { executablePath }),
  });
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  for (const server of servers) await server.stop();
  servers.clear();
});

afterAll(() => browser?.close());

async function serving(...words: readonly string[]): Promise<Server> {
  const server = await Server.start(words);
  servers.add(server);
  return server;
}

async function presenting({ port }: Server): Promise<Page> {
  const read = readNotebook(LECTURE);
  if (read.tag === "error") throw new Error(read.error);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(`http://localhost:${port}/${linkOf({ document: read.value, view: "present/1" })}`);
  await at(page, "1 of 3");
  return page;
}

async function at(page: Page, place: string): Promise<void> {
  await page.locator(".present-place").filter({ hasText: place }).waitFor();
}

/** Opens the panel, and gives the address that it shows. */
async function addressIn(page: Page): Promise<string> {
  await page.keyboard.press("q");
  return page.locator(".phone-address").innerText();
}

async function telephone(address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(address);
  return page;
}

const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();

describe.skipIf(!hasNetwork)("a phone in the network of the server", () => {
  test.runIf(IS_LONG)(
    "shows notes, clock and what comes next, and moves the slides; by touch, and by keys",
    async () => {
      const page = await presenting(await serving("--host", "--port", "0"));
      const address = await addressIn(page);
      expect(address).toMatch(/^http:\/\/(?!127\.|localhost)[\d.]+:\d+\/\?remote=[\w-]{22,}$/);
      const code = await page.locator(".phone-panel .qr").getAttribute("src");
      expect(decodeURIComponent(code ?? "")).toContain(renderSVG(address, { border: 2, ecc: "M" }));
      await says(page, "No phone is connected yet.");
      expect(await faultsInLightAndDark(page)).toEqual([]);
      await page.emulateMedia({ reducedMotion: "no-preference" });

      const phone = await telephone(address);
      expect(await phone.evaluate(() => isSecureContext)).toBe(false);
      await says(phone, "connected");
      await says(page, "1 phone is connected.");
      await phone.getByRole("heading", { name: "One lecture" }).waitFor();
      await phone.getByRole("region", { name: "Speaker notes" }).getByText("hello").waitFor();
      await says(phone, "slide 1 of 3");
      expect(await phone.locator(".remote-next").innerText()).toContain("Shared");
      expect(await phone.locator(".remote-clock b").innerText()).toMatch(/^0\d:\d\d$/);
      expect(await faultsInLightAndDark(phone)).toEqual([]);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const sizes = await phone.locator(".remote-ways button").evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);

      // the code goes from the wall with the first move
      await phone.getByRole("button", { name: "Next", exact: true }).tap();
      await at(page, "2 of 3");
      await page.locator(".phone-panel").waitFor({ state: "detached" });
      await says(phone, "slide 2 of 3, step 1 of 2");
      // two moves that are pressed quickly are two
      await phone.getByRole("button", { name: "Back" }).tap();
      await phone.getByRole("button", { name: "Next", exact: true }).tap();
      await phone.getByRole("button", { name: "Next slide" }).tap();
      await at(page, "3 of 3");
      await phone.keyboard.press("PageUp");
      await at(page, "2 of 3");

      await phone.getByRole("button", { name: "the merge" }).tap();
      await page.waitForFunction(() => location.hash === "#/present/2?step=1");
      // a finger that has pressed it stays on it
      const seen = phone.locator('.remote-steps [aria-current="step"]');
      await seen.hover();
      expect(await accessibilityFaults(phone, ABOUT_COLOURS)).toEqual([]);
      await page.keyboard.press("r");
      const film = page.locator(".film-range");
      await expect.poll(() => film.getAttribute("data-step"), { timeout: 20_000 }).toBe("4");
      // a film whose columns are still being recorded is made anew, and stands where it stood: then one presses again
      const forward = async (): Promise<string | null> => {
        await phone.getByRole("button", { name: "Step forward" }).tap();
        await page
          .locator('.film-range:not([data-step="4"])')
          .waitFor({ timeout: 3000 })
          .catch(() => undefined);
        return film.getAttribute("data-step");
      };
      await expect.poll(forward, { timeout: 40_000 }).not.toBe("4");

      await phone.getByRole("button", { name: "Black" }).tap();
      await page.locator(".present-black").waitFor();
      await phone.locator('button[aria-pressed="true"]').waitFor();
      await phone.keyboard.press("b");
      await page.locator(".present-black").waitFor({ state: "detached" });

      await page.keyboard.press("Escape");
      await says(phone, "The slides are closed.");
    },
  );

  test("can do nothing but move the slides", async () => {
    const page = await presenting(await serving("--host", "--port", "0"));
    const phone = await telephone(await addressIn(page));
    await says(phone, "connected");
    const before = await page.evaluate(() => [location.href, document.title]);
    const statuses = await phone.evaluate(async () => {
      const room = new URLSearchParams(location.search).get("remote");
      const send = async (body: string, side = "phone"): Promise<number> => {
        const headers = { "content-type": "application/json" };
        return (await fetch(`relay/${room}/${side}`, { method: "POST", headers, body })).status;
      };
      return [
        await send('{"tag":"leave"}'),
        await send('{"tag":"go","to":"#/open/abc"}'),
        await send('{"tag":"phone","ask":"end"}'),
        await send('{"tag":"over"}', "slides?key=guessed"),
        await send('{"tag":"go","to":"#/present/99?step=7"}'),
      ];
    });
    expect(statuses).toEqual([200, 200, 200, 403, 200]);
    // the last of them is a move, so that those before it have come
    await at(page, "3 of 3");
    expect(await page.evaluate(() => document.title)).toBe(before[1]);
    await says(phone, "slide 3 of 3");
  });

  test.runIf(IS_LONG)(
    "says that the line is lost, and comes back by itself; a new address leaves the old one behind",
    async () => {
      const server = await serving("--host", "--port", "0");
      const page = await presenting(server);
      const phone = await telephone(await addressIn(page));
      await says(phone, "connected");
      await server.stop();
      servers.delete(server);
      // no other server gets the port meanwhile
      const held = createServer((socket) => socket.destroy()).listen(Number(server.port));
      await says(phone, "The connection is lost.");
      await says(page, "The connection to the server is lost.");
      // keys that are pressed meanwhile do nothing, now or later
      await phone.getByRole("button", { name: "Next", exact: true }).tap();
      await new Promise((done) => held.close(done));
      await serving("--host", "--port", server.port, "--strictPort");
      await says(phone, "connected");
      await says(page, "1 phone is connected.");
      await at(page, "1 of 3");
      await page.reload();
      await at(page, "1 of 3");
      await says(phone, "connected");
      await phone.getByRole("button", { name: "Next", exact: true }).tap();
      await at(page, "2 of 3");
      await page.keyboard.press("q");
      await says(page, "1 phone is connected.");
      await page.getByRole("button", { name: "New address" }).click();
      await says(phone, "leads to no slides any more");
      await says(page, "No phone is connected yet.");
    },
  );
});

test.runIf(IS_LONG)("a server that only this computer reaches says so, and what would work", async () => {
  const page = await presenting(await serving("--port", "0"));
  await page.keyboard.press("q");
  await says(page, "listens to this computer only");
  await says(page, "npm start -- --host");
  await page.keyboard.press("Escape");
  await page.locator(".phone-panel").waitFor({ state: "detached" });
  await at(page, "1 of 3");
});
