// What browser tests stand on: a Chromium, the built site served under a sub-path, and pages that tell what went wrong.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { ISOLATION, policyOf } from "../../.tools/policy.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

/** The site is served below this path, as on a static host that holds other things too. */
export const BASE = "/some/where/else/";

/** Below this path the host sends no headers of its own, as most static hosts. */
const BARE = "/bare/";

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

export interface Site {
  readonly address: string;
  /** The same site, from a host that sends no policies. */
  readonly bare: string;
  visit(options?: BrowserContextOptions, before?: (page: Page) => Promise<void>): Promise<Visit>;
  /** The site becomes a newer build of itself. */
  renew(): void;
}

/** A site that its opener closes. */
export interface OpenSite extends Site {
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
  const folder = mkdtempSync(join(tmpdir(), "dualscope-site-"));
  layOutSite(folder);
  const server = await serve(folder);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS, ...launch });
  const places = new Places(browser, origin);
  return {
    address: origin + BASE,
    bare: origin + BARE,
    visit: (options, before) => places.visit(options, before),
    leave: () => places.leave(),
    renew: () => appendFileSync(join(folder, "service-worker.js"), "\n// a newer build\n"),
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
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

/** Serves a built site, as a static host that sends policies. */
export function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
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
          // names of assets hold their hashes
          ...(file.startsWith("assets/") && { "cache-control": "public, max-age=31536000, immutable" }),
          ...(base === BASE && { "content-security-policy": policyOf(file), ...ISOLATION }),
        });
        response.end(content);
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

/**
 * Where visits take place. A first visit costs most where the browser has not compiled the code before: who leaves makes place
 * for the next who comes with the same options, with an empty storage and a new page. Who is there at the same time is somebody else.
 */
class Places {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #free = new Map<string, Page[]>();
  readonly #taken = new Map<BrowserContext, string>();

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  async visit(options: BrowserContextOptions = {}, before?: (page: Page) => Promise<void>): Promise<Visit> {
    const { viewport = VIEWPORT, colorScheme = "light", reducedMotion = "no-preference", ...others } = options;
    const key = JSON.stringify(others);
    const page =
      this.#free.get(key)?.pop() ??
      (await (await this.#browser.newContext({ viewport: VIEWPORT, ...others })).newPage());
    this.#taken.set(page.context(), key);
    if (options.permissions !== undefined) await page.context().grantPermissions(options.permissions);
    page.setDefaultTimeout(15_000);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
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
    await before?.(page);
    await page.goto(this.#origin + BASE);
    return { page, errors, strangers };
  }

  async leave(): Promise<void> {
    const left = [...this.#taken];
    this.#taken.clear();
    await Promise.all(
      left.map(async ([context, key]) => {
        const page = await this.#emptied(context).catch(() => context.close());
        if (page !== undefined) this.#free.set(key, [...(this.#free.get(key) ?? []), page]);
      }),
    );
  }

  /** A new page in a context of which nothing else is left. */
  async #emptied(context: BrowserContext): Promise<Page> {
    const old = context.pages();
    const page = await context.newPage();
    await Promise.all(old.map((one) => one.close()));
    await context.clearPermissions();
    await context.setOffline(false);
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes: STORED });
    await session.detach();
    return page;
  }
}

/** What axe finds wrong in light and in dark. Without motion colours change at once, so that they can be measured. */
export async function faultsInLightAndDark(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

let axe: string | undefined;

/** What axe finds wrong on a page as it is now, one line for each; empty is good. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  axe ??= readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    const { violations } = await checker.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    interface AxeResults {
      readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
    }
  });
}
