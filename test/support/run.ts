// Running programs in tests: checked, prepared, and by any stage, with mistakes as failures.
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import type { Event } from "../../engine/core/events/events.ts";
import type { DataFlowGraph } from "../../engine/core/events/trace.ts";
import { type RunOptions, runGradient, type StageRun } from "../../engine/derive/gradient.ts";
import { tracedRun } from "../../engine/derive/trace.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../../engine/session/input/prepare.ts";
import { type CheckedProgram, checkSource, sourcesOf } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import type { Diagnostic } from "../../engine/source/diagnostic.ts";
import { renderDiagnostic } from "../../engine/source/render.ts";

/** Fails with the diagnostics as the user would read them. */
function complain(checked: CheckedProgram, diagnostics: readonly Diagnostic[]): never {
  const sources = sourcesOf(checked, "program");
  throw new Error(`${diagnostics.map((one) => renderDiagnostic(one, sources)).join("\n")}\n\n${checked.text}`);
}

/** How many programs are kept: tests run one by many stages, and all examples one after the other. */
const KEPT = 40;

const kept = new Map<string, CheckedProgram>();

/** A program as it was checked, once for all of its runs one after the other. */
export function checkedOnce(text: string): CheckedProgram {
  const checked = kept.get(text) ?? checkSource(text);
  kept.delete(text);
  kept.set(text, checked);
  for (const [oldest] of kept) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return checked;
}

/** A checked program without errors. */
export function checkedProgram(text: string): CheckedProgram {
  const checked = checkedOnce(text);
  if (checked.hasErrors) complain(checked, checked.diagnostics);
  return checked;
}

/** A program ready to run, its input evaluated. */
export function preparedProgram(text: string, request: Request = {}): Prepared {
  const checked = checkedProgram(text);
  const preparation = finish(prepare(checked, request, DEFAULT_BUDGET));
  if (preparation.tag === "prepared") return preparation.prepared;
  return complain(checked, preparation.tag === "mistake" ? preparation.diagnostics : []);
}

/** A gradient by a stage; a run that does not end well fails. */
export function gradientOf(
  text: string,
  stage: Stage,
  request: Request = {},
  options: Partial<RunOptions> = {},
): StageRun {
  const checked = checkedProgram(text);
  const run = finish(runGradient(checked, request, stage, DEFAULT_BUDGET, { checks: false, ...options }));
  if (run.ended.tag === "mistake") complain(checked, run.ended.diagnostics);
  if (run.ended.tag !== "done") throw new Error(`the run ended: ${run.ended.tag}`);
  return run;
}

/** The data-flow graph of a program's run; a run that does not end well fails. */
export function tracedGraph(text: string, request: Request = {}): DataFlowGraph {
  const checked = checkedProgram(text);
  const { run, graph } = finish(tracedRun(checked, request, DEFAULT_BUDGET, { checks: false }));
  if (run.ended.tag === "mistake") complain(checked, run.ended.diagnostics);
  if (run.ended.tag !== "done") throw new Error(`the run ended: ${run.ended.tag}`);
  return graph;
}

/** A gradient over the data-flow graph; a run that does not end well fails. */
export function tracedRunOf(text: string): StageRun {
  const checked = checkedProgram(text);
  const { run } = finish(tracedRun(checked, {}, DEFAULT_BUDGET, { checks: false }));
  if (run.ended.tag === "mistake") complain(checked, run.ended.diagnostics);
  if (run.ended.tag !== "done") throw new Error(`the run ended: ${run.ended.tag}`);
  return run;
}

/** A gradient by a stage, with the events of its run. */
export function tracedGradient(
  text: string,
  stage: Stage,
  request: Request = {},
  options: Partial<RunOptions> = {},
): { readonly run: StageRun; readonly events: readonly Event[] } {
  const events: Event[] = [];
  const run = gradientOf(text, stage, request, { ...options, observer: (event) => events.push(event) });
  return { run, events };
}

/** The largest difference of two lists of numbers, relative to max(1, largest entry); 0 for equal NaNs and infinities. */
export function largestDifference(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  const scale = Math.max(1, ...[...a, ...b].filter(Number.isFinite).map(Math.abs));
  return Math.max(
    0,
    ...a
      .map((x, index) => (Object.is(x, b[index]) || x === b[index] ? 0 : Math.abs(x - b[index]!) / scale))
      .map((x) => (Number.isNaN(x) ? Number.POSITIVE_INFINITY : x)),
  );
}
