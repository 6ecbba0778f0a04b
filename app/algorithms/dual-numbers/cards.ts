// Cards of the glossary for words of this algorithm, and the paper that they cite.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards } from "../algorithm.ts";

/** Its papers and cards. */
export const cards: AlgorithmCards = {
  papers: { thesis: (section) => t`thesis ${section}` },
  cards: {
    interleave: {
      words: t`The part of the wrapper that pairs each scalar of the input with its backpropagator, before the differentiated program runs.`,
      sources: { thesis: "§3.3" },
    },
    sparse: {
      words: t`A collector that holds only the scalars that something was added to, by their numbers. Parts of the input that stay zero are never touched.`,
      notation: "Map ℤ ℝ",
      sources: { thesis: "§3.6" },
      view: "ladder",
    },
  },
};
