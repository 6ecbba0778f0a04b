// Documents of anyone's: nothing of them runs unasked, none freezes the page or locks its reader out, and their programs have no network.
import { availableParallelism } from "node:os";
import { deflateRawSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import type { Visit } from "./browser.ts";
import { atRest } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { leaveTexts, storedText } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(async () => {
  const refusals = /Content Security Policy|Trusted|WebSocket|Content-Security|Fetch API|Connecting to/;
  expect(visits.flatMap(({ errors }) => errors).filter((error) => !refusals.test(error))).toEqual([]);
  expect(visits.flatMap(({ strangers }) => strangers)).toEqual([]);
});

const ENDLESS = "-- at: 1.0\ndef main (x : Real) : Real = main (x + 1.0)\n";
const ASKED = { entry: "", at: "", cotangent: "", n: "", stage: "" };

/** A program as a hostile document says it: that it has run, and that everything below it is open. */
function program(id: string, text: string): unknown {
  const views = { inside: ["graph", "columns", "curves"] };
  return { tag: "program", id, text, ask: ASKED, settled: true, foreign: false, held: false, views };
}

/** The fragment of a link to a document of these cells, made without the page's own code. */
function fragment(cells: readonly unknown[], view = ""): string {
  const document = JSON.stringify({ format: "dualscope-document", version: 2, title: "from elsewhere", cells });
  return `#/open/1/${deflateRawSync(JSON.stringify({ view, document })).toString("base64url")}`;
}

/** A visit to a link, as its first page. */
async function follow(cells: readonly unknown[], view = "") {
  const visit = await site.visit();
  visits.push(visit);
  const { page } = visit;
  await page.goto("about:blank");
  await page.goto(site.address + fragment(cells, view));
  return page;
}

describe("what comes by a link", () => {
  // every third view; all in the long tests
  test.each(oneIn(7, ["", "explorer", "graph", "ladder", "complexity", "jobs", "compiled"]))(
    "runs nothing unasked, view %s",
    async (view) => {
      const page = await follow(
        Array.from({ length: 40 }, (_, index) => program(`cell-${index + 1}`, ENDLESS)),
        view,
      );
      await page.getByText("This program has not run").first().waitFor();
      await page.waitForFunction(() => document.documentElement.dataset.started !== undefined);
      await atRest(page);
      expect(page.workers().length).toBeLessThanOrEqual(Math.max(4, availableParallelism() + 2));
      expect(await page.getByRole("button", { name: "Stop", exact: true }).count()).toBe(0);
      // nor on the next visit
      await page.reload();
      await page.getByText("This program has not run").first().waitFor();
    },
  );

  test("runs when its reader asks, and from then on as their own", async () => {
    const page = await follow([program("cell-1", "-- at: 3.0\ndef main x = x * x\n")]);
    await page.getByRole("button", { name: "Run it" }).first().press("Enter");
    await page.getByText("9.0").first().waitFor();
    // the button is gone, and the focus is on the next one
    await page.waitForFunction(() => document.activeElement?.matches("[data-cell] .run"));
    await page.reload();
    await page.getByText("9.0").first().waitFor();
  });

  test.runIf(IS_LONG)("may name its cells as it likes", async () => {
    const ids = ["__proto__", "constructor", "toString", "document", "page"];
    const page = await follow(
      ids.map((id, index) => program(id, `-- title: Program ${index}\n-- at: 2.0\ndef main x = x * ${index}.0\n`)),
    );
    await page.getByRole("heading", { name: "Program 4" }).waitFor();
    expect(
      await page.locator("[data-cell]").evaluateAll((all) => all.map((one) => one.getAttribute("data-cell"))),
    ).toEqual(ids.map((_, index) => `cell-${index + 1}`));
  });

  const HEAVY: readonly (readonly [string, string])[] = [
    ["a hundred thousand brackets", "[".repeat(150_000)],
    [
      "macros that double",
      `$$${Array.from({ length: 20 }, (_, index) => `\\def\\${"abcdefghijklmnopqrst"[index]}{${index === 0 ? "x" : `\\${"abcdefghijklmnopqrst"[index - 1]}`.repeat(2)}}`).join("")}\\t$$`,
    ],
    ["deep nesting", `${">".repeat(5000)} deep\n\n${"- ".repeat(3000)}x\n\n$${"{".repeat(1900)}x${"}".repeat(1900)}$`],
    ["more than is drawn", "word ".repeat(60_000)],
  ];

  test.runIf(IS_LONG).each(HEAVY)("leaves the page usable, with prose of %s", async (_, text) => {
    const page = await follow([
      { tag: "prose", id: "cell-1", text },
      program("cell-2", "-- at: 3.0\ndef main x = x * x\n"),
    ]);
    await page.getByRole("button", { name: "Run it" }).first().press("Enter");
    await page.getByText("9.0").first().waitFor();
  });

  test("is refused where it is larger than any document", async () => {
    const page = await follow(
      Array.from({ length: 2001 }, (_, index) => ({ tag: "prose", id: `cell-${index + 1}`, text: "x" })),
    );
    await page.getByText("it has more than 2000 cells").waitFor();
  });
});

test.runIf(IS_LONG)(
  "a document that hung twice while it was drawn opens as text, with the others within reach",
  async () => {
    const visit = await site.visit();
    visits.push(visit);
    const { page } = visit;
    await page.getByRole("heading", { level: 1 }).waitFor();
    // as a page leaves it that was closed while it hung
    const hang = () => page.evaluate(() => localStorage.setItem("dualscope.drawing", JSON.stringify({ "": 2 })));
    await page.evaluate(() => localStorage.setItem("dualscope.open", ""));
    await page.getByText("saved in this browser").first().waitFor();
    const raw = await storedText(page);
    await page.evaluate((text) => localStorage.setItem("dualscope.document.9", text), raw);
    // who leaves in order has not hung: the mark is set as the page goes
    await page.evaluate(() =>
      addEventListener("pagehide", () => localStorage.setItem("dualscope.drawing", JSON.stringify({ "": 2 }))),
    );
    await hang();
    await page.reload();
    await page.getByRole("heading", { name: "This document could not be shown" }).waitFor();
    expect(await page.getByRole("textbox", { name: "The document as text" }).inputValue()).toContain("def main");
    await page.getByRole("button", { name: "Try to show it again" }).click();
    await page.locator(".cm-content").first().waitFor();
  },
);

test("the worker that runs programs may make code, and has no network and no storage, on a host that sends no headers", async () => {
  const visit = await site.visit();
  visits.push(visit);
  const { page } = visit;
  await page.goto(site.bare);
  await page.getByRole("list", { name: "Checks of the gradient" }).waitFor();
  const [worker] = page.workers();
  const found = await worker!.evaluate(async () => {
    const tried = async (what: () => unknown): Promise<string> => {
      try {
        await what();
        return "allowed";
      } catch {
        return "refused";
      }
    };
    return {
      code: await tried(() => new Function("return 1")()),
      fetch: await tried(() => fetch("./index.html")),
      socket: await tried(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket("ws://127.0.0.1:9");
            socket.onopen = resolve;
            socket.onerror = reject;
          }),
      ),
      script: await tried(() => import(/* @vite-ignore */ String("data:text/javascript,export default 1"))),
      storage: await tried(() => indexedDB.open("x")),
      caches: await tried(() => caches.keys()),
      tabs: await tried(() => new BroadcastChannel("x")),
    };
  });
  expect(found).toEqual({
    code: "allowed",
    fetch: "refused",
    socket: "refused",
    script: "refused",
    storage: "refused",
    caches: "refused",
    tabs: "refused",
  });
  // the page itself makes no code, and takes HTML and scripts from one place only
  const own = await page.evaluate(async () => {
    // what is asked from outside may make code, but not what goes on later
    await new Promise(requestAnimationFrame);
    const refused = (what: () => unknown): boolean => {
      try {
        what();
        return false;
      } catch {
        return true;
      }
    };
    return [
      refused(() => new Function("return 1")),
      refused(() => {
        document.createElement("div").innerHTML = "<b>x</b>";
      }),
      refused(() => new Worker("./engine-frame.js")),
    ];
  });
  expect(own).toEqual([true, true, true]);
  // what was refused is told in the console
  expect(visit.errors.length).toBeGreaterThan(0);
});

test.runIf(IS_LONG)(
  "a document of 500 programs shows its first at once, and runs them with as many workers as there may be",
  async () => {
    const cells = Array.from({ length: 500 }, (_, index) => ({
      ...(program(
        `cell-${index + 1}`,
        `-- title: Program ${index + 1}\n-- at: ${index}.0\ndef main x = x * x\n`,
      ) as object),
      views: {},
    }));
    const stored = JSON.stringify({ format: "dualscope-document", version: 2, title: "", cells });
    const visit = await site.visit({}, (fresh) => leaveTexts(fresh, { "": stored }));
    visits.push(visit);
    const { page } = visit;
    await page.locator("#cell-1 .cm-content").first().waitFor();
    // what is far away is text until one comes near
    expect(await page.locator(".cm-content").count()).toBeLessThan(60);
    await page.locator("#cell-1").getByRole("list", { name: "Checks of the gradient" }).waitFor();
    expect(page.workers().length).toBeLessThanOrEqual(Math.max(4, availableParallelism() + 2));
    await page.locator("#cell-500").scrollIntoViewIfNeeded();
    await page.locator("#cell-500 .cm-content").first().waitFor();
  },
);
