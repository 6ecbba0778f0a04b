// Pearlmutter and Siskind (2008), first order: the paper's example line by line, its numbers, and what it claims of costs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import type { NativeHost } from "../../engine/core/events/native.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { checkProgram } from "../../engine/core/terms/check.ts";
import { DataValue, type Value } from "../../engine/core/values/values.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fragmentFor, sourceOf } from "../../engine/derive/straight-run.ts";
import { disagreement } from "../support/conformance.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, preparedProgram, tracedGradient } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";

const [closures, lazyZeros] = lambda.stages as [(typeof lambda.stages)[0], (typeof lambda.stages)[0]];

const counted = (stage: (typeof lambda.stages)[0], text: string) => {
  const { primal, forward, reverse } = gradientOf(text, stage).cost;
  return { primal, forward, reverse, sums: (forward.realSums ?? 0) + (reverse.realSums ?? 0) };
};

/** The lines of both lanes, without what is said over them. */
const lanes = (text: string, options = {}): string =>
  closures.notation!(sourceOf(preparedProgram(text)), options)
    .map((line) => line.text)
    .join("\n")
    .trim();

/** f = λa. ((λb. λc. b) a) 1, the identity (§3). */
const PAPER = "-- at: 4.0\ndef main (a : Real) = (\\b -> \\c -> b) a 1.0\n";

describe("the example of §3", () => {
  test("has the lines VII to XIII of the paper", () => {
    expect(lanes(PAPER)).toBe(
      `
main = λa.
  t₄ = λb.
    t₅ = λc.          [ḃ] ⊕= ṫ₅
      in (b, λḃ. ↗)   ↘ ([ḃ], ċ)
    in (t₅, λṫ₅. ↗)   ↘ ([], ḃ)
  t₃, t̄₃ = t₄ a       (ṫ₄, ȧ) ⊕= t̄₃ ṫ₃
  t₆ = 1
  t₂, t̄₂ = t₃ t₆      (ṫ₃, ṫ₆) ⊕= t̄₂ ṫ₂
  in (t₂, λṫ₂. ↗)     ↘ ([], ȧ)`.trim(),
    );
  });

  test.each(lambda.stages)("$id: value 4 and derivative 1; 0 where environments have no sensitivities", (stage) => {
    const run = (forgetCaptured: boolean) => {
      const { value, gradient } = gradientOf(PAPER, stage, { variations: { options: { forgetCaptured } } });
      return [value!.scalars, gradient!.scalars];
    };
    expect(run(false)).toEqual([[4], [1]]);
    expect(run(true)).toEqual([[4], [0]]);
  });

  test("passes nothing on to what was captured where that is forgotten, in the lanes, too", () => {
    const changed = lanes(PAPER, { forgetCaptured: true }).split("\n");
    expect(
      lanes(PAPER)
        .split("\n")
        .filter((line) => !changed.includes(line)),
    ).toEqual(["    t₅ = λc.          [ḃ] ⊕= ṫ₅"]);
  });
});

/** Program, value, gradient: PS-T and PS-E of the paper's constructions, each at its input. */
const CASES: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ["x²", "-- at: 3.0\ndef main x = x * x", [9], [6]],
  [
    "a power by recursion",
    "-- at: 2.0\ndef pow (x, n) = if n == 0 then 1.0 else x * pow (x, n - 1)\ndef main x = pow (x, 5)",
    [32],
    [80],
  ],
  ["a branch, taken", "-- at: -2.0\ndef main x = if x < 0.0 then x * x else 3.0 * x", [4], [-4]],
  ["a branch, not taken", "-- at: 2.0\ndef main x = if x < 0.0 then x * x else 3.0 * x", [6], [3]],
  ["a function that is used twice", "-- at: 2.0\ndef main x = let f = \\y -> x * y in f x + f (x * x)", [12], [16]],
  [
    "a function applied to its result",
    "-- at: 1.5\ndef twice f x = f (f x)\ndef main x = twice (\\z -> z * (x * z)) x",
    [17.0859375],
    [79.734375],
  ],
  [
    "a function of what it does not use",
    "-- at: 2.0\ndef main x = let a = x * x in let k = \\d -> a * a in k 0.0 + k 1.0",
    [32],
    [64],
  ],
  [
    "Church's pair",
    "-- at: 2.0\ndef pair a b = \\s -> s a b\ndef main x = let p = pair x (x * x) in p (\\a -> \\b -> a) * p (\\a -> \\b -> b)",
    [8],
    [12],
  ],
  ["Church's three", "-- at: 2.0\ndef three f x = f (f (f x))\ndef main x = three (\\z -> z * x) 1.0", [8], [12]],
  [
    "two results",
    "-- at: (3.0, 5.0)\n-- cotangent: (10.0, 1.0)\ndef main (a : Real, b : Real) = (a * b, a + b)",
    [15, 8],
    [51, 31],
  ],
  [
    "a valley",
    "-- at: (-1.2, 1.0)\ndef main (x, y) = (1.0 - x) * (1.0 - x) + 100.0 * (y - x * x) * (y - x * x)",
    [24.2],
    [-215.6, -88],
  ],
  ["a product of four", "-- at: (1.0, 2.0, 3.0, 4.0)\ndef main (a, b, c, d) = a * b * c * d", [24], [24, 12, 8, 6]],
  ["an argument that is not used", "-- at: 3.0\ndef main (x : Real) = 5.0", [5], [0]],
  [
    "a local function that calls itself",
    "-- at: (2.0, 3.0)\ndef main (a, b) = let rec go n acc = if n == 0 then acc else go (n - 1) (acc * a + b) in go 3 1.0",
    [29],
    [27, 7],
  ],
];

describe("the gradients of the paper's constructions", () => {
  test.each(CASES)("%s", (_, text, value, gradient) => {
    for (const stage of lambda.stages) {
      const run = gradientOf(text, stage);
      const near = (found: readonly number[], wanted: readonly number[]) =>
        found.forEach((x, at) => expect(x, stage.id).toBeCloseTo(wanted[at]!, 10));
      near(run.value!.scalars, value);
      near(run.gradient!.scalars, gradient);
      expect(disagreement(text, [stage])).toBeUndefined();
    }
  });
});

describe("costs", () => {
  /** A list of n Reals, and the sum of their squares: by `case`, and as the paper's CAR and CDR. */
  const squares = (n: number, body: string): string =>
    `-- at: [${Array.from({ length: n }, (_, at) => `${at + 1}.0`).join(", ")}]\n${body}`;
  const BY_CASE = "def main xs = case xs of { [] -> 0.0 | h :: t -> h * h + main t }";
  const BY_PARTS = `def isNil xs = case xs of { [] -> True | h :: t -> False }
def car xs = case xs of { [] -> 0.0 | h :: t -> h }
def cdr xs = case xs of { [] -> [] | h :: t -> t }
def main xs = if isNil xs then 0.0 else car xs * car xs + main (cdr xs)`;

  test.each([5, 20, 80])("the sum of squares of %i: n sums with a symbol for zeros, n² without", (n) => {
    expect(counted(lazyZeros, squares(n, BY_CASE)).sums).toBe(n);
    expect(counted(lazyZeros, squares(n, BY_PARTS)).sums).toBe(n);
    expect(counted(closures, squares(n, BY_CASE)).sums).toBe(n * n + 4 * n);
    expect(counted(closures, squares(n, BY_PARTS)).sums).toBe(5 * n * n + 8 * n);
  });

  test.each([1, 4, 7])("pairs of pairs, %i deep: exponential without a symbol for zeros, no sum with it", (n) => {
    const of = (k: number): string => (k === 0 ? "x" : `x${k}`);
    const lets = Array.from({ length: n }, (_, k) => `let ${of(k + 1)} = (${of(k)}, ${of(k)}) in`).join(" ");
    const first = Array.from({ length: n }).reduce<string>((inner) => `fst (${inner})`, of(n));
    const text = `-- at: 1.5\ndef main (x : Real) = ${lets} ${first}`;
    expect(counted(closures, text).sums).toBe(6 * 2 ** n - 6);
    expect(counted(lazyZeros, text).sums).toBe(0);
  });

  test("the forward pass has the arithmetic of the program, and each backpropagator is called once", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED))
      for (const stage of lambda.stages) {
        if (!takes(stage, text)) continue;
        const { primal, forward, reverse } = counted(stage, text);
        expect(forward.work, name).toBe(primal.work);
        expect(reverse.mostCallsOfOne, name).toBeLessThanOrEqual(1);
      }
  });

  test("Fig. 5: what is used twice is called once, with the sum", () => {
    const { events, run } = tracedGradient("-- at: 0.5\ndef main x = let y = exp x in sin y * cos y", lazyZeros);
    const y = events.find((event) => event.tag === "scalar" && event.op === "exp");
    const calls = events.filter((event) => event.tag === "call" && y?.tag === "scalar" && event.number === y.number);
    expect(calls).toMatchObject([{ cotangent: expect.closeTo(Math.cos(2 * Math.exp(0.5)), 12) }]);
    expect(run.gradient!.scalars[0]).toBeCloseTo(-1.628738716, 8);
  });
});

test("adding what does not conform is a bug of ours, with both shapes", () => {
  const [unlike] = lambda.natives!;
  const one = (con: string, ...fields: readonly Value[]) => new DataValue(con, [...fields]);
  const host = { content: (value: Value) => (value as DataValue).con } as unknown as NativeHost;
  expect(() => unlike!.run([one("Scalar°", 1), one("Parts°")], host)).toThrow(/internal: .*Scalar.*Parts/);
});

describe("which programs it takes", () => {
  const fragment = (text: string) => fragmentFor(lazyZeros, preparedProgram(text));

  test("no arrays, at their place: within a built-in function, the name of that", () => {
    const text = "-- at: #[1.0, 2.0]\ndef main a = sumA a";
    expect(fragment(text)).toMatchObject({ tag: "outside", instead: "tape", at: { from: text.indexOf("sumA") } });
    expect(fragment("-- at: 1.0\ndef main (x : Real) = #[x] ! 0")).toMatchObject({ tag: "outside" });
    expect(fragment("-- at: #[1.0]\ndef main (a : Array Real) = a")).toMatchObject({ tag: "outside" });
  });

  test("no derivatives; recursion and data, by rules of ours", () => {
    expect(fragment("-- at: 2.0\ndef main x = grad (\\y -> y * y) x")).toMatchObject({
      tag: "outside",
      instead: "nested",
    });
    expect(fragment(example("13"))).toMatchObject({ tag: "inside", beyond: expect.stringContaining("ours") });
    expect(fragment(PAPER)).toEqual({ tag: "inside" });
  });

  test("definitions and variables with the names that the stages add", () => {
    const names = [
      "seed",
      "zero",
      "zeroOf",
      "gradient",
      "input",
      "parts",
      "made",
      "oplus",
      "absorb",
      "addReals",
      "addAll",
    ];
    const definitions = names.map((name, at) => `def ${name} (x : Real) = x * ${at + 1}.0 + x * x`).join("\n");
    const calls = names.reduce((inner, name) => `${name} (${inner})`, "x * 0.01");
    const text = `-- at: 2.0\n${definitions}\ndef main x = let made = ${calls} in (\\oplus -> \\unlike -> oplus * unlike) made (sin made)`;
    expect(disagreement(text, lambda.stages)).toBeUndefined();
    for (const stage of lambda.stages) {
      const program = transformed(stage, preparedProgram(text));
      const printed = printProgram(program, { types: true });
      expect(printProgram(readProgram(printed, program.entry, program.meaning, lambda.natives), { types: true })).toBe(
        printed,
      );
    }
  });

  test("parallel lists, polymorphic functions and values, and functions in data", () => {
    for (const text of [
      "-- at: [1.0, 2.0]\ndef main xs = sum (parMap (\\x -> x * x) xs)",
      "-- at: (2.0, 3.0)\ndef main (x, y) = let id = \\z -> z in let (a, b) = id (x, y) in id a * fst (id (b, 1))",
      "-- at: 3.0\ndef two = 1.0 + 1.0\ndef square = \\x -> x * x * two\ndef main x = square (square x) + two",
      "-- at: 3.0\ndata Fn = Fn (Real -> Real) Int\ndef run f x = case f of { Fn g n -> if n > 1 then g x else x }\ndef main x = run (Fn (\\y -> x * y) 2) (x + 1.0)",
      "-- at: [(1.0, 2), (3.0, 4)]\ndef main ps = sum (map (\\(x, n) -> x * real n) ps)",
    ])
      expect(disagreement(text, lambda.stages), text).toBeUndefined();
  });
});

describe("random programs", () => {
  const COUNT = runs(500);

  test("have the gradients of the tape by both stages, and what is printed is read back as it is", {
    timeout: 3_600_000,
  }, () => {
    let taken = 0;
    const property = fc.property(programs({ hasArrays: false }), ({ source }) => {
      if (!takes(lazyZeros, source)) return;
      taken++;
      expect(disagreement(source, lambda.stages, {}, false), source).toBeUndefined();
      if (taken % 10 !== 0) return;
      const program = transformed(closures, preparedProgram(source));
      const printed = printProgram(program, { types: true });
      const read = readProgram(printed, program.entry, program.meaning, lambda.natives);
      checkProgram(read);
      expect(printProgram(read, { types: true })).toBe(printed);
    });
    fc.assert(property, { numRuns: Math.ceil(1.7 * COUNT), seed: 20261129 });
    expect(taken).toBeGreaterThan(COUNT);
  });
});
