// The command `trace`: the events of a run, one JSON object a line.
import type { Event } from "../core/events/events.ts";
import { runGradient } from "../derive/gradient.ts";
import { watchOf } from "../evaluate/tasks/budget.ts";
import { finish } from "../session/run/drive.ts";
import { eventLine } from "../timeline/event-line.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  reportEnd,
  requestOf,
  stageNamed,
  UsageError,
  warnWithoutEffect,
} from "./call.ts";

/** Lines that are written at once. */
const CHUNK = 2000;

/** Runs `trace`: prints the events of a stage's run while it goes on, as JSON Lines. `--stage` must be given. Gives the exit status. */
export function trace(call: Call): number {
  const id = call.options.get("--stage");
  if (id === undefined) throw new UsageError("`trace` needs --stage: the events are those of one stage's run");
  const stage = stageNamed(id);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const budget = budgetOf(call);
  const watch = watchOf(budget);
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) call.terminal.out(`${lines.join("\n")}\n`);
    lines = [];
  };
  const observer = (event: Event): void => {
    lines.push(eventLine(event, sources, watch));
    if (lines.length >= CHUNK) flush();
  };
  warnWithoutEffect(call, checked, requestOf(call), [stage], budget);
  const options = { checks: false, observer };
  const run = finish(runGradient(checked, requestOf(call), stage, budget, options));
  flush();
  return reportEnd(call, run.ended, sources);
}
