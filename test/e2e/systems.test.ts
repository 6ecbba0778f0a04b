// The view Systems in a browser: one program in several columns, linked by place, with tables, keyboard, phone and themes.

import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { ALGORITHM_CATALOGUE, describedStage, isOfArrays } from "../../engine/algorithms/catalogue.ts";
import { IS_LONG } from "../support/runs.ts";
import { faultsInLightAndDark, type Visit } from "./browser.ts";
import { Notebook, openDebugger } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { untilStored } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(() => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
});

const PROGRAM = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) =\n  let s = sin x in\n  x * y + s\n";

async function opened(text = PROGRAM, options?: BrowserContextOptions): Promise<Page> {
  const visit = await site.visit(options);
  visits.push(visit);
  const notebook = new Notebook(visit.page);
  await notebook.ended();
  await notebook.write(text);
  await notebook.runNow();
  await visit.page.goto(`${site.address}#/systems`);
  // the uses of scalars come last
  await visit.page.getByRole("rowheader", { name: "Branch" }).waitFor();
  return visit.page;
}

/** Lit parts of a column's program, in order. */
async function litIn(page: Page, column: number): Promise<readonly string[]> {
  return page.locator(".systems-program").nth(column).locator(".lit").allInnerTexts();
}

/** How far the middle of a line number is from that of its line, in CSS pixels, of the last line. */
function offLine(page: Page): Promise<number> {
  return page.evaluate(() => {
    const middle = (selector: string): number => {
      const element = [...document.querySelectorAll(`.systems-source ${selector}`)].at(-1)!;
      const range = document.createRange();
      range.selectNodeContents(element);
      const { top, bottom } = range.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    return Math.abs(middle(".cm-lineNumbers .cm-gutterElement") - middle(".cm-line"));
  });
}

describe("one program, side by side", () => {
  test("the first screen has the graph of the run beside the program: its numbers light up their lines in all columns", async () => {
    const page = await opened(`-- title: T\n${PROGRAM.trimEnd()}`, { viewport: { width: 1440, height: 900 } });
    const graph = page.getByRole("region", { name: "Graph of the run" });
    // x is used twice: it is looked at first
    await graph.getByRole("button", { name: /^#0 x\b.* = 2; cotangent 2\.58/, pressed: true }).waitFor();
    await page.locator(".systems-told").filter({ hasText: "x is 2, its cotangent 2.584" }).waitFor();
    expect(await litIn(page, 0)).toContain("x");
    await graph.getByRole("button", { name: /sin/ }).hover();
    await page.locator(".systems-told").filter({ hasText: "s is 0.9093" }).waitFor();
    await graph.getByRole("button", { name: /^#0 x\b.* = 2;/ }).press("ArrowRight");
    await page.locator(".systems-told").filter({ hasText: "y is 3, its cotangent 2" }).waitFor();
    // all of the header but its first line is folded, so that the program is in sight
    expect(await page.locator(".systems-source .cm-line").first().innerText()).toMatch(/^-- title: T…?$/);
    expect(await page.locator(".systems-source").innerText()).not.toContain("at:");
    expect(await offLine(page)).toBeLessThan(3);
    const columns = await page
      .locator(".systems-program")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(columns).toHaveLength(ALGORITHM_CATALOGUE.length);
    // code is not broken into single letters: with more columns than fit, the page is scrolled
    const widths = page.locator(".systems-program").evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(Math.min(...(await widths))).toBeGreaterThan(300);
    // below the sentences about what each stage changes
    expect(Math.max(...columns)).toBeLessThan(600);
  });

  test("a first look has three systems: an idea, the same gradient, counts and the lines of what is chosen; the rest a press away", async () => {
    const visit = await site.visit({ viewport: { width: 1440, height: 900 }, depth: "first" });
    visits.push(visit);
    const { page } = visit;
    await new Notebook(page).ended();
    await page.goto(`${site.address}#/systems`);
    const briefs = page.locator(".systems-brief");
    await briefs.nth(2).getByText("steps back").waitFor();
    expect(await briefs.count()).toBe(3);
    expect(await page.locator(".systems-idea").count()).toBe(3);
    for (const brief of await briefs.all()) expect(await brief.innerText()).toContain("(37.0, 12.0)");
    // the excerpt of each column ends within the first screen, and is about the product that uses x last
    for (const column of await page.locator(".systems-program").all()) {
      const { y, height } = (await column.boundingBox())!;
      expect(y + height).toBeLessThan(900);
      expect(await column.locator(".lit").count()).toBeGreaterThan(0);
    }
    expect(await page.getByText("x * z becomes").count()).toBe(3);
    const first = page.locator(".systems-program").first();
    expect(await first.innerText()).not.toContain("def main");
    await page.getByRole("button", { name: "Lambda, the ultimate backpropagator" }).click();
    await briefs.nth(3).getByText("steps back").waitFor();
    await page.getByRole("button", { name: /^Whole programs, and what each system keeps/ }).click();
    await page.getByRole("rowheader", { name: "Branch" }).waitFor();
    expect(await first.innerText()).toContain("def main");
  });

  test.runIf(IS_LONG)(
    "a name that is chosen by the caret lights up in all columns, with its cotangent and what that is the sum of",
    async () => {
      const page = await opened();
      const source = page.getByRole("textbox", { name: "The program; the cursor chooses a place" });
      await source.focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("ArrowDown");
      for (let at = 0; at < "def main (".length; at++) await page.keyboard.press("ArrowRight");
      const told = page.locator(".systems-told");
      await told.filter({ hasText: "x is 2, its cotangent 2.584" }).waitFor();
      expect(await told.innerText()).toContain("3 from x * y");
      expect(await told.innerText()).toContain("0.4161 from s");
      expect(await litIn(page, 0)).toContain("x");
      expect(await litIn(page, 1)).toContain("x");
      expect((await litIn(page, 2)).join(" ").normalize("NFD")).toContain("x\u0308₁");
      // the row of the scalar in each column, but of those of whole arrays
      const byScalar = ALGORITHM_CATALOGUE.filter(({ usual }) => !isOfArrays(usual.run));
      expect(await page.locator(".systems-reached button[data-lit]").count()).toBe(byScalar.length);
    },
  );

  test.runIf(IS_LONG)(
    "a row of a column lights up the others and the text; the pointer lights for as long as it stays",
    async () => {
      const page = await opened();
      await page
        .getByRole("button", { name: /^s 1 delivery, final at 3$/ })
        .first()
        .click();
      await page.locator(".systems-told").filter({ hasText: "s is 0.9093" }).waitFor();
      expect(await page.locator(".systems-source .cm-lit").allInnerTexts()).toEqual(["s", "sin x", "s"]);
      await page.locator(".systems-kept button").first().hover();
      await page.locator(".systems-told").filter({ hasText: "s is 0.9093" }).waitFor();
      await page.getByRole("heading", { name: "One program, side by side" }).hover();
      await page.locator(".systems-told").filter({ hasText: "s is 0.9093" }).waitFor();
    },
  );

  test.runIf(IS_LONG)("another stage in a column: calls that no factoring folds are final later", async () => {
    const page = await opened("-- at: 1.5\ndef main (x : Real) =\n  let a = x + x in let b = a + a in b + b\n");
    await page
      .getByRole("button", { name: /^x 2 deliveries, final at 7$/ })
      .first()
      .waitFor();
    await page.getByLabel("Stage of system 1").selectOption("naive");
    await page.getByRole("button", { name: /^x 8 deliveries, final at 15$/ }).waitFor();
    await page.getByRole("cell", { name: /^8 calls/ }).waitFor();
    // the choice is kept
    await page.reload();
    await page.getByRole("button", { name: /^x 8 deliveries, final at 15$/ }).waitFor();
  });

  test.runIf(IS_LONG)("what is computed again in Linearise is no part of the tape here", async () => {
    const page = await opened();
    const kept = page.getByText(/^The variables? that the linear half reads of the other half/);
    expect(await kept.innerText()).toContain("3 Reals");
    await page.goto(`${site.address}#/linear`);
    await page.getByRole("button", { name: /^4\s+Transpose/ }).click();
    await page.getByRole("button", { name: "dx is taped; compute it again" }).click();
    await page.getByText("Tape: 2 Reals cross the cut").waitFor();
    await page.goto(`${site.address}#/systems`);
    await kept.filter({ hasText: "2 Reals" }).waitFor();
  });

  test.runIf(IS_LONG)(
    "a program that Linear A does not have is traced: with the place, the reason and a way to read it",
    async () => {
      const page = await opened("-- at: 2.0\ndef main (x : Real) =\n  if x > 1.0 then x * x else x\n");
      const note = page.locator(".traced-note").filter({ hasText: "Traced" });
      expect(await note.innerText()).toContain("Traced: the program branches here (line 3).");
      await note.getByRole("link", { name: "Read the run as a program" }).click();
      // the table of all systems says so of each, too, until it has gone
      await page.locator(".study-shown").waitFor();
      await page.getByText("Traced:", { exact: true }).waitFor();
    },
  );

  test.runIf(IS_LONG)("the explorer says of a traced column that it is, and why", async () => {
    const page = await opened("-- at: 2.0\ndef main (x : Real) =\n  if x > 1.0 then x * x else x\n");
    await page.goto(page.url().replace("#/systems", "#/explorer?stages=tape,transposed"));
    await page.getByRole("button", { name: "transposed: traced" }).click();
    await page.getByText("the program branches here (line 3)").waitFor();
    expect(await page.getByRole("button", { name: "tape: traced" }).count()).toBe(0);
  });

  test.runIf(IS_LONG)(
    "the program of a run at another input than its header's says so, in the graph, the debugger and Jobs too",
    async () => {
      const page = await opened();
      await page.goto(`${site.address}#/`);
      await new Notebook(page).input.click();
      await page.keyboard.type("(5.0, 3.0)");
      for (const view of ["systems", "graph", "explorer", "jobs"]) {
        await page.goto(`${site.address}#/${view}`);
        if (view === "explorer") await openDebugger(page);
        await page.locator(".source-host .cm-replaced", { hasText: "(2.0, 3.0)" }).waitFor();
        await page.locator(".source-host").getByText("now (5.0, 3.0)").waitFor();
      }
    },
  );

  test.runIf(IS_LONG)("a long run tells how far it is, and is stopped with what there is", async () => {
    const visit = await site.visit();
    visits.push(visit);
    const notebook = new Notebook(visit.page);
    await notebook.ended();
    await notebook.write(
      "-- at: (100000, 1.0)\ndef main (n : Int, x : Real) : Real = if n == 0 then x else main (n - 1, sin x)\n",
    );
    await visit.page.goto(`${site.address}#/systems`);
    const progress = visit.page.locator(".systems-progress");
    await progress.getByText("steps so far").waitFor();
    await progress.getByRole("button", { name: "Stop", exact: true }).click();
    // a worker that has not heard it in time is ended: then the reader is told, and runs it again
    const partial = visit.page.getByText("Not run to its end.").first();
    const stopped = visit.page.getByRole("button", { name: "Run this program" });
    await partial.or(stopped).waitFor({ timeout: 50_000 });
    if (await stopped.isVisible()) {
      await stopped.click();
      await progress.getByText("steps so far").waitFor();
    }
  });

  test.runIf(IS_LONG)(
    "the table counts any stages of any algorithms, and fits their growth beside the claim",
    async () => {
      const page = await opened(
        "-- at: n\n-- sweep: n = 1 .. 10\ndef double (k : Int, x : Real) : Real = if k == 0 then x else double (k - 1, x + x)\ndef main (k : Int) = double (k, 1.0)\n"
          .replace("-- at: n", "-- at: (n, 1.5)")
          .replace("def main (k : Int) = double (k, 1.0)", "def main (k : Int, x : Real) = double (k, x)"),
      );
      const row = page.locator(".systems-table tr", { hasText: "naive" });
      await row.getByText(/2n/).waitFor();
      expect(await row.innerText()).toContain("T + I + paths");
      await page.getByText("Choose stages").click();
      await page.getByRole("checkbox", { name: "cayley" }).check();
      await page.locator(".systems-table tr", { hasText: "cayley" }).getByText("T + I").waitFor();
      await page.getByLabel("Counter whose growth is shown").selectOption("calls");
      await page
        .locator(".systems-table tr", { has: page.getByRole("rowheader", { name: /tape$/ }) })
        .getByText("n + 1")
        .waitFor();
      // a tape that is a tuple is not counted as entries, and that is said
      const turned = page.locator(".systems-table tr", { hasText: "transposed" });
      await turned.getByText("Linearise counts the Reals that it holds").first().waitFor({ state: "attached" });
      // what is compared is part of the document
      await untilStored(page, (raw) => raw.includes('"quantity":"calls"') && raw.includes('"cayley"'));
      await page.reload();
      await page.locator(".systems-table tr", { hasText: "cayley" }).getByText("n + 1").waitFor();
    },
  );

  test.runIf(IS_LONG)("uses: what no one reads is skipped, or becomes NaN", async () => {
    const page = await opened();
    const dead = page.getByRole("row", { name: /^Dead code/ });
    const heads = await dead.getByRole("cell").locator("b").allInnerTexts();
    const wanted = ALGORITHM_CATALOGUE.map(({ usual: { run } }) => {
      if (isOfArrays(run)) return "in an array";
      return describedStage(run)!.unreached === "skipped" ? "skipped" : "0 × ∞ = NaN";
    });
    expect(new Set(wanted).size).toBe(3);
    expect(heads).toEqual(wanted);
  });

  test.runIf(IS_LONG)("axe finds nothing; a phone has one system at a time and does not scroll sideways", async () => {
    const page = await opened();
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const tabs = page.getByRole("group", { name: "System", exact: true });
    await tabs.waitFor();
    // all names of the tabs are seen whole
    expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByLabel("Stage of system 1").waitFor();
    await tabs.getByRole("button").nth(2).click();
    await page.getByLabel("Stage of system 3").waitFor();
    expect(await page.getByLabel("Stage of system 1").isVisible()).toBe(false);
  });
});
