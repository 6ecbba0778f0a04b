// Descriptions of the stages of bulk dual numbers: plain data, without the transformations.
import type { AlgorithmDescription, StageDescription } from "../algorithm.ts";

const THESIS = "thesis";

/** The event of this algorithm, and its list: an operation on whole arrays. */
export const KERNEL = "kernel";

/** The list of the last kernels. */
export const KERNELS = "kernels";

/** The names of the counters of this algorithm. */
export const COUNTED = {
  kernels: "kernels",
  elements: "elements",
  deltas: "deltas",
  ids: "arrayIds",
  visits: "deltaVisits",
  oneHots: "arrayOneHots",
  zeros: "zerosFilled",
} as const;

const VIEW = { rows: ["word"], lists: [KERNELS] } as const;

const VARIABLES = "What the way back needs are arrays, variables of the program.";

const UNCOUNTED = {
  calls: "There are no backpropagators here: operations on whole arrays pass cotangents on.",
  tape: VARIABLES,
  memory: VARIABLES,
};

/** The description of dual arrays without the transformation to bulk form (thesis, §4.3). */
export const oneHots: StageDescription = {
  id: "one-hots",
  title: "Dual arrays with loops",
  citation: `${THESIS}, §4.3, 4.5`,
  basedOn: undefined,
  growth:
    "each element that a loop reads costs the way back an array of zeros: the square of the length for a dot product",
  view: VIEW,
  entry: "reverse",
  unreached: "zero cotangents",
  uncounted: UNCOUNTED,
  ofArrays: true,
  varied: [],
  forks: false,
};

/** The description of dual arrays after it (thesis, §4.4, 4.5). */
export const bulk: StageDescription = {
  id: "bulk",
  title: "Bulk form",
  citation: `${THESIS}, §4.4-4.5, Fig. 4.10-4.18`,
  basedOn: "one-hots",
  growth: "a constant factor of the program in bulk form, but where a one-hot is left (Table 8.1: “mostly”)",
  view: VIEW,
  entry: "reverse",
  unreached: "zero cotangents",
  uncounted: UNCOUNTED,
  ofArrays: true,
  varied: ["asPrinted"],
  forks: false,
};

/** The description of the reverse pass that is a term of its own (thesis, §4.6). */
export const symbolic: StageDescription = {
  ...bulk,
  id: "symbolic",
  title: "Symbolic reverse pass",
  citation: `${THESIS}, §4.6, Fig. 4.19-4.22`,
  basedOn: "bulk",
};

/** Bulk dual numbers (Smeding's thesis, chapter 4). */
export const description: AlgorithmDescription = {
  id: "bulk",
  title: "Dual numbers in bulk",
  citation: `${THESIS}, chapter 4`,
  stages: [oneHots, bulk, symbolic],
  options: [
    {
      id: "asPrinted",
      word: "as-printed",
      summary: "bulk, symbolic: the rules of Fig. 4.10-4.12 alone, which copy what does not change in a loop",
    },
  ],
  counters: [
    {
      id: COUNTED.kernels,
      words: "operations on whole arrays",
      quantity: { id: "kernels", title: "Operations on arrays" },
    },
    {
      id: COUNTED.elements,
      words: "elements that these computed",
      quantity: { id: "elements", title: "Elements of arrays" },
    },
    {
      id: COUNTED.deltas,
      words: "parts of Delta terms made",
      quantity: { id: "delta-parts", title: "Parts of Deltas" },
    },
    {
      id: COUNTED.ids,
      words: "IDs given to arrays",
      quantity: { id: "array-ids", title: "IDs of arrays" },
    },
    {
      id: COUNTED.visits,
      words: "parts of Deltas that the reverse pass visits",
      quantity: { id: "delta-visits", title: "Visits of Deltas" },
    },
    {
      id: COUNTED.oneHots,
      words: "arrays of zeros made for one element",
      quantity: { id: "array-one-hots", title: "One-hot arrays" },
    },
    {
      id: COUNTED.zeros,
      words: "zeros that these and scatters write",
      quantity: { id: "zeros-filled", title: "Zeros written" },
    },
  ],
  usual: {
    columns: ["one-hots", "bulk", "symbolic"],
    leading: "symbolic",
    curves: ["one-hots", "symbolic"],
    run: "symbolic",
    staging: "bulk",
    jobs: undefined,
    sharing: [],
  },
};
