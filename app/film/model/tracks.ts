// Where the edges of a data-flow graph run beside one column of nodes: each on a side, and on a track of its own there, so that two
// edges share no line but where they meet at a node, and cross at right angles where they have to.
import { type RunGraph, userOf } from "../../../engine/graphs/run-graph.ts";

/** An edge as it passes rows, from its operand down to its user. */
interface Span {
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}

/** What it costs that two edges on one side cross, that they run beside each other there, and that both leave one node. */
const [CROSSING, BESIDE, BOTH] = [3, 0.4, 4];
/** Over how many tracks distant edges are spread. */
const OUTERMOST = 4;
/** How often all users are asked on which sides their edges should be. */
const PASSES = 6;

/**
 * By edge, whether it runs on the right. First operands are reached on the left and second ones on the right at first; then each user
 * changes sides as long as fewer edges cross.
 */
export function sidesOf(graph: RunGraph, isDistant: (edge: number) => boolean): readonly boolean[] {
  const spans = spansOf(graph);
  const isRight = spans.map(({ edge, to }) => (edge - graph.starts[to]!) % 2 === 1);
  const near = spans.filter(({ edge }) => !isDistant(edge));
  const others = new Map(
    near.map((span) => [span.edge, near.filter((other) => other.edge !== span.edge && overlaps(span, other))]),
  );
  const cost = (edges: readonly number[]): number =>
    edges.reduce(
      (sum, edge) =>
        sum +
        (others.get(edge) ?? []).reduce(
          (all, other) => all + (isRight[edge] === isRight[other.edge] ? togetherCost(spans[edge]!, other) : 0),
          0,
        ),
      0,
    );
  for (let pass = 0; pass < PASSES; pass++) {
    let hasChanged = false;
    for (let user = 0; user < graph.size; user++) {
      const edges = near.filter(({ to }) => to === user).map(({ edge }) => edge);
      const before = cost(edges);
      for (const edge of edges) isRight[edge] = !isRight[edge];
      if (cost(edges) < before - 1e-9) hasChanged = true;
      else for (const edge of edges) isRight[edge] = !isRight[edge];
    }
    if (!hasChanged) break;
  }
  return isRight;
}

function spansOf(graph: RunGraph): readonly Span[] {
  return Array.from(graph.operands, (from, edge) => ({ edge, from, to: userOf(graph, edge) }));
}

/** Whether two edges pass a place between rows both. */
function overlaps(a: Span, b: Span): boolean {
  return Math.max(a.from, b.from) < Math.min(a.to, b.to);
}

function togetherCost(a: Span, b: Span): number {
  if (a.to === b.to) return BOTH;
  if (a.from === b.from) return BESIDE;
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  return second.to > first.to ? CROSSING : BESIDE;
}

/**
 * By edge, how far beside the column it runs, in pixels: at least as far as it `needs`, and a `pitch` beyond each shorter one on its
 * side that it passes. Distant ones run outermost, the farther the longer they are, and share what room there is.
 */
export function reachesOf(
  graph: RunGraph,
  isRight: readonly boolean[],
  look: { readonly pitch: number; needs(edge: number): number; isDistant(edge: number): boolean },
): readonly number[] {
  const reaches = new Array<number>(isRight.length).fill(0);
  const placed: Span[] = [];
  const byLength = [...spansOf(graph)].sort((a, b) => a.to - a.from - (b.to - b.from));
  for (const span of byLength) {
    const { edge } = span;
    reaches[edge] = look.needs(edge);
    if (look.isDistant(edge)) continue;
    for (const other of placed)
      if (isRight[other.edge] === isRight[edge] && overlaps(span, other))
        reaches[edge] = Math.max(reaches[edge]!, reaches[other.edge]! + look.pitch);
    placed.push(span);
  }
  for (const { edge, from, to } of byLength) {
    if (!look.isDistant(edge)) continue;
    const most = placed.reduce(
      (sum, other) => (isRight[other.edge] === isRight[edge] ? Math.max(sum, reaches[other.edge]!) : sum),
      reaches[edge]!,
    );
    reaches[edge] = most + (OUTERMOST * look.pitch * Math.log(to - from)) / Math.log(graph.size);
  }
  return reaches;
}
