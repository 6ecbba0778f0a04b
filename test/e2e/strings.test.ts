// Every string of the page is gathered for translation: in the language "pseudo", in which each that is has accented letters, no
// word in plain letters is left but what is the user's own, the engine's, or no language at all.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type Site } from "./browser.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(async () => {
  await site?.close();
});

/** What a reader is to take as it stands: names and code, the engine's English, what the user wrote, formulas. */
const AS_IT_STANDS = '[translate="no"], [lang="en"], script, style, .cm-content, .prose, .katex';

/** The texts of the page, seen or heard, that have words in plain letters only. */
async function plainTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((asItStands) => {
    const isPlain = (text: string): boolean => /[A-Za-z]{3}/.test(text) && !/[\u00c0-\u024f\u1e00-\u1eff]/.test(text);
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      if (isPlain(text) && node.parentElement?.closest(asItStands) === null) found.add(text.trim());
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const text = element.getAttribute(name) ?? "";
        if (isPlain(text) && element.closest('[translate="no"], [lang="en"]') === null) found.add(`${name}: ${text}`);
      }
    return [...found];
  }, AS_IT_STANDS);
}

async function open(path = ""): Promise<Page> {
  const { page } = await site.visit();
  await page.goto(`${site.address}?lang=pseudo${path}`);
  await page.locator("button.run").first().waitFor();
  return page;
}

test("in the document, and in every dialog", async () => {
  const page = await open();
  expect(await page.locator("html").getAttribute("lang")).toBe("pseudo");
  await page.locator(".outcome").first().waitFor();
  for (const details of await page.locator("main details").all()) await details.locator("summary").first().click();
  expect(await plainTexts(page)).toEqual([]);
  for (const key of ["ControlOrMeta+k", "?"]) {
    await page.locator(".brand").click();
    await page.keyboard.press(key);
    await page.locator("dialog[open]").waitFor();
    expect(await plainTexts(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }
});
