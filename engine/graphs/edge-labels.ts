// Where the labels of edges stand in a layered layout: on their edge, as near to its middle as may be, clear of other edges, of nodes,
// and of each other, so that each is read as the label of its own edge.
import { groupedBy } from "../base/grouped-by.ts";
import { lastOf, nth, present } from "../base/nth.ts";
import type { LayoutGraph, Placed, Point } from "./layout.ts";

/** Larger graphs are looked at in parts, and have their labels in the middle. */
const MOST_EDGES = 80;
/** Pixels between two places that are tried, and between two points of an edge that are kept clear of. */
const STEP = 6;
/** The height of a label, and how far it keeps away from what is not its own. */
const HEIGHT = 18;
const CLEAR = 4;
/** How much wider the product of a partial and a cotangent is. */
const PRODUCT = 12;
/** The arrow, or the node, at an end of an edge. */
const END = 16;
/** The room below a node, where its cotangent hangs. */
const FLAG = 28;
/** How far apart edges between the same two nodes bend. */
const ASIDE = 46;
/** Costs of lying on a node, on another label, on another edge, and at an end instead of in the middle. */
const ON_NODE = 40;
const ON_LABEL = 30;
const ON_EDGE = 12;
const AT_END = 6;
const SWEEPS = 3;

interface Box {
  readonly x: number;
  readonly y: number;
  /** Half of its width and height. */
  readonly w: number;
  readonly h: number;
}

interface Way {
  /** From its user to its operand, a step apart. */
  readonly points: readonly Point[];
  /** Where a label may stand on it, by the place in its points. */
  readonly from: number;
  readonly to: number;
}

/** By edge, the points that it goes through: of several that lead straight from one node to another each bends aside by itself. */
export function bendsApart({ edges }: LayoutGraph, { x, y, bends }: Placed): readonly (readonly Point[])[] {
  const straight = [...edges.keys()].filter((edge) => nth(bends, edge).length === 0);
  const together = groupedBy(straight, (edge) => `${nth(edges, edge).from} ${nth(edges, edge).to}`);
  const found = [...bends];
  for (const twins of together.values())
    for (const [at, edge] of twins.entries()) {
      const aside = (at - (twins.length - 1) / 2) * ASIDE;
      if (aside === 0) continue;
      const { from, to } = nth(edges, edge);
      const [dx, dy] = [nth(x, to) - nth(x, from), nth(y, to) - nth(y, from)];
      const length = Math.hypot(dx, dy) || 1;
      found[edge] = [
        [
          (nth(x, from) + nth(x, to)) / 2 - (dy / length) * aside,
          (nth(y, from) + nth(y, to)) / 2 + (dx / length) * aside,
        ],
      ];
    }
  return found;
}

/** Where a label stands: how far along its edge from its user, in pixels, and whether it lies on no node and on no other label there. */
export interface LabelPlace {
  readonly at: number;
  readonly isClear: boolean;
}

/** By edge, the place of its label; undefined for one that has none. */
export function labelPlaces(
  { nodes, edges }: LayoutGraph,
  { x, y, bends, isDownward }: Placed,
): readonly (LabelPlace | undefined)[] {
  if (edges.length > MOST_EDGES) return edges.map(() => undefined);
  const ways = edges.map(({ from, to }, edge) => {
    const half = (node: number) => (isDownward ? nth(nodes, node).height : nth(nodes, node).width) / 2;
    const side = (node: number, sign: number): Point =>
      isDownward ? [nth(x, node), nth(y, node) + sign * half(node)] : [nth(x, node) + sign * half(node), nth(y, node)];
    return wayOf([side(to, -1), ...nth(bends, edge).toReversed(), side(from, 1)]);
  });
  const isPlaced = edges.map(
    ({ from, to, label = 0 }, edge) => label > 0 && from < to && nth(ways, edge).to > nth(ways, edge).from,
  );
  const solid = nodes.map(
    (node, index): Box => ({
      x: nth(x, index),
      y: nth(y, index) + (isDownward ? 0 : FLAG / 2),
      w: node.width / 2,
      h: node.height / 2 + (isDownward ? 0 : FLAG / 2),
    }),
  );
  const boxAt = (edge: number, at: number): Box => {
    const [left, top] = nth(nth(ways, edge).points, at);
    return { x: left, y: top, w: present(nth(edges, edge).label) / 2 + CLEAR, h: HEIGHT / 2 + CLEAR };
  };
  const places = ways.map(({ points }) => Math.floor(points.length / 2));
  const boxes = edges.map(({ label = 0 }, edge) => (label > 0 ? boxAt(edge, nth(places, edge)) : undefined));
  const isOn = (one: number, box: Box): boolean =>
    nth(ways, one).points.some(([left, top]) => Math.abs(left - box.x) < box.w && Math.abs(top - box.y) < box.h);
  const costOf = (edge: number, at: number, most: number): number => {
    const { points } = nth(ways, edge);
    const box = boxAt(edge, at);
    let cost = (AT_END * Math.abs(2 * at - points.length)) / points.length;
    for (const node of solid) if (isOver(box, node)) cost += ON_NODE;
    for (let one = 0; one < edges.length && cost < most; one++) {
      if (one === edge) continue;
      const other = boxes[one];
      if (other !== undefined && isOver(box, withProduct(other))) cost += ON_LABEL;
      if (isOn(one, box)) cost += ON_EDGE;
    }
    return cost;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const edge of edges.keys()) {
      if (!nth(isPlaced, edge)) continue;
      const { from, to } = nth(ways, edge);
      let least = costOf(edge, nth(places, edge), Infinity);
      for (let at = from; at <= to; at++) {
        const cost = costOf(edge, at, least);
        if (cost < least) [places[edge], least] = [at, cost];
      }
      boxes[edge] = boxAt(edge, nth(places, edge));
    }
  const isClear = (edge: number, at: number): boolean => {
    const bare = ({ x, y, w, h }: Box): Box => ({ x, y, w: w - CLEAR, h: h - CLEAR });
    const box = bare(boxAt(edge, at));
    const isOther = (other: Box | undefined, one: number): boolean =>
      one !== edge && other !== undefined && isOver(box, bare(other));
    return !solid.some((node) => isOver(box, node)) && !boxes.some(isOther);
  };
  return places.map((at, edge) => (nth(isPlaced, edge) ? { at: at * STEP, isClear: isClear(edge, at) } : undefined));
}

/** The place some pixels along an edge, which goes from one end to the other past bends; its middle where no pixels are given. */
export function placeAlong(ends: readonly Point[], pixels: number | undefined): Point {
  const { points } = wayOf(ends);
  const at = pixels === undefined ? Math.floor(points.length / 2) : Math.round(pixels / STEP);
  return nth(points, Math.min(points.length - 1, at));
}

/** The room of a label when its partial is multiplied by a cotangent there. */
function withProduct({ x, y, w, h }: Box): Box {
  return { x, y, w: w + PRODUCT, h: h + PRODUCT / 2 };
}

function isOver(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) < one.w + other.w && Math.abs(one.y - other.y) < one.h + other.h;
}

/** The points of an edge as it is drawn: through the middles between its bends, bent towards them. */
function wayOf(ends: readonly Point[]): Way {
  const points: Point[] = [];
  let left = 0;
  let last = nth(ends, 0);
  const add = (next: Point): void => {
    const length = Math.hypot(next[0] - last[0], next[1] - last[1]);
    for (; left <= length; left += STEP) {
      const part = length === 0 ? 0 : left / length;
      points.push([last[0] + (next[0] - last[0]) * part, last[1] + (next[1] - last[1]) * part]);
    }
    left -= length;
    last = next;
  };
  const middle = ([a, b]: Point, [c, d]: Point): Point => [(a + c) / 2, (b + d) / 2];
  for (let at = 1; at < ends.length - 1; at++) {
    const [start, bend] = [last, nth(ends, at)];
    const end = at === ends.length - 2 ? lastOf(ends) : middle(bend, nth(ends, at + 1));
    for (let part = 1; part <= PIECES; part++) {
      const u = part / PIECES;
      const along = (place: 0 | 1): number =>
        (1 - u) ** 2 * start[place] + 2 * u * (1 - u) * bend[place] + u ** 2 * end[place];
      add([along(0), along(1)]);
    }
  }
  if (ends.length === 2) add(nth(ends, 1));
  const room = Math.ceil(END / STEP);
  return { points, from: room, to: points.length - 1 - room };
}

/** Straight pieces that stand for one bend. */
const PIECES = 8;
