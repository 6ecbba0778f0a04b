// Dual arrays, without bulk form (thesis, §4.3, and 4.5): a loop makes its rows one after the other, each with a Delta of its own.
//
//   D[Array sh ℝ] = Array sh ℝ × Delta               D[Array sh ℤ] = Array sh ℤ
//   Δ(build1 k (\i. t)) = LitArray [Δ(t)₀, .., Δ(t)ₖ₋₁]
//
// The way back of `index` is an array of zeros with one cotangent: a dot product costs n².
import type { Stage } from "../algorithm.ts";
import { numericProgram } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { arrayProgram, fragmentOf } from "./front/front.ts";
import { LISTS } from "./kernels.ts";
import { oneHotsNotation } from "./notation.ts";

/** Dual arrays with loops (thesis, §4.3). */
export const oneHots: Stage = {
  ...descriptions.oneHots,
  fragment: fragmentOf,
  notation: oneHotsNotation,
  transform: (source) => numericProgram(source, arrayProgram(source)),
  lists: LISTS,
};
