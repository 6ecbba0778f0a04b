// The graph of jobs of a run, and the partial orders on job IDs and compound IDs (thesis §3.10.2).
import { groupedBy } from "../base/grouped-by.ts";
import { lastOf, nth, present } from "../base/nth.ts";
import type { JobId } from "../core/events/events.ts";

/** A job and those that had to end before it began. */
export interface JobNode {
  readonly id: JobId;
  readonly after: readonly JobId[];
}

/** A compound ID: a job, and a place in it. */
export type CompoundId = readonly [job: number, place: number];

const LETTERS = "αβγδεζηθικλμνξοπρστυφχψω";

/** A job's letter: α is the first. */
export function jobName(job: number): string {
  const letter = nth(LETTERS, job % LETTERS.length);
  return job < LETTERS.length ? letter : `${letter}${Math.floor(job / LETTERS.length)}`;
}

/** The partial order ≤j that forks and joins generate, on the jobs of one run. */
export class JobOrder {
  /** For each job, those strictly before it. */
  private readonly before = new Map<number, ReadonlySet<number>>();

  constructor(jobs: readonly JobNode[]) {
    for (const job of inOrder(jobs)) {
      const before = new Set<number>(job.after);
      for (const other of job.after) for (const earlier of present(this.before.get(other))) before.add(earlier);
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

/** Jobs that wait for others. */
export interface Waiting<T extends JobNode> {
  /** Those that wait for none. */
  readonly ready: readonly T[];
  /** A job has ended: gives those that waited for it last. */
  readonly ended: (job: T) => readonly T[];
}

/** Counts for each job how many it still waits for. */
export function waitingJobs<T extends JobNode>(jobs: readonly T[]): Waiting<T> {
  const pairs = jobs.flatMap((job) => job.after.map((other) => ({ other, job })));
  const next = groupedBy(pairs, ({ other }) => other);
  const open = new Map(jobs.map(({ id, after }) => [id, after.length]));
  const isReady = ({ id }: T): boolean => {
    const left = present(open.get(id)) - 1;
    open.set(id, left);
    return left === 0;
  };
  return {
    ready: jobs.filter((job) => job.after.length === 0),
    ended: ({ id }) => (next.get(id) ?? []).map(({ job }) => job).filter(isReady),
  };
}

/** The jobs in an order in which each comes after those that it waited for. */
export function inOrder<T extends JobNode>(jobs: readonly T[]): readonly T[] {
  const waiting = waitingJobs(jobs);
  const ready = [...waiting.ready];
  const ordered: T[] = [];
  for (let job = ready.pop(); job !== undefined; job = ready.pop()) {
    ordered.push(job);
    ready.push(...waiting.ended(job));
  }
  return ordered;
}

/** A scalar that a job makes, as the partial order ≤c knows it. */
export interface OrderedScalar {
  readonly number: number;
  readonly id: CompoundId;
}

/**
 * The arrows that generate ≤c on the scalars of some jobs, as Fig. 3.15c draws them: from each scalar to its successors, as
 * places in the list. What a job without scalars orders is ordered through it.
 */
export function compoundArrows(
  jobs: readonly JobNode[],
  scalars: readonly OrderedScalar[],
): readonly { readonly from: number; readonly to: number }[] {
  const byJob = new Map<number, number[]>();
  scalars.forEach(({ id: [job] }, place) => {
    const list = byJob.get(job);
    if (list === undefined) byJob.set(job, [place]);
    else list.push(place);
  });
  const arrows: { readonly from: number; readonly to: number }[] = [];
  /** For each job, the last jobs with scalars at or before it. */
  const latest = new Map<number, ReadonlySet<number>>();
  const order = new JobOrder(jobs);
  for (const { id, after } of inOrder(jobs)) {
    const before = new Set(after.flatMap((job) => [...present(latest.get(job))]));
    // a successor has none between: what another of them comes after is no generator
    const direct = [...before].filter(
      (job) => ![...before].some((other) => other !== job && order.isBefore(job, other)),
    );
    const own = byJob.get(id)?.sort((a, b) => nth(scalars, a).id[1] - nth(scalars, b).id[1]);
    latest.set(id, new Set(own === undefined ? direct : [id]));
    if (own === undefined) continue;
    for (const job of direct) arrows.push({ from: lastOf(present(byJob.get(job))), to: nth(own, 0) });
    for (let place = 1; place < own.length; place++) arrows.push({ from: nth(own, place - 1), to: nth(own, place) });
  }
  return arrows;
}
