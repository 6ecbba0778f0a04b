// The fork/join graphs of both passes, mirrored: a box of the reverse pass stands where the box that it mirrors stands, on the other
// side of the axis. Places are counted in columns from the axis, and in rows.
import { present } from "../../../engine/base/nth.ts";
import type { JobInfo } from "../../../engine/explore/job-picture.ts";
import { type FoldedNode, folded, type Room } from "./fold.ts";
import type { JobsRun, Pass, PassRun } from "./run.ts";

/** A box of the graph: one job, or several that were folded to one box. */
export interface GraphNode {
  /** The same for a box and its mirror. */
  readonly key: string;
  readonly jobs: readonly number[];
  /** Columns from the axis. */
  readonly distance: number;
  readonly row: number;
  /** Jobs of the reverse pass that mirror none: they get ready for it, or put the gradient together. */
  readonly role: "mirrored" | "ready" | "rebuild";
  readonly isCritical: boolean;
}

/** An edge between two boxes; it is critical when it lies on a longest path of its pass. */
export interface GraphEdge {
  /** Places in the list of nodes. */
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
}

/** The graph of one pass. */
export interface GraphSide {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The graphs of both passes, and the columns and rows that they take. */
export interface JobGraph extends Readonly<Record<Pass, GraphSide>> {
  readonly columns: number;
  readonly rows: number;
}

/** The graph in a room that is given as columns of a side and rows. */
export function jobGraph({ passes, picture, mirrors }: JobsRun, room: Room): JobGraph {
  const { forward, reverse } = passes;
  const extra = extraJobs(reverse);
  const inner = extra.ready.length > 0 ? 1 : 0;
  const outer = extra.rebuild.length > 0 ? 1 : 0;
  const { nodes, columns, rows } = folded(forward.list, {
    ...room,
    columns: Math.max(3, room.columns - inner - outer),
  });
  const left = nodes.map((node): GraphNode => ({ ...graphNode(node, columns, inner, forward), jobs: node.jobs }));
  const right = nodes.flatMap((node): readonly GraphNode[] => {
    // a job that resolves several stands where the first one stands
    const jobs = node.jobs.flatMap((id) =>
      (mirrors.get(id) ?? []).filter((job) => present(reverse.jobs.get(job)).mirrors[0] === id),
    );
    const isCritical = jobs.some((job) => reverse.critical.has(job));
    return jobs.length === 0 ? [] : [{ ...graphNode(node, columns, inner, reverse), jobs, isCritical }];
  });
  const middle = rows / 2;
  for (const role of ["ready", "rebuild"] as const) {
    const jobs = extra[role];
    if (jobs.length === 0) continue;
    const isCritical = jobs.some((job) => reverse.critical.has(job));
    right.push({ key: role, jobs, distance: role === "ready" ? 0 : inner + columns, row: middle, role, isCritical });
  }
  return {
    forward: { nodes: left, edges: edgesOf(left, forward, picture.forward.critical) },
    reverse: { nodes: right, edges: edgesOf(right, reverse, picture.reverse.critical) },
    columns: inner + columns + outer,
    rows,
  };
}

function graphNode(
  { jobs, column, row }: FoldedNode,
  columns: number,
  inner: number,
  { critical }: PassRun,
): GraphNode {
  const distance = inner + columns - 1 - column;
  const isCritical = jobs.some((job) => critical.has(job));
  return { key: String(jobs[0]), jobs, distance, row, role: "mirrored", isCritical };
}

/** The jobs of the reverse pass that mirror none, by whether a job that mirrors one comes after them. */
export function extraJobs({ list }: PassRun): Readonly<Record<"ready" | "rebuild", readonly number[]>> {
  const ready: number[] = [];
  const rebuild: number[] = [];
  if (list.some(({ mirrors }) => mirrors.length === 0)) {
    const leads = leadingToMirrors(list);
    for (const { id, mirrors } of list) if (mirrors.length === 0) (leads.has(id) ? ready : rebuild).push(id);
  }
  return { ready, rebuild };
}

/** The jobs before jobs that mirror one. */
function leadingToMirrors(list: readonly JobInfo[]): ReadonlySet<number> {
  const byId = new Map(list.map((job) => [job.id, job]));
  const found = new Set<number>();
  const open = list.filter(({ mirrors }) => mirrors.length > 0).flatMap(({ after }) => after);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(byId.get(next)?.after ?? []));
  }
  return found;
}

function edgesOf(nodes: readonly GraphNode[], { list }: PassRun, critical: readonly number[]): readonly GraphEdge[] {
  const nodeOf = new Map<number, number>();
  nodes.forEach(({ jobs }, place) => {
    for (const job of jobs) nodeOf.set(job, place);
  });
  const steps = new Set(critical.slice(1).map((job, index) => `${critical[index]} ${job}`));
  const edges = new Map<string, GraphEdge>();
  for (const { id, after } of list)
    for (const before of after) {
      const [from, to] = [nodeOf.get(before), nodeOf.get(id)];
      if (from === undefined || to === undefined || from === to) continue;
      const key = `${from} ${to}`;
      const isCritical = steps.has(`${before} ${id}`) || edges.get(key)?.isCritical === true;
      edges.set(key, { from, to, isCritical });
    }
  // critical edges are drawn last
  return [...edges.values()].sort((a, b) => Number(a.isCritical) - Number(b.isCritical));
}
