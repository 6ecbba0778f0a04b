// The jobs of a run as a picture: the fork/join graph of the forward pass, and beside it that of the reverse pass.
import { type WorkSpan, workAndSpan } from "../../analysis/work-span.ts";
import type { JobId } from "../../core/events/events.ts";
import { compoundArrows, inOrder, type JobNode, jobName, type OrderedScalar } from "../../graphs/jobs.ts";
import { type LayoutGraph, type LayoutNode, layered, type Placed, type Point } from "../../graphs/layout.ts";
import { labelOf, type RunGraph } from "../../graphs/run-graph.ts";
import type { Recording } from "../../timeline/recording.ts";
import type { Jobs } from "../derivatives/gradient.ts";

/** A job as it was run: what it waited for, what it cost, and the scalars that were made or called in it. */
export interface JobInfo {
  readonly id: number;
  /** The definition without parameters that it begins to evaluate. */
  readonly definition: string | undefined;
  readonly after: readonly number[];
  readonly cost: number;
  readonly scalars: readonly number[];
}

export interface PlacedJob extends JobInfo {
  /** Of a job of the reverse pass: the job of the forward pass that made the scalars which it resolves. */
  readonly mirrors: number | undefined;
  readonly isCritical: boolean;
  readonly x: number;
  readonly y: number;
}

export interface PassPicture {
  readonly jobs: readonly PlacedJob[];
  readonly width: number;
  readonly height: number;
  readonly work: number;
  readonly span: number;
  /** Jobs that there are, where not all of them are drawn. */
  readonly total: number;
}

export interface JobPicture {
  /** Of the program itself, by the same machine. */
  readonly primal: WorkSpan;
  readonly forward: PassPicture;
  readonly reverse: PassPicture;
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

export const JOB_SIZE = { width: 82, height: 46 } as const;
const ORDER_HEIGHT = 40;
/** Compound IDs that are drawn at most: the first in the order of the run. */
export const MOST_ORDERED = 300;
/** Jobs that are drawn at most: the first in the order of the run. */
export const MOST_JOBS = 600;

/** The jobs of a recording and of its reverse pass. */
export function jobsOf(graph: RunGraph, recording: Recording, { primal, ...passes }: Jobs): JobPicture {
  const work = jobWork(recording);
  const jobs = (which: "forward" | "reverse"): readonly JobInfo[] =>
    passes[which].map(({ id, definition, after, cost }) => ({
      id,
      definition,
      after,
      cost,
      scalars: work[which].get(id) ?? [],
    }));
  return jobPicture(graph, workAndSpan(primal), jobs("forward"), jobs("reverse"));
}

/** The picture of the jobs that ran; `graph` names the scalars. */
function jobPicture(
  graph: RunGraph,
  primal: WorkSpan,
  forward: readonly JobInfo[],
  reverse: readonly JobInfo[],
): JobPicture {
  const madeIn = new Map<number, number>();
  for (const { id, scalars } of forward) for (const scalar of scalars) madeIn.set(scalar, id);
  return {
    primal,
    forward: passPicture(forward, () => undefined),
    reverse: passPicture(reverse, ({ scalars }) => mostOften(scalars.map((scalar) => madeIn.get(scalar)))),
    order: orderPicture(graph, forward),
  };
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
  const { x, y, bends } = placed(
    scalars.map(() => ({ width, height: ORDER_HEIGHT })),
    edges,
  );
  return {
    scalars: scalars.map((one, index) => ({
      ...one,
      ...labels[index]!,
      x: x[index]!,
      y: y[index]!,
      width,
      height: ORDER_HEIGHT,
    })),
    arrows: edges.map((edge, index) => ({ ...edge, bends: bends[index]! })),
    total: all.length,
  };
}

/** The width of a node with a title and a detail beside it, in CSS pixels. */
function labelWidth(title: string, detail: string): number {
  return 26 + 8.6 * (title.length + 1 + detail.length);
}

/** Lays out a graph to the end. */
function placed(nodes: readonly LayoutNode[], edges: LayoutGraph["edges"]): Placed {
  const steps = layered({ nodes, edges });
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

function mostOften(jobs: readonly (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const job of jobs) if (job !== undefined) counts.set(job, (counts.get(job) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function passPicture(all: readonly JobInfo[], mirrors: (job: JobInfo) => number | undefined): PassPicture {
  const nodes = all as readonly (JobInfo & JobNode)[];
  const ordered = inOrder(nodes).slice(0, MOST_JOBS);
  const place = new Map(ordered.map(({ id }, index) => [id as number, index]));
  const edges = ordered.flatMap(({ after }, to) =>
    after.flatMap((job) => {
      const from = place.get(job);
      return from === undefined ? [] : [{ from, to }];
    }),
  );
  const { x, y } = placed(
    ordered.map(() => JOB_SIZE),
    edges,
  );
  const critical = criticalPath(nodes);
  const jobs = ordered.map(
    (job, index): PlacedJob => ({
      ...job,
      mirrors: mirrors(job),
      isCritical: critical.has(job.id),
      x: x[index]!,
      y: y[index]!,
    }),
  );
  const { work, span } = workAndSpan(nodes);
  return {
    jobs,
    width: Math.max(0, ...x) + JOB_SIZE.width / 2,
    height: Math.max(0, ...y) - Math.min(0, ...y) + JOB_SIZE.height,
    work,
    span,
    total: all.length,
  };
}

/** The jobs on the longest chain of jobs that had to wait for each other. */
function criticalPath(jobs: readonly (JobInfo & JobNode)[]): ReadonlySet<number> {
  const ends = new Map<JobId, number>();
  const before = new Map<JobId, JobId | undefined>();
  let last: JobId | undefined;
  for (const { id, after, cost } of inOrder(jobs)) {
    let latest: JobId | undefined;
    for (const job of after) if (latest === undefined || ends.get(job)! > ends.get(latest)!) latest = job;
    before.set(id, latest);
    ends.set(id, cost + (latest === undefined ? 0 : ends.get(latest)!));
    if (last === undefined || ends.get(id)! > ends.get(last)!) last = id;
  }
  const path = new Set<number>();
  for (let at = last; at !== undefined; at = before.get(at)) path.add(at);
  return path;
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
