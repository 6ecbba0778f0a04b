// The film of a large run. Its times as steps of a recording, and back: scenes and documents keep steps.

import {
  aloneAt,
  callsAt,
  type FarAnimation,
  type FarColumn,
  madeAt,
  timeOfCall,
} from "../../../engine/animation/far.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { placeAfter } from "./moments.ts";

/** The film of a run that is too large for single movements: the run, and its animation. */
export interface FarFilm {
  readonly tag: "far";
  readonly explored: Explored;
  readonly animation: FarAnimation;
}

/** The column that leads: the first in which calls wait, else the first. */
export function leaderIn({ columns }: FarAnimation): FarColumn | undefined {
  return columns.find(({ replayOrder }) => replayOrder.waits) ?? columns[0];
}

/** The next scalar or call after a time, in milliseconds of an animation. */
export function momentAfter(animation: FarAnimation, t: number): number {
  const { forwardEnd, togetherEnd, together, graph, end } = animation;
  if (t < forwardEnd) return timeOfScalar(animation, madeAt(animation, t) + 1, graph.size);
  const call = callsAt(animation, t) + 1;
  return t >= togetherEnd ? end : call >= together ? togetherEnd : timeOfCall(animation, call);
}

/** The last scalar or call before a time. */
export function momentBefore(animation: FarAnimation, t: number): number {
  const { forwardEnd, togetherEnd, graph } = animation;
  if (t <= forwardEnd) return timeOfScalar(animation, madeAt(animation, t) - 1, graph.size);
  const call = callsAt(animation, t) - 1;
  return t > togetherEnd ? togetherEnd : call < 0 ? forwardEnd : timeOfCall(animation, call);
}

/** When so many scalars are made: in the middle of its time, so that rounding leads to no other scalar. */
function timeOfScalar({ forwardEnd }: FarAnimation, made: number, size: number): number {
  return made >= size ? forwardEnd : Math.max(0, (forwardEnd * (made + 0.5)) / size);
}

/** The time of an animation, in milliseconds, at which a step of a column's recording is shown. */
export function timeOfStep(animation: FarAnimation, { replayOrder }: FarColumn, step: number): number {
  const { created, calls, steps } = replayOrder;
  if (step >= steps) return animation.end;
  const called = placeAfter(calls.step, step);
  if (called === 0) {
    const made = created.reduce((count, at) => count + (at > 0 && at <= step ? 1 : 0), 0);
    return timeOfScalar(animation, made, animation.graph.size);
  }
  if (called <= animation.together) return timeOfCall(animation, called);
  const { together, togetherEnd, aloneEnd } = animation;
  return togetherEnd + ((aloneEnd - togetherEnd) * (called - together)) / (calls.step.length - together);
}

/** The step of a column's recording that is shown at a time of an animation, in milliseconds. */
export function stepAtTime(animation: FarAnimation, { replayOrder }: FarColumn, t: number): number {
  const { created, calls, steps } = replayOrder;
  if (t >= animation.end) return steps;
  const made = madeAt(animation, t);
  const called = calledAt(animation, calls.step.length, t);
  if (called > 0) return nth(calls.step, called - 1);
  // scalars are created in the order of their numbers
  return made === 0 ? 0 : created.subarray(0, made).reduce((most, step) => Math.max(most, step), 0);
}

function calledAt(animation: FarAnimation, listed: number, t: number): number {
  if (t < animation.togetherEnd) return Math.min(listed, callsAt(animation, t));
  const alone = Math.max(0, listed - animation.together);
  return Math.min(listed, animation.together) + Math.round(alone * aloneAt(animation, t));
}
