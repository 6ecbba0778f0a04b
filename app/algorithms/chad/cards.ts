// Cards of the glossary for words of this algorithm.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards } from "../algorithm.ts";

/** Its cards; they cite the thesis, as those of dual numbers do. */
export const cards: AlgorithmCards = {
  papers: {},
  cards: {
    environment: {
      words: t`The variables in scope. CHAD gives an environment a cotangent of its own: one for each variable. A backpropagator sends a cotangent of a term’s value to the cotangent of the environment.`,
      also: t`copower`,
      notation: "D₂[Γ]",
      sources: { thesis: "§5.1.2, §6.3" },
      view: "ladder",
    },
  },
};
