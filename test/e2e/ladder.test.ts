// The ladder in a browser: one picture that is climbed, by buttons, keys and a slider, and counts that stay beside it.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { example } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

async function ladder(options?: BrowserContextOptions, text = example("05")): Promise<Page> {
  const { page } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Ladder", exact: true }).click();
  await page.locator(".ladder-stage [data-scalar]").first().waitFor({ timeout: 60_000 });
  return page;
}

/** Where the scalars are, from left to right. */
const columns = (page: Page) =>
  page.locator(".ladder-stage [data-scalar]").evaluateAll((all) => all.map((one) => one.getAttribute("x")));
const squares = (page: Page) =>
  page
    .locator(".ladder-stage [data-scalars]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("y") ?? "").length);
const rung = (page: Page, number: number) => page.getByText(`Rung ${number} of 9`).waitFor();

/** Puts the slider somewhere, as a pointer does. */
async function scrub(page: Page, at: number): Promise<void> {
  await page.getByRole("slider", { name: "Rung" }).evaluate((slider, value) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    set!.call(slider, String(value));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, at);
}

test("is climbed by keys: nine calls become four, and the scalars stay in their places", async () => {
  const page = await ladder();
  await rung(page, 1);
  const before = await columns(page);
  expect(before.length).toBe(5);
  expect(await page.locator(".ladder-stage [data-call]").count()).toBe(9);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Linear factoring by staging" }).waitFor();
  await page.locator(".climb-prose", { hasText: "Calls of backpropagators: 9 → 4" }).waitFor();
  // words are there from the first move on, and calls are gone when it is over
  await expect.poll(() => page.locator(".ladder-stage [data-call]").count(), { timeout: 10_000 }).toBe(0);
  await expect.poll(() => page.locator(".ladder-stage [data-waits]").count()).toBe(4);
  expect(await columns(page)).toEqual(before);
  // the code is a press away, and stays from rung to rung
  expect(await page.locator(".changes").count()).toBe(0);
  await page.getByRole("button", { name: "The code that changes: naive → staged" }).click();
  expect(await page.locator(".changes ins").count()).toBeGreaterThan(0);
  await page.keyboard.press("End");
  await rung(page, 9);
  await expect.poll(() => squares(page), { timeout: 10_000 }).toBe(0);
  await page.keyboard.press("Home");
  await rung(page, 1);
  expect(await columns(page)).toEqual(before);
});

test.runIf(IS_LONG)("is saved as it is shown, and as a climb that moves; PageUp leads to a rung", async () => {
  const page = await ladder();
  const saved = async (name: string): Promise<string> => {
    await page.getByRole("button", { name: "Save the ladder" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), "latin1");
  };
  const naive = await saved("This picture as SVG");
  expect(naive).toMatch(/@font-face\s*\{[^}]*data:/);
  expect(naive).not.toContain("gradient</tspan>");
  const slider = page.getByRole("slider", { name: "Rung" });
  await slider.press("PageUp");
  await rung(page, 2);
  await expect.poll(() => slider.inputValue(), { timeout: 20_000 }).toBe("1");
  expect(await page.locator(".ladder-stage [data-waits]").count()).toBe(4);
  const staged = await saved("This picture as SVG");
  expect(staged).toContain("gradient</tspan>");
  expect((await saved("This picture as PNG")).slice(1, 4)).toBe("PNG");
  expect(await saved("This picture as TikZ")).toMatch(/\\begin\{tikzpicture\}[\s\S]*\\end\{tikzpicture\}/);
  expect(await saved("The whole climb as an SVG that moves")).toMatch(/<animate attributeName="\w+" dur="24s"/);
});

test.runIf(IS_LONG)(
  "is scrubbed like a film: between two rungs the picture is between theirs, and the same on the way back",
  async () => {
    const page = await ladder();
    const rows = () =>
      page.locator(".ladder-stage [data-call]").evaluateAll((all) => all.map((one) => Number(one.getAttribute("y"))));
    const [naive] = [await rows()];
    await scrub(page, 0.5);
    const half = await rows();
    expect(half.length).toBe(naive.length);
    expect(half).not.toEqual(naive);
    await scrub(page, 4);
    await rung(page, 5);
    await scrub(page, 0.5);
    expect(await rows()).toEqual(half);
  },
);

test.runIf(IS_LONG)("climbs to the top by itself, rests at each rung, and can be stopped there", async () => {
  const page = await ladder();
  const seen: string[] = [];
  await page.getByRole("button", { name: "Climb to the top" }).click();
  for (const number of oneIn(2, [2, 3])) {
    await rung(page, number);
    seen.push(await page.locator(".climb-head b").innerText());
  }
  expect(seen).toEqual(oneIn(2, ["staged", "cayley"]));
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "tape", exact: true }).first().click();
  await rung(page, 8);
});

test.runIf(IS_LONG)("says what changes, and counts every rung in a table", async () => {
  const page = await ladder();
  await page.locator("td .gauge-text, td .gauge-out").nth(35).waitFor({ timeout: 60_000 });
  await page.keyboard.press("ArrowRight");
  await page.locator(".climb-dock [role=status]", { hasText: "9 → 4" }).waitFor({ state: "attached" });
});

test.runIf(IS_LONG)("shows rungs, and nothing between them, where nothing may move", async () => {
  const page = await ladder({ reducedMotion: "reduce" });
  await page.keyboard.press("ArrowRight");
  await rung(page, 2);
  expect(await page.locator(".ladder-stage [data-call]").count()).toBe(0);
  expect(await page.locator(".ladder-stage [data-waits]").count()).toBe(4);
  await scrub(page, 0.7);
  expect(await page.locator(".ladder-stage [data-waits]").count()).toBe(4);
});

test.runIf(IS_LONG)("keeps the transport in sight on a phone", async () => {
  const page = await ladder({ viewport: { width: 390, height: 844 } });
  const box = await page.getByRole("button", { name: "Climb to the top" }).boundingBox();
  const foot = await page.locator(".views").boundingBox();
  expect(box!.y + box!.height).toBeLessThanOrEqual(foot!.y);
});

test.runIf(IS_LONG)("climbs the ladder of another algorithm", async () => {
  const page = await ladder();
  await page.getByRole("button", { name: "Dual numbers with Delta terms" }).click();
  await page.getByText("Rung 1 of 4").waitFor();
  await page.locator(".ladder-stage [data-scalar]").first().waitFor();
  await page.keyboard.press("End");
  await page.getByText("Rung 4 of 4").waitFor();
  await page.getByText("delta-array").first().waitFor();
});

test.runIf(IS_LONG)(
  "a run of hundreds of scalars is climbed from afar: its scalars are lanes that stay in their places",
  async () => {
    const text = "-- at: 1.01\n\ndef main x = foldl (\\y i -> y * x) x (range 0 400)\n";
    const { page, errors } = await Notebook.open(site, {}, text);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Ladder", exact: true }).click();
    const lanes = page.locator(".ladder-stage [data-lanes]");
    await lanes.first().waitFor({ timeout: 60_000 });
    const paths = () => lanes.evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    const before = await paths();
    const height = () => page.locator(".ladder-stage [data-highest]").getAttribute("data-highest").then(Number);
    const naive = await height();
    await page.keyboard.press("ArrowRight");
    await rung(page, 2);
    await page.locator(".ladder-stage text", { hasText: "no scalar is called more than once" }).waitFor();
    await expect.poll(height).toBeLessThan(naive / 4);
    // scrubbed: between two rungs it is between theirs
    await scrub(page, 0.5);
    await expect.poll(height).toBeGreaterThan(naive / 4);
    await page.keyboard.press("End");
    await rung(page, 9);
    await page.locator(".ladder-stage text", { hasText: "nothing left of" }).first().waitFor();
    expect(await paths()).toEqual(before);
    await page.locator(".ladder-stage").hover({ position: { x: 300, y: 250 } });
    await page.locator(".ladder-stage [data-lit]").waitFor();
    expect(errors).toEqual([]);
  },
);

const COPOWER = "-- at: 5\ndef main (a : Real) = let h = \\v -> a * v in h a + h (3 * a)\n";

/** The view of CHAD's ladder on a program. */
async function rows(options?: BrowserContextOptions): Promise<Page> {
  const page = await ladder(options, COPOWER);
  await page.getByRole("button", { name: "CHAD", exact: true }).click();
  await page.locator(".score-stage [data-count]").first().waitFor({ timeout: 60_000 });
  return page;
}

test("CHAD's ladder is stepped to its end by keys: the four columns end with the gradient, and the log was replayed", async () => {
  const page = await rows();
  expect(await page.locator(".score-stage [data-count]").count()).toBe(4);
  await page.keyboard.press("Home");
  await page.getByRole("slider", { name: "Time of the run" }).waitFor();
  await page.keyboard.press("End");
  await page.locator(".film-sentence", { hasText: "The gradient is 40.0 in every column." }).waitFor();
  expect(await page.locator(".score-table tbody td:last-child").allInnerTexts()).toEqual(Array(4).fill("a 40"));
  // the body ran four times for a log, and twice as data
  expect(await page.locator('.score-stage [data-run="dense"]').count()).toBe(4);
  expect(await page.locator('.score-stage [data-run="cells"]').count()).toBe(2);
  await page.keyboard.press("ArrowLeft");
  await page.locator(".film-sentence", { hasNotText: "The gradient" }).waitFor();
  await page.getByRole("button", { name: "Dual-numbers reverse AD", exact: true }).click();
  await rung(page, 1);
});

test("the focus stays on the choice of a ladder that is chosen by a key", async () => {
  const page = await ladder(undefined, COPOWER);
  await page.getByRole("button", { name: "CHAD", exact: true }).press("Enter");
  await page.locator(".score-stage [data-count]").first().waitFor({ timeout: 60_000 });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("CHAD");
});

test.runIf(IS_LONG)(
  "CHAD's ladder opens at its end and says so, and a link to it opens it, not another one",
  async () => {
    const page = await rows();
    await page.locator(".film-sentence", { hasText: "The gradient is 40.0 in every column." }).waitFor();
    await page.locator(".film-sentence", { hasText: "This is the end of the run." }).waitFor();
    expect(await page.locator('.score-stage [data-box="dense"]').count()).toBeGreaterThan(20);
    await page.getByRole("button", { name: "Dual-numbers reverse AD", exact: true }).click();
    await rung(page, 1);
    await page.evaluate(() => {
      location.hash = "#/ladder/1?lead=chad";
    });
    await page.locator(".score-stage [data-count]").first().waitFor();
  },
);

test.runIf(IS_LONG)("CHAD's ladder plays to its end, where the numbers are those of the gradient", async () => {
  const page = await rows();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".score-stage [data-cotangent]").first().waitFor();
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page
    .locator(".film-sentence", { hasText: "The gradient is 40.0 in every column." })
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(await page.locator(".score-table tbody td:last-child").allInnerTexts()).toEqual(Array(4).fill("a 40"));
});

test.runIf(IS_LONG)(
  "CHAD's ladder is stepped without motion, a sum with both its addends, and has one column with a switch on a phone",
  async () => {
    const page = await rows({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
    expect(await page.locator(".score-stage [data-count]").count()).toBe(1);
    await page.getByRole("button", { name: "cells", exact: true }).click();
    await page.keyboard.press("End");
    await expect.poll(() => page.locator('.score-stage [data-cell="cells"]').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // each sum is a stop with both addends
    await page.getByRole("button", { name: "chad", exact: true }).first().click();
    await page.keyboard.press("Home");
    await page.keyboard.press("m");
    await page.locator(".score-stage [data-merge]").first().waitFor();
  },
);

const TOWER =
  "-- at: (3.0, 4.0)\ndef f (x, y) = x * x * y + y * y\ndef main p = let (a, b) = grad f p in a * 7.0 + b * 8.0\n";
const WHOSE = "-- at: 1.0\ndef main x = x * grad (\\y -> x + y) 1.0\n";

/** The legs of a program's derivatives, from the ladder that refuses it. */
async function legs(text: string, options?: BrowserContextOptions): Promise<Page> {
  const { page } = await Notebook.open(site, options, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Ladder", exact: true }).click();
  await page.getByRole("button", { name: "Taken by nested" }).click({ timeout: 60_000 });
  await page.locator(".score-stage [data-wall]").first().waitFor({ timeout: 60_000 });
  return page;
}

test("where a program differentiates, its ladder is a press away: four lanes over the same rows", async () => {
  const page = await legs(TOWER);
  await page.locator(".film-sentence", { hasText: "after 4 lanes over one list of rows." }).waitFor();
  expect(await page.locator(".score-stage [data-ring]").count()).toBeGreaterThan(10);
  await page.keyboard.press("Home");
  await expect.poll(() => page.locator(".score-stage [data-ring]").count()).toBe(0);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".film-sentence", { hasText: "after 4 lanes" }).waitFor({ timeout: 60_000 });
});

test.runIf(IS_LONG)(
  "one cell for two derivatives is marked where it goes wrong, on a phone without motion, too",
  async () => {
    const page = await legs(WHOSE, { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
    await page.locator(".score-stage [data-struck]").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: /^Variations/ }).click();
    await page.getByRole("checkbox", { name: "One cell for two derivatives" }).click();
    await page.keyboard.press("Escape");
    await page.locator(".score-stage [data-wrong]").first().waitFor({ timeout: 60_000 });
    await page.locator(".film-sentence", { hasText: "The gradient comes out as 2" }).waitFor();
  },
);
