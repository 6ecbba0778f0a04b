// The page's part of dual-numbers reverse AD.
import { t } from "@lingui/core/macro";
import { countedCalls } from "../../words/counts.ts";
import type { AlgorithmPage, PhaseWords } from "../algorithm.ts";
import { EACH_PASS, ONE_PASS } from "../passes.ts";
import {
  CELLS,
  CELLS_OF_CALLS,
  CELLS_OF_LISTS,
  COMPOSED,
  ENTRIES,
  FUNCTION,
  LIST,
  LISTS_ON_TAPE,
  NODES,
  PLACE,
  REACHED,
  WHOLE,
} from "../rung.ts";

/** The words of stages whose scalars carry backpropagators. */
const BACKPROPAGATORS: PhaseWords = {
  forward: t`The program runs. It pairs every scalar it makes with a backpropagator.`,
  reverse: (cotangent) => t`The cotangent of the result, \`${cotangent}\`, goes back through the backpropagators.`,
  done: (gradient, calls) => {
    const made = countedCalls(calls);
    return t`The gradient is \`${gradient}\`, after ${made} of backpropagators.`;
  },
};

/** Of those whose scalars carry lists of contributions. */
const LISTS: PhaseWords = {
  ...BACKPROPAGATORS,
  forward: t`The program runs. It pairs every scalar it makes with an ID and with the contributions of that scalar.`,
};

/** Of the stage that writes them to a tape. */
const TAPE: PhaseWords = {
  ...BACKPROPAGATORS,
  forward: t`The program runs. It writes the contributions of every scalar it makes to the tape.`,
  reverse: (cotangent) => t`The cotangent of the result, \`${cotangent}\`, goes back along the tape.`,
};

const LINES = { x: "linear", y: "log" } as const;
const POWERS = { x: "log", y: "log" } as const;

/** The colours, gauges, words and gallery of dual-numbers reverse AD. */
export const page: AlgorithmPage = {
  id: "dual-numbers",
  title: t`Dual-numbers reverse AD`,
  idea: t`Every number also carries a note: which numbers it was made from, and by which factors. The notes are the tape, and the way back reads it from its end.`,
  isComparedFirst: true,
  stages: {
    forward: {
      look: { colour: "var(--primal)", marker: "times" },
      head: t`Tangents`,
      word: t`a tangent, used up at once`,
      phases: EACH_PASS,
      keeps: "gradient",
    },
    vectorised: {
      look: { colour: "var(--primal)", marker: "triangle-down" },
      head: t`Tangents`,
      word: t`tangents, used up at once`,
      phases: ONE_PASS,
      keeps: "gradient",
    },
    naive: {
      look: { colour: "var(--rung-0)", marker: "circle" },
      head: t`Call tree, growing upwards`,
      phases: BACKPROPAGATORS,
      keeps: "function",
      rung: {
        idea: t`Every number carries a function that hands a cotangent back to the numbers it was made from. Calling the last one gives the gradient; a number that is used twice is called twice, and so is all that it was made from.`,
        isTree: true,
        hasNoIds: true,
        carries: FUNCTION,
      },
    },
    staged: {
      look: { colour: "var(--rung-1)", marker: "square" },
      head: t`Staging map`,
      phases: BACKPROPAGATORS,
      keeps: "function",
      rung: {
        idea: t`A call waits until every other call for the same number is there. They become one, with the sum: nothing is called twice. Waiting calls are kept in a map.`,
        gain: {
          words: t`Where n numbers are each used twice, the calls fall from 2ⁿ⁺¹ − 1 to n + 1:`,
          example: "04",
        },
        waiting: ENTRIES,
        carries: FUNCTION,
        collected: WHOLE,
      },
    },
    cayley: {
      look: { colour: "var(--rung-2)", marker: "triangle" },
      head: t`Staging map`,
      phases: BACKPROPAGATORS,
      keeps: "function",
      rung: {
        idea: t`Whole gradients are no longer made and added. Each function changes one gradient, which is handed on, where it has something to add.`,
        waiting: COMPOSED,
        carries: FUNCTION,
        collected: WHOLE,
      },
    },
    sparse: {
      look: { colour: "var(--rung-3)", marker: "diamond" },
      head: t`Staging map`,
      phases: BACKPROPAGATORS,
      keeps: "function",
      rung: {
        idea: t`The gradient that is handed on is a map from inputs to their sums. It holds the inputs that something has reached, and no others.`,
        waiting: COMPOSED,
        carries: FUNCTION,
        collected: REACHED,
      },
    },
    mutable: {
      look: { colour: "var(--rung-4)", marker: "star" },
      head: t`Arrays`,
      phases: BACKPROPAGATORS,
      keeps: "function",
      rung: {
        idea: t`The maps become arrays with a cell for each number: finding one takes one step.`,
        waiting: CELLS_OF_CALLS,
        carries: FUNCTION,
        collected: WHOLE,
      },
    },
    "one-array": {
      look: { colour: "var(--rung-4)", marker: "wye" },
      head: t`Arrays`,
      phases: BACKPROPAGATORS,
      keeps: "function",
      rung: {
        idea: t`One array is enough: the sums of the inputs wait in it like all other sums, and are there at the end.`,
        waiting: CELLS_OF_CALLS,
        carries: FUNCTION,
      },
    },
    defunctionalised: {
      look: { colour: "var(--rung-4)", marker: "asterisk" },
      head: t`Contributions`,
      phases: LISTS,
      keeps: "data",
      rung: {
        idea: t`No functions any more: every number carries a list of the numbers that it hands its cotangent to, and by which factors.`,
        waiting: CELLS_OF_LISTS,
        carries: LIST,
      },
    },
    tape: {
      look: { colour: "var(--rung-4)", marker: "cross" },
      head: t`Tape, and cotangents`,
      phases: TAPE,
      keeps: "data",
      rung: {
        idea: t`The lists are written one after the other as the program runs: this is the tape. The way back reads it from its end.`,
        waiting: CELLS,
        carries: PLACE,
        tape: LISTS_ON_TAPE,
      },
    },
    parallel: {
      look: { colour: "var(--job)", marker: "triangle-down" },
      head: t`Contributions`,
      phases: LISTS,
      keeps: "data",
      rung: {
        idea: t`Every job of the program has a list of its own. Jobs that ran side by side also go back side by side.`,
        waiting: CELLS_OF_LISTS,
        carries: LIST,
      },
    },
  },
  // the problems that the rungs remove (thesis §3.3.4, §3.4.2)
  gauges: [
    {
      key: "calls",
      colour: "bp",
      hasRow: true,
      title: t`Calls`,
      words: t({ message: "of backpropagators", comment: "below “Calls”" }),
      name: t`calls of backpropagators`,
      of: ({ backpropagatorCalls }) => backpropagatorCalls,
    },
    {
      key: "A",
      unit: "scalars",
      colour: "cot",
      isFaint: true,
      title: t({ message: "Sums", comment: "of whole gradients" }),
      words: t`(A) scalars touched by 0 and +`,
      name: t`scalars touched by 0 and + on c (A)`,
      of: ({ zeroScalars, plusScalars }) => zeroScalars + plusScalars,
    },
    {
      key: "B",
      unit: "scalars",
      colour: "cot",
      title: t`One-hots`,
      words: t`(B) scalars touched by them`,
      name: t`scalars touched by one-hots (B)`,
      of: ({ oneHotScalars }) => oneHotScalars,
    },
    {
      key: "C",
      colour: "staged",
      scale: NODES,
      title: t`Map`,
      words: t`(C) nodes visited`,
      name: t`map nodes visited (C)`,
      of: ({ mapNodes }) => mapNodes,
    },
    {
      key: "functions",
      colour: "bp",
      hasRow: true,
      title: t`Closures`,
      words: t({ message: "kept as backpropagators", comment: "below “Closures”" }),
      name: t`closures kept as backpropagators`,
      of: ({ backpropagatorsCreated }, { carries }) => (carries === FUNCTION ? backpropagatorsCreated : 0),
    },
  ],
  gallery: [
    {
      title: t`Sharing chain`,
      claim: t`Naive calls grow like the Fibonacci numbers, by a factor of 1.618 per step. From \`staged\` on, n + 2 calls are enough.`,
      example: "03",
      settings: { stages: ["naive", "staged", "tape"], quantities: ["calls"], ...LINES },
      ns: [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 48, 64, 96, 160],
    },
    {
      title: t`Doubling chain`,
      claim: t`Two edges from each number to the next make exactly 2ⁿ⁺¹ − 1 naive calls, but only n + 1 staged ones.`,
      example: "04",
      settings: { stages: ["naive", "tape"], quantities: ["calls"], ...LINES },
      ns: [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64, 96, 128],
    },
    {
      title: t`Many scalars in: one-hots`,
      claim: t`Even without sharing, naive reverse AD is quadratic: each input makes a one-hot vector as long as the whole input. \`sparse\` ends that.`,
      example: "08",
      settings: { stages: ["naive", "cayley", "sparse", "tape"], quantities: ["cost", "one-hots"], ...POWERS },
      ns: [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128],
    },
    {
      title: t`Right-nested vs. balanced input`,
      claim: t`The same operations on the same numbers: \`cayley\` needs n² where the input is a chain, and n log n where it is a tree.`,
      example: "18",
      other: "19",
      settings: { stages: ["cayley", "tape"], quantities: ["cost"], ...POWERS },
      ns: [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256],
    },
    {
      title: t`Many scalars out`,
      claim: t`Each of n results has a cotangent, and one reverse pass serves them all: linear from \`mutable\` on. The naive stage runs back from each result separately.`,
      example: "20",
      settings: { stages: ["naive", "staged", "tape"], quantities: ["cost", "calls"], ...POWERS },
      ns: [4, 6, 8, 12, 16, 24, 32, 48, 64],
    },
    {
      title: t`A long list`,
      claim: t`From \`mutable\` on, a gradient costs a constant times the primal, however long the list is.`,
      example: "26",
      settings: { stages: ["sparse", "mutable", "tape"], quantities: ["ratio", "memory"], x: "log", y: "linear" },
      ns: [8, 16, 32, 64, 128, 256, 512, 1024],
    },
    {
      title: t`Parallel tree`,
      claim: t`The work grows as 2ⁿ and the span as n, in the primal and in both passes. See “Work and span”.`,
      example: "21",
      settings: { stages: ["tape", "parallel"], quantities: ["cost"], ...LINES },
      ns: [1, 2, 3, 4, 5, 6, 7, 8],
    },
  ],
  sharing: {
    functions: {
      title: t`Closures`,
      sentence: t`Before defunctionalisation (§3.7), a backpropagator is a function. Its closure holds the numbers that its partial derivatives need, and the backpropagators that it calls, each with its ID.`,
      list: t`Closures, and what they hold`,
      empty: t`nothing captured`,
      holdsNothing: t`captures nothing`,
      savedAs: (entry) => t`What the closures of ${entry} share`,
    },
    data: {
      title: t`Lists of contributions`,
      sentence: t`After defunctionalisation (§3.8.2), it is data: a list of contributions, each a partial derivative with the ID and the list that it goes to. The lists hold each other as the closures did.`,
      list: t`Lists of contributions, and what they hold`,
      empty: "[]",
      holdsNothing: t`is the empty list`,
      savedAs: (entry) => t`What the lists of contributions of ${entry} share`,
    },
  },
  options: {
    stageOutputs: {
      label: t`Stage the output’s calls`,
      note: t`The backpropagators of the output wait like all others instead of being called immediately (thesis, footnote 22).`,
    },
    atomic: {
      label: t`Atomic contributions`,
      note: t`Jobs add to each other’s cells directly, as in the thesis (§3.10.4). The last digits may depend on the order of jobs. Work and span count no waiting for a cell.`,
    },
    overwrite: {
      label: t`Break it: forget to add`,
      note: t`A contribution overwrites what waits for its scalar. Linear factoring would add the two.`,
    },
    ascending: {
      label: t`Break it: lowest ID first`,
      note: t`The lowest ID is resolved first. A later contribution to a resolved cell is lost; in a map it waits for another call.`,
    },
    unmerged: {
      label: t`Break it: no merging`,
      note: t`A contribution to a scalar that waits already is passed on immediately, by a call of its own: as many calls as paths, and the same gradient. Where an input’s cell is its cotangent, contributions are still added.`,
    },
    swapPartials: {
      label: t`Break it: swap the partials`,
      note: t`The two operands of an operation get each other’s partial.`,
    },
    resolveUnreached: {
      label: t`Break it: no “unreached” mark`,
      note: t`Scalars that nothing has reached are resolved, too, with the cotangent 0. Where a slope is infinite, that gives NaN.`,
    },
    sharedKeys: {
      label: t`Break it: shared keys`,
      note: t`Two scalars share each key of the map: #0 and #1, #2 and #3. What waits for one of them also reaches the other.`,
    },
    forgetCaptured: {
      label: t`Break it: forget what was captured`,
      note: t`An operation within a local function passes nothing on to a variable from outside of that function: as if the function had captured a number, and not the pair.`,
    },
  },
};
