// The compiler: core → intermediate language → passes over it → JavaScript.
import { Watch, watched } from "../base/watch.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import { assemble } from "./codegen/assemble.ts";
import type { PassListener } from "./codegen/pass-notes.ts";
import { isStraightLine, straightLineProgram } from "./codegen/straight/program.ts";
import type { Assembled } from "./codegen/text.ts";
import { hasForks } from "./ir/control-flow.ts";
import type { Mode } from "./ir/ir.ts";
import { PASSES } from "./optimise/passes.ts";
import { reachable } from "./optimise/reachable.ts";
import { specialise } from "./specialise.ts";

/**
 * A program as JavaScript: `plain` for its value, `active` for its value and gradient. `tick` is called now and then; what it throws
 * ends the work. `listener` gets the program after each pass. With `isParallel`, jobs may run on several threads, if there are any.
 * Throws LeftToMachine.
 */
export function compileProgram(
  core: CoreProgram,
  mode: Mode,
  tick?: () => void,
  listener?: PassListener,
  isParallel = false,
): Assembled {
  const compile = (): Assembled => compiled(core, mode, listener, isParallel);
  return tick === undefined ? compile() : watched(new Watch(tick), compile);
}

function compiled(core: CoreProgram, mode: Mode, listener: PassListener | undefined, isParallel: boolean): Assembled {
  let program = reachable(specialise(core, mode));
  listener?.passed("specialised", program.fns, {});
  const isStraight = isStraightLine(program);
  for (const { id, apply } of PASSES.filter(({ isForStraightLine }) => isForStraightLine || !isStraight)) {
    program = apply(program);
    listener?.passed(id, program.fns, {});
  }
  if (isStraight) return straightLineProgram(program, listener);
  return assemble(
    program,
    listener,
    isParallel && program.fns.some(({ body }) => hasForks(body)) && !program.fns.some(({ pass }) => pass),
  );
}
