// How things move: from a place to another, along curves, in times of an animation.

import { easeBackOut, easeCubicInOut } from "d3-ease";
import { type Interval, progress } from "../../engine/animation/intervals.ts";
import { lastOf, nth } from "../../engine/base/nth.ts";
import type { Path } from "./path.ts";

/** How small a shape is when it appears. */
const SMALL = 0.8;

/** A place in a picture. */
export type Point = readonly [x: number, y: number];
/** A cubic curve. */
export type Curve = readonly [Point, Point, Point, Point];
/** Cubic curves, each from where the one before it ends: 3 k + 1 points for k of them. */
export type Way = readonly Point[];

/** The number between two others: `a` for u = 0, `b` for u = 1. */
export function between(a: number, b: number, u: number): number {
  return a + (b - a) * u;
}

/** A part from 0 to 1 that starts and stops gently: the cubic through both without a slope there. */
export const smooth = (u: number): number => u * u * (CUBIC - 2 * u);
const CUBIC = 3;

/** How far something that starts and stops gently is in an interval. */
export function eased(t: number, interval: Interval): number {
  return easeCubicInOut(progress(t, interval));
}

/** The part of its way to another number at which one that is added to it is gone: the sum appears then. */
const GOES_IN = 0.62;

/** A number that slides into another one: the part of the way that it has gone, and its opacity. It is in sight until the sum is. */
export function slidInto(t: number, slide: Interval | undefined): { readonly way: number; readonly opacity: number } {
  if (slide === undefined) return { way: 0, opacity: 1 };
  return { way: GOES_IN * eased(t, slide), opacity: 1 - progress(t, slide) ** 4 };
}

/** The size of a new shape: it springs a little. */
export function sprung(t: number, interval: Interval): number {
  const u = progress(t, interval);
  return u <= 0 || u >= 1 ? 1 : between(SMALL, 1, easeBackOut(u));
}

/** The point on a way, from its start for u = 0 to its end for u = 1; of several curves each has a part as long as it is. */
export function pointOn(way: Way, u: number): Point {
  if (way.length === 4) return pointOnCurve(way as unknown as Curve, u);
  const ends = partsOf(way);
  const at = Math.max(0, ends.findIndex((end, index) => index > 0 && u <= end) - 1);
  const [from, to] = [nth(ends, at), nth(ends, at + 1)];
  return pointOnCurve(nth(curvesOf(way), at), to === from ? 0 : (u - from) / (to - from));
}

/** The curves of a way. */
function curvesOf(way: Way): readonly Curve[] {
  return Array.from({ length: (way.length - 1) / 3 }, (_, at) => way.slice(3 * at, 3 * at + 4) as unknown as Curve);
}

/** The parts of a way at which its curves begin, and 1: by how far their ends and handles are apart. */
function partsOf(way: Way): readonly number[] {
  const lengths = curvesOf(way).map(([a, b, c, d]) => {
    const chord = apart(a, d);
    return (chord + apart(a, b) + apart(b, c) + apart(c, d)) / 2;
  });
  const whole = lengths.reduce((sum, one) => sum + one, 0);
  const ends = [0];
  for (const one of lengths) ends.push(lastOf(ends) + (whole === 0 ? 0 : one / whole));
  ends[lengths.length] = 1;
  return ends;
}

const apart = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);

/** A curve as a way of as many curves as another one has, cut where those of the other meet. */
function cutLike(curve: Curve, like: Way): Way {
  const points: Point[] = [];
  let rest = curve;
  let from = 0;
  for (const end of partsOf(like).slice(1, -1)) {
    const [first, last] = splitAt(rest, (end - from) / (1 - from));
    points.push(...first.slice(0, 3));
    [rest, from] = [last, end];
  }
  return [...points, ...rest];
}

function pointOnCurve([a, b, c, d]: Curve, u: number): Point {
  const v = 1 - u;
  const at = (i: 0 | 1): number => v * v * v * a[i] + 3 * v * v * u * b[i] + 3 * v * u * u * c[i] + u * u * u * d[i];
  return [at(0), at(1)];
}

/** The way as a path. */
export function wayPath(way: Way): Path {
  const [[x, y], rest] = [nth(way, 0), way.slice(1)];
  return [
    ["M", x, y],
    ["C", ...rest.flat()],
  ];
}

/** A curve from left to right that leaves and arrives level. */
export function linked([x0, y0]: Point, [x1, y1]: Point): Path {
  const middle = (x0 + x1) / 2;
  return [
    ["M", x0, y0],
    ["C", middle, y0, middle, y1, x1, y1],
  ];
}

/** The way as a path that is moved down from the line in which it begins: rows that scroll leave it as it is. */
export function movedWay(way: Way): { readonly path: Path; readonly dy: number } {
  const dy = nth(way, 0)[1];
  return { path: wayPath(way.map(([x, y]) => [x, y - dy] as const)), dy };
}

/** The way between two others: the first for u = 0, the second for u = 1. One that is a single curve is cut as the other is. */
export function blended(first: Way, last: Way, u: number): Way {
  const [from, to] = alike(first, last);
  return from.map(([x, y], at): Point => [between(x, nth(to, at)[0], u), between(y, nth(to, at)[1], u)]);
}

/** Two ways as ways of equally many curves. */
function alike(first: Way, last: Way): readonly [Way, Way] {
  if (first.length === last.length) return [first, last];
  if (isCurve(first)) return [cutLike(first, last), last];
  if (isCurve(last)) return [first, cutLike(last, first)];
  const [a, b] = [curvesOf(first), curvesOf(last)];
  return [inParts(a, b.length), inParts(b, a.length)];
}

const isCurve = (way: Way): way is Curve => way.length === 4;

/** A way each of whose curves is cut into equal parts. */
function inParts(curves: readonly Curve[], parts: number): Way {
  const points: Point[] = [nth(curves, 0)[0]];
  for (const curve of curves) {
    let rest = curve;
    for (let left = parts; left > 0; left--) {
      const [part, after] = splitAt(rest, 1 / left);
      points.push(...part.slice(1));
      rest = after;
    }
  }
  return points;
}

/** The part of a curve that is left from a point on. */
export function restOf(curve: Curve, u: number): Curve {
  return splitAt(curve, u)[1];
}

/** The two parts of a curve (de Casteljau). */
function splitAt([a, b, c, d]: Curve, u: number): readonly [Curve, Curve] {
  const mid = ([x1, y1]: Point, [x2, y2]: Point): Point => [between(x1, x2, u), between(y1, y2, u)];
  const [ab, bc, cd] = [mid(a, b), mid(b, c), mid(c, d)];
  const [abc, bcd] = [mid(ab, bc), mid(bc, cd)];
  const middle = mid(abc, bcd);
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ];
}
