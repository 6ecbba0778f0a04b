// A data-flow graph in low rows: all nodes stand in one lane, and each edge is an arc beside it, the wider the more rows it passes. So
// no edge goes through a node, and those of one operand lie within each other. Where there is room, first operands are reached on the
// left and second ones on the right, beyond the flags: two arcs that leave one node are apart, and each side has half of them.
import { type RunGraph, userOf } from "../../../engine/graphs/run-graph.ts";
import {
  type Box,
  type Field,
  flagRoom,
  flagWidth,
  type GraphPlaces,
  isLow,
  labelWidth,
  nodeText,
  overlap,
} from "./graph-field.ts";
import { type Curve, type Point, pointOn } from "./motion.ts";
import { LETTER } from "./shape.ts";

/** How far the middle of an arc lies from its ends, of how far its handles do. */
const REACH = 0.75;
/** Where on its arc a label may be, the best first. */
const SPOTS: readonly number[] = Array.from(
  { length: 37 },
  (_, at) => 0.5 + (at % 2 === 0 ? -1 : 1) * Math.ceil(at / 2) * 0.02,
);

/** The room that arcs need on a side, in letters. */
const SIDE = 4;

/** How wide a graph would be in low rows, with arcs on both sides, in whole steps; 0 where rows are not low. */
export function arcsWidth(graph: RunGraph, rows: { readonly rowHeight: number; readonly size: number }): number {
  const field = { ...rows, x: 0, w: Number.POSITIVE_INFINITY };
  if (!isLow(field)) return 0;
  return Math.ceil((widest(flaggedWidths(graph, field)) + 2 * SIDE * rows.size + MARGIN) / STEP) * STEP;
}

/** Beside what nodes, flags and arcs need. */
const MARGIN = 12;
/** Columns stay where they are while numbers become a little longer. */
const STEP = 20;

/** The widths of nodes. */
function nodeWidths(graph: RunGraph, size: number): Float64Array {
  return Float64Array.from(graph.kinds, (_, node) =>
    Math.max(size * 2, (nodeText(graph, node).length + 1.8) * size * LETTER),
  );
}

/** The widths of nodes with their flags. */
function flaggedWidths(graph: RunGraph, field: Field): Float64Array {
  return nodeWidths(graph, field.size).map((one, node) => one + flagWidth(graph, node, field) * 1.25);
}

const widest = (widths: Float64Array): number => widths.reduce((a, b) => Math.max(a, b), 0);

/** The places of a graph in rows so low that nothing fits between two nodes. */
export function arcPlaces(graph: RunGraph, field: Field): GraphPlaces {
  const { rowHeight, size, w } = field;
  const height = rowHeight * 0.8;
  const width = nodeWidths(graph, size);
  const flag = flagRoom(graph, field);
  // nodes begin at one line, and each finds room for its flag; what is left is for arcs
  const whole = flaggedWidths(graph, field);
  const needed = widest(whole);
  const room = Math.max(size * 2.4, w - needed - 8);
  const isTwoSided = room > 2 * SIDE * size;
  const left = field.x + (isTwoSided ? room / 2 : room);
  const lane: Lane = { left, ends: whole.map((one) => left + one), right: left + needed, isTwoSided };
  const x = width.map((one) => left + one / 2);
  const curves = arcs(graph, field, lane, height);
  return { x, width, height, flag, curves, labels: labels(graph, field, lane, curves) };
}

/** Where nodes stand: they begin at one line, and end, with their flags, each at its own. */
interface Lane {
  readonly left: number;
  readonly ends: Float64Array;
  /** Where the widest one ends. */
  readonly right: number;
  readonly isTwoSided: boolean;
}

function arcs(graph: RunGraph, field: Field, lane: Lane, height: number): readonly Curve[] {
  const { operands } = graph;
  const users = Array.from(operands, (_, edge) => userOf(graph, edge));
  const spans = users.map((user, edge) => user - operands[edge]!);
  const longest = spans.reduce((a, b) => Math.max(a, b), 1);
  const margin = field.size * (lane.isTwoSided ? 1 : 1.6);
  const seen = new Map<string, number>();
  return users.map((user, edge): Curve => {
    const operand = operands[edge]!;
    const isRight = lane.isTwoSided && (edge - graph.starts[user]!) % 2 === 1;
    const room = (isRight ? field.x + field.w - lane.right : lane.left - field.x) - margin;
    const least = Math.min(room, field.size * 1.5);
    const key = `${operand} ${user} ${isRight}`;
    const twin = seen.get(key) ?? 0;
    seen.set(key, twin + 1);
    const part = longest <= 1 ? 0 : Math.log(spans[edge]!) / Math.log(longest);
    const reach = Math.min(room, least + (room - least) * part + twin * field.size * 1.6);
    const handle = isRight ? lane.right + reach / REACH : lane.left - reach / REACH;
    const [x1, x2] = isRight ? [lane.ends[operand]!, lane.ends[user]!] : [lane.left, lane.left];
    // what comes from above enters above what goes on below
    const [y1, y2] = [(operand + 0.5) * field.rowHeight + height * 0.2, (user + 0.5) * field.rowHeight - height * 0.2];
    return [
      [x1, y1],
      [handle, y1 + twin * height * 0.12],
      [handle, y2 - twin * height * 0.12],
      [x2, y2],
    ];
  });
}

/** An arc that is lower than this, in letters, would hide behind its label. */
const SHORT = 2.2;

/** Points of an arc at which it is looked whether a label lies on it. */
const SAMPLES = 48;

/**
 * Labels on their arcs, or beside the middle of short ones, where no other one is, and as few other arcs as can be: those of short arcs
 * first, which have one place.
 */
function labels(
  graph: RunGraph,
  { x: edgeOfField, w, size }: Field,
  lane: Lane,
  curves: readonly Curve[],
): readonly (Point | undefined)[] {
  const taken: Box[] = [];
  const found: (Point | undefined)[] = curves.map(() => undefined);
  const ways = curves.map(wayOf);
  const byLength = [...curves.keys()].sort((a, b) => lengthOf(curves[a]!) - lengthOf(curves[b]!));
  for (const edge of byLength) {
    const wide = labelWidth(graph, edge, size);
    const around = ([x, y]: Point): Box => [x - wide / 2, y - size * 0.48, x + wide / 2, y + size * 0.48];
    const [mx, my] = pointOn(curves[edge]!, 0.5);
    const isRight = mx > lane.left;
    const [first, last] = isRight ? [lane.right, edgeOfField + w] : [edgeOfField, lane.left - 2];
    const aside = (isRight ? 1 : -1) * (wide / 2 + 1);
    const beside: readonly Point[] = lengthOf(curves[edge]!) < size * SHORT ? [[mx + aside, my]] : [];
    const free = [...beside, ...SPOTS.map((u) => pointOn(curves[edge]!, u))].filter(
      (spot) =>
        spot[0] + wide / 2 < last &&
        spot[0] - wide / 2 > first &&
        taken.every((box) => overlap(box, around(spot)) === 0),
    );
    const hidden = free.map((spot) => arcsIn(around(spot), ways, edge));
    const least = Math.min(...hidden);
    const at = free[hidden.indexOf(least)];
    if (at === undefined) continue;
    found[edge] = at;
    taken.push(around(at));
  }
  return found;
}

/** Points of an arc, and the box that they lie in. */
interface Way {
  readonly points: readonly Point[];
  readonly box: Box;
}

function wayOf(curve: Curve): Way {
  const points = Array.from({ length: SAMPLES + 1 }, (_, at) => pointOn(curve, at / SAMPLES));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { points, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** How many arcs other than its own a label would lie on. */
function arcsIn([l, t, r, b]: Box, ways: readonly Way[], own: number): number {
  let count = 0;
  for (const [edge, { points, box }] of ways.entries()) {
    if (edge === own || box[0] >= r || box[2] <= l || box[1] >= b || box[3] <= t) continue;
    if (points.some(([x, y]) => x > l && x < r && y > t && y < b)) count++;
  }
  return count;
}

function lengthOf([[, from], , , [, to]]: Curve): number {
  return Math.abs(to - from);
}
