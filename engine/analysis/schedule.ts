// How fast a run's jobs would be on P workers: a greedy schedule of the recorded job graph, and Brent's bounds on any such.
import { type JobNode, waitingJobs } from "../graphs/jobs.ts";
import { type WorkSpan, workAndSpan } from "./work-span.ts";

type CostedJob = JobNode & { readonly cost: number };

/**
 * T_P: when the last job ends, if P workers take whatever is ready in the order in which it became so, and none waits while
 * something is ready.
 */
export function greedySchedule(jobs: readonly CostedJob[], workers: number): number {
  const waiting = waitingJobs(jobs);
  const ready = [...waiting.ready];
  const running: { readonly job: CostedJob; readonly end: number }[] = [];
  let now = 0;
  for (let taken = 0; taken < ready.length || running.length > 0; ) {
    while (running.length < workers && taken < ready.length) {
      const job = ready[taken++]!;
      running.push({ job, end: now + job.cost });
    }
    const at = running.reduce((first, one, index) => (one.end < running[first]!.end ? index : first), 0);
    const [done] = running.splice(at, 1) as [(typeof running)[number]];
    now = done.end;
    for (const after of waiting.ended(done.job)) ready.push(after);
  }
  return now;
}

/** The speed-up T₁ / T_P of a greedy schedule, and what bounds any: Brent's T_P ≤ (T₁ − T_∞)/P + T_∞, and T_P ≥ max(T₁/P, T_∞). */
export interface SpeedUp {
  readonly workers: number;
  readonly greedy: number;
  readonly least: number;
  readonly most: number;
}

/** Workers that are looked at. */
const WORKERS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** What more workers would bring. */
export function speedUps(jobs: readonly CostedJob[]): WorkSpan & { readonly speedUps: readonly SpeedUp[] } {
  const { work, span } = workAndSpan(jobs);
  const by = (time: number): number => (time === 0 ? 1 : work / time);
  return {
    work,
    span,
    speedUps: WORKERS.map((workers) => ({
      workers,
      greedy: by(greedySchedule(jobs, workers)),
      least: by((work - span) / workers + span),
      most: Math.min(workers, by(span)),
    })),
  };
}
