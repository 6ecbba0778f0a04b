// A lecture: slides with keys alone, the window of notes beside them, scenes as addresses, and what is handed out on paper and in HTML.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isLink } from "../../app/document/address.ts";
import { type Document, lessonCell, programCell } from "../../app/document/document.ts";
import { readHtml } from "../../app/document/files/html-file.ts";
import { readLink } from "../../app/document/files/link.ts";
import { readNotebook } from "../../app/document/files/notebook-file.ts";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults } from "./browser.ts";
import { atRest, Notebook, openDebugger } from "./notebook.ts";
import { CLIPBOARD, siteForTests } from "./site.ts";
import { leaveDocument, storedTexts } from "./stored.ts";

const site = siteForTests();

const LECTURE = `---
dualscope: 1
title: "One lecture"
---

# Dual numbers

The beginning.

\`\`\`notes
Say **hello**.
\`\`\`

## Shared

Where $x$ is used twice: [the merge](#/explorer?step=4&pick=0).

\`\`\`dual {"views":{"inside":["graph","play","curves"]}}
-- at: (12.0, 13.0)
-- sweep: n = 1 .. 4
def main (x, y) =
  let z = x + y in
  x * z
\`\`\`

## After it

\`\`\`dual
-- at: 2.0
def main x = sin x
\`\`\`

\`\`\`dual
-- title: A long one
-- at: 2.0
${Array.from({ length: 60 }, (_, index) => `def f${index} x = x + ${index}.0`).join("\n")}
def main x = f1 x
\`\`\`
`;

/** Runs a command by its name, from the palette. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("searchbox", { name: "Find a command" }).fill(words);
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

async function openFile(page: Page, name: string, text: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "dualscope-")), name);
  writeFileSync(file, text);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), command(page, "Open a file")]);
  await chooser.setFiles(file);
}

/** The lecture in the document, with all programs run. */
async function lecture(options?: BrowserContextOptions) {
  const read = readNotebook(LECTURE);
  if (read.tag === "error") throw new Error(read.error);
  const { page, errors } = await Notebook.open(site, options, read.value);
  await page.getByText("The beginning.").waitFor();
  await page.locator('#cell-2 [aria-label^="Data-flow graph"]').waitFor();
  for (const part of ["play", "curves"])
    await page.locator(`#cell-2 [data-part="${part}"]`).locator(".inside-body, .play-body").first().waitFor();
  await page.locator("#cell-4 .outcome, .outcome >> nth=2").first().waitFor();
  return { page, errors };
}

/** The lecture's slides from the first one. */
async function presented(options?: BrowserContextOptions) {
  const opened = await lecture(options);
  const { page } = opened;
  await command(page, "Present");
  await page.locator(".slide").waitFor();
  await page.keyboard.press("Home");
  await at(page, "1 of 4");
  return opened;
}

/** Waits until a slide is shown. */
async function at(page: Page, place: string): Promise<void> {
  await page.locator(".present-place").filter({ hasText: place }).waitFor();
}

/** Waits until the view that is shown stands at a step. */
async function standsAt(page: Page, step: number): Promise<void> {
  const isThere = `.strip-range[aria-valuetext^="event ${step} of"], .film-range[data-step="${step}"]`;
  await page.locator(isThere).waitFor({ state: "attached" });
}

const heading = (page: Page) => page.locator(".slide-heading").first().innerText();

/** A program of 31 lines with a question, and one with something to break. */
const QUESTIONS = `---
dualscope: 2
title: "Questions"
---

# A long one

It has a line of prose above it.

\`\`\`dual
-- at: 2.0
def main x =
${Array.from({ length: 29 }, (_, index) => `  let a${index} = ${index === 0 ? "x" : `a${index - 1}`} * 1.5 + sin x in  -- step ${index}`).join("\n")}
  a28
\`\`\`

\`\`\`predict {"id":"q1","is":"value()"}
What is the value?
\`\`\`

# A break

\`\`\`dual
-- at: (2.0, 3.0)
def main (x, y) = let z = x * y in z * z + x * z + sin (z * x)
\`\`\`

\`\`\`break {"by":"mutable","with":"overwrite"}
A contribution takes the place of what is there.
\`\`\`

# To be scrolled

\`\`\`dual
-- at: 2.0
${Array.from({ length: 60 }, (_, index) => `def f${index} x = x + ${index}.0`).join("\n")}
def main x = f1 x
\`\`\`
`;

test.runIf(IS_LONG)(
  "the slide of a question has all of a program of 31 lines, that of a break its change whole",
  async () => {
    const { page } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } });
    await openFile(page, "questions.md", QUESTIONS);
    await page.getByText("It has a line of prose above it.").waitFor();
    await command(page, "Present");
    await page.locator(".slide").waitFor();
    await page.keyboard.press("Home");
    await at(page, "1 of 3");
    await page.keyboard.press("r");
    await page.keyboard.press("ArrowRight");
    await page.locator(".slide-lesson").getByText("What is the value?").waitFor();
    /** Whether a part of a slide needs no scrolling. */
    const isWhole = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((box) => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1);
    await expect.poll(() => isWhole(".slide-text")).toBe(true);
    await expect.poll(() => isWhole(".slide-lesson")).toBe(true);
    const letters = page.locator(".slide-code");
    expect(
      Number.parseFloat(await letters.first().evaluate((code) => getComputedStyle(code).fontSize)),
    ).toBeGreaterThanOrEqual(18);
    // no line is broken that fits in smaller letters
    expect(await page.locator(".slide-text [data-broken]").count()).toBe(0);
    expect(await letters.evaluateAll((parts) => parts.map((part) => part.textContent!.split("\n").length))).toEqual([
      16, 15,
    ]);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Break it" }).click();
    await page.locator(".break-lines .new").waitFor();
    await expect.poll(() => isWhole(".break-lines")).toBe(true);
    await expect.poll(() => isWhole(".slide-lesson")).toBe(true);
    await page.keyboard.press("PageDown");
    // a program that is too long for letters that can be read is scrolled, to its main
    const isInSight = () =>
      page.locator(".slide-main").evaluate((main) => {
        const [line, box] = [main, main.closest(".fit-box")!].map((one) => one.getBoundingClientRect());
        return line!.top >= box!.top && line!.bottom <= box!.bottom + 1;
      });
    await expect.poll(isInSight).toBe(true);
    expect(await isWhole(".slide-text")).toBe(false);
  },
);

/** A lecture whose film stands before two questions about its run. */
const ASKED = `---
dualscope: 2
title: "Asked"
---

# A product

\`\`\`dual
-- at: (2.0, 3.0)
def main (x, y) = x * y
\`\`\`

## The film

[The film](#/explorer/1)

## A number

\`\`\`predict {"id":"q1","is":"value()"}
It is below {= operations() + 10}. What is the value?
--- because
${"Two times three is six. ".repeat(60)}
\`\`\`

## Another

\`\`\`predict {"id":"q2","is":"cotangent(x)"}
What is the cotangent?
\`\`\`

## A picture

\`\`\`view {"view":"graph","address":"end"}
The graph.
\`\`\`
`;

test("a slide that would answer a question says so, and a key shows it; a question is there before its program runs", async () => {
  const { page, errors } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } });
  const { keyboard } = page;
  await openFile(page, "asked.md", ASKED);
  const question = page.locator(".lesson-cell.predict").first();
  await question.getByText("It is below …. What is the value?").waitFor();
  await question.getByRole("button", { name: "Run it" }).waitFor();
  // the one way to all numbers stays in sight down to the end, and on the slides
  const all = page.getByRole("button", { name: "Run all programs" });
  await page.locator(".lesson-cell.view").scrollIntoViewIfNeeded();
  expect((await all.boundingBox())?.y).toBeGreaterThan(0);
  await command(page, "Present");
  await page.locator(".slide").waitFor();
  await keyboard.press("Home");
  for (const place of ["2 of 5", "3 of 5"]) {
    await all.waitFor();
    await keyboard.press("ArrowRight");
    await at(page, place);
  }
  // a section of a question alone begins with it
  await question.getByText("It is below …. What is the value?").waitFor();
  await keyboard.press("r");
  await question.getByText("It is below 11. What is the value?").waitFor();
  await all.waitFor({ state: "detached" });
  // a field keeps its arrows until it holds the right answer, and Escape leaves it
  const field = question.getByRole("textbox");
  await field.fill("7");
  await keyboard.press("Enter");
  await question.locator(".verdict.wrong").waitFor();
  await keyboard.press("ArrowRight");
  await at(page, "3 of 5");
  await keyboard.press("Escape");
  await keyboard.press("ArrowLeft");
  await at(page, "2 of 5");
  await page.locator(".slide-panel").getByText("Answer question 1 and question 2 to see it.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keyboard.press("ArrowRight");
  // the answer does not make its question smaller
  const size = () => page.locator(".slide-lesson .fit-content").evaluate((one) => one.style.getPropertyValue("--fit"));
  const asked = await size();
  await field.fill("6");
  await keyboard.press("Enter");
  await question.locator(".verdict.right").waitFor();
  expect(await size()).toBe(asked);
  await keyboard.press("ArrowRight");
  await at(page, "4 of 5");
  await keyboard.press("PageUp");
  await keyboard.press("PageUp");
  await page.locator(".slide-panel").getByText("Answer question 2 to see it.").waitFor();
  await keyboard.press("s");
  await page.locator(".slide-panel .film-range").waitFor({ state: "attached" });
  // the picture of a view has the width, and nothing is beside it that belongs into the document
  await keyboard.press("End");
  const drawing = page.locator(".slide-lesson .glimpse-graph svg").first();
  await drawing.waitFor();
  expect((await drawing.boundingBox())!.width).toBeGreaterThan(1000);
  expect(
    await page
      .locator(".slide-lesson")
      .getByText(/Freeze|As a table|Point at/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  // answers are there when the slides are opened anew
  await page.reload();
  await at(page, "5 of 5");
  await keyboard.press("Home");
  await page.locator(".slide-pair").first().waitFor();
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("a view is put on a slide as it stands, as a step behind its program", async () => {
  const { page } = await Notebook.open(site, undefined, "-- at: (2.0, 3.0)\ndef main (x, y) = x * y + x");
  await command(page, "Put this scene on a slide");
  await page.getByText("Open a view of a program first").waitFor();
  await page.evaluate(() => {
    location.hash = "#/explorer/1";
  });
  await page.locator(".film-range").waitFor({ state: "attached" });
  await page.keyboard.press("Home");
  // while it plays, too: it stops where it is
  await page.keyboard.press("Space");
  await page.locator('.film-range:not([data-step="0"])').waitFor({ state: "attached" });
  // a link is to where the film stands
  await command(page, "Share as a link");
  await page.getByText("Link opens").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await command(page, "Put this scene on a slide");
  await page.getByRole("button", { name: "Show the slide" }).waitFor();
  const step = await page.locator(".film-range").getAttribute("data-step");
  await page.getByRole("button", { name: "Show the slide" }).click();
  await page.locator(".slide-pair").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await standsAt(page, Number(step));
});

test("on a slide a film says how it is played, systems are worked by keys, and a graph has all of the slide", async () => {
  const text = "-- at: (3.0, 4.0)\ndef main (x, y) =\n  let z = x + y in\n  x * z";
  const { page, errors } = await Notebook.open(site, { viewport: { width: 1440, height: 900 } }, text);
  const document = `---\ndualscope: 1\ntitle: "Keys"\n---\n\n# Keys\n\n[film](#/explorer/1) [systems](#/systems/1) [graph](#/graph/1)\n\n\`\`\`dual\n${text}\n\`\`\`\n`;
  await openFile(page, "keys.md", document);
  await command(page, "Present");
  await page.locator(".slide").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowRight");
  const play = page.getByRole("button", { name: "Play", exact: false });
  await page.locator(".film-range").waitFor({ state: "attached" });
  await play.click();
  await page.locator('.film-range[aria-valuetext="forward"]').waitFor({ state: "attached" });
  await play.waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  const told = page.locator(".systems-told");
  await told.filter({ hasText: "x is 3, its cotangent 10" }).waitFor();
  await page.keyboard.press("j");
  await told.filter({ hasText: "y is 4, its cotangent 3" }).waitFor();
  await page.keyboard.press("Shift+j");
  await told.filter({ hasText: "x is 3, its cotangent 10" }).waitFor();
  const heads = page.locator(".systems-heads h2");
  const before = await heads.allInnerTexts();
  await page.keyboard.press("1");
  await expect.poll(() => heads.allInnerTexts()).toEqual(before.slice(1));
  await page.keyboard.press("1");
  await expect.poll(() => heads.allInnerTexts()).toEqual(before);
  // all of them are within the slide, and keys show what is below
  const view = page.locator(".slide-view");
  expect(await view.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => view.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("ArrowRight");
  await view.locator(".canvas-box > .canvas").waitFor();
  expect(await view.locator(".graph-index").isVisible()).toBe(false);
  await expect.poll(() => view.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
  expect(errors).toEqual([]);
});

test("a link opens with the slides of its document", async () => {
  const { page, errors } = await Notebook.open(site);
  await openFile(page, "lecture.md", LECTURE);
  await page.getByText("The beginning.").waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("combobox", { name: "Link opens" }).selectOption("its slides");
  const link = await page.getByRole("textbox", { name: /^Link/ }).inputValue();
  const other = await site.visit();
  await other.page.goto(link);
  await at(other.page, "1 of 4");
  await other.page.getByRole("button", { name: "Run all programs" }).waitFor();
  expect([...errors, ...other.errors]).toEqual([]);
});

describe("slides", () => {
  test.runIf(IS_LONG)(
    "play the film by a key, from one address to another, and programs from a file run by one key",
    async () => {
      const { page, errors } = await Notebook.open(site);
      const scenes = "[The film](#/explorer/1), [a part](#/explorer/1?lead=staged&from=2&step=6)";
      await openFile(page, "film.md", LECTURE.replace("Where $x$ is used twice: ", `${scenes}, `));
      await page.getByText("The beginning.").waitFor();
      await page.evaluate(() => {
        location.hash = "#/present/2?step=1";
      });
      await page.getByRole("button", { name: "Run all programs" }).waitFor();
      await page.keyboard.press("r");
      const range = page.locator(".film-range");
      await range.waitFor({ state: "attached" });
      const last = Number(await range.getAttribute("data-step"));
      await page.locator(".film-sentence").getByText("become 4").waitFor();
      // while the program runs, its graph is there
      // the key of the next step plays it first
      await page.keyboard.press("ArrowRight");
      await page.locator('.film-range[aria-valuetext="forward"]').waitFor({ state: "attached" });
      await page.locator(".film-stage text").getByText("Data flow").first().waitFor();
      await page.keyboard.press("p");
      await page.keyboard.press("ArrowRight");
      await standsAt(page, 6);
      expect(last).toBeGreaterThan(6);
      await page.keyboard.press("p");
      await page.locator(".film-range:not([data-step='6'])").waitFor({ state: "attached" });
      await standsAt(page, 6);
      await page.keyboard.press("End");
      await page.locator(".slide-pair").first().waitFor();
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)(
    "a program of 32 lines stands whole on its slide, in two columns, in letters to be read from afar",
    async () => {
      const lines = Array.from({ length: 30 }, (_, at) => `  let a${at} = ${at === 0 ? "x" : `a${at - 1}`} * y in`);
      const text = `-- at: (2.0, 0.5)\ndef main (x : Real, y : Real) =\n${lines.join("\n")}\n  a29`;
      const { page, notebook } = await Notebook.open(site, { viewport: { width: 1920, height: 1080 } }, text);
      await notebook.command("Present");
      await page.locator('.slide[data-layout="long"] .slide-result').waitFor();
      const shown = await page.locator(".slide-text").evaluate((box) => {
        const code = box.querySelector(".slide-code")!;
        const scale = code.getBoundingClientRect().width / (code as HTMLElement).offsetWidth;
        return {
          letters: Number.parseFloat(getComputedStyle(code).fontSize) * scale,
          isWhole: box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1,
        };
      });
      expect(shown.letters).toBeGreaterThan(20);
      expect(shown.isWhole).toBe(true);
    },
  );

  test("are gone through by keys: steps, slides, the first and the last, black, all of them", async () => {
    const { page, errors } = await presented();
    const { keyboard } = page;
    expect(await heading(page)).toBe("Dual numbers");
    await keyboard.press("Space");
    await at(page, "2 of 4");
    await page.locator('.slide-drawn[data-drawn="graph"] svg').waitFor();
    await keyboard.press("ArrowRight");
    await standsAt(page, 4);
    await page.waitForFunction(() => location.hash === "#/present/2?step=1");
    // the view's own keys give way to the slides'
    await keyboard.press("ArrowRight");
    await page.locator('.slide-drawn[data-drawn="curves"] svg').waitFor();
    await keyboard.press("ArrowLeft");
    await standsAt(page, 4);
    await keyboard.press("PageDown");
    await at(page, "3 of 4");
    expect(await heading(page)).toBe("After it");
    await keyboard.press("PageUp");
    await at(page, "2 of 4");
    await keyboard.press("End");
    await at(page, "4 of 4");
    expect(await heading(page)).toBe("A long one");
    await keyboard.press("Home");
    await at(page, "1 of 4");
    await keyboard.press("b");
    await page.locator(".present-black").waitFor();
    await keyboard.press("b");
    await page.locator(".present-black").waitFor({ state: "detached" });
    await keyboard.press("o");
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    expect(await accessibilityFaults(page)).toEqual([]);
    await keyboard.press("Enter");
    await at(page, "3 of 4");
    await page.reload();
    await at(page, "3 of 4");
    await keyboard.press("Escape");
    await page.locator(".bar").waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector("#cell-3")?.getBoundingClientRect();
      return box !== undefined && box.top < innerHeight && box.bottom > 0;
    });
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("begin where one reads", async () => {
    const { page } = await lecture();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      document.querySelector("#cell-5")?.scrollIntoView();
    });
    await command(page, "Present");
    await at(page, "4 of 4");
  });

  test.runIf(IS_LONG)("have no control of editing, and letters to be read from afar", async () => {
    const { page } = await presented({ colorScheme: "dark", viewport: { width: 1366, height: 850 } });
    for (let slide = 1; slide <= 4; slide++) {
      await at(page, `${slide} of 4`);
      if (slide === 2) await page.locator(".slide-drawn svg").waitFor();
      if (slide > 1) await page.locator(".slide-pair").first().waitFor();
      expect(await controls(page)).toEqual([]);
      expect(await smallTexts(page)).toEqual([]);
      expect(await page.locator(".slide").innerText()).not.toMatch(/-- |notes|hello|Untitled|Program \d/);
      for (const [width, height] of [
        [1366, 850],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height });
        // the slide is scaled in the frame after the window
        await expect.poll(() => outside(page)).toEqual([]);
      }
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press("PageDown");
    }
    // what is too long for the smallest letters is scrolled, by the keyboard too
    await page.getByRole("region", { name: "Program" }).focus();
    expect(await page.locator(".slide-text").evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  });

  test.runIf(IS_LONG)("show a scene that their prose links to, in the panel of the slide", async () => {
    const { page } = await presented();
    await page.keyboard.press("PageDown");
    await page.getByRole("link", { name: "the merge" }).click();
    await standsAt(page, 4);
    const [panel, view] = await page.evaluate(() =>
      [".slide-panel", ".slide-view"].map((name) => {
        const { x, y, width, height } = document.querySelector(name)!.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
    for (const [index, side] of panel!.entries()) expect(Math.abs(side - view![index]!)).toBeLessThanOrEqual(3);
    // what moves it stays in the app; what it says is there, larger than in the app, and nothing is beside the panel
    const scene = page.locator(".slide-view");
    for (const name of ["Play", "Step", "Variations", "Add a stage", "Follow"])
      expect(await scene.getByRole("button", { name }).count(), name).toBe(0);
    const caption = scene.locator(".film-sentence");
    await caption.waitFor();
    const scale = await page
      .locator(".slide-scaled")
      .evaluate((box) => Number(getComputedStyle(box).getPropertyValue("--scale")));
    const letters = await caption.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector("code")!);
      return range.getBoundingClientRect().height;
    });
    expect(letters / scale).toBeGreaterThan(26);
    expect((await scene.locator(".film-stage").boundingBox())!.height).toBeGreaterThan(300);
    // the picture fills its place, in letters for a projector
    const sizes = await scene
      .locator(".film-stage text")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("font-size"))));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test.runIf(IS_LONG)("run nothing that came by a file before their reader asks for it", async () => {
    const { page } = await Notebook.open(site);
    await openFile(page, "lecture.md", LECTURE);
    await page.getByText("The beginning.").waitFor();
    await page.evaluate(() => {
      location.hash = "#/present/3";
    });
    await page.getByRole("button", { name: "Run all programs" }).waitFor();
    await atRest(page);
    expect(await page.locator(".slide-pair").count()).toBe(0);
    await page.keyboard.press("r");
    await page.locator(".slide-pair").first().waitFor();
  });

  test.runIf(IS_LONG)("stand on an upright telephone, and turn by a finger", async () => {
    const { page } = await presented({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.keyboard.press("PageDown");
    await page.locator(".slide-drawn svg").waitFor();
    expect(await outside(page)).toEqual([]);
    await page.evaluate(() => {
      const target = document.querySelector(".slide-prose")!;
      const finger = (name: string, clientX: number): boolean =>
        target.dispatchEvent(
          new PointerEvent(name, { bubbles: true, pointerType: "touch", isPrimary: true, clientX, clientY: 300 }),
        );
      finger("pointerdown", 300);
      finger("pointerup", 180);
    });
    await page.waitForFunction(() => location.hash === "#/present/2?step=1");
  });
});

/** Controls on a slide, but for sliders and those of a view. */
function controls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        ".slide :is(button, input, select, textarea, summary, [contenteditable=true], .cm-gutters)",
      ),
    ]
      .filter((one) => one.closest(".slide-view") === null && !one.matches("input[type=range]"))
      .filter((one) => one.checkVisibility())
      .map((one) => one.outerHTML.slice(0, 80)),
  );
}

/** Texts of a slide in letters of less than 18 pixels of its own, outside pictures and views. */
function smallTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    const walker = document.createTreeWalker(document.querySelector(".slide")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const isSeen =
        element.checkVisibility() && element.closest(".visually-hidden, .slide-panel, svg, .katex-mathml") === null;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (isSeen && node.textContent?.trim() !== "" && size < 17.9) small.push(`${size} ${node.textContent}`);
    }
    return small;
  });
}

/** Parts of a slide outside of the window. */
function outside(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll(".slide > *, .slide-drawn svg, .slide-text, .slide-play")];
    return parts.flatMap((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const isIn = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      return isIn ? [] : [`${one.className} ${[left, top, right, bottom].map(Math.round).join(" ")}`];
    });
  });
}

test.runIf(IS_LONG)("the window of notes follows the slides, and moves them", async () => {
  const { page, errors } = await presented();
  const [notes] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("n")]);
  await notes.getByRole("region", { name: "Speaker notes" }).getByText("hello").waitFor();
  await notes.getByText("slide 1 of 4").waitFor();
  expect(await notes.locator(".speaker-next").innerText()).toContain("Shared");
  expect(await notes.locator(".clock").innerText()).toMatch(/^0\d:\d\d$/);
  await notes.getByRole("button", { name: "Next", exact: true }).click();
  await at(page, "2 of 4");
  await notes.getByText("slide 2 of 4, step 1 of 3").waitFor();
  await notes.locator(".speaker-slide .slide-pair").first().waitFor();
  await notes.getByRole("button", { name: "the merge" }).click();
  await page.waitForFunction(() => location.hash === "#/present/2?step=1");
  await notes.getByRole("button", { name: "Previous" }).click();
  await page.waitForFunction(() => location.hash === "#/present/2");
  // what lies over the slides comes and goes by the keys of the notes, too
  await notes.keyboard.press("o");
  await page.locator(".slides-all").waitFor();
  await notes.keyboard.press("b");
  await page.locator(".slides-all").waitFor({ state: "detached" });
  await page.locator(".present-black").waitFor();
  await notes.keyboard.press("PageDown");
  await at(page, "3 of 4");
  await page.bringToFront();
  await page.keyboard.press("PageDown");
  await notes.getByText("slide 4 of 4").waitFor();
  expect(await notes.locator(".speaker-next").innerText()).toContain("the end");
  expect(await accessibilityFaults(notes)).toEqual([]);
  await page.reload();
  await at(page, "4 of 4");
  await notes.getByText("slide 4 of 4").waitFor();
  await notes.getByRole("button", { name: "Previous" }).click();
  await at(page, "3 of 4");
  await page.keyboard.press("Escape");
  await notes.getByText("The slides are closed").waitFor();
  // the notes are another view of the same document, and leave nothing
  expect((await storedTexts(page)).size).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("in the document, notes are folded, and a scene is a link away", async () => {
  const { page } = await lecture({ permissions: CLIPBOARD });
  const notes = page.locator("details.speaker-notes");
  expect(await notes.getByText("hello").isVisible()).toBe(false);
  await notes.getByText("Speaker notes").click();
  await notes.getByText("hello").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "the merge" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/explorer/cell-"));
  await page.locator(".film-why").waitFor();
  await openDebugger(page);
  await standsAt(page, 4);
  await page.locator('[data-id="0"].pinned, .id-pill.pinned').first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('.strip-range:not([aria-valuetext^="event 4 of"])').waitFor();
  const words = await page.locator(".strip-range").getAttribute("aria-valuetext");
  const step = Number(/\d+/.exec(words ?? "")?.[0]);
  expect(step).toBeGreaterThan(4);
  await command(page, "Copy link to this scene");
  await page.getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await site.visit();
  await other.page.goto(link);
  await other.page.getByRole("button", { name: "Run it" }).press("Enter");
  await openDebugger(other.page);
  await standsAt(other.page, step);
  await other.page.locator('[data-id="0"].pinned, .id-pill.pinned').first().waitFor();
});

describe("what is handed out", () => {
  test.runIf(IS_LONG)("is one page of HTML with pictures, from which the document can be opened again", async () => {
    const { page } = await lecture();
    const [markdown] = await Promise.all([page.waitForEvent("download"), command(page, "Save as a Markdown file")]);
    const [plain] = await Promise.all([page.waitForEvent("download"), command(page, "Save as HTML")]);
    expect(readFileSync(await plain.path(), "utf8")).not.toMatch(/hello|speaker-notes"/);
    // with notes for the speaker only where these are asked for
    await command(page, "Share as a link");
    const link = page.getByRole("textbox", { name: /^Link, / });
    const without = await link.inputValue();
    await page.getByRole("checkbox", { name: "With speaker notes" }).check();
    expect((await link.inputValue()).length).toBeGreaterThan(without.length);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as an HTML page" }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain("<dd>300.0</dd>");
    expect(text).toContain("<math");
    expect(text).not.toMatch(/Untitled program|Program \d|Look closer/);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/ (src|on\w+)="/);
    expect(text.match(/<figure>/g)).toHaveLength(3);
    const reader = await page.context().newPage();
    const errors: string[] = [];
    reader.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await reader.setContent(text);
    for (const caption of ["The graph of the run", "Cost over n", "Play with the numbers"])
      await reader.locator("figure").filter({ hasText: caption }).locator("svg").first().waitFor();
    expect(await reader.locator("button, input, details:not(.speaker-notes)").count()).toBe(0);
    // notes for the speaker stand where they were written, folded, and not on paper
    const notes = reader.locator("section details.speaker-notes");
    expect(await notes.count()).toBeGreaterThan(0);
    expect(await notes.evaluateAll((all) => all.some((one) => (one as HTMLDetailsElement).open))).toBe(false);
    await notes.first().getByText("Speaker notes").click();
    await notes.first().locator("strong").first().waitFor();
    await reader.emulateMedia({ media: "print" });
    expect(await notes.first().isVisible()).toBe(false);
    await reader.emulateMedia({ media: "screen" });
    expect(await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
    const href = (await reader.getByRole("link", { name: "Continue in Dualscope" }).getAttribute("href")) ?? "";
    expect(href.startsWith(site.address)).toBe(true);
    const { hash } = new URL(href);
    expect(isLink(hash) && readLink(hash).tag).toBe("ok");
    expect(readHtml(text).tag).toBe("ok");
    const other = await Notebook.open(site);
    await openFile(other.page, "lecture.html", text);
    await other.page.getByText("The beginning.").waitFor();
    const [again] = await Promise.all([
      other.page.waitForEvent("download"),
      command(other.page, "Save as a Markdown file"),
    ]);
    expect(readFileSync(await again.path(), "utf8")).toBe(readFileSync(await markdown.path(), "utf8"));
  });

  test("has the answers of its author only if it is asked for, and the results of what is broken", async () => {
    const document: Document = {
      title: "A lesson",
      cells: [
        programCell("cell-1", "-- at: (2.0, 3.0)\ndef main (x, y) = x * y + x"),
        lessonCell("view", "cell-2", '{"view":"graph","address":"end"}\nThe graph.'),
        lessonCell("predict", "cell-3", '{"id":"q","is":"value()"}\nWhat is it?\n--- because\nTwo and six.'),
        programCell("cell-4", "-- at: 2.0\ndef main x = x * x"),
        lessonCell("break", "cell-5", '{"by":"mutable","with":"overwrite"}\nA sum becomes the last note.'),
      ],
    };
    const { page } = await site.visit(undefined, (fresh) => leaveDocument(fresh, document));
    await page.locator("#cell-3").getByRole("textbox").fill("8");
    await page.keyboard.press("Enter");
    await page.locator("#cell-3 .verdict.right").waitFor();
    const result = page.locator("#cell-2 svg text").filter({ hasText: /^8$/ }).first();
    await result.waitFor();
    const exported = async (): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent("download"), command(page, "Save as HTML")]);
      return readFileSync(await download.path(), "utf8");
    };
    const text = await exported();
    const reader = await page.context().newPage();
    await reader.setContent(text);
    const [view, question, broken] = await reader.locator("section.lesson").all();
    expect(await question!.innerText()).not.toMatch(/Two and six|8/);
    const inPicture = await view!.locator("svg text").allTextContents();
    expect(inPicture).toContain("?");
    expect(inPicture).not.toContain("8");
    expect(await broken!.locator("table").innerText()).toMatch(/4\.0[\s\S]*2\.0/);
    expect(await broken!.locator("table td.other.wrong").innerText()).toBe("2.0");
    // the reader's own page is as it was
    await page.locator("#cell-3 .verdict.right").waitFor();
    await result.waitFor();
    await command(page, "Forget my answers");
    await page.locator("#cell-1 .hidden-result").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.locator("#cell-1 .hidden-result").waitFor({ state: "detached" });
  });

  test.runIf(IS_LONG)("is the document with its title and its pictures on paper, and nothing to press", async () => {
    const { page } = await lecture();
    await page.emulateMedia({ media: "print" });
    await page.locator(".paper-title").filter({ hasText: "One lecture" }).waitFor();
    const ranks = await page.evaluate(() => {
      dispatchEvent(new Event("beforeprint"));
      const found = [...document.querySelectorAll("main .prose > [aria-level]")].map((one) => Number(one.ariaLevel));
      dispatchEvent(new Event("afterprint"));
      return found;
    });
    // below the title, all cells have one outline
    expect(Math.max(...ranks)).toBeGreaterThan(2);
    for (const [place, rank] of ranks.entries()) {
      expect(rank).toBeGreaterThan(1);
      expect(rank).toBeLessThanOrEqual((ranks[place - 1] ?? 1) + 1);
    }
    expect(await page.locator("main .prose > [aria-level]").count()).toBe(0);
    for (const part of ["graph", "curves", "play"])
      await page.locator(`[data-part="${part}"] svg, [data-part="${part}"] table`).first().waitFor();
    const seen = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "button:not(.term), select, .look-inside, .speaker-notes, .bar, .inside .note a, details:not([open])",
        ),
      ]
        .filter((one) => one.checkVisibility())
        .map((one) => one.outerHTML.slice(0, 80)),
    );
    expect(seen).toEqual([]);
    expect(await page.locator("main").innerText()).not.toMatch(/Untitled|Look inside|Open it to look closer|Program 1/);
  });
});
