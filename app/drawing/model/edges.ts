// The ways of edges: from a side of the operand through the middles between its bends, bent towards them, to a side of the user.
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { placeAlong } from "../../../engine/graphs/edge-labels.ts";
import { between, type Point, pointOn, type Way } from "../../picture/motion.ts";
import { flagWidth } from "../../picture/shape.ts";
import type { Drawing, DrawnEdge, DrawnNode } from "./drawing.ts";
import { GRAPH } from "./looks.ts";

/** An edge with its way. */
export interface WayOfEdge {
  readonly edge: DrawnEdge;
  readonly way: Way;
  /** Finds the middle of its label. */
  labelAt(): Point;
}

/** The ways of all edges of a drawing whose ends are in it. */
export function waysIn({ nodes, edges, isDownward = false }: Drawing): readonly WayOfEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge): readonly WayOfEdge[] => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const ends = endsOf(edge, from, to, isDownward);
    return [{ edge, way: wayThrough(ends), labelAt: () => labelOn(edge, ends) }];
  });
}

/** The ends of an edge, and its bends between them. */
function endsOf({ bends, beside }: DrawnEdge, from: DrawnNode, to: DrawnNode, isDownward: boolean): readonly Point[] {
  if (beside !== undefined) {
    const out = beside.isRight ? 0.5 : -0.5;
    // beyond the flag there
    const gap = beside.isRight && from.flag !== undefined ? flagWidth(from.flag, GRAPH.letters) : 0;
    const start: Point = [from.x + out * from.width + gap, from.y + from.height * GRAPH.aside];
    return [start, ...bends, [to.x + out * to.width, to.y - to.height * GRAPH.aside]];
  }
  if (isDownward) {
    const down = from.y <= to.y ? 0.5 : -0.5;
    return [[from.x, from.y + down * from.height], ...bends, [to.x, to.y - down * to.height]];
  }
  // an edge against the order goes back from the left side
  const on = bends.length > 0 || from.x <= to.x ? 0.5 : -0.5;
  return [[from.x + on * from.width, from.y], ...bends, [to.x - on * to.width, to.y]];
}

function labelOn({ beside, labelAt }: DrawnEdge, ends: readonly Point[]): Point {
  if (beside === undefined) return placeAlong(ends.toReversed(), labelAt);
  const [x, y] = lastOf(ends);
  return [x + (beside.isRight ? beside.label : -beside.label), y];
}

/** The way between two ends through the middles between its bends, bent towards them. */
export function wayThrough(ends: readonly Point[]): Way {
  const way: Point[] = [nth(ends, 0)];
  const part = ([x1, y1]: Point, [x2, y2]: Point, u: number): Point => [between(x1, x2, u), between(y1, y2, u)];
  if (ends.length === 2)
    return [...way, part(nth(ends, 0), nth(ends, 1), 1 / 3), part(nth(ends, 0), nth(ends, 1), 2 / 3), nth(ends, 1)];
  for (let at = 1; at < ends.length - 1; at++) {
    const [start, bend] = [lastOf(way), nth(ends, at)];
    const end = at === ends.length - 2 ? lastOf(ends) : part(bend, nth(ends, at + 1), 0.5);
    // a quadratic curve has its one handle two thirds of the way to those of a cubic one
    way.push(part(start, bend, 2 / 3), part(end, bend, 2 / 3), end);
  }
  return way;
}

/** Straight pieces that stand for a curve where its length is measured, or how near it is. */
const PIECES = 16;

/** Points of a way, from its start to its end. */
export function pointsOf(way: Way): readonly Point[] {
  const count = (PIECES * (way.length - 1)) / 3;
  return Array.from({ length: count + 1 }, (_, at) => pointOn(way, at / count));
}

/** The length of a way in pixels. */
export function lengthOf(way: Way): number {
  return pointsOf(way).reduce(
    ({ sum, last }, point) => ({ sum: sum + Math.hypot(point[0] - last[0], point[1] - last[1]), last: point }),
    { sum: 0, last: nth(way, 0) },
  ).sum;
}
