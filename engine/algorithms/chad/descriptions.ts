// Descriptions of CHAD's stages: plain data beside bounds, without the transformations.
import {
  type AlgorithmDescription,
  type Bound,
  LINEAR,
  type StageDescription,
  type StateView,
  VIEWS,
} from "../algorithm.ts";

/**
 * The events of this algorithm. The backpropagator of a term is called with a cotangent (`call`), and returns what it sends to the variables
 * in scope (`back`). A cotangent was sent to a variable (`one`), nothing was sent to any (`zero`), two environments were added (`plus`). A
 * variable gets a place in an environment (`open`), and goes out of scope (`scope`). A call was logged (`log`), and an
 * entry of a log is evaluated again (`replay`). The environment of a definition's call begins and ends (`enter`, `leave`).
 */
export const EVENTS = {
  call: "call",
  back: "back",
  one: "one",
  zero: "zero",
  plus: "plus",
  open: "open",
  scope: "scope",
  log: "log",
  replay: "replay",
  enter: "enter",
  leave: "leave",
} as const;

/** The lists of this algorithm: the environment, and the logs of functions. */
export const LISTS = { environment: "environment", log: "log" } as const;

/** The names of the counters of this algorithm. */
export const COUNTED = {
  calls: "termCalls",
  sums: "environmentSums",
  boxes: "environmentBoxes",
  nodes: "cotangentNodes",
  oneHots: "oneHots",
  scopes: "scopes",
} as const;

/** A logarithm more than T + I, for each entry of a map is found by its number. */
const LOGARITHMIC: Bound = {
  formula: "(T + I) log (T + I)",
  of: ({ work, input }) => (work + input) * Math.log2(work + input + 2),
};

/** The environment is a row of boxes, one for each variable in scope. */
const VIEW: StateView = { ...VIEWS.calls, lists: [LISTS.environment], boxes: LISTS.environment };

const COMMON = {
  visits: "cotangent",
  entry: "reverse",
  unreached: "zero cotangents",
  uncounted: {
    memory:
      "What is kept for the way back are the backpropagators of terms, one for each term that was evaluated. They are not counted.",
  },
  varied: ["checkedCotangents"],
  forks: false,
} as const satisfies Partial<StageDescription>;

/** The description of CHAD as chapter 5 has it. */
export const chad: StageDescription = {
  ...COMMON,
  id: "chad",
  title: "CHAD, with dense environments",
  citation: "thesis, Fig. 5.3 and 5.4",
  basedOn: undefined,
  growth: "each one-hot and each sum is as large as the scope; functions within functions double the calls",
  view: { ...VIEW, lists: [LISTS.environment, LISTS.log] },
};

/** The description of CHAD with sparse cotangents. */
export const chadSparse: StageDescription = {
  ...COMMON,
  id: "chad-sparse",
  title: "Sparse cotangents",
  citation: "thesis §6.3.1 and §6.8",
  basedOn: "chad",
  growth: "a union walks the smaller of its maps, which is a logarithm more than T + I on trees of operations",
  view: VIEW,
};

/** The description of CHAD in the local accumulation monad. */
export const chadLocal: StageDescription = {
  ...COMMON,
  id: "chad-local",
  title: "Local accumulation",
  citation: "thesis, Fig. 6.6",
  basedOn: "chad-sparse",
  bound: LOGARITHMIC,
  view: VIEW,
};

/** The description of the same over mutable cells. */
export const chadCells: StageDescription = {
  ...COMMON,
  id: "chad-cells",
  title: "Mutable cells",
  citation: "thesis §6.4",
  basedOn: "chad-local",
  bound: LINEAR,
  view: VIEW,
};

/** CHAD (Smeding's thesis, chapters 5 and 6). */
export const description: AlgorithmDescription = {
  id: "chad",
  title: "CHAD",
  citation: "thesis, chapters 5 and 6",
  stages: [chad, chadSparse, chadLocal, chadCells],
  options: [
    {
      id: "checkedCotangents",
      word: "checked",
      summary: "each backpropagator of data checks that its cotangent fits the value (thesis, Fig. 5.2)",
    },
  ],
  counters: [
    {
      id: COUNTED.calls,
      words: "calls of backpropagators of terms",
      quantity: { id: "term-calls", title: "Calls of terms' backpropagators" },
    },
    {
      id: COUNTED.sums,
      words: "sums of environments",
      quantity: { id: "environment-sums", title: "Sums of environments" },
    },
    {
      id: COUNTED.boxes,
      words: "cotangents of variables that are made, moved or written",
      quantity: { id: "boxes", title: "Boxes made, moved or written" },
    },
    {
      id: COUNTED.nodes,
      words: "nodes of cotangents that + visits",
      quantity: { id: "cotangent-nodes", title: "Nodes that + visits" },
    },
    {
      id: COUNTED.oneHots,
      words: "one-hots of environments",
      quantity: { id: "environment-one-hots", title: "One-hots of environments" },
    },
    {
      id: COUNTED.scopes,
      words: "variables that went out of scope",
      quantity: { id: "left-scope", title: "Variables that went out of scope" },
    },
  ],
  usual: {
    columns: ["chad", "chad-cells"],
    leading: "chad-cells",
    curves: ["chad", "chad-sparse", "chad-local", "chad-cells"],
    run: "chad-cells",
    staging: "chad-cells",
    jobs: undefined,
    sharing: [],
  },
};
