// The job graphs of a run as a drawing: the forward pass on the left, its mirror on the right, and their numbers.
import { plural, t } from "@lingui/core/macro";
import type { WorkSpan } from "../../engine/analysis/work-span.ts";
import { jobName } from "../../engine/graphs/jobs.ts";
import { kindIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import type { JobPicture, PassPicture, PlacedJob } from "../../engine/session/exploration/job-picture.ts";
import type { Drawing, DrawnEdge, DrawnNode } from "../drawing/model/drawing.ts";
import { conjunction } from "../words/lists.ts";
import { grouped } from "../words/numbers.ts";

/** Room between the two passes. */
const BETWEEN = 150;

export type Pass = "forward" | "reverse";

export function jobId(pass: Pass, id: number): string {
  return `${pass} ${id}`;
}

/** The pass and the job that a node of the drawing stands for. */
export function jobOf(node: string): { readonly pass: Pass; readonly id: number } {
  const [pass, id] = node.split(" ");
  return { pass: pass as Pass, id: Number(id) };
}

/** `lit` is a job of the forward pass: it lights up with its mirror. */
export function jobDrawing({ forward, reverse }: JobPicture, lit: number | undefined): Drawing {
  const left = passDrawing("forward", forward, 0, lit);
  const right = passDrawing("reverse", reverse, forward.width + BETWEEN, lit);
  return { nodes: [...left.nodes, ...right.nodes], edges: [...left.edges, ...right.edges], isReversed: false };
}

/** The order ≤c on compound IDs: each scalar of the forward pass under its job and its place there. `lit` is a job. */
export function orderDrawing({ order }: JobPicture, graph: RunGraph, lit: number | undefined): Drawing {
  const nodes = order.scalars.map(
    ({ number, id: [job], title, detail, x, y, width, height }): DrawnNode => ({
      id: String(number),
      kind: kindIn(graph, number),
      x,
      y,
      width,
      height,
      title,
      detail,
      flag: undefined,
      marks: job === lit ? ["lit"] : [],
    }),
  );
  const edges = order.arrows.map(({ from, to, bends }): DrawnEdge => {
    const [a, b] = [nodes[from]!.id, nodes[to]!.id];
    return { id: `${a}>${b}`, from: a, to: b, label: "", bends, marks: [] };
  });
  return { nodes, edges, isReversed: false, isWhole: true };
}

function passDrawing(pass: Pass, { jobs }: PassPicture, offset: number, lit: number | undefined) {
  const known = new Set(jobs.map(({ id }) => id));
  const critical = new Set(jobs.filter(({ isCritical }) => isCritical).map(({ id }) => id));
  const nodes = jobs.map((job): DrawnNode => {
    const marks = job.isCritical ? ["critical"] : [];
    if (lit !== undefined && forwardJob(pass, job) === lit) marks.push("lit");
    return {
      id: jobId(pass, job.id),
      kind: "job",
      x: job.x + offset,
      y: job.y,
      width: 82,
      height: 46,
      title: jobTitle(pass, job),
      detail: grouped(job.cost),
      flag: undefined,
      marks,
    };
  });
  const edges = jobs.flatMap(({ id, after }) =>
    after
      .filter((other) => known.has(other))
      .map((other): DrawnEdge => {
        const isCritical = critical.has(id) && critical.has(other);
        const marks = isCritical ? ["critical"] : [];
        return {
          id: `${pass} ${other}>${id}`,
          from: jobId(pass, other),
          to: jobId(pass, id),
          label: "",
          bends: [],
          marks,
        };
      }),
  );
  return { nodes, edges };
}

/** The job of the forward pass that a job is or mirrors. */
export function forwardJob(pass: Pass, { id, mirrors }: PlacedJob): number | undefined {
  return pass === "forward" ? id : mirrors;
}

/** Its letter; a job of the reverse pass that resolves nothing has none. */
export function jobTitle(pass: Pass, job: PlacedJob): string {
  const own = forwardJob(pass, job);
  return own === undefined ? "·" : jobName(own);
}

/** A job in a sentence. */
export function jobWords(pass: Pass, job: PlacedJob, all: readonly PlacedJob[]): string {
  const { scalars } = job;
  const words = costWords(pass, job, all);
  if (scalars.length === 0) return words;
  const list = listed(scalars);
  return pass === "forward" ? t`${words}; makes ${list}` : t`${words}; resolves ${list}`;
}

function costWords(pass: Pass, job: PlacedJob, all: readonly PlacedJob[]): string {
  const title = jobTitle(pass, job);
  const { definition } = job;
  const name = definition === undefined ? title : t`${title}, which evaluates \`${definition}\``;
  const cost = grouped(job.cost);
  const before = conjunction(
    job.after.flatMap((id) => {
      const found = all.find((one) => one.id === id);
      return found === undefined ? [] : [jobTitle(pass, found)];
    }),
  );
  if (before === "")
    return job.isCritical ? t`${name}, begins: costs ${cost}, on the critical path` : t`${name}, begins: costs ${cost}`;
  return job.isCritical
    ? t`${name}, after ${before}: costs ${cost}, on the critical path`
    : t`${name}, after ${before}: costs ${cost}`;
}

function listed(scalars: readonly number[]): string {
  const shown = scalars.slice(0, 6).map((scalar) => `#${scalar}`);
  const list = shown.join(" ");
  const more = scalars.length - shown.length;
  if (more === 0) return list;
  const count = grouped(more);
  return plural(more, { one: `${list} and ${count}\u00a0other`, other: `${list} and ${count}\u00a0others` });
}

export interface PassNumbers {
  readonly work: string;
  readonly span: string;
  readonly parallelism: string;
}

export function passNumbers({ work, span }: WorkSpan): PassNumbers {
  return { work: grouped(work), span: grouped(span), parallelism: span === 0 ? "1" : (work / span).toFixed(2) };
}
