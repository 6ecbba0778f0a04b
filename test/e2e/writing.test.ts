// Writing in a browser: the editor's actions, views that stay as they stood, inputs as tables, the gallery, menus and panes.
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults } from "./browser.ts";
import { Notebook, openDebugger } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { cellsOf, storedCells, untilStored } from "./stored.ts";

const site = siteForTests();

const open = (options?: BrowserContextOptions) => Notebook.open(site, options);

/** Waits until the programs are kept as these. */
async function kept(page: Page, wanted: readonly string[]): Promise<void> {
  await untilStored(page, (raw) => JSON.stringify(cellsOf(raw)) === JSON.stringify(wanted));
}

describe("the editor", () => {
  test("gives a program its usual layout, and takes it back by Undo", async () => {
    const { page, notebook } = await open();
    const written = "-- at: 2.0\ndef main x=x*x+ 1.0 -- why";
    await notebook.write(written);
    await page.keyboard.press("ControlOrMeta+Alt+f");
    await kept(page, ["-- at: 2.0\ndef main x = x*x + 1.0 -- why\n"]);
    await notebook.editor.focus();
    await page.keyboard.press("ControlOrMeta+z");
    await kept(page, [written]);
  });

  test.runIf(IS_LONG)("renames a definition in the programs that use it, in one step", async () => {
    const { page, notebook } = await open();
    const [first, second] = [
      "-- at: 2.0\ndef square x = x * x\ndef main x = square x",
      "-- at: 3.0\ndef main x = square (square x)",
    ];
    await notebook.write(first);
    await page.keyboard.press("ControlOrMeta+Alt+p");
    await page.waitForFunction(() => document.activeElement?.closest("#cell-2") != null);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(second);
    await kept(page, [first, second]);
    // at the end of the second `square`
    await page.keyboard.press("ControlOrMeta+End");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
    const name = page.getByRole("textbox", { name: "New name" });
    // the program is not checked yet: the key waits for that
    await page.keyboard.press("F2");
    await name.waitFor();
    await page.getByRole("heading", { name: "square: 4 places" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await name.fill("main");
    await page.keyboard.press("Enter");
    await page.getByText("is already used in these programs").waitFor();
    await name.fill("sqr");
    await page.keyboard.press("Enter");
    await kept(page, [first.replaceAll("square", "sqr"), second.replaceAll("square", "sqr")]);
    await new Notebook(page).command("Undo");
    await kept(page, [first, second]);
  });

  test.runIf(IS_LONG)("renames a field of a record by typing, and leaves its variables", async () => {
    const { page, notebook } = await open();
    const text = "-- at: P { x = 2.0 }\ndata P = P { x : Real }\ndef main (P { x }) = let q = P { x } in q.x * x";
    await notebook.write(text);
    // at the field behind q
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F2");
    await page.waitForFunction(() => document.querySelectorAll(".cm-selectionBackground").length === 5);
    await page.keyboard.type("width");
    await kept(page, [
      "-- at: P { width = 2.0 }\ndata P = P { width : Real }\ndef main (P { width = x }) = let q = P { width = x } in q.width * x",
    ]);
  });

  test.runIf(IS_LONG)(
    "says why a name is not renamed where the program has errors, or there is none at the cursor",
    async () => {
      const { page, notebook } = await open();
      await notebook.write("-- at: 2.0\ndef square x = x * x\ndef main x = square (x");
      for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("F2");
      await page.getByText("This name cannot be read while the program has errors").waitFor();
      await notebook.write("-- at: 2.0\ndef main x = x + 1.0\n\n");
      await page.keyboard.press("F2");
      await page.getByText("No name at the cursor").waitFor();
    },
  );

  test.runIf(IS_LONG)("applies a fix by its command", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: 2.0\ndef main x = sinn x");
    await page.getByText("did you mean", { exact: false }).first().waitFor();
    await page.keyboard.press("ControlOrMeta+.");
    await kept(page, ["-- at: 2.0\ndef main x = sin x"]);
  });

  test.runIf(IS_LONG)("shows the papers' signs on request, and keeps what was typed", async () => {
    const { page, notebook } = await open();
    const written = "-- at: 2.0\ndef main x = (\\y -> y * y) x";
    await notebook.write(written);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Display → λ/ }).click();
    await page.locator(".cm-sign", { hasText: "→" }).waitFor();
    await page.locator(".cm-sign", { hasText: "λ" }).waitFor();
    await expect.poll(() => storedCells(page)).toEqual([written]);
    await page.reload();
    await page.locator(".cm-sign", { hasText: "→" }).waitFor();
  });

  test.runIf(IS_LONG)("says what a name means where it is pointed at", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: 2.0\n-- Half of it.\ndef half x = x / 2.0\ndef main x = half x");
    await notebook.editor.getByText("main").hover();
    const line = page.locator(".cm-line", { hasText: "def main" });
    const box = (await line.boundingBox())!;
    await page.mouse.move(box.x + 125, box.y + 10);
    await page.mouse.move(box.x + 128, box.y + 11);
    await page.locator(".tip", { hasText: "Half of it." }).waitFor();
  });
});

describe("views of a program", () => {
  test("the graph in its cell follows a slider, and is open again after a reload", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: (3.0, 2.0)\ndef main (x, y) = x * y");
    await notebook.runNow();
    await page.getByText("The graph of the run").click();
    const graph = page.getByRole("img", { name: /^Data-flow graph: 3 scalars/ });
    await graph.getByText("6", { exact: true }).waitFor();
    await page.getByText("Play with the numbers").click();
    const slider = page.getByRole("slider", { name: "x of the input" });
    await slider.focus();
    await page.keyboard.press("Home");
    await graph.getByText(/^[-−]20$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await graph.getByText(/^[-−]20$/).waitFor();
    await page.getByRole("slider", { name: "x of the input" }).waitFor();
  });

  test.runIf(IS_LONG)("cost curves in its cell are those of a real sweep", async () => {
    const { page, notebook } = await open();
    await notebook.openExample("doubling chain");
    await notebook.ended();
    await page.getByText("Cost over n", { exact: true }).click();
    const plot = page.getByRole("slider", { name: /^Calls or evaluations over n/ });
    await plot.waitFor();
    await page.locator(".inside-body[aria-busy=false]").waitFor({ timeout: 30_000 });
    await plot.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page
      .getByText(/^n = 2, Calls or evaluations: naive 7; tape 3/)
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await plot.waitFor();
  });

  test.runIf(IS_LONG)("stages side by side in its cell stand where the explorer stands, and lead there", async () => {
    const { page } = await open();
    const part = page.locator('[data-part="columns"]');
    await new Notebook(page).command("Show or hide below the program: The stages");
    await part.getByRole("region", { name: /^staged/ }).waitFor();
    const step = part.getByRole("slider", { name: "Step of staged" });
    await part.getByText("step 42 of 42").waitFor();
    await step.focus();
    await page.keyboard.press("Home");
    await part.getByText("step 0 of 42").waitFor();
    for (let i = 0; i < 15; i++) await page.keyboard.press("ArrowRight");
    await part.getByText("step 15 of 42").waitFor();
    await part.locator(".inside-body[aria-busy=false]").waitFor();
    const caption = await part.locator("[aria-live]").innerText();
    expect(await accessibilityFaults(page)).toEqual([]);
    // and the programs follow the input
    const calls = part.locator(".gauge b").first();
    await page.keyboard.press("End");
    await calls.getByText("5", { exact: true }).waitFor();
    for (let i = 0; i < 27; i++) await page.keyboard.press("ArrowLeft");
    await part.getByText("step 15 of 42").waitFor();
    await part.getByRole("link", { name: "Open in Explorer" }).click();
    await openDebugger(page);
    await page.waitForFunction(
      (words) => document.querySelector(".dock .caption")?.textContent?.trim() === words,
      caption.trim(),
    );
    await page.keyboard.press("ArrowRight");
    await untilStored(page, (raw) => raw.includes('"step":16'));
    await page.goBack();
    await part.getByText("step 16 of 42").waitFor();
  });

  test.runIf(IS_LONG)("stand as they stood, in a link, too", async () => {
    const { page } = await open();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer" }).click();
    await openDebugger(page);
    await page.getByRole("button", { name: "Add a stage" }).click();
    await page.waitForFunction(() => document.querySelectorAll("header[data-stage]").length === 4);
    const stages = await page
      .locator("header[data-stage]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-stage")));
    await page.getByRole("button", { name: "To the start" }).first().click();
    await untilStored(page, (raw) => raw.includes('"explorer"'));
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("textbox", { name: /^Link/ }).waitFor();
    expect(await page.getByRole("combobox", { name: "Link opens" }).inputValue()).toBe("explorer");
    const link = await page.getByRole("textbox", { name: /^Link/ }).inputValue();
    const other = await site.visit();
    await other.page.goto(link);
    await other.page.getByRole("button", { name: "Run it" }).press("Enter");
    await openDebugger(other.page);
    await other.page.waitForFunction(() => document.querySelectorAll("header[data-stage]").length === 4);
    expect(
      await other.page
        .locator("header[data-stage]")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-stage"))),
    ).toEqual(stages);
  });
});

test.runIf(IS_LONG)("a view's styles change nothing in the document", async () => {
  const { page } = await open();
  const widths = (): Promise<readonly number[]> =>
    page.locator(".inside").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  const before = await widths();
  // what a view shows is drawn once its styles are there
  for (const [view, shown] of [
    ["Explorer", ".film-stage text"],
    ["Graph", ".canvas [data-node]"],
    ["Ladder", ".ladder-stage text"],
    ["Complexity", ".lab h1"],
    ["Jobs", ".jobs-look h1"],
    ["Systems", ".systems-look h1"],
  ] as const) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
    await page.locator(shown).first().waitFor();
  }
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Document", exact: true }).click();
  await page.locator(".inside").first().waitFor();
  expect(before.length).toBe(3);
  expect(await widths()).toEqual(before);
});

describe("the input beside the header's", () => {
  test.runIf(IS_LONG)("what was written last is used, and nothing typed is lost", async () => {
    const { page, notebook } = await open();
    await notebook.input.click();
    await page.keyboard.type("(1.8, 1.1)");
    await notebook.runNow();
    await expect.poll(() => notebook.values()).toContain("input (1.8, 1.1)");
    // the header says that it is not used
    await notebook.says("now (1.8, 1.1)");
    await page.getByRole("button", { name: "Use -- at: of the program" }).click();
    await expect.poll(() => notebook.values()).toContain("value 300.0");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => notebook.values()).toContain("input (1.8, 1.1)");
    // another program, key by key, has another input
    await notebook.editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("-- at: Leaf 3.0\ndata Tree = Leaf Real | Node Tree Tree\ndef main (Leaf x) = x * x");
    await notebook.runNow();
    await expect.poll(() => notebook.values()).toContain("input Leaf 3.0");
    expect(await notebook.input.textContent()).not.toContain("1.8");
  });

  test.runIf(IS_LONG)("an input that does not fit has the way back beside it", async () => {
    const { page, notebook } = await open();
    await notebook.input.click();
    await page.keyboard.type("Leaf 1");
    await notebook.runNow();
    await notebook.says("`-- at:` of the program fits".replaceAll("`", ""));
    const back = page.getByRole("button", { name: "Use -- at: of the program" });
    await back.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => notebook.values()).toContain("value 300.0");
    expect(await back.count()).toBe(0);
  });

  test.runIf(IS_LONG)("what is typed without a dot can be moved like what the header says", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: ([3.0], 1.0)\ndef main (xs, y) = sum xs * y");
    await notebook.runNow();
    await page.getByText("Play with the numbers").click();
    await notebook.input.click();
    await page.keyboard.type("([1, 2], 3)");
    await notebook.runNow();
    await expect.poll(() => notebook.values()).toBe("value 9.0; input ([1.0, 2.0], 3.0), gradient ([3.0, 3.0], 3.0)");
    await page.getByRole("textbox", { name: "xs[1]" }).waitFor();
    await page.getByRole("slider", { name: "y of the input" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => notebook.values()).toMatch(/^value 9\.3; input \(\[1\.0, 2\.0\], 3\.1\)/);
    await page.getByRole("button", { name: /^Step down/ }).click();
    await page.getByText("After one step").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe("a recursion that does not end", () => {
  const ENDLESS = "-- at: 2.0\ndef pw (n : Int) (x : Real) : Real = x * pw (n - 1) x\ndef main (x : Real) = pw 3 x";
  const SAID = /pw has called itself [\d ]+ times without an answer: is a base case missing\?/;

  test.runIf(IS_LONG)("is named while it is typed, and by a run that was asked for before that ends", async () => {
    const { page, notebook } = await open();
    await notebook.editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(ENDLESS);
    // a run that follows typing has two seconds
    const result = notebook.result.locator(".run-mistakes").getByText(SAID);
    await result.waitFor();
    await notebook.result.getByRole("button", { name: "line 2" }).waitFor();
    await page.keyboard.press("ControlOrMeta+Enter");
    await notebook.result.locator(".under-way").getByText(SAID).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator("button.run").click();
    await notebook.ended();
    await result.waitFor();
  });
});

describe("inputs as tables", () => {
  test("numbers are typed, moved by keys, and lists grow", async () => {
    const { page, notebook } = await open();
    await notebook.write(
      "-- at: ([1.0, 2.0], #[#[1.0, 2.0], #[3.0, 4.0]])\ndef main (xs, m : Array (Array Real)) = sum xs * sumA (mapA sumA m)",
    );
    await notebook.runNow();
    await page.getByText("Play with the numbers").click();
    const number = page.getByRole("textbox", { name: "m[1][0]" });
    await number.fill("5");
    await page.keyboard.press("Enter");
    await notebook.ended();
    expect(await notebook.values()).toContain("value 36.0");
    await page.getByRole("button", { name: "Add an element to xs" }).click();
    await notebook.ended();
    expect(await notebook.values()).toContain("value 60.0");
    await page.getByRole("textbox", { name: "xs[2]" }).focus();
    await page.keyboard.press("ArrowUp");
    await notebook.ended();
    expect(await notebook.values()).toMatch(/value 6[01]\.[1-9]/);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe("around the document", () => {
  test.runIf(IS_LONG)("the gallery has the graph of each example, and is searched", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Examples", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll("svg.thumbnail").length >= 24, undefined, {
      timeout: 30_000,
    });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("searchbox", { name: "Find an example" }).fill("particles");
    expect(await page.locator(".choice.example").count()).toBeLessThan(5);
  });

  test.runIf(IS_LONG)("a cell's menu has its commands, by keyboard", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: 2.0\ndef main x=x");
    const button = page.getByRole("button", { name: "More actions for this cell" });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: /^Run this program/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    while (!(await page.evaluate(() => document.activeElement?.textContent?.startsWith("Format this") === true)))
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await kept(page, ["-- at: 2.0\ndef main x = x\n"]);
  });

  test.runIf(IS_LONG)("panes are as wide as they were made", async () => {
    const { page } = await open();
    const splitter = page.getByRole("separator", { name: "Width of the program" });
    const before = Number(await splitter.getAttribute("aria-valuenow"));
    await splitter.focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
    await page.reload();
    expect(Number(await splitter.getAttribute("aria-valuenow"))).toBe(before - 10);
  });

  test.runIf(IS_LONG)("a newer build is told of, and taken when the user wants it; what was typed stays", async () => {
    const { page, notebook } = await open({ serviceWorkers: "allow" });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 15_000 });
    const written = "-- at: 2.0\ndef main x = x * 4.0";
    await notebook.write(written);
    site.renew();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.getByText("A new version is available").waitFor();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Update" }).click();
    await reloaded;
    await notebook.editor.waitFor();
    await expect.poll(() => storedCells(page)).toEqual([written]);
    expect(await page.getByText("A new version is available").count()).toBe(0);
  });

  test.runIf(IS_LONG)("paper has the document alone", async () => {
    const { page } = await open();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: /^Run/ }).isVisible()).toBe(false);
    expect(await page.locator(".bar").isVisible()).toBe(false);
    expect(await page.getByText("300.0").first().isVisible()).toBe(true);
  });
});
