// Questions of the complexity lab: one run of a curve, counted; and its jobs on more workers.

import type { GraphCounts, RunSize, Stage } from "../algorithms/algorithm.ts";
import { type SpeedUp, speedUps } from "../analysis/schedule.ts";
import type { WorkSpan } from "../analysis/work-span.ts";
import { Remembered } from "../base/remembered.ts";
import { runGradient } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import type { Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import { type CostRow, costRow, countsOf, sizeAlone, sizeOf } from "./cost.ts";

/** A point of a curve: what a run counted, in which size, and how it ended; and what the graph alone predicts. */
export interface Measured {
  readonly counts: GraphCounts | undefined;
  /** undefined where only the graph was asked for. */
  readonly row: CostRow | undefined;
  readonly size: RunSize | undefined;
  readonly ended: Ended;
}

/** The work and span of one pass, and what more workers would bring. */
export interface PassSpeedUp extends WorkSpan {
  readonly jobs: number;
  readonly speedUps: readonly SpeedUp[];
}

/** The parallelism of a run; undefined where the run did not come to its end. */
export interface Speed {
  readonly primal: PassSpeedUp | undefined;
  readonly forward: PassSpeedUp | undefined;
  readonly reverse: PassSpeedUp | undefined;
  readonly ended: Ended;
}

/** The counts of the graph that was asked for last: every stage at one n has the same. */
const latest = new Remembered<GraphCounts | Exclude<Ended, { tag: "done" }>>(1);

/**
 * Runs a stage at one input and counts; without a stage there is what the graph predicts. The graph has a budget of its own, for
 * it goes on where the stage itself ran out.
 */
export function* measure(
  checked: CheckedProgram,
  request: Request,
  stage: Stage | undefined,
  budgets: { readonly run: Budget; readonly graph: Budget },
): Steps<Measured> {
  const key = JSON.stringify([checked.above, checked.text, checked.dataKey, request]);
  const known = latest.get(key);
  const found = known ?? (yield* countsOf(checked, request, budgets.graph));
  if ("tag" in found && found.tag === "stopped")
    return { counts: undefined, row: undefined, size: undefined, ended: found };
  latest.set(key, found);
  // a graph that is too large says nothing of how the stage itself would end
  if ("tag" in found && (stage === undefined || found.tag === "mistake"))
    return { counts: undefined, row: undefined, size: undefined, ended: found };
  const counts = "tag" in found ? undefined : found;
  if (stage === undefined) {
    const size = counts && (yield* sizeAlone(checked, request, counts, budgets.graph));
    return { counts, row: undefined, size, ended: { tag: "done" } };
  }
  const { row, run } = yield* costRow(checked, request, stage, counts, budgets.run);
  if (run === undefined) return { counts, row, size: undefined, ended: { tag: "stopped", phase: "reverse" } };
  return { counts, row, size: sizeOf(run, counts), ended: run.ended };
}

/** Runs the stage with jobs, and schedules them on more and more workers. */
export function* speedOf(checked: CheckedProgram, request: Request, stage: Stage, budget: Budget): Steps<Speed> {
  const { ended, jobs } = yield* runGradient(checked, request, stage, budget, { checks: false });
  if (ended.tag !== "done") return { primal: undefined, forward: undefined, reverse: undefined, ended };
  return {
    primal: { jobs: jobs.primal.length, ...speedUps(jobs.primal) },
    forward: { jobs: jobs.forward.length, ...speedUps(jobs.forward) },
    reverse: { jobs: jobs.reverse.length, ...speedUps(jobs.reverse) },
    ended,
  };
}
