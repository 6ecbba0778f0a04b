// f.nonlin and f.lin: all that is not linear, and what is, with the tape between them (Radul et al. 2023, §6).
//
//   Wrap[f] = λ(x : σ). let (y, t) = f.nonlin(x;) in (y, λ̲ẋ : σ̲. f.lin(t; ẋ))
//
// U is unzip.ts; both halves are programs of Linear B.
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { fragmentOf, frontOf } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { checkLinear } from "./linear-a/check.ts";
import { unzip } from "./unzip.ts";
import { linearWrap, wrapped } from "./wrap.ts";

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const halves = [...unzip(jvp(front.program)).values()];
  const program = halves.flatMap(({ nonlin, lin }) => [nonlin, lin]);
  checkLinear(program);
  const { nonlin, lin } = halves.at(-1)!;
  const linear = { definition: lin, from: front.param, to: front.result, reachesInputs: false };
  return wrapped(source, front, program, linearWrap(front, nonlin, linear));
}

export const unzipped: Stage = { ...descriptions.unzipped, fragment: fragmentOf, transform };
