// f.J: the program and its tangents, interleaved (Radul et al. 2023, §5).
//
//   Wrap[f] = λ(x : σ, ẋ : σ̲). f.J(x; ẋ)
//
// The program is one of Linear A, as it is or as the run at its input (front/front.ts); J is jvp.ts.
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf, frontOf } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { checkLinear } from "./linear-a/check.ts";
import { forwardWrap, wrapped } from "./wrap.ts";

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const program = jvp(front.program);
  checkLinear(program);
  return wrapped(source, front, program, forwardWrap(front, program.at(-1)!));
}

export const linearised: Stage = { ...descriptions.linearised, fragment: fragmentOf, transform };
