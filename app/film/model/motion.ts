// How things move: from a place to another, along curves, in times of a score.
import { easeBackOut, easeCubicInOut } from "d3-ease";
import { type Interval, progress } from "../../../engine/score/intervals.ts";
import { n } from "./shape.ts";

/** A place in a picture. */
export type Point = readonly [x: number, y: number];
/** A cubic curve. */
export type Curve = readonly [Point, Point, Point, Point];

/** The number between two others: `a` for u = 0, `b` for u = 1. */
export function between(a: number, b: number, u: number): number {
  return a + (b - a) * u;
}

/** How far something that starts and stops gently is in an interval. */
export function eased(t: number, interval: Interval): number {
  return easeCubicInOut(progress(t, interval));
}

/** The size of what just appeared: it springs a little. */
export function sprung(t: number, interval: Interval): number {
  const u = progress(t, interval);
  return u <= 0 || u >= 1 ? 1 : between(0.8, 1, easeBackOut(u));
}

/** The point on a curve, from its start for u = 0 to its end for u = 1. */
export function pointOn([a, b, c, d]: Curve, u: number): Point {
  const v = 1 - u;
  const at = (i: 0 | 1): number => v * v * v * a[i] + 3 * v * v * u * b[i] + 3 * v * u * u * c[i] + u * u * u * d[i];
  return [at(0), at(1)];
}

/** The curve as the `d` attribute of an SVG path. */
export function curvePath([a, b, c, d]: Curve): string {
  return `M${n(a[0])} ${n(a[1])}C${n(b[0])} ${n(b[1])} ${n(c[0])} ${n(c[1])} ${n(d[0])} ${n(d[1])}`;
}

/** The part of a curve that is left from a point on (de Casteljau). */
export function restOf([a, b, c, d]: Curve, u: number): Curve {
  const mid = ([x1, y1]: Point, [x2, y2]: Point): Point => [between(x1, x2, u), between(y1, y2, u)];
  const [ab, bc, cd] = [mid(a, b), mid(b, c), mid(c, d)];
  const [abc, bcd] = [mid(ab, bc), mid(bc, cd)];
  return [mid(abc, bcd), bcd, cd, d];
}
