// The view of what the compiler made, in a browser: passes beside the program, linked both ways by pointer and keys; the tape; for everyone.
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { faultsInLightAndDark } from "./browser.ts";
import { Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const PROGRAM = `-- at: (build 40 real, 0.001)
def main (xs : Array Real, k) =
  let s = foldA (\\s x -> s * k + sin x) 1.0 xs in
  s * exp k
`;

const site = siteForTests();

/** Goes to the view as the address does. */
async function showCompiled(page: Page): Promise<void> {
  await page.evaluate(() => location.assign("#/compiled"));
}

/** Opens the view of a program. */
async function open(text: string, options?: BrowserContextOptions) {
  const { page, errors } = await Notebook.open(site, options, text);
  await showCompiled(page);
  await page.getByRole("heading", { name: "Compiler output" }).waitFor();
  return { page, errors };
}

const program = (page: Page) => page.getByRole("textbox", { name: /^The program as it was compiled/ });
const pass = (page: Page) => page.getByRole("region", { name: "The pass" }).getByRole("textbox");
const lit = (page: Page) => page.locator(".cm-lit").allTextContents();
const litLines = (page: Page) => page.locator(".cm-lit-line").allTextContents();
const said = (page: Page) => page.locator(".compiled-link").textContent();
const choose = (page: Page, name: RegExp) => page.getByRole("button", { name }).click();

describe("links", () => {
  test("a line of JavaScript leads to its place in the program, by pointer, caret and keys", async () => {
    const { page, errors } = await open(PROGRAM);
    await pass(page).locator(".cm-line", { hasText: "Math.sin(" }).hover();
    await page.locator(".cm-lit").waitFor();
    expect(await lit(page)).toEqual(["sin x"]);
    await pass(page).locator(".cm-line", { hasText: "Math.sin(" }).click();
    await page.mouse.move(2, 2);
    expect(await lit(page)).toEqual(["sin x"]);
    expect(await said(page)).toMatch(/^Line \d+ comes from 3:34\. sin x$/);
    await page.keyboard.press("ArrowDown");
    await page.getByText(/^Line \d+ comes from 3:26\./).waitFor();
    expect(await lit(page)).toEqual(["s * k + sin x"]);
    expect(errors).toEqual([]);
  });

  test.runIf(IS_LONG)("a place in the program leads to the lines that come from it, in each pass", async () => {
    const { page } = await open(PROGRAM);
    await program(page).locator(".cm-line", { hasText: "exp k" }).click();
    await page.keyboard.press("End");
    await page.mouse.move(2, 2);
    await page.getByText(/comes? from 4:7\./).waitFor();
    expect((await litLines(page)).some((line) => /= Math\.exp\(v\d+\);/.test(line))).toBe(true);
    await choose(page, /^\d+ Specialised$/);
    await expect.poll(() => litLines(page)).toEqual([expect.stringMatching(/^ {2}v\d+ : real = exp v\d+$/)]);
    await choose(page, /^\d+ Reverse pass$/);
    await page.waitForFunction(() => document.querySelectorAll(".cm-lit-line").length > 1);
    expect((await litLines(page)).every((line) => /[vdecAVIT]/.test(line))).toBe(true);
  });

  test.runIf(IS_LONG)("passes are chosen by arrow keys, and those that change nothing say so", async () => {
    const { page } = await open(PROGRAM);
    await choose(page, /^1 Core$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const tidied = page.getByRole("button", { name: /^3 Tidied$/ });
    expect(await tidied.getAttribute("aria-pressed")).toBe("true");
    expect(await tidied.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole("region", { name: "The pass" }).getByText("nothing changes here").waitFor();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "Run time" }).waitFor();
  });
});

describe("the tape", () => {
  test.runIf(IS_LONG)("has bars of the bytes that the last run left, which come to all of the tape", async () => {
    const { page } = await open(PROGRAM);
    await page.getByText(/^The last run left one record: /).waitFor({ timeout: 30_000 });
    const rows = page.getByRole("region", { name: "Segments and their bytes" }).getByRole("row");
    const cells = await rows.evaluateAll((all) =>
      all.slice(1).map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
    );
    const each = cells.map(([, , bytes, times]) => Number(bytes) * Number(times));
    expect(cells.map(([, , , times]) => times)).toEqual(["1", "40"]);
    const told = (await page.getByText(/^The last run left/).textContent())!;
    const total = each.reduce((sum, bytes) => sum + bytes, 0);
    expect(told).toContain(`one record: ${total}\u00a0B, including`);
    await rows.nth(2).getByRole("button").focus();
    expect(await lit(page)).toEqual(["foldA (\\s x -> s * k + sin x) 1.0 xs"]);
  });

  test.runIf(IS_LONG)("straight code has it at fixed places", async () => {
    const { page } = await open("-- at: (1.0, 2.0)\ndef main (x, y) = sin x * y\n");
    await page
      .getByText("This is straight-line code: its tape is one number at a fixed place in T, 8\u00a0B.")
      .waitFor();
    expect(await page.getByRole("button", { name: /Fixed places$/ }).count()).toBe(1);
  });
});

describe("what cannot be shown", () => {
  test.runIf(IS_LONG)("a program with errors", async () => {
    const { page, notebook } = await Notebook.open(site);
    await notebook.write("def main x = x * nothing\n");
    await showCompiled(page);
    await page.getByText("Nothing to show").waitFor();
    await page.locator(".opening").getByText("nothing", { exact: true }).first().waitFor();
  });

  test.runIf(IS_LONG)("a program that is left to the machine says why", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `f${index}`);
    const calls = names.map((name, index) => `if mod k 9 == ${index} then ${name} (k - 1) (x * 0.9)`).join(" else ");
    const text = `-- at: (9, 0.5)\n${names.map((name) => `def ${name} (k : Int) (x : Real) = if k == 0 then x else ${calls} else x\n`).join("")}def main (k, x) = f0 k x\n`;
    const { page } = await open(text);
    await page.getByText(/^The program is left to the machine/).waitFor();
    expect(await page.locator(".compiled-tape").count()).toBe(0);
  });

  test.runIf(IS_LONG)("long passes are cut, and the page does not freeze", async () => {
    const most = IS_LONG ? 6000 : 3000;
    const steps = Array.from({ length: most }, (_, i) => `  let x${i + 1} = sin (x${i} * 1.5) in`).join("\n");
    const { page, notebook } = await Notebook.open(site);
    await notebook.write("");
    await notebook.paste(`-- at: 0.5\ndef main x0 =\n${steps}\n  x${most}\n`);
    await showCompiled(page);
    await page.getByText(/more lines are not shown\.$/).waitFor({ timeout: 60_000 });
    const longest = await page.evaluate(async () => {
      let most = 0;
      for (let i = 0; i < 30; i++) {
        const since = performance.now();
        await new Promise(requestAnimationFrame);
        most = Math.max(most, performance.now() - since);
      }
      return most;
    });
    expect(longest).toBeLessThan(1000);
  });
});

describe("for everyone", () => {
  test.runIf(IS_LONG)("axe finds nothing, light and dark", async () => {
    const { page } = await open(PROGRAM);
    await page.getByText(/^The last run left/).waitFor({ timeout: 30_000 });
    await pass(page).locator(".cm-line", { hasText: "Math.sin(" }).click();
    expect(await faultsInLightAndDark(page)).toEqual([]);
  });

  const SMALL = [
    { name: "on a phone", viewport: { width: 390, height: 844 } },
    { name: "at 400 percent zoom", viewport: { width: 320, height: 225 } },
  ];

  test.each(oneIn(2, SMALL))("it works $name, without scrolling the page sideways", async ({ viewport }) => {
    const { page } = await open(PROGRAM, { viewport });
    await page.getByText(/^The last run left/).waitFor({ timeout: 30_000 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    if (viewport.width < 390) return;
    const tabs = await page
      .getByRole("navigation", { name: "Views" })
      .getByRole("link")
      .evaluateAll((all) =>
        all.map((tab) => {
          const words = document.createRange();
          words.selectNodeContents(tab);
          const { left, right } = words.getBoundingClientRect();
          return [left, right] as const;
        }),
      );
    expect(Math.min(...tabs.flat())).toBeGreaterThanOrEqual(0);
    expect(Math.max(...tabs.flat())).toBeLessThanOrEqual(390);
    // the words of neighbours are told apart by the room between them
    const rooms = tabs.slice(1).map(([left], before) => left - tabs[before]![1]);
    expect(Math.min(...rooms)).toBeGreaterThanOrEqual(5);
  });
});
