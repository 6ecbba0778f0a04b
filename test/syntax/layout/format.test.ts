// The formatter: the same program and comments, the layout that the writer meant, and nothing left to do the second time.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatted } from "../../../engine/syntax/layout/format.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { runs } from "../../support/runs.ts";

const PRELUDE = readFileSync(new URL("../../../engine/prelude/prelude.dual", import.meta.url), "utf8");

describe("what is well laid out stays as it is", () => {
  const all = EXAMPLES.filter(({ name }) => !/^(05|08|09|22)/.test(name));
  test.each(all.map(({ name, text }) => [name, text]))("%s", (_, text) => expect(formatted(text)).toBe(text));
});

test("lines are as long as is asked for, where the program can be broken", () => {
  const text = "def main x = map (\\i -> sin (x * real i)) (range 0 60)\n";
  expect(formatted(text)).toBe(text);
  expect(formatted(text, 46)).toBe("def main x =\n  map (\\i -> sin (x * real i)) (range 0 60)\n");
  expect(
    formatted(text, 30)
      ?.split("\n")
      .every((line) => line.length <= 30),
  ).toBe(true);
});

test("formatting again changes nothing", () => {
  for (const text of [
    ...EXAMPLES.map((one) => one.text),
    PRELUDE,
    ...fc.sample(programs(), { numRuns: runs(60), seed: 9 }).map((one) => one.source),
  ]) {
    const once = formatted(text);
    expect(once).toBeDefined();
    expect(formatted(once!)).toBe(once);
  }
});

test("whatever room and breaks there are between signs, and whatever comments, the program stays", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...EXAMPLES.map((one) => one.text)),
      fc.array(fc.constantFrom(" ", "\n", "  ", " -- a comment\n", " {- one -} ", "\n\n\n", "\n-- alone\n"), {
        minLength: 5,
      }),
      (text, rooms) => {
        let at = 0;
        const body = text.slice(text.indexOf("\ndef ") + 1);
        const shaken = body.replace(/--[^\n]*\n/g, "\n").replace(/ +/g, () => rooms[at++ % rooms.length]!);
        const made = formatted(shaken);
        expect(made).toBeDefined();
        expect(signs(made!)).toBe(signs(shaken));
        expect(made!.match(/a comment|one|alone/g)?.length).toBe(shaken.match(/a comment|one|alone/g)?.length);
      },
    ),
    { numRuns: runs(150), seed: 3 },
  );
});

/** A program without room, comments, and the bars that may lead alternatives. */
function signs(text: string): string {
  return text
    .replace(/--[^\n]*|\{-[^}]*-\}/g, "")
    .replace(/\s+/g, "")
    .replace(/([{=])\|/g, "$1");
}

test.each([
  ["def main x=x*x+1.0", "def main x = x*x + 1.0\n"],
  ["def f (x,y)=(x+y ,x)", "def f (x, y) = (x + y, x)\n"],
  ["def f x =\n      x", "def f x =\n  x\n"],
  [
    "def main x = case x of {Leaf a->a|Node l r->main l}",
    "def main x = case x of { Leaf a -> a | Node l r -> main l }\n",
  ],
  ["def a = 1.0 -- one\n\n\n\ndef b = - - 2.0", "def a = 1.0 -- one\n\ndef b = - -2.0\n"],
  ["def a = 1.0   -- one\ndef bb = 2.0  -- two", "def a = 1.0   -- one\ndef bb = 2.0  -- two\n"],
  ["data T=A Real|B", "data T = A Real | B\n"],
  ["-- title: T\n\ndef main x = let y=x in\n      y", "-- title: T\n\ndef main x =\n  let y = x in\n  y\n"],
  ["def main x = if x>0.0 then x\n else -x", "def main x =\n  if x > 0.0 then x\n  else -x\n"],
  ["def main x = \\y->x+y", "def main x = \\y -> x + y\n"],
])("%j", (text, wanted) => expect(formatted(text)).toBe(wanted));

test("comments stay with the alternatives that they stand above", () => {
  const text = `def main x t =
  case t of {
    -- about A
    | A -> x
    -- about B
    | B -> 2.0 * x -- twice
    -- | C -> 0.0
  }

data T =
  -- first
  | A
  -- second
  | B
`;
  expect(formatted(text)).toBe(text);
});

test("layout that one place loses is kept elsewhere", () => {
  const text = "def a   = 1.0   -- one\ndef bcd = 2.0   -- two\ndef f x = (\\y\n  -> y) x\n";
  expect(formatted(text)).toMatch(/^def a {3}= 1\.0 {3}-- one\ndef bcd = 2\.0 {3}-- two\n/);
});

test.each(["{- a  \n b -}\ndef main x = x\n", "\n", ""])("%j is formatted", (text) =>
  expect(formatted(text)).toBeDefined(),
);

test("a long line is broken", () => {
  const sum = Array.from({ length: 30 }, (_, i) => `variable${i}`).join(" + ");
  const made = formatted(`def main x = ${sum}`)!;
  expect(Math.max(...made.split("\n").map((one) => one.length))).toBeLessThanOrEqual(100);
  expect(signs(made)).toBe(signs(`def main x = ${sum}`));
});

test.each(["def main x = ", "def main x = (x", "def = 1", `def main x = ${"(".repeat(2000)}x${")".repeat(2000)}`])(
  "what has mistakes of syntax, or is too deep, is left alone: %.30s",
  (text) => expect(formatted(text)).toBeUndefined(),
);

test("a header says the same afterwards, where a line of it is blank too", () => {
  const blank = "-- at: (1.0,\n--   \n--   2.0)\ndef main (x, y) = x * y\n";
  expect(formatted(blank)).toBe(blank);
  expect(formatted("--title:\n--   ")).toBe("--title:\n--   \n");
  // all that the grammar takes for a space may stand before a line of the header
  for (const space of ["\r", "\v", "\f", "\u00a0", "\ufeff"])
    expect(formatted(`${space}--at: 2.0\ndef main x=x`)).toBe("--at: 2.0\ndef main x = x\n");
  expect(formatted("--a: ")).toBe("--a:\n");
  for (const spaces of ["   \t", "\t", "\t  "])
    expect(formatted(`--title:\n--${spaces}`)).toBe(`--title:\n--${spaces}\n`);
});
