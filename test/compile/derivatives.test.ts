// Derivatives in random programs: the gradient that a program asks for is the gradient that is asked of it; the compiled engine and the machine
// agree on it and on its own gradient, a level further each.
import fc from "fast-check";
import { expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { LeftToMachine } from "../../engine/compile/ir/layout.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import type { Value } from "../../engine/core/values/values.ts";
import { tracedRun } from "../../engine/derive/trace.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { derived } from "../support/generate/derived.ts";
import { programs } from "../support/generate/index.ts";
import { checkedProgram, gradientOf, preparedProgram } from "../support/run.ts";
import { runs } from "../support/runs.ts";
import { absoluteSweep } from "../support/sweep.ts";

/** Whether numbers are the same up to rounding; NaN is equal to itself. */
function areClose(a: readonly number[], b: readonly number[], bounds: readonly number[] = []): boolean {
  return (
    a.length === b.length &&
    a.every((x, index) => {
      const y = b[index]!;
      return Object.is(x, y) || x === y || Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x), bounds[index] ?? 0);
    })
  );
}

/** A run over the data-flow graph. */
function traceOf(text: string, checks = false) {
  const found = finish(tracedRun(checkedProgram(text), {}, DEFAULT_BUDGET, { checks }));
  if (found.run.ended.tag !== "done") throw new Error(`${text}\n${JSON.stringify(found.run.ended)}`);
  return found;
}

/** How the compiled engine and the machine differ on a program that asks for derivatives; undefined where they do not. */
function disagreement(text: string): string | undefined {
  const { run: traced, graph } = traceOf(text);
  const { core, input, resultShape } = preparedProgram(text);
  const reals = (value: Value) => realsOf(resultShape, value, UNWATCHED);
  const value = traced.value!.scalars;
  const sweep = absoluteSweep(graph);
  for (const mode of ["plain", "active"] as const) {
    const compiled = Compiled.of(core, mode);
    const got = reals(compiled.value(input, UNLIMITED));
    if (!areClose(got, value) && !got.some(Number.isNaN)) return `values, ${mode}: ${got} and ${value}`;
    if (mode === "plain") continue;
    const gradient = [...compiled.gradient(value.map(() => 1))];
    const wanted = traced.gradient!.scalars;
    if (!areClose(gradient, wanted, sweep) && !gradient.some(Number.isNaN))
      return `gradients: ${gradient} and ${wanted}`;
  }
  return undefined;
}

/** The programs that ask for derivatives of a random one: its gradient, and a level more. */
const DERIVATIVES = [
  (f: string) => `grad ${f}`,
  (f: string) => `(\\q -> hvp ${f} q q)`,
  (f: string) => `(\\q -> snd (jvp ${f} q q))`,
];

test("random programs with derivatives in them", () => {
  const counts = { all: 0, left: 0 };
  let turn = 0;
  const property = fc.property(programs({ size: 2 }), ({ source }) => {
    const { resultShape } = preparedProgram(source);
    const kind = resultShape.tag === "real" ? turn++ % DERIVATIVES.length : 2;
    const text = derived(source, DERIVATIVES[kind]!);
    counts.all++;
    if (kind === 0) {
      const tape = gradientOf(source, stageOf("tape")!);
      expect(areClose(traceOf(text).run.value!.scalars, tape.gradient!.scalars), text).toBe(true);
    }
    try {
      expect(disagreement(text), text).toBeUndefined();
    } catch (error) {
      if (!(error instanceof LeftToMachine)) throw error;
      counts.left++;
    }
  });
  fc.assert(property, { numRuns: runs(300), seed: 20261128 });
  // what the compiled engine leaves to the machine is rare
  console.log(counts);
  expect(counts.left / counts.all).toBeLessThan(0.1);
});

test("gradients of derivatives in random programs, up to the third level, against differences of the level below", () => {
  const counts = { all: 0, compared: 0 };
  let turn = 0;
  const property = fc.property(programs({ size: 2 }), ({ source }) => {
    if (preparedProgram(source).resultShape.tag !== "real") return;
    // the gradient of a gradient, of a Hessian times a vector, of a tangent
    const text = derived(source, DERIVATIVES[turn++ % DERIVATIVES.length]!);
    const { checks } = traceOf(text, true).run;
    counts.all++;
    if (checks?.finiteDifferences != null) counts.compared++;
    const wrong = checks?.contradiction ?? checks?.findings.find(({ tag }) => tag === "differs");
    expect(wrong, text).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(100), seed: 20261128 });
  console.log(counts);
  expect(counts.compared / counts.all).toBeGreaterThan(0.7);
});
