// Recursion along lists of Reals that a program writes itself: where the lists are contiguous, it counts, leaves nothing on the tape for an
// element, and gives what the machine gives; where they are not, too.
import { describe, expect, test } from "vitest";
import { compileProgram } from "../../../engine/compile/compile.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import type { Fn } from "../../../engine/compile/ir/ir.ts";
import { compiledDisagreement, UNLIMITED } from "../../support/conformance.ts";
import { preparedProgram } from "../../support/run.ts";
import { validateIr } from "../../support/validate-ir.ts";

/** Recursion along one or two lists, by its form: definitions, and what main does with xs and ys. */
const FORMS: readonly (readonly [name: string, definitions: string, result: string])[] = [
  ["a sum", "def go xs = case xs of { [] -> 0.0 | x :: r -> x * x + go r }", "go xs"],
  ["a sum with an end that is used", "def go xs = case xs of { [] -> 2.0 | x :: r -> x * go r }", "go xs"],
  ["an accumulator", "def go a xs = case xs of { [] -> a * a | x :: r -> go (a * 0.5 + sin x) r }", "go 1.0 xs"],
  [
    "two accumulators",
    "def go a b xs = case xs of { [] -> a / b | x :: r -> go (a + x) (b + x * a) r }",
    "go 1.0 2.0 xs",
  ],
  ["a counter", "def go i xs = case xs of { [] -> 0.0 | x :: r -> real i * x + go (i + 1) r }", "go 3 xs"],
  ["a list of what is computed", "def go xs = case xs of { [] -> [] | x :: r -> x * x :: go r }", "go xs"],
  [
    "a function for each element",
    "def go f xs = case xs of { [] -> [] | x :: r -> f x :: go f r }",
    "sum (go (\\x -> exp x) xs)",
  ],
  ["a list with a beginning", "def go a xs = case xs of { [] -> [a] | x :: r -> a :: go (a + x) r }", "go 0.0 xs"],
  ["prefix sums", "def go a xs = case xs of { [] -> [] | x :: r -> let s = a + x * x in s :: go s r }", "go 0.0 xs"],
  [
    "prefix sums, used again",
    "def go a xs = case xs of { [] -> [] | x :: r -> let s = a + x in (s * x) :: go s r }",
    "go 0.0 xs",
  ],
  ["a list as it is", "def go xs = case xs of { [] -> [] | x :: r -> x :: go r }", "map (\\x -> x * x) (go xs)"],
  ["a list from its end on", "def go a xs = case xs of { [] -> a | x :: r -> go ((x * x) :: a) r }", "go [] xs"],
  ["what is kept", "def go xs = case xs of { [] -> [] | x :: r -> if x > 0.0 then x * x :: go r else go r }", "go xs"],
  [
    "a sum of what is kept",
    "def go xs = case xs of { [] -> 0.0 | x :: r -> if x > 0.0 then x * x + go r else go r }",
    "go xs",
  ],
  [
    "two ways on",
    "def go a xs = case xs of { [] -> a | x :: r -> if x > a then go x r else go (a * 0.5) r }",
    "go 0.1 xs",
  ],
  ["an early end", "def go xs = case xs of { [] -> 0.0 | x :: r -> if x > 0.8 then x else x + go r }", "go xs"],
  ["two lists", "def go xs ys = case (xs, ys) of { (x :: r, y :: s) -> x * y + go r s | _ -> 0.0 }", "go xs ys"],
  [
    "two lists, one after the other",
    "def go xs ys = case xs of { [] -> sum ys | x :: r -> case ys of { [] -> x | y :: s -> x * sin y + go r s } }",
    "go xs ys * go ys xs",
  ],
  ["a list of two", "def go xs ys = case (xs, ys) of { (x :: r, y :: s) -> x * y :: go r s | _ -> [1.0] }", "go xs ys"],
  ["elements and the rest", "def go xs = case xs of { [] -> 0.0 | x :: r -> x * sum r + go r }", "go xs"],
  ["two elements at a time", "def go xs = case xs of { x :: y :: r -> x * y + go r | _ -> 1.0 }", "go xs"],
  [
    "a pair of results",
    "def go xs = case xs of { [] -> (0.0, 1.0) | x :: r -> let (a, b) = go r in (a + x * b, b * 0.5) }",
    "go xs",
  ],
  [
    "two lists of results",
    "def go xs = case xs of { [] -> ([], []) | x :: r -> let (a, b) = go r in (x * x :: a, sin x :: b) }",
    "go xs",
  ],
  [
    "each with each",
    "def inner x ys = case ys of { [] -> 0.0 | y :: r -> x * y * y + inner x r }\ndef go xs ys = case xs of { [] -> 0.0 | x :: r -> inner x ys + go r ys }",
    "go xs ys",
  ],
  [
    "a step that calls",
    "def fix n x = if n == 0 then x else fix (n - 1) (cos x)\ndef go xs = case xs of { [] -> 0.0 | x :: r -> fix 3 x + go r }",
    "go xs",
  ],
  [
    "a step that fails",
    'def go xs = case xs of { [] -> 0.0 | x :: r -> (if x > 5.0 then error "large" else x) * 2.0 + go r }',
    "go xs",
  ],
  ["two ends", "def go xs = case xs of { [x] -> x | x :: r -> max x (go r) | [] -> 0.5 }", "go xs"],
  ["a derivative of it", "def go xs = case xs of { [] -> 0.0 | x :: r -> x * x * x + go r }", "grad go xs"],
  [
    "a list that is walked twice",
    "def go xs = case xs of { [] -> 0.0 | x :: r -> x * x + go r }",
    "let zs = map (\\x -> sin x) xs in go zs * go zs",
  ],
  [
    "Ints beside it",
    "def go i xs = case xs of { [] -> (i, 0.0) | x :: r -> let (k, s) = go (i + 2) r in (k + 1, s + x) }",
    "go 0 xs",
  ],
];

/** Lists whose cells follow each other, and others, by what is between them and the input. */
const LISTS: readonly (readonly [name: string, made: string])[] = [
  ["contiguous", "xs"],
  ["empty", "filter (\\x -> x > 99.0) xs"],
  ["of one", "take 1 xs"],
  ["in two rows", "ys ++ xs"],
  ["linked from its end", "foldr (\\x a -> x * 2.0 :: a) [] xs"],
  ["in no row", "map fst (zip xs xs) ++ [2.0] ++ xs"],
];

describe.each(FORMS)("%s is that of the machine along a list", (_, definitions, result) => {
  test.each(LISTS)("%s", (_, made) => {
    const text = `-- at: ([0.5, -0.25, 1.5, 0.75, -2.0], [0.3, 1.25, -0.5])\n${definitions}\ndef main (xs, ys) = let xs = ${made} in ${result}`;
    expect(compiledDisagreement(text)).toBeUndefined();
    const passed = (_: string, fns: readonly Fn[]): void => validateIr(fns);
    compileProgram(preparedProgram(text).core, "active", undefined, { isCounting: false, passed });
  });
});

test.each([0, 2, 5, 8, 16])("form %i leaves nothing on the tape for an element of a contiguous list", (form) => {
  const [, definitions, result] = FORMS[form]!;
  const entries = (n: number): number => {
    const { core, input } = preparedProgram(
      `-- at: (map real (range 1 ${n}), map real (range 2 ${n + 1}))\n${definitions}\ndef main (xs, ys) = ${result}`,
    );
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    return compiled.statistics.numbers + compiled.statistics.indices;
  };
  expect(entries(60)).toBe(entries(30));
});
