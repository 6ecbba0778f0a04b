// Pearlmutter and Siskind (2008, §5): a program may differentiate, and is differentiated. What R makes, R takes.
//
//   ↼f = R[f]       ↼↼f = R[↼f]       grad f x = the argument's sensitivity of ↼f x, from 1
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { lanes } from "./lanes.ts";
import { passesList } from "./nested/passes.ts";
import { fragment, prepared, transformed } from "./program.ts";
import { tapeList } from "./tape.ts";

/** R with a symbol for zeros, of programs with `grad` (§4 and 5). */
export const nested: Stage = {
  ...descriptions.nested,
  fragment: (source) => fragment(source, "nested"),
  notation: (source, options = {}) => lanes(source, "nested", options),
  front: (source, options = {}) => prepared(source, "nested", options).program,
  transform: (source, options = {}) => transformed(source, "nested", options),
  lists: {
    [descriptions.PASSES]: passesList as OwnList<unknown>,
    [descriptions.CLOSURES]: tapeList as OwnList<unknown>,
  },
};
