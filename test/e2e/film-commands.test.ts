// What the bar above a film offers is in the palette, too.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
  const thick = page.getByRole("checkbox", { name: "edges as thick as what they carry" });
  expect(await thick.isChecked()).toBe(false);
  await chosen("Draw edges as thick as what they carry");
  await expect.poll(() => thick.isChecked()).toBe(true);
  const [file] = await Promise.all([page.waitForEvent("download"), chosen("Save: This picture as SVG")]);
  expect(file.suggestedFilename()).toBe("film.svg");
  expect(errors).toEqual([]);
});
