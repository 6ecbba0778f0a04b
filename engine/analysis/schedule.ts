// How fast a run's jobs would be on P workers: schedules of the recorded job graph in which none waits while something is ready, and
// Brent's bounds on any such.

import TinyQueue from "tinyqueue";
import { present } from "../base/nth.ts";
import type { JobId } from "../core/events/events.ts";
import { inOrder, type JobNode, waitingJobs } from "../graphs/jobs.ts";
import { type WorkSpan, workAndSpan } from "./work-span.ts";

/** A job of the recorded graph with its own cost, which a schedule takes for its length. */
export type CostedJob = JobNode & { readonly cost: number };

/** Which of the ready jobs goes first: the lowest number, the longest way to the end, or as a shuffle of a seed has it. */
export type Policy = { readonly tag: "order" | "critical" } | { readonly tag: "shuffled"; readonly seed: number };

/** When and where a job runs. Workers are numbered from 0. */
export interface Slot {
  readonly job: JobId;
  readonly worker: number;
  readonly start: number;
  readonly end: number;
}

/** When all jobs run on P workers, if none waits while something is ready, in the order in which they start. */
export function schedule(jobs: readonly CostedJob[], workers: number, policy: Policy): readonly Slot[] {
  const waiting = waitingJobs(jobs);
  const rank = ranksOf(jobs, policy);
  const ready = new TinyQueue<CostedJob>(
    [],
    (a, b) => present(rank.get(a.id)) - present(rank.get(b.id)) || a.id - b.id,
  );
  const running = new TinyQueue<{ readonly job: CostedJob; readonly slot: Slot }>(
    [],
    (a, b) => a.slot.end - b.slot.end || a.slot.worker - b.slot.worker,
  );
  const idle = new TinyQueue<number>([], (a, b) => a - b);
  const slots: Slot[] = [];
  let hired = 0;
  let now = 0;
  for (const job of waiting.ready) ready.push(job);
  for (;;) {
    while (ready.length > 0 && running.length < workers) {
      const job = present(ready.pop());
      const slot = { job: job.id, worker: idle.pop() ?? hired++, start: now, end: now + job.cost };
      running.push({ job, slot });
      slots.push(slot);
    }
    const done = running.pop();
    if (done === undefined) return slots;
    now = done.slot.end;
    idle.push(done.slot.worker);
    for (const after of waiting.ended(done.job)) ready.push(after);
    // what ends at the same time has ended before anyone chooses
    for (let next = running.peek(); next !== undefined && next.slot.end === now; next = running.peek()) {
      running.pop();
      idle.push(next.slot.worker);
      for (const after of waiting.ended(next.job)) ready.push(after);
    }
  }
}

/** T_P: when the last of some slots ends. */
export function endOf(slots: readonly { readonly end: number }[]): number {
  return slots.reduce((latest, { end }) => Math.max(latest, end), 0);
}

/** By job, its place in the queue: the lowest goes first. */
function ranksOf(jobs: readonly CostedJob[], policy: Policy): ReadonlyMap<JobId, number> {
  switch (policy.tag) {
    case "order":
      return new Map(jobs.map(({ id }) => [id, id]));
    case "critical":
      return longestWays(jobs);
    case "shuffled":
      return new Map(jobs.map(({ id }) => [id, mixed(policy.seed, id)]));
  }
}

/** By job, minus the cost from its beginning to the end of the run along the longest chain. */
function longestWays(jobs: readonly CostedJob[]): ReadonlyMap<JobId, number> {
  const rest = new Map<JobId, number>();
  const ways = new Map<JobId, number>();
  for (const { id, after, cost } of [...inOrder(jobs)].reverse()) {
    const way = cost + (rest.get(id) ?? 0);
    ways.set(id, -way);
    for (const job of after) rest.set(job, Math.max(rest.get(job) ?? 0, way));
  }
  return ways;
}

/** A whole number that looks random, the same for the same seed and job. */
function mixed(seed: number, job: number): number {
  let bits = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(job + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Between which times every schedule without needless waits ends: max(T₁/P, T_∞) ≤ T_P ≤ (T₁ − T_∞)/P + T_∞ (Brent). */
export function brent({ work, span }: WorkSpan, workers: number): { readonly least: number; readonly most: number } {
  return { least: Math.max(work / workers, span), most: (work - span) / workers + span };
}

/** The speed-up T₁ / T_P of a schedule in the order of jobs, and what bounds any. */
export interface SpeedUp {
  readonly workers: number;
  readonly greedy: number;
  readonly least: number;
  readonly most: number;
}

/** Workers that are looked at. */
const WORKERS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** The gain of more workers. */
export function speedUps(jobs: readonly CostedJob[]): WorkSpan & { readonly speedUps: readonly SpeedUp[] } {
  const whole = workAndSpan(jobs);
  const { work } = whole;
  const by = (time: number): number => (time === 0 ? 1 : work / time);
  return {
    ...whole,
    speedUps: WORKERS.map((workers) => {
      const { least, most } = brent(whole, workers);
      const greedy = by(endOf(schedule(jobs, workers, { tag: "order" })));
      return { workers, greedy, least: by(most), most: by(least) };
    }),
  };
}
