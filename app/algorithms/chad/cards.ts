// Cards of the glossary for words of this algorithm, and the paper that they cite.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards } from "../algorithm.ts";

/** Its papers and cards. */
export const cards: AlgorithmCards = {
  papers: { chad: (section) => t`Smeding 2025, ${section}` },
  cards: {
    environment: {
      words: t`The variables in scope. CHAD gives an environment a cotangent of its own: one for each variable. A backpropagator sends a cotangent of a term’s value to the cotangent of the environment.`,
      also: t`copower`,
      notation: "D₂[Γ]",
      sources: { chad: "§5.1.2, §6.3" },
      view: "explorer",
    },
  },
};
