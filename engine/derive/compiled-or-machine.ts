// Gradients by the compiled engine, and by the default stage where that needs the machine.
import { DEFAULT_STAGE, stageOf } from "../algorithms/index.ts";
import { present } from "../base/nth.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import type { Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { type CompiledOptions, compiledRun } from "./compiled.ts";
import type { GradientRun } from "./gradient.ts";

/** A gradient by the compiled engine; where that cannot end a run, the default stage does. */
export function* runCompiled(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  options: CompiledOptions,
): Steps<GradientRun> {
  const run = yield* compiledRun(checked, request, budget, options);
  return "onMachine" in run ? yield* run.onMachine(present(stageOf(DEFAULT_STAGE))) : run;
}
