// Pearlmutter and Siskind (2008), first order: the tape is the chain of backpropagators, and every zero is a value of its own.
//
//   0 (5) = Scalar 0       0 (x, y) = Parts [0 x, 0 y]       0 of a function = Parts of the zeros of what it captured
import type { OwnList, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { lanes } from "./lanes.ts";
import { fragment, prepared, transformed } from "./program.ts";
import { tapeList } from "./tape.ts";

/** R with zeros that are made (§4): sums touch what nothing reaches, which is quadratic on lists. */
export const closures: Stage = {
  ...descriptions.closures,
  fragment: (source) => fragment(source, "eager"),
  notation: (source, options = {}) => lanes(source, "eager", options),
  front: (source) => prepared(source, "eager").program,
  transform: (source, options = {}) => transformed(source, "eager", options),
  lists: { [descriptions.CLOSURES]: tapeList as OwnList<unknown> },
};
