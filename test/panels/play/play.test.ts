// Playing with inputs: numbers of a value's text moved one by one, and steps along the gradient.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dragged,
  faultOf,
  isMoved,
  type Playable,
  playableOf,
  stepped,
  typedReal,
  withHeaderInput,
  withReal,
} from "../../../app/panels/play/model/playing.ts";
import { arranged, NO_NAMES, parameterNames, resized } from "../../../app/panels/play/model/tables.ts";
import { rangeOf, widened } from "../../../app/program/value/model/range.ts";
import { derivativeText, readValue, replaceReals } from "../../../app/program/value/model/value-tree.ts";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { runGradient } from "../../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { EXAMPLES } from "../../support/examples.ts";

const playable = (text: string, reals: readonly number[], gradient?: readonly number[]): Playable => ({
  text,
  reals,
  gradient,
  value: 0,
});

test.each([
  ["def main (x) = x * y\n", "The program has an error, so there is nothing to move."],
  ["def main = 2.0\n", "The program has an error, so there is nothing to move."],
])("%j says why there is nothing to move", (text, expected) => {
  const run = finish(runGradient(checkSource(text), {}, stageOf("tape")!, DEFAULT_BUDGET, { checks: false }));
  expect(playableOf(run)).toContain(expected);
});

describe("a derivative’s text", () => {
  test.each([
    ["(0.5, 3)", "(0.5, ·)"],
    ["[(1.0, -2), (inf, 40)]", "[(1.0, ·), (inf, ·)]"],
    ["Node 3 1.0 (-2.0) true x3", "Node · 1.0 (-2.0) true x3"],
    ["7", "·"],
    ["(1e-21, nan, [", "(1e-21, nan, ["],
  ])("%s is read %s", (text, expected) => {
    expect(derivativeText(text)).toBe(expected);
  });
});

describe("a number is moved", () => {
  test.each([
    ["(12.0, 13.0)", 1, -2.5, "(12.0, -2.5)"],
    ["Leaf 2.0", 0, -1, "Leaf (-1.0)"],
    ["Leaf (-2.0)", 0, 1, "Leaf (1.0)"],
    ["Leaf (-2.0)", 0, -3, "Leaf (-3.0)"],
    ["[1.0, 2.0, 3.0]", 2, 1e21, "[1.0, 2.0, 1e+21]"],
    ["(3, #[1.0, nan])", 1, 4, "(3, #[1.0, 4.0])"],
    ["V 1.0 (-2.0) 3.0", 2, -3, "V 1.0 (-2.0) (-3.0)"],
  ])("%s, number %i to %d", (text, index, real, expected) => {
    expect(withReal(playable(text, []), index, real)).toBe(expected);
    expect(readValue(expected)).toBeDefined();
  });

  test("in every example, whatever it becomes, the program still takes it", () => {
    const numbers = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 }), {
      numRuns: 40,
      seed: 4,
    });
    for (const { name, text } of EXAMPLES.slice(0, 30)) {
      const checked = checkSource(text);
      const run = finish(runGradient(checked, {}, stageOf("tape")!, DEFAULT_BUDGET, { checks: false }));
      const found = playableOf(run);
      if (typeof found === "string") continue;
      const next = replaceReals(found.text, (_, index) =>
        String(numbers[index % numbers.length]!).replace(/^(-?\d+)$/, "$1.0"),
      );
      const again = finish(
        runGradient(checked, { at: next }, stageOf("tape")!, { ...DEFAULT_BUDGET, steps: 200_000 }, { checks: false }),
      );
      expect(again.at?.scalars.length, name).toBe(found.reals.length);
      found.reals.forEach((_, index) =>
        expect(again.at!.scalars[index]! - numbers[index % numbers.length]!, name).toBe(0),
      );
    }
  });
});

describe("an input that was typed", () => {
  const TREE = "def main t = case t of { Leaf x -> x * x | Node n l r -> real n * main l * main r }\n";
  const data = "data Tree = Leaf Real | Node Int Tree Tree\n";
  const runAt = (text: string, at: string) =>
    finish(runGradient(checkSource(text), { at }, stageOf("tape")!, DEFAULT_BUDGET, { checks: false }));

  test.each([
    ["def main (xs, y) = sum xs * y\n", "([1, 2], 3)", "([1.0, 2.0], 3.0)", "([1.0, 2.5], 3.0)", 1],
    [data + TREE, "Node 2 (Leaf 1) (Leaf 3)", "Node 2 (Leaf 1.0) (Leaf 3.0)", "Node 2 (Leaf 1.0) (Leaf 2.5)", 1],
    ["def main (n : Int) (x : Real) = real n * x\n", "(2, -3)", "(2, -3.0)", "(2, 2.5)", 0],
    ["def main (xs : [Real]) = sum xs\n", "map real (range 0 3)", "[0.0, 1.0, 2.0]", "[0.0, 1.0, 2.5]", 2],
  ])("%s at %s has the numbers that the header gives it", (text, typed, shown, moved, index) => {
    const run = runAt(text, typed);
    const found = playableOf(run, typed) as Playable;
    expect(found.text).toBe(shown);
    expect(found.gradient).toHaveLength(found.reals.length);
    expect(stepped(found, 0.1)).toBeDefined();
    expect(withReal(found, index, 2.5)).toBe(moved);
    // what is written back means the same
    expect(runAt(text, moved).at?.text).toBe(moved);
    expect((playableOf(run, moved) as Playable).text).toBe(moved);
    expect(isMoved(run, typed)).toBe(typed === shown);
  });

  test("goes ahead of the run where a list becomes longer, and not where it is another one", () => {
    const run = runAt("def main (xs, y) = sum xs * y\n", "([1, 2], 3)");
    expect(isMoved(run, "([1.0, 2.0, 2.0], 3.0)")).toBe(true);
    expect(isMoved(run, "([1.0, 2.0, 2], 3.0)")).toBe(false);
    expect(isMoved(run, "[1.0, 2.0]")).toBe(false);
    expect((playableOf(run, "([1, 2], 4)") as Playable).text).toBe("([1.0, 2.0], 3.0)");
  });
});

test("a step goes along the gradient, and is not made out of the finite numbers", () => {
  const at = playable("(1.0, [2.0])", [1, 2], [10, -20]);
  expect(stepped(at, -0.1)).toBe("(0.0, [4.0])");
  expect(stepped(at, 0.5)).toBe("(6.0, [-8.0])");
  expect(stepped(playable("3.0", [3], [6]), -0.2)).toBe("1.8");
  expect(stepped(playable("1.0", [1], [Number.POSITIVE_INFINITY]), 1)).toBeUndefined();
  expect(stepped(playable("1.0", [1]), 1)).toBeUndefined();
});

test("a slider reaches around its number, and dragging is finer than it", () => {
  for (const x of [0, 1, -3, 12, 1e-4, 1e9]) {
    const { min, max, step } = rangeOf(x);
    expect(min).toBeLessThan(x === 0 ? 0 : -Math.abs(x));
    expect(max).toBeGreaterThan(Math.abs(x));
    expect((max - min) / step).toBeCloseTo(200, 6);
    expect(dragged(x, 40)).toBeGreaterThan(x);
    expect(dragged(x, 0)).toBe(x);
    expect(String(dragged(x * (1 + 2e-16), 40)).length).toBeLessThan(12);
  }
  expect(Number.isFinite(rangeOf(Number.NaN).max)).toBe(true);
});

test("a slider's range is round and near, and widens where its number stands at an end", () => {
  expect(rangeOf(12)).toEqual({ min: -50, max: 50, step: 0.5 });
  expect(rangeOf(0.3)).toEqual({ min: -1, max: 1, step: 0.01 });
  expect(widened(rangeOf(12), 20)).toEqual(rangeOf(12));
  expect(widened(rangeOf(12), 50).max).toBe(100);
});

test("an input is written into the program's header", () => {
  expect(withHeaderInput("-- at: (1.0,\n--      2.0)\ndef main (x, y) = x\n", "(3.0, 4.0)")).toBe(
    "-- at: (3.0, 4.0)\ndef main (x, y) = x\n",
  );
  expect(withHeaderInput("def main x = x\n", "3.0")).toBe("-- at: 3.0\ndef main x = x\n");
});

describe("an input is arranged", () => {
  test("numbers alone by their names, lists and matrices as tables", () => {
    const text = "(2.0, [1.0, -2.0], #[#[1.0, 2.0], #[3.0, 4.0]], 7, Leaf 5.0, [(6.0, 7.0)])";
    const names = parameterNames("def main (scale, xs, m : Array (Array Real), n, t, ps) = scale", "main");
    const { lone, tables } = arranged(text, names);
    expect(lone).toEqual([
      { index: 0, name: "scale" },
      { index: 7, name: "t.1" },
      { index: 8, name: "ps[0].1" },
      { index: 9, name: "ps[0].2" },
    ]);
    expect(tables.map(({ name, rows, isRow }) => [name, rows, isRow])).toEqual([
      ["xs", [[1, 2]], true],
      [
        "m",
        [
          [3, 4],
          [5, 6],
        ],
        false,
      ],
    ]);
  });

  test("every Real is in one place", () => {
    for (const { text, name } of EXAMPLES) {
      const at = /^-- at:\s*(.+)$/m.exec(text)?.[1];
      if (at === undefined || readValue(at) === undefined) continue;
      let count = 0;
      replaceReals(at, (one) => {
        count++;
        return one;
      });
      const { lone, tables } = arranged(at, NO_NAMES);
      const places = [...lone.map(({ index }) => index), ...tables.flatMap(({ rows }) => rows.flat())];
      expect(
        places.toSorted((a, b) => a - b),
        name,
      ).toEqual(Array.from({ length: count }, (_, index) => index));
    }
  });

  test.each([
    ["def main (x, y) = x", "(1.0, 2.0)", ["x", "y"]],
    ["def main x = x", "1.0", ["x"]],
    ["def main (a, b) c : Real = a*b + c", "((1.0, 2.0), 3.0)", ["a", "b", "c"]],
    ["def main\n  (x : Real) -- here\n  y = x", "(1.0, 2.0)", ["x", "y"]],
    [
      "def main (m : Array (Array Real), (a, b), v : (Real, Real)) = 1.0",
      "(#[], (1.0, 2.0), (3.0, 4.0))",
      ["a", "b", "v.1", "v.2"],
    ],
    ["def main (x : Real) : Real = x", "1.0", ["x"]],
    ["def main (x, _) = x", "(1.0, 2.0)", ["x", "#1"]],
    ["def other x = x", "1.0", ["#0"]],
  ] as const)("%s", (program, text, names) => {
    expect(arranged(text, parameterNames(program, "main")).lone.map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["([1.0, 2.0], 3.0)", [0], 1, "([1.0, 2.0, 2.0], 3.0)"],
    ["([1.0, 2.0], 3.0)", [0], -1, "([1.0], 3.0)"],
    ["[]", [], 1, "[0.0]"],
    ["[]", [], -1, undefined],
    ["Pair [1.0] (-2.0)", [0], 1, "Pair [1.0, 1.0] (-2.0)"],
  ] as const)("%s at %j by %i", (text, path, by, wanted) => expect(resized(text, path, by)).toBe(wanted));
});

test.each([
  ["1.5", 1.5],
  [" -2e3 ", -2000],
  ["−1", -1],
  ["inf", Number.POSITIVE_INFINITY],
  ["nan", Number.NaN],
  ["1,5", undefined],
  ["0x10", undefined],
  ["", undefined],
])("%j is typed", (text, wanted) => expect(typedReal(text)).toBe(wanted));

test.each([
  ["3,5", "Use a point: 3.5"],
  ["-1,25e3", "Use a point: -1.25e3"],
  ["12a", "Not a number"],
  ["1,5,2", "Not a number"],
  ["3.5", undefined],
  ["−1", undefined],
  // on the way to a number
  ["", undefined],
  ["-", undefined],
  ["1.", undefined],
  ["2e-", undefined],
  ["in", undefined],
])("of %j as a number is said: %j", (text, wanted) => expect(faultOf(text)).toBe(wanted));

test("fields of a record have their names, and a table has rows and columns of a fixed number", () => {
  const text = "Net { w = 2.0, m = Array2 2 3 #[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], xs = [7.0] }";
  const { lone, tables } = arranged(text, { name: "n", parts: [] });
  expect(lone).toEqual([{ index: 0, name: "n.w" }]);
  expect(tables).toMatchObject([
    {
      name: "n.m",
      rows: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      isRow: false,
    },
    { name: "n.xs", rows: [[7]], isRow: true },
  ]);
  expect(arranged(text, NO_NAMES).lone).toEqual([{ index: 0, name: "w" }]);
  expect(resized(text, [2], 1)).toBe(text.replace("[7.0]", "[7.0, 7.0]"));
});
