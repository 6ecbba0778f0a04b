// The site of a test: a page of it has nothing from the tests before it, and is left when the test ends.
import type { Browser } from "playwright-core";
import { afterEach, beforeEach } from "vitest";
import { BUILT, contextsOf, type Pages, type Served, type Site, serve, siteOf, startChromium } from "./browser.ts";

/** Permissions of a visit whose test reads what was copied. */
export const CLIPBOARD = ["clipboard-read", "clipboard-write"];

/** One browser for all files that a process runs one after the other; it ends with the process. */
const shared: { browser?: Promise<Browser> } = {};

/** The browser, another one where it has crashed. */
async function aBrowser(): Promise<Browser> {
  if (!(await shared.browser)?.isConnected()) shared.browser = startChromium();
  return shared.browser!;
}

/** The site for each test of the file that asks: a server at a port of its own, and with it a storage of its own. */
export function siteForTests(): Site {
  let server: Served;
  let pages: Pages;
  let site: Site;
  beforeEach(async () => {
    const [browser, served] = await Promise.all([aBrowser(), serve(process.env[BUILT]!)]);
    [server, pages] = [served, contextsOf(browser)];
    site = siteOf(server, pages);
  });
  afterEach(async ({ task }) => {
    // what a test could not do is seldom told by what it waited for
    if (task.result?.state === "fail") console.error(await site.seen());
    await pages.close();
    server.close();
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
