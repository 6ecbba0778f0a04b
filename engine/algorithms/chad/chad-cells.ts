// CHAD in the local accumulation monad over cells (thesis, §6.4): one cell for each variable in scope, which is written in place.
//
//   EVM Γ a = MArray Box → a
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf } from "./fragment.ts";
import { cellsList } from "./lists.ts";
import { prepared, transformed } from "./program.ts";

/** D into EVM, over an array of cells. */
export const chadCells: Stage = {
  ...descriptions.chadCells,
  fragment: (source) => fragmentOf(source),
  front: (source) => prepared(source, "cells"),
  transform: (source, options = {}) => transformed(source, "cells", options),
  lists: { [descriptions.LISTS.environment]: cellsList as OwnList<unknown> },
};
