// The command `graph`: the graphs of a run, as JSON or as DOT.

import { type GraphView, graphOf, USUAL_STAGE } from "../explore/graph.ts";
import { finish } from "../session/run/drive.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  chosen,
  reportEnd,
  requestOf,
  stageNamed,
  UsageError,
  warnWithoutEffect,
} from "./call.ts";
import { printJson, printText, reportContradiction } from "./printing.ts";

const VIEWS = Object.keys(USUAL_STAGE) as GraphView[];
const FORMATS = ["json", "dot"] as const;

/** Runs `graph`: prints the data flow, the staged calls or the jobs of a run. Gives the exit status. */
export function graph(call: Call): number {
  const budget = budgetOf(call);
  const view = chosen(call, "--view", VIEWS) ?? "dataflow";
  const format = chosen(call, "--format", FORMATS) ?? "json";
  const stage = stageNamed(call.options.get("--stage") ?? USUAL_STAGE[view]);
  const step = stepOf(call.options.get("--step"));
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  // whatever the stage, the data flow is that of the source program; it varies as the usual stage does
  warnWithoutEffect(
    call,
    checked,
    requestOf(call),
    [view === "dataflow" ? stageNamed(USUAL_STAGE.dataflow) : stage],
    budget,
  );
  const found = finish(graphOf(checked, requestOf(call), view, stage, step, budget));
  if ("tag" in found) return reportEnd(call, found, sources);
  if (format === "dot") printText(call, budget, found.dot());
  else printJson(call, found.json, budget);
  return found.contradiction === undefined ? 0 : reportContradiction(call, found.contradiction, "this run");
}

function stepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const step = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(step))
    throw new UsageError(`--step needs a whole number, not \`${text}\``);
  return step;
}
