// What browser tests stand on: a Chromium, the built site served under a sub-path, and pages that tell what went wrong.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Disposable,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { ISOLATION, policyOf } from "../../.tools/policy.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

/** The site is served below this path, as on a static host that holds other things too. */
export const BASE = "/some/where/else/";

/** Below this path the host sends no headers of its own, as most static hosts. */
const BARE = "/bare/";

/** A page of the host that is not of the site, and asks for nothing, not even for an icon. */
const RESTING = { path: "/resting", text: '<!doctype html><link rel="icon" href="data:,"><title>resting</title>' };

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

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

/**
 * What is done in the browser before a visit, on a page that has the storage of the site, but not yet the app. What it gives is disposed of when
 * the visit ends: a script that runs before those of the page.
 */
export type Before = ((page: Page) => Promise<void>) | ((page: Page) => Promise<Disposable>);

/** What a visit has to be rid of when it ends. */
type Prepared = Awaited<ReturnType<Before>> | undefined;

export interface Site {
  readonly address: string;
  /** The same site, from a host that sends no policies. */
  readonly bare: string;
  visit(options?: BrowserContextOptions, before?: Before): Promise<Visit>;
  /** The site becomes a newer build of itself. */
  renew(): void;
}

/** A site that its opener closes. */
export interface OpenSite extends Site {
  /** What the pages of all visits show, and their workers. */
  seen(): Promise<string>;
  /** Ends all visits. */
  leave(): Promise<void>;
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

/** Builds the site, serves it and starts a browser. */
export async function openSite(launch: LaunchOptions = {}): Promise<OpenSite> {
  const built = process.env[BUILT];
  const folder = built ?? mkdtempSync(join(tmpdir(), "dualscope-site-"));
  if (built === undefined) buildSite(folder);
  const builds = { newer: 0 };
  const server = await serve(folder, builds);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS, ...launch });
  const places = new Places(browser, origin);
  return {
    address: origin + BASE,
    bare: origin + BARE,
    visit: (options, before) => places.visit(options, before),
    leave: () => places.leave(),
    seen: () => places.seen(),
    renew: () => {
      builds.newer++;
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
      if (built === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
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

/** Serves a built site, as a static host that sends policies; and as builds that are newer, which differ in their service worker. */
export function serve(folder: string, builds = { newer: 0 }): Promise<Server> {
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
        response.end(file === "service-worker.js" ? `${content}\n// ${builds.newer} times newer\n` : content);
      },
      () => {
        response.writeHead(404);
        response.end();
      },
    );
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/** What a site can leave in a browser, but for what the browser keeps of what it has fetched. */
const STORED = "cookies,local_storage,indexeddb,service_workers,cache_storage,file_systems";

const VIEWPORT = { width: 1280, height: 900 };

/** What tests listen to. */
const HEARD = ["console", "crash", "dialog", "download", "load", "pageerror", "popup", "request"] as const;

/** Letters of a page that are told where a test failed. */
const MOST_SEEN = 3000;

/** A visit that goes on: what it asked for, and what is to be taken away after it. */
interface Taken {
  readonly key: string;
  readonly prepared: Prepared;
}

/**
 * Where visits take place. A visit costs most where the browser has not compiled the code before: who leaves makes place for the
 * next who comes with the same options, on the same page, with an empty storage and no history. Who is there at the same time is
 * somebody else.
 */
class Places {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #free = new Map<string, Page[]>();
  readonly #taken = new Map<BrowserContext, Taken>();

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  async visit(options: BrowserContextOptions = {}, before?: Before): Promise<Visit> {
    const {
      viewport = VIEWPORT,
      colorScheme = "light",
      reducedMotion = "no-preference",
      permissions = [],
      ...others
    } = options;
    const key = JSON.stringify(others);
    const page =
      this.#free.get(key)?.pop() ??
      (await (await this.#browser.newContext({ viewport: VIEWPORT, ...others })).newPage());
    this.#taken.set(page.context(), { key, prepared: undefined });
    if (permissions.length > 0) await page.context().grantPermissions(permissions);
    page.setDefaultTimeout(30_000);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion });
    if (before !== undefined) {
      if (!page.url().startsWith(this.#origin)) await this.#rest(page);
      this.#taken.set(page.context(), { key, prepared: await before(page) });
    }
    const errors: string[] = [];
    const strangers: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.#origin}/`) && !/^(?:blob|data):/.test(url)) strangers.push(url);
    });
    await page.goto(this.#origin + BASE);
    return { page, errors, strangers };
  }

  async seen(): Promise<string> {
    const pages = [...this.#taken.keys()].flatMap((context) => context.pages());
    const texts = pages.map(async (page) => {
      const text = await page.innerText("body", { timeout: 2000 }).catch(String);
      const workers = page.workers().map((worker) => worker.url());
      return [page.url(), ...workers, text.slice(0, MOST_SEEN)].join("\n");
    });
    return (await Promise.all(texts)).join("\n\n");
  }

  async leave(): Promise<void> {
    const left = [...this.#taken];
    this.#taken.clear();
    await Promise.all(
      left.map(async ([context, { key, prepared }]) => {
        const page = await this.#emptied(context, prepared).catch(() => context.close());
        if (page !== undefined) this.#free.set(key, [...(this.#free.get(key) ?? []), page]);
      }),
    );
  }

  /** A page in a context of which nothing else is left. */
  async #emptied(context: BrowserContext, prepared: Prepared): Promise<Page> {
    const [page = await context.newPage(), ...others] = context.pages();
    // a service worker goes with the last page that it serves
    if (context.serviceWorkers().length > 0) throw new Error("nobody comes after a service worker");
    await Promise.all(others.map((one) => one.close()));
    for (const name of HEARD) page.removeAllListeners(name);
    await prepared?.dispose();
    await context.clearPermissions();
    await context.setOffline(false);
    // what it notes when it goes would be found by who comes next
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {};
    });
    await this.#rest(page);
    await page.evaluate(forgetAll);
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes: STORED });
    await session.send("Page.resetNavigationHistory");
    await session.detach();
    return page;
  }

  async #rest(page: Page): Promise<void> {
    await page.goto(this.#origin + RESTING.path);
  }
}

/** What a page of the site has stored, away. A page that was just left may still write: its databases are gone when that is done. */
async function forgetAll(): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  const databases = await indexedDB.databases();
  const gone = databases.map(
    ({ name = "" }) =>
      new Promise<void>((done, fail) => {
        const asked = indexedDB.deleteDatabase(name);
        asked.onsuccess = () => done();
        asked.onerror = () => fail(asked.error);
      }),
  );
  await Promise.all(gone);
}

/** The rules of axe that look at colours: nothing else of a page depends on its theme. */
export const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe finds wrong in light and in dark. Without motion colours change at once, so that they can be measured. */
export async function faultsInLightAndDark(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await accessibilityFaults(page, ABOUT_COLOURS);
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

const AXE = join(ROOT, "node_modules/axe-core/axe.min.js");

/**
 * What axe finds wrong on a page as it is now, by some of its rules or by all of them, one line for each; empty is good. A colour
 * that fades is measured when it has arrived, so transitions are waited for.
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
