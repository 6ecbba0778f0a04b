// Calls where they stand now, one by one: the ways of edges between them, and how calls, edges and the + between addends are drawn.

import { nth, present } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { call } from "../../../exploration/drawn/words.ts";
import { shortBackName } from "../../../exploration/model/scalar.ts";
import { movedWay, type Way } from "../../../picture/motion.ts";
import { missing, strong } from "../../../picture/parts.ts";
import type { Part } from "../../../picture/shape.ts";
import type { Film } from "../../../playback/model/film.ts";
import { otherThan } from "../../../playback/model/pieces.ts";
import type { Group } from "../../../playback/model/tree-shape.ts";
import { branch, clearWay, inTheWay, straightWay } from "../../model/folding.ts";
import { BORDER } from "../../model/paper.ts";
import type { Moment, TreeMoment } from "../moment.ts";
import type { PillLook } from "../pill.ts";
import { callHeight } from "../pill.ts";
import { byRow, inBetween } from "./rows.ts";

/** How wide edges to calls are that are not made, in pixels on paper of scale 1. */
const GONE = 1.1;
/** How far a call has grown while it appears. */
export const APPEARS = { from: 0.55, to: 1 };
/** For how many milliseconds a call is the present one when it is there. */
export const STAYS = 200;

/** A call in its place now, as wide as it is drawn. */
export interface StandingCall {
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** The ends of an edge at a call. */
export const boxOf = ({ x, y, w }: StandingCall) => ({ x, y, half: w / 2 });

/**
 * Finds how an edge lies from a caller to a call, where they and all others stand: around others, but for the straight ones between calls
 * that stand side by side. `size` is that of the letters, by which ways bend.
 */
export function waysOf(
  { paper, place }: TreeMoment,
  calls: readonly StandingCall[],
  { isStraight, size = paper.size }: { isStraight?(call: number): boolean; readonly size?: number },
): (from: number, to: number, side: number) => Way {
  const h = callHeight(paper);
  const rowsOf = byRow(calls);
  const look = { h, rowHeight: paper.rowHeight, size, least: place.x + BORDER, most: place.right - BORDER };
  return (from, to, side) => {
    const [caller, called] = [nth(calls, from), nth(calls, to)];
    if (isStraight?.(from) && isStraight(to))
      return straightWay(caller.x, called.x, caller.y - h / 2, called.y + h / 2);
    const others = inBetween(rowsOf, called.number, caller.number);
    const ends = [boxOf(caller), boxOf(called)] as const;
    const curve = branch(...ends, { ...look, side, blockedAt: (at) => inTheWay(at, others) });
    const beside = [caller, called].flatMap((one) => present(rowsOf.get(one.number)).filter((other) => other !== one));
    return clearWay(curve, ends, look, others, beside) ?? curve;
  };
}

/** How an edge is drawn: its width in pixels on paper of scale 1, how visible it is, how far it has grown, and whether its call is made. */
interface EdgeLook {
  readonly width: number;
  readonly opacity: number;
  readonly grown: number;
  readonly isGone: boolean;
}

/** Draws an edge from a caller to a call. */
export function drawEdge(
  { picture, paper }: Moment,
  key: string,
  way: Way,
  { width, opacity, grown, isGone }: EdgeLook,
): void {
  picture.path("edge", key, {
    ...movedWay(way),
    drawn: grown < 1 ? grown : undefined,
    fill: "none",
    stroke: isGone ? "err" : "bp",
    width: (isGone ? GONE : width) * paper.scale,
    dash: isGone ? "3 5" : undefined,
    opacity,
  });
}

/** Draws a + between calls; its size is in letters. */
export function drawPlus(
  { picture, paper }: Moment,
  key: string,
  x: number,
  y: number,
  { size, opacity, fold }: { readonly size: number; readonly opacity: number; readonly fold?: number },
): void {
  const data = fold === undefined ? undefined : { fold };
  picture.write("top", key, [x, y], [strong("+", "staged")], paper.size * size, {
    opacity,
    data,
  });
}

/** The scalar whose backpropagator is called, its cotangent, and that without any cut. */
export type CallNumbers = Pick<Group, "number" | "value" | "before" | "isGone">;

/** Its cotangent if no edge were cut, where that differs. */
function wasOf({ value, before }: CallNumbers): number | undefined {
  return before === undefined ? undefined : otherThan(value, before);
}

/** Its mark, where it is not made any more, or has another cotangent. */
export function markIn(numbers: CallNumbers): PillLook["mark"] {
  return numbers.isGone ? "missing" : wasOf(numbers) === undefined ? undefined : "changed";
}

/** Its name and its cotangent; struck out where it is not made any more. */
export function partsOf({ graph }: Film, numbers: CallNumbers): readonly Part[] {
  const { number, value, before, isGone } = numbers;
  if (isGone) return [missing(`${shortBackName(graph, number)} ${shortReal(before ?? value)}`)];
  return call(graph, number, value, wasOf(numbers));
}
