// Typing as fingers do it: key by key, with pauses of up to two seconds, and what stands there afterwards letter by letter.
import fc from "fast-check";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { IS_LONG, oneIn, runs } from "../support/runs.ts";
import { frames, Notebook } from "./notebook.ts";
import { siteForTests } from "./site.ts";

const site = siteForTests();

/** Pauses of up to two seconds in one program. */
const LONG_PAUSES = IS_LONG ? 8 : 2;

/** Milliseconds after a letter until names are suggested. */
const DELAY = 100;

/** Thirty lines whose names begin like those that could be suggested. */
const LINES = `-- title: Typed by hand
-- at: (0.5, [1.0, 2.0])
def si x = sin x
def square x = x * x
def le a b =
  if a < b then a
  else b
data Shape = Circle Real | Rect Real Real
def area s =
  case s of {
    Circle r -> 3.14 * square r
  | Rect a b -> a * b
  }
def sumsq xs =
  let s = sum xs in
  let so = s in
  let ta = so in
  s * ta
def loop (n : Int) (acc : Real) : Real =
  if n == 0 then acc
  else
    let next = acc + si acc in
    loop (n - 1) next
def main (x, xs) =
  let y = si x in
  let m = map (\\e -> e * y) xs in
  let k = Rect y x in
  let z = le y x in
  loop 3 (area k + sumsq m + z)
-- the end`.split("\n");

/** Typed text: the first few definitions, up to a definition's end; all of it in the long tests. */
const PROGRAM = LINES.slice(
  0,
  IS_LONG ? LINES.length : LINES.indexOf("data Shape = Circle Real | Rect Real Real"),
).join("\n");

/** The text of the editor, as it is: what is drawn, which is all of it for a text that fits. */
async function shown(page: Page): Promise<string> {
  const lines = await page.locator(".card .editor-host .cm-line").allTextContents();
  return lines.join("\n");
}

/** How many characters stand before the cursor in its line. */
async function column(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { focusNode, focusOffset } = getSelection()!;
    const node = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
    const line = node?.closest(".cm-line");
    if (line == null || focusNode === null) return 0;
    const before = document.createRange();
    before.setStart(line, 0);
    before.setEnd(focusNode, focusOffset);
    return before.toString().length;
  });
}

/** The editor on a page whose clock is ours. */
async function opened() {
  const { page, errors } = await site.visit({}, (fresh) => fresh.clock.install());
  const notebook = new Notebook(page);
  await notebook.ended();
  return { page, notebook, errors };
}

/** A pause of so many milliseconds by the clock of the page, at once; and the answers that are due by then. */
async function rest(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  if (milliseconds > DELAY) await frames(page, 3);
}

/** Types a text as a hand does: takes the indentation that the editor gives, and corrects it; types over closed brackets. */
async function type(page: Page, text: string, pause: (last: string) => number): Promise<void> {
  for (const [index, line] of text.split("\n").entries()) {
    const indent = /^ */.exec(line)![0].length;
    if (index > 0) {
      await page.keyboard.press("Enter");
      let given = await column(page);
      for (; given > indent; given = await column(page)) await page.keyboard.press("Backspace");
      for (; given < indent; given++) await page.keyboard.press("Space");
    }
    for (const letter of line.slice(indent)) {
      await page.keyboard.type(letter);
      await rest(page, pause(letter));
    }
    await rest(page, pause("\n"));
  }
}

describe("a program of many lines", () => {
  test.each(Array.from({ length: runs(1) }, (_, index) => index + 1))(
    "comes out as it was meant, with pauses drawn by %d",
    async (seed) => {
      const { page, notebook, errors } = await opened();
      await notebook.write("");
      const drawn = fc.sample(fc.nat(999_999), { numRuns: 4 * PROGRAM.length, seed });
      const below = (bound: number): number => (drawn.pop() ?? 0) % bound;
      const lines = PROGRAM.split("\n").length;
      let long = 0;
      const pause = (last: string): number => {
        // hands rest at ends of lines
        if (last === "\n" && long < LONG_PAUSES && below(lines) < 2 * LONG_PAUSES) {
          long++;
          return 200 + below(1800);
        }
        return last === "\n" ? below(250) : below(12);
      };
      await type(page, PROGRAM, pause);
      expect(await shown(page)).toBe(PROGRAM);
      expect(errors).toEqual([]);
    },
  );
});

describe("suggestions", () => {
  test.runIf(IS_LONG)("leave Enter to who types, after any pause", async () => {
    const { page, notebook } = await opened();
    // every second one, and longer ones in the long tests
    for (const wait of [...oneIn(2, [0, 60, 200, 600], 1), ...(IS_LONG ? [2000] : [])]) {
      await notebook.write("");
      for (const line of ["def f x = si", "def g x = sin x", "def si x = let s = x in s"]) {
        await page.keyboard.type(line, { delay: 15 });
        await rest(page, wait);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Home");
      }
      expect(await shown(page), `${wait} ms`).toBe("def f x = si\ndef g x = sin x\ndef si x = let s = x in s\n");
    }
  });

  test("are taken by the arrows and Enter, or by Tab", async () => {
    const { page, notebook } = await opened();
    const list = page.locator(".cm-tooltip-autocomplete");
    await notebook.write("def f x = ");
    await page.keyboard.type("sigm", { delay: 30 });
    await list.waitFor();
    await rest(page, 150);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await shown(page)).toBe("def f x = sigmoid");
    await page.keyboard.type(" sigm", { delay: 30 });
    await list.waitFor();
    await rest(page, 150);
    await page.keyboard.press("Tab");
    expect(await shown(page)).toBe("def f x = sigmoid sigmoid");
  });

  test.runIf(IS_LONG)("are not made on a name that is defined, or complete", async () => {
    const { page, notebook } = await opened();
    const list = page.locator(".cm-tooltip-autocomplete");
    for (const [before, word] of [
      ["", "def si"],
      ["def f x = let ", "si"],
      ["def f x = \\", "si"],
      ["def f x = case x of { Just ", "si"],
      ["def f x = ", "sin"],
    ] as const) {
      await notebook.write(before);
      await page.keyboard.type(word, { delay: 20 });
      await rest(page, 500);
      expect([before, word, await list.count()]).toEqual([before, word, 0]);
    }
  });

  test.runIf(IS_LONG)("offer local names while the text does not parse", async () => {
    const { page, notebook } = await opened();
    await notebook.write("def f weight =\n  let height = weight in\n  ((let bad = = ) ");
    await page.keyboard.type("heig", { delay: 30 });
    await page.locator(".cm-tooltip-autocomplete").getByText("height", { exact: true }).waitFor();
  });
});
