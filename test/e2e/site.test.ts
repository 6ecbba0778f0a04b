// Traces of earlier browser tests: none.
import { expect, test } from "vitest";
import { siteForTests } from "./site.ts";

const site = siteForTests();

test.each(["a test", "the next test"])("%s finds nothing stored, and leaves much", async () => {
  const { page } = await site.visit({ depth: "first" }, async (fresh) => {
    const found = await fresh.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      name: window.name,
      opener: window.opener,
      isDark: matchMedia("(prefers-color-scheme: dark)").matches,
      width: innerWidth,
    }));
    expect(found).toEqual({
      local: 0,
      session: 0,
      databases: 0,
      caches: 0,
      name: "",
      opener: null,
      isDark: false,
      width: 1280,
    });
  });
  await page.evaluate(async () => {
    localStorage.setItem("left", "here");
    sessionStorage.setItem("left", "here");
    await caches.open("left");
    window.name = "left";
  });
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 700, height: 500 });
  await page.emulateMedia({ colorScheme: "dark" });
});
