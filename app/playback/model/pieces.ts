// Where a contribution is at a time, whatever column it is drawn in, and how those lie that are composed.

import { progress } from "../../../engine/animation/intervals.ts";
import type { Merge, Piece, WaitingColumn } from "../../../engine/animation/waiting.ts";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kept, keptByKey } from "../../base/kept.ts";
import { eased } from "../../picture/motion.ts";
import type { Film } from "./film.ts";

/** A contribution at one moment: its value, the phase it is in, and the merge that it takes part in, if any. */
export interface PieceNow {
  readonly piece: Readonly<Piece>;
  readonly place: number;
  readonly value: number;
  /** Its value with all edges, where that differs. */
  readonly was: number | undefined;
  /** Whether it is not there because an edge is cut. */
  readonly isMissing: boolean;
  /** `leaves`: on its way out of the call; `product`: not evaluated yet; then it flies, and waits. */
  readonly phase: "leaves" | "product" | "flies" | "waits";
  /** The merge in which it stands beside another, or slides into it, or in which another comes to it. */
  readonly giving: Merge | undefined;
  readonly keeping: Merge | undefined;
  /** The merge that made its value. */
  readonly summed: Merge | undefined;
}

/** The pieces of a column that are to be seen at a time. */
export function piecesNow(column: WaitingColumn, t: number): readonly PieceNow[] {
  return latestOf(column)(t, () => column.pieces.flatMap((_, place) => pieceNow(column, place, t) ?? []));
}

/** One picture asks for them several times. */
const latestOf = kept((_: WaitingColumn) => keptByKey<number, readonly PieceNow[]>(1));

/** By piece, the merges that are made into it. */
const mergesInto = kept(({ merges }: WaitingColumn) =>
  groupedBy(
    merges.filter(({ isMade }) => isMade),
    ({ keeps }) => keeps,
  ),
);

function pieceNow(column: WaitingColumn, place: number, t: number): PieceNow | undefined {
  const { pieces, merges, whole } = column;
  const piece = nth(pieces, place);
  const { split, evaluated, fly, takenAt, lostAt } = piece;
  if (t < split.from || (piece.call < 0 && t <= fly.from)) return undefined;
  if (takenAt !== undefined && t >= takenAt) return undefined;
  // its successor takes its place
  const isLost = takenAt !== undefined && lostAt !== undefined && t >= lostAt;
  if (isLost && t >= lostAt + REPLACES) return undefined;
  const given = piece.into === undefined ? undefined : merges[piece.into];
  if (given !== undefined && t >= given.slide.to) return undefined;
  const phase = t < split.to ? "leaves" : t < evaluated ? "product" : t < fly.to ? "flies" : "waits";
  const own = piece.worth.findLast(({ at }) => at <= t)?.value;
  // a contribution that is not sent leaves an empty place
  if (piece.missing === "unsent" && own === undefined && phase !== "waits") return undefined;
  const value = own ?? piece.amount;
  const entire = whole?.pieces[place];
  const before = entire?.worth.findLast(({ at }) => at <= t)?.value ?? entire?.amount;
  const mine = mergesInto(column).get(place);
  return {
    piece,
    place,
    value,
    was: before === undefined ? undefined : otherThan(value, before),
    isMissing: own === undefined || isLost,
    phase: piece.call < 0 && phase !== "waits" ? "flies" : phase,
    giving: given !== undefined && t >= given.stand.from ? given : undefined,
    keeping: mine?.find(({ stand, slide }) => t >= stand.from && t < slide.to),
    summed: mine?.findLast(({ slide }) => t >= slide.to),
  };
}

/** Milliseconds in which a forgotten contribution makes place for the next one. */
export const REPLACES = 450;

/** How many of those before a contribution have made place for it: a number of slots, whole when nothing moves. */
export function replacedBefore(column: WaitingColumn, { to, slot, takenAt }: Piece, t: number): number {
  let sum = 0;
  for (const other of lostOf(column))
    if (other.to === to && other.slot < slot && other.takenAt === takenAt)
      sum += eased(t, { from: present(other.lostAt), to: present(other.lostAt) + REPLACES });
  return sum;
}

/** The contributions that a stage which is broken on purpose forgets before their scalar is called. */
const lostOf = kept(({ pieces }: WaitingColumn): readonly Piece[] =>
  pieces.filter(({ lostAt, takenAt }) => lostAt !== undefined && takenAt !== undefined),
);

/** The former number, where its text differs. */
export function otherThan(value: number, before: number): number | undefined {
  return shortReal(value) === shortReal(before) ? undefined : before;
}

/** How visible something is that appears at a time and stays. */
export function appearing(t: number, from: number, ms: number): number {
  return progress(t, { from, to: from + ms });
}

/** How long the addends of a sum are shown: until the beat ends, so that stepping from call to call shows them, too. */
export function toldUntil({ animation }: Film, done: number): number {
  const beat = animation.beats.find(({ from, to }) => done >= from && done < to);
  return Math.max(done + 500, beat?.to ?? 0);
}
