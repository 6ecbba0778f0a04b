// Dual arrays after the transformation to bulk form (thesis, §4.4 and 4.5): no loop is left, so a program has as many Deltas as its text
// has operations, whatever the sizes of its arrays.
//
//   Wrap[f] = λ(x : σ). let a = .. of x in D[BOT[f]] in (y, λ̲z. let _ = backprop (eval (dy, z)) in ..)
import type { Stage } from "../algorithm.ts";
import { numericProgram } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { arrayProgram, fragmentOf, inBulk } from "./front/front.ts";
import { LISTS } from "./kernels.ts";
import { bulkNotation } from "./notation.ts";

/** Dual arrays in bulk form (thesis, §4.4-4.5). */
export const bulk: Stage = {
  ...descriptions.bulk,
  fragment: fragmentOf,
  notation: bulkNotation,
  transform: (source, options = {}) => numericProgram(source, inBulk(arrayProgram(source), options)),
  lists: LISTS,
};
