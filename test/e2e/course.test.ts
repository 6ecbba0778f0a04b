// The course in a browser: lessons from the first screen on, questions that give nothing away, breaks, exercises, a class.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Document, lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { accessibilityFaults, faultsInLightAndDark } from "./browser.ts";
import { atRest, Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { leaveDocument } from "./stored.ts";

const site = siteForTests();

/** Its value is 0.98765 and its gradient 1.97531: numbers that stand nowhere else. */
const SECRET = "-- at: 0.9876543\ndef main x =\n  let y = x * x in\n  y\n";

const DOCUMENT: Document = {
  title: "A lesson of my own",
  cells: [
    { ...programCell("cell-1", SECRET), name: "f" },
    lessonCell("view", "cell-2", '{"of":"f","view":"graph","at":"start"}\nThe graph.'),
    lessonCell(
      "predict",
      "cell-3",
      '{"id":"q1","of":"f","is":"cotangent(x)"}\nWhat is the slope?\n--- wrong: partial(y, x) / 2\nThat is {= partial(y, x) / 2}: one of two uses.\n--- because\nIt is {= cotangent(x)}.',
    ),
    proseCell("cell-4", "The slope is {= cotangent(x)}, and the value {= value()}."),
    lessonCell("predict", "cell-5", '{"id":"q2","of":"f","is":"order(by: tape)"}\nIn which order are they called?'),
    lessonCell("break", "cell-6", '{"of":"f","by":"tape","with":"overwrite"}\nForget to add.'),
    lessonCell(
      "exercise",
      "cell-7",
      '{"id":"e1","forbid":["^"],"limits":["operations() <= 1"]}\nThe square.\n--- start\n-- at: 2.0\ndef main (x : Real) = x\n--- reference\n-- at: 2.0\ndef main x = x * x\n--- hint: operations() < 1\nYou use {= operations()}.',
    ),
    lessonCell("view", "cell-10", '{"of":"f","view":"orders","until":["q1"]}\n'),
    lessonCell("view", "cell-11", '{"of":"f","view":"race","stages":["naive","tape"],"until":["q1"]}\n'),
    lessonCell("predict", "cell-8", '{"id":"q3","of":"f","is":"uses(x)","lock":"Maple"}\nHow many uses?'),
  ],
};

async function open(document = DOCUMENT) {
  const visit = await site.visit(undefined, (fresh) => leaveDocument(fresh, document));
  await visit.page.locator("legend", { hasText: "What is the slope?" }).waitFor();
  return visit;
}

const cell = (page: Page, number: number) => page.locator(`#cell-${number}`);

async function give(page: Page, number: number, text: string): Promise<void> {
  await cell(page, number).getByRole("textbox").fill(text);
  await cell(page, number).getByRole("textbox").press("Enter");
}

test("a view begins at its top, and the lesson goes on where it was left", async () => {
  const { page, errors } = await site.visit({ viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Open the course" }).click();
  await page.locator(".course-lessons button").first().click();
  await page.locator(".prose p", { hasText: "The run of this program has 5 scalars" }).waitFor();
  // its views open once its questions are answered
  for (const show of [0, 1]) {
    await page.locator(".lesson-cell.predict").nth(show).getByRole("button", { name: "Show me" }).click();
  }
  const height = () => page.evaluate(() => scrollY);
  const to = (view: string) => page.getByRole("navigation", { name: "Views" }).getByText(view).click();
  const answer = page.locator(".lesson-cell.predict").nth(1).getByText("The answer");
  await answer.scrollIntoViewIfNeeded();
  const isInSight = () =>
    answer.evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    });
  expect(await height()).toBeGreaterThan(800);
  await to("Graph");
  await page.locator(".source-host .cm-line").first().waitFor();
  expect(await height()).toBe(0);
  await to("Document");
  await expect.poll(isInSight).toBe(true);
  await page.goBack();
  await page.locator(".source-host .cm-line").first().waitFor();
  await page.goBack();
  await expect.poll(isInSight).toBe(true);
  expect(errors).toEqual([]);
});

describe("from the first screen", () => {
  test("the course opens, and a lesson of it: a wrong answer is told its reason, and progress stays", async () => {
    const { page, errors } = await site.visit();
    await page.getByRole("button", { name: "Open the course" }).click();
    const lessons = page.locator(".course-lessons button");
    await lessons.nth(11).waitFor();
    expect(await lessons.count()).toBe(13);
    expect(await accessibilityFaults(page)).toEqual([]);
    await lessons.first().click();
    // by its text: cells are drawn as they come near, and one further down may be there before it
    const question = page.locator(".lesson-cell.predict").filter({ hasText: "How many paths lead from" });
    await question.getByRole("textbox").fill("2");
    // what is typed is there after a reload, though it was not checked
    await page.reload();
    await expect.poll(() => question.getByRole("textbox").inputValue()).toBe("2");
    const check = question.getByRole("button", { name: "Check" });
    // what is said below the button is brought into sight
    await check.evaluate((button) => button.scrollIntoView({ block: "end" }));
    await check.click();
    await question.getByText(/counts the edges that leave/).waitFor();
    expect(
      await question.locator(".verdict").evaluate((said) => said.getBoundingClientRect().top < innerHeight - 20),
    ).toBe(true);
    await question.getByRole("textbox").fill("3");
    await question.getByRole("textbox").press("Enter");
    await question.getByText("Right.", { exact: true }).waitFor();
    await question.getByText("The answer: 3").waitFor();
    // the graph answers with the paths that were asked for
    const graph = page.locator(".lesson-cell.view").first();
    await graph.getByLabel("Point at").selectOption("x");
    await graph.getByText("3 paths lead from x to the result:").waitFor();
    expect(await graph.locator('[data-node][data-marks~="lit"]').count()).toBe(4);
    // what is for who writes or presents is away
    expect(await page.getByRole("button", { name: "Freeze" }).count()).toBe(0);
    await page.reload();
    await page.locator(".lesson-cell.predict").first().getByText("The answer: 3").waitFor();
    await page.getByRole("button", { name: /Next lesson/ }).click();
    await page.getByRole("heading", { name: "Dual numbers", exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)(
    "an answer is there after a reload, though the page went away before the database had it",
    async () => {
      const { page, errors } = await open();
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...given) {
          const request = put.apply(this, given);
          if (this.name === "lessons") this.transaction.abort();
          return request;
        };
      });
      await give(page, 3, "1.975");
      await cell(page, 3).getByText("Right.", { exact: true }).waitFor();
      for (const _ of [1, 2]) {
        await page.reload();
        await cell(page, 3)
          .getByText(/The answer: 1\.97/)
          .waitFor();
        await page.waitForFunction(() => localStorage.getItem("dualscope.progress.document ") === null);
      }
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)(
    "every lesson opens, or one: its views are drawn, and no question is without an answer",
    async () => {
      const { page, errors } = await Notebook.open(site);
      for (const number of oneIn(10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])) {
        await new Notebook(page).command("Open the course");
        await page
          .locator(".course-lessons button")
          .nth(number - 1)
          .click();
        await page.waitForFunction((one) => document.title.startsWith(`${one}. `), number);
        // what is far below is drawn when one comes to it
        for (const section of await page.locator("main > div").all()) await section.scrollIntoViewIfNeeded();
        await page.waitForFunction(
          () =>
            document.querySelector("main [aria-busy=true]") === null &&
            !document.querySelector("main")!.innerText.includes("Running the program"),
          undefined,
          { timeout: 60_000 },
        );
        expect(await page.locator(".lesson-cell.view").count()).toBeGreaterThan(0);
        expect(await page.locator(".lesson-cell .notice").allInnerTexts()).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.locator("main").innerText()).not.toMatch(/The run has no answer/);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
      expect(errors).toEqual([]);
    },
  );
});

describe("a question", () => {
  test("gives nothing away before it is answered: not in the page, in no view, and in no file", async () => {
    const { page, errors } = await open();
    const prose = page.getByRole("region", { name: /^Prose: The slope/ });
    await prose.getByText("The slope is ?, and the value ?.").waitFor();
    await cell(page, 2).locator(".glimpse-scroll svg").waitFor();
    const isSilent = async (text: string): Promise<void> => expect(text).not.toMatch(/0\.975|1\.975/);
    await page.locator("button.run").first().click();
    await atRest(page);
    await isSilent(await page.content());
    const [download] = await Promise.all([page.waitForEvent("download"), new Notebook(page).command("Save as HTML")]);
    await isSilent(readFileSync(await download.path(), "utf8"));
    for (const view of ["explorer", "graph", "ladder", "jobs"]) {
      await page.evaluate((name) => {
        location.hash = `#/${name}`;
      }, view);
      await page.getByText("This view would give an answer away").waitFor();
      await isSilent(await page.content());
    }
    await page.evaluate(() => {
      location.hash = "#/";
    });
    await give(page, 3, "0.9876543");
    await cell(page, 3)
      .getByText(/one of two uses/)
      .waitFor();
    await give(page, 3, "1.975");
    await cell(page, 3).getByText("Right.", { exact: true }).waitFor();
    await prose.getByText(/The slope is 1\.97/).waitFor();
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)(
    "is answered by numbers of a list; then its program runs, and its header says again what that gives",
    async () => {
      const text = "-- at: 0.9876543\n-- value: [0.97546, 1.5, 1.9753]\ndef main x = [x * x, 1.5, x + x]";
      const question = '{"id":"q","is":"value()"}\nWhat is the slope?\n--- wrong: 2 * value()\nTwice as much.';
      const cells = [programCell("cell-1", text), lessonCell("predict", "cell-2", question)];
      const { page, errors } = await open({ title: "A list", cells });
      const program = cell(page, 1).locator(".editor .cm-content").first();
      await program.getByText("?").waitFor();
      expect(await program.innerText()).not.toContain("0.97546");
      // on a slide, where no header is and no result yet, the input stands below the program
      await page.getByRole("button", { name: "Present" }).click();
      const input = page.locator(".slide .slide-input").filter({ hasText: "0.9876543" });
      await input.first().waitFor();
      await page.keyboard.press("ArrowRight");
      await page.locator(".slide .lesson-cell.predict").waitFor();
      await input.first().waitFor();
      await page.keyboard.press("Escape");
      const fields = cell(page, 2).getByRole("textbox");
      await fields.nth(2).waitFor();
      expect(await cell(page, 2).getByRole("radio").count()).toBe(0);
      for (const [at, number] of ["0.9755", "1.5", "2"].entries()) await fields.nth(at).fill(number);
      await fields.last().press("Enter");
      await cell(page, 2).getByText("Not quite.").waitFor();
      await fields.last().fill("1.975");
      await fields.last().press("Enter");
      await cell(page, 2).getByText("The answer: [0.9755, 1.5, 1.975]").waitFor();
      await cell(page, 1).locator(".status").filter({ hasText: "up to date" }).waitFor();
      await program.getByText("[0.97546, 1.5, 1.9753]").waitFor();
      expect(errors).toEqual([]);
    },
  );

  test.runIf(IS_LONG)("has new answers when its program is edited", async () => {
    const { page } = await open();
    await give(page, 3, "1.9753086");
    await cell(page, 3).getByText("Right.", { exact: true }).waitFor();
    const input = page.getByRole("textbox", { name: /^Input\. / });
    await input.click();
    await page.keyboard.type("3.0");
    await cell(page, 3).getByText("The answer: 6").waitFor();
    await give(page, 3, "6");
    await cell(page, 3).getByText("Right.", { exact: true }).waitFor();
  });

  test("of an order is answered with buttons, and can be shown; nothing of it is wrong for anyone", async () => {
    const { page } = await open();
    const order = cell(page, 5);
    const names = () => order.locator("li code").allInnerTexts();
    await order.getByRole("button", { name: "Check" }).click();
    await order.getByText("Not quite.").waitFor();
    const before = await names();
    await order
      .getByRole("button", { name: /^Move .* down$/ })
      .first()
      .click();
    expect(await names()).toEqual([...before].reverse());
    await order.getByRole("button", { name: "Check" }).click();
    await order.getByText("Right.", { exact: true }).waitFor();
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  test.runIf(IS_LONG)("waits for a word, and is part of a class's table", async () => {
    const { page } = await open();
    const locked = cell(page, 8);
    expect(await locked.innerText()).not.toContain("How many uses?");
    await locked.getByRole("textbox").fill("oak");
    await locked.getByRole("button", { name: "Open" }).click();
    await locked.getByText("That is not the word.").waitFor();
    await locked.getByRole("textbox").fill(" maple ");
    await locked.getByRole("button", { name: "Open" }).click();
    await locked.getByText("How many uses?").waitFor();
    await give(page, 8, "2");
    await locked.getByText("Right.", { exact: true }).waitFor();
    await new Notebook(page).command("Open the course");
    await page.getByRole("textbox", { name: /^Your name/ }).fill("Ada");
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void Object.assign(globalThis, { copied: text });
    });
    await page.getByRole("button", { name: "Copy the link to my answers" }).click();
    const link = await page.evaluate(() => (globalThis as unknown as { readonly copied: string }).copied);
    await page.getByRole("textbox", { name: /^Paste the links/ }).fill(`${link}\n${link.replace("Ada", "Bob")}`);
    const table = page.getByRole("table", { name: "Answers of a class" });
    expect(await table.getByRole("row", { name: /^Ada/ }).innerText()).toMatch(/✓ 1/);
    await table.getByRole("row", { name: /^Bob/ }).waitFor();
  });
});

test.runIf(IS_LONG)("what is broken on purpose shows its line, its gradient and the smallest program", async () => {
  const { page } = await open();
  const broken = cell(page, 6);
  // two questions above it ask about the run that it would show
  await broken.getByText(/^This opens after question 1 and question 2\./).waitFor();
  await broken.getByRole("button", { name: "Show me" }).click();
  await broken.getByRole("button", { name: "Break it" }).click();
  await broken.getByRole("row", { name: /^broken on purpose/ }).waitFor();
  expect(await broken.locator(".break-lines .new").innerText()).toContain("Reached(a)");
  await broken.getByRole("button", { name: "Find the smallest program" }).click();
  await broken.getByText("def main x = x + x").waitFor();
  await broken.getByRole("button", { name: "Find the smallest input" }).click();
  await broken.getByText(/Smallest failing input/).waitFor();
  await cell(page, 10)
    .getByRole("row", { name: /^each cell is visited once/ })
    .waitFor();
  await cell(page, 10).getByRole("button", { name: "Move y down" }).click();
  expect(
    await cell(page, 10)
      .getByRole("row", { name: /^each cell/ })
      .innerText(),
  ).toMatch(/1\.975\s+1$/);
  const race = cell(page, 11);
  await race.getByRole("slider", { name: "The clock, in powers of ten" }).press("End");
  expect(await race.locator("li").allInnerTexts()).toEqual([
    expect.stringContaining("done: 3 calls"),
    expect.stringContaining("done: 2 calls"),
  ]);
  expect(await faultsInLightAndDark(page)).toEqual([]);
});

test.runIf(IS_LONG)(
  "the order of jobs is shuffled: one gradient to the bit, and several where sums are in the order of the clock",
  async () => {
    const text =
      "-- at: (0.1, 0.2)\ndef main (x, y) =\n  let (a, b) = (x * y) |*| (let s = x + y in s * x) in\n  a + b\n";
    const { page } = await Notebook.open(site, undefined, {
      title: "",
      cells: [
        programCell("cell-1", text),
        lessonCell("break", "cell-2", '{"by":"parallel","with":"atomic","schedules":12}\nShuffle.'),
        lessonCell("break", "cell-3", '{"by":"tape","schedules":12}\nShuffle a tape.'),
      ],
    });
    const shuffle = cell(page, 2).getByRole("button", { name: "Shuffle the jobs" });
    await shuffle.focus();
    await page.keyboard.press("Enter");
    await cell(page, 2)
      .getByRole("row", { name: /^parallel atomic/ })
      .waitFor();
    const rows = await cell(page, 2).getByRole("row").allInnerTexts();
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/^parallel\s+1\s+0$/),
      expect.stringMatching(/^parallel atomic\s+2\s+1\.1e-16$/),
    ]);
    const outcomes = await cell(page, 2).locator(".break-outcomes li").allInnerTexts();
    expect(outcomes.map((words) => words.split(" ")[0]).sort()).toEqual(["0.6", "0.6000000000000001"]);
    expect(outcomes.filter((words) => words.includes("as with one worker"))).toHaveLength(1);
    await cell(page, 2).getByText("2 gradients in 12 schedules.").waitFor();
    await cell(page, 2).getByText("The lines that differ").click();
    await cell(page, 2).locator(".break-lines .new").first().waitFor();
    await cell(page, 3).getByRole("button", { name: "Shuffle the jobs" }).click();
    await cell(page, 3).getByText("The stage tape has no jobs that could run in another order.").waitFor();
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await cell(page, 2).getByText("The lines that differ").click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shuffle.click();
    expect(await cell(page, 2).getByRole("row").count()).toBe(0);
  },
);

test("an exercise says what is wrong at the smallest input, gives a hint, and is solved; it starts again", async () => {
  const { page } = await open();
  const exercise = cell(page, 7);
  await exercise.getByRole("button", { name: "Check" }).click();
  await exercise.getByText("You use 0.").waitFor();
  await exercise.getByRole("row", { name: /^wanted/ }).waitFor();
  const editor = exercise.getByRole("textbox", { name: "Your program" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("-- at: 2.0\ndef main x = x^2");
  await page.keyboard.press("ControlOrMeta+Enter");
  await exercise.getByText("The program uses what is not allowed:").waitFor();
  // Tab indents now: the way out is told below the editor
  await expect.poll(() => exercise.locator(".leaving").evaluate((hint) => getComputedStyle(hint).opacity)).toBe("1");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await exercise.getByRole("button", { name: "Check" }).and(page.locator(":focus")).waitFor();
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  // a blank that is left at the end stays, although the document keeps none
  await page.keyboard.type("-- at: 2.0\ndef main x = x * y");
  await page.keyboard.press("Backspace");
  await exercise.getByText("def main x = x *").first().waitFor();
  await page.keyboard.type("x");
  await exercise.getByText("def main x = x * x").first().waitFor();
  await page.keyboard.press("ControlOrMeta+Enter");
  await exercise.getByText(/Solved: the same values at all 20 inputs/).waitFor();
  await exercise.getByRole("button", { name: "Start again" }).click();
  await page.waitForFunction(() => !document.querySelector("#cell-7 .cm-content")!.textContent!.includes("x * x"));
});

test.runIf(IS_LONG)(
  "a cell of a lesson is added with a template that works, and its form and its source can be edited",
  async () => {
    const { page } = await Notebook.open(site, undefined, "-- at: 3.0\ndef main x = x * x\n");
    await new Notebook(page).command("Add a prediction");
    const question = page.locator(".lesson-cell.predict");
    await question.getByText("What is the value of the program above?").waitFor();
    // it is in sight, and Enter edits it
    await page.locator(".lesson-edit:focus").waitFor();
    const isInSight = () => question.evaluate((cell) => cell.getBoundingClientRect().bottom <= innerHeight);
    await expect.poll(isInSight).toBe(true);
    await question.getByRole("textbox").fill("9");
    await question.getByRole("textbox").press("Enter");
    await question.getByText("Right.", { exact: true }).waitFor();
    await question.getByRole("button", { name: "Edit" }).click();
    // by the form: another question, and a wrong answer with its reason
    await question.getByLabel("Question").fill("What is the derivative?");
    await question.getByLabel("The answer is").selectOption("cotangent");
    await question.getByLabel("Its name").fill("x");
    await question.getByLabel("Why it is wrong").fill("That is the value.");
    await question.locator(".predict-question, p").getByText("What is the derivative?").first().waitFor();
    await question.getByRole("button", { name: "Show the source" }).click();
    await question.getByText('{"id":"q1","is":"cotangent(x)"}').waitFor();
    const source = question.locator(".prose-editor .cm-content");
    await source.click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("{");
    await question.getByText("The first line of this cell must be JSON").waitFor();
  },
);

test.runIf(IS_LONG)(
  "a lesson is presented: a question stands beside the picture that it asks about, and the result is hidden",
  async () => {
    const { page } = await open({
      ...DOCUMENT,
      cells: [proseCell("cell-9", "## A slide"), ...DOCUMENT.cells.slice(0, 3)],
    });
    await page.evaluate(() => {
      location.hash = "#/present/1";
    });
    const slide = page.locator(".slide").first();
    await slide.getByText(/^Answer .* to see it\./).waitFor();
    await page.keyboard.press("ArrowRight");
    await slide.locator(".glimpse svg").waitFor();
    await page.keyboard.press("ArrowRight");
    await slide.locator("legend", { hasText: "What is the slope?" }).waitFor();
    await slide.locator(".slide-asked svg").first().waitFor();
    await slide.getByRole("textbox").fill("1.975");
    await slide.getByRole("textbox").press("Enter");
    await slide.getByText("Right.", { exact: true }).waitFor();
  },
);

describe("a view that is frozen", () => {
  const LECTURE: Document = {
    title: "A lecture",
    cells: [
      proseCell("cell-1", "## A slide"),
      { ...programCell("cell-2", "-- at: (3.0, 2.0)\ndef main (x, y) =\n  let a = x * y in\n  a * a\n"), name: "f" },
      lessonCell("view", "cell-3", '{"of":"f","view":"graph","at":"end"}\nThe slope of x is {= cotangent(x)}.'),
      lessonCell("view", "cell-4", '{"of":"f","view":"graph","at":"end"}\nHere it is {= cotangent(x)}.'),
    ],
  };
  const values = (page: Page, number: number) => cell(page, number).locator(".glimpse-graph text").allTextContents();

  async function lecture() {
    const { page } = await Notebook.open(site, undefined, LECTURE);
    await page.getByText("The slope of x is 24.").waitFor();
    await cell(page, 4).getByText("Here it is 24.").waitFor();
    // the pictures come after the words
    for (const number of [3, 4]) await cell(page, number).locator(".glimpse-graph text").first().waitFor();
    return page;
  }

  async function editInput(page: Page, text: string): Promise<void> {
    await page.getByRole("textbox", { name: /^Input\. / }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  }

  test.runIf(IS_LONG)("stays while its program changes, by keyboard, says so, and follows again", async () => {
    const page = await lecture();
    const before = await values(page, 3);
    const freeze = cell(page, 3).getByRole("button", { name: "Freeze" });
    await freeze.focus();
    await page.keyboard.press("Enter");
    expect(await freeze.getAttribute("aria-pressed")).toBe("true");
    const said = cell(page, 3)
      .getByRole("status")
      .filter({ hasText: /^Frozen/ });
    expect(await said.innerText()).toBe("Frozen: this picture stays as it is.");
    await editInput(page, "(1.0, 5.0)");
    await cell(page, 4).getByText("Here it is 50.").waitFor();
    await cell(page, 3).getByText("Frozen: the program has changed since.").waitFor();
    // the step is still the reader's, in the run that is frozen
    // one key right after the other
    const slider = cell(page, 3).getByRole("slider", { name: "Step of the run" });
    await slider.press("ArrowLeft");
    await slider.press("End");
    await cell(page, 3).getByText("The slope of x is 24.").waitFor();
    await expect.poll(() => values(page, 3), { timeout: 15_000 }).toEqual(before);
    expect(await values(page, 4)).not.toEqual(before);
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await freeze.focus();
    await page.keyboard.press(" ");
    await cell(page, 3).getByText("The slope of x is 50.").waitFor();
    await page.waitForFunction(() => {
      const [one, other] = [3, 4].map(
        (number) => document.querySelector(`#cell-${number} .glimpse-scroll svg`)?.textContent,
      );
      return one === other;
    });
    expect(await said.count()).toBe(0);
  });

  test.runIf(IS_LONG)("is frozen on its slide, and in an exported page with what it says", async () => {
    const page = await lecture();
    await cell(page, 3).getByRole("button", { name: "Freeze" }).click();
    await editInput(page, "(1.0, 5.0)");
    await cell(page, 4).getByText("Here it is 50.").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), new Notebook(page).command("Save as HTML")]);
    const html = readFileSync(await download.path(), "utf8");
    expect(html).toContain("The slope of x is 24.");
    expect(html).toContain("Here it is 50.");
    await page.evaluate(() => {
      location.hash = "#/present/1";
    });
    const slide = page.locator(".slide").first();
    await slide.locator(".slide-program").waitFor();
    await page.keyboard.press("ArrowRight");
    await slide.getByText("The slope of x is 24.").waitFor();
    await slide.getByText("Frozen: the program has changed since.").waitFor();
    await slide.getByRole("button", { name: "Freeze", pressed: true }).first().focus();
    await page.keyboard.press("Enter");
    await slide.getByText("The slope of x is 50.").waitFor();
  });

  test.runIf(IS_LONG)("gives nothing away: what a question keeps back is kept back in it, too", async () => {
    const { page } = await open();
    await cell(page, 2).locator(".glimpse-scroll svg").waitFor();
    await cell(page, 2).getByRole("button", { name: "Freeze" }).click();
    await cell(page, 2).getByText("Frozen: this picture stays as it is.").waitFor();
    expect(await cell(page, 2).innerHTML()).not.toMatch(/0\.975|1\.975/);
    expect(await cell(page, 2).getByRole("slider").count()).toBe(0);
  });
});

test.runIf(IS_LONG)(
  "a lesson of the course is read without what edits it, which comes when it is asked for",
  async () => {
    const { page } = await Notebook.open(site);
    await new Notebook(page).command("Open the course");
    await page.locator(".course-lessons button").first().click();
    await page.getByRole("heading", { name: "One graph, two sweeps", exact: true }).waitFor();
    const ways = page.getByRole("button", { name: "More actions for this cell" });
    expect(await ways.count()).toBe(0);
    await page.getByRole("button", { name: "Edit this lesson" }).click();
    expect(await ways.count()).toBeGreaterThan(5);
  },
);
