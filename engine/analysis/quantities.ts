// Quantities of curves: a number for each run, from its counters.
import type { StageId } from "../algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, describedStage, OWN_COUNTERS } from "../algorithms/catalogue.ts";
import { type Counters, costOf } from "../core/events/counters.ts";

/** The counters of the passes of one run. */
export interface PassCosts {
  readonly primal: Counters;
  readonly forward: Counters;
  readonly reverse: Counters;
}

/** A number that a run has. */
export interface Quantity {
  readonly id: string;
  readonly title: string;
  /** Its name, for people. */
  readonly words: string;
  of(cost: PassCosts): number;
  /** Whether the data-flow graph predicts it exactly. */
  readonly isPredicted?: true;
  /** A quotient by the cost of the primal, T: its bound is that of gradients by T. */
  readonly isRatio?: true;
}

function both(...counters: readonly string[]): (cost: PassCosts) => number {
  return ({ forward, reverse }) =>
    counters.reduce((sum, counter) => sum + (forward[counter] ?? 0) + (reverse[counter] ?? 0), 0);
}

const gradientCost = ({ forward, reverse }: PassCosts): number => costOf(forward) + costOf(reverse);

/** The quantities that the lab and `cost --plot` offer, in the order of the menu; the `id` is the word that chooses one. */
export const QUANTITIES: readonly Quantity[] = [
  {
    id: "calls",
    title: "Calls or evaluations",
    words:
      "calls of backpropagators in the reverse pass; where a stage has these instead, evaluations of terms or of their bindings, or cotangents of scalars that are passed on",
    of: ({ reverse }) => reverse.backpropagatorCalls,
    isPredicted: true,
  },
  { id: "cost", title: "Cost of the gradient", words: "cost of forward and reverse pass", of: gradientCost },
  {
    id: "ratio",
    title: "Gradient / primal",
    words: "cost of the gradient, divided by the cost of the primal",
    of: (cost) => gradientCost(cost) / Math.max(1, costOf(cost.primal)),
    isRatio: true,
  },
  {
    id: "steps",
    title: "Steps of the reverse pass",
    words: "evaluation steps of the reverse pass",
    of: ({ reverse }) => reverse.steps,
  },
  {
    id: "sums",
    title: "Zeros and sums",
    words: "scalars touched by 0 : c and c + c",
    of: both("zeroScalars", "plusScalars"),
  },
  { id: "one-hots", title: "One-hots", words: "scalars touched by one-hot vectors", of: both("oneHotScalars") },
  { id: "map", title: "Map nodes", words: "map nodes visited", of: both("mapNodes") },
  ...OWN_COUNTERS.map(({ id, words, quantity }): Quantity => ({ ...quantity, words, of: both(id) })),
  {
    id: "products",
    title: "Products on c",
    words: "scalars multiplied by x · c",
    of: both("scaledScalars"),
  },
  {
    id: "work",
    title: "Work",
    words: "operations on Reals, and Reals dropped (the cost model W)",
    of: both("work"),
  },
  { id: "tape", title: "Tape entries", words: "entries of the tape", of: both("tapeEntries") },
  {
    id: "memory",
    title: "Memory for the way back, in entries",
    words:
      "closures, lists and terms created, or the tape entries if these are more, plus the most calls staged at once, or the array cells if these are more",
    // a scalar whose backpropagator is its ID has an entry of the tape in its place
    of: (cost) => {
      const kept = Math.max(both("backpropagatorsCreated")(cost), both("tapeEntries")(cost));
      const staged = Math.max(cost.forward.peakStagedCalls, cost.reverse.peakStagedCalls);
      return kept + Math.max(staged, both("cellsAllocated")(cost));
    },
  },
];

/** The quantity of an ID. */
export function quantityOf(id: string): Quantity | undefined {
  return QUANTITIES.find((one) => one.id === id);
}

/** Whether what the counters of a stage's runs have of a quantity says something of them: another algorithm's own counters are 0 there. */
export function isCounted(stage: StageId, quantity: string): boolean {
  const of = ALGORITHM_CATALOGUE.find(({ counters = [] }) => counters.some((one) => one.quantity.id === quantity));
  const isOwn = of === undefined || of.stages.some(({ id }) => id === stage);
  return isOwn && describedStage(stage)?.uncounted?.[quantity] === undefined;
}
