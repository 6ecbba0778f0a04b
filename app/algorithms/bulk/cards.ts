// Cards of the glossary for words of this algorithm, and the paper that they cite.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards } from "../algorithm.ts";

/** Its papers and cards. */
export const cards: AlgorithmCards = {
  papers: { bulk: (section) => t`Smeding 2025, ${section}` },
  cards: {
    dualArray: {
      words: t`An array of Reals, paired with one Delta for the whole: the term that says how a change of the input changes the array. Each operation on arrays makes one Delta of those of its operands, whatever the sizes are; a loop over elements makes one for each of its turns.`,
      notation: "Array [n] ℝ × Delta [n]",
      sources: { bulk: "§4.5" },
      view: "explorer",
    },
    bulkForm: {
      words: t`A program on arrays without loops over elements. The transformation pushes each loop down to the leaves: \`build\` of a sum becomes the sum of two arrays, and an element that a loop reads becomes a gather, which reads all of them at once. Its way back is a scatter, which adds all of them at once.`,
      notation: "build1 k (\\i. index a [f i]) ⇝ gather [k] a (\\[i]. [f i])",
      sources: { bulk: "§4.4" },
      view: "explorer",
    },
    oneHotArray: {
      words: t`The cotangent of an array of which one element was read: zeros, and the cotangent of that element in its place. A loop that reads n elements one by one makes n such arrays of n numbers: n² zeros, to add n numbers.`,
      notation: "oneHot [n] [i] c",
      sources: { bulk: "§4.3.5" },
      view: "complexity",
    },
  },
};
