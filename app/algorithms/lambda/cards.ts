// Cards of the glossary for words of this algorithm, and the paper that they cite.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards } from "../algorithm.ts";

/** Its papers and cards. */
export const cards: AlgorithmCards = {
  papers: { pearlmutter: (section) => t`Pearlmutter and Siskind 2008, ${section}` },
  cards: {
    sensitivity: {
      words: t`Pearlmutter and Siskind's word for a tangent or a cotangent, of the shape of the value that it belongs to. That of a Real is a Real, that of a pair a pair. That of a function has a place for each variable that it captured, so backpropagators return it beside the sensitivity of their argument.`,
      notation: "ẋ",
      sources: { pearlmutter: "§4" },
      view: "explorer",
    },
  },
};
