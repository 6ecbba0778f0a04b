// When each job runs, on which worker, by a schedule of counted costs. The charts and the play head use only this.

import { brent, endOf, type Policy, schedule } from "../../../engine/analysis/schedule.ts";
import { present } from "../../../engine/base/nth.ts";
import type { JobId } from "../../../engine/core/events/events.ts";
import type { JobInfo } from "../../../engine/explore/job-picture.ts";
import type { ChosenOrder } from "../../../engine/session/input/variations.ts";
import type { JobsRun, Pass, PassRun } from "./run.ts";

/** A job on a worker, numbered from 0; a pass begins at 0. */
export interface Timed {
  readonly job: number;
  readonly worker: number;
  readonly start: number;
  readonly end: number;
}

/** When each job of a pass runs, and on which worker, in counted costs. */
export interface TimedPass {
  /** In the order in which they start. */
  readonly slots: readonly Timed[];
  readonly byJob: ReadonlyMap<number, Timed>;
  readonly end: number;
  /** Workers that had something to do. */
  readonly lanes: number;
  /** The share of all workers' time in which they worked, from 0 to 1. */
  readonly busy: number;
  /** Work, span and Brent's bounds on the end. */
  readonly bounds: Bounds;
}

/** Work and span of a pass, and the earliest and the latest end by Brent's bounds. */
export interface Bounds {
  readonly work: number;
  readonly span: number;
  readonly least: number;
  readonly most: number;
}

/** When the jobs of both passes run. */
export interface Timing extends Readonly<Record<Pass, TimedPass>> {
  readonly workers: number;
  /** The whole: the reverse pass begins where the forward pass ends. */
  readonly end: number;
  /** The times at which something begins or ends, in order. */
  readonly marks: readonly number[];
}

/** Timing by a schedule of the counted costs. */
export function countedTiming({ passes: { forward, reverse } }: JobsRun, workers: number, policy: Policy): Timing {
  return timing(workers, counted(forward, workers, policy), counted(reverse, workers, policy));
}

/** One worker with the jobs that were chosen so far; the time is that of all jobs. */
export function chosenTiming({ passes }: JobsRun, order: ChosenOrder): Timing {
  const pass = (which: Pass): TimedPass => {
    const { jobs, work, span } = passes[which];
    let now = 0;
    const slots = order[which].map((job): Timed => {
      const start = now;
      now += present(jobs.get(job)).cost;
      return { job, worker: 0, start, end: now };
    });
    const bounds = { work, span, ...brent({ work, span }, 1) };
    return { ...timedPass(slots, 1, bounds), end: work, busy: 1 };
  };
  return timing(1, pass("forward"), pass("reverse"));
}

/** A job as the scheduler takes it: its ID and the jobs before it are IDs of the scheduler. */
export type Costed = JobInfo & { readonly id: JobId; readonly after: readonly JobId[] };

function counted({ list, work, span }: PassRun, workers: number, policy: Policy): TimedPass {
  const bounds = { work, span, ...brent({ work, span }, workers) };
  return timedPass(schedule(list as readonly Costed[], workers, policy), workers, bounds);
}

function timedPass(slots: readonly Timed[], workers: number, bounds: Bounds): TimedPass {
  const end = endOf(slots);
  const worked = slots.reduce((sum, slot) => sum + slot.end - slot.start, 0);
  return {
    slots,
    byJob: new Map(slots.map((slot) => [slot.job, slot])),
    end,
    lanes: slots.reduce((most, { worker }) => Math.max(most, worker + 1), 0),
    busy: end === 0 ? 0 : worked / (end * workers),
    bounds,
  };
}

function timing(workers: number, forward: TimedPass, reverse: TimedPass): Timing {
  const turn = forward.end;
  const marks = new Set([0]);
  for (const { start, end } of forward.slots) marks.add(start).add(end);
  for (const { start, end } of reverse.slots) marks.add(turn + start).add(turn + end);
  const end = turn + reverse.end;
  return { workers, forward, reverse, end, marks: [...marks].sort((a, b) => a - b) };
}

/** When a job begins and ends on the time of both passes; undefined where it did not run. */
function spanOfJob(timing: Timing, pass: Pass, job: number): readonly [start: number, end: number] | undefined {
  const found = timing[pass].byJob.get(job);
  const turn = pass === "forward" ? 0 : timing.forward.end;
  return found && [turn + found.start, turn + found.end];
}

/** The state of a job at a time: its progress, from 0 to 1, while it runs. */
export type Doing = { readonly tag: "waits" | "done" } | { readonly tag: "runs"; readonly part: number };

/** A job's state at a time: a function of these, and of nothing else. */
export function doingAt(timing: Timing, pass: Pass, job: number, t: number): Doing {
  const found = spanOfJob(timing, pass, job);
  if (found === undefined || t < found[0]) return { tag: "waits" };
  const [start, end] = found;
  return t >= end ? { tag: "done" } : { tag: "runs", part: (t - start) / (end - start) };
}

/** The next time at which something begins or ends, or the one before. */
export function markFrom({ marks, end }: Timing, t: number, direction: 1 | -1): number {
  const near = end * 1e-9;
  return direction === 1
    ? (marks.find((mark) => mark > t + near) ?? end)
    : (marks.findLast((mark) => mark < t - near) ?? 0);
}

/** The jobs that run at a time, and those that are ready and wait for a worker. */
export function runningAt(
  run: JobsRun,
  timing: Timing,
  t: number,
): { readonly pass: Pass; readonly running: readonly number[]; readonly ready: readonly number[] } {
  const pass: Pass = t < timing.forward.end ? "forward" : "reverse";
  const running: number[] = [];
  const ready: number[] = [];
  for (const { id, after } of run.passes[pass].list) {
    const { tag } = doingAt(timing, pass, id, t);
    if (tag === "runs") running.push(id);
    else if (tag === "waits" && after.every((job) => doingAt(timing, pass, job, t).tag === "done")) ready.push(id);
  }
  return { pass, running, ready };
}
