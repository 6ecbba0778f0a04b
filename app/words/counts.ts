// How many of something, in words: `1 step`, `16 777 216 steps`. A function for each thing that the page counts, for
// languages differ in how many plurals they have and in what stands beside a number.
import { plural } from "@lingui/core/macro";
import { grouped } from "./numbers.ts";

export function countedSteps(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0step`, other: `${count}\u00a0steps` });
}

export function countedEvents(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0event`, other: `${count}\u00a0events` });
}

export function countedCalls(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0call`, other: `${count}\u00a0calls` });
}

export function countedBackpropagatorCalls(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0backpropagator call`, other: `${count}\u00a0backpropagator calls` });
}

export function countedEntries(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0entry`, other: `${count}\u00a0entries` });
}

export function countedCells(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0cell`, other: `${count}\u00a0cells` });
}

export function countedScalars(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0scalar`, other: `${count}\u00a0scalars` });
}

export function countedPartials(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0partial`, other: `${count}\u00a0partials` });
}

export function countedPoints(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0point`, other: `${count}\u00a0points` });
}

export function countedRuns(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0run`, other: `${count}\u00a0runs` });
}

export function countedCharacters(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count}\u00a0character`, other: `${count}\u00a0characters` });
}

export function countedMore(n: number): string {
  const count = grouped(n);
  return plural(n, { one: `${count} more`, other: `${count} more` });
}
