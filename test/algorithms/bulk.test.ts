// Dual numbers in bulk (Smeding's thesis, chapter 4): its worked examples with their numbers, its normal forms and counts, and its three
// stages against the tape.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBulkNormal } from "../../engine/algorithms/bulk/bot.ts";
import { arrayProgram, inBulk } from "../../engine/algorithms/bulk/front/front.ts";
import { numbersIn } from "../../engine/algorithms/bulk/front/parts.ts";
import { algorithm } from "../../engine/algorithms/bulk/index.ts";
import { printBulk } from "../../engine/algorithms/bulk/language/print.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fragmentFor, sourceOf } from "../../engine/derive/straight-run.ts";
import { replay, stagedCalls } from "../../engine/timeline/replay.ts";
import { disagreement } from "../support/conformance.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, largestDifference, preparedProgram, tracedGradient } from "../support/run.ts";
import { runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";
import { runTransformed } from "../support/transformed.ts";

type Stage = (typeof algorithm.stages)[0];
const [oneHots, bulk, symbolic] = algorithm.stages as [Stage, Stage, Stage];

function run(text: string, stage: Stage, cotangent?: string) {
  const { value, gradient, cost } = gradientOf(text, stage, cotangent === undefined ? {} : { cotangent });
  return { value: value!.scalars, gradient: gradient!.scalars, cost };
}

/** The result of a program in bulk form. */
function normalForm(text: string): string {
  const { bindings, result } = inBulk(arrayProgram(sourceOf(preparedProgram(text))), {});
  return [
    ...bindings.map(({ name, bound }) => `${name} = ${printBulk(bound)}`),
    ...numbersIn(result).map(printBulk),
  ].join("; ");
}

const DOT = "def main a b = sumA (build (size a) (\\i -> a ! i * b ! i))";
const REVERSED = "def main a = let n = size a in sumA (build n (\\i -> a ! i * a ! (n - 1 - i)))";
const MATRICES = `def matmat a b = let n = size (b ! 0) in
  build (size a) (\\i -> build n (\\j -> sumA (build (size b) (\\k -> a ! i ! k * b ! k ! j))))`;
const SUM2 = "def sum2 m = sumA (mapA sumA m)";

/** Program, value and gradient, as in the list of worked examples; the thesis has A1 to A9. */
const CASES: readonly (readonly [name: string, text: string, value: readonly number[], gradient: readonly number[]])[] =
  [
    ["A1", `-- at: (#[1.0, 2.0, 3.0], #[4.0, 5.0, 6.0])\n${DOT}`, [32], [4, 5, 6, 1, 2, 3]],
    ["A2", `-- at: #[1.0, 2.0, 3.0, 4.0]\n${REVERSED}`, [20], [8, 6, 4, 2]],
    ["A3", "-- at: #[2.0, 3.0, 4.0]\ndef main a = sumA (build 3 (\\i -> a ! i + 1.0))", [12], [1, 1, 1]],
    ["A4, n = 3", "-- at: 1.5\ndef main (x : Real) = iterate 3 (\\y -> y + y) x", [12], [8]],
    ["A4, n = 20", "-- at: 1.5\ndef main (x : Real) = iterate 20 (\\y -> y + y) x", [1572864], [1048576]],
    [
      "A5",
      "-- at: 1.0\ndef main x = let y = exp x in let z = log y in y + sin z / cos z",
      [4.275689553113947],
      [6.143800648932911],
    ],
    [
      "A6",
      `-- at: (build 9 (\\i -> real (i + 1)), build 6 (\\i -> real (i + 1)))
def main a w = sumA (zipWithA (*) w (scatterAdd 6 (build 9 (\\i -> div i 2)) a))`,
      [155],
      [1, 1, 2, 2, 3, 3, 4, 4, 5, 3, 7, 11, 15, 9, 0],
    ],
    [
      "A7",
      `-- at: (#[#[1.0, 2.0, 3.0], #[4.0, 5.0, 6.0]], #[#[7.0, 8.0], #[9.0, 10.0], #[11.0, 12.0]], #[#[1.0, -1.0], #[2.0, 0.5]])
${MATRICES}
${SUM2}
def main a b w = let ab = matmat a b in sum2 (build 2 (\\i -> build 2 (\\j -> w ! i ! j * ab ! i ! j)))`,
      [349],
      [-1, -1, -1, 18, 23, 28, 9, 1, 12, 0.5, 15, 0, 58, 64, 139, 154],
    ],
    [
      "A8",
      `-- at: (#[1.0, 2.0, 3.0], #[1.0, 2.0, 3.0], #[1.0, 10.0, 100.0, 2.0, 20.0, 200.0])
def main a b w = let n = size a in
  let ab = build (2 * n) (\\i -> if i < n then a ! i else b ! (i - n)) in sumA (zipWithA (*) w ab)`,
      [963],
      [1, 10, 100, 2, 20, 200, 1, 2, 3, 1, 2, 3],
    ],
    [
      "A9",
      `-- at: #[1.0, 2.0, 3.0]
def sillyAlt (n : Int) v = if n == 0 then v else
  let w = sillyAlt (n - 1) v in if mod n 2 == 0 then mapA (\\x -> x * 2.0) w else mapA (\\x -> x + 1.0) w
def main v = sumA (sillyAlt 3 v) + sumA (sillyAlt 4 v)`,
      [21 + 42],
      [6, 6, 6],
    ],
    [
      "A10",
      `-- at: #[1.0, 2.0, 3.0, 4.0, 5.0]
def main a = let r = reverseA a in r ! 0 + r ! 1 + r ! 2`,
      [12],
      [0, 0, 1, 1, 1],
    ],
    [
      "A15",
      "-- at: (1.1, 2.2, 3.3)\ndef main x y z = let w = x * sin y in atan2 z w + z * w",
      [4.242393641025528],
      [2.439628522, -1.953374826, 0.965482581],
    ],
    [
      "A16",
      "-- at: #[1.0, -2.0, 3.0, -0.5]\ndef main a = sumA (mapA (\\x -> if x > 0.0 then x * x else 0.0) a)",
      [10],
      [2, 0, 6, 0],
    ],
    [
      "A18",
      `-- at: (#[1.0, 2.0, 3.0, 4.0, 5.0], #[0, 2, 0, 1, 2])
def main a (k : Array Int) = let t = scatterAdd 3 k a in sumA (mapA (\\x -> x * x) t)`,
      [81],
      [8, 14, 8, 8, 14],
    ],
    ["A19", "-- at: (#[10.0, 20.0, 30.0], 1.3)\ndef main a x = a ! round x * x", [26], [0, 1.3, 0, 20]],
    [
      "A20",
      `-- at: (#[1.0, 2.0], #[3.0, 4.0, 5.0], #[#[1.0, 0.0, -1.0], #[2.0, 1.0, 0.0]])
${SUM2}
def main a b w = sum2 (build 2 (\\i -> build 3 (\\j -> w ! i ! j * (a ! i * b ! j))))`,
      [18],
      [-2, 10, 5, 2, -1, 3, 4, 5, 6, 8, 10],
    ],
    [
      "A21",
      `-- at: (#[#[1.0, 2.0], #[3.0, 4.0], #[5.0, 6.0]], #[0.5, -1.0], #[1.0, 2.0, 3.0])
def main xs w y = sumA (build 3 (\\i -> let r = sumA (build 2 (\\j -> w ! j * xs ! i ! j)) - y ! i in r * r))`,
      [68.75],
      [-2.5, 5, -4.5, 9, -6.5, 13, -97, -124, 5, 9, 13],
    ],
    [
      "A22",
      `-- at: (#[1.0, 2.0], #[3.0, 4.0], #[5.0, 6.0])
def main a b c = (build 2 (\\i -> a ! i + b ! i + c ! i)) ! 0`,
      [9],
      [1, 0, 1, 0, 1, 0],
    ],
    [
      "A24",
      "-- at: #[1.0, 2.0, 3.0]\ndef main a = sumA (build 3 (\\i -> a ! i * (a ! (2 - i)) ^ 2))",
      [20],
      [15, 12, 7],
    ],
  ];

describe.each(algorithm.stages)("$id", (stage) => {
  test.each(CASES)("%s", (_, text, value, gradient) => {
    const found = run(text, stage);
    expect(largestDifference(found.value, value)).toBeLessThan(1e-9);
    expect(largestDifference(found.gradient, gradient)).toBeLessThan(1e-9);
  });

  test("a cotangent other than 1", () => {
    const text = `-- at: #[1.0, 2.0, 3.0, 4.0]\n${REVERSED}`;
    expect(run(text, stage, "2.5").gradient).toEqual([20, 15, 10, 5]);
  });

  test("several results, each with its cotangent", () => {
    const text = "-- at: #[1.0, 2.0]\ndef main a = (sumA a, mapA (\\x -> x * x) a)";
    expect(run(text, stage, "(10.0, #[1.0, 2.0])").gradient).toEqual([12, 18]);
  });

  test("Ints, constructors, lists and tables at the border are as they were", () => {
    const text = `-- at: ([(1.0, 2), (3.0, 4)], Array2 1 2 #[5.0, 6.0], Just 7.0)
def main xs (t : Array2 Real) (m : Maybe Real) =
  (map (\\(x, n) -> (x * real n, n)) xs, map2 (\\x -> x * x) t, case m of { Just x -> Just (x * x) | Nothing -> Nothing })`;
    const { value, gradient } = gradientOf(text, stage);
    expect(value!.text).toBe("([(2.0, 2), (12.0, 4)], Array2 1 2 #[25.0, 36.0], Just 49.0)");
    expect(gradient!.text).toBe("([(2.0, 2), (4.0, 4)], Array2 1 2 #[10.0, 12.0], Just 14.0)");
  });

  test("tables of tuples and truth values go in and out", () => {
    const text = `-- at: #[(1.0, 2.0), (3.0, 4.0)]
def main ps = (mapA (\\(x, y) -> (x * y, x > 2.0)) ps, build 2 (\\i -> mapA (\\(x, y) -> x + y + real i) ps))`;
    const { value, gradient } = gradientOf(text, stage);
    expect(value!.text).toBe("(#[(2.0, False), (12.0, True)], #[#[3.0, 7.0], #[4.0, 8.0]])");
    expect(gradient!.text).toBe("#[(4.0, 3.0), (6.0, 5.0)]");
  });

  test("variables with the names of Deltas, and of the definitions that make them", () => {
    const text = "-- at: (2.0, 3.0, 4.0)\ndef main y scale add = let dy = sin (y * y) in dy * y + dy * scale + add";
    expect(largestDifference(run(text, stage).gradient, gradientOf(text, stageOf("tape")!).gradient!.scalars)).toBe(0);
    const prepared = preparedProgram(text);
    const program = transformed(stage, prepared);
    const read = readProgram(printProgram(program, { types: true }), program.entry, program.meaning, algorithm.natives);
    const derivative = (one: CoreProgram) => runTransformed(one, prepared, stage.entry).derivative;
    expect(derivative(read)).toEqual(derivative(program));
  });

  test("an index outside an array, in a branch that is not taken, harms nothing", () => {
    const text = `-- at: #[1.0, 2.0, 3.0]
def main a = sumA (build 3 (\\i -> if a ! i > 5.0 then a ! (i + 100) else if a ! i > 2.5 then a ! (i - 1) * real (div 6 i) else a ! i))`;
    expect(run(text, stage).gradient).toEqual([1, 4, 0]);
  });

  test("A17: a strict choice multiplies the zeros of the other branch", () => {
    const text = "-- at: #[1.0, 0.0, 2.0]\ndef main a = sumA (mapA (\\x -> if x > 0.0 then log x else 0.0) a)";
    expect(run(text, stage).gradient).toEqual([1, Number.NaN, 0.5]);
  });
});

/** The sum of a counter over both passes. */
function counted(text: string, stage: Stage, counter: string): number {
  const { forward, reverse } = run(text, stage).cost;
  return (forward[counter] ?? 0) + (reverse[counter] ?? 0);
}

const dotOf = (n: number): string => `-- at: (build ${n} real, build ${n} real)\n${DOT}`;

test("a dot product has 8n + 4 parts of Deltas with loops, and 10 in bulk form; 2n² zeros, and 2n", () => {
  for (const n of [4, 8, 16, 32]) {
    expect(counted(dotOf(n), oneHots, "deltas")).toBe(8 * n + 4);
    expect(counted(dotOf(n), bulk, "deltas")).toBe(10);
    expect(counted(dotOf(n), symbolic, "deltas")).toBe(0);
    expect(counted(dotOf(n), oneHots, "zerosFilled")).toBe(2 * n * n);
    expect(counted(dotOf(n), bulk, "zerosFilled")).toBe(2 * n);
    expect([oneHots, bulk, symbolic].map((stage) => counted(dotOf(n), stage, "arrayOneHots"))).toEqual([2 * n, 0, 0]);
  }
});

const matMatOf = (
  n: number,
): string => `-- at: (build ${n} (\\i -> build ${n} real), build ${n} (\\i -> build ${n} real))
${MATRICES}
${SUM2}
def main a b = sum2 (matmat a b)`;

test("A7: the Deltas of a product of matrices do not depend on their sizes", () => {
  const [small, large] = [3, 6].map((n) => counted(matMatOf(n), bulk, "deltas"));
  expect([small, large]).toEqual([28, 28]);
  expect(counted(matMatOf(3), bulk, "arrayIds")).toBe(13);
});

test("A26: a matrix times a vector costs four times as much at twice the size; by the rules as printed, more", () => {
  const text = (n: number): string => `-- at: (build ${n} (\\i -> build ${n} real), build ${n} real)
def main a v = sumA (build ${n} (\\i -> sumA (build ${n} (\\j -> a ! i ! j * v ! j))))`;
  const elements = (n: number, asPrinted: boolean): number => {
    const { cost } = gradientOf(text(n), symbolic, { variations: { options: { asPrinted } } });
    return (cost.forward.elements ?? 0) + (cost.reverse.elements ?? 0);
  };
  expect(elements(16, false) / elements(8, false)).toBeLessThan(4.1);
  expect(elements(16, true) / elements(8, true)).toBeGreaterThan(5);
});

test("at no step does a scalar wait: the map of the reverse pass holds Deltas of arrays", () => {
  const { events } = tracedGradient(dotOf(3), bulk);
  for (let step = 0; step <= events.length; step++) expect(stagedCalls(replay(events.slice(0, step))).size).toBe(0);
});

test("the IDs of Deltas in a loop, by its turn", () => {
  const lines = oneHots.notation!(sourceOf(preparedProgram(dotOf(3)))).map(({ text }) =>
    text.replaceAll(/ {2,}/g, "  "),
  );
  expect(lines.slice(lines.indexOf("D[main] ="))).toEqual([
    "D[main] =",
    "  da = Input a",
    "  db = Input b",
    "  x₄, ds = build1 3 (\\i.",
    "  x₁ = index a [i]  dx₁ = Share (3 * i + 1) (Index da [i])",
    "  x₂ = index b [i]  dx₂ = Share (3 * i + 2) (Index db [i])",
    "  x₃ = x₁ * x₂  dx₃ = Share (3 * i + 3) (Add (Scale x₂ dx₁) (Scale x₁ dx₂))",
    "  x₃, dx₃)",
    "  dx₄ = Share 10 (LitArray ds)",
    "  x₅ = sumOuter x₄  dx₅ = Share 11 (SumOuter dx₄)",
    "  (x₅, dx₅)",
  ]);
  expect(counted(dotOf(3), oneHots, "arrayIds")).toBe(11);
});

test("normal forms", () => {
  expect(normalForm(`-- at: (#[1.0, 2.0, 3.0], #[4.0, 5.0, 6.0])\n${DOT}`)).toBe(
    "sumOuter (gather [3] a (\\[i]. [i]) * gather [3] b (\\[i]. [i]))",
  );
  expect(normalForm("-- at: #[2.0, 3.0]\ndef main a = build 2 (\\i -> a ! i + 1.0)")).toBe(
    "gather [2] a (\\[i]. [i]) + replicate 2 1.0",
  );
});

test("A2: the symbolic gradient shares the cotangent once", () => {
  const lines = symbolic.notation!(sourceOf(preparedProgram(`-- at: #[1.0, 2.0, 3.0, 4.0]\n${REVERSED}`))).map(
    ({ text }) => text,
  );
  expect(lines.slice(lines.indexOf("gradient at c ="))).toEqual([
    "gradient at c =",
    "  s = replicate 4 c",
    "  a: scatter [4] (x₂ * s) (\\[i]. [i]) + scatter [4] (x₁ * s) (\\[i]. [3 - i])",
  ]);
});

test("the work is that of the program's operations on Reals: products and sums, and as many on the way back", () => {
  const { forward, reverse } = run(dotOf(8), symbolic).cost;
  // 8 products and 8 additions; 16 products with the cotangent, and 16 numbers that scatters add
  expect([forward.work, reverse.work]).toEqual([16, 32]);
  expect(forward.steps).toBeGreaterThan(16);
});

test("A4: three doublings take three additions back", () => {
  const text = "-- at: 1.5\ndef main (x : Real) = iterate 3 (\\y -> y + y) x";
  const { reverse } = run(text, symbolic).cost;
  expect(reverse.kernels).toBe(3);
});

test("A22: an index of a sum reads each array, and makes three one-hots", () => {
  const text = CASES.find(([name]) => name === "A22")![1];
  expect(counted(text, symbolic, "arrayOneHots")).toBe(3);
});

test("all accepted examples have no `build1` in bulk form, and only indices at the heads of Theorem 2", () => {
  for (const { name, text } of EXAMPLES) {
    if (!takes(bulk, text)) continue;
    const { bindings, result } = inBulk(arrayProgram(sourceOf(preparedProgram(text))), {});
    for (const term of [...bindings.map(({ bound }) => bound), ...numbersIn(result)])
      expect([name, isBulkNormal(term), printBulk(term)]).toEqual([name, true, printBulk(term)]);
  }
});

describe("programs that have no place in the array language are refused, with the place and the reason", () => {
  test.each([
    [
      "-- at: 2.0\ndef f x = if x < 0.1 then x else f (x / 2.0)\ndef main (x : Real) = f x",
      "f (x / 2.0)",
      /ends by numbers/,
    ],
    ["-- at: 2.0\ndef main (x : Real) = sumA (build (floor x) real)", "build (floor x) real", /size of this array/],
    [
      "-- at: 2.0\ndef main (x : Real) = case if x > 1.0 then [x] else [] of { [] -> 0.0 | y :: _ -> y }",
      "if x > 1.0 then [x] else []",
      /form of this value/,
    ],
    ["-- at: #[#[1.0], #[2.0, 3.0]]\ndef main a = sumA (mapA sumA a)", "main", /different lengths/],
    [
      "-- at: 1.0\ndef main (x : Real) = ((build 3 (\\i -> \\y -> y * x)) ! 0) x",
      "build 3 (\\i -> \\y -> y * x)",
      /array of functions/,
    ],
    [
      "-- at: #[1.0, 5.0]\ndef main a = sumA (filterA (\\x -> x > 2.0) a)",
      "filterA (\\x -> x > 2.0) a",
      /form of this value/,
    ],
    [
      "-- at: 1.5\ndef go (n : Int) x = if n == 0 then x else sin (go (n - 1) x)\ndef main (x : Real) = go 900 x",
      "go (n - 1) x",
      /more than 250 calls within each other/,
    ],
    ["-- at: 1.0\ndef main (x : Real) = grad (\\y -> y * y) x", "grad (\\y -> y * y) x", /derivative/],
  ])("%s", (text, place, why) => {
    for (const stage of algorithm.stages) {
      const fragment = fragmentFor(stage, preparedProgram(text));
      if (fragment.tag !== "outside") throw new Error(`${stage.id} takes it`);
      expect(fragment.why).toMatch(why);
      expect(text.slice(fragment.at!.from, fragment.at!.to)).toBe(place);
    }
  });
});

test("random programs have the gradient of the tape, where they are taken", () => {
  let taken = 0;
  const property = fc.property(programs(), ({ source }) => {
    const stages = algorithm.stages.filter((stage) => takes(stage, source));
    taken += stages.length;
    expect(disagreement(source, stages)).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(300), seed: 404 });
  expect(taken).toBeGreaterThan(runs(300));
});
