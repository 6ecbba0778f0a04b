// The complexity lab in a browser: curves, tables, the explorer at a point, files, the clock, work and span; for everyone.

import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CONSTANT_STAGES } from "../../app/complexity/model/lab.ts";
import { programCell } from "../../app/document/document.ts";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults, faultsInLightAndDark } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";
import { storedTexts } from "./stored.ts";

const DOUBLING = readFileSync(new URL("../../examples/04-doubling-chain.dual", import.meta.url), "utf8");
const TREE = readFileSync(new URL("../../examples/21-parallel-tree.dual", import.meta.url), "utf8");

const site = siteForTests();

/** Opens the lab of a program. */
async function open(text: string, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Complexity", exact: true }).click();
  return { page, errors };
}

/** Waits until every run of the curves is there; says how far they came otherwise. */
async function counted(page: Page): Promise<void> {
  const isDone = page.getByText(/^\d+\s+runs? counted/).waitFor({ timeout: 60_000 });
  await isDone.catch(async (error) => {
    throw new Error(`not all counted: ${await page.locator("main").innerText()}`, { cause: error });
  });
}

async function setNumbers(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "n", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

const slider = (page: Page) => page.getByRole("slider", { name: /^Calls or evaluations over n/ });

test.runIf(IS_LONG)("a program of the document can stand beside another one", async () => {
  const sized = (body: string) =>
    `-- title: ${body}\n-- at: (n, 0.5)\n-- sweep: n = 1 .. 4\ndef main (n : Int, x : Real) = ${body}\n`;
  const [once, twice] = [sized("x * real n"), sized("x * x * real n")];
  const { page, errors } = await Notebook.open(
    site,
    {},
    {
      title: "",
      cells: [programCell("cell-1", once), programCell("cell-2", twice)],
    },
  );
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Complexity", exact: true }).click();
  await counted(page);
  const beside = page.getByRole("combobox", { name: "Compare with" });
  await beside.selectOption({ label: "x * x * real n" });
  await expect.poll(() => beside.inputValue()).toBe("cell-2");
  await counted(page);
  expect(errors).toEqual([]);
});

describe("curves", () => {
  test("open with naive and tape, beside what the papers claim, and go on as predicted past the budget", async () => {
    const { page, errors } = await open(DOUBLING);
    await counted(page);
    for (const stage of ["naive", "tape"])
      expect(await page.getByRole("button", { name: stage, exact: true }).getAttribute("aria-pressed")).toBe("true");
    const fits = page.getByRole("table").filter({ hasText: "best fit" });
    expect(await fits.getByRole("row", { name: /naive/ }).textContent()).toContain("2·2n − 1exactT + I + paths · I");
    expect(await fits.getByRole("row", { name: /tape/ }).textContent()).toContain("n + 1exact");
    expect(await fits.getByText("agrees", { exact: true }).count()).toBe(2);
    await page.getByRole("combobox", { name: "Budget of a run" }).selectOption("1000000");
    await setNumbers(page, "2, 4, 6, 8, 10, 12, 24, 48, 96, 128");
    await counted(page);
    await page.getByText(/stopped at n = 24: budget 1 million steps; dashed/).waitFor();
    const table = page.getByRole("region", { name: "Calls or evaluations over n, the table" });
    expect(await table.getByRole("row", { name: /^128/ }).textContent()).toBe(
      `1286.8 × 10³⁸${"680 564 733 841 876 926 926 749 214 863 536 422 911".replaceAll(" ", "\u202f")} predicted129`,
    );
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("are those that an address names: stages and a counter", async () => {
    const { page } = await open(DOUBLING);
    await page.evaluate(() => {
      location.hash = "#/complexity/1?stages=staged,cayley&counter=sums";
    });
    await page.getByRole("slider", { name: /^Zeros and sums over n/ }).waitFor();
    const chosen = page.locator('.lab-main button[aria-pressed="true"]');
    for (const stage of ["staged", "cayley"]) await chosen.getByText(stage, { exact: true }).waitFor();
    expect(await chosen.getByText("naive", { exact: true }).count()).toBe(0);
  });

  test.runIf(IS_LONG)(
    "are walked along by keys, say all counters, and open a run in the explorer at its n",
    async () => {
      const { page } = await open(DOUBLING);
      await counted(page);
      await slider(page).focus();
      for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
      expect(await slider(page).getAttribute("aria-valuetext")).toMatch(
        /^n = 3, Calls or evaluations: naive 15; tape 4\. naive, n = 3: Calls or evaluations 15, Cost of the gradient \d+/,
      );
      await page.keyboard.press("ArrowDown");
      expect(await slider(page).getAttribute("aria-valuetext")).toContain("tape, n = 3");
      await page.keyboard.press("Enter");
      await page.locator(".film-transport").waitFor();
      expect(await page.getByRole("textbox", { name: /^n from the sweep/ }).inputValue()).toBe("3");
    },
  );

  test.runIf(IS_LONG)(
    "of more counters and stages stand one below the other, and a row of the table opens its run",
    async () => {
      const { page } = await open(DOUBLING);
      await setNumbers(page, "1 .. 8");
      await page.getByRole("button", { name: "staged", exact: true }).click();
      await page.getByRole("button", { name: "Map nodes", exact: true }).click();
      await counted(page);
      await page.getByText("Always 0, so not on a logarithmic axis: naive, tape").waitFor();
      const table = page.getByRole("region", { name: "Map nodes over n, the table" });
      await table.getByRole("button", { name: /open staged at n = 5 in the explorer/ }).click();
      await page.locator(".film-transport").waitFor();
      expect(await page.getByRole("textbox", { name: /^n from the sweep/ }).inputValue()).toBe("5");
    },
  );

  test.runIf(IS_LONG)("can be stopped, keep what there is, and go on", async () => {
    const { page } = await open(DOUBLING);
    await page.getByRole("combobox", { name: "Budget of a run" }).selectOption("100000000");
    // a run that takes seconds, and that its budget ends if the click comes late
    await setNumbers(page, "1, 2, 3, 4, 5, 6, 7, 8, 26, 27, 28");
    await page.getByText(/naive at n = 26/).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/^Stopped after \d+ of 22\s+points\. The results so far are kept/).waitFor();
    const table = page.getByRole("region", { name: "Calls or evaluations over n, the table" });
    expect(await table.getByRole("row", { name: /^8/ }).textContent()).toBe("85119");
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await page.getByRole("combobox", { name: "Budget of a run" }).selectOption("1000000");
    await page.getByText(/stopped at n = 26: budget 1 million steps; dashed/).waitFor();
    await counted(page);
  });

  test.runIf(IS_LONG)("of two programs stand side by side", async () => {
    const { page } = await open(DOUBLING);
    await page.getByRole("button", { name: /^Right-nested vs. balanced/ }).click();
    await setNumbers(page, "8, 12, 16, 24, 32, 48, 64, 96");
    await counted(page);
    const fits = page.getByRole("table").filter({ hasText: "best fit" });
    expect(await fits.getByRole("row", { name: /cayley, chain/ }).textContent()).toMatch(/n2|n²/);
    expect(await fits.getByRole("row", { name: /cayley, balanced tree/ }).textContent()).toContain("n log n");
  });

  test.runIf(IS_LONG)("of a program without a sweep are drawn at an input that is made up", async () => {
    const { page } = await open("-- at: [1.0, 2.0]\ndef main xs = sum (map (\\x -> x * x) xs)\n");
    await counted(page);
    await page.getByText(/The program has no sweep/).waitFor();
    await page.getByRole("button", { name: /open tape at n = 4 in the explorer/ }).click();
    await page.locator(".film-transport").waitFor();
    // and are the same when the user comes back
    await page
      .getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: "Complexity", exact: true })
      .click();
    await counted(page);
    await page.getByText(/The program has no sweep/).waitFor();
    await page.getByRole("button", { name: /open tape at n = 8 in the explorer/ }).waitFor();
  });

  test.runIf(IS_LONG)("are not drawn of what does not grow, and it is said what to do", async () => {
    const { page } = await open("-- at: (1.0, 2.0)\ndef main (x, y) = x * y\n");
    await page.getByText("This input does not grow").waitFor();
    await page.getByText("A (Real, Real) has a fixed size").waitFor();
    const tree =
      "data T = L Real | N T T\ndef make (n : Int) : T = if n < 1 then L 1.0 else N (make (n - 1)) (L 2.0)\n";
    const other = await open(`-- at: L 1.0\n${tree}def main t = case t of { L x -> x | N a b -> main a * main b }\n`);
    await other.page.getByText(/-- at: make n\s+-- sweep: n = 1 \.\. 24/).waitFor();
  });

  test.runIf(IS_LONG)("end at a mistake, with its words", async () => {
    const { page } = await open(
      "-- at: (n, 1.0)\n-- sweep: n = 1 .. 9\ndef main (n : Int, x) = x * real (div 1 (n - 5))\n",
    );
    await page
      .getByText(/no run at n = 5: /)
      .first()
      .waitFor();
  });
});

test("an experiment has a document of its own: one's program and the welcome stay as they are", async () => {
  const { page, errors } = await site.visit();
  const entrance = page.getByRole("region", { name: "What would the answer do if one number moved?" });
  await entrance.locator("output").filter({ hasText: "300" }).waitFor();
  await page.evaluate(() => {
    location.hash = "#/complexity";
  });
  await page.getByRole("button", { name: /^Right-nested vs. balanced/ }).click();
  await page.getByText("The example opened as a new document.").waitFor();
  // the next one takes its place
  const names = page.locator(".lab-gallery button b");
  await names.last().click();
  await page.locator(".lab-files, .lab-progress, .lab-figure").first().waitFor();
  await page.getByRole("button", { name: "Back to your version" }).click();
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await entrance.locator("output").filter({ hasText: "300" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Program", exact: true }).innerText()).toContain("let z = x + y in");
  // one's own, and that of the experiments
  await expect.poll(async () => (await storedTexts(page)).size).toBe(2);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)(
  "an experiment whose programs grow has a program for each n, and a point opens its own",
  async () => {
    const { page, errors } = await open(DOUBLING);
    await page.getByRole("button", { name: /^Functions within functions/ }).click();
    await page.getByText("The document has the one for n = 4.").waitFor();
    await counted(page);
    const table = page.getByRole("region", { name: /^Calls of terms' backpropagators over n, the table/ });
    expect(await table.getByRole("row", { name: /^12/ }).textContent()).toBe("128189787878");
    await setNumbers(page, "0, 1");
    await page.getByText("There are programs for n from 1 to 64.").waitFor();
    const plot = page.getByRole("slider", { name: /over n/ });
    await plot.focus();
    for (const key of ["Home", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await page.locator(".film-transport").waitFor();
    await page.goBack();
    await page.getByText("The document has the one for n = 2.").waitFor();
    await counted(page);
    expect(await table.getByRole("row", { name: /^12/ }).textContent()).toBe("128189787878");
    expect(errors).toEqual([]);
  },
);

/** How many pixels have another colour than the ground where a saved plot has the numbers of its vertical axis. */
function inkAtLeft(page: Page, png: string): Promise<number> {
  return page.evaluate(async (letters) => {
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    // between the label of the axis and the axis, below the title
    const { data } = context.getImageData(52, 60, 90, image.height - 120);
    const colours = new Uint32Array(data.buffer);
    return colours.filter((colour) => colour !== colours[0]).length;
  }, png);
}

test.runIf(IS_LONG)("numbers and plots are saved as files", async () => {
  const { page } = await open(DOUBLING);
  await counted(page);
  const save = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), "latin1");
  };
  expect(await save("CSV")).toMatch(/^program,stage,n,T,I,calls,cost,.*\r\nThe doubling chain,naive,1,/);
  expect((JSON.parse(await save("JSON")) as unknown[]).length).toBe(32);
  const plot = async (words: string): Promise<string> => {
    await page.getByRole("button", { name: "Save the plot" }).first().click();
    return save(words);
  };
  const svg = await plot("This picture as SVG");
  expect(svg).toContain("<title>The doubling chain: Calls or evaluations over n</title>");
  expect(svg).toMatch(/<text [^>]*>The doubling chain: Calls or evaluations over n<\/text>/);
  expect(svg).toMatch(/<text transform="[^"]*rotate\(-90\)"[^>]*>Calls or evaluations<\/text>/);
  expect(svg).not.toContain("var(");
  for (const font of ["Inter", "JetBrains Mono"])
    expect(svg).toMatch(new RegExp(`@font-face\\{font-family:"${font}"[^}]*data:`));
  const png = await plot("This picture as PNG");
  expect(png.slice(1, 4)).toBe("PNG");
  expect(await inkAtLeft(page, png)).toBeGreaterThan(100);
  expect(await plot("The curves for PGFPlots")).toContain("title={The\\ doubling\\ chain:");
  expect(await plot("The curves for gnuplot")).toMatch(/^# The doubling chain: .*\n# "n"\t"naive"/);
});

test.runIf(IS_LONG)("the constant of the bound is that of this program, and of the examples", async () => {
  const { page } = await open(DOUBLING);
  await setNumbers(page, "1 .. 8");
  await counted(page);
  await page.getByRole("button", { name: "Over all examples" }).click();
  await page.getByRole("button", { name: "Over all examples" }).waitFor({ timeout: 60_000 });
  const constants = page.getByRole("table").filter({ hasText: "the examples" });
  // a head, and a row for each stage
  expect(await constants.getByRole("row").count()).toBe(1 + CONSTANT_STAGES.length);
});

test.runIf(IS_LONG)("the compiled engine is put on the clock, apart from the counts", async () => {
  const { page, errors } = await open(DOUBLING);
  await setNumbers(page, "4, 8");
  await page.getByRole("tab", { name: "Timings" }).click();
  await page.getByText(/^2 measurements, medians of \d+ rounds/).waitFor({ timeout: 30_000 });
  await page.getByText(/Times on this machine, now/).waitFor();
  expect(await page.getByRole("region", { name: "Times, the table" }).getByRole("row").count()).toBe(3);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("checkpointing trades memory against steps, and holds log N by halves", async () => {
  const chain =
    "-- at: (n, 0.5)\n-- sweep: n = 2, 4, 8, 16, 32, 64, 128, 256\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x)\n";
  const { page, errors } = await open(chain);
  await counted(page);
  await page.getByRole("tab", { name: "Checkpointing" }).click();
  await page.getByText("18 of 18 runs done").waitFor({ timeout: 60_000 });
  const trade = page.getByRole("region", { name: "Memory vs. recomputation, n = 256" });
  expect(await trade.getByRole("row", { name: /^256/ }).textContent()).toMatch(/^2562562561.*2\.00$/);
  expect(await trade.getByRole("row").nth(9).textContent()).toMatch(/^125619511.*5\.02$/);
  const over = page.getByRole("region", { name: /^Held at once over n/ });
  await over.getByText("Snapshots at once: log N + 1.").waitFor();
  await over.getByText(/^Steps in all: .* N log N/).waitFor();
  await trade.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)("work and span give the speed-up on more workers, within Brent's bounds", async () => {
  const { page, errors } = await open(TREE);
  await setNumbers(page, "2 .. 5");
  await page.getByRole("tab", { name: "Work and span" }).click();
  const plot = page.getByRole("slider", { name: /^Reverse pass: speed-up/ });
  await plot.focus();
  await page.keyboard.press("End");
  const words = await plot.getAttribute("aria-valuetext");
  const [greedy, least, most] = [...words!.matchAll(/\d+\.\d+/g)].map(Number) as [number, number, number];
  expect(words).toMatch(/^64 workers/);
  expect(greedy).toBeGreaterThanOrEqual(least);
  expect(greedy).toBeLessThanOrEqual(most);
  expect(greedy).toBeGreaterThan(1.5);
  expect(errors).toEqual([]);
});

describe("for everyone", () => {
  test.runIf(IS_LONG)("axe finds nothing, light and dark, in the long tests on all three tabs", async () => {
    const { page } = await open(TREE);
    await setNumbers(page, "1 .. 8");
    await counted(page);
    expect(await faultsInLightAndDark(page)).toEqual([]);
    if (!IS_LONG) return;
    await page.getByRole("tab", { name: "Timings" }).click();
    await page.getByText(/^8 measurements/).waitFor({ timeout: 30_000 });
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.getByRole("tab", { name: "Work and span" }).click();
    await page.getByRole("slider").first().waitFor();
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  const SMALL: readonly (readonly [string, { readonly width: number; readonly height: number }])[] = [
    ["a phone", { width: 390, height: 844 }],
    ["400 % zoom", { width: 320, height: 256 }],
  ];

  test.runIf(IS_LONG).each(SMALL)("nothing is cut off on %s", async (_, viewport) => {
    const { page } = await open(DOUBLING, { viewport });
    await counted(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
