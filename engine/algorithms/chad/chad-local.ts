// CHAD in the local accumulation monad (thesis, Fig. 6.6): one map goes through the reverse pass, and what is sent to a variable is added there.
//
//   EVM Γ a = D₂[Γ] → a × D₂[Γ]        0 becomes return (), + becomes ≫, what leaves a scope is popped by scope
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf } from "./fragment.ts";
import { cellsList } from "./lists.ts";
import { prepared, transformed } from "./program.ts";

/** D into EVM, over a map. */
export const chadLocal: Stage = {
  ...descriptions.chadLocal,
  fragment: (source) => fragmentOf(source, "chad-cells"),
  front: (source) => prepared(source, "local"),
  transform: (source, options = {}) => transformed(source, "local", options),
  lists: { [descriptions.LISTS.environment]: cellsList as OwnList<unknown> },
};
