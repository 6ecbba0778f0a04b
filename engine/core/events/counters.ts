// Counters of every run, exact and reproducible. Never the clock.

/**
 * The names of the machine's own counters. Each phase of a run has all of them; `COUNTER_WORDS` says what each counts. An algorithm may
 * bring counters beside them (`AlgorithmDescription.counters`).
 */
export const COUNTERS = [
  "steps",
  "backpropagatorsCreated",
  "backpropagatorCalls",
  "mostCallsOfOne",
  "zeroScalars",
  "plusScalars",
  "oneHotScalars",
  "scaledScalars",
  "otherParts",
  "mapNodes",
  "cellsAllocated",
  "cellsRead",
  "cellsWritten",
  "cellsFrozen",
  "tapeEntries",
  "work",
  "peakStagedCalls",
] as const;

/** The name of one count, as JSON and queries have it. */
export type Counter = (typeof COUNTERS)[number];

/** The counts of one phase; what an algorithm counts for itself stands under its own names, from its first count on. Mutable. */
export interface Counters extends Record<Counter, number> {
  [own: string]: number | undefined;
}

/** Counters at 0, for a phase that begins; `own` are those of algorithms that are to be there before they count. */
export function newCounters(own: readonly string[] = []): Counters {
  return Object.fromEntries([...COUNTERS, ...own].map((counter) => [counter, 0])) as Counters;
}

/** Counts on: one of the machine's counters, or an algorithm's own. */
export function count(counters: Counters, counter: string, by: number): void {
  counters[counter] = (counters[counter] ?? 0) + by;
}

/** The counters whose value is the most of something, not a sum. */
const MAXIMA: ReadonlySet<string> = new Set<Counter>(["mostCallsOfOne", "peakStagedCalls"]);

/** Adds the counts of a further part of a phase. */
export function addCounters(to: Counters, from: Counters): void {
  for (const [counter, value = 0] of Object.entries(from)) {
    if (MAXIMA.has(counter)) to[counter] = Math.max(to[counter] ?? 0, value);
    else count(to, counter, value);
  }
}

/** steps + scalars and other parts touched + map nodes visited + array cells allocated, read, written or frozen + tape entries. */
export function costOf(counters: Counters): number {
  const { steps, zeroScalars, plusScalars, oneHotScalars, scaledScalars, otherParts, mapNodes, tapeEntries } = counters;
  const { cellsAllocated, cellsRead, cellsWritten, cellsFrozen } = counters;
  const touched = zeroScalars + plusScalars + oneHotScalars + scaledScalars + otherParts;
  return steps + touched + mapNodes + cellsAllocated + cellsRead + cellsWritten + cellsFrozen + tapeEntries;
}

/** A counter's meaning, for people. */
export const COUNTER_WORDS: Readonly<Record<Counter, string>> = {
  steps: "evaluation steps",
  backpropagatorsCreated: "backpropagators created",
  backpropagatorCalls: "backpropagator calls",
  mostCallsOfOne: "calls of one backpropagator, the most of any",
  zeroScalars: "scalars touched by 0 : c",
  plusScalars: "scalars touched by c + c",
  oneHotScalars: "scalars of one-hot vectors",
  scaledScalars: "scalars multiplied by x · c",
  otherParts: "Ints, units and constructors walked by 0, + and one-hots",
  mapNodes: "map nodes visited",
  cellsAllocated: "array cells allocated",
  cellsRead: "array cells read",
  cellsWritten: "array cells written",
  cellsFrozen: "array cells frozen",
  tapeEntries: "tape entries",
  work: "operations on Reals, sums and products on c scalar by scalar, and scalars dropped (W)",
  peakStagedCalls: "staged calls that wait at once, the most",
};
