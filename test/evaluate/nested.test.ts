// `grad`, `valueAndGrad` and `jvp` in programs, by the machine: the cases of Pearlmutter and Siskind (2008) and of what was published on
// confused perturbations, their outer gradients over the graph, and what differences say of those.
import { describe, expect, test } from "vitest";
import { TRACE } from "../../engine/algorithms/algorithm.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import type { Limits } from "../../engine/compile/runtime/endings.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import type { Value } from "../../engine/core/values/values.ts";
import { runCompiled } from "../../engine/derive/compiled.ts";
import { tracedRun } from "../../engine/derive/trace.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { OPS, type Op } from "../../engine/scalars/ops.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { checkedProgram, gradientOf, preparedProgram } from "../support/run.ts";
import { oneIn } from "../support/runs.ts";

/** The value of a program, and its gradient by 1 at each Real of the value, both over the graph and checked by forward mode and differences. */
function runOf(text: string, isChecked = true) {
  const { run } = finish(tracedRun(checkedProgram(text), {}, DEFAULT_BUDGET, { checks: isChecked && "quick" }));
  expect(run.checks?.contradiction).toBeUndefined();
  if (run.ended.tag !== "done") throw new Error(`${text}\n${JSON.stringify(run.ended)}`);
  return run;
}

const LIMITS: Limits = { bytes: 1e9, depth: 1e6, tick: () => undefined };

/** The same by the compiled engine: for the value alone, and for both. */
function compiledOf(text: string) {
  const { core, input, resultShape } = preparedProgram(text);
  const plain = Compiled.of(core, "plain");
  const active = Compiled.of(core, "active");
  const reals = (value: Value) => realsOf(resultShape, value, UNWATCHED);
  const value = reals(active.value(input, LIMITS));
  const ones = value.map(() => 1);
  const gradient = [...active.gradient(ones)];
  // a sweep can be asked for again
  expect([...active.gradient(ones)]).toEqual(gradient);
  return { plain: reals(plain.value(input, LIMITS)), value, gradient };
}

/** The value, the gradient. Both are numbers with the signs of what the language shows. */
const CASES: Readonly<Record<string, readonly [text: string, value: readonly number[], gradient: readonly number[]]>> =
  {
    "T1, x²": ["-- at: 3.0\ndef main x = grad (\\y -> y * y) x", [6], [2]],
    "T1, x³ twice": ["-- at: 2.0\ndef main x = grad (grad (\\y -> y * y * y)) x", [12], [6]],
    "T1, x⁴ three times": ["-- at: 2.0\ndef main x = grad (grad (grad (\\y -> y * y * y * y))) x", [48], [24]],
    "T2, a captured variable": ["-- at: 1.0\ndef main x = grad (\\x -> x * grad (\\y -> x + y) 1.0) x", [1], [0]],
    "T3, at a point that depends on the outer one": [
      "-- at: 3.0\ndef main x = grad (\\x -> grad (\\y -> x * y * y) (x * x)) x",
      [54],
      [36],
    ],
    "T4, a square of a derivative": [
      "-- at: 3.0\ndef main x = grad (\\x -> grad (\\y -> (y - x) ^ 2) 0.0 ^ 2) x",
      [24],
      [8],
    ],
    "T5, recursion": [
      "-- at: 2.0\ndef pw x (n : Int) = if n == 0 then 1.0 else x * pw x (n - 1)\ndef main x = grad (\\y -> pw y 5) x",
      [80],
      [160],
    ],
    "T6, branches": [
      "-- at: (-2.0, 2.0)\ndef f x = if x < 0.0 then x * x else 3.0 * x\ndef main (x, y) = (grad f x, grad f y)",
      [-4, 3],
      [2, 0],
    ],
    "T7, a closure": ["-- at: 2.0\ndef main x = grad (\\x -> let f y = x * y in f x + f (x * x)) x", [16], [14]],
    "T8, twice": [
      "-- at: 1.5\ndef twice f x = f (f x)\ndef main x = grad (\\x -> twice (\\z -> z * (x * z)) x) x",
      [79.734375],
      [318.9375],
    ],
    "T9, a closure of a shared value": [
      "-- at: 2.0\ndef main x = grad (\\x -> let a = x * x in let k d = a * a in k 0.0 + k 1.0) x",
      [64],
      [96],
    ],
    "T11, grad as an argument": ["-- at: 2.0\ndef main x = (\\g -> g x) (grad (\\y -> y ^ 3))", [12], [12]],
    "E2, a Hessian times a vector": [
      `-- at: [3.0, 4.0]
def f xs = case xs of { x :: y :: _ -> 2.0 * x * x + 3.0 * x * y + 4.0 * y * y | _ -> 0.0 }
def dot a b = sum (zipWith (*) a b)
def main xs = grad (\\ys -> dot (grad f ys) [7.0, 8.0]) xs`,
      [52, 85],
      [0, 0],
    ],
    hvp: [
      "-- at: (3.0, 4.0)\ndef f (x, y) = 2.0 * x * x + 3.0 * x * y + 4.0 * y * y\ndef main (p : (Real, Real)) = hvp f p (7.0, 8.0)",
      [52, 85],
      [0, 0],
    ],
    hessian: [
      "-- at: [1.0, 2.0]\ndef f xs = product xs * sum xs\ndef main xs = hessian f xs",
      [4, 6, 6, 2],
      [6 + 0, 4 + 2],
    ],
    "hessian of an array": [
      "-- at: #[1.0, 2.0]\ndef f a = a ! 0 * a ! 1 * (a ! 0 + a ! 1)\ndef main (a : Array Real) = mapA sumA (hessianA f a)",
      [10, 8],
      [6, 6],
    ],
    "gradient descent": [
      `-- at: (0.1, [1.0, 2.0, 3.0])
def loss (xs : [Real]) (w : Real) = sum (map (\\x -> (w * x - 2.0 * x) ^ 2) xs)
def descend (n : Int) rate xs w = if n == 0 then w else descend (n - 1) rate xs (w - rate * grad (loss xs) w)
def main (rate, xs : [Real]) = descend 3 rate xs 0.0`,
      [13.664],
      [544.32, 7.776, 15.552, 23.328],
    ],
    data: [
      `-- at: (2.0, 3.0)
data Tree = Leaf Real | Node Tree Tree
def total t = case t of { Leaf x -> x * x * x | Node l r -> total l * total r }
def first t = case t of { Leaf x -> x | Node l r -> first l }
def main (x, y) = first (grad total (Node (Leaf x) (Leaf y)))`,
      [324],
      [324, 324],
    ],
    "T10, Church's pair and three": [
      `-- at: 2.0
def both x y k = k x y
def three f x = f (f (f x))
def main x = grad (\\x -> both x (x * x) (\\a b -> a * b)) x + grad (\\x -> three (\\z -> z * x) 1.0) x`,
      [24],
      [24],
    ],
    "E3, a minimax: descent over ascents": [
      `-- at: 1.0
def payoff (s, t) (u, v) = s * s + t * t - u * u - v * v
def add (a, b) (c, d) = (a + c, b + d)
def scale k (a, b) = (k * a, k * b)
def ascend (n : Int) f p = if n == 0 then p else ascend (n - 1) f (add p (scale 0.25 (grad f p)))
def best x = payoff x (ascend 10 (\\y -> payoff x y) (1.0, 1.0))
def descend (n : Int) p = if n == 0 then p else descend (n - 1) (add p (scale (neg 0.25) (grad best p)))
def main a = descend 10 (a, a)`,
      [2 ** -10, 2 ** -10],
      [2 ** -9],
    ],
    "Ints within data": [
      `-- at: (2.0, 3.0)
def f m = case m of { Nothing -> 0.0 | Just (a, n) -> a ^ (n : Int) }
def val m = case m of { Nothing -> 0.0 | Just (a, n) -> a * real n }
def main (x, y) = val (grad f (Just (x * y, 3)))`,
      [324],
      [324, 216],
    ],
    "Ints in a list": [
      `-- at: (2.0, 3.0)
def f ps = sum (map (\\(a, n) -> a ^ (n : Int)) ps)
def val ps = sum (map (\\(a, n) -> a * real n) ps)
def main (x, y) = val (grad f [(x, 2), (y, 3)])`,
      [4 * 2 + 27 * 3],
      [4, 54],
    ],
    "an operation of one's own": [
      "-- at: 2.0\nop cube x = x * x * x by 3.0 * x * x\ndef main x = grad (\\y -> cube y * x) x",
      [24],
      [36],
    ],
    "a fork": ["-- at: 2.0\ndef main x = grad (\\y -> let (a, b) = (y * y) |*| (y * x) in a * b) x", [24], [36]],
    jvp: ["-- at: (3.0, 2.0)\ndef main (x, v) = jvp (\\y -> (y * y, 1.0)) x v", [9, 1, 12, 0], [10, 6]],
    valueAndGrad: ["-- at: 3.0\ndef main x = valueAndGrad (\\y -> y ^ 2 * x) x", [27, 18], [39]],
  };

describe("derivatives in a program", () => {
  test.each(Object.entries(CASES))("%s", (_, [text, value, gradient]) => {
    const run = runOf(text);
    expect(run.value!.scalars).toEqual(value.map((one) => expect.closeTo(one, 10)));
    expect(run.gradient!.scalars).toEqual(gradient.map((one) => expect.closeTo(one, 10)));
  });

  test.each(Object.entries(CASES))("%s, compiled", (_, [text, value, gradient]) => {
    const run = compiledOf(text);
    expect(run.plain).toEqual(value.map((one) => expect.closeTo(one, 10)));
    expect(run.value).toEqual(value.map((one) => expect.closeTo(one, 10)));
    expect(run.gradient).toEqual(gradient.map((one) => expect.closeTo(one, 10)));
  });
});

test.each([
  ["grad (\\y -> y * x) (head [])", "in the point"],
  ["grad (\\y -> y * head []) x", "in the function"],
  ["snd (jvp (\\y -> y * y) x (head []))", "in the direction"],
  ["grad (\\y -> grad (\\z -> z * head []) y) x", "within another"],
])("what fails %2$s is told there, by both engines: %1$s", (body) => {
  const run = finish(
    runCompiled(checkedProgram(`-- at: 2.0\ndef main (x : Real) = ${body}`), {}, DEFAULT_BUDGET, { checks: false }),
  );
  if (run.ended.tag !== "mistake") throw new Error(run.ended.tag);
  expect(run.ended.diagnostics.map(({ message }) => message)).toEqual(["`head []`: the list is empty"]);
});

test("after a run that was stopped anywhere, within sweeps of passes too, the next one is as if there had been none", () => {
  const text = `-- at: [2.0]
def spin (n : Int) z = if n == 0 then z * z else spin (n - 1) (z * 1.0000001)
def main xs = grad (\\y -> grad (\\z -> spin 200000 (z * (head xs))) y * y) (head xs)`;
  const { core, input } = preparedProgram(text);
  const wanted = compiledOf(text);
  const compiled = Compiled.of(core, "active");
  class Stop extends Error {}
  let stopped = 0;
  for (let looks = 0; ; looks++) {
    let left = looks;
    const tick = () => {
      if (left-- === 0) throw new Stop();
      return undefined;
    };
    try {
      compiled.value(input, { ...LIMITS, tick });
      compiled.gradient([1]);
      break;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      stopped++;
    }
    compiled.value(input, LIMITS);
    expect([...compiled.gradient([1])]).toEqual(wanted.gradient);
  }
  expect(stopped).toBeGreaterThan(5);
});

test("what the compiled engine does not take is computed step by step, and told to be", () => {
  const text =
    "-- at: 2.0\ndef main (x : Real) = let fs = [\\y -> y * x, sin] in grad (\\z -> sum (map (\\f -> f z) fs)) x";
  const run = finish(runCompiled(checkedProgram(text), {}, DEFAULT_BUDGET, { checks: false }));
  expect([run.ended.tag, run.stage]).toEqual(["done", TRACE]);
  expect(run.value!.scalars).toEqual([expect.closeTo(2 + Math.cos(2), 10)]);
  expect(run.gradient!.scalars).toEqual([expect.closeTo(1 - Math.sin(2), 10)]);
});

describe("special values are as without nesting", () => {
  const NUMBERS = [0, -0, 1, -1, 0.5, 1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  const shown = (x: number): string =>
    Number.isNaN(x)
      ? "nan"
      : x === Number.POSITIVE_INFINITY
        ? "inf"
        : x === Number.NEGATIVE_INFINITY
          ? "(neg inf)"
          : x < 0 || Object.is(x, -0)
            ? `(neg ${Math.abs(x).toExponential()})`
            : x.toExponential();
  const unary = Object.values(OPS).filter(({ args, result }) => result === "Real" && `${args}` === "Real");
  const binary = Object.values(OPS).filter(({ args, result }) => result === "Real" && `${args}` === "Real,Real");
  const call = ({ symbol, infix }: Op, ...args: readonly string[]) =>
    infix ? args.join(` ${symbol} `) : [symbol, ...args].join(" ");

  test.each(unary)("$symbol", (op) => {
    for (const x of NUMBERS) {
      const at = shown(x);
      const wanted = gradientOf(`-- at: ${at}\ndef main (x : Real) = ${call(op, "x")}`, stageOf("tape")!);
      const nested = `-- at: ${at}\ndef main (x : Real) = grad (\\y -> ${call(op, "y")}) x`;
      expect(runOf(nested, false).value!.scalars, `${op.symbol} at ${at}`).toEqual(wanted.gradient!.scalars);
    }
  });

  test.each(binary)("$symbol", (op) => {
    // each with a third of them, by turns; with all of them in the long tests
    for (const [turn, x] of NUMBERS.entries())
      for (const y of oneIn(3, NUMBERS, turn)) {
        const at = `(${shown(x)}, ${shown(y)})`;
        const wanted = gradientOf(
          `-- at: ${at}\ndef main (x : Real, y : Real) = ${call(op, "x", "y")}`,
          stageOf("tape")!,
        );
        const nested = `-- at: ${at}\ndef main (x : Real, y : Real) = grad (\\(a, b) -> ${call(op, "a", "b")}) (x, y)`;
        expect(runOf(nested, false).value!.scalars, `${op.symbol} at ${at}`).toEqual(wanted.gradient!.scalars);
      }
  });

  test("what the result does not depend on is 0, whatever its partial is", () => {
    const text = "-- at: 0.0\ndef main (x : Real) = grad (\\(a, b) -> let unused = sqrt a in a * b) (x, x)";
    expect(runOf(text, false).value!.scalars).toEqual([0, 0]);
    expect(compiledOf(text).plain).toEqual([0, 0]);
  });
});
