// The value of an entry at its input, by the machine.
import { checkProgram } from "../core/check.ts";
import { showValue } from "../core/show-value.ts";
import type { Budget } from "../evaluate/budget.ts";
import { compile } from "../evaluate/code.ts";
import { Machine } from "../evaluate/machine.ts";
import { drive, type Steps } from "./drive.ts";
import type { Ended } from "./gradient.ts";
import { describeOutcome } from "./outcome.ts";
import { prepare, type Request } from "./prepare.ts";
import type { CheckedProgram } from "./program.ts";

export interface PrimalRun {
  readonly value: string | undefined;
  readonly ended: Ended;
}

export function* runPrimal(checked: CheckedProgram, request: Request, budget: Budget): Steps<PrimalRun> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag === "mistake") return { value: undefined, ended: preparation };
  if (preparation.tag === "stopped") return { value: undefined, ended: { tag: "stopped", phase: "input" } };
  const { core, shapes, resultShape, input, entry } = preparation.prepared;
  checkProgram(core);
  const machine = new Machine(compile(core, shapes), budget);
  machine.start(machine.entry, input);
  const outcome = yield* drive(machine, "primal");
  switch (outcome.tag) {
    case "done":
      return { value: showValue(resultShape, outcome.value), ended: { tag: "done" } };
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
