// What trials of the views asked for, where it belongs to more than one of them.
import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const example = (name: string): string => readFileSync(new URL(`../../examples/${name}.dual`, import.meta.url), "utf8");

const site = siteForTests();

const go = (page: Page, view: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();

async function opened(text: string, view: string, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await go(page, view);
  return { page, errors };
}

test("the doubling chain opens at n = 10, and its curves go from 1 to 16", async () => {
  const { page } = await opened(example("04-doubling-chain"), "Explorer");
  await page.getByText("2047 calls become 11.").first().waitFor();
  await go(page, "Ladder");
  await page.getByText("calls of backpropagators: 2047 → 11").waitFor({ timeout: 60_000 });
  await go(page, "Complexity");
  await expect.poll(() => page.getByRole("textbox", { name: /^n/ }).first().inputValue()).toBe("1 .. 16");
});
