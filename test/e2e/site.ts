// The site of a file of tests: left when one of them ends, and open for the next file.
import { afterEach, beforeAll } from "vitest";
import { type OpenSite, openSite, type Site } from "./browser.ts";

/** One browser for all files that a process runs one after the other: it has compiled the page once, and ends with the process. */
const shared: { site?: Promise<OpenSite> } = {};

/** The site, for the tests of the file that asks. */
export function siteForTests(): Site {
  let site: OpenSite;
  beforeAll(async () => {
    shared.site ??= openSite();
    site = await shared.site;
  });
  afterEach(async ({ task }) => {
    // what a test could not do is seldom told by what it waited for
    if (task.result?.state === "fail") console.error(await site?.seen());
    await site?.leave();
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
