// Descriptions of the stages of Radul et al.: plain data beside bounds and predictions, without the transformations.
import { type AlgorithmDescription, LINEAR, type StageDescription, VIEWS } from "../algorithm.ts";

const PAPER = "Radul et al., POPL 2023";

const EVERY_DIRECTION: StageDescription["bound"] = {
  formula: "(T + I) · I",
  of: ({ work, input }) => (work + input) * input,
};

const TUPLE = "The tape is a tuple of the program here. Linearise counts the Reals that it holds.";

const TAPE_IS_A_TUPLE = { tape: TUPLE, memory: TUPLE };

/** The description of J (Radul et al. 2023, §5). It takes one run for each input scalar, as forward mode does. */
export const linearised: StageDescription = {
  id: "linearised",
  title: "Linearised",
  citation: `${PAPER}, §5, Fig. 6-7`,
  basedOn: undefined,
  bound: EVERY_DIRECTION,
  view: VIEWS.word,
  visits: "line",
  entry: "forward",
  unreached: "zero tangents",
  varied: ["plainDiscrete"],
  forks: false,
  predictedCalls: () => 0n,
};

/** The description of U (Radul et al. 2023, §6). The values are computed once; the linear half still runs once for each input scalar. */
export const unzipped: StageDescription = {
  id: "unzipped",
  title: "Unzipped",
  citation: `${PAPER}, §6, Fig. 8-9`,
  basedOn: "linearised",
  bound: EVERY_DIRECTION,
  view: VIEWS.word,
  visits: "line",
  entry: "linear",
  unreached: "zero tangents",
  uncounted: TAPE_IS_A_TUPLE,
  recomputes: true,
  varied: ["plainDiscrete"],
  forks: false,
  predictedCalls: () => 0n,
};

/** The description of T (Radul et al. 2023, §7): the stage that makes reverse mode of the linear half. */
export const transposed: StageDescription = {
  id: "transposed",
  title: "Transposed",
  citation: `${PAPER}, §7, Fig. 10-11`,
  basedOn: "unzipped",
  bound: LINEAR,
  view: VIEWS.word,
  visits: "line",
  entry: "reverse",
  unreached: "zero cotangents",
  uncounted: {
    ...TAPE_IS_A_TUPLE,
    calls: "There are no backpropagators here: lines of the transposed half pass cotangents on.",
  },
  recomputes: true,
  varied: ["plainDiscrete"],
  forks: false,
  predictedCalls: ({ scalars }) => BigInt(scalars),
};

/** Linearise, unzip, transpose (Radul et al. 2023). */
export const description: AlgorithmDescription = {
  id: "yolo",
  title: "Linearise, unzip, transpose",
  citation: "Radul, Paszke, Frostig, Johnson and Maclaurin, POPL 2023",
  stages: [linearised, unzipped, transposed],
  options: [],
  studied: { makes: "linearised, unzipped and transposed", language: "Linear A" },
  usual: {
    columns: ["linearised", "unzipped", "transposed"],
    leading: "transposed",
    curves: ["linearised", "transposed"],
    run: "transposed",
    staging: "transposed",
    jobs: undefined,
    sharing: [],
  },
};
