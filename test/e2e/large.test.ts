// Programs of megabytes, on one line and on many: the page's thread is not busy for long, and nothing of the text is lost.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { siteForTests } from "./site.ts";
import { leaveDocument, storedCells } from "./stored.ts";

const site = siteForTests();

const LINES = 100_000;
const PROGRAMS = {
  small: "-- at: 2.0\ndef main x = x * x\n",
  "one line": `-- at: 2.0\ndef main x = x${" + x * 1.0".repeat(400_000)}\n`,
  "many lines": `-- at: 2.0\ndef f0 x = x\n${Array.from({ length: LINES }, (_, i) => `def f${i + 1} x = f${i} x * ${i % 7}.5`).join("\n")}\ndef main x = f3 x\n`,
};

/** Milliseconds of the longest task of the page's thread since the last time. */
const longest = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks.splice(0)));

/** Opens a document with a program, goes to its end, types there, goes back, and types there: the longest tasks on the way. */
async function longestTasks(text: string): Promise<number> {
  const { page, errors } = await site.visit({}, async (fresh) => {
    await leaveDocument(fresh, { title: "", cells: [programCell("cell-1", text)] });
    return fresh.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: "longtask" });
    });
  });
  const editor = page.getByRole("textbox", { name: "Program", exact: true });
  await editor.waitFor();
  await page.waitForTimeout(5000);
  const found = [await longest(page)];
  await editor.focus();
  for (const way of ["End", "Home"]) {
    await page.keyboard.press(`ControlOrMeta+${way}`);
    // a comment changes no result
    for (const key of way === "End" ? "-- z" : "-- a\n") await page.keyboard.type(key, { delay: 120 });
    await page.waitForTimeout(2500);
    found.push(await longest(page));
  }
  await expect.poll(() => storedCells(page), { timeout: 20_000 }).toEqual([`-- a\n${text}-- z`]);
  expect(errors).toEqual([]);
  await page.close();
  return Math.max(...found);
}

test("the page answers while a program of megabytes is opened and edited, on one line and on many", async () => {
  const small = await longestTasks(PROGRAMS.small);
  for (const name of ["one line", "many lines"] as const) {
    const large = await longestTasks(PROGRAMS[name]);
    console.info(`longest task with ${name}: ${Math.round(large)} ms, with a small program: ${Math.round(small)} ms`);
    // a machine that is busy with other things stretches both
    expect(large, name).toBeLessThan(300 + 3 * small);
  }
});
