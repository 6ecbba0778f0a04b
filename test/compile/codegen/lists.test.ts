// The cost of lists of Reals, in entries of the tape and in loops of the adjoint.
import { describe, expect, test } from "vitest";
import { Compiled } from "../../../engine/compile/engine.ts";
import { compiledDisagreement, UNLIMITED } from "../../support/conformance.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { preparedProgram } from "../../support/run.ts";

/** Entries that a run leaves on the tape. */
function entries(text: string): number {
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  compiled.value(input, UNLIMITED);
  const { numbers, indices } = compiled.statistics;
  return numbers + indices;
}

describe("lists whose cells follow each other leave nothing for an element on the tape:", () => {
  test.each([
    ["an argument", "sum (map (\\x -> x * x) xs)"],
    ["its kept elements", "sum (map (\\x -> x * x) (filter (\\x -> x > 0.5) xs))"],
    ["two lists that came in one after the other", "sum (map (\\x -> x * x) (xs ++ ys))"],
    ["one that is reversed", "sum (map (\\x -> x * x) (reverse xs))"],
    ["one that is made from others", "let zs = zipWith (*) xs (map (\\x -> x + 1.0) xs) in sum zs * sum zs"],
    ["one whose cells follow each other by chance", "sum (foldr (\\x rest -> x :: rest) [] xs)"],
  ])("%s", (_, result) => {
    const text = (n: number): string => `-- at: (map real (range 1 ${n}), [2.0, 3.0])\ndef main (xs, ys) = ${result}`;
    expect(compiledDisagreement(text(5))).toBeUndefined();
    expect(entries(text(1000))).toBe(entries(text(500)));
  });
});

test("a recursion along a list puts the list's own cells aside, and computes from them on the way back", () => {
  const text = (n: number): string =>
    `-- at: map real (range 1 ${n})\ndef go xs = case xs of { [] -> 0.0 | x :: rest -> x * sin (x * 2.0) + go rest }\ndef main xs = go xs`;
  expect(compiledDisagreement(text(5))).toBeUndefined();
  const cells = (n: number): number => {
    const { core, input } = preparedProgram(text(n));
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    return compiled.statistics.cells;
  };
  // those of the input alone
  expect(cells(1000) - cells(500)).toBe(500);
});

test("what is kept of a list, and used once by a fold, is no list of its own", () => {
  const words = (result: string): number => {
    const { core, input } = preparedProgram(`-- at: map real (range 0 50)\ndef main xs = ${result}`);
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    return compiled.statistics.words;
  };
  const none = words("sum xs");
  for (const result of [
    "sum (filter (\\x -> x > 9.5) xs)",
    "foldl (\\a x -> a * 0.5 + x) 1.0 (map (\\x -> x * x) (filter (\\x -> sin x > 0.0) (map (\\x -> x + 1.0) xs)))",
    "real (length (filter (\\x -> x > 9.5) xs)) * sum xs",
  ]) {
    expect(words(result), result).toBe(none);
    expect(compiledDisagreement(`-- at: map real (range 0 50)\ndef main xs = ${result}`)).toBeUndefined();
  }
  expect(words("let ys = filter (\\x -> x > 9.5) xs in sum ys * sum ys")).toBeGreaterThan(none);
});

test("lists that are filtered and appended are made from their first element on, and put nothing aside", () => {
  for (const result of [
    "filter (\\x -> x > 0.5) xs",
    "xs ++ xs",
    "concat [xs, xs]",
    "filter (\\x -> x > 0.5) xs ++ xs",
  ]) {
    const text = `-- at: map real (range 0 5)\ndef main xs = ${result}`;
    expect(compiledDisagreement(text)).toBeUndefined();
    if (!result.startsWith("concat"))
      expect(Compiled.of(preparedProgram(text).core, "active").assembled.text).not.toMatch(/S\[sp\+\+\]/);
  }
});

test("a gradient within a program, by lists beside data with Ints, is that of the machine", () => {
  const text = `-- at: [1.0, 2.0, 3.0]
data P = P Int Real
def f (ys, ps) = sum (map (\\y -> y * y * y) ys) * sum (map (\\p -> case p of { P n x -> real n * x }) ps)
def main xs = let (g, _) = grad f (xs, [P 2 1.5, P 3 0.5]) in sum (zipWith (*) g (reverse g))`;
  expect(compiledDisagreement(text)).toBeUndefined();
});

test("no adjoint has a loop whose rounds do nothing", () => {
  for (const { name, text } of EXAMPLES)
    expect(Compiled.of(preparedProgram(text).core, "active").assembled.text, name).not.toMatch(
      /for \([^\n]*\) \{\s*\}/,
    );
});
