// Radul et al. (POPL 2023): the paper's figures, the work of its examples, its theorems, and its type system.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { frontOf } from "../../../engine/algorithms/yolo/front/front.ts";
import { jvp } from "../../../engine/algorithms/yolo/jvp.ts";
import { checkLinear } from "../../../engine/algorithms/yolo/linear-a/check.ts";
import type { LinearProgram } from "../../../engine/algorithms/yolo/linear-a/syntax.ts";
import { workOf } from "../../../engine/algorithms/yolo/linear-a/work.ts";
import { transposedDefinition } from "../../../engine/algorithms/yolo/transpose.ts";
import { type Unzipped, unzip } from "../../../engine/algorithms/yolo/unzip.ts";
import { fragmentFor, sourceNow } from "../../../engine/derive/straight-run.ts";
import { isLinearB, linearText } from "../../support/linear-a.ts";
import { gradientOf, preparedProgram } from "../../support/run.ts";

const transposed = stageOf("transposed")!;

/** All that is made of a program. */
function systemOf(text: string) {
  const front = frontOf(sourceNow(transposed, preparedProgram(text), undefined));
  const j = jvp(front.program);
  const halves: readonly Unzipped[] = [...unzip(j).values()];
  const nonlin = halves.map((one) => one.nonlin);
  const lin = halves.map((one) => one.lin);
  const t = lin.map(transposedDefinition);
  for (const program of [front.program, j, [...nonlin, ...lin], [...nonlin, ...t]]) checkLinear(program);
  for (const one of [...nonlin, ...lin, ...t]) expect(isLinearB(one), one.name).toBe(true);
  return { front, f: front.program, j, nonlin, lin, t, tape: halves.at(-1)!.tape.map(({ name }) => name) };
}

const last = (program: LinearProgram): number => workOf(program).get(program.at(-1)!.name)!;

/** W of f, f.J, f.nonlin, f.lin and f.lin.T. */
function works({ f, j, nonlin, lin, t }: ReturnType<typeof systemOf>): string {
  return [f, j, nonlin, lin, t].map(last).join("/");
}

describe("the paper's example, -sin u", () => {
  const text = "-- entry: f\n-- at: 1.0\ndef f (u : Real) = let v = sin u in let w = -v in w\n";
  const system = systemOf(text);

  test("is printed as in Figures 6, 9 and 10", () => {
    expect(linearText(system.j)).toBe(
      `def fᴶ(u : ℝ; u̇ : ℝ) → (ℝ; ℝ) =
  let (v : ℝ;) = sin(u) in
  let (du : ℝ;) = cos(u) in
  let (; v̇ : ℝ) = du * u̇ in
  let (w : ℝ;) = -v in
  let (; ẇ : ℝ) = -v̇ in
  (w; ẇ)
`.normalize(),
    );
    expect(linearText([...system.nonlin, ...system.lin])).toBe(
      `def fᴶ.nonlin(u : ℝ;) → (ℝ, ⊗[ℝ];) =
  let (v : ℝ;) = sin(u) in
  let (du : ℝ;) = cos(u) in
  let (w : ℝ;) = -v in
  let (t : ⊗[ℝ];) = ⊗(du) in
  (w, t;)

def fᴶ.lin(t : ⊗[ℝ]; u̇ : ℝ) → (; ℝ) =
  let (⊗(du);) = t in
  let (; v̇ : ℝ) = du * u̇ in
  let (; ẇ : ℝ) = -v̇ in
  (; ẇ)
`.normalize(),
    );
    expect(linearText(system.t)).toBe(
      `def fᴶ.linᵀ(t : ⊗[ℝ]; ẅ : ℝ) → (; ℝ) =
  let (⊗(du);) = t in
  let (; v̈ : ℝ) = -ẅ in
  let (; ü : ℝ) = du * v̈ in
  (; ü)
`.normalize(),
    );
  });

  test("has the paper's work, tape, value and gradient", () => {
    expect(works(system)).toBe("2/5/3/2/2");
    expect(system.tape).toEqual(["du"]);
    const { value, gradient } = gradientOf(text, transposed);
    expect(value!.scalars[0]).toBeCloseTo(-0.841470985, 9);
    expect(gradient!.scalars[0]).toBeCloseTo(-0.540302306, 9);
  });
});

/** A program of two Reals, or of one. */
const at = (input: string, main: string, others = ""): string => `-- at: ${input}\n${others}def main ${main}\n`;

const NESTED = ["def f0 (x : Real) = x * x", "def f1 x = f0 (f0 x)", "def f2 x = f1 (f1 x)", ""].join("\n");

/** A dot product that adds no 0. */
const DOT = `def dot (xs : [Real]) (ys : [Real]) : Real = case (xs, ys) of {
  (x :: [], y :: []) -> x * y | (x :: more, y :: rest) -> x * y + dot more rest | _ -> 0.0 }
`;

/** Y-A1 to Y-A10 of the specification: value, gradient, W of f/J/nonlin/lin/T, and the tape. */
const ADDED: readonly (readonly [string, string, number, readonly number[], string, readonly string[]])[] = [
  ["A1", at("(2.0, 3.0)", "(x, y) = x * y + sin x"), 6.909297427, [2.583853163, 2], "3/9/4/5/4", ["x", "y", "dx"]],
  ["A2", at("(2.0, 3.0)", "(x, y) = let z = x + y in z * y"), 15, [3, 8], "2/6/2/4/3", ["y", "z"]],
  ["A3", at("2.0", "x = sq (sq x)", "def sq (a : Real) = a * a\n"), 16, [32], "2/8/2/6/6", ["w", "w₁"]],
  ["A4", at("0.5", `x = ${"sin (".repeat(7)}sin x${")".repeat(7)}`), 0.384195664, [0.44357385], "8/24/16/8/8", []],
  ["A5", at("(3.0, 1.0)", "(x, y) = let _ = sin y in x * x"), 9, [6, 0], "3/9/4/5/4", ["x", "dy"]],
  ["A6", at("5.0", "x = 3.0 * x"), 15, [3], "1/4/1/3/3", ["x", "c"]],
  ["A8", at("0.5", "x = exp (sin x) * x"), 0.807573148, [2.323858409], "3/9/4/5/5", ["x", "dx", "v₁"]],
  ["A10", at("1.01", "x = f2 (f2 x)", NESTED), 12.772375803, [3237.354659], "8/32/8/24/24", ["w", "w₁"]],
];

describe("the specification's examples", () => {
  test.each(ADDED)("%s", (id, text, value, gradient, work, tape) => {
    const system = systemOf(text);
    expect(works(system)).toBe(work);
    if (id === "A4") expect(system.tape).toHaveLength(8);
    else expect(system.tape).toEqual(tape);
    const run = gradientOf(text, transposed);
    expect(run.value!.scalars[0]! / value).toBeCloseTo(1, 8);
    run.gradient!.scalars.forEach((one, index) => {
      expect(one).toBeCloseTo(gradient[index]!, Math.abs(gradient[index]!) > 1000 ? 5 : 8);
    });
    expect(fragmentFor(transposed, preparedProgram(text)).tag).toBe("inside");
  });

  test("a polymorphic definition is one for each of the types that it is used at, and its calls are kept", () => {
    const text = at(
      "(2.0, 3.0)",
      "(x, y) = let (p, q) = swap (x, y) in let ((r, s), t) = swap (p * q, swap (x, sin y)) in r * s + first (t, p)",
      "def swap (a, b) = (b, a)\ndef first (a, _) = a\n",
    );
    const { f, j } = systemOf(text);
    expect(f.map(({ name, nonlinear }) => [name, nonlinear.length])).toEqual([
      ["swap", 2],
      ["swap₂", 3],
      ["first", 2],
      ["main", 2],
    ]);
    expect(new Set(j.map(({ name }) => name)).size).toBe(4);
    expect(fragmentFor(transposed, preparedProgram(text)).tag).toBe("inside");
    const [here, there] = [gradientOf(text, transposed), gradientOf(text, stageOf("tape")!)];
    expect(here.value!.scalars).toEqual(there.value!.scalars);
    here.gradient!.scalars.forEach((one, index) => {
      expect(one).toBeCloseTo(there.gradient!.scalars[index]!, 12);
    });
    const call = "-- at: 2.0\ndef apply f x = f x\ndef main (x : Real) = apply sin x\n";
    expect(fragmentFor(transposed, preparedProgram(call))).toMatchObject({ tag: "traced" });
  });

  test("A9: the dot product of four pairs, as a run of a list program", () => {
    const text = at("([1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0])", "(xs, ys) = dot xs ys", DOT);
    const system = systemOf(text);
    expect(works(system)).toBe("7/22/7/15/8");
    expect(system.tape).toHaveLength(8);
    const run = gradientOf(text, transposed);
    expect(run.value!.scalars).toEqual([300]);
    expect(run.gradient!.scalars).toEqual([10, 20, 30, 40, 1, 2, 3, 4]);
    expect(fragmentFor(transposed, preparedProgram(text)).tag).toBe("traced");
  });
});
