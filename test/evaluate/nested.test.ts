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
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { tracedRun } from "../../engine/derive/trace.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { OPS, type Op } from "../../engine/scalars/ops.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { NESTED } from "../support/nested-cases.ts";
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

describe("derivatives in a program", () => {
  test.each(Object.entries(NESTED))("%s", (_, [text, value, gradient]) => {
    const run = runOf(text);
    expect(run.value!.scalars).toEqual(value.map((one) => expect.closeTo(one, 10)));
    expect(run.gradient!.scalars).toEqual(gradient.map((one) => expect.closeTo(one, 10)));
  });

  test.each(Object.entries(NESTED))("%s, compiled", (_, [text, value, gradient]) => {
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
      for (const y of oneIn(6, NUMBERS, turn)) {
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
