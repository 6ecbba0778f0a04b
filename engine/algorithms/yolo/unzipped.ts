// f.nonlin and f.lin: all that is not linear, and what is, with the tape between them (Radul et al. 2023, §6).
//
//   Wrap[f] = λ(x : σ). let (y, t) = f.nonlin(x;) in (y, λ̲ẋ : σ̲. f.lin(t; ẋ))
//
// U is unzip.ts; both halves are programs of Linear B.
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { linearWrap, wrapped } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf, frontOf, headOf } from "./front/front.ts";
import { halvesOfSource, printedOf } from "./halves.ts";
import { checkLinear } from "./linear-a/check.ts";
import { linearLines } from "./linear-a/print.ts";

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const program = halvesOfSource(front, source).map(({ definition }) => definition);
  checkLinear(program);
  const linear = { from: front.param, to: front.result, reachesInputs: false };
  return wrapped(source, front, program, linearWrap(front, program, linear));
}

/** U after J (Radul et al. 2023, §6): the non-linear half runs first, and leaves a tape for the linear one. */
export const unzipped: Stage = {
  ...descriptions.unzipped,
  fragment: fragmentOf,
  notation: (source) => {
    const printed = printedOf(halvesOfSource(frontOf(source), source));
    return [...headOf(source), ...linearLines(printed.map(({ definition }) => definition))];
  },
  transform,
};
