// The plot of what a program gave: offered after a run, chosen, walked along by keys, kept, presented and exported.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { type Document, programCell, proseCell } from "../../app/document/document.ts";
import { linkOf, readLink } from "../../app/document/files/link.ts";
import type { Views } from "../../app/document/views.ts";
import { IS_LONG } from "../support/runs.ts";
import { accessibilityFaults, faultsInLightAndDark, type Visit } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { CLIPBOARD, siteForTests } from "./site.ts";
import { storedTexts } from "./stored.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(async () => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
});

const FIT = `-- at: (2.0, 1.0)
def points : [(Real, Real)] = [(0.0, 1.0), (1.0, 2.5), (2.0, 5.5)]
def main (a, b) =
  let line = map (\\(x, _) -> (x, a * x + b)) points in
  (points, line)
`;

/** A page with one program, as a link brings it, that has run. */
async function opened(text: string, views: Views = { inside: [] }, options?: BrowserContextOptions): Promise<Page> {
  const visit = await site.visit(options);
  visits.push(visit);
  const { page } = visit;
  await new Notebook(page).ended();
  const document: Document = {
    title: "Fits",
    cells: [proseCell("cell-1", "## A line over data"), { ...programCell("cell-2", text), views }],
  };
  await page.goto(site.address + linkOf({ document, view: "" }));
  await page.getByRole("button", { name: "Run it" }).press("Enter");
  await new Notebook(page).ended();
  return page;
}

const part = (page: Page) => page.locator('[data-part="plot"]');
const plot = (page: Page) => part(page).getByRole("slider");

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("searchbox", { name: "Find a command" }).fill(words);
  await page.keyboard.press("Enter");
}

describe("data and the line of a model", () => {
  test("are offered as a plot, points under a line, with the names of the program", async () => {
    const page = await opened(FIT);
    await part(page).locator("summary").click();
    await plot(page).waitFor();
    expect(await part(page).locator(".plot-label").allTextContents()).toEqual(["points", "line"]);
    expect(await page.getByRole("button", { name: "Points and line" }).getAttribute("aria-pressed")).toBe("true");
    await plot(page).focus();
    await page.keyboard.press("End");
    expect(await plot(page).getAttribute("aria-valuetext")).toBe("x = 2: points 5.5; line 5");
    await page.keyboard.press("ArrowLeft");
    expect(await plot(page).getAttribute("aria-valuetext")).toBe("x = 1: points 2.5; line 3");
    expect(await part(page).locator(".plot circle").count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test.runIf(IS_LONG)("are drawn as it was chosen, after a reload and in a link, too", async () => {
    const page = await opened(FIT, { inside: ["plot"] }, { permissions: CLIPBOARD });
    await page.getByRole("button", { name: "Bar", exact: true }).click();
    await part(page).locator('path[d*="V"]').first().waitFor();
    await expect.poll(async () => [...(await storedTexts(page)).values()].join()).toContain('"kind":"bar"');
    await page.reload();
    await part(page).locator('path[d*="V"]').first().waitFor();
    await command(page, "Copy link to this scene");
    await page.getByText("Link copied").waitFor();
    const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    const read = readLink(hash);
    const cell = read.tag === "ok" ? read.value.document.cells[1] : undefined;
    expect(cell?.tag === "program" && cell.views).toEqual({
      inside: ["plot"],
      plot: { kind: "bar", over: "x", gradient: false },
    });
  });

  test.runIf(IS_LONG)("follow the numbers that one plays with", async () => {
    const page = await opened(FIT, { inside: ["plot", "play"] });
    const line = part(page).locator(".plot path[d^='M']").last();
    await plot(page).waitFor();
    const before = await line.getAttribute("d");
    await page.getByRole("slider", { name: "a of the input" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (old) => [...document.querySelectorAll("[data-part=plot] .plot path")].at(-1)?.getAttribute("d") !== old,
      before,
    );
  });

  test.runIf(IS_LONG)("are a picture on a slide and in an exported page", async () => {
    const page = await opened(FIT, { inside: ["plot"] });
    await plot(page).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), command(page, "Save as HTML")]);
    const html = readFileSync(await download.path(), "utf8");
    const reader = await page.context().newPage();
    await reader.setContent(html);
    const figure = reader.locator("figure").filter({ hasText: "Plot" });
    await figure.locator("svg").waitFor();
    expect(await figure.innerText()).toContain("points: 3 points, from 1 to 5.5, over 0 to 2.");
    expect(await figure.innerText()).not.toContain("Scatter");
    await command(page, "Present");
    await page.locator('.slide-drawn[data-drawn="plot"] .plot > svg').waitFor();
    expect(await page.locator(".slide .plot-tools").isVisible()).toBe(false);
  });
});

test.runIf(IS_LONG)("the gradient of a list stands beside a value of its length", async () => {
  const page = await opened("-- at: [0.0, 1.0, 2.0]\ndef main xs = map (\\x -> x * x) xs\n", { inside: ["plot"] });
  await page.getByRole("button", { name: "With the gradient" }).click();
  await page.getByRole("button", { name: "Over the input" }).click();
  await plot(page).focus();
  await page.keyboard.press("End");
  expect(await plot(page).getAttribute("aria-valuetext")).toBe("xs = 2: value 4; gradient of xs 4");
});

test.runIf(IS_LONG)("of thousands of numbers there is a picture at once, and what is odd is told", async () => {
  const page = await opened("-- at: 2.0\ndef main a = build 20000 (\\i -> a / (real (i - 500)))\n", {
    inside: ["plot"],
  });
  await plot(page).waitFor();
  await part(page).getByText("1 of 20000 values is not finite and is left out.").waitFor();
  await part(page)
    .getByText(/^[\d\u202f]+ of 19\u202f999 points are drawn/)
    .waitFor();
  const took = await page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLElement>(".plot-choice")].find(
      (one) => one.innerText === "Scatter",
    );
    const began = performance.now();
    button?.click();
    // the second frame begins when the first is painted
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - began;
  });
  expect(took).toBeLessThan(1000);
  await part(page).locator('path[d*="h0"]').waitFor({ state: "attached" });
});

describe("the numbers of a plot", () => {
  const table = (page: Page) => part(page).getByRole("table");

  test.runIf(IS_LONG)("open below it by keyboard as a table, and are copied", async () => {
    const page = await opened(FIT, { inside: ["plot"] }, { permissions: CLIPBOARD });
    const summary = part(page).getByText("The numbers");
    await summary.focus();
    expect(await table(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await table(page).waitFor();
    const { heads, rows } = await table(page).evaluate((element) => ({
      heads: [...element.querySelectorAll("th[scope=col]")].map(({ textContent }) => textContent),
      rows: [...element.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
    }));
    expect(heads).toEqual(["x", "points", "line"]);
    expect(rows).toEqual([
      ["0", "1", "1"],
      ["1", "2.5", "3"],
      ["2", "5.5", "5"],
    ]);
    expect(await part(page).getByRole("table", { name: "points and line over x" }).count()).toBe(1);
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await part(page).getByRole("status").filter({ hasText: "3 rows copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "x,points,line\r\n0,1,1\r\n1,2.5,3\r\n2,5.5,5\r\n",
    );
    // another plot of the same run: another table
    await page.getByRole("button", { name: "Bar", exact: true }).click();
    expect(await table(page).count()).toBe(1);
  });

  test.runIf(IS_LONG)("are as many as can be read, and a telephone scrolls them within the page", async () => {
    const page = await opened(
      "-- at: 2.0\ndef main a = (build 900 (\\i -> a / (real (i + 7))), build 900 (\\i -> a * real i / 3.0))\n",
      { inside: ["plot"] },
      { viewport: { width: 390, height: 844 } },
    );
    await part(page).getByText("The numbers").click();
    await part(page).getByText("The first 500 of 900 rows are shown. A copy has all of them.").waitFor();
    expect(await table(page).locator("tbody tr").count()).toBe(500);
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".numbers-scroll:focus")!.scrollTop > 1000);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  test.runIf(IS_LONG)("are on no slide, and the picture of an exported page is without them", async () => {
    const page = await opened(FIT, { inside: ["plot"] });
    await part(page).getByText("The numbers").click();
    await table(page).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), command(page, "Save as HTML")]);
    expect(readFileSync(await download.path(), "utf8")).not.toMatch(/plot-numbers"|numbers-scroll"/);
    await command(page, "Present");
    await page.locator('.slide-drawn[data-drawn="plot"] .plot > svg').waitFor();
    expect(await page.locator(".slide").getByText("The numbers").isVisible()).toBe(false);
  });

  test.runIf(IS_LONG)("are there of steps along the gradient", async () => {
    const page = await opened("-- at: 2.0\ndef main x = x * x\n", { inside: ["play"] });
    const play = page.locator('[data-part="play"]');
    await play.getByRole("button", { name: /^Step down/ }).click();
    await play.getByText("The numbers", { exact: true }).click();
    const rows = play.locator(".numbers-scroll tbody tr");
    await rows.nth(1).waitFor();
    const cells = (await rows.allInnerTexts()).map((row) => row.split(/\s+/).map(Number));
    expect(cells.map(([step]) => step)).toEqual([0, 1]);
    // 2 − 0.1 · 4 is 1.6
    expect(cells[0]![1]).toBe(4);
    expect(cells[1]![1]).toBeCloseTo(1.6 * 1.6);
  });

  test.runIf(IS_LONG)("are there of curves of counted costs, too", async () => {
    const page = await opened("-- at: real n\n-- sweep: n = 1 .. 10\ndef main x = x * x\n", {
      inside: ["curves"],
    });
    const curves = page.locator('[data-part="curves"]');
    await curves.getByText(/counted\./).waitFor();
    await curves.getByText("The numbers").click();
    await curves.getByRole("table").waitFor();
    expect(await curves.getByRole("table").locator("tbody th").allTextContents()).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
    ]);
  });
});

test.runIf(IS_LONG)(
  "a program without such a value has no plot, and one that is foreign does not run for it",
  async () => {
    const page = await opened("-- at: 2.0\ndef main x = (x, x)\n");
    expect(await part(page).count()).toBe(0);
    const visit = await site.visit();
    visits.push(visit);
    await new Notebook(visit.page).ended();
    const cells = [{ ...programCell("cell-1", FIT), views: { inside: ["plot"] as const } }];
    await visit.page.goto(site.address + linkOf({ document: { title: "", cells }, view: "" }));
    await part(visit.page).getByText("Run the program first").waitFor();
  },
);

test.runIf(IS_LONG)("a telephone shows a plot with the names of its series, light and dark", async () => {
  const page = await opened(FIT, { inside: ["plot"] }, { viewport: { width: 390, height: 844 } });
  await part(page).locator(".plot-names").waitFor();
  expect(await part(page).locator(".plot-names").innerText()).toMatch(/points\s+line/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await faultsInLightAndDark(page)).toEqual([]);
});
