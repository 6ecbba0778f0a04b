// Documents in a browser: written with the keyboard alone, kept, undone, shared, saved as files and opened again.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Cell, programCell, proseCell } from "../../app/document/document.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { accessibilityFaults, faultsInLightAndDark } from "./browser.ts";
import { atRest, Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { allStored, storedTexts } from "./stored.ts";

const site = siteForTests();

const open = (options?: BrowserContextOptions) => Notebook.open(site, options);

/** Runs a command by its name, from the palette. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("searchbox", { name: "Find a command" });
  await field.fill(words);
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "detached" });
}

const cells = (page: Page) => page.locator(".chapter");
const result = (page: Page, index: number) => page.getByRole("region", { name: "Result" }).nth(index);

/** Waits until the text of a result says something. */
async function says(page: Page, index: number, text: string): Promise<void> {
  await result(page, index).getByText(text, { exact: true }).first().waitFor();
}

const SQUARES: readonly Cell[] = [
  programCell("cell-1", "-- title: Squares\n-- at: 2.0\ndef square x = x * x\ndef main x = square x\n"),
  proseCell("cell-2", "## Two *squares*\n\nand $x^2$ <script>alert(1)</script>"),
  programCell("cell-3", "-- at: 3.0\ndef main x = square (square x)\n"),
];

/** A document of prose and two programs, the second of which uses the first. */
async function written(options?: BrowserContextOptions) {
  const opened = await Notebook.open(site, options, { title: "", cells: SQUARES });
  const { page } = opened;
  await says(page, 0, "4.0");
  await says(page, 1, "81.0");
  await page.locator(".rendered .katex").first().waitFor();
  return opened;
}

/** The same, written with the keyboard alone. */
async function typed() {
  const opened = await open();
  const { page } = opened;
  const { keyboard } = page;
  const [first, prose, second] = SQUARES.map(({ text }) => text);
  await page.getByRole("textbox", { name: "Program", exact: true }).focus();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.insertText(first!);
  await keyboard.press("ControlOrMeta+Enter");
  await says(page, 0, "4.0");
  await keyboard.press("ControlOrMeta+Alt+m");
  await page.waitForFunction(() => document.activeElement?.closest(".prose-editor") != null);
  await keyboard.insertText(prose!);
  await page.locator(".rendered .katex").first().waitFor();
  await keyboard.press("Escape");
  await keyboard.press("ControlOrMeta+Alt+p");
  await page.waitForFunction(() => document.activeElement?.closest("#cell-3") != null);
  await keyboard.press("ControlOrMeta+a");
  await keyboard.insertText(second!);
  await keyboard.press("ControlOrMeta+Enter");
  await says(page, 1, "81.0");
  return opened;
}

describe("a document of several cells", () => {
  test("is written with the keyboard alone; prose is Markdown without HTML, with formulas", async () => {
    const { page, errors } = await typed();
    expect(await cells(page).count()).toBe(3);
    expect(await page.locator(".rendered h2").textContent()).toBe("Two squares");
    expect(await page.locator(".rendered").textContent()).toContain("<script>alert(1)</script>");
    expect(await page.locator(".rendered script").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("runs below what changed, unless it is held still", async () => {
    const { page } = await written();
    const first = page.getByRole("textbox", { name: "Program", exact: true }).first();
    const change = async (body: string): Promise<void> => {
      await first.click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(`-- at: 2.0\ndef square x = ${body}\ndef main x = square x\n`);
    };
    await change("x * x + 1.0");
    await says(page, 1, "101.0");
    await page.getByRole("button", { name: "Freeze the result" }).nth(1).click();
    await change("x");
    await says(page, 0, "2.0");
    await page.locator(".status", { hasText: "a program above has changed since" }).waitFor();
    await atRest(page);
    await says(page, 1, "101.0");
  });

  test.runIf(IS_LONG)("looks inside each of its programs", async () => {
    const { page } = await written();
    await page.getByRole("textbox", { name: "Program", exact: true }).nth(1).click();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph" }).click();
    await page.waitForURL(/#\/graph\/cell-3$/);
    await page.getByText("81", { exact: false }).first().waitFor();
  });

  test.runIf(IS_LONG)("is undone and done again, step by step", async () => {
    const { page } = await written();
    await page.locator(".prose-cell").getByRole("button", { name: "More actions for this cell" }).click();
    await page.getByRole("menuitem", { name: "Delete this cell" }).click();
    await expect.poll(() => cells(page).count()).toBe(2);
    await command(page, "Undo");
    await expect.poll(() => cells(page).count()).toBe(3);
    await command(page, "Redo");
    await expect.poll(() => cells(page).count()).toBe(2);
    await command(page, "Undo");
    await cells(page).nth(2).waitFor();
    await page.getByRole("button", { name: "More actions for this cell" }).last().click();
    await page.getByRole("menuitem", { name: "Move this cell up" }).click();
    await expect.poll(() => cells(page).nth(1).getAttribute("id")).toBe("cell-3");
  });

  test.runIf(IS_LONG)(
    "a new cell has nothing of a deleted one, and undoing goes on from the editor into the document",
    async () => {
      const { page } = await written();
      await page.getByRole("button", { name: "More actions for this cell" }).last().click();
      await page.getByRole("menuitem", { name: "Delete this cell" }).click();
      await expect.poll(() => cells(page).count()).toBe(2);
      await page.getByRole("button", { name: "Program", exact: true }).last().click();
      // its own run, of its own text and input
      const added = page.getByRole("region", { name: "Result, program 2" });
      await added.getByText("input 2.0, gradient 4.0").first().waitFor();
      expect(await added.getByText(/81\.0|108\.0/).count()).toBe(0);
      expect(await cells(page).last().getAttribute("id")).toBe("cell-4");
      await page.waitForFunction(() => document.activeElement?.closest("#cell-4") != null);
      await page.keyboard.press("ControlOrMeta+z");
      await page.locator("#cell-4").waitFor({ state: "detached" });
      expect(await cells(page).count()).toBe(2);
    },
  );

  test.runIf(IS_LONG)("in two tabs goes two ways where both change it, and says so", async () => {
    const { page } = await written();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await cells(other).nth(2).waitFor();
    const tabs = [page, other];
    for (const tab of tabs) {
      await tab.getByRole("textbox", { name: "Program", exact: true }).first().click();
      await tab.keyboard.press("ControlOrMeta+End");
    }
    const write = (what: string) =>
      Promise.all(tabs.map((tab, index) => tab.keyboard.insertText(`-- ${what} of ${index}\n`)));
    const told = tabs.map((tab) => tab.getByText(/Another tab is changing this document too/));
    // what is stored before the other tab changes it is taken over there: it takes both at the same moment
    const isTold = async (): Promise<boolean> => {
      await write("more");
      return (await Promise.all(told.map((words) => words.count()))).some((count) => count > 0);
    };
    await expect.poll(isTold, { timeout: 15_000, interval: 300 }).toBe(true);
    await write("the last");
    const found = async (): Promise<readonly (readonly boolean[])[]> =>
      [...(await storedTexts(page)).values()].map((text) =>
        [0, 1].map((index) => text.includes(`the last of ${index}`)),
      );
    await expect
      .poll(async () => (await found()).toSorted(), { timeout: 15_000 })
      .toEqual([
        [false, true],
        [true, false],
      ]);
  });

  test.runIf(IS_LONG)("survives a reload, and a second document beside it", async () => {
    const { page } = await written();
    await page.getByRole("textbox", { name: "Title of the document" }).fill("My lecture");
    await page.reload();
    await cells(page).nth(2).waitFor();
    await command(page, "New document");
    await expect.poll(() => cells(page).count()).toBe(1);
    await command(page, "Documents and their history");
    await page.getByRole("button", { name: /^My lecture/ }).click();
    await cells(page).nth(2).waitFor();
    expect(await page.getByRole("textbox", { name: "Title of the document" }).inputValue()).toBe("My lecture");
  });
});

describe("sharing", () => {
  test.runIf(IS_LONG)("a link opens the whole document elsewhere, beside what is there", async () => {
    const { page } = await written();
    await page.getByRole("textbox", { name: "Title of the document" }).fill("My lecture");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const link = await page.getByRole("textbox", { name: /^Link/ }).inputValue();
    await page.getByRole("img", { name: "The link as a QR code" }).waitFor();
    expect(link).toMatch(/#\/open\/1\/[\w-]+$/);
    const other = await open();
    await other.page.goto(link);
    await cells(other.page).nth(2).waitFor();
    expect(await other.page.getByRole("textbox", { name: "Title of the document" }).inputValue()).toBe("My lecture");
    expect(new URL(other.page.url()).hash).toBe("#/");
    await command(other.page, "Documents and their history");
    await other.page.getByRole("button", { name: /^The running example/ }).waitFor();
  });

  test.runIf(IS_LONG)("a damaged link is refused, and the document stays", async () => {
    const { page } = await written();
    await page.evaluate(() => {
      location.hash = "#/open/1/AAAA";
    });
    await page.getByText(/Could not open it: the link is incomplete or damaged/).waitFor();
    expect(await cells(page).count()).toBe(3);
  });

  test.runIf(IS_LONG)(
    "a Markdown file takes its title from its first heading, and headings are as large as they were written",
    async () => {
      const { page } = await written();
      const chosen = page.waitForEvent("filechooser");
      await command(page, "Open a file");
      const text = "# Gently\n\nOne.\n\n## A part\n\n```dual\ndef main x = x * 2.0\n```\n\n## Another part\n";
      await (await chosen).setFiles({ name: "lecture.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
      await page.getByRole("heading", { name: "Another part" }).waitFor();
      expect(await page.getByRole("textbox", { name: "Title of the document" }).inputValue()).toBe("Gently");
      const sizes = await page
        .locator(".prose-cell :is(h2, h3)")
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      expect(sizes[0]).toBeGreaterThan(sizes[1]!);
      expect(sizes[2]).toBe(sizes[1]);
    },
  );

  test.runIf(IS_LONG)("a Markdown file is saved and opened again", async () => {
    const { page } = await written();
    const [download] = await Promise.all([page.waitForEvent("download"), command(page, "Save as a Markdown file")]);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain("## Two *squares*");
    expect(text).toContain("```dual\n-- at: 3.0");
    const file = join(mkdtempSync(join(tmpdir(), "dualscope-")), "lecture.md");
    writeFileSync(file, text.replace("Two *squares*", "Three squares"));
    const other = await open();
    const [chooser] = await Promise.all([other.page.waitForEvent("filechooser"), command(other.page, "Open a file")]);
    await chooser.setFiles(file);
    await other.page.locator(".rendered", { hasText: "Three squares" }).waitFor();
    expect(await cells(other.page).count()).toBe(3);
  });
});

test("after the first visit the whole app works without a network", async () => {
  const { page, errors } = await written({ serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await cells(page).nth(2).waitFor();
  await page.locator(".rendered .katex").first().waitFor();
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await says(page, 0, "4.0");
  for (const view of ["Explorer", "Graph", "Complexity"]) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
    await page.locator(".look h1, .look .opening").first().waitFor();
  }
  expect(errors).toEqual([]);
});

describe("in other places", () => {
  test.runIf(IS_LONG)(
    "embedded, a document stands without its surroundings, runs, and leaves nothing behind",
    async () => {
      const { page } = await written();
      await page.getByRole("button", { name: "Share", exact: true }).click();
      const snippet = await page.getByRole("textbox", { name: "Embed in a page" }).inputValue();
      const address = /src="([^"]+)"/.exec(snippet)![1]!;
      const other = await open();
      await other.page.waitForFunction(() => localStorage.getItem("dualscope.drawing") === "{}");
      await atRest(other.page);
      const before = await allStored(other.page);
      await other.page.goto(address);
      await cells(other.page).nth(2).waitFor();
      expect(await other.page.getByRole("navigation", { name: "Views" }).count()).toBe(0);
      await other.page.getByRole("button", { name: /^Run/ }).first().click();
      await says(other.page, 0, "4.0");
      expect(await allStored(other.page)).toBe(before);
    },
  );
});

describe("commands", () => {
  test.runIf(IS_LONG)("have keys that can be seen and changed", async () => {
    const { page } = await open();
    await page.locator("body").click({ position: { x: 5, y: 400 } });
    await page.keyboard.press("?");
    await page.getByRole("button", { name: "Change keyboard shortcuts" }).click();
    await page.getByRole("button", { name: /^Key for “Add prose below”/ }).click();
    await page.keyboard.press("ControlOrMeta+Alt+j");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Alt+j");
    await page.getByRole("textbox", { name: /^Prose/ }).waitFor();
    await page.reload();
    // a key is for a page that is there
    await page.getByRole("textbox", { name: "Program", exact: true }).waitFor();
    await page.keyboard.press("ControlOrMeta+Alt+j");
    await page.locator(".prose-editor").nth(1).waitFor();
  });

  test("and every dialog are for everyone, light and dark", async () => {
    const { page } = await written();
    expect(await faultsInLightAndDark(page)).toEqual([]);
    const dialogs = [
      ["Share as a link", "Share this document"],
      ["Documents and their", "Documents in this browser"],
      ["Change keyboard", "Keys"],
    ] as const;
    // one of them; all in the long tests
    for (const [words, title] of oneIn(dialogs.length, dialogs)) {
      await command(page, words);
      await page.getByRole("dialog", { name: title }).waitFor();
      expect(await faultsInLightAndDark(page)).toEqual([]);
      await page.keyboard.press("Escape");
      // the next one opens when this one is gone
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    await page.keyboard.press("ControlOrMeta+k");
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  test("after a command of the palette, the focus is where it was", async () => {
    const { page } = await open();
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    await menu.focus();
    await command(page, "Theme: dark");
    await page.locator(':root[data-theme="dark"]').waitFor();
    await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test.runIf(IS_LONG)("a phone shows a document in one column", async () => {
    const { page } = await written({ viewport: { width: 390, height: 844 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});

describe("playing with the numbers", () => {
  test("value and gradient follow a slider, and steps go down the gradient", async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: (3.0, 1.0)\ndef main (x, y) = x * x + y * y\n");
    await notebook.runNow();
    await page.getByText("Play with the numbers").click();
    const slider = page.getByRole("slider", { name: "x of the input" });
    await slider.focus();
    await page.keyboard.press("Home");
    await notebook.ended();
    expect(await notebook.values()).toBe("value 101.0; input (-10.0, 1.0), gradient (-20.0, 2.0)");
    // a slider has no undoing of its own
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => notebook.values()).toBe("value 10.0; input (3.0, 1.0), gradient (6.0, 2.0)");
    expect(await slider.inputValue()).toBe("3");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect.poll(() => notebook.values()).toBe("value 101.0; input (-10.0, 1.0), gradient (-20.0, 2.0)");
    for (let step = 0; step < 3; step++) {
      await page.getByRole("button", { name: /^Step down/ }).click();
      await page.getByText(step === 0 ? "After one step" : `After ${step + 1} steps`).waitFor();
    }
    await page.getByRole("slider", { name: "The value after each step" }).waitFor();
    expect(await notebook.values()).toMatch(/^value 26\.47/);
    const handle = page.locator("[data-part=play] .scrub").nth(2);
    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 105, box.y + 5, { steps: 5 });
    await page.mouse.up();
    await notebook.ended();
    expect(await notebook.values()).toMatch(/input \(-5\.12, (?!0\.512\))/);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test.runIf(IS_LONG)(
  "a number of the graph below a program is explained in the graph, by a press and by keys",
  async () => {
    const { page, notebook } = await open();
    await notebook.write("-- at: (3.0, 4.0)\ndef main (x, y) = let z = x + y in x * z\n");
    await notebook.runNow();
    await page.locator("[data-part=graph] > summary").click();
    const numbers = page.getByRole("group", { name: "Numbers of the graph" });
    await numbers.getByRole("button", { name: /^#2 z = x \+ y = 7/ }).click();
    await page.getByText("Why does z have").waitFor();
    await page.goBack();
    await numbers.getByRole("button").first().focus();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Why does y have").waitFor();
  },
);
