// The graph of a run when some of its parts are open: parts, and the edges between them.
import { groupedBy } from "../../base/grouped-by.ts";
import { nth } from "../../base/nth.ts";
import { kindIn, type RunGraph } from "../run-graph.ts";
import { opened, partId, type RunPart } from "./parts.ts";

/** An edge between parts: it stands for one operand and its use, or for several. */
export interface PartEdge {
  readonly from: string;
  readonly to: string;
  /** The edge of the run, where it is one between two scalars. */
  readonly edge: number | undefined;
  readonly count: number;
}

/** A run's graph with some of its parts open: what is laid out and drawn. */
export interface PartGraph {
  readonly parts: readonly RunPart[];
  readonly edges: readonly PartEdge[];
}

/** Which parts of a run's graph are shown: what is open, and what is left out. */
export interface ViewOptions {
  /** The names of the parts that are open. */
  readonly open: ReadonlySet<string>;
  /** Whether constants are left out. */
  readonly hideConstants: boolean;
  /** Show only what is at most `distance` edges from a scalar. */
  readonly around: { readonly scalar: number; readonly distance: number } | undefined;
  /** Whether everything is open. */
  readonly all: boolean;
}

/** Scalars of the result that are seen whatever they are folded into. */
const MOST_OUTPUTS = 12;

/** Makes the graph of a run some of whose parts are open. Its outputs are seen, too: beside the part that each is folded into. */
export function partGraph(graph: RunGraph, whole: readonly RunPart[], options: ViewOptions): PartGraph {
  const parts: RunPart[] = [];
  const outputs = [...new Set(graph.outputs)];
  const todo = whole.toReversed();
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    const { tag, from, to } = part;
    if (tag === "scalar") {
      if (!options.hideConstants || kindIn(graph, from) !== "constant") parts.push(part);
    } else if (options.all || options.open.has(partId(part))) todo.push(...opened(part).toReversed());
    else {
      const within = outputs.length > MOST_OUTPUTS ? [] : outputs.filter((node) => isLastIn(graph, node, from, to));
      // a part of nothing else would be an empty box
      if (within.length < to - from) parts.push(part);
      for (const node of within) parts.push({ tag: "scalar", from: node, to: node + 1 });
    }
  }
  const owner = new Int32Array(graph.size).fill(-1);
  parts.forEach((part, index) => {
    owner.fill(index, part.from, part.to);
  });
  const edges = edgesBetween(graph, parts, owner);
  return options.around === undefined
    ? { parts, edges }
    : near(parts, edges, nth(owner, options.around.scalar), options.around.distance);
}

/** Whether a scalar is an operation of a stretch that uses it no more. */
function isLastIn(graph: RunGraph, node: number, from: number, to: number): boolean {
  if (node < from || node >= to || kindIn(graph, node) !== "operation") return false;
  return graph.operands.subarray(nth(graph.starts, node + 1), nth(graph.starts, to)).indexOf(node) < 0;
}

function edgesBetween(graph: RunGraph, parts: readonly RunPart[], owner: Int32Array): readonly PartEdge[] {
  const ids = parts.map(partId);
  const edges: PartEdge[] = [];
  const counts = new Map<number, number>();
  for (let node = 0; node < graph.size; node++) {
    const to = nth(owner, node);
    if (to < 0) continue;
    for (let edge = nth(graph.starts, node); edge < nth(graph.starts, node + 1); edge++) {
      const from = nth(owner, nth(graph.operands, edge));
      if (from < 0 || from === to) continue;
      if (nth(parts, from).tag === "scalar" && nth(parts, to).tag === "scalar")
        edges.push({ from: nth(ids, from), to: nth(ids, to), edge, count: 1 });
      else counts.set(from * parts.length + to, (counts.get(from * parts.length + to) ?? 0) + 1);
    }
  }
  for (const [key, count] of counts) {
    const from = nth(ids, Math.floor(key / parts.length));
    edges.push({ from, to: nth(ids, key % parts.length), edge: undefined, count });
  }
  return edges;
}

function near(parts: readonly RunPart[], edges: readonly PartEdge[], center: number, distance: number): PartGraph {
  const ends = edges.flatMap(({ from, to }) => [[from, to] as const, [to, from] as const]);
  const beside = groupedBy(ends, ([one]) => one);
  const middle = parts[center];
  const kept = new Set(middle === undefined ? [] : [partId(middle)]);
  let border = [...kept];
  for (let step = 0; step < distance; step++) {
    const next: string[] = [];
    for (const id of border)
      for (const [, other] of beside.get(id) ?? [])
        if (!kept.has(other)) {
          kept.add(other);
          next.push(other);
        }
    border = next;
  }
  return {
    parts: parts.filter((part) => kept.has(partId(part))),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}
