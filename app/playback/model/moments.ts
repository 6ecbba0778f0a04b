// The steps of a recording as times of a film, and back: documents, links and the debugger use steps.
import { nth } from "../../../engine/base/nth.ts";
import { keptForPair } from "../../base/kept.ts";
import type { Film, FilmColumn } from "./film.ts";

/** A step that is reached at a time; in order. */
export interface Reached {
  readonly at: number;
  readonly step: number;
}

/** The steps of a column's recording that its film shows. */
export const momentsOf = keptForPair(find);

function find({ animation }: Film, { animation: column }: FilmColumn): readonly Reached[] {
  const { calls, contributions, merges, created } = column.replayOrder;
  const reached: Reached[] = [{ at: 0, step: 0 }];
  for (const [number, { to }] of animation.scalars.entries()) reached.push({ at: to, step: created[number] ?? 0 });
  if (column.tag === "tree")
    for (const [call, at] of column.to.entries()) reached.push({ at, step: nth(calls.step, call) });
  else {
    for (const [call, { lift }] of column.calls.entries()) reached.push({ at: lift.to, step: nth(calls.step, call) });
    for (const [place, { fly }] of column.pieces.entries())
      reached.push({ at: fly.to, step: nth(contributions.step, place) });
    for (const [place, { done }] of column.merges.entries()) reached.push({ at: done, step: nth(merges.step, place) });
  }
  reached.push({ at: animation.end, step: column.replayOrder.steps });
  // later is further
  reached.sort((a, b) => a.at - b.at || a.step - b.step);
  let furthest = 0;
  return reached.map(({ at, step }) => {
    furthest = Math.max(furthest, step);
    return { at, step: furthest };
  });
}

/** The step of the recording that is reached at a time in milliseconds; 0 before the first. */
export function stepAt(moments: readonly Reached[], t: number): number {
  return moments.findLast(({ at }) => at <= t)?.step ?? 0;
}

/** The time at which a step is reached: the end, where it is the last. */
export function timeAt(moments: readonly Reached[], step: number, end: number): number {
  if (step >= (moments.at(-1)?.step ?? 0)) return end;
  return moments.find((one) => one.step >= step)?.at ?? end;
}

/** Milliseconds from an event that has no movement to the next, at most. */
const BETWEEN = 4;
/** The least time from an event to the next: no two events have one time. */
const APART = 1e-6;

/**
 * By step of a column's recording, 0 before the first event, when the film shows it, in milliseconds of the animation. An event with a movement
 * is shown when the movement is done; one without follows at once on the event before it.
 */
export const eventTimes = keptForPair(
  (film: Film, column: FilmColumn): Float64Array => findTimes(momentsOf(film, column), film.animation.end),
);

function findTimes(moments: readonly Reached[], end: number): Float64Array {
  const times = new Float64Array((moments.at(-1)?.step ?? 0) + 1);
  let before: Reached = { at: 0, step: 0 };
  for (const reached of moments) {
    const events = reached.step - before.step;
    const each = Math.min(BETWEEN, (reached.at - before.at) / (2 * events));
    for (let event = 1; event < events; event++) times[before.step + event] = before.at + event * each;
    times[reached.step] = reached.at;
    before = reached;
  }
  for (let step = 1; step < times.length; step++)
    times[step] = Math.max(nth(times, step), nth(times, step - 1) + APART);
  times[times.length - 1] = end;
  for (let step = times.length - 2; step >= 0; step--)
    times[step] = Math.min(nth(times, step), nth(times, step + 1) - APART);
  return times;
}

/** The step that is shown at a time, or that the present movement leads to. */
export function eventAt(times: Float64Array, t: number): number {
  return Math.min(times.length - 1, placeAfter(times, t - APART / 2));
}

/** The place of the first time in a list that is after another; the length of the list where none is. Times are in order. */
export function placeAfter(times: ArrayLike<number>, t: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nth(times, middle) > t) high = middle;
    else low = middle + 1;
  }
  return low;
}
