// Base of browser tests: a Chromium, the built site served under a sub-path, and pages that report faults.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { ISOLATION, policyOf } from "../../.tools/policy.mjs";
import { PARTS_WITH_MORE } from "../../app/ui/depth/depth.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The site is served below this path, as on a static host that holds other things too. */
export const BASE = "/some/where/else/";

/** Below this path the host sends no headers of its own, as most static hosts. */
const BARE = "/bare/";

/** A page of the host that is not of the site, and asks for nothing, not even for an icon. */
export const RESTING = {
  path: "/resting",
  text: '<!doctype html><link rel="icon" href="data:,"><title>resting</title>',
};

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** The size of a window in pixels, where a test says none. */
export const VIEWPORT = { width: 1280, height: 900 };

/** Letters of a page that are told where a test failed. */
const MOST_SEEN = 3000;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page under test, with everything about it that no test may see. */
export interface Visit {
  readonly page: Page;
  /** Errors of the page and of its console. */
  readonly errors: readonly string[];
  /** Requests that went anywhere but to the site. */
  readonly strangers: readonly string[];
}

/** Does something in the browser before a visit, on a page that has the storage of the site, but not yet the app. */
export type Before = (page: Page) => Promise<unknown>;

/** How a page is visited. */
export interface VisitOptions extends BrowserContextOptions {
  /** Whether the page shows what everyone sees, or all that its parts have, as to a reader who asked for more; all is the default. */
  readonly depth?: "first" | "all";
}

export interface Site {
  readonly address: string;
  /** The same site, from a host that sends no policies. */
  readonly bare: string;
  visit(options?: VisitOptions, before?: Before): Promise<Visit>;
  /** The site becomes a newer build of itself. */
  renew(): void;
  /** Visible text of all visits' pages, and their workers. */
  seen(): Promise<string>;
}

/** A site that its opener closes. */
export interface OpenSite extends Site {
  /** Ends all visits, and the server and the browser. */
  close(): Promise<void>;
}

/** The variable that names a built site, where one build serves several files of tests. */
export const BUILT = "DUALSCOPE_BUILT_SITE";

/** Puts a built site into a folder: a copy where there is one, else a new build. */
export function layOutSite(folder: string): void {
  const built = process.env[BUILT];
  if (built === undefined) buildSite(folder);
  else cpSync(built, folder, { recursive: true });
}

/** Builds the site, serves it and starts a browser, all of which end when it is closed. */
export async function openSite(launch: LaunchOptions = {}): Promise<OpenSite> {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-site-"));
  layOutSite(folder);
  const browser = await startChromium(launch);
  const server = await serve(folder);
  const site = siteOf(server, contextsOf(browser));
  const close = async (): Promise<void> => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...site, close };
}

/** Starts a Chromium. */
export function startChromium(launch: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS, ...launch });
}

/** Pages for visits, with nothing stored and the site not yet loaded. */
export interface Pages {
  open(options: VisitOptions): Promise<Page>;
  /** All pages that are open. */
  all(): readonly Page[];
  /** Closes all of them. */
  close(): Promise<void>;
}

/** Pages each with a context of its own. */
export function contextsOf(browser: Browser): Pages {
  const contexts: BrowserContext[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  };
  return {
    open: async (options) => {
      const context = await browser.newContext({ viewport: VIEWPORT, ...options });
      contexts.push(context);
      return context.newPage();
    },
    all: () => contexts.flatMap((context) => context.pages()),
    close,
  };
}

/** A site that is served, for visits by pages. */
export function siteOf(server: Served, pages: Pages): Site {
  const { origin } = server;
  const visit = async ({ depth = "all", ...options }: VisitOptions = {}, before?: Before): Promise<Visit> => {
    const page = await pages.open(options);
    page.setDefaultTimeout(30_000);
    const isRest = before !== undefined || depth === "all";
    if (isRest && page.url() !== origin + RESTING.path) await page.goto(origin + RESTING.path);
    if (depth === "all")
      await page.evaluate((parts) => localStorage.setItem("dualscope.more", parts), PARTS_WITH_MORE.join(" "));
    await before?.(page);
    const errors: string[] = [];
    const strangers: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(?:blob|data):/.test(url)) strangers.push(url);
    });
    await page.goto(origin + BASE);
    return { page, errors, strangers };
  };
  return {
    address: origin + BASE,
    bare: origin + BARE,
    visit,
    seen: () => seenIn(pages.all()),
    renew: () => server.renew(),
  };
}

/** The texts that some pages show, and their workers. */
async function seenIn(pages: readonly Page[]): Promise<string> {
  const texts = pages.map(async (page) => {
    const text = await page.innerText("body", { timeout: 2000 }).catch(String);
    const workers = page.workers().map((worker) => worker.url());
    return [page.url(), ...workers, text.slice(0, MOST_SEEN)].join("\n");
  });
  return (await Promise.all(texts)).join("\n\n");
}

function findChromium(): string {
  const found = findBrowser("CHROMIUM_PATH", "chromium-places.json");
  if (found === undefined)
    throw new Error("The browser tests need a Chromium: install one, or name its program in CHROMIUM_PATH.");
  return found;
}

/** The program of a browser: what a variable names, or the first of the places that the installation goes by. */
export function findBrowser(variable: string, list: string): string | undefined {
  const text = readFileSync(new URL(`../../.tools/${list}`, import.meta.url), "utf8");
  const places = [process.env[variable], ...(JSON.parse(text) as readonly string[])];
  return places.find((place) => place !== undefined && place !== "" && existsSync(place));
}

/** Builds the site of a copy of the project, or of the project itself, into a folder. */
export function buildSite(folder: string, project = ROOT): void {
  const vite = join(project, "node_modules/vite/bin/vite.js");
  const built = spawnSync(
    process.execPath,
    [vite, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"],
    {
      cwd: project,
      env: { ...process.env, NODE_ENV: "production", VITEST: "" },
      encoding: "utf8",
    },
  );
  if (built.status !== 0) throw new Error(`The site could not be built:\n${built.stdout}\n${built.stderr}`);
}

/** A server that listens at a port of its own. */
export interface Served {
  readonly origin: string;
  /** Serves the site as a newer build, which differs in its service worker. */
  renew(): void;
  close(): void;
}

/** Serves a built site, as a static host that sends policies. */
export function serve(folder: string): Promise<Served> {
  let newer = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    if (pathname === RESTING.path) {
      response.writeHead(200, { "content-type": TYPES[".html"], ...ISOLATION });
      response.end(RESTING.text);
      return;
    }
    const base = pathname.startsWith(BARE) ? BARE : BASE;
    const file = pathname === base ? "index.html" : pathname.slice(base.length);
    const isOurs = pathname.startsWith(base) && !file.includes("..");
    const read = isOurs ? readFile(join(folder, file)) : Promise.reject(new Error("outside of the site"));
    read.then(
      (content) => {
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        // what the files ask of the browser themselves; as headers here, so that tests hold it in any case
        response.writeHead(200, {
          "content-type": type,
          // names of assets hold their hashes; a worker's script is not kept, for a page that goes away while it loads one leaves the
          // browser's cache locked, and the workers of the next page wait for it
          ...(file.startsWith("assets/") && {
            "cache-control": /\/worker-/.test(file) ? "no-store" : "public, max-age=31536000, immutable",
          }),
          ...(base === BASE && { "content-security-policy": policyOf(file), ...ISOLATION }),
        });
        response.end(file === "service-worker.js" ? `${content}\n// ${newer} times newer\n` : content);
      },
      () => {
        response.writeHead(404);
        response.end();
      },
    );
  });
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () =>
      done({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        renew: () => {
          newer++;
        },
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    ),
  );
}

/** The rules of axe that look at colours: nothing else of a page depends on its theme. */
export const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

/** Faults found by axe in light and in dark. Without motion colours change at once, so that they can be measured. */
export async function faultsInLightAndDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await accessibilityFaults(page, ABOUT_COLOURS);
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

const AXE = join(ROOT, "node_modules/axe-core/axe.min.js");

/**
 * Faults found by axe on a page as it is now, by some of its rules or by all of them, one line for each; empty is good. A colour that fades
 * is measured at its end, so transitions are waited for.
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const { violations } = await axe.run({ resultTypes: ["violations"], ...(runOnly !== undefined && { runOnly }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    interface Axe {
      run(options: { readonly resultTypes: readonly string[]; readonly runOnly?: readonly string[] }): Promise<{
        readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
      }>;
    }
  }, rules);
}
