// The jobs of a run as the page draws them: those of the forward pass, those of the reverse pass, which know what they mirror, and
// the order of compound IDs.

import { type WorkSpan, workAndSpan } from "../analysis/work-span.ts";
import { nth, present } from "../base/nth.ts";
import type { JobId } from "../core/events/events.ts";
import type { Jobs } from "../derive/gradient.ts";
import type { Job } from "../evaluate/tasks/tasks.ts";
import { compoundArrows, inOrder, type JobNode, jobName, type OrderedScalar } from "../graphs/jobs.ts";
import { type LayoutNode, laidOut, type Point } from "../graphs/layout.ts";
import { labelOf, type RunGraph } from "../graphs/run-graph.ts";
import type { Recording } from "../timeline/recording.ts";

/** A job as it was run: what began it, what it waited for, what it cost, and the scalars that were made or called in it. */
export interface JobInfo extends Pick<Job, "kind" | "place" | "definition" | "cost"> {
  readonly id: number;
  readonly from: number | undefined;
  readonly after: readonly number[];
  readonly scalars: readonly number[];
  /** Of a job of the reverse pass: the jobs of the forward pass whose scalars it resolves, the first one first. */
  readonly mirrors: readonly number[];
}

/** The jobs of one pass, with its work and span. */
export interface PassJobs extends WorkSpan {
  /** In the order of a sequential run; none where there are more than {@link MOST_JOBS}. */
  readonly jobs: readonly JobInfo[];
  /** The jobs on the longest chain of jobs that had to wait for each other, the first one first. */
  readonly critical: readonly number[];
  /** Jobs that there are. */
  readonly total: number;
}

/** The picture of the jobs of a run with forks; the primal is there for its work and span alone. */
export interface JobPicture {
  /** Of the program itself, by the same machine. */
  readonly primal: WorkSpan;
  readonly forward: PassJobs;
  readonly reverse: PassJobs;
  readonly order: OrderPicture;
}

/** The partial order ≤c on the compound IDs of the forward pass (thesis §3.10.2, Fig. 3.15c). */
export interface OrderPicture {
  readonly scalars: readonly PlacedScalar[];
  /** From a scalar to a successor, as places in the list, and the points that the arrow goes through. */
  readonly arrows: readonly { readonly from: number; readonly to: number; readonly bends: readonly Point[] }[];
  /** Scalars that there are, where not all of them are drawn. */
  readonly total: number;
}

/** A scalar in its place: its compound ID is the title, and beside it stands its name. */
export interface PlacedScalar extends OrderedScalar, LayoutNode {
  readonly title: string;
  readonly detail: string;
  readonly x: number;
  readonly y: number;
}

const ORDER_HEIGHT = 40;
/** Compound IDs that are drawn at most: the first in the order of the run. */
export const MOST_ORDERED = 300;
/** Jobs of a pass that cross to the page at most. */
export const MOST_JOBS = 20_000;

/** The jobs of a recording and of its reverse pass; `graph` names the scalars. */
export function jobsOf(graph: RunGraph, recording: Recording, { primal, ...passes }: Jobs): JobPicture {
  const work = jobWork(recording);
  const pass = (which: "forward" | "reverse"): PassJobs => {
    const all = passes[which];
    const { length: total } = all;
    const jobs = total > MOST_JOBS ? [] : all.map((job) => jobInfo(job, work[which].get(job.id) ?? []));
    return { jobs, critical: criticalPath(all), total, ...workAndSpan(all) };
  };
  const forward = pass("forward");
  return { primal: workAndSpan(primal), forward, reverse: pass("reverse"), order: orderPicture(graph, forward.jobs) };
}

function jobInfo(
  { id, kind, from, place, definition, after, cost, mirrors }: Job,
  scalars: readonly number[],
): JobInfo {
  return { id, kind, from, place, definition, after, cost, mirrors, scalars };
}

function orderPicture(graph: RunGraph, jobs: readonly JobInfo[]): OrderPicture {
  const all = jobs
    .flatMap(({ id, scalars }) => scalars.map((number, place): OrderedScalar => ({ number, id: [id, place] })))
    .sort((a, b) => a.number - b.number);
  const scalars = all.slice(0, MOST_ORDERED);
  const edges = compoundArrows(jobs as readonly (JobInfo & JobNode)[], scalars);
  const labels = scalars.map(({ number, id: [job, place] }) => ({
    title: `⟨${jobName(job)}, ${place}⟩`,
    detail: labelOf(graph, number),
  }));
  const width = labels.reduce((most, { title, detail }) => Math.max(most, labelWidth(title, detail)), 0);
  const { x, y, bends } = laidOut({ nodes: scalars.map(() => ({ width, height: ORDER_HEIGHT })), edges });
  return {
    scalars: scalars.map((one, index) => ({
      ...one,
      ...nth(labels, index),
      x: nth(x, index),
      y: nth(y, index),
      width,
      height: ORDER_HEIGHT,
    })),
    arrows: edges.map((edge, index) => ({ ...edge, bends: nth(bends, index) })),
    total: all.length,
  };
}

/** The width of a node with a title and a detail beside it, in CSS pixels. */
function labelWidth(title: string, detail: string): number {
  return 26 + 8.6 * (title.length + 1 + detail.length);
}

/** The jobs on the longest chain of jobs that had to wait for each other. */
function criticalPath(jobs: readonly Job[]): readonly JobId[] {
  const ends = new Map<JobId, number>();
  const before = new Map<JobId, JobId | undefined>();
  let last: JobId | undefined;
  for (const { id, after, cost } of inOrder(jobs)) {
    let latest: JobId | undefined;
    for (const job of after)
      if (latest === undefined || present(ends.get(job)) > present(ends.get(latest))) latest = job;
    before.set(id, latest);
    ends.set(id, cost + (latest === undefined ? 0 : present(ends.get(latest))));
    if (last === undefined || present(ends.get(id)) > present(ends.get(last))) last = id;
  }
  const path: JobId[] = [];
  for (let at = last; at !== undefined; at = before.get(at)) path.push(at);
  return path.reverse();
}

/** The scalars that each job of each pass makes or calls. */
function jobWork({ columns }: Recording) {
  const work = { forward: new Map<number, number[]>(), reverse: new Map<number, number[]>() };
  let pass: "forward" | "reverse" = "forward";
  let job = 0;
  for (let index = 0; index < columns.length; index++) {
    const tag = columns.tag(index);
    if (tag === "phase" || tag === "job") {
      const event = columns.at(index);
      if (event.tag === "phase") {
        pass = event.phase;
        job = 0;
      } else if (event.tag === "job") job = event.job;
    }
    if (tag !== (pass === "forward" ? "scalar" : "call")) continue;
    const list = work[pass].get(job);
    if (list === undefined) work[pass].set(job, [columns.scalar(index)]);
    else list.push(columns.scalar(index));
  }
  return work;
}
