// The help as a reader uses it: by F1 from anywhere, by its button, by the words of the page, on a phone, and by the keyboard alone.
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults, faultsInLightAndDark } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();
const visits: { readonly errors: readonly string[] }[] = [];

async function open(options?: BrowserContextOptions): Promise<{ readonly page: Page; readonly notebook: Notebook }> {
  const visit = await Notebook.open(site, options);
  visits.push(visit);
  return visit;
}

const PHONE = { viewport: { width: 390, height: 844 } };
const help = (page: Page) => page.getByRole("complementary", { name: "Help" });
const results = (page: Page) => help(page).locator("article");

/** Waits for the first result of the search. */
async function firstIs(page: Page, entry: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLElement>(".help article")?.dataset.entry === wanted,
    entry,
  );
}

describe("the search", () => {
  test("from the editor by F1: what is typed is found, headwords first, and Escape leads back", async () => {
    const { page, notebook } = await open();
    await notebook.editor.click();
    await page.locator(".cm-editor.cm-focused").waitFor();
    await page.keyboard.press("ControlOrMeta+End");
    const before = await notebook.editor.textContent();
    await page.keyboard.press("F1");
    await page.keyboard.type("cotangent");
    await firstIs(page, "cotangent");
    expect(await results(page).first().getByRole("heading").textContent()).toBe("cotangent");
    await page.keyboard.press("Escape");
    await help(page).waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
    expect(await notebook.editor.textContent()).toBe(before);
  });

  test.runIf(IS_LONG)("opens on the name at the caret", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: 2.0\ndef main x = tanh x");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F1");
    await firstIs(page, "tanh");
    expect(await results(page).first().locator("dd").textContent()).toBe("1/cosh² x");
    // again: back
    await page.keyboard.press("F1");
    await help(page).waitFor({ state: "detached" });
  });

  test.runIf(IS_LONG)("in a dialog, too", async () => {
    const { page } = await open();
    await page.keyboard.press("ControlOrMeta+k");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("F1");
    await help(page).getByRole("searchbox").waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });

  test.runIf(IS_LONG)("says what was probably meant", async () => {
    const { page } = await open();
    await page.keyboard.press("F1");
    await help(page).getByRole("searchbox").fill("cotangnet");
    await help(page).getByRole("button", { name: "Did you mean “cotangent”?" }).click();
    await firstIs(page, "cotangent");
  });
});

describe("what the help has", () => {
  test("examples that open beside one’s own work, and run", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: 7.0\ndef main x = x + x");
    await page.keyboard.press("F1");
    await page.keyboard.type("foldl");
    await firstIs(page, "foldl");
    await help(page).getByRole("button", { name: "Open and run: foldl" }).click();
    await notebook.ended();
    // the program before follows typing, too: its result may be the last for a moment
    const wanted = "value 13.0; input [1.0, 2.0, 4.0], gradient [0.0, 4.0, 3.0]";
    await expect.poll(() => notebook.values(), { timeout: 10_000 }).toContain(wanted);
    expect(await notebook.editor.textContent()).toContain("foldl");
  });

  test.runIf(IS_LONG)("all sections, in both themes, for everyone", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Help", exact: true }).click();
    for (const section of ["Language", "Glossary", "Coming from", "Keys"]) {
      await help(page).getByRole("button", { name: section, exact: true }).click();
      await results(page).first().waitFor();
      expect(await faultsInLightAndDark(page), section).toEqual([]);
    }
  });

  test.runIf(IS_LONG)("all keys, by ?, and the way to change them", async () => {
    const { page } = await open();
    await page.locator("body").click({ position: { x: 5, y: 400 } });
    await page.keyboard.press("?");
    await help(page).getByRole("row", { name: "Run this program Ctrl Enter" }).waitFor();
    await help(page)
      .getByRole("row", { name: /^Go to the definition/ })
      .waitFor();
    await help(page)
      .getByRole("row", { name: /^Next merge/ })
      .first()
      .waitFor();
    await help(page).getByRole("button", { name: "Change keyboard shortcuts" }).click();
    await page.getByRole("button", { name: /^Key for “Add prose below”/ }).waitFor();
  });
});

describe("words of the page", () => {
  test.runIf(IS_LONG)("lead to their cards, and back", async () => {
    const { page } = await open();
    await page.goto(`${site.address}#/jobs`);
    const word = page.getByRole("heading", { level: 1 }).getByRole("button", { name: "Forks" });
    await word.click();
    await firstIs(page, "fork");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-word") === "fork");
  });

  test.runIf(IS_LONG)("keys of the help are not keys of what is behind it", async () => {
    const { page } = await open();
    await page.goto(`${site.address}#/explorer`);
    await page.locator(".film-range").waitFor();
    await page.keyboard.press("Home");
    const step = () => page.locator(".film-range").inputValue();
    const before = await step();
    await page.keyboard.press("F1");
    await help(page).getByRole("button", { name: "Glossary", exact: true }).click();
    for (const key of ["o", "ArrowRight", "End"]) await page.keyboard.press(key);
    expect(await step()).toBe(before);
  });
});

describe("the place of the help", () => {
  test.runIf(IS_LONG)("a view beside it still fits its window: what plays stays in sight", async () => {
    const { page } = await site.visit({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${site.address}#/explorer`);
    await page.locator(".film-stage text").first().waitFor();
    await page.keyboard.press("?");
    await page.locator(":root[data-help]").waitFor();
    const play = page.getByRole("button", { name: "Play", exact: true });
    await expect.poll(async () => (await play.boundingBox())!.y).toBeLessThan(900);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    const box = (await play.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(900);
  });

  test.runIf(IS_LONG)("it pushes a wide page, and covers a narrower one", async () => {
    const { page } = await open({ viewport: { width: 1440, height: 900 } });
    await page.keyboard.press("F1");
    const left = (await help(page).boundingBox())!.x;
    const main = (await page.locator("main").first().boundingBox())!;
    expect(main.x + main.width).toBeLessThanOrEqual(left);
    const bar = await page.locator(".bar").evaluate((element) => element.scrollWidth <= element.clientWidth);
    expect(bar).toBe(true);
    await page.setViewportSize({ width: 1000, height: 800 });
    const whole = (await page.locator(".bar").boundingBox())!;
    expect(whole.width).toBe(1000);
  });

  test.runIf(IS_LONG)("it fills a phone: what is behind rests, and an example closes it", async () => {
    const { page, notebook } = await open(PHONE);
    await page.getByRole("button", { name: "Help", exact: true }).click();
    const box = (await help(page).boundingBox())!;
    expect([box.x, box.y, box.width, box.height]).toEqual([0, 0, 390, 844]);
    await help(page).getByRole("searchbox").fill("sqrt");
    await firstIs(page, "sqrt");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // around once with Tab: nothing behind is reached
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("main, header.bar") ?? undefined)).toBe(
        undefined,
      );
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await help(page).getByRole("button", { name: "Open and run: sqrt" }).click();
    await help(page).waitFor({ state: "detached" });
    await notebook.ended();
    expect(await notebook.editor.textContent()).toContain("sqrt");
  });

  test.runIf(IS_LONG)("the arrow keys go from entry to entry", async () => {
    const { page } = await open();
    await page.keyboard.press("F1");
    await page.keyboard.type("tape");
    await firstIs(page, "tape");
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.entry)).toBe("tape");
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    // what is found by the next letter, too, keeps the focus
    await page.keyboard.press("Backspace");
    await page.keyboard.press("ArrowDown");
    await help(page).locator(".help-list[aria-busy=false]").waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.entry)).toBe("tape");
  });
});

// last, so that it speaks for all of the above
test("no page had an error", () => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
});
