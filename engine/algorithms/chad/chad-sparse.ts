// CHAD with sparse cotangents (thesis, §6.3.1): a product may be 𝟎, and an environment is a map that holds what was sent. Closures are data (thesis, §6.8).
//
//   D₂[σ × τ] = 𝟎 | D₂[σ] × D₂[τ]        D₂[Γ] = a map from variables to cotangents; + is their union
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf } from "./fragment.ts";
import { mapList } from "./lists.ts";
import { prepared, transformed } from "./program.ts";

/** D over maps; the text is that of `chad`. */
export const chadSparse: Stage = {
  ...descriptions.chadSparse,
  fragment: (source) => fragmentOf(source, "chad-cells"),
  front: (source) => prepared(source, "map"),
  transform: (source, options = {}) => transformed(source, "map", options),
  lists: { [descriptions.LISTS.environment]: mapList as OwnList<unknown> },
};
