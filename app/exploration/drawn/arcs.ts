// A data-flow graph in one column: one of many nodes, or in low rows. Each edge runs beside the column on a track of its own, from its
// user up to its operand, so that none goes through a node. Its number stands in the row of its user, where no other edge leaves on that
// side.

import { lastOf, nth } from "../../../engine/base/nth.ts";
import { type RunGraph, userOf } from "../../../engine/graphs/run-graph.ts";
import { meetingOf, reachesOf, type Span, sidesOf } from "../../../engine/graphs/tracks.ts";
import { between, type Point, pointOn, type Way } from "../../picture/motion.ts";
import { ROUND } from "../../picture/path.ts";
import { LETTER } from "../../picture/shape.ts";
import {
  type Box,
  type Field,
  flagRoom,
  flagWidth,
  type GraphPlaces,
  isColumn,
  isDistant,
  labelWidth,
  nodeText,
  overlap,
} from "./graph-field.ts";

/** In letters: the least room for arcs on a side, how far two tracks are apart, how far the first is, and the room outside. */
const [SIDE, PITCH, FIRST, OUTSIDE] = [4, 0.62, 1.6, 0.6];
/** How far tracks move apart at most where there is room. */
const LOOSE = 1.8;
/** How far heads of edges reach, and the line beside a number, in letters. */
const [HEAD, LINE] = [0.9, 0.45];

/** How wide a graph would be in one column, with arcs on both sides, in whole steps; 0 where it does not stand so. */
export function arcsWidth(graph: RunGraph, rows: { readonly rowHeight: number; readonly size: number }): number {
  const field = { ...rows, x: 0, w: Number.POSITIVE_INFINITY };
  if (!isColumn(graph, field)) return 0;
  const [left, right] = tracksOf(graph, field, sidesOf(spansOf(graph), distantIn(graph))).widest;
  const arcs = Math.max(left, SIDE * rows.size) + Math.max(right, SIDE * rows.size) + 2 * OUTSIDE * rows.size;
  return Math.ceil((widest(flaggedWidths(graph, field)) + arcs + MARGIN) / STEP) * STEP;
}

/** Room beside nodes, flags and arcs. */
const MARGIN = 4;
/** Columns stay where they are while numbers become a little longer. */
const STEP = 20;

/** Width of a flag with its surroundings, as a part of its room. */
const WITH_FLAG = 1.08;

/** Whether an edge goes too far to be drawn whole where its run is shown in part. */
function distantIn(graph: RunGraph): (edge: number) => boolean {
  return (edge) => isDistant(graph.size, nth(graph.operands, edge), userOf(graph, edge));
}

/** The rows that each edge passes. */
function spansOf(graph: RunGraph): readonly Span[] {
  return Array.from(graph.operands, (from, edge) => ({ from, to: userOf(graph, edge) }));
}

/** The widths of nodes. */
function nodeWidths(graph: RunGraph, size: number): Float64Array {
  return Float64Array.from(graph.kinds, (_, node) =>
    Math.max(size * 2, (nodeText(graph, node).length + 1.8) * size * LETTER),
  );
}

/** The widths of nodes with their flags. */
function flaggedWidths(graph: RunGraph, field: Field): Float64Array {
  return nodeWidths(graph, field.size).map((one, node) => one + flagWidth(graph, node, field) * WITH_FLAG);
}

const widest = (widths: ArrayLike<number>): number => Array.from(widths).reduce((a, b) => Math.max(a, b), 0);

/** How far each edge runs beside the nodes, and the farthest on the left and on the right. */
interface Tracks {
  readonly reaches: readonly number[];
  readonly widest: readonly [left: number, right: number];
}

function tracksOf(graph: RunGraph, { size }: Field, isRight: readonly boolean[]): Tracks {
  const spans = spansOf(graph);
  const isMet = meetingOf(spans, isRight);
  const needs = (edge: number): number =>
    Math.max(
      FIRST * size,
      labelWidth(graph, edge, size) + ((isMet[edge] || !isRight[edge] ? HEAD : 0) + 2 * LINE) * size,
    );
  const reaches = reachesOf(spans, isRight, { pitch: PITCH * size, needs, isDistant: distantIn(graph) });
  const on = (right: boolean): number => widest(reaches.filter((_, edge) => isRight[edge] === right));
  return { reaches, widest: [on(false), on(true)] };
}

/** The places of a graph in one column. */
export function arcPlaces(graph: RunGraph, field: Field): GraphPlaces {
  const { rowHeight, size, w } = field;
  const height = Math.min(rowHeight * 0.8, size * 1.9);
  const width = nodeWidths(graph, size);
  const flag = flagRoom(graph, field);
  // nodes begin at one line, and each finds room for its flag; the rest is for arcs
  const whole = flaggedWidths(graph, field);
  const needed = widest(whole);
  const room = Math.max(size * 2.4, w - needed - MARGIN);
  const isTwoSided = room > 2 * SIDE * size;
  const isRight = isTwoSided ? sidesOf(spansOf(graph), distantIn(graph)) : Array.from(graph.operands, () => false);
  const tracks = tracksOf(graph, field, isRight);
  const [most, mostRight] = tracks.widest;
  // each side has the room that its tracks need, and its part of the rest
  const free = room - 2 * OUTSIDE * size;
  const part = isTwoSided ? Math.max(0.3, Math.min(0.7, most / Math.max(1, most + mostRight))) : 1;
  const left = field.x + OUTSIDE * size + free * part;
  const lane: Lane = { left, ends: whole.map((one) => left + one), right: left + needed, isRight };
  const x = width.map((one) => left + one / 2);
  const fitted = (reach: number, right: boolean): number => {
    const [all, own] = right ? [mostRight, free * (1 - part)] : [most, free * part];
    const first = Math.min(own, FIRST * size);
    if (all <= first) return Math.min(own, reach);
    return between(first, Math.min(own, all * LOOSE), (reach - first) / (all - first));
  };
  const reaches = tracks.reaches.map((reach, edge) => fitted(reach, nth(isRight, edge)));
  const curves = reaches.map((reach, edge) => arc(graph, field, lane, height, edge, reach));
  return { x, width, height, isColumn: true, flag, curves, labels: labels(graph, field, lane, curves) };
}

/** Where nodes stand: they begin at one line, and end, with their flags, each at its own. */
interface Lane {
  readonly left: number;
  readonly ends: Float64Array;
  /** Where the widest one ends. */
  readonly right: number;
  /** By edge, whether it is on the right. */
  readonly isRight: readonly boolean[];
}

/** The rounding where an edge leaves its user, in letters; up to its operand it is rounder, so that edges to one operand fan out. */
const CORNER = 1.1;

function arc(graph: RunGraph, field: Field, lane: Lane, height: number, edge: number, reach: number): Way {
  const { rowHeight, size } = field;
  const [operand, user] = [nth(graph.operands, edge), userOf(graph, edge)];
  const isRight = nth(lane.isRight, edge);
  const out = isRight ? 1 : -1;
  const [x1, x2] = isRight ? [nth(lane.ends, operand), nth(lane.ends, user)] : [lane.left, lane.left];
  const base = isRight ? lane.right : lane.left;
  // incoming edges attach above outgoing ones
  const [y1, y2] = [(operand + 0.5) * rowHeight + height * 0.2, (user + 0.5) * rowHeight - height * 0.2];
  const track = base + out * reach;
  const high = (y2 - y1) / 2;
  const [fan, corner] = [Math.min(reach, high), Math.min(reach, high, CORNER * size)];
  const turn = track - out * corner;
  return [
    [x1, y1],
    [x1, y1],
    [base, y1],
    [base, y1],
    [base + out * reach * ROUND, y1],
    [track, y1 + fan * (1 - ROUND)],
    [track, y1 + fan],
    [track, y1 + fan],
    [track, y2 - corner],
    [track, y2 - corner],
    [track, y2 - corner * (1 - ROUND)],
    [turn + out * corner * ROUND, y2],
    [turn, y2],
    [turn, y2],
    [x2, y2],
    [x2, y2],
  ];
}

/** Points of an arc at which it is looked whether a label lies on it. */
const SAMPLES = 64;
/** How far a label is from where its edge begins, in pixels. */
const STEPS = [0, 2, 4, 6, 9, 12] as const;
/** The point of an arc at which it has reached its track. */
const TRACK = 7;
/** The cost of a label on another edge, in letters of way from where it should be. */
const HIDING = 3;
/** The cost of each further place on its edge, in pixels. */
const FAR = 1.5;

/**
 * Labels on their arcs, where no other one is, as near to the user as can be, and on as few other arcs as can be: those of short arcs
 * first, which have few places.
 */
function labels(
  graph: RunGraph,
  { x: edgeOfField, w, size }: Field,
  lane: Lane,
  curves: readonly Way[],
): readonly (Point | undefined)[] {
  const taken: Box[] = [];
  const found: (Point | undefined)[] = curves.map(() => undefined);
  const sampled = curves.map(sampledOf);
  const isMet = meetingOf(spansOf(graph), lane.isRight);
  const byLength = [...curves.keys()].sort((a, b) => lengthOf(nth(curves, a)) - lengthOf(nth(curves, b)));
  for (const edge of byLength) {
    const wide = labelWidth(graph, edge, size);
    const around = ([x, y]: Point): Box => [x - wide / 2, y - size * 0.45, x + wide / 2, y + size * 0.45];
    const isRight = nth(lane.isRight, edge);
    const begins = Math.max(lane.right, nth(lane.ends, userOf(graph, edge)) + (isMet[edge] ? HEAD * size : 2));
    const [first, last] = isRight ? [begins, edgeOfField + w] : [edgeOfField, lane.left - HEAD * size];
    // right where it leaves its user, and else along the way
    const { points } = nth(sampled, edge);
    const y = lastOf(points)[1];
    const track = nth(nth(curves, edge), TRACK)[0];
    const stub = STEPS.map((step): Point => [isRight ? first + wide / 2 + step : last - wide / 2 - step, y]);
    const isBefore = ([x]: Point): boolean => (isRight ? x + wide / 2 < track : x - wide / 2 > track);
    const spots = [...stub.filter(isBefore), ...points.toReversed()].map((spot, at) => ({ spot, at }));
    const free = spots.filter(
      ({ spot }) =>
        spot[0] + wide / 2 <= last &&
        spot[0] - wide / 2 >= first &&
        taken.every((box) => overlap(box, around(spot)) === 0),
    );
    const cost = ({ spot, at }: (typeof free)[number]): number =>
      arcsIn(around(spot), sampled, edge) * HIDING * size + at * FAR;
    const costs = free.map(cost);
    const best = free[costs.indexOf(Math.min(...costs))];
    if (best === undefined) continue;
    found[edge] = best.spot;
    taken.push(around(best.spot));
  }
  return found;
}

/** Points of an arc, and the box that they lie in. */
interface Sampled {
  readonly points: readonly Point[];
  readonly box: Box;
}

function sampledOf(curve: Way): Sampled {
  const points = Array.from({ length: SAMPLES + 1 }, (_, at) => pointOn(curve, at / SAMPLES));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { points, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** How many arcs other than its own a label would lie on. */
function arcsIn([l, t, r, b]: Box, all: readonly Sampled[], own: number): number {
  let count = 0;
  for (const [edge, { points, box }] of all.entries()) {
    if (edge === own || box[0] >= r || box[2] <= l || box[1] >= b || box[3] <= t) continue;
    if (points.some(([x, y]) => x > l && x < r && y > t && y < b)) count++;
  }
  return count;
}

function lengthOf(curve: Way): number {
  return Math.abs(lastOf(curve)[1] - nth(curve, 0)[1]);
}
