// The site of a test: a page of it has nothing from the tests before it, and is left when the test ends.
import type { Browser } from "playwright-core";
import { afterEach, beforeEach } from "vitest";
import { BUILT, type Pages, type Served, type Site, serve, siteOf, startChromium } from "./browser.ts";
import { sharedPages } from "./shared-pages.ts";

/** Permissions of a visit whose test reads what was copied. */
export const CLIPBOARD = ["clipboard-read", "clipboard-write"];

/** A browser with a server of the site. */
interface Desk {
  readonly browser: Browser;
  readonly server: Served;
  readonly pages: Pages;
}

/** One for all files that a process runs one after the other; it ends with the process. */
const shared: { desk?: Promise<Desk> } = {};

async function openDesk(): Promise<Desk> {
  const [browser, server] = await Promise.all([startChromium(), serve(process.env[BUILT]!)]);
  return { browser, server, pages: sharedPages(browser, server.origin) };
}

/** The one there is, another one where its browser has crashed. */
async function aDesk(): Promise<Desk> {
  const last = await shared.desk;
  if (!last?.browser.isConnected()) {
    last?.server.close();
    shared.desk = openDesk();
  }
  return shared.desk!;
}

/** The site, for each test of the file that asks. */
export function siteForTests(): Site {
  let desk: Desk;
  let site: Site;
  beforeEach(async () => {
    desk = await aDesk();
    site = siteOf(desk.server, desk.pages);
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === "fail";
    // what a test could not do is seldom told by what it waited for
    if (hasFailed) console.error(await site.seen());
    // and what it leaves behind then is not known
    await (hasFailed ? desk.pages.end() : desk.pages.close());
  });
  return {
    get address() {
      return site.address;
    },
    get bare() {
      return site.bare;
    },
    // a service worker fetches the whole site at each first visit: it is there where it is asked for
    visit: (options, before) => site.visit({ serviceWorkers: "block", ...options }, before),
    renew: () => site.renew(),
    seen: () => site.seen(),
  };
}
