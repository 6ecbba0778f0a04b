// The part of a film that a scene plays: its address names the steps between which it lies (`#/explorer/1?from=4&step=12`).
import { sceneSpan } from "../exploration/state/scene.ts";
import type { Film, FilmColumn } from "./model/film.ts";
import { type Pace, timeOfStep } from "./rests.ts";

/** When the part begins and ends that the scene plays, in milliseconds of the film; undefined where it names none. */
export function scenePart(
  film: Film,
  column: FilmColumn | undefined,
  pace: Pace,
): { readonly from: number; readonly to: number } | undefined {
  const span = sceneSpan();
  if (span === undefined || column === undefined) return undefined;
  const timeOf = (step: number): number => timeOfStep(film, column, pace, step);
  return { from: timeOf(span.from), to: span.to === undefined ? film.animation.end : timeOf(span.to) };
}
