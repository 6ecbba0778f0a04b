// Cards that algorithms bring. Apart from the glossary, which loads their strings first: a module's glob is loaded before its other imports.
import type { AlgorithmCards } from "../../algorithms/algorithm.ts";

/** By algorithm, its papers and cards. */
export const OWN_CARDS: readonly AlgorithmCards[] = Object.values(
  import.meta.glob<AlgorithmCards>("../../algorithms/*/cards.ts", { eager: true, import: "cards" }),
);
