// The value of an entry at its input.
import type { Team } from "../../compile/parallel/team.ts";
import { checkProgram } from "../../core/terms/check.ts";
import { showValue } from "../../core/values/show-value.ts";
import type { Value } from "../../core/values/values.ts";
import { compile } from "../../evaluate/code/compile.ts";
import { Machine } from "../../evaluate/machine.ts";
import { type Budget, watchOf } from "../../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../program/program.ts";
import { drive, type Steps } from "../run/drive.ts";
import { describeOutcome, type Ended, endedFor } from "../run/outcome.ts";
import { valueCompiled } from "./compiled.ts";

/** The value as a text, undefined where the run did not come to it; and how the run ended. */
export interface PrimalRun {
  readonly value: string | undefined;
  readonly ended: Ended;
}

/** By the compiled engine, whose jobs a team may run; where that ends in a mistake, by the machine, which knows the calls that led there. */
export function* runPrimal(checked: CheckedProgram, request: Request, budget: Budget, team?: Team): Steps<PrimalRun> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag === "mistake") return { value: undefined, ended: preparation };
  if (preparation.tag === "stopped") return { value: undefined, ended: { tag: "stopped", phase: "input" } };
  const { core, shapes, resultShape, input, entry } = preparation.prepared;
  const shown = (value: Value): PrimalRun => {
    try {
      return { value: showValue(resultShape, value, watchOf(budget)), ended: { tag: "done" } };
    } catch (error) {
      return { value: undefined, ended: endedFor(error, "value", entry.entity.span) };
    }
  };
  const compiled = valueCompiled(preparation.prepared, budget, team);
  if (isEnded(compiled)) return { value: undefined, ended: compiled };
  if (compiled !== undefined) return shown(compiled);
  const code = withinStack(
    () => {
      checkProgram(core);
      return compile(core, shapes);
    },
    () => undefined,
  );
  if (code === undefined) return { value: undefined, ended: { tag: "mistake", diagnostics: [stackExhausted()] } };
  const machine = new Machine(code, { budget });
  machine.start(machine.entry, input);
  const outcome = yield* drive(machine, "primal");
  switch (outcome.tag) {
    case "done":
      return shown(outcome.value);
    case "stopped":
      return { value: undefined, ended: { tag: "stopped", phase: "primal" } };
    case "mistake":
      return {
        value: undefined,
        ended: { tag: "mistake", diagnostics: [describeOutcome(outcome, entry.entity.span)] },
      };
    case "out-of-budget":
      return {
        value: undefined,
        ended: { tag: "out-of-budget", phase: "primal", diagnostic: describeOutcome(outcome, entry.entity.span) },
      };
  }
}

function isEnded(result: Value | Ended | undefined): result is Ended {
  return typeof result === "object" && "tag" in result;
}
