// The gradient, and what else is studied of a program, printed as a program of Dual: it is checked and run like any other (Radul et al., §4.5).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import type { Subject } from "../../../engine/algorithms/study.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { formatted } from "../../../engine/syntax/layout/format.ts";
import { inDualOf, studiedAlgorithm } from "../../../engine/texts/study.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { checkedOnce, gradientOf, preparedProgram } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";

const transposed = stageOf("transposed")!;
const yolo = studiedAlgorithm("yolo");

/** The printed text, or the message instead. */
function printed(text: string, of: Subject, request = {}): string {
  const found = finish(inDualOf(yolo, checkedOnce(text), request, { of }, DEFAULT_BUDGET));
  if (found.tag === "text") return found.text;
  return found.tag === "mistake" ? `-- ${found.diagnostics[0]!.message}` : `-- ${found.tag}`;
}

/** The Reals that a printed program computes at the input of its header. */
function valueOf(text: string): readonly number[] {
  return gradientOf(text, transposed).value!.scalars;
}

function same(found: readonly number[], wanted: readonly number[]): boolean {
  return (
    found.length === wanted.length &&
    found.every((one, index) => {
      const other = wanted[index]!;
      return one === other || Object.is(one, other) || Math.abs(one - other) <= 1e-10 * (1 + Math.abs(other));
    })
  );
}

/** The fault in a program's printed forms. */
function wrongWith(text: string): string | undefined {
  const run = gradientOf(text, transposed);
  const [value, gradient] = [run.value!.scalars, run.gradient!.scalars];
  const texts = {
    program: printed(text, "program"),
    gradient: printed(text, "gradient"),
    linearised: printed(text, "linearised"),
  };
  if (texts.gradient.startsWith("-- the run has more than 5000 scalars")) return undefined;
  for (const one of Object.values(texts)) {
    const checked = checkedOnce(one);
    if (checked.diagnostics.length > 0) return `${checked.diagnostics[0]!.message}\n${one}`;
    if (formatted(one) !== one) return `not in its usual layout:\n${one}`;
  }
  if (!same(valueOf(texts.program), value)) return `another value than ${value}:\n${texts.program}`;
  if (!same(valueOf(texts.gradient), gradient)) return `another gradient than ${gradient}:\n${texts.gradient}`;
  if (!same(valueOf(texts.linearised).slice(0, value.length), value)) return `another value:\n${texts.linearised}`;
  return undefined;
}

describe("the gradient as a program of Dual", () => {
  test.each(oneIn(6, EXAMPLES))("runs, and its value is the gradient, of $name", ({ text }) => {
    expect(wrongWith(text)).toBeUndefined();
  });

  test("of random programs", () => {
    const property = fc.property(programs(), ({ source }) => {
      expect(wrongWith(source)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(40), seed: 45 });
  });

  test("is short and has names that can be read", () => {
    const text = "-- at: (2.0, 3.0)\ndef sq (x : Real) = x * x\ndef main (x, y) = log (sq x) * y\n";
    expect(printed(text, "gradient").normalize("NFD")).toBe(
      `-- title: The gradient of main
-- about: Made by linearising, unzipping and transposing (§5 to §7 of Radul et al., POPL
--        2023), linearity erased (§4.5).
-- at: (2.0, 3.0)

def sqForward x =
  let v = x * x in
  (v, x)

def sqReverse t v̈ =
  let ẍ2 = t * v̈ in
  let ẍ1 = t * v̈ in
  let ẍ = ẍ1 + ẍ2 in
  ẍ

def main (x : Real, y : Real) =
  let (v, w) = sqForward x in
  let v1 = log v in
  let dv = if v < 0.0 then nan else 1.0 / v in
  let v̈ = dv * y in
  let ẍ = sqReverse w v̈ in
  (ẍ, v1)
`.normalize("NFD"),
    );
  });

  test("is short where a run stands for the program: its Reals are a tuple, or one; own operations and types come first", () => {
    const text = `-- at: Circle 2.0 [3.0]
data Shape = Circle Real [Real]
op hypot (x, y) = sqrt (x * x + y * y) by (x / sqrt (x * x + y * y), y / sqrt (x * x + y * y))
op half x = x / 2.0 by 0.5
def main s = case s of { Circle x ys -> half (hypot (x, head ys)) }
`;
    expect(printed(text, "gradient").normalize("NFD")).toBe(
      `-- title: The gradient of main
-- about: Made by linearising, unzipping and transposing (§5 to §7 of Radul et al., POPL
--        2023), linearity erased (§4.5). This is a run at the input, not the program: the
--        input of \`main\` holds more than Reals and tuples of them.
-- at: (2.0, 3.0)

data Shape = Circle Real [Real]

op hypot (x, y) = sqrt (x * x + y * y) by (x / sqrt (x * x + y * y), y / sqrt (x * x + y * y))

op half x = x / 2.0 by 0.5

def main (x0 : Real, x1 : Real) =
  let v2 = hypot (x0, x1) in
  let (p, _) = grad hypot (x0, x1) in
  let (_, p1) = grad hypot (x0, x1) in
  let dv2 = grad half v2 in
  let ẍ1 = p1 * dv2 in
  let ẍ0 = p * dv2 in
  (ẍ0, ẍ1)
`.normalize("NFD"),
    );
    const one = "-- at: [3.0]\ndef main xs = sum (map (\\x -> x * x) xs)\n";
    expect(printed(one, "gradient")).toContain("-- at: 3.0\n\ndef main (x0 : Real) =");
  });

  test("is at the cotangent that is asked for, where the result has several Reals", () => {
    const text = "-- at: 3.0\ndef main (x : Real) = (x * x, sin x)\n";
    expect(valueOf(printed(text, "gradient", { cotangent: "(2.0, 0.0)" }))).toEqual([12]);
    expect(valueOf(printed(text, "second", { cotangent: "(2.0, 0.0)" }))).toEqual([4]);
  });

  test("has names of its own where the program has those of Dual", () => {
    const text = "-- at: (2.0, 3.0)\ndef main (sin : Real, grad : Real) = cos (sin * grad) * nan 0.0 + grad\n";
    const own = text.replace("def main", "def nan (x : Real) = x + 1.0\ndef main");
    expect(wrongWith(own)).toBeUndefined();
  });
});

describe("second derivatives", () => {
  test("are right: f'' of a function of one Real", () => {
    const second = (body: string): number =>
      valueOf(printed(`-- at: 0.7\ndef main (x : Real) = ${body}\n`, "second"))[0]!;
    expect(second("-(sin x)")).toBeCloseTo(Math.sin(0.7), 12);
    expect(second("x / (1.0 + x * x) * exp (sin x)")).toBeCloseTo(-1.40689, 5);
    expect(second("log x")).toBeCloseTo(-1 / 0.49, 12);
    expect(second("max x (x * x)")).toBe(0);
    expect(second("x * 2.0")).toBe(0);
  });

  test("are the Hessian times a direction, for several: the gradient of the printed gradient", () => {
    const bodies = ["x * y + sin x", "let z = x / y in exp z * z ^ 3", "sigmoid x * sqrt y", "pow x y", "atan2 x y"];
    for (const body of bodies) {
      const text = `-- at: (0.7, 1.3)\ndef main (x, y) = ${body}\n`;
      // its own direction is 1 for each, as the cotangent of the other one is
      const wanted = gradientOf(printed(text, "gradient"), transposed).gradient!.scalars;
      const found = valueOf(printed(text, "second"));
      expect(same(found, wanted), `${body}: ${found} and ${wanted}`).toBe(true);
    }
  });

  test("say in short what the direction is, and so does the linearised program", () => {
    const text = "-- at: (2.0, 3.0)\ndef main (x, y) = x * y\n";
    expect(printed(text, "second")).toContain("the result is the Hessian times that.");
    expect(printed(text, "linearised")).toContain("the direction in which the input");
    expect(printed("-- at: 2.0\ndef main (x : Real) = x * x\n", "second")).not.toContain("direction");
  });

  test("go through calls, whose tapes are tuples", () => {
    const text = `-- at: (0.7, 1.3)
def rotate (a, (x, y)) = (x * cos a - y * sin a, x * sin a + y * cos a)
def twice (p : (Real, Real)) = let (a, b) = rotate (0.5, p) in rotate (a, (b, a))
def main (x, y) = let (a, b) = twice (x, y) in a * b * b
`;
    const wanted = gradientOf(printed(text, "gradient"), transposed).gradient!.scalars;
    expect(same(valueOf(printed(text, "second")), wanted)).toBe(true);
  });

  test("say where they are not: at an operation of the program's own", () => {
    const text = "-- at: 2.0\nop cube x = x * x * x by 3.0 * x * x\ndef main (x : Real) = cube x\n";
    expect(printed(text, "second")).toBe(
      "-- this cannot be linearised again: the partials of `cube`, behind its `by`, are plain numbers, without derivatives of their own; a `def` in place of the `op` has them",
    );
    // as the sentence says
    expect(valueOf(printed("-- at: 2.0\ndef cube x = x * x * x\ndef main (x : Real) = cube x\n", "second"))).toEqual([
      12,
    ]);
    expect(valueOf(printed(text, "gradient"))).toEqual([12]);
  });
});

test("a `main` that is there already is told", () => {
  const text =
    "-- entry: f\n-- at: 2.0\ndef main (x : Real) = x * x\nop g x = main x by 2.0 * x\ndef f (x : Real) = g x\n";
  expect(printed(text, "gradient")).toBe("-- an operation of the program uses `main`, and there would be two of it");
  expect(valueOf(printed(text.replaceAll("main", "square"), "gradient"))).toEqual([4]);
});

test("an input that is wider than a tuple of Dual is told", () => {
  const text = "-- at: map real (range 0 1001)\ndef main xs = sum xs\n";
  expect(preparedProgram(text).input).toBeDefined();
  expect(printed(text, "gradient")).toBe("-- a tuple of Dual has at most 1000 items, and 1001 are needed here");
});
