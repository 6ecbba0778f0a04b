// Descriptions of the stages of Krawiec et al.: plain data beside bounds and predictions, without the transformations.
import {
  type AlgorithmDescription,
  type GraphCounts,
  LINEAR,
  type StageDescription,
  type StageOptions,
  VIEWS,
} from "../algorithm.ts";
import { deltaContributions } from "./reading.ts";

/** The counter of the nodes of Delta terms that evaluation visits, one for each call of `eval`. */
export const NODES_VISITED = "nodesVisited";

const PAPER = "Krawiec et al., POPL 2022";

/** Each binding that is reached is evaluated once, when all of it is known; an input has none, and a constant where literals are bound. */
function evaluatedBindings({ reachedOperations, reachedConstants }: GraphCounts, options?: StageOptions): bigint {
  return BigInt(reachedOperations) + (options?.boundLiterals === true ? BigInt(reachedConstants) : 0n);
}

/** The description of the paper's D¹. It has no backpropagators, so no calls are predicted. */
export const vectors: StageDescription = {
  id: "vectors",
  title: "Whole gradients in the dual",
  citation: `${PAPER}, D¹, Fig. 5-6`,
  basedOn: "forward",
  bound: { formula: "(T + I) · I", of: ({ work, input }) => (work + input) * input },
  view: VIEWS.word,
  entry: "reverse",
  uncounted: {
    memory:
      "Nothing is kept for the way back, but every scalar holds a vector as long as the input. The most at one time is not counted.",
  },
  unreached: "zero tangents",
  varied: ["plainDiscrete"],
  forks: true,
  predictedCalls: () => 0n,
};

/**
 * The description of the paper's D². Its calls are visits of Delta terms: one for each path to the result from a scalar that is no
 * constant.
 */
export const deltas: StageDescription = {
  id: "deltas",
  title: "Delta terms",
  citation: `${PAPER}, D², Fig. 7-8`,
  basedOn: "vectors",
  bound: { formula: "T + I + paths", of: ({ work, input, paths }) => BigInt(work + input) + paths },
  view: VIEWS.calls,
  visits: "term",
  entry: "reverse",
  unreached: "skipped",
  varied: ["plainDiscrete"],
  forks: true,
  contributions: deltaContributions,
  predictedCalls: ({ paths, constantPaths }) => paths - constantPaths,
};

/** The description of the paper's final system. Its calls are bindings that are reached, each evaluated once. */
export const deltaLets: StageDescription = {
  id: "delta-lets",
  title: "Delta terms with Lets",
  citation: `${PAPER}, Fig. 9-11`,
  basedOn: "deltas",
  bound: {
    formula: "(T + I) log (T + I)",
    of: ({ work, input }) => (work + input) * Math.log2(1 + work + input),
  },
  view: VIEWS.map,
  visits: "binding",
  entry: "reverse",
  unreached: "skipped",
  varied: ["plainDiscrete", "boundLiterals"],
  forks: false,
  contributions: deltaContributions,
  predictedCalls: evaluatedBindings,
};

/** The description of the final system with arrays in the place of the list of bindings and the map. It has the calls of `deltaLets`. */
export const deltaArray: StageDescription = {
  id: "delta-array",
  title: "Bindings and cotangents in arrays",
  citation: `${PAPER}, §7.3`,
  basedOn: "delta-lets",
  bound: LINEAR,
  view: VIEWS.cells,
  visits: "binding",
  entry: "reverse",
  unreached: "skipped",
  varied: ["plainDiscrete", "boundLiterals"],
  forks: false,
  contributions: deltaContributions,
  predictedCalls: evaluatedBindings,
};

/** Dual numbers with Delta terms (Krawiec et al. 2022). */
export const description: AlgorithmDescription = {
  id: "krawiec",
  title: "Dual numbers with Delta terms",
  citation: "Krawiec, Krishnaswami, Peyton Jones, Ellis, Fitzgibbon and Eisenberg, POPL 2022",
  stages: [vectors, deltas, deltaLets, deltaArray],
  options: [
    {
      id: "boundLiterals",
      word: "bound-literals",
      summary: "constants are bound to IDs as operations are (Krawiec et al., Fig. 12)",
    },
  ],
  counters: [
    {
      id: NODES_VISITED,
      words: "nodes of terms visited",
      quantity: { id: "visits", title: "Visits of terms" },
    },
  ],
  usual: {
    columns: ["deltas", "delta-lets", "delta-array"],
    leading: "delta-lets",
    curves: ["deltas", "delta-array"],
    run: "delta-array",
    staging: "delta-lets",
    jobs: undefined,
    sharing: [
      { stage: "deltas", form: { id: "terms", isTerm: true } },
      { stage: "deltas", form: { id: "unfolded", isTerm: true, isUnfolded: true } },
    ],
  },
};
