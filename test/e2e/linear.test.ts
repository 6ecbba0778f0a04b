// The view Linearise in a browser: the five texts, the strokes between them, the tape, the film, the keyboard, phone and themes.
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { faultsInLightAndDark, type Visit } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();
const visits: Visit[] = [];

afterAll(() => {
  expect(visits.flatMap(({ errors }) => errors)).toEqual([]);
});

const PROGRAM = "-- at: 0.5\ndef main x =\n  let s = sin x in\n  let e = exp s in\n  e * x\n";

async function opened(text = PROGRAM, options?: BrowserContextOptions) {
  const visit = await site.visit(options);
  visits.push(visit);
  const notebook = new Notebook(visit.page);
  await notebook.ended();
  await notebook.write(text);
  await notebook.runNow();
  await visit.page.goto(`${site.address}#/linear`);
  await visit.page.getByRole("region", { name: "The linear half", exact: true }).waitFor();
  return visit.page;
}

describe("a program, linearised, unzipped and transposed", () => {
  test("stands side by side with its mirror, its tape and its work; a line moves over the cut", async () => {
    const page = await opened();
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
    await page.locator(".stroke-mirror").nth(5).waitFor({ state: "attached" });
    expect(await page.locator(".stroke-mirror").count()).toBe(6);
    const work = page.getByRole("region", { name: "Work" });
    expect(await work.locator("tr td").allTextContents()).toEqual(["3", "9", "4", "5", "5", "3"]);
    await page.getByRole("button", { name: "dx is taped; compute it again" }).click();
    await page.getByText("Tape: 2 Reals cross the cut").waitFor();
    expect(await work.locator("tr td").allTextContents()).toEqual(["3", "9", "3", "6", "6", "2"]);
    await page.getByRole("button", { name: "dx is computed again; tape it" }).click();
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
  });

  test("says of a line what it comes from and what it becomes, by keyboard", async () => {
    const page = await opened();
    const half = page.getByRole("region", { name: "The linear half", exact: true });
    await half.getByRole("button").first().focus();
    for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowDown");
    await page.getByRole("status").filter({ hasText: "comes from" }).waitFor();
    const said = await page.getByRole("status").filter({ hasText: "comes from" }).innerText();
    expect(said.normalize("NFD")).toContain("comes from let (s;) = sin(x) in");
    expect(said.normalize("NFD")).toContain("Turned around: let (; x\u0308₁) = dx * s\u0308 in");
    expect(await page.locator(".study-transpose [data-lit]").count()).toBeGreaterThan(0);
  });

  test("comes step by step, and all at once where nothing may move", async () => {
    const page = await opened(PROGRAM, { reducedMotion: "reduce" });
    await page.getByRole("button", { name: /The program$/ }).click();
    await page.getByRole("region", { name: "Linearised" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("region", { name: "The linear half, transposed" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
  });

  test("is a run where the program branches, and says where", async () => {
    const page = await opened("-- at: 2.0\ndef main x =\n  if x > 1.0 then x * x else x\n");
    const note = page.locator(".study-traced");
    expect(await note.innerText()).toContain("This is a run, not the program: the program branches here (line 3).");
  });

  test("axe finds nothing, and a phone does not scroll sideways", async () => {
    const page = await opened();
    expect(await faultsInLightAndDark(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("Tape: 3 Reals cross the cut").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
