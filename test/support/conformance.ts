// One program against independent answers: each stage, forward mode by evaluation, finite differences, the header.
import type { Stage, StageOptions } from "../../engine/algorithms/algorithm.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { gradientOf, largestDifference } from "./run.ts";

/** How far two stages may differ, relative to the largest entry: rounding of the same sums in another order. */
export const STAGE_TOLERANCE = 1e-11;
/** How far finite differences may be off where they count. */
export const DIFFERENCE_TOLERANCE = 1e-5;

/** The first disagreement about a program, in words; undefined where all answers agree. Mistakes and bugs are thrown. */
export function disagreement(
  text: string,
  stages: readonly Stage[] = STAGES,
  stageOptions: StageOptions = {},
): string | undefined {
  let first:
    | { readonly stage: string; readonly value: readonly number[]; readonly gradient: readonly number[] }
    | undefined;
  for (const stage of stages) {
    const run = gradientOf(text, stage, {}, { checks: true, stageOptions });
    const found = { stage: stage.id, value: run.value!.scalars, gradient: run.gradient!.scalars };
    const { forwardMode, finiteDifferences } = run.checks!;
    if (forwardMode === null || forwardMode > STAGE_TOLERANCE)
      return `${stage.id} and forward mode differ by ${forwardMode}`;
    if (finiteDifferences !== null && finiteDifferences > DIFFERENCE_TOLERANCE)
      return `${stage.id} and finite differences differ by ${finiteDifferences}`;
    if (first === undefined) first = found;
    const difference = Math.max(
      largestDifference(first.value, found.value),
      largestDifference(first.gradient, found.gradient),
    );
    if (difference > STAGE_TOLERANCE) return `${first.stage} and ${found.stage} differ by ${difference}`;
  }
  return undefined;
}
