// Descriptions of the stages of Pearlmutter and Siskind: plain data beside bounds, without the transformations.
import { type AlgorithmDescription, LINEAR, type StageDescription, VIEWS } from "../algorithm.ts";

const PAPER = "Pearlmutter and Siskind, TOPLAS 2008";

/** The event of this algorithm: a backpropagator was made. Its content is the function, with what it captured. */
export const MADE = "made";

/** The events of a derivative within a program: its way back begins with 1, and ends with what its point gets. */
export const ENTER = "enter";
/** Its end. */
export const LEAVE = "leave";

/** A sensitivity, or the point of a derivative, comes over a row: that is, over what was made of one term in one call. */
export const LEG = "leg";
/** The variables that an inner function captured get something, which is dropped. */
export const DROPPED = "dropped";
/** By mistake it is taken for a part of what the point gets. */
export const CONFUSED = "confused";

/** The list of derivatives within a program. */
export const PASSES = "passes";

/** The list of this algorithm: the backpropagators that were made, which are the tape. */
export const CLOSURES = "closures";

/** The names of the counters of this algorithm. */
export const COUNTED = {
  realSums: "realSums",
  sumNodes: "sumNodes",
  zeros: "zerosMade",
  absorbed: "zerosAbsorbed",
} as const;

/** The description of the paper's transformation, first order, with zeros that are values. */
export const closures: StageDescription = {
  id: "closures",
  title: "Backpropagators that return environments",
  citation: `${PAPER}, §4`,
  basedOn: undefined,
  growth: "⊕ walks whole values: the square of the length of a list, and exponential where pairs are shared",
  view: { ...VIEWS.calls, lists: [CLOSURES] },
  visits: "cotangent",
  entry: "reverse",
  unreached: "zero cotangents",
  varied: ["forgetCaptured"],
  forks: false,
};

/** The description of the same with a symbol for zeros. */
export const lazyZeros: StageDescription = {
  id: "lazy-zeros",
  title: "Zeros as a symbol",
  citation: `${PAPER}, §4`,
  basedOn: "closures",
  bound: LINEAR,
  view: { ...VIEWS.calls, lists: [CLOSURES] },
  visits: "cotangent",
  entry: "reverse",
  unreached: "skipped",
  varied: ["forgetCaptured"],
  forks: false,
};

/** The description of the same for programs that differentiate. */
export const nested: StageDescription = {
  id: "nested",
  title: "Reverse over reverse",
  citation: `${PAPER}, §4 and 5`,
  basedOn: "lazy-zeros",
  growth: "the cost is that of lazy zeros, for the program in which each derivative is written out",
  view: { ...VIEWS.calls, lists: [PASSES, CLOSURES] },
  visits: "cotangent",
  entry: "reverse",
  unreached: "skipped",
  leavesOutDerived: true,
  varied: ["forgetCaptured", "oneCell"],
  forks: false,
};

/** Lambda the ultimate backpropagator (Pearlmutter and Siskind 2008), first order. */
export const description: AlgorithmDescription = {
  id: "lambda",
  title: "Lambda, the ultimate backpropagator",
  citation: "Pearlmutter and Siskind, TOPLAS 30(2), 2008",
  stages: [closures, lazyZeros, nested],
  options: [
    {
      id: "oneCell",
      word: "one-cell",
      summary:
        "broken on purpose: what a variable gets that an inner derivative captured is taken for what its own variable gets",
      isFault: true,
    },
  ],
  counters: [
    {
      id: COUNTED.realSums,
      words: "sums of two Reals by ⊕",
      quantity: { id: "real-sums", title: "Sums of sensitivities" },
    },
    {
      id: COUNTED.sumNodes,
      words: "nodes of sensitivities that ⊕ visits",
      quantity: { id: "sum-nodes", title: "Nodes that ⊕ visits" },
    },
    {
      id: COUNTED.zeros,
      words: "parts of zeros made",
      quantity: { id: "zeros-made", title: "Parts of zeros made" },
    },
    {
      id: COUNTED.absorbed,
      words: "sums that a symbolic zero saves",
      quantity: { id: "zeros-saved", title: "Sums saved by zeros" },
    },
  ],
  usual: {
    columns: ["closures", "lazy-zeros"],
    leading: "lazy-zeros",
    curves: ["closures", "lazy-zeros"],
    run: "lazy-zeros",
    staging: "lazy-zeros",
    jobs: undefined,
    sharing: [],
  },
};
