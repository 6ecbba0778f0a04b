// What every run counts, exactly and reproducibly (design.md, Cost). Never the clock.

/** The names of the counters. Each phase of a run has all of them; `COUNTER_WORDS` says what each counts. */
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
  "nodesVisited",
  "work",
  "peakStagedCalls",
] as const;

/** The name of one count, as JSON and queries have it. */
export type Counter = (typeof COUNTERS)[number];

/** The counts of one phase. Mutable: the machine adds to it. */
export type Counters = Record<Counter, number>;

/** Counters at 0, for a phase that begins. */
export function newCounters(): Counters {
  return Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Counters;
}

/** steps + scalars and other parts touched + map nodes visited + array cells allocated, read, written or frozen + tape entries. */
export function costOf(counters: Counters): number {
  const { steps, zeroScalars, plusScalars, oneHotScalars, scaledScalars, otherParts, mapNodes, tapeEntries } = counters;
  const { cellsAllocated, cellsRead, cellsWritten, cellsFrozen } = counters;
  const touched = zeroScalars + plusScalars + oneHotScalars + scaledScalars + otherParts;
  return steps + touched + mapNodes + cellsAllocated + cellsRead + cellsWritten + cellsFrozen + tapeEntries;
}

/** What a counter counts, for people. */
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
  nodesVisited: "nodes of terms visited",
  work: "operations on Reals, sums and products on c scalar by scalar, and scalars dropped (W of Radul et al.)",
  peakStagedCalls: "staged calls that wait at once, the most",
};
