// Calm: how many controls the keyboard reaches in sight, menus closed, where a reader comes first; the table is printed.

import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { controlsInSight } from "./controls.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();
const found: Record<string, number> = {};

afterAll(() => console.table(found));

/** A program of four scalars, alone in its document. */
const PROGRAM = "-- at: (3.0, 4.0)\ndef main (x, y) = x * (x + y)";

/** One that has a size, whose costs grow with it. */
const OF_ANY_SIZE = "-- at: (5, 0.75)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin (x * x))";

async function write(page: Page, text = PROGRAM): Promise<void> {
  await page.getByRole("button", { name: "Write a program" }).click();
  const program = page.getByRole("textbox", { name: "Program", exact: true }).first();
  await program.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await page.getByRole("list", { name: "Checks of the gradient" }).first().waitFor();
}

const PLACES = {
  "first screen": async (page: Page) => {
    await page.locator("output").filter({ hasText: "300" }).waitFor();
  },
  document: async (page: Page) => {
    await write(page);
  },
  explorer: async (page: Page) => {
    await write(page);
    await page.getByRole("navigation", { name: "Views" }).getByText("Explorer").click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  },
  graph: async (page: Page) => {
    await write(page);
    await page.getByRole("navigation", { name: "Views" }).getByText("Graph").click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  },
  complexity: async (page: Page) => {
    await write(page, OF_ANY_SIZE);
    await page.getByRole("navigation", { name: "Views" }).getByText("Complexity").click();
    await page
      .getByText(/runs counted|runs? counted/i)
      .first()
      .waitFor();
  },
  jobs: async (page: Page) => {
    await write(page);
    await page.getByRole("navigation", { name: "Views" }).getByText("Jobs").click();
    await page.getByText(/T∞/).first().waitFor();
  },
  systems: async (page: Page) => {
    await write(page);
    await page.getByRole("navigation", { name: "Views" }).getByText("Systems").click();
    await page.locator(".systems-brief").nth(2).waitFor();
  },
  lesson: async (page: Page) => {
    await page.getByRole("button", { name: "Open the course" }).click();
    await page.locator(".course-lessons button").first().click();
    // its prose has come, which moves what is below it
    await page.locator(".prose p", { hasText: "The run of this program has 5 scalars" }).waitFor();
  },
} as const;

/** Controls that each place has at most. */
const MOST: Readonly<Record<keyof typeof PLACES, number>> = {
  "first screen": 16,
  document: 34,
  explorer: 27,
  graph: 32,
  complexity: 32,
  jobs: 24,
  systems: 23,
  lesson: 20,
};

test.each(Object.entries(PLACES))("%s", async (name, go) => {
  const { page } = await site.visit({ viewport: { width: 1440, height: 900 }, depth: "first" });
  await go(page);
  const names = await controlsInSight(page);
  found[name] = names.length;
  expect(names.length, names.join(", ")).toBeLessThanOrEqual(MOST[name as keyof typeof PLACES]);
});
