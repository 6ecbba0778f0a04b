// Fewer points that look the same, for lists of thousands.
import { nth } from "../../../../engine/base/nth.ts";
import type { Datum } from "../../../plot/model.ts";

/** A point of a plot, in the units of its axes. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The range of points in both directions; infinite without any. */
export interface Span {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** The least and the largest numbers of both axes; infinite where there is no point. */
export function spanOf(points: readonly Place[]): Span {
  const of = (pick: (one: Place) => number): readonly [number, number] => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const one of points) {
      low = Math.min(low, pick(one));
      high = Math.max(high, pick(one));
    }
    return [low, high];
  };
  return { x: of(({ x }) => x), y: of(({ y }) => y) };
}

/** Points of a series that are drawn as they are. */
const FEW = 1500;
/** Pixels of a cell in which one dot covers another, and the height that dots are spread over. */
const CELL = 2;
const HEIGHT = 300;

/**
 * Fewer points that look the same: of dots one for each pixel; of a line or of columns, for each pixel of the width the first, the
 * lowest, the highest and the last.
 */
export function thinned(
  points: readonly Place[],
  shape: "line" | "dots" | "columns",
  span: Span,
  width: number,
): readonly Datum[] {
  if (points.length <= FEW) return points;
  const column = cellOf(span.x, width / CELL);
  const row = cellOf(span.y, HEIGHT / CELL);
  if (shape === "dots" || !isInOrder(points)) {
    const isDots = shape === "dots";
    const seen = new Set<number>();
    let before = -1;
    const kept = points.filter(({ x, y }) => {
      const cell = column(x) * 1e6 + row(y);
      // a line returns to its place
      const isKept = isDots ? !seen.has(cell) : cell !== before;
      seen.add(cell);
      before = cell;
      return isKept || y === span.y[0] || y === span.y[1];
    });
    return kept;
  }
  const kept: Place[] = [];
  for (let from = 0; from < points.length; ) {
    const cell = column(nth(points, from).x);
    let [low, high, to] = [from, from, from];
    for (; to < points.length && column(nth(points, to).x) === cell; to++) {
      if (nth(points, to).y < nth(points, low).y) low = to;
      if (nth(points, to).y > nth(points, high).y) high = to;
    }
    const chosen = shape === "columns" ? columnsOf(points, low, high) : [from, low, high, to - 1];
    for (const at of new Set(chosen.sort((a, b) => a - b))) kept.push(nth(points, at));
    from = to;
  }
  return kept;
}

/** Which columns are seen of those in one place: the farthest from 0 to either side. */
function columnsOf(points: readonly Place[], low: number, high: number): number[] {
  if (nth(points, low).y >= 0) return [high];
  return nth(points, high).y <= 0 ? [low] : [low, high];
}

function isInOrder(points: readonly Place[]): boolean {
  return points.every(({ x }, at) => at === 0 || nth(points, at - 1).x <= x);
}

/** Which of the equal parts of a span a number lies in. */
function cellOf([low, high]: readonly [number, number], parts: number): (value: number) => number {
  // halves, for the span of the largest numbers is no number
  const size = high / 2 - low / 2;
  return size > 0 ? (value) => Math.floor(((value / 2 - low / 2) / size) * Math.max(1, parts)) : () => 0;
}
