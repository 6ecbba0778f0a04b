// The graph of jobs of a run, and the partial orders on job IDs and compound IDs (thesis §3.10.2).
import type { JobId } from "../core/events.ts";

/** A job and those that had to end before it began. */
export interface JobNode {
  readonly id: JobId;
  readonly after: readonly JobId[];
}

/** A compound ID: a job, and a place in it. */
export type CompoundId = readonly [job: number, place: number];

/** The partial order ≤j that forks and joins generate, on the jobs of one run. */
export class JobOrder {
  /** For each job, those strictly before it. */
  private readonly before = new Map<number, ReadonlySet<number>>();

  constructor(jobs: readonly JobNode[]) {
    for (const job of inOrder(jobs)) {
      const before = new Set<number>(job.after);
      for (const other of job.after) for (const earlier of this.before.get(other)!) before.add(earlier);
      this.before.set(job.id, before);
    }
  }

  /** α ≤j β. */
  isBefore(a: number, b: number): boolean {
    return a === b || this.before.get(b)?.has(a) === true;
  }

  /** ⟨α, i⟩ ≤c ⟨β, i'⟩ iff α ≤j β and (α ≠ β or i ≤ i'). */
  isBeforeCompound([a, i]: CompoundId, [b, j]: CompoundId): boolean {
    return this.isBefore(a, b) && (a !== b || i <= j);
  }
}

/** The jobs in an order in which each comes after those that it waited for. */
export function inOrder<T extends JobNode>(jobs: readonly T[]): readonly T[] {
  const next = new Map<JobId, T[]>();
  const open = new Map<JobId, number>();
  for (const job of jobs) {
    open.set(job.id, job.after.length);
    for (const other of job.after) {
      const list = next.get(other);
      if (list === undefined) next.set(other, [job]);
      else list.push(job);
    }
  }
  const ready = jobs.filter((job) => job.after.length === 0);
  const ordered: T[] = [];
  for (let job = ready.pop(); job !== undefined; job = ready.pop()) {
    ordered.push(job);
    for (const after of next.get(job.id) ?? []) {
      const left = open.get(after.id)! - 1;
      open.set(after.id, left);
      if (left === 0) ready.push(after);
    }
  }
  return ordered;
}
