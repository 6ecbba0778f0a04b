// f.nonlin and f.lin.T: the linear half, transposed, is the reverse pass (Radul et al. 2023, §7).
//
//   Wrap[f] = λ(x : σ). let (y, t) = f.nonlin(x;) in (y, λ̲ÿ : τ̲. f.lin.T(t; ÿ))
//
// T is transpose.ts. Linear A has no numbers but 0 in what is linear: the cotangent comes in from outside.
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { linearWrap, wrapped } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf, frontOf, headOf } from "./front/front.ts";
import { checkLinear } from "./linear-a/check.ts";
import { linearLines } from "./linear-a/print.ts";
import type { LinearProgram } from "./linear-a/syntax.ts";
import { transposedDefinition } from "./transpose.ts";
import type { HalfDefinition } from "./unzip.ts";
import { halvesOfSource, printedOf } from "./unzipped.ts";

/** The half that is not linear and the transpose of the other, of each definition. */
function definitionsOf(halves: readonly HalfDefinition[]): LinearProgram {
  return halves.map(({ role, definition }) => (role === "linear" ? transposedDefinition(definition) : definition));
}

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const program = definitionsOf(halvesOfSource(front, source));
  checkLinear(program);
  const linear = { from: front.result, to: front.param, reachesInputs: true };
  return wrapped(source, front, program, linearWrap(front, program, linear));
}

/** T after U (Radul et al. 2023, §7): the linear half is turned around, which is the reverse pass. */
export const transposed: Stage = {
  ...descriptions.transposed,
  fragment: fragmentOf,
  notation: (source) => [
    ...headOf(source),
    ...linearLines(definitionsOf(printedOf(halvesOfSource(frontOf(source), source)))),
  ],
  transform,
};
