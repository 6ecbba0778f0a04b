// How many of something, in words: `1 step`, `16 777 216 steps`. A function for each thing that the page counts, for languages differ in
// how many plurals they have and in the words beside a number.

import { plural } from "@lingui/core/macro";
import { visitOf } from "../../engine/algorithms/catalogue.ts";
import { grouped } from "./numbers.ts";

/** In words: `1 step`, `16 777 216 steps`. */
export function countedSteps(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0step`, other: `${count}\u00a0steps` });
}

/** In words: `1 event`, `12 events`. */
export function countedEvents(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0event`, other: `${count}\u00a0events` });
}

/** In words: `1 call`, `12 calls`. */
export function countedCalls(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0call`, other: `${count}\u00a0calls` });
}

/** In words: `1 evaluation`, `12 evaluations`. */
export function countedEvaluations(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0evaluation`, other: `${count}\u00a0evaluations` });
}

/** In words: `1 evaluated binding`, `12 evaluated bindings`. */
export function countedBindings(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0evaluated binding`, other: `${count}\u00a0evaluated bindings` });
}

/** In words: `1 cotangent`, `12 cotangents`. */
export function countedCotangents(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0cotangent`, other: `${count}\u00a0cotangents` });
}

/** In words: `1 backpropagator call`, `12 backpropagator calls`. */
function countedBackpropagatorCalls(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0backpropagator call`, other: `${count}\u00a0backpropagator calls` });
}

/** In words: `1 entry`, `12 entries`. */
export function countedEntries(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0entry`, other: `${count}\u00a0entries` });
}

/** In words: `1 cell`, `12 cells`. */
export function countedCells(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0cell`, other: `${count}\u00a0cells` });
}

/** In words: `1 scalar`, `12 scalars`. */
export function countedScalars(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0scalar`, other: `${count}\u00a0scalars` });
}

/** In words: `1 point`, `12 points`. */
export function countedPoints(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0point`, other: `${count}\u00a0points` });
}

/** In words: `1 run`, `12 runs`. */
export function countedRuns(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0run`, other: `${count}\u00a0runs` });
}

/** In words: `1 character`, `12 characters`. */
export function countedCharacters(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0character`, other: `${count}\u00a0characters` });
}

/** In words: `12 more`, for the rest of a list. */
export function countedMore(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count} more`, other: `${count} more` });
}

/** The number of visits of a stage's run, in words: `12 backpropagator calls`, `3 evaluations`; empty for none. */
export function countedVisits(stage: string, n: number): string {
  if (n === 0) return "";
  switch (visitOf(stage)) {
    case "term":
      return countedEvaluations(n);
    case "binding":
      return countedBindings(n);
    case "line":
    case "cotangent":
      return countedCotangents(n);
    default:
      return countedBackpropagatorCalls(n);
  }
}
