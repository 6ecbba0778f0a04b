// The page's part of dual numbers in bulk (Smeding's thesis, chapter 4).
import { plural, t } from "@lingui/core/macro";
import { kernelIn } from "../../../engine/algorithms/bulk/kernels.ts";
import { grouped } from "../../words/numbers.ts";
import type { AlgorithmPage, PhaseWords, StagePage } from "../algorithm.ts";

/** The stages that interpret a Delta. */
const PHASES: PhaseWords = {
  forward: t`The program runs on whole arrays. Each operation also makes the Delta of its array.`,
  reverse: (cotangent) =>
    t`The Deltas are evaluated at the cotangent of the result, \`${cotangent}\`, the highest ID first: each operation, transposed.`,
  done: (gradient) => t`The gradient is \`${gradient}\`, by operations on whole arrays.`,
};

/** The event of the stages: an operation on a whole array. */
const TOLD: StagePage["told"] = {
  kernel: (event) => {
    const { name, elements } = kernelIn(event);
    const count = grouped(elements);
    return [
      t({ message: "Array", comment: "an event: an operation on a whole array" }),
      plural(elements, {
        one: `\`${name}\` computes ${count} element.`,
        other: `\`${name}\` computes ${count} elements at once.`,
      }),
    ];
  },
};

/** The words of the stages. */
const WORDS: Omit<StagePage, "look"> = {
  head: t`Operations on whole arrays`,
  word: t`nothing of its own: it is an element of an array`,
  phases: PHASES,
  told: TOLD,
  lists: { kernels: t`Operations on arrays, and how many elements each computes` },
  keeps: "nothing",
};

/** A dot product of arrays. */
const DOT = `-- at: (build n (\\i -> 0.1 * real i), build n (\\i -> 1.0))
-- sweep: n = 4, 2, 4, 8, 16, 32, 64
def main a b = sumA (build (size a) (\\i -> a ! i * b ! i))
`;

/** The colours, words and gallery of dual numbers in bulk. */
export const page: AlgorithmPage = {
  id: "bulk",
  title: t`Dual numbers in bulk`,
  idea: t`Whole arrays are dual, not each number. Loops over elements are first turned into operations on whole arrays, so that what is kept for the way back does not grow with the arrays.`,
  stages: {
    "one-hots": { ...WORDS, look: { colour: "var(--rung-0)", marker: "asterisk" } },
    bulk: { ...WORDS, look: { colour: "var(--rung-3)", marker: "square" } },
    symbolic: {
      ...WORDS,
      look: { colour: "var(--rung-4)", marker: "square" },
      phases: {
        forward: t`The program runs on whole arrays. Nothing is kept but the arrays themselves: the way back is a part of the program.`,
        reverse: (cotangent) =>
          t`The second half of the program runs on the arrays and on the cotangent of the result, \`${cotangent}\`.`,
        done: PHASES.done,
      },
    },
  },
  gauges: [],
  gallery: [
    {
      title: t`One-hots, and none`,
      claim: t`A dot product reads n elements of each array. With loops, the way back of each is an array of zeros with one number: 2n² zeros. In bulk form it is two scatters: 2n.`,
      example: { title: t`A dot product of arrays`, text: DOT },
      settings: { stages: ["one-hots", "bulk", "symbolic"], quantities: ["zeros-filled"], x: "log", y: "log" },
      ns: [2, 4, 8, 16, 32, 64],
    },
    {
      title: t`Deltas that do not grow`,
      claim: t`With loops, Deltas are made for each operation on numbers, of 8n + 4 parts. In bulk form they have 10 parts, however long the arrays are. Symbolically, none are made when the program runs.`,
      example: { title: t`A dot product of arrays`, text: DOT },
      settings: { stages: ["one-hots", "bulk", "symbolic"], quantities: ["delta-parts"], x: "log", y: "log" },
      ns: [2, 4, 8, 16, 32, 64],
    },
  ],
  sharing: {},
  options: {
    asPrinted: {
      label: t`The rules as printed`,
      note: t`Only the rules of Fig. 4.10 to 4.12. What does not change in a loop is copied for each of its turns then: a matrix times a vector copies the vector for each row.`,
    },
  },
};
