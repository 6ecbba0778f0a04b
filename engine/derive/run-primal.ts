// The value of an entry at its input.
import { isUsedUp } from "../base/watch.ts";
import type { Team } from "../compile/parallel/team.ts";
import { checkProgram } from "../core/terms/check.ts";
import { showValue } from "../core/values/show-value.ts";
import type { Value } from "../core/values/values.ts";
import { compile } from "../evaluate/compile.ts";
import { Machine } from "../evaluate/machine.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import { type Contradiction, valuesDiffer } from "../session/run/contradiction.ts";
import { drive, type Steps } from "../session/run/drive.ts";
import { describeOutcome, type Ended, endedFor } from "../session/run/outcome.ts";
import { CHECK_STEPS, isEnded, valueCompiled } from "./compiled.ts";
import { unlessStopped } from "./gradient.ts";
import { tracedRun } from "./trace.ts";

/** The value as a text, undefined where the run did not come to it; how the run ended; and what a check of the value came to. */
export interface PrimalRun {
  readonly value: string | undefined;
  readonly ended: Ended;
  /** Undefined where the machine computed the value itself. */
  readonly check?: ValueCheck | undefined;
}

/** The machine's verdict on a value by the compiled engine. */
export type ValueCheck =
  | { readonly tag: "agrees" | "too-long" }
  | { readonly tag: "contradicted"; readonly by: Contradiction };

/** By the compiled engine, whose jobs a team may run; where that ends in a mistake, by the machine, which knows the calls that led there. */
export function* runPrimal(checked: CheckedProgram, request: Request, budget: Budget, team?: Team): Steps<PrimalRun> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return { value: undefined, ended: preparation };
  const { prepared } = preparation;
  if (request.variations?.float32 === true) {
    const { run } = yield* tracedRun(checked, request, budget, { checks: false });
    return { value: run.value?.text, ended: run.ended };
  }
  const { core, shapes, resultShape, input, entry } = prepared;
  const shown = (value: Value): PrimalRun => {
    try {
      return { value: showValue(resultShape, value, watchOf(budget)), ended: { tag: "done" } };
    } catch (error) {
      return { value: undefined, ended: endedFor(error, "value", entry.entity.span) };
    }
  };
  const compiled = valueCompiled(prepared, budget, team);
  if (isEnded(compiled)) return { value: undefined, ended: compiled };
  if (compiled !== undefined)
    return { ...shown(compiled), check: yield* valueCheck(preparation.prepared, compiled, budget) };
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
      return { value: undefined, ended: unlessStopped({ tag: "stopped", phase: "primal" }, budget, prepared) };
    case "mistake":
      return {
        value: undefined,
        ended: { tag: "mistake", diagnostics: [describeOutcome(outcome, entry.entity.span)] },
      };
    case "out-of-budget":
      return {
        value: undefined,
        ended: unlessStopped(
          { tag: "out-of-budget", phase: "primal", diagnostic: describeOutcome(outcome, entry.entity.span) },
          budget,
          prepared,
        ),
      };
  }
}

/** Compares a value with that of the machine. */
function* valueCheck(prepared: Prepared, value: Value, budget: Budget): Steps<ValueCheck> {
  const { core, shapes, input } = prepared;
  const code = withinStack(
    () => compile(core, shapes),
    () => undefined,
  );
  if (code === undefined) return { tag: "too-long" };
  const machine = new Machine(code, { budget: { ...budget, steps: CHECK_STEPS } });
  machine.start(machine.entry, input);
  const outcome = yield* drive(machine, "checks");
  if (outcome.tag === "mistake") return { tag: "contradicted", by: { tag: "mistake", by: EVALUATION } };
  if (outcome.tag !== "done") return { tag: "too-long" };
  try {
    return valuesDiffer(prepared, value, outcome.value, watchOf(budget))
      ? { tag: "contradicted", by: { tag: "value", by: EVALUATION } }
      : { tag: "agrees" };
  } catch (error) {
    if (!isUsedUp(error)) throw error;
    return { tag: "too-long" };
  }
}

/** The name of the machine in messages. */
const EVALUATION = "step-by-step evaluation";
