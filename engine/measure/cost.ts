// The cost of a program by each stage over a family of inputs: counters of runs, and what the graph predicts.
import type { CountedBeside, GraphCounts, RunSize, Stage } from "../algorithms/algorithm.ts";
import { graphCounts } from "../analysis/predict.ts";
import { costOf } from "../core/events/counters.ts";
import { treeExtent } from "../core/values/shape.ts";
import { type Cost, primalCode, runGradient, type StageRun } from "../derive/gradient.ts";
import { tracedRun } from "../derive/trace.ts";
import { Machine } from "../evaluate/machine.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import { drive, type Steps } from "../session/run/drive.ts";
import { type Ended, unlessUsedUp } from "../session/run/outcome.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { span } from "../source/span.ts";
import { readSweep } from "../syntax/sweep.ts";

/** The cost of a run. */
export interface CostRow {
  /** The sweep variable; null where there is no sweep. */
  readonly n: number | null;
  readonly stage: string;
  /** null where the budget ran out, or could not suffice for the calls that are predicted: then nothing was started. */
  readonly counters: Cost | null;
  /** Where the counters of the derivative are those of the trace ({@link CountedBeside}). */
  readonly counts?: CountedBeside;
  /** The calls of backpropagators, as the graph predicts them; null where not even that could be had. */
  readonly predicted: bigint | null;
}

/**
 * The values of n that are asked for, or else those of the header, ascending. One undefined where neither has a sweep.
 */
export function sweepOf(
  checked: CheckedProgram,
  asked: { readonly sweep: string | undefined; readonly n: number | undefined },
): readonly (number | undefined)[] | Diagnostic {
  if (asked.sweep !== undefined) return readSweep(asked.sweep, span("<program>", 0, asked.sweep.length));
  if (asked.n !== undefined) return [asked.n];
  const { sweep } = checked.header;
  if (sweep === undefined) return [undefined];
  const ns = readSweep(sweep.text, sweep.span);
  return "severity" in ns ? ns : ns.toSorted((a, b) => a - b);
}

/** The counts of a run's data-flow graph; what ended the run instead where it did not come to its end. */
export function* countsOf(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
): Steps<GraphCounts | Exclude<Ended, { readonly tag: "done" }>> {
  const { run, graph } = yield* tracedRun(checked, request, budget, { checks: false });
  if (run.ended.tag !== "done") return run.ended;
  return unlessUsedUp("graph", () => graphCounts(graph, watchOf(budget)));
}

/** Calls of backpropagators in a second at most: each takes several steps of the machine, which makes some ten million. */
const CALLS_A_SECOND = 10_000_000;

/** Whether a run makes more calls than there is time for, whatever the machine. */
function isBeyond(calls: bigint | null, { deadline }: Budget): boolean {
  const seconds = Math.max(0, deadline - performance.now()) / 1000;
  return calls !== null && Number(calls) > CALLS_A_SECOND * seconds;
}

/** One row of the table; the run is given for what ended it: undefined where its calls are beyond its time, so that it was not started. */
export function* costRow(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  counts: GraphCounts | undefined,
  budget: Budget,
): Steps<{ readonly row: CostRow; readonly run: StageRun | undefined }> {
  const predicted = counts === undefined ? null : (stage.predictedCalls?.(counts, request.variations?.options) ?? null);
  // a variation may call otherwise than the graph says
  if (request.variations?.options === undefined || !Object.values(request.variations.options).includes(true))
    if (isBeyond(predicted, budget))
      return { row: { n: request.n ?? null, stage: stage.id, counters: null, predicted }, run: undefined };
  const run = yield* runGradient(checked, request, stage, budget, { checks: "quick" });
  const row: CostRow = {
    n: request.n ?? null,
    stage: stage.id,
    counters: run.ended.tag === "done" ? run.cost : null,
    ...(run.counts && { counts: run.counts }),
    predicted,
  };
  return { row, run };
}

/** The size of a run of the program alone, whose graph is known; undefined where it does not come to its end. */
export function* sizeAlone(
  checked: CheckedProgram,
  request: Request,
  counts: GraphCounts,
  budget: Budget,
): Steps<RunSize | undefined> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return undefined;
  const { prepared } = preparation;
  const { paramShape, resultShape, input } = prepared;
  const machine = new Machine(primalCode(prepared), { budget });
  machine.start(machine.entry, input);
  const outcome = yield* drive(machine, "primal");
  if (outcome.tag !== "done") return undefined;
  const found = unlessUsedUp("value", () => ({
    at: treeExtent(paramShape, input, watchOf(budget)),
    value: treeExtent(resultShape, outcome.value, watchOf(budget)),
  }));
  if ("tag" in found) return undefined;
  const { at, value } = found;
  return { work: costOf(machine.counters) + value.size, input: at.size, widths: at.widths, paths: counts.paths };
}

/** The size of a run, in which bounds are stated; undefined where its primal or its graph is not known. */
export function sizeOf({ cost, at, value }: StageRun, counts: GraphCounts | undefined): RunSize | undefined {
  if (at === undefined || value === undefined || counts === undefined) return undefined;
  return { work: costOf(cost.primal) + value.size, input: at.size, widths: at.widths, paths: counts.paths };
}
