// Steps of a recording as times of the film of a large run, and back: scenes and documents keep steps.
import { nth } from "../../../engine/base/nth.ts";
import { aloneAt, callsAt, type FarColumn, type FarScore, madeAt, timeOfCall } from "../../../engine/score/far.ts";

/** The time of a score, in milliseconds, at which a step of a column's recording is shown. */
export function timeOfStep(score: FarScore, { performance }: FarColumn, step: number): number {
  const { created, calls, steps } = performance;
  if (step >= steps) return score.end;
  const called = countUpTo(calls.step, step);
  if (called === 0) {
    const made = created.reduce((count, at) => count + (at > 0 && at <= step ? 1 : 0), 0);
    // in the middle of its time, so that rounding leads to no other scalar
    return made >= score.graph.size ? score.forwardEnd : (score.forwardEnd * (made + 0.5)) / score.graph.size;
  }
  if (called <= score.together) return timeOfCall(score, called);
  const { together, togetherEnd, aloneEnd } = score;
  return togetherEnd + ((aloneEnd - togetherEnd) * (called - together)) / (calls.step.length - together);
}

/** The step of a column's recording that is shown at a time of a score, in milliseconds. */
export function stepAtTime(score: FarScore, { performance }: FarColumn, t: number): number {
  const { created, calls, steps } = performance;
  if (t >= score.end) return steps;
  const made = madeAt(score, t);
  const called = calledAt(score, calls.step.length, t);
  if (called > 0) return nth(calls.step, called - 1);
  // scalars are created in the order of their numbers
  return made === 0 ? 0 : created.subarray(0, made).reduce((most, step) => Math.max(most, step), 0);
}

function calledAt(score: FarScore, listed: number, t: number): number {
  if (t < score.togetherEnd) return Math.min(listed, callsAt(score, t));
  const alone = Math.max(0, listed - score.together);
  return Math.min(listed, score.together) + Math.round(alone * aloneAt(score, t));
}

/** How many of some ascending steps are at most one. */
function countUpTo(steps: Uint32Array, most: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nth(steps, middle) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
