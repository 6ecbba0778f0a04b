// The site of a test: served at a port of its own, so that what the browser keeps of it is nobody else's, and left when the test ends.
import type { Browser } from "playwright-core";
import { afterEach, beforeEach } from "vitest";
import { BUILT, type OpenSite, type Site, siteIn, startChromium } from "./browser.ts";

/** One browser for all files that a process runs one after the other; it ends with the process. */
const shared: { browser?: Promise<Browser> } = {};

/** The browser, another one where it has crashed. */
async function aBrowser(): Promise<Browser> {
  if (!(await shared.browser)?.isConnected()) shared.browser = startChromium();
  return shared.browser!;
}

/** The site, for each test of the file that asks. */
export function siteForTests(): Site {
  let site: OpenSite;
  beforeEach(async () => {
    site = await siteIn(await aBrowser(), process.env[BUILT]!);
  });
  afterEach(async ({ task }) => {
    // what a test could not do is seldom told by what it waited for
    if (task.result?.state === "fail") console.error(await site.seen());
    await site.close();
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
  };
}
