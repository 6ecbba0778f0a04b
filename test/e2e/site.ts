// The site of a file of tests: open while they run, and left when one of them ends.
import { afterAll, afterEach, beforeAll } from "vitest";
import { type OpenSite, openSite, type Site } from "./browser.ts";

/** The site, for the tests of the file that asks. */
export function siteForTests(): Site {
  let site: OpenSite;
  beforeAll(async () => {
    site = await openSite();
  });
  afterEach(() => site?.leave());
  afterAll(() => site?.close());
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
