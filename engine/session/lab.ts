// What the complexity lab asks of the engine: one run of a curve, counted; and its jobs on more workers.
import type { GraphCounts, RunSize, Stage } from "../algorithms/algorithm.ts";
import { type SpeedUp, speedUps } from "../analysis/schedule.ts";
import type { WorkSpan } from "../analysis/work-span.ts";
import type { Budget } from "../evaluate/budget.ts";
import { type CostRow, costRow, countsOf, sizeOf } from "./cost.ts";
import type { Steps } from "./drive.ts";
import { type Ended, runGradient } from "./gradient.ts";
import type { Request } from "./prepare.ts";
import type { CheckedProgram } from "./program.ts";

/** A point of a curve: what a run counted, in which size, and how it ended. */
export interface Measured {
  readonly row: CostRow;
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
  readonly forward: PassSpeedUp | undefined;
  readonly reverse: PassSpeedUp | undefined;
  readonly ended: Ended;
}

/** The counts of the graph that was asked for last: every stage at one n has the same. */
let latest: { readonly key: string; readonly counts: GraphCounts | undefined } | undefined;

/** Runs a stage at one input and counts. What the graph predicts is there where the stage itself ran out of its budget, too. */
export function* measure(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  budget: Budget,
): Steps<Measured | Exclude<Ended, { readonly tag: "done" }>> {
  const key = JSON.stringify([checked.text, request]);
  if (latest?.key !== key) {
    const counts = yield* countsOf(checked, request, budget);
    if ("tag" in counts && counts.tag !== "out-of-budget") return counts;
    latest = { key, counts: "tag" in counts ? undefined : counts };
  }
  const { counts } = latest;
  const { row, run } = yield* costRow(checked, request, stage, counts, budget);
  return { row, size: sizeOf(run, counts), ended: run.ended };
}

/** Runs the stage with jobs, and schedules them on more and more workers. */
export function* speedOf(checked: CheckedProgram, request: Request, stage: Stage, budget: Budget): Steps<Speed> {
  const { ended, jobs } = yield* runGradient(checked, request, stage, budget, { checks: false });
  if (ended.tag !== "done") return { forward: undefined, reverse: undefined, ended };
  return {
    forward: { jobs: jobs.forward.length, ...speedUps(jobs.forward) },
    reverse: { jobs: jobs.reverse.length, ...speedUps(jobs.reverse) },
    ended,
  };
}
