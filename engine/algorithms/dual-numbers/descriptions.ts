// What is said of each stage: plain data beside its bounds and predictions, without the transformations, so that the page can know
// it. The stages themselves (their own files) are made of it.
import { type AlgorithmDescription, type GraphCounts, LINEAR, type StageDescription } from "../algorithm.ts";
import type { CommonOptions } from "../common/options.ts";
import { listedContributions } from "./reading.ts";

/**
 * What can be varied in the stages here. Faults are changes of a stage's own definitions: what is printed is what runs, and gives a wrong
 * gradient where the part mattered.
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

/** The description of forward mode: the stage that the others are compared with, and that `naive` changes. */
export const forward: StageDescription = {
  id: "forward",
  title: "Forward mode",
  citation: "thesis §2.2.3, Fig. 3.1b; POPL 2023, Fig. 1b",
  basedOn: undefined,
  changed: "Every scalar is paired with its tangent; one pass gives the derivative in one direction.",
  editions:
    "Both editions have a tangent of 0 for values that do not depend on the direction. Here this tangent is Still, and its partials are not taken: 0 times an infinite slope would give a NaN that reverse mode, which never gets there, does not have.",
  stated: {
    says: "O(T + I) for each direction, so a pass for each scalar of the input",
    from: "thesis §2.2.5, §2.2.2",
  },
  bound: { formula: "(T + I) · I", of: ({ work, input }) => (work + input) * input },
  state: "none",
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
  changed:
    "Every scalar is paired with its tangents in n directions at once: one pass gives the derivatives in all of them, and a partial is computed once.",
  editions:
    "The thesis has the vector at the n inputs, D[ℝ] = ℝ × c; here the directions are given, and an entry says whether its scalar moves at all.",
  stated: {
    says: "O(nT), n the scalars of the input; “‘simply’ n times too slow”",
    from: "thesis §2.2.8, §3.13.1",
  },
  bound: { formula: "(T + I) · I", of: ({ work, input }) => (work + input) * input },
  state: "none",
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
  changed:
    "A backpropagator replaces the tangent of a scalar: a linear function from its cotangent to the cotangent of the input.",
  editions:
    "POPL 2023 has the same transformation; it writes (s, t) for ⟨s, t⟩, as the programs here do. Both have a 0 of type c wherever one is needed; here 𝟎 is a name for the whole run, which Wrap binds to the zero with the shape of the input. With plain operands of comparisons (§3.9), what an operand uses is converted by φ each time, at a cost of its size; an operand that uses a function value keeps its dual parts, where the thesis converts functions, too.",
  stated: {
    says: "“easily ran into exponential blowup” where “the results of primitive operations were used in multiple places”",
    from: "thesis §3.3.4, §3.4.2",
  },
  bound: {
    formula: "T + I + paths · I",
    of: ({ work, input, paths }) => BigInt(work + input) + paths * BigInt(input),
  },
  state: "tree",
  entry: "reverse",
  unreached: "skipped",
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
  changed:
    "Backpropagators have IDs. Their calls wait in a map, the calls of one backpropagator are added up, and the highest ID is resolved first.",
  editions:
    "POPL 2023 takes two steps, D² with maps keyed by functions and D³ with IDs, and writes StagedCall, InitStaged and ResolveStaged.",
  stated: { says: "O(T (I + log T))", from: "thesis §2.2.6, §3.4.2" },
  bound: {
    formula: "T log T + T · I",
    // an input that is not used has a backpropagator, too
    of: ({ work, input }) => (work + input) * (Math.log2(work + input) + input),
  },
  state: "map",
  entry: "reverse",
  unreached: "skipped",
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
  changed:
    "Zero becomes the identity and plus becomes composition: backpropagators update a staged object, and touch c only where they change it.",
  editions:
    "POPL 2023 writes StagedMapCot for SCotan, and StagedRunZero for the function that applies an update to the empty object. The thesis' products are pairs, so that a setter costs the depth of the input; tuples and constructors here can have a thousand fields, and a setter takes each of those on its way apart and makes it again, field by field: n Reals in one tuple cost n². hot(..) gives its argument: it marks what a setter makes anew, whose untouched fields are counted as one-hot work.",
  stated: {
    says: "the backpropagator of an input is “proportional to the depth” of its type: logarithmic in its size if that is balanced, linear at worst",
    from: "thesis §3.4.2, §3.5.3",
  },
  bound: {
    formula: "T log T + I · widths",
    of: ({ work, input, widths }) => (work + input) * Math.log2(work + input) + input * widths,
  },
  state: "map",
  entry: "reverse",
  unreached: "skipped",
  varied: [
    "stageOutputs",
    "plainDiscrete",
    "overwrite",
    "ascending",
    "unmerged",
    "swapPartials",
    "forgetCaptured",
    "sharedKeys",
  ],
  forks: false,
  predictedCalls: mergedCalls,
};

/** The description of D³ with a map of the input's scalars as its collector. It has the calls of `cayley`. */
export const sparse: StageDescription = {
  id: "sparse",
  title: "Keeping only the scalars",
  citation: "thesis §3.6",
  basedOn: "cayley",
  changed:
    "The collector is a balanced map of the input's scalars: an input's backpropagator costs the logarithm of their number, for an input of any shape.",
  editions: "POPL 2023 does not have this stage: it goes from the whole of c to mutable arrays.",
  stated: { says: "O(T max(log T, log I) + I log I)", from: "thesis §3.6" },
  bound: {
    formula: "T max(log T, log I) + I log I",
    of: ({ work, input }) => (work + input) * Math.log2(work + input) + input * Math.log2(1 + input),
  },
  state: "map",
  entry: "reverse",
  unreached: "skipped",
  varied: [
    "stageOutputs",
    "plainDiscrete",
    "overwrite",
    "ascending",
    "unmerged",
    "swapPartials",
    "forgetCaptured",
    "sharedKeys",
  ],
  forks: false,
  predictedCalls: mergedCalls,
};

/** The description of D⁴. It is the first stage whose cost is linear in T + I. */
export const mutable: StageDescription = {
  id: "mutable",
  title: "Mutable arrays",
  citation: "D⁴, thesis §3.7, Fig. 3.11-3.12; POPL 2023, D⁵, Fig. 13",
  basedOn: "sparse",
  changed: "Both maps become mutable arrays, indexed by the IDs: every step of resolving takes constant time.",
  editions:
    "POPL 2023 threads the arrays through resource-linear functions, State ⊸ State, instead of a monad, and writes StateAlloc, InputCot and ResolveState; its IDs start at 1 from there on. Both fill the staging array with zeros; here a cell that nothing reached is told apart and skipped. The function that rebuilds the input looks up cotangents by ID, as in §3.6; in Fig. 3.12 it takes the immutable array.",
  stated: { says: "O(T + I)", from: "thesis §3.7" },
  bound: LINEAR,
  state: "array",
  entry: "reverse",
  unreached: "skipped",
  varied: ["stageOutputs", "plainDiscrete", "overwrite", "ascending", "unmerged", "swapPartials", "forgetCaptured"],
  forks: false,
  predictedCalls: mergedCalls,
};

/** The description of D⁴ without the collector array. Deinterleave stages the calls of inputs, and makes the others directly. */
export const oneArray: StageDescription = {
  id: "one-array",
  title: "Dropping the collector array",
  citation: "thesis §3.8.1; POPL 2023, §9.1",
  basedOn: "mutable",
  changed:
    "The collector array disappears: the staging array already accumulates the cotangents of the inputs, like all others.",
  editions:
    "Both editions call the output's backpropagators directly, and so would lose the cotangent of an input that is also an output, because nothing collects it any more; here its call is staged.",
  stated: { says: "“more frugal with resources” than the stage before", from: "POPL 2023, §9" },
  bound: LINEAR,
  state: "array",
  entry: "reverse",
  unreached: "skipped",
  varied: ["stageOutputs", "plainDiscrete", "overwrite", "ascending", "unmerged", "swapPartials", "forgetCaptured"],
  forks: false,
  predictedCalls: directButInputs,
};

/** The description of the stage whose backpropagators are data. What it resolves are lists of contributions. */
export const defunctionalised: StageDescription = {
  id: "defunctionalised",
  title: "Backpropagators as data",
  citation: "thesis §3.8.2; POPL 2023, §9.2",
  basedOn: "one-array",
  changed:
    "A backpropagator is the list of its contributions: partial derivatives, already computed, and the scalars they go to.",
  editions:
    "POPL 2023 has the triples (ID, Contrib, partial) for the thesis' (partial, (ID, Contrib)). Both editions leave the rules to prose. From here on partials are computed in the forward pass: one that fails does so even if no cotangent would reach it.",
  stated: { says: "changes the stage before by a constant factor at most", from: "POPL 2023, §9.2" },
  bound: LINEAR,
  state: "graph",
  entry: "reverse",
  unreached: "skipped",
  varied: ["stageOutputs", "plainDiscrete", "overwrite", "ascending", "unmerged", "swapPartials", "forgetCaptured"],
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
  changed: "The contributions are written to the tape in the forward pass; a scalar carries only its place there.",
  editions:
    "POPL 2023 threads the tape resource-linearly. Both editions accumulate cotangents in the tape's own cells; here the reverse pass has its own array for them, so that the linear function can be called again.",
  stated: {
    says: "differs from mutable arrays by a constant factor at most",
    from: "POPL 2023, §9.3, footnote 32",
  },
  bound: LINEAR,
  state: "array",
  entry: "reverse",
  unreached: "skipped",
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
  changed:
    "IDs are pairs of a job and a number in it; the graph of jobs is recorded, and resolving walks it backwards: forks of the primal become joins of the dual.",
  editions:
    "POPL 2023 is sequential. The thesis allocates all cells before it resolves, and adds contributions atomically, in the order of the schedule; here a job's cells are allocated when it is resolved, and contributions are added in the order of jobs: k of them to one job take O(k log k) steps of its span, or O(k) where they come in order. The thesis' form is an option; its counts have no contention, where here many contributions to one scalar wait for each other, and make the span of the reverse pass longer. Interleave and rebuilding fork at pairs and wider products here; the thesis has them in sequence.",
  stated: {
    says: "“the correct asymptotic complexity”; “forks in the primal become joins in the dual”, without a bound on the span",
    from: "thesis, chapter 3 (contributions) and §3.10.4",
  },
  bound: LINEAR,
  state: "graph",
  entry: "reverse",
  unreached: "skipped",
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
      { stage: "mutable", form: "functions" },
      { stage: "defunctionalised", form: "data" },
    ],
  },
};
