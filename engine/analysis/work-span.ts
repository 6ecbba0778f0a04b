// Work and span of a run with parallel jobs: what it costs in all, and along the chain of jobs that costs most.
import { present } from "../base/nth.ts";
import type { JobId } from "../core/events/events.ts";
import { inOrder, type JobNode } from "../graphs/jobs.ts";

/** The two numbers that bound the time of a run on any number of workers, in the unit of the counted cost. */
export interface WorkSpan {
  /** T₁: the cost of all jobs. */
  readonly work: number;
  /** T_∞: the largest cost of jobs that had to wait for each other. */
  readonly span: number;
}

/** The work and the span of jobs with their costs. */
export function workAndSpan(jobs: readonly (JobNode & { readonly cost: number })[]): WorkSpan {
  const ends = new Map<JobId, number>();
  let work = 0;
  let span = 0;
  for (const { id, after, cost } of inOrder(jobs)) {
    const end = cost + after.reduce((latest, job) => Math.max(latest, present(ends.get(job))), 0);
    ends.set(id, end);
    work += cost;
    span = Math.max(span, end);
  }
  return { work, span };
}
