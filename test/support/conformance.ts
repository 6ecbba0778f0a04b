// One program against independent answers: each stage, forward mode by evaluation, finite differences, the header.

import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { asksForDerivatives, pullbackIn } from "../../engine/core/terms/derivatives.ts";
import { showValue } from "../../engine/core/values/show-value.ts";
import type { Variations } from "../../engine/session/input/variations.ts";
import { contradictionText } from "../../engine/session/run/contradiction.ts";
import { gradientOf, preparedProgram, tracedGraph, tracedRunOf } from "./run.ts";
import { absoluteSweep } from "./sweep.ts";

/** How far two stages may differ, relative to the reverse sweep on absolute values. */
export const STAGE_TOLERANCE = 1e-12;
/** How far forward mode may be off, relative to the largest entry: it adds up in another order. */
export const FORWARD_TOLERANCE = 1e-11;
/** How far finite differences may be off where they count. */
export const DIFFERENCE_TOLERANCE = 1e-5;

/**
 * The first disagreement about a program, in words; undefined where all answers agree. Mistakes and bugs are thrown. Where it is not
 * `isChecked`, the tape is the only other answer.
 */
export function disagreement(
  text: string,
  stages: readonly Stage[] = STAGES,
  variations: Variations = {},
  isChecked = true,
): string | undefined {
  const tape = { run: gradientOf(text, stageOf("tape")!) };
  const cotangent = Math.max(1, ...tape.run.cotangent!.scalars.map(Math.abs));
  const rounding = absoluteSweep(tracedGraph(text), cotangent).map((sum) => STAGE_TOLERANCE * sum);
  for (const [index, stage] of stages.entries()) {
    const run = gradientOf(text, stage, { variations }, { checks: isChecked && index === 0 });
    if (run.checks !== undefined) {
      const { forwardMode, finiteDifferences, contradiction } = run.checks;
      if (contradiction !== undefined) return `${stage.id}: ${contradictionText(contradiction)}`;
      if (forwardMode === null || forwardMode > FORWARD_TOLERANCE)
        return `${stage.id} and forward mode differ by ${forwardMode}`;
      if (finiteDifferences !== null && finiteDifferences > DIFFERENCE_TOLERANCE)
        return `${stage.id} and finite differences differ by ${finiteDifferences}`;
    }
    const value = firstDifference(run.value!.scalars, tape.run.value!.scalars);
    if (value !== undefined) return `the values of ${stage.id} and the tape differ: ${value}`;
    const gradient = firstDifference(run.gradient!.scalars, tape.run.gradient!.scalars, rounding);
    if (gradient !== undefined) return `the gradients of ${stage.id} and the tape differ: ${gradient}`;
  }
  return undefined;
}

/** As {@link disagreement}, between the compiled engine and the machine: by `tape`, or over the graph where that refuses the program. */
export function compiledDisagreement(text: string): string | undefined {
  const { core: asked } = preparedProgram(text);
  const isRefused = asksForDerivatives(asked) || pullbackIn(asked) !== undefined;
  const tape = { run: isRefused ? tracedRunOf(text) : gradientOf(text, stageOf("tape")!) };
  const cotangent = Math.max(1, ...tape.run.cotangent!.scalars.map(Math.abs));
  const rounding = absoluteSweep(tracedGraph(text), cotangent).map((sum) => STAGE_TOLERANCE * sum);
  const { core, input, resultShape } = preparedProgram(text);
  for (const mode of ["plain", "active"] as const) {
    const compiled = Compiled.of(core, mode);
    // the second run reuses the buffers of the first
    for (let run = 0; run < 2; run++) {
      const value = showValue(resultShape, compiled.value(input, UNLIMITED), UNWATCHED);
      if (value !== tape.run.value!.text) return `the values, ${mode}: ${value} and ${tape.run.value!.text}`;
      if (mode === "plain") continue;
      const gradient = compiled.gradient(tape.run.cotangent!.scalars);
      const difference = firstDifference([...gradient], tape.run.gradient!.scalars, rounding);
      if (difference !== undefined) return `the gradients of the compiled engine and the tape differ: ${difference}`;
    }
  }
  return undefined;
}

export const UNLIMITED = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY, tick: () => undefined };

/** The first entries that differ by more than the rounding that each allows; NaNs and infinities are equal to themselves. */
function firstDifference(
  a: readonly number[],
  b: readonly number[],
  rounding: readonly number[] = [],
): string | undefined {
  if (a.length !== b.length) return `${a.length} entries and ${b.length}`;
  const at = a.findIndex((x, index) => {
    const y = b[index]!;
    return !(x === y || Object.is(x, y) || Math.abs(x - y) <= (rounding[index] ?? 0));
  });
  return at < 0 ? undefined : `${a[at]} and ${b[at]} at ${at}`;
}
