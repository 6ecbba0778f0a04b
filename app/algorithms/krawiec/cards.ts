// Cards of the glossary for words of this algorithm, and the paper that they cite.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards } from "../algorithm.ts";

/** Its papers and cards. */
export const cards: AlgorithmCards = {
  papers: { krawiec: (section) => t`Krawiec et al. 2022, ${section}` },
  cards: {
    deltaTerm: {
      words: t`The dual part of a scalar in Krawiec et al.: a term that says how to compute its gradient, in place of a function. Its constructors are Zero, OneHot, Scale and Add at first; in the final version Zero, Scale, Add and Var, with Let around them. It is data, so it can be inspected; evaluated without IDs, a shared term is visited once for each path.`,
      notation: "Add (Scale 3.0 d₀) d₁",
      sources: { krawiec: "§6" },
      view: "explorer",
    },
    binding: {
      words: t`A Delta term with an ID, which others name by Var. The monad of the forward pass makes one for each operation. The evaluator goes through them from the newest to the oldest and visits each once: that is linear factoring, with terms instead of functions. One that nothing reaches is skipped.`,
      also: t`Let`,
      notation: "u₃ ↦ Scale 2.0 (Var u₁)",
      sources: { krawiec: "§7" },
      view: "explorer",
    },
  },
};
