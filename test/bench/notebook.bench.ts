// How fast the notebook is: from nothing to a page that answers, and from a key to what it changes, in a program of two thousand lines.
import { afterAll, beforeAll, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { type OpenSite, openSite } from "../e2e/browser.ts";
import { PROGRAMS } from "../e2e/megabytes.ts";
import { atRest, frames } from "../e2e/notebook.ts";
import { leaveDocument } from "../e2e/stored.ts";
import { report, row } from "./report.ts";

let site: OpenSite;

beforeAll(async () => {
  site = await openSite();
}, 120_000);

afterAll(async () => {
  await site?.close();
});

/** Milliseconds from the beginning of a navigation until something is on the page. */
const BARE = "data:text/html,<p id=there>an empty page</p>";

test("from nothing to a page that answers", async () => {
  const [typed, shown, bare]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 7; round++) {
    // a context of its own has nothing in its cache
    const { page } = await site.visit();
    const began = Date.now();
    await page.goto(site.address);
    const editor = page.getByRole("textbox", { name: "Program", exact: true });
    await editor.focus();
    await page.keyboard.press("End");
    await page.keyboard.insertText(" ");
    typed.push(Date.now() - began);
    await page.getByRole("region", { name: "Result" }).getByText("300.0", { exact: true }).waitFor();
    shown.push(Date.now() - began);
    const empty = Date.now();
    await page.goto(BARE);
    await page.locator("#there").waitFor();
    bare.push(Date.now() - empty);
    await page.context().close();
  }
  const nothing = row("an empty page", "ms", bare);
  const first = row("a key typed into the program is there", "ms", typed, { target: "below 2000" });
  const value = row("the first result is there", "ms", shown);
  const against = (median: number) => ({ what: "an empty page", ratio: median / nothing.median });
  report("From nothing to a page that answers, the cache empty", [
    { ...first, against: against(first.median) },
    { ...value, against: against(value.median) },
    nothing,
  ]);
}, 120_000);

/** A program of so many lines, each a definition that uses the one before. */
const program = (lines: number): string =>
  `-- at: 2.0\ndef f0 x = x\n${Array.from({ length: lines - 3 }, (_, i) => `def f${i + 1} x = f${i} x * ${i % 7}.5 + sin (x + 1.0)`).join("\n")}\ndef main x = f3 x`;

test("typing", async () => {
  const rows = [];
  const medians: number[] = [];
  for (const lines of [20, 2000]) {
    const { page } = await site.visit();
    await page.goto(site.address);
    const editor = page.getByRole("textbox", { name: "Program", exact: true });
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(program(lines));
    await atRest(page);
    // from the key until the frame is made that shows it, and the page can do the next thing
    await page.evaluate(() => {
      const found: number[] = [];
      Object.assign(window, { found });
      const note = (): void => {
        const began = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => found.push(performance.now() - began);
          port2.postMessage(0);
        });
      };
      addEventListener("keydown", note, true);
    });
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+End");
    const keys = " + x * 2.0 -- and so on, as one writes";
    for (const key of keys) await page.keyboard.press(key === " " ? "Space" : key, { delay: 30 });
    await frames(page, 30);
    const all = await page.evaluate(() => (window as unknown as { found: number[] }).found);
    const found = row(`a key in ${lines} lines`, "ms", all, lines === 2000 ? { target: "below 50" } : {});
    medians.push(found.median);
    rows.push(found, row(`the slowest of them, in ${lines} lines`, "ms", [Math.max(...all)]));
    await page.context().close();
  }
  rows[2] = { ...rows[2]!, against: { what: "in 20 lines", ratio: medians[1]! / medians[0]! } };
  report("From a key to the frame that shows it", rows);
}, 120_000);

/** A program of a thousand operations or so, whose last line is a factor to be typed at. */
const THOUSAND = `-- at: 0.5
def turn (n : Int) (x : Real) : Real =
  if n == 0 then x
  else turn (n - 1) (sin (x * 1.1 + 0.1) * 0.9)
def main (x : Real) : Real = turn 200 x * 1`;

test("from a key to the new gradient", async () => {
  const { page } = await site.visit();
  const editor = page.getByRole("textbox", { name: "Program", exact: true });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(THOUSAND);
  // warm, so that the run counts as quick
  for (let round = 0; round < 4; round++) {
    await page.keyboard.press("ControlOrMeta+Enter");
    await atRest(page);
  }
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { found });
    const gradient = (): string =>
      [...document.querySelectorAll(".outcome p.visually-hidden")].map(({ textContent }) => textContent).join();
    let before: { readonly at: number; readonly shown: string } | undefined;
    addEventListener("keydown", ({ timeStamp }) => (before = { at: timeStamp, shown: gradient() }), true);
    new MutationObserver(() => {
      if (before === undefined || gradient() === before.shown) return;
      const { at } = before;
      before = undefined;
      requestAnimationFrame(() => found.push(performance.now() - at));
    }).observe(document.querySelector(".result")!, { subtree: true, childList: true, characterData: true });
  });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+End");
  const count = (): Promise<number> => page.evaluate(() => (window as unknown as { found: number[] }).found.length);
  for (const digit of "23456789") {
    for (const key of [digit, "Backspace"]) {
      const before = await count();
      await page.keyboard.press(key);
      await page.waitForFunction((known) => (window as unknown as { found: number[] }).found.length > known, before);
      await atRest(page);
    }
  }
  const all = await page.evaluate(() => (window as unknown as { found: number[] }).found);
  report("From a key to the new gradient of a thousand operations, checked and run", [
    row("from the key until the result is drawn", "ms", all, { target: "below 50" }),
  ]);
  await page.context().close();
}, 120_000);

/** Programs without an end: in the compiled engine, and by a stage on the machine. */
const ENDLESS = "-- at: 1.0\ndef main (x : Real) : Real = main (x + 1.0)";

test("from Stop to a run that has stopped", async () => {
  const rows = [];
  for (const method of ["compiled", "tape"]) {
    const { page } = await site.visit();
    const editor = page.getByRole("textbox", { name: "Program", exact: true });
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(ENDLESS);
    await page.getByRole("combobox", { name: /^Method/ }).selectOption(method);
    const all: number[] = [];
    for (let round = 0; round < 7; round++) {
      await editor.focus();
      await page.keyboard.press("ControlOrMeta+Enter");
      const stop = page.getByRole("button", { name: "Stop", exact: true });
      // not the run that began as it was typed
      const phase = method === "tape" ? "Running the program" : "In the forward pass";
      await page.locator(".result").getByText(phase).waitFor();
      await frames(page, 30);
      all.push(
        await stop.evaluate(async (button: HTMLElement) => {
          const began = performance.now();
          button.click();
          while (!document.querySelector(".result")?.textContent?.trim().startsWith("Stopped"))
            await new Promise(requestAnimationFrame);
          return performance.now() - began;
        }),
      );
    }
    rows.push(row(`by ${method}`, "ms", all, { target: "below 250" }));
    await page.context().close();
  }
  report("From Stop to a run that has stopped", rows);
}, 120_000);

/** Opens a document with a program, types at its end and at its beginning: the longest tasks of the page's thread, in milliseconds. */
async function longestTasks(text: string): Promise<readonly number[]> {
  const { page } = await site.visit({}, async (fresh) => {
    await leaveDocument(fresh, { title: "", cells: [programCell("cell-1", text)] });
    return fresh.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: "longtask" });
    });
  });
  const longest = (): Promise<number> =>
    page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks.splice(0)));
  const editor = page.getByRole("textbox", { name: "Program", exact: true });
  await editor.waitFor();
  await atRest(page);
  await frames(page, 60);
  const found = [await longest()];
  await editor.focus();
  for (const way of ["End", "Home"]) {
    await page.keyboard.press(`ControlOrMeta+${way}`);
    // a comment changes no result
    for (const key of way === "End" ? "-- z" : "-- a\n") await page.keyboard.type(key, { delay: 120 });
    await atRest(page);
    await frames(page, 60);
    found.push(await longest());
  }
  await page.context().close();
  return found;
}

test("programs of megabytes", async () => {
  const rows = [];
  const small = await longestTasks(PROGRAMS.small);
  for (const name of ["one line", "many lines"] as const) {
    const found = row(`${name}: longest task of the page`, "ms", await longestTasks(PROGRAMS[name]), {
      target: "below 100",
    });
    const ratio = found.median / Math.max(50, row("", "ms", small).median);
    rows.push({ ...found, against: { what: "a small program", ratio } });
  }
  report("Programs of megabytes: opened, and typed into at both ends", [...rows, row("a small program", "ms", small)]);
}, 120_000);
