// Every string of the page is gathered for translation: in the language "pseudo", in which each that is has accented letters, no
// word in plain letters is left but what is the user's own, the engine's, or no language at all.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { atRest, frames } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { leaveTexts } from "./stored.ts";

const site = siteForTests();

/** Texts to be kept as they are: names and code, the engine's English, the user's texts, formulas, moments. */
const AS_IT_STANDS =
  '[translate="no"], [lang="en"], script, noscript, style, .cm-content, .prose, .slide-heading, .slide-prose, .katex, time';

/** The texts of the page, seen or heard, that have words in plain letters only. */
async function plainTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((asItStands) => {
    const listWords = (many: number): readonly string[] =>
      new Intl.ListFormat("pseudo")
        .formatToParts(Array(many).fill(""))
        .flatMap(({ type, value }) => (type === "literal" ? [value] : []));
    const isPlain = (text: string): boolean => /[A-Za-z]{3}/.test(text) && !/[\u00c0-\u024f\u1e00-\u1eff]/.test(text);
    const found = new Set<string>();
    // between the items of a list, in the language that the browser uses in place of one that it does not know
    const ofBrowser = new Set([2, 3].flatMap((many) => listWords(many)));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      if (isPlain(text) && node.parentElement?.closest(asItStands) === null && !ofBrowser.has(text))
        found.add(text.trim());
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? "";
        if (isPlain(text) && element.closest('[translate="no"], [lang="en"]') === null) found.add(`${name}: ${text}`);
      }
    return [...found];
  }, AS_IT_STANDS);
}

const PROGRAM = "-- title: Ŝtart\n-- at: (2.0, [1.0, 2.0])\ndef main (x, ys) = let z = x * sum ys in sin z * x\n";

async function open(
  hash = "",
  text = PROGRAM,
  cells: readonly object[] = [{ tag: "program", id: "cell-1", text }],
): Promise<Page> {
  const { page } = await site.visit({}, async (fresh) => {
    const raw = JSON.stringify({ format: "dualscope-document", version: cells.length > 1 ? 4 : 1, cells });
    await leaveTexts(fresh, { "": raw });
  });
  await page.goto(`${site.address}?lang=pseudo${hash}`);
  await page.locator("main").first().waitFor();
  return page;
}

/** Opens all there is to open. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
  });
}

/** Waits until the page is at rest and says the same for a while of frames: what is measured comes in one by one. */
async function settled(page: Page): Promise<void> {
  const texts = () => page.locator("main").first().innerText();
  for (let before = "", now = await texts(); now !== before; now = await texts()) {
    before = now;
    await atRest(page);
    await frames(page, 12);
  }
}

describe("every string is gathered for translation", () => {
  test.runIf(IS_LONG)("in the document, and in every dialog", async () => {
    const views = { inside: ["graph", "columns", "curves"] };
    const page = await open("", PROGRAM, [{ tag: "program", id: "cell-1", text: PROGRAM, views }]);
    expect(await page.locator("html").getAttribute("lang")).toBe("pseudo");
    await page.locator("button.run").click();
    await page.locator(".checks").waitFor();
    await unfold(page);
    await page.locator('[data-part="graph"] svg').waitFor();
    await page.locator('[data-part="columns"] .gauge').first().waitFor();
    await page.locator('[data-part="curves"] svg').first().waitFor();
    expect(await plainTexts(page)).toEqual([]);
    const dialogs: readonly (() => Promise<void>)[] = [
      () => page.keyboard.press("ControlOrMeta+k"),
      () => page.keyboard.press("ControlOrMeta+o"),
      () => page.locator(".bar-tools > button.line").first().click(),
      () => page.locator(".card-head button").first().click(),
    ];
    for (const show of dialogs) {
      await page.locator(".brand").click();
      await show();
      await page.locator("dialog[open]").waitFor();
      expect(await plainTexts(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    await page.keyboard.press("F1");
    const sections = page.locator(".help-sections").first().getByRole("button");
    for (let at = 0; at < (await sections.count()); at++) {
      await sections.nth(at).click();
      await page.locator(".help article").first().waitFor();
      expect(await plainTexts(page)).toEqual([]);
    }
    // the way to the dialog in which keys are changed
    await page.locator(".help-none button").click();
    await page.locator("dialog[open]").waitFor();
    expect(await plainTexts(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator(".help-head button").click();
    // the focus goes back to where it was
    await page.waitForFunction(
      () => document.querySelector(".help") === null && document.activeElement !== document.body,
    );
    await page.locator(".cm-content").first().click();
    // finding is loaded when the editor gets the focus
    const finds = async (): Promise<boolean> => {
      await page.keyboard.press("ControlOrMeta+f");
      return page.locator(".cm-search").isVisible();
    };
    await expect.poll(finds, { timeout: 15_000, interval: 300 }).toBe(true);
    expect(await plainTexts(page)).toEqual([]);
  });

  test("in what is said of mistakes, and of what is stale", async () => {
    const page = await open("", "-- title: Ŝtart\ndef main x = x * y + 1\ndef other z = \n");
    await page.locator("button.run").click();
    await page.locator(".mistakes li, .mistake").first().waitFor();
    expect(await plainTexts(page)).toEqual([]);
    await page.locator(".cm-content").first().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("-- title: Ŝtart\n-- at: 1.0\ndef main x = 1.0 / (x - x)\n");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.locator(".outcome").first().waitFor();
    await page.keyboard.type(" ");
    expect(await plainTexts(page)).toEqual([]);
  });

  // every fourth view; all in the long tests
  test.each(oneIn(7, ["explorer", "graph", "ladder", "complexity", "jobs", "linear", "compiled"]))(
    "in the view %s",
    async (view) => {
      const page = await open(`#/${view}/cell-1`);
      await page.locator("main svg").first().waitFor();
      await unfold(page);
      // what is heard is there when it has stood for a moment
      await settled(page);
      expect(await plainTexts(page)).toEqual([]);
      for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
      expect(await plainTexts(page)).toEqual([]);
      if (view === "explorer") {
        await page.locator(".film-settings select").first().selectOption("event");
        for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft");
        expect(await plainTexts(page)).toEqual([]);
        await page.locator("[data-part=debugger]").click();
        await page.locator(".explorer svg").first().waitFor();
        for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft");
        expect(await plainTexts(page)).toEqual([]);
      }
      const tabs = page.locator('main [role="tab"]');
      for (let at = 0; at < (await tabs.count()); at++) {
        await tabs.nth(at).click();
        await unfold(page);
        await settled(page);
        expect(await plainTexts(page)).toEqual([]);
      }
    },
  );

  test.runIf(IS_LONG)("in the cells of a lesson, and in the course", async () => {
    const lesson = [
      { tag: "program", id: "cell-1", text: PROGRAM },
      { tag: "view", id: "cell-2", text: '{"view":"graph","at":"turn"}\n' },
      { tag: "predict", id: "cell-3", text: '{"id":"q1","is":"cotangent(z)"}\n' },
      { tag: "predict", id: "cell-4", text: '{"id":"q2","is":"order(by: tape)"}\n' },
      { tag: "view", id: "cell-5", text: '{"view":"stages","stages":["naive","staged"]}\n' },
      { tag: "view", id: "cell-6", text: '{"view":"orders"}\n' },
      { tag: "view", id: "cell-7", text: '{"view":"race","stages":["naive","tape"]}\n' },
      { tag: "break", id: "cell-8", text: '{"by":"tape","with":"overwrite"}\n' },
      {
        tag: "exercise",
        id: "cell-9",
        text: '{"forbid":["sin"],"limits":["calls() > 9"]}\n\n--- start\n-- at: 2.0\ndef main x = sin x\n--- reference\n-- at: 2.0\ndef main x = x * x',
      },
    ];
    const page = await open("", PROGRAM, lesson);
    const cell = (number: number) => page.locator(`#cell-${number}`);
    await cell(2).locator(".glimpse svg").waitFor();
    expect(await plainTexts(page)).toEqual([]);
    await cell(3).locator('input[type="text"]').fill("0.001");
    await cell(3).locator('button[type="submit"]').click();
    await cell(3).locator(".verdict.wrong").waitFor();
    await cell(4).locator("li").first().waitFor();
    for (const number of [3, 4]) await cell(number).locator(".predict-acts .button.line").click();
    await cell(6).locator(".orders").waitFor();
    await cell(7).locator(".race").waitFor();
    await cell(8).locator(".predict-acts button").click();
    await cell(8).locator(".break-results").waitFor();
    for (const at of [0, 1]) {
      await cell(8).locator(".break-smallest button").nth(at).click();
      await cell(8).locator(".break-smallest code, .break-smallest pre").first().waitFor();
    }
    await cell(9).locator(".predict-acts .button.solid").click();
    await cell(9).locator("table").waitFor();
    await unfold(page);
    await settled(page);
    expect(await plainTexts(page)).toEqual([]);
    // a student's link leads to the dialog
    await page.goto(`${site.address}?lang=pseudo#results=none`);
    await page.reload();
    await page.locator(".course-lessons").waitFor();
    expect(await plainTexts(page)).toEqual([]);
  });

  test.runIf(IS_LONG)("on slides, in the window of notes, and embedded", async () => {
    const { page } = await site.visit();
    for (const [mode, awaited] of [
      ["present", ".slide-pair"],
      ["notes=1", ".headline"],
      ["embed", "button.run"],
    ] as const) {
      await page.goto(`${site.address}?lang=pseudo&${mode}`);
      await page.locator(awaited).first().waitFor();
      expect(await plainTexts(page)).toEqual([]);
    }
  });
});
