// Descriptions of the stages: plain data beside bounds and predictions, without the transformations, so that the page can know it. The
// stages themselves (their own files) are made of it.
import {
  type AlgorithmDescription,
  type GraphCounts,
  LINEAR,
  type StageDescription,
  type StageOption,
  VIEWS,
} from "../algorithm.ts";
import type { CommonOptions } from "../common/options.ts";
import { listedContributions } from "./reading.ts";

/**
 * Variations of the stages here. Faults are changes of a stage's own definitions: the printed code is what runs, and gives a wrong gradient
 * where the part mattered.
 */
export interface DualOptions extends CommonOptions {
  /** Contributions to other jobs are added at once, in the order of the schedule, as in the thesis (§3.10.4). */
  readonly atomic?: boolean;
  /** Broken on purpose: a contribution takes the place of what waits in its cell, and is not added to it. */
  readonly overwrite?: boolean;
  /**
   * Broken on purpose: the lowest ID is resolved first. A later contribution to a resolved cell is lost; in a map it waits for another call.
   */
  readonly ascending?: boolean;
  /** Broken on purpose: a contribution to a waiting scalar is passed on immediately, by a call of its own. */
  readonly unmerged?: boolean;
  /** Broken on purpose: what nothing has reached is resolved, too, with the cotangent 0. */
  readonly resolveUnreached?: boolean;
  /** Broken on purpose: two scalars share each key of the map of calls that wait. */
  readonly sharedKeys?: boolean;
}

/** The calls of a run whose output's backpropagators are called directly: those, and one of each that is used. */
function directCalls({ outputs, used, reached }: GraphCounts, options: DualOptions = {}): bigint {
  return BigInt(options.stageOutputs === true ? reached : outputs + used);
}

/** The same, where merging can be left out: each contribution is passed on by a call of its own then. */
function mergedCalls(counts: GraphCounts, options: DualOptions = {}): bigint {
  return options.unmerged === true ? counts.paths : directCalls(counts, options);
}

/** The output's backpropagators are called directly, unless they are inputs', whose cells add whether merging is left out or not. */
function directButInputs(counts: GraphCounts, options: DualOptions = {}): bigint {
  const { outputs, inputOutputs, usedOrInputOutput, reached, reachedOperations, reachedConstants } = counts;
  if (options.unmerged === true)
    return counts.paths - counts.inputPaths + BigInt(reached - reachedOperations - reachedConstants);
  return BigInt(options.stageOutputs === true ? reached : outputs - inputOutputs + usedOrInputOutput);
}

/** A reverse pass that calls backpropagators, each of what something has reached. */
const REVERSE = { visits: "call", entry: "reverse", unreached: "skipped" } as const;

/** Variations of the stages that add up calls before they make them. */
const VARIED: readonly StageOption[] = [
  "stageOutputs",
  "plainDiscrete",
  "overwrite",
  "ascending",
  "unmerged",
  "swapPartials",
  "forgetCaptured",
];

/** The description of forward mode: the stage that the others are compared with, and that `naive` changes. */
export const forward: StageDescription = {
  id: "forward",
  title: "Forward mode",
  citation: "thesis §2.2.3, Fig. 3.1b; POPL 2023, Fig. 1b",
  basedOn: undefined,
  bound: { formula: "(T + I) · I", of: ({ work, input }) => (work + input) * input },
  view: VIEWS.word,
  entry: "forward",
  unreached: "skipped",
  varied: ["plainDiscrete"],
  forks: true,
  predictedCalls: () => 0n,
};

/** The description of forward mode in several directions at once; it has no backpropagators, so no calls are predicted. */
export const vectorised: StageDescription = {
  id: "vectorised",
  title: "Vectorised forward mode",
  citation: "thesis §2.2.8 and §3.13.1, after Joss 1976",
  basedOn: "forward",
  bound: { formula: "(T + I) · I", of: ({ work, input }) => (work + input) * input },
  view: VIEWS.word,
  entry: "vectorised",
  uncounted: {
    memory:
      "Nothing is kept for a way back, but every scalar holds a tangent for each direction. The most at one time is not counted.",
  },
  unreached: "skipped",
  varied: ["plainDiscrete"],
  forks: true,
  predictedCalls: () => 0n,
};

/** The description of D¹. A backpropagator is called once for each path to the result: the paths predict its calls. */
export const naive: StageDescription = {
  id: "naive",
  title: "Naive backpropagators",
  citation: "D¹, thesis §3.3, Fig. 3.6-3.7; POPL 2023, Fig. 5-6",
  basedOn: "forward",
  bound: {
    formula: "T + I + paths · I",
    of: ({ work, input, paths }) => BigInt(work + input) + paths * BigInt(input),
  },
  view: VIEWS.calls,
  ...REVERSE,
  varied: ["plainDiscrete", "swapPartials", "forgetCaptured"],
  forks: true,
  predictedCalls: ({ paths }) => paths,
};

/** The description of D². Calls of the same backpropagator are added up, but those that Deinterleave makes come on top. */
export const staged: StageDescription = {
  id: "staged",
  title: "Linear factoring by staging",
  citation: "D², thesis §3.4, Fig. 3.8-3.9; POPL 2023, D²-D³, Fig. 7-9",
  basedOn: "naive",
  bound: {
    formula: "T log T + T · I",
    // an input that is not used has a backpropagator, too
    of: ({ work, input }) => (work + input) * (Math.log2(work + input) + input),
  },
  view: VIEWS.map,
  ...REVERSE,
  varied: ["stageOutputs", "plainDiscrete", "ascending", "swapPartials", "forgetCaptured", "sharedKeys"],
  forks: false,
  predictedCalls: directCalls,
};

/** The description of D³. It has the calls of D², and no longer touches the whole of c for each of them. */
export const cayley: StageDescription = {
  id: "cayley",
  title: "The staged object, Cayley-transformed",
  citation: "D³, thesis §3.5, Fig. 3.10; POPL 2023, D⁴, Fig. 10-11",
  basedOn: "staged",
  bound: {
    formula: "T log T + I · widths",
    of: ({ work, input, widths }) => (work + input) * Math.log2(work + input) + input * widths,
  },
  view: VIEWS.map,
  ...REVERSE,
  varied: [...VARIED, "sharedKeys"],
  forks: false,
  predictedCalls: mergedCalls,
};

/** The description of D³ with a map of the input's scalars as its collector. It has the calls of `cayley`. */
export const sparse: StageDescription = {
  id: "sparse",
  title: "Keeping only the scalars",
  citation: "thesis §3.6",
  basedOn: "cayley",
  bound: {
    formula: "T max(log T, log I) + I log I",
    of: ({ work, input }) => (work + input) * Math.log2(work + input) + input * Math.log2(1 + input),
  },
  view: VIEWS.map,
  ...REVERSE,
  varied: [...VARIED, "sharedKeys"],
  forks: false,
  predictedCalls: mergedCalls,
};

/** The description of D⁴. It is the first stage whose cost is linear in T + I. */
export const mutable: StageDescription = {
  id: "mutable",
  title: "Mutable arrays",
  citation: "D⁴, thesis §3.7, Fig. 3.11-3.12; POPL 2023, D⁵, Fig. 13",
  basedOn: "sparse",
  bound: LINEAR,
  view: VIEWS.cells,
  ...REVERSE,
  varied: VARIED,
  forks: false,
  predictedCalls: mergedCalls,
};

/** The description of D⁴ without the collector array. Deinterleave stages the calls of inputs, and makes the others directly. */
export const oneArray: StageDescription = {
  id: "one-array",
  title: "Dropping the collector array",
  citation: "thesis §3.8.1; POPL 2023, §9.1",
  basedOn: "mutable",
  bound: LINEAR,
  view: VIEWS.cells,
  ...REVERSE,
  varied: VARIED,
  forks: false,
  predictedCalls: directButInputs,
};

/** The description of the stage whose backpropagators are data. What it resolves are lists of contributions. */
export const defunctionalised: StageDescription = {
  id: "defunctionalised",
  title: "Backpropagators as data",
  citation: "thesis §3.8.2; POPL 2023, §9.2",
  basedOn: "one-array",
  bound: LINEAR,
  view: VIEWS.contributions,
  ...REVERSE,
  varied: VARIED,
  forks: false,
  contributions: listedContributions,
  predictedCalls: directButInputs,
};

/** The description of the tape. The result's cotangents go to cells like all others, so each reached scalar is resolved once. */
export const tape: StageDescription = {
  id: "tape",
  title: "The tape",
  citation: "thesis §3.8.3; POPL 2023, §9.3",
  basedOn: "defunctionalised",
  bound: LINEAR,
  view: VIEWS.cells,
  ...REVERSE,
  varied: ["plainDiscrete", "overwrite", "ascending", "swapPartials", "forgetCaptured", "resolveUnreached"],
  forks: false,
  contributions: listedContributions,
  predictedCalls: ({ reached }) => BigInt(reached),
};

/** The description of D⁵. It is based on `defunctionalised`, as the thesis' implementation is, and not on the tape. */
export const parallel: StageDescription = {
  id: "parallel",
  title: "Fork-join parallelism",
  citation: "D⁵, thesis §3.10, Fig. 3.16-3.17",
  basedOn: "defunctionalised",
  bound: LINEAR,
  view: VIEWS.contributions,
  ...REVERSE,
  varied: ["stageOutputs", "plainDiscrete", "atomic", "swapPartials", "forgetCaptured"],
  forks: true,
  contributions: listedContributions,
  predictedCalls: (counts, options) => directButInputs(counts, { ...options, unmerged: false }),
};

/** Dual-numbers reverse AD (thesis, chapter 3), and forward mode for comparison. */
export const description: AlgorithmDescription = {
  id: "dual-numbers",
  title: "Dual-numbers reverse AD",
  citation: "Smeding 2025, chapter 3; Smeding and Vákár 2023",
  stages: [forward, vectorised, naive, staged, cayley, sparse, mutable, oneArray, defunctionalised, tape, parallel],
  options: [
    {
      id: "stageOutputs",
      word: "stage-outputs",
      summary: "calls of the output's backpropagators are staged too (thesis, footnote 22)",
    },
    {
      id: "atomic",
      word: "atomic",
      summary: "parallel: cells are allocated before, and contributions added to them atomically (thesis §3.10.4)",
      followsSchedule: true,
    },
    {
      id: "overwrite",
      word: "overwrite",
      summary: "broken on purpose: a contribution overwrites what waits, instead of being added to it",
      isFault: true,
    },
    {
      id: "ascending",
      word: "ascending",
      summary: "broken on purpose: the lowest ID is resolved first, not the highest",
      isFault: true,
    },
    {
      id: "unmerged",
      word: "no-merging",
      summary:
        "broken on purpose: cayley to defunctionalised: a contribution to a waiting scalar is passed on immediately, by a call of its own",
      isFault: true,
    },
    {
      id: "swapPartials",
      word: "swap-partials",
      summary: "broken on purpose: the two partials of an operation on two Reals are swapped",
      isFault: true,
    },
    {
      id: "resolveUnreached",
      word: "no-unreached",
      summary: "broken on purpose: tape: scalars that nothing has reached are resolved, too, with the cotangent 0",
      isFault: true,
    },
    {
      id: "sharedKeys",
      word: "shared-keys",
      summary: "broken on purpose: two scalars share each key of the map of calls that wait",
      isFault: true,
    },
    {
      id: "forgetCaptured",
      word: "forget-captured",
      summary: "broken on purpose: an operation passes nothing on to a variable that its function captured",
      isFault: true,
    },
  ],
  usual: {
    columns: ["naive", "staged", "tape"],
    leading: "staged",
    curves: ["naive", "tape"],
    run: "tape",
    staging: "staged",
    jobs: "parallel",
    sharing: [
      { stage: "mutable", form: { id: "functions" } },
      { stage: "defunctionalised", form: { id: "data", isList: true } },
    ],
  },
};
