// Where calls stand while they become one: first apart, so that a + has room between them; then side by side where their sum will be.

import { addAt, lastOf, nth } from "../../../engine/base/nth.ts";
import { between, type Curve, type Point, pointOn, type Way } from "../../picture/motion.ts";

/** Moves boxes of a row apart, as far as there is room: each keeps its order, and at least so much room to the next. */
export function apart(
  xs: readonly number[],
  widths: readonly number[],
  gap: number,
  [left, right]: readonly [left: number, right: number],
): readonly number[] {
  const total = widths.reduce((sum, one) => sum + one, 0) + gap * (xs.length - 1);
  if (total > right - left) return xs;
  const least = (index: number): number => (nth(widths, index - 1) + nth(widths, index)) / 2 + gap;
  const found = [...xs];
  // from the left, each at least so far from the one before; then from the right, within the field
  found[0] = Math.max(nth(found, 0), left + nth(widths, 0) / 2);
  for (let index = 1; index < xs.length; index++)
    found[index] = Math.max(nth(found, index), nth(found, index - 1) + least(index));
  const before = mean(xs);
  const shift = before - mean(found);
  for (let index = 0; index < xs.length; index++) addAt(found, index, shift);
  const over = Math.max(0, lastOf(found) + lastOf(widths) / 2 - right);
  const under = Math.max(0, left - (nth(found, 0) - nth(widths, 0) / 2));
  return found.map((x) => x - over + under);
}

/** Places side by side around a middle, with a gap where there is room for it; over each other where they are wider than the room. */
export function sideBySide(given: readonly number[], middle: number, room: number, between = 0): readonly number[] {
  const whole = given.reduce((sum, one) => sum + one, 0);
  const gap = whole + between * (given.length - 1) > room ? 0 : between;
  const widths = given.map((wide) => wide + gap);
  const total = whole + gap * given.length;
  const share = total > room && widths.length > 1 ? Math.max(0, room - lastOf(widths)) / (total - lastOf(widths)) : 1;
  let left = middle - Math.min(total, Math.max(room, lastOf(widths))) / 2;
  return widths.map((wide) => {
    const x = left + wide / 2;
    left += wide * share;
    return x;
  });
}

/** After so much of a row a line has turned to where it leads. */
const TURN = 0.35;
/** The part of the way before it begins to turn. */
const SOON = 0.75;

/** An end of an edge of a tree: the middle of a pill, and half its width. */
export interface PillEnd {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

/** How far several lines between two calls are apart, and how far one goes around others: at least, by doubling of rows, by side; in letters. */
const BOW = 2.6;
const REACH = { least: 1.2, rows: 1.1, side: 0.8 };
/** The part of half a box beside it in which a line is still near. */
const NEAR_BOX = 0.4;
/** Places, in pixels, are no farther apart than this where they are the same. */
export const ROUNDING = 1e-6;

/** Clearance of a line from boxes that it passes, in pixels. */
export const CLEAR = 5;

/** How far boxes are in the way of a line that rises at x: 1 where one covers it, 0 where all are clear of it. */
export function inTheWay(x: number, others: readonly { readonly x: number; readonly w: number }[]): number {
  return others.reduce((most, other) => {
    const half = Math.max(1, other.w / 2);
    const beside = (Math.abs(other.x - x) - half) / Math.min(half * NEAR_BOX, CLEAR);
    return Math.max(most, Math.min(1, Math.max(0, 1 - beside)));
  }, 0);
}

/** Parameters of a way between two calls: heights of calls and rows, letters, which of several it is, and the sides of its column. */
interface BranchLook {
  readonly h: number;
  readonly rowHeight: number;
  readonly size: number;
  readonly side: number;
  readonly least: number;
  readonly most: number;
  /** How far boxes in the rows between are in the way of a line that rises at x, from 0 to 1. */
  blockedAt(x: number): number;
}

/**
 * The way from a caller to its callee, from the lower pill up to the higher one: in the column of the callee, or, where others are in the
 * way there, in that of its caller. Where they are in both, it passes around them on the left, the wider the more rows it passes, or on the
 * right, where others are on the left; between neighbours in low rows, too, where there is no room for a line.
 */
export function branch(from: PillEnd, to: PillEnd, look: BranchLook): Curve {
  const { h, rowHeight, size, side, least, most, blockedAt } = look;
  const [ya, yb] = [from.y - h / 2, to.y + h / 2];
  const dy = (ya - yb) / 2;
  const bow = side * size * BOW;
  const rows = Math.round((from.y - to.y) / rowHeight);
  const [blocked, blockedBelow] = [blockedAt(to.x), blockedAt(from.x)];
  // a line that passes rows turns at the first of them, or at the last
  const early = rows > 1 ? ya - rowHeight * TURN : yb + dy;
  const turn = between(early, rows > 1 ? yb + rowHeight * TURN : early, blocked * (1 - blockedBelow));
  // and turns soon, and from the near side of its caller, for it passes close to the boxes of the next rows
  const soon = rows > 1 ? SOON * (1 - blocked) : 0;
  const flat = Math.max(0, from.half - h / 2);
  const start = from.x + Math.max(-flat, Math.min(flat, to.x - from.x));
  const straight: Curve = [
    [start, ya],
    [between(start, to.x, soon) + bow, rows > 1 ? turn : ya - dy],
    [to.x + bow, turn],
    [to.x, yb],
  ];
  const widest = Math.max(from.half, to.half);
  const isHidden = rows <= 1 && dy <= size * 0.5;
  const near = isHidden
    ? Math.max(0, Math.min(1, 2 - Math.abs(from.x - to.x) / Math.max(1, widest)))
    : blocked * blockedBelow;
  if (near === 0) return straight;
  const reach = size * (REACH.least + REACH.rows * Math.log2(Math.max(1, rows)) + REACH.side * (side + 0.5));
  // a curve comes three quarters as far as its handles, and stays in its column
  const [first, end] = [Math.min(from.x - from.half, to.x - to.half), Math.max(from.x + from.half, to.x + to.half)];
  const left = Math.max(first - reach, first - (first - least) / FAR);
  const right = Math.min(end + reach, end + (most - end) / FAR);
  const [onLeft, onRight] = [blockedAt(first - (first - left) * FAR), blockedAt(end + (right - end) * FAR)];
  const sideways = onLeft * (1 - onRight);
  const handle = between(left, right, sideways);
  const around: Curve = [
    [from.x + between(-from.half, from.half, sideways), from.y],
    [handle, from.y],
    [handle, to.y],
    [to.x + between(-to.half, to.half, sideways), to.y],
  ];
  return straight.map(([x, y], at): Point => {
    const [ax, ay] = nth(around, at);
    return [x + (ax - x) * near, y + (ay - y) * near];
  }) as unknown as Curve;
}

/** The way straight up from one place to another. */
export function straightWay(from: number, to: number, y0: number, y1: number): Curve {
  const dy = (y0 - y1) / 2;
  return [
    [from, y0],
    [from, y0 - dy],
    [to, y1 + dy],
    [to, y1],
  ];
}

/** How far a curve comes towards its handles, where both are on one side. */
const FAR = 0.75;

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** A call that a line may pass: its middle and its width. */
interface Passed {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** Points of a curve that are looked at, and pixels between rows below which a line has no room to turn there. */
const LOOKED_AT = 48;
const NARROWEST = 9;
/** How much of the way aside from the place that it leads to counts, against each turn. */
const ASIDE = 0.05;

/** Whether a line has room to turn between rows of a height with calls of a height. */
export function hasWays(rowHeight: number, h: number): boolean {
  return rowHeight - h >= NARROWEST;
}

/** Whether a curve goes behind one of the calls that it passes. */
function isHidden(curve: Curve, others: readonly Passed[], h: number): boolean {
  for (let at = 0; at <= LOOKED_AT; at++) {
    const [x, y] = pointOn(curve, at / LOOKED_AT);
    if (others.some((one) => Math.abs(one.y - y) < h / 2 && Math.abs(one.x - x) < one.w / 2 + 1)) return true;
  }
  return false;
}

/**
 * The way from a caller to its callee past all calls between them: `curve` where that passes behind none of them; else up through the gaps
 * of the rows, with as few and small turns as possible. Undefined where there are no such gaps. `others` are in the rows between, `beside`
 * in the rows of the two.
 */
export function clearWay(
  curve: Curve,
  [from, to]: readonly [PillEnd, PillEnd],
  { h, rowHeight, least, most }: Pick<BranchLook, "h" | "rowHeight" | "least" | "most">,
  others: readonly Passed[],
  beside: readonly Passed[],
): Way | undefined {
  if (!hasWays(rowHeight, h) || !isHidden(curve, [...others, ...beside], h)) return undefined;
  const count = Math.round((from.y - to.y) / rowHeight) - 1;
  const rows = Array.from({ length: count }, (_, at) => from.y - (at + 1) * rowHeight);
  /** For each row the places that are free: how far it is to go there from the caller, and the place before. */
  let before: readonly Reached[] = [{ x: from.x, cost: 0, by: undefined }];
  for (const y of rows) {
    const mine = others.filter((one) => Math.abs(one.y - y) < rowHeight / 2);
    const isFree = (x: number): boolean =>
      x >= least && x <= most && mine.every((one) => Math.abs(one.x - x) >= one.w / 2 + CLEAR - ROUNDING);
    const beside = mine.flatMap(({ x, w }) => [x - w / 2 - CLEAR, x + w / 2 + CLEAR]);
    const here = [...new Set([to.x, ...before.map(({ x }) => x), ...beside])].filter(isFree);
    before = here.map((x): Reached => {
      const costs = before.map((one) => one.cost + Math.abs(one.x - x));
      const cost = Math.min(...costs);
      return { x, cost: cost + ASIDE * Math.abs(x - to.x), by: before[costs.indexOf(cost)] };
    });
    if (before.length === 0) return undefined;
  }
  const last = before.reduce((best, one) =>
    one.cost + Math.abs(one.x - to.x) < best.cost + Math.abs(best.x - to.x) ? one : best,
  );
  const xs: number[] = [];
  for (let one: Reached | undefined = last; one?.by !== undefined; one = one.by) xs.unshift(one.x);
  const flat = Math.max(0, from.half - h / 2);
  const start = from.x + Math.max(-flat, Math.min(flat, (xs[0] ?? to.x) - from.x));
  const way: Point[] = [[start, from.y - h / 2]];
  for (const [at, y] of rows.entries()) {
    turnTo(way, [nth(xs, at), y + h / 2 + 1]);
    turnTo(way, [nth(xs, at), y - h / 2 - 1]);
  }
  turnTo(way, [to.x, to.y + h / 2]);
  return way;
}

/** A place in a row that a line can go through: the length of the way there, and the place in the row before. */
interface Reached {
  readonly x: number;
  readonly cost: number;
  readonly by: Reached | undefined;
}

/** Extends a way to a point, from straight below it. */
function turnTo(way: Point[], [x, y]: Point): void {
  const [x0, y0] = lastOf(way);
  const middle = (y0 + y) / 2;
  way.push([x0, middle], [x, middle], [x, y]);
}
