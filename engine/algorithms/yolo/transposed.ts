// f.nonlin and f.lin.T: the linear half, transposed, is the reverse pass (Radul et al. 2023, §7).
//
//   Wrap[f] = λ(x : σ). let (y, t) = f.nonlin(x;) in (y, λ̲ÿ : τ̲. f.lin.T(t; ÿ))
//
// T is transpose.ts. Linear A has no numbers but 0 in what is linear: the cotangent comes in from outside.
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf, frontOf } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { checkLinear } from "./linear-a/check.ts";
import { transposedDefinition } from "./transpose.ts";
import { unzip } from "./unzip.ts";
import { linearWrap, wrapped } from "./wrap.ts";

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const halves = [...unzip(jvp(front.program)).values()];
  const program = halves.flatMap(({ nonlin, lin }) => [nonlin, transposedDefinition(lin)]);
  checkLinear(program);
  const { nonlin } = halves.at(-1)!;
  const linear = { definition: program.at(-1)!, from: front.result, to: front.param, reachesInputs: true };
  return wrapped(source, front, program, linearWrap(front, nonlin, linear));
}

export const transposed: Stage = { ...descriptions.transposed, fragment: fragmentOf, transform };
