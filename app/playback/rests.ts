// Where playing rests: at the animation's rests, or after each event of the stage that is followed.

import type { Pace as AnimationPace } from "../../engine/animation/intervals.ts";
import { nth } from "../../engine/base/nth.ts";
import type { FarFilm } from "./model/far.ts";
import { type Film, type FilmColumn, isTreeAway } from "./model/film.ts";
import { eventAt, eventTimes, momentsOf, placeAfter, stepAt, timeAt } from "./model/moments.ts";

/** The paces, in the order in which a key goes through them. */
export const PACES = ["run", "call", "operation", "event"] as const satisfies readonly (AnimationPace | "event")[];
/** How far playing goes before it rests: the whole run, a call, an operation or an event. */
export type Pace = (typeof PACES)[number];

/** How long playing rests then, in milliseconds at the usual speed. */
export const RESTS: Readonly<Record<Pace, number>> = { run: 0, call: 650, operation: 450, event: 260 };

/** How close a time is to a rest that is still the same, in milliseconds: events may follow each other at once. */
export const nearTo = (pace: Pace): number => (pace === "event" ? 1e-7 : 1);

/** When a step of a column's recording is shown. */
export function timeOfStep(film: Film, column: FilmColumn, pace: Pace, step: number): number {
  if (pace !== "event") return timeAt(momentsOf(film, column), step, film.animation.end);
  const times = eventTimes(film, column);
  return nth(times, Math.min(step, times.length - 1));
}

/** The step of a column's recording that is shown at a time. */
export function stepAtTime(film: Film, column: FilmColumn, pace: Pace, t: number): number {
  return pace === "event" ? eventAt(eventTimes(film, column), t) : stepAt(momentsOf(film, column), t);
}

/** When playing rests, in order. */
function restsOf(film: Film, followed: FilmColumn | undefined, pace: Pace): ArrayLike<number> {
  if (pace !== "event") return film.animation.stops[pace];
  return followed === undefined ? [] : eventTimes(film, followed);
}

/** The first rest after a time; undefined after the last. */
export function restAfter(film: Film, followed: FilmColumn | undefined, pace: Pace, t: number): number | undefined {
  const rests = restsOf(film, followed, pace);
  return rests[placeAfter(rests, t + nearTo(pace))];
}

/** The last rest before a time, or at it; undefined before the first. */
export function restBefore(film: Film, followed: FilmColumn | undefined, pace: Pace, t: number): number | undefined {
  const rests = restsOf(film, followed, pace);
  return rests[placeAfter(rests, t) - 1];
}

/** When the film ends for its reader: where some columns are put away, when nothing is seen to happen any more. */
export function endOf(film: Film | FarFilm, away: ReadonlySet<string>): number {
  const { end, togetherEnd } = film.animation;
  if (film.tag === "far" || !isTreeAway(film, away)) return end;
  const ends = film.columns.map(({ animation }) =>
    animation.tag === "waiting" ? (animation.calls.at(-1)?.end ?? 0) : 0,
  );
  return Math.min(end, Math.max(togetherEnd, ...ends));
}

/** How many milliseconds a whole run takes. */
const WHOLE_RUN = 30_000;

/** How many milliseconds of a film go by in one millisecond, where the whole run is played at the usual speed. */
export function wholeRate(film: Film, away: ReadonlySet<string>): number {
  return endOf(film, away) / WHOLE_RUN;
}
