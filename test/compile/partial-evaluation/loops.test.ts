// Loops that are compiled in more than one form: walks along lists that lie in a row or do not, rounds that are taken four at a time.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileProgram } from "../../../engine/compile/compile.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { compiledDisagreement, UNLIMITED } from "../../support/conformance.ts";
import { preparedProgram } from "../../support/run.ts";
import { runs } from "../../support/runs.ts";

const real = (x: number): string => (x < 0 ? `(-${(-x).toFixed(2)})` : x.toFixed(2));
const reals = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => real(Math.sin(seed + 1.7 * i) * 3));
const list = (items: readonly string[]): string => `[${items.join(", ")}]`;
const array = (items: readonly string[]): string => `#[${items.join(", ")}]`;

/** Walks along lists; `xs`, `ys`: lists however they were made. */
const WALKS = [
  "sum (zipWith (*) xs ys)",
  "foldr (\\x acc -> x * acc + 1.0) 0.5 xs",
  "foldr (+) 0.0 (zipWith (\\x y -> x * x * y) xs ys)",
  "foldl max 0.0 xs * sum (map (\\x -> sum (map (\\y -> x * y) ys)) xs)",
  "sum (map (\\x -> foldr (\\y acc -> if y > x then y * acc else acc + x) 1.0 ys) xs)",
  "sum (zipWith (\\x k -> x * real k) xs (range 2 9))",
  "let t = foldl (+) 0.0 xs in sum (map (\\e -> e / (t * t + 1.0)) (map (\\x -> exp (x * 0.1)) xs))",
  "real (length xs) * product (map (\\x -> x + 2.0) (append xs ys))",
  "sum (map (\\(x, y) -> x * y) (zip xs ys))",
  // suffixes, each walked a little way only
  "let rec go zs acc = case zs of { [] -> acc | _ :: rest -> go rest (acc + sum (zipWith (*) zs [1.0, 2.0])) } in go xs 0.0",
];

/** Lists that are runs, that are none, and that are so in part, from a list `l` and a list `m`. */
const MAKINGS = [
  "l",
  "reverse l",
  "map (\\x -> x * 1.5) l",
  "7.0 :: l",
  "append l m",
  "map (\\x -> sum (zipWith (*) l m) + x) l",
  "filter (\\x -> x > 0.0) l",
  "case l of { a :: b :: rest -> b :: a :: rest | other -> other }",
  "let rec squares xs = case xs of { [] -> [] | x :: rest -> (x * x) :: squares rest } in squares m",
];

test("lists however they were made, walked in all ways", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...WALKS),
      fc.constantFrom(...MAKINGS),
      fc.constantFrom(...MAKINGS),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 50 }),
      (walk, first, second, n, k, seed) => {
        const at = `(${list(reals(seed, n))}, ${list(reals(seed + 0.3, k))})`;
        const text = `-- at: ${at}\ndef main (l : [Real], m : [Real]) = let xs = ${first} in let ys = ${second} in ${walk}`;
        expect(compiledDisagreement(text), text).toBeUndefined();
      },
    ),
    { numRuns: runs(30) },
  );
});

/** Sums over rows of a matrix; `v` may be a row of it. */
const ROWS = [
  "sumA (mapA (\\row -> sumA (zipWithA (*) row v)) m)",
  "foldA (\\acc row -> acc * 0.5 + sumA (zipWithA (\\a b -> a * b * b) row v)) 1.0 m",
  "let ys = mapA (\\row -> let t = foldA (\\s x -> s * 0.9 + sin x) 0.1 row in if t > 0.0 then t else 0.0) m in sumA (zipWithA (*) ys ys)",
  "sumA (build (size m) (\\i -> foldA (\\s x -> s + x * real i) 0.0 (m ! i) * (v ! 0)))",
  "foldA (\\acc row -> acc + foldA max (row ! 0) row) 0.0 m",
];

describe("rounds around an inner loop, four at a time", () => {
  const program = (body: string, m: readonly (readonly string[])[], v: readonly string[]): string =>
    `-- at: (${array(m.map(array))}, ${array(v)})\ndef main (m : Array (Array Real), v : Array Real) = ${body}`;

  test("rows of one length", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ROWS),
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 50 }),
        (body, rows, columns, seed) => {
          const m = Array.from({ length: rows }, (_, i) => reals(seed + i * 0.77, columns));
          const text = program(body, m, reals(seed + 9, columns));
          expect(compiledDisagreement(text), text).toBeUndefined();
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test.each([
    ["sumA (mapA (\\row -> sumA (mapA (\\x -> x * (v ! 0)) row)) m)"],
    ["sumA (mapA (\\row -> foldA (\\s x -> s * x + 1.0) 0.5 row) m)"],
  ])("rows of different lengths: %s", (body) => {
    for (const lengths of [[1, 2, 3, 4], [3, 3, 3, 3, 2], [0, 0, 0, 0, 5], [2, 2, 2, 1], [], [4]]) {
      const text = program(
        body,
        lengths.map((length, i) => reals(i, length)),
        ["1.50"],
      );
      expect(compiledDisagreement(text), text).toBeUndefined();
    }
  });

  test("rows that are one array, which is the vector, too", () => {
    const text =
      "-- at: #[1.0, 2.0, 3.0]\ndef main v = let m = build 6 (\\i -> v) in sumA (mapA (\\row -> sumA (zipWithA (*) row v)) m)";
    expect(compiledDisagreement(text)).toBeUndefined();
  });

  test("the first row that does not fit is the one that is told", () => {
    const text = program(ROWS[0]!, [["1.00"], ["1.00"], ["1.00", "2.00"], ["1.00", "2.00", "3.00"]], ["2.00"]);
    const run = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
    expect(run.ended.tag === "mistake" && run.ended.diagnostics[0]!.message).toContain("sizes, 2 and 1");
  });

  test.each([
    ["#[#[0.0],#[1.0],#[1.0],#[1.0]]", "a * sqrt b"],
    ["#[#[1e308],#[1e308],#[1.0],#[1.0]]", "a * (b * b)"],
  ])("rounds share no number that has a derivative: %s, %s", (m, body) => {
    const text = `-- at: (${m}, #[0.0])\ndef main (m : Array (Array Real), v : Array Real) = sumA (mapA (\\row -> sumA (zipWithA (\\a b -> ${body}) row v)) m)`;
    expect(compiledDisagreement(text)).toBeUndefined();
  });

  test("functions stay as small as JavaScript's engines optimise", () => {
    const line = (k: number): string =>
      `let y${k + 1} = foldl (\\s x -> s + x) 0.0 (map (\\x -> sum (zipWith (*) l m) * x) l) + y${k} in`;
    const lines = Array.from({ length: 12 }, (_, k) => line(k)).join("\n  ");
    const { core } = preparedProgram(
      `-- at: ([1.0, 2.0], [3.0, 4.0])\ndef main (l, m) =\n  let y0 = 0.0 in\n  ${lines}\n  y12`,
    );
    const { text } = compileProgram(core, "active");
    const largest = Math.max(...text.split(/\nfunction/).map((one) => one.length));
    expect(largest).toBeLessThan(130_000);
  });

  test("what is infinite beside what nothing reaches", () => {
    const text = program(
      "sumA (mapA (\\row -> foldA (\\s x -> if x > 0.0 then s + sqrt x else s) 0.0 row) m) * (v ! 0)",
      Array.from({ length: 5 }, () => ["0.00", "4.00", "0.00"]),
      ["2.00"],
    );
    expect(compiledDisagreement(text)).toBeUndefined();
  });

  test("the vector's cotangent is written once for four rows", () => {
    const { core } = preparedProgram(program(ROWS[0]!, [["1.00"]], ["2.00"]));
    const { text } = compileProgram(core, "active");
    const sweep = text.slice(text.indexOf("function r1"), text.indexOf("function q1"));
    const first = /for \([^)]*\) \{\n((?:(?!for \(|while)[^}])*A\[(?:(?!for \()[^}])*)\}/g;
    const writes = [...sweep.matchAll(first)].map(([, body]) => body!.match(/A\[/g)!.length);
    expect(Math.max(...writes)).toBe(5);
  });
});

describe("Reals of the input that are read once", () => {
  const program = (body: string, type = "Array Real"): string =>
    `-- at: (#[#[1.5, -2.0], #[0.5, 0.25], #[3.0, -1.0]], #[0.5, -0.25, 2.0])\ndef main (m : Array (Array Real), v : ${type}) = ${body}`;

  /** How many contributions the fast sweep stores, and how many it adds. */
  const writes = (text: string): { readonly stored: number; readonly added: number } => {
    const { core } = preparedProgram(text);
    const assembled = compileProgram(core, "active").text;
    const sweep = assembled.slice(assembled.indexOf("function r1"), assembled.indexOf("function q1"));
    return {
      stored: sweep.match(/A\[c\d+\] = /g)?.length ?? 0,
      added: sweep.match(/A\[c\d+\] \+= /g)?.length ?? 0,
    };
  };

  test.each([
    ["sumA (mapA (\\x -> sin x * x) v)"],
    ["(v ! 0) * 2.0"],
    ["sumA (mapA (\\row -> sumA (mapA (\\x -> x * x) row)) m)"],
    ["foldA (\\acc row -> if size row > 1 then acc * foldA (\\s x -> s + exp x) 0.1 row else acc) 1.0 m"],
  ])("have one contribution, which is stored: %s", (body) => {
    expect(compiledDisagreement(program(body))).toBeUndefined();
    expect(writes(program(body)).stored).toBeGreaterThan(0);
    expect(writes(program(body)).added).toBe(0);
  });

  test.each([
    ["sumA (mapA (\\x -> sin x * x) v) + (v ! 1)"],
    ["(v ! 0) * (v ! 0)"],
    ["sumA (build 4 (\\i -> v ! 0))"],
    ["sumA (build 4 (\\i -> v ! (mod i 3)))"],
    ["sumA (build 3 (\\i -> sumA (mapA (\\x -> x * x) v)))"],
    ["mapA (\\x -> if x > 0.0 then x else x * x) v"],
    ["let w = build 2 (\\i -> v) in sumA (mapA (\\row -> sumA (mapA (\\x -> x * x) row)) w)"],
    ["let rec go i acc = if i >= 5 then acc else go (i + 1) (acc * (v ! (mod i 3)) + 1.0) in go 0 1.0"],
    ["let rec go i = if i >= 3 then 0.0 else (v ! i) * sin (go (i + 1)) + (v ! 0) in go 0"],
  ])("all others add: %s", (body) => {
    expect(compiledDisagreement(program(body))).toBeUndefined();
    expect(writes(program(body)).stored).toBe(0);
  });

  test("an entry that calls itself may read again what it was given", () => {
    const text =
      "-- at: (#[1.0, 2.0, 3.0], 2)\ndef main (v : Array Real, n : Int) = if n <= 0 then 0.0 else sumA (mapA (\\x -> x * x) v) + main (v, n - 1) * 0.5";
    expect(compiledDisagreement(text)).toBeUndefined();
  });

  test("any two uses of the input together", () => {
    const some = [...ROWS, "sumA v", "sumA (mapA sumA m)", "(v ! 0)", "sumA (zipWithA (*) (m ! 0) v)", "0.0"];
    fc.assert(
      fc.property(
        fc.constantFrom(...some),
        fc.constantFrom(...some),
        fc.constantFrom("+", "*"),
        fc.integer({ min: 0, max: 50 }),
        (a, b, op, seed) => {
          const m = Array.from({ length: 5 }, (_, i) => array(reals(seed + i, 3)));
          const text = `-- at: (${array(m)}, ${array(reals(seed + 9, 3))})\ndef main (m : Array (Array Real), v : Array Real) = (${a}) ${op} (${b})`;
          expect(compiledDisagreement(text), text).toBeUndefined();
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test("a zero that is stored is no −0", () => {
    const { core, input } = preparedProgram(program("sumA (mapA (\\x -> x * (-0.0)) v)"));
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    expect([...compiled.gradient([1])].some((one) => Object.is(one, -0))).toBe(false);
  });

  test("contributions that are finite and whose sum is not are what they are", () => {
    const text = program("sumA (mapA (\\x -> x * 1e308) v)");
    expect(compiledDisagreement(text)).toBeUndefined();
    const { core, input } = preparedProgram(text);
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    expect([...compiled.gradient([1])].slice(-3)).toEqual([1e308, 1e308, 1e308]);
  });
});

test("a list that lies in a row leaves no record an element", () => {
  const sizes = [100, 1000].map((n) => {
    const { core, input } = preparedProgram(
      `-- at: (${list(reals(0, n))}, ${list(reals(1, n))})\ndef main (xs, ys) = sum (zipWith (*) xs ys)`,
    );
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    const { numbers, indices } = compiled.statistics;
    return numbers + indices;
  });
  expect(sizes[0]).toBe(sizes[1]);
});
