// f.J: the program and its tangents, interleaved (Radul et al. 2023, §5).
//
//   Wrap[f] = λ(x : σ, ẋ : σ̲). f.J(x; ẋ)
//
// The program is one of Linear A, as it is or as the run at its input (front/front.ts); J is jvp.ts.
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { forwardWrap, wrapped } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { type Front, fragmentOf, frontOf, headOf } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { checkLinear } from "./linear-a/check.ts";
import { linearLines } from "./linear-a/print.ts";
import type { LinearProgram } from "./linear-a/syntax.ts";

/** The definitions that J makes. */
function definitionsOf(front: Front): LinearProgram {
  return jvp(front.program);
}

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const program = definitionsOf(front);
  checkLinear(program);
  return wrapped(source, front, program, forwardWrap(front, program));
}

/** J (Radul et al. 2023, §5): forward mode, in a language whose types prove that tangents are used linearly. */
export const linearised: Stage = {
  ...descriptions.linearised,
  fragment: fragmentOf,
  notation: (source) => [...headOf(source), ...linearLines(definitionsOf(frontOf(source)))],
  transform,
};
