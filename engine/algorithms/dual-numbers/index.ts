// Dual-numbers reverse AD (thesis, chapter 3), and forward mode for comparison: the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { withoutDerivatives } from "../refusing.ts";
import { cayley, HOT } from "./cayley.ts";
import { defunctionalised } from "./defunctionalised.ts";
import { description } from "./descriptions.ts";
import { forward } from "./forward.ts";
import { mutable } from "./mutable.ts";
import { naive } from "./naive.ts";
import { oneArray } from "./one-array.ts";
import { parallel } from "./parallel.ts";
import { sparse } from "./sparse.ts";
import { staged } from "./staged.ts";
import { tape } from "./tape.ts";
import { vectorised } from "./vectorised.ts";

const REVERSE_OUTSIDE =
  "a derivative within a program that is differentiated: the transformation makes linear functions, maps or arrays, which are not in the language that it takes (thesis §3.3.1)";
const FORWARD_OUTSIDE =
  "a derivative within a program that is differentiated: the language that it takes has none, and no rule for one (thesis §2.2.3)";

/** The algorithm of the thesis with its stages, in the order in which each is derived from one before it. */
export const algorithm: Algorithm = {
  ...description,
  stages: [forward, vectorised, naive, staged, cayley, sparse, mutable, oneArray, defunctionalised, tape, parallel].map(
    (stage) => withoutDerivatives(stage, stage.entry === "reverse" ? REVERSE_OUTSIDE : FORWARD_OUTSIDE),
  ),
  natives: [HOT],
};
