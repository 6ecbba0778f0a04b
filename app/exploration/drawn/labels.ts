// Where the labels of edges stand in a data-flow graph whose nodes are spread: on their edge, or beside it, where no node, no flag and
// no other label is, and where each is read as the number of its own edge.
import { nth } from "../../../engine/base/nth.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { type Curve, type Point, pointOn } from "../../picture/motion.ts";
import { type Box, type GraphPlaces, labelWidth, overlap } from "./graph-field.ts";

/** Points of an edge that are looked at. */
export const FINE = 40;
/** Parts of an edge at which its label may be, and the cost of each point of another edge there; of an ambiguous label, in such points. */
const SPOTS = [
  0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66, 0.3, 0.7, 0.26, 0.74, 0.22, 0.78, 0.18, 0.82,
] as const;
const FOREIGN = 6;
const DOUBTFUL = 3;
/** How near, in pixels, another edge is as near as its own. */
const NEAR = 9;

/** Laid-out edges, and the boxes taken by nodes and flags. */
interface Labelled {
  readonly graph: RunGraph;
  /** Of letters. */
  readonly size: number;
  readonly curves: readonly Curve[];
  /** By edge, its place among the edges between the same two nodes. */
  readonly twins: readonly { readonly place: number; readonly of: number }[];
  readonly taken: Box[];
  /** The sides of the field. */
  readonly sides: readonly [left: number, right: number];
}

/** By edge, the middle of its label; undefined where it has no room. */
export function labelsOf({
  graph,
  size,
  curves,
  twins,
  taken,
  sides: [least, most],
}: Labelled): readonly (Point | undefined)[] {
  const ways = curves.map((curve) => Array.from({ length: FINE + 1 }, (_, at) => pointOn(curve, at / FINE)));
  const isTaken = ([x, y]: Point): boolean => taken.some(([l, t, r, b]) => x > l && x < r && y > t && y < b);
  /** How many points of other edges are in a box: a label there is read as the number of any edge through it. */
  const foreign = (edge: number, [left, top, right, bottom]: Box): number =>
    ways.reduce(
      (sum, way, other) =>
        other === edge
          ? sum
          : sum + way.filter(([x, y]) => x > left && x < right && y > top - 2 && y < bottom + 2).length,
      0,
    );
  /** How far a point is from an edge. */
  const apart = (way: readonly Point[], [x, y]: Point): number =>
    way.reduce((least, [left, top]) => Math.min(least, Math.hypot(left - x, top - y)), Number.POSITIVE_INFINITY);
  return curves.map((curve, edge): Point | undefined => {
    const wide = labelWidth(graph, edge, size);
    const around = ([x, y]: Point): Box => [x - wide / 2, y - size * 0.6, x + wide / 2, y + size * 0.6];
    // none leaves the field
    const inside = ([x, y]: Point): Point => [Math.max(least + wide / 2, Math.min(most - wide / 2, x)), y];
    const twin = nth(twins, edge);
    if (twin.of > 1) {
      const side = Math.sign(twin.place - (twin.of - 1) / 2);
      // a digit is 0.73 of its letters high, and these are 0.86 of the field’s letters: that just fits between two flags
      const digits = ([x, y]: Point): Box => [x - wide / 2, y - size * 0.32, x + wide / 2, y + size * 0.32];
      const points = [0.5, 0.38, 0.62, 0.28, 0.72].map((u) => inside(pointOn(curve, u)));
      const outside = points.map(([x, y]): Point => inside([x + side * (wide / 2 + size * 0.35), y]));
      // beside its edge it is not to be nearer to another
      const isOther = (at: Point): boolean => {
        const own = apart(nth(ways, edge), at);
        return ways.some((way, other) => other !== edge && apart(way, at) < own + NEAR);
      };
      const doubt = (at: Point): number => foreign(edge, digits(at)) + (isOther(at) ? DOUBTFUL : 0);
      const free = [...outside, ...points].filter((at) => taken.every((box) => overlap(box, digits(at)) === 0));
      const beside = free.length === 0 ? undefined : free.reduce((a, b) => (doubt(b) < doubt(a) ? b : a));
      if (beside !== undefined) taken.push(digits(beside));
      return beside;
    }
    const places = SPOTS.map((u) => ({ u, at: inside(pointOn(curve, u)) }));
    const cost = ({ u, at }: (typeof places)[number]): number =>
      Math.abs(u - 0.5) * 20 +
      foreign(edge, around(at)) * FOREIGN +
      taken.reduce((sum, box) => sum + overlap(box, around(at)), 0) * 4;
    const best = places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    // where there is no room a label would be covered, or cover: its number stands in the code and travels with the contribution
    const covered = taken.reduce((sum, one) => sum + overlap(one, around(best.at)), 0);
    if (isTaken(best.at) || covered > wide * size * 0.3) return undefined;
    taken.push(around(best.at));
    return best.at;
  });
}

/** How many points of edges are in a box; the number of an edge counts as much as half an edge. */
export function hiddenIn({ curves, labels }: GraphPlaces, [left, top, right, bottom]: Box): number {
  const isIn = ([x, y]: Point): boolean => x > left && x < right && y > top && y < bottom;
  const points = curves.reduce(
    (sum, curve) =>
      sum +
      Array.from({ length: FINE + 1 }, (_, at) => pointOn(curve, at / FINE)).filter((point) => isIn(point)).length,
    0,
  );
  return points + (labels.filter((label) => label !== undefined && isIn(label)).length * FINE) / 2;
}
