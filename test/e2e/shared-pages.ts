// Pages of one test after the other in one process of the browser, which has compiled the site for the first of them.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { contextsOf, type Pages, RESTING, VIEWPORT } from "./browser.ts";

/** Options that are of a page alone. */
type OfPage = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "reducedMotion">;

const OF_PAGE: ReadonlySet<string> = new Set<keyof OfPage>(["viewport", "colorScheme", "reducedMotion"]);

/** What changes a context for longer than a page. */
const LASTING = [
  "addInitScript",
  "close",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "route",
  "setExtraHTTPHeaders",
  "setOffline",
] as const;

/** A context whose first page stays, and with it the process that the pages are in that it opens. */
interface Shared {
  readonly context: BrowserContext;
  readonly keeper: Page;
  readonly session: CDPSession;
  end(): Promise<void>;
}

async function share(browser: Browser, origin: string): Promise<Shared> {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: "block" });
  const keeper = await context.newPage();
  await keeper.goto(origin + RESTING.path);
  const session = await context.newCDPSession(keeper);
  const end = context.close.bind(context);
  const refuse = (): never => {
    throw new Error("This outlasts the test: visit with { isAlone: true }, or with a permission as an option.");
  };
  for (const name of LASTING) context[name] = refuse;
  context.clock.install = refuse;
  return { context, keeper, session, end };
}

/** Opens a page in the process that stays, with nothing stored. */
async function openIn({ context, keeper, session }: Shared, options: OfPage): Promise<Page> {
  const { origin } = new URL(keeper.url());
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  const opening = context.waitForEvent("page");
  await keeper.evaluate((path) => {
    const opened = window.open(path);
    if (opened !== null) opened.opener = null;
  }, RESTING.path);
  const page = await opening;
  await page.waitForURL(origin + RESTING.path);
  await page.setViewportSize(options.viewport ?? VIEWPORT);
  const { colorScheme = "light", reducedMotion = "no-preference" } = options;
  await page.emulateMedia({ colorScheme, reducedMotion });
  return page;
}

/** Pages of which the first that is open is in a process that stays, unless it asks for more than a page has for itself. */
export function sharedPages(browser: Browser, origin: string): Pages {
  const others = contextsOf(browser);
  let shared: Shared | undefined;
  let isTaken = false;
  const visited = (): readonly Page[] => shared?.context.pages().filter((page) => page !== shared?.keeper) ?? [];
  return {
    open: async (options) => {
      const { serviceWorkers, ...more } = options;
      const isAlone = serviceWorkers !== "block" || !Object.keys(more).every((name) => OF_PAGE.has(name));
      if (isAlone || isTaken) return others.open(options);
      isTaken = true;
      shared ??= await share(browser, origin);
      return openIn(shared, more);
    },
    all: () => [...visited(), ...others.all()],
    close: async () => {
      await Promise.all([others.close(), ...visited().map((page) => page.close())]);
      isTaken = false;
    },
    end: async () => {
      await others.close();
      await shared?.end();
      shared = undefined;
      isTaken = false;
    },
  };
}
