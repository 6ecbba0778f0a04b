// An order of the jobs of both passes that is chosen job by job: which are ready, and which the next one entails. A definition without
// parameters is evaluated when a job first needs it: it is not chosen, but comes before that job.

import { schedule } from "../../../engine/analysis/schedule.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import type { ChosenOrder } from "../../../engine/session/input/variations.ts";
import { kept } from "../../base/kept.ts";
import type { JobsRun, Pass, PassRun } from "./run.ts";
import type { Costed } from "./timing.ts";

/** The order in which no job has been chosen yet. */
export const NO_ORDER: ChosenOrder = { forward: [], reverse: [] };

/** The present pass of an order, and the jobs of it that could be next; none where all have run. */
export interface NextJobs {
  readonly pass: Pass;
  readonly ready: readonly number[];
}

/** The jobs that can run next; the reverse pass begins when the forward pass is done. */
export function nextJobs({ passes }: JobsRun, order: ChosenOrder): NextJobs {
  const pass = order.forward.length < passes.forward.list.length ? "forward" : "reverse";
  const { list } = passes[pass];
  const done = new Set(order[pass]);
  const defined = jobsOfDefinitions(passes[pass]);
  const isReady = (job: number): boolean => done.has(job) || defined.has(job);
  const ready = list.filter(({ id, after }) => !done.has(id) && !defined.has(id) && after.every(isReady));
  return { pass, ready: ready.map(({ id }) => id) };
}

/** The order with another job, after the definitions that it needs. After the last choice, with the rest. */
export function withJob(run: JobsRun, order: ChosenOrder, job: number): ChosenOrder {
  const { pass } = nextJobs(run, order);
  const jobs = [...order[pass], ...withDefinitions(run.passes[pass], new Set(order[pass]), job)];
  const longer = { ...order, [pass]: jobs };
  const next = nextJobs(run, longer);
  return next.pass === pass && next.ready.length === 0
    ? { ...longer, [pass]: completed(run.passes[pass], jobs) }
    : longer;
}

/** The order without the job that was chosen last. */
export function withoutLast(run: JobsRun, order: ChosenOrder): ChosenOrder {
  const pass: Pass = order.reverse.length > 0 ? "reverse" : "forward";
  const defined = jobsOfDefinitions(run.passes[pass]);
  const last = order[pass].findLastIndex((job) => !defined.has(job));
  // the definitions that it needed go with it
  let from = last;
  while (from > 0 && defined.has(nth(order[pass], from - 1))) from--;
  return { ...order, [pass]: order[pass].slice(0, Math.max(0, from)) };
}

/** The order with all jobs that are left, as a sequential run has them. */
export function withTheRest({ passes }: JobsRun, order: ChosenOrder): ChosenOrder {
  return { forward: completed(passes.forward, order.forward), reverse: completed(passes.reverse, order.reverse) };
}

/** Whether an order has all jobs of both passes. */
export function isWhole({ passes }: JobsRun, order: ChosenOrder): boolean {
  return (["forward", "reverse"] as const).every((pass) => order[pass].length === passes[pass].list.length);
}

/** As much of an order, from its beginning on, as the jobs of a run may have. */
export function orderFor({ passes }: JobsRun, order: ChosenOrder): ChosenOrder {
  const forward = allowed(passes.forward, order.forward);
  return {
    forward,
    reverse: forward.length < passes.forward.list.length ? [] : allowed(passes.reverse, order.reverse),
  };
}

function allowed({ jobs }: PassRun, order: readonly number[]): readonly number[] {
  const done = new Set<number>();
  for (const id of order) {
    const job = jobs.get(id);
    if (job === undefined || done.has(id) || !job.after.every((before) => done.has(before))) break;
    done.add(id);
  }
  return [...done];
}

function completed({ list }: PassRun, order: readonly number[]): readonly number[] {
  const done = new Set(order);
  const rest = schedule(list as readonly Costed[], 1, { tag: "order" }).filter(({ job }) => !done.has(job));
  return [...order, ...rest.map(({ job }) => job)];
}

/** A job after its definitions, in an order that these allow. */
function withDefinitions({ jobs }: PassRun, done: ReadonlySet<number>, job: number): readonly number[] {
  const found = new Set<number>();
  const open = [job];
  for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
    const needed = present(jobs.get(next)).after.filter((id) => !done.has(id) && !found.has(id));
    if (needed.length > 0) open.push(...needed);
    else found.add(present(open.pop()));
  }
  return [...found];
}

/** The jobs that evaluate definitions without parameters. */
const jobsOfDefinitions = kept((pass: PassRun): ReadonlySet<number> => {
  const all = new Set<number>();
  for (const { id, kind, from } of [...pass.list].sort((a, b) => a.id - b.id))
    if (kind === "definition" || (from !== undefined && all.has(from))) all.add(id);
  return all;
});
