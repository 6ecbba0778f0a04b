// Commands of the bar above a film are in the palette; on a phone its columns take turns.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

test("the palette saves the film, and changes how its edges are drawn", async () => {
  const text = readFileSync(new URL("../../examples/05-linear-factoring.dual", import.meta.url), "utf8");
  const { page, errors } = await Notebook.open(site, undefined, text);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Explorer", exact: true }).click();
  await page.locator(".film-stage text").first().waitFor();
  const chosen = async (words: string): Promise<void> => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("searchbox", { name: "Find a command" }).fill(words);
    await page.locator("dialog .choice b").getByText(words, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
  };
  const thick = page.getByRole("checkbox", { name: "edges as thick as their contributions" });
  expect(await thick.isChecked()).toBe(false);
  await chosen("Draw edges as thick as their contributions");
  await expect.poll(() => thick.isChecked()).toBe(true);
  const [file] = await Promise.all([page.waitForEvent("download"), chosen("Save: This picture as SVG")]);
  expect(file.suggestedFilename()).toBe("film.svg");
  expect(errors).toEqual([]);
});

test.runIf(IS_LONG)(
  "on a phone the graph, the stage that leads and the tree take turns, and the narration goes along",
  async () => {
    const text = readFileSync(new URL("../../examples/05-linear-factoring.dual", import.meta.url), "utf8");
    const { page, errors } = await Notebook.open(site, { viewport: { width: 390, height: 844 } }, text);
    await page.evaluate(() => (location.hash = "#/explorer"));
    await page.locator(".film-stage text").first().waitFor();
    const time = page.getByRole("slider", { name: "Time of the film" });
    const shownAt = async (part: number): Promise<string> => {
      await time.fill(String(Math.round(Number(await time.getAttribute("max")) * part)));
      return page.locator(".film-bar button[aria-pressed=true]").first().innerText();
    };
    await expect.poll(() => shownAt(0.1)).toBe("Data flow");
    await expect.poll(() => shownAt(0.9)).toBe("naive");
    await expect.poll(() => shownAt(0.5)).toBe("staged");
    await page.locator(".film-sentence", { hasText: "The map already holds dx with 10." }).waitFor();
    // a column that is asked for stays, and the film is over when nothing happens there any more
    const whole = Number(await time.getAttribute("max"));
    await page.locator(".film-bar").getByRole("button", { name: "tape", exact: true }).click();
    await expect.poll(async () => Number(await time.getAttribute("max"))).toBeLessThan(whole - 5000);
    await expect.poll(() => shownAt(1)).toBe("tape");
    await page.locator(".film-sentence", { hasText: "tape is done after 4 calls." }).waitFor();
    expect(errors).toEqual([]);
  },
);
