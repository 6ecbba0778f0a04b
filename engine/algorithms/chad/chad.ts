// CHAD as chapter 5 of the thesis has it: environments are tuples, and a function keeps a log of its calls (the copower).
//
//   D₂[Γ] = ((𝟏 × D₂[τ₁]) × ..) × D₂[τₙ]        D₂[σ → τ] = [D₁[σ] × D₂[τ]]
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf } from "./fragment.ts";
import { denseList, logList } from "./lists.ts";
import { prepared, transformed } from "./program.ts";

/** D with dense environments (Fig. 5.3 and 5.4). */
export const chad: Stage = {
  ...descriptions.chad,
  fragment: (source) => fragmentOf(source, "chad-cells"),
  front: (source) => prepared(source, "dense"),
  transform: (source, options = {}) => transformed(source, "dense", options),
  lists: {
    [descriptions.LISTS.environment]: denseList as OwnList<unknown>,
    [descriptions.LISTS.log]: logList as OwnList<unknown>,
  },
};
