// The reverse pass as a term (thesis, §4.6): it is evaluated when the program is transformed, and what is left is one program of the array
// language for the value and the gradient. It is made once for the shape of the input, and makes no Delta when it runs.
//
//   Wrap[f] = λ(x : σ). let a = .. of x in BOT[f] in (y, λ̲z. let c = .. of z in shareToLet (reversePass c Δ(y)))
import type { Stage } from "../algorithm.ts";
import { symbolicProgram } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { arrayProgram, fragmentOf, inBulk } from "./front/front.ts";
import { LISTS } from "./kernels.ts";
import { symbolicNotation } from "./notation.ts";

/** Bulk form with a reverse pass that is a term (thesis, §4.6). */
export const symbolic: Stage = {
  ...descriptions.symbolic,
  fragment: fragmentOf,
  notation: symbolicNotation,
  transform: (source, options = {}) => symbolicProgram(source, inBulk(arrayProgram(source), options)),
  lists: LISTS,
};
