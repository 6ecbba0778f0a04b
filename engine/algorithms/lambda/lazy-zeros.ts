// Pearlmutter and Siskind (2008, the end of §4): 0 and ⊕ are lazy. Zero is a symbol, which is the zero of anything.
//
//   0 = Zero       Zero ⊕ s = s       s ⊕ Zero = s
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { lanes } from "./lanes.ts";
import { fragment, prepared, transformed } from "./program.ts";
import { tapeList } from "./tape.ts";

/** R with a symbol for zeros (the end of §4): sums cost what is reached. */
export const lazyZeros: Stage = {
  ...descriptions.lazyZeros,
  fragment: (source) => fragment(source, "lazy"),
  notation: (source, options = {}) => lanes(source, "lazy", options),
  front: (source) => prepared(source, "lazy").program,
  transform: (source, options = {}) => transformed(source, "lazy", options),
  lists: { [descriptions.CLOSURES]: tapeList as OwnList<unknown> },
};
