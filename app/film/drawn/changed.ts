// Numbers that are other ones: changed or missing since edges were cut, with their values with and without the cuts, or before an input was
// changed.

import { t as text } from "@lingui/core/macro";
import type { ColumnAnimation } from "../../../engine/animation/animation.ts";
import type { WaitingColumn } from "../../../engine/animation/waiting.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Box } from "../../exploration/drawn/graph-field.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { between, slidInto, sprung } from "../../picture/motion.ts";
import { changed, lengthOf, missing, strong } from "../../picture/parts.ts";
import { around, FLAG_ENDS, LETTER, type Part } from "../../picture/shape.ts";
import { callNow, countsFrom, type Film, type FilmColumn, isMade } from "../../playback/model/film.ts";
import { otherThan, type PieceNow, replacedBefore } from "../../playback/model/pieces.ts";
import type { Moment } from "./moment.ts";

/** A number after edges were cut: its value, its former value if that differs, and whether it is missing. */
export interface Told {
  readonly value: number;
  readonly was: number | undefined;
  readonly isMissing: boolean;
}

/** The text of a flag: a number; its former and present value; or, struck out, a missing one. */
export function toldParts(
  { value, was, isMissing }: Told,
  { isSum, most }: { readonly isSum: boolean; readonly most?: number | undefined },
): string | readonly Part[] {
  const words = isSum ? shortReal : signed;
  if (isMissing) return [missing(words(was ?? value))];
  return was === undefined ? words(value) : changed(value, was, most, words);
}

/** How a flag is marked, and its data for tests. */
export function markOf({ value, was, isMissing }: Told): {
  readonly mark: "changed" | "missing" | undefined;
  readonly data: Readonly<Record<string, number>>;
} {
  if (isMissing) return { mark: "missing", data: { missing: was ?? value } };
  return was === undefined
    ? { mark: undefined, data: { flag: value } }
    : { mark: "changed", data: { flag: value, was } };
}

/** The places of waiting flags beside a scalar, by their slot. */
export interface Spots {
  beside(slot: number): number;
  above(slot: number): number;
}

/** Milliseconds for which a sum is lit. */
const LIT = 300;

/** Draws a contribution that waits at its scalar; one that is added to another slides into it, and their sum pops up. */
export function drawWaitingFlag(
  { paper, picture, t, y }: Moment,
  animation: WaitingColumn,
  key: string,
  now: PieceNow,
  { beside, above }: Spots,
  { most, sizeOf }: { readonly most?: number; sizeOf(words: string | readonly Part[]): number },
): void {
  const { piece, giving, summed, keeping } = now;
  const slot = piece.slot - replacedBefore(animation, piece, t);
  const into = giving === undefined ? slot : nth(animation.pieces, giving.keeps).slot;
  // both can be read until their sum is there
  const { way, opacity } = slidInto(t, giving?.slide);
  const pop = summed === undefined ? 1 : sprung(t, { from: summed.slide.to, to: summed.done });
  const isAddend = slot > 0 && summed === undefined;
  const words = toldParts(now, { isSum: !isAddend, most });
  const { mark, data } = markOf(now);
  picture.flag(isAddend ? "top" : "node", key, words, {
    x: between(beside(slot), beside(into), way),
    y: y(piece.to) - between(above(slot), above(into), way),
    size: Math.max(paper.least, sizeOf(words) * pop),
    isLit: isAddend || keeping !== undefined || (summed !== undefined && t < summed.done + LIT),
    opacity,
    mark,
    data: keeping === undefined ? data : { ...data, merge: keeping.sum, to: piece.to },
  });
}

/** Letters of a flag for which there is room. */
export function lettersIn(width: number, size: number): number {
  return Math.floor((width - size * FLAG_ENDS) / (size * LETTER));
}

/** The sum of a scalar's cotangents so far, and that with all edges; undefined before its first call. */
export function calledWith(film: Film, column: FilmColumn, number: number, t: number): Told | undefined {
  const { animation } = column;
  const calls = nth(present(film.callsOf.get(column)), number);
  const sum = sumOf(animation, calls, t);
  if (animation.whole === undefined)
    return sum === undefined ? undefined : { value: sum, was: undefined, isMissing: false };
  const before = sumOf(animation.whole, calls, t);
  if (before === undefined) return undefined;
  return { value: sum ?? 0, was: otherThan(sum ?? 0, before), isMissing: sum === undefined };
}

/** The same; during a call of the scalar, the argument of that call. */
export function calledNow(moment: Moment, column: FilmColumn, number: number): Told | undefined {
  const { film, t } = moment;
  const call = callNow(moment, column);
  const { calls } = column.animation.replayOrder;
  // with cut edges, only the sums are compared
  if (call === undefined || calls.number[call] !== number || column.animation.whole !== undefined)
    return calledWith(film, column, number, t);
  return { value: nth(calls.cotangent, call), was: undefined, isMissing: false };
}

function sumOf(animation: ColumnAnimation, calls: readonly number[], t: number): number | undefined {
  let sum: number | undefined;
  const { cotangent } = animation.replayOrder.calls;
  for (const call of calls) {
    if (countsFrom(animation, call) > t) break;
    if (isMade(animation, call)) sum = (sum ?? 0) + nth(cotangent, call);
  }
  return sum;
}

/** The ground of earlier numbers: pixels beside them and to the edge, and half its height and their size, in letters. */
const PX = { ground: 3, edge: 4 };
const HALF = 0.6;
const SIZE = 0.9;

/** Where there may be room: beside the flag of a row, from there to the right edge, or in lines below or above it from `x` on. */
interface Room {
  readonly beside: number;
  readonly row: number;
  readonly x: number;
  readonly lines: readonly number[];
  readonly right: number;
  /** How much of edges and of their numbers would be hidden there. */
  hides(box: Box): number;
}

/** Draws both numbers of a scalar before the input was changed, beside its cotangent or below it. */
export function drawOther({ film, paper, picture, t, marks }: Moment, number: number, place: Room): void {
  const { graph, animation } = film;
  if (t < animation.togetherEnd) return;
  const size = Math.max(paper.small, paper.size * SIZE);
  const { before } = marks;
  if (before !== undefined) {
    const [value, cotangent] = [nth(before.values, number), nth(before.cotangents, number)];
    const isMoved = !Object.is(value, graph.values[number]);
    const isOther = !Object.is(cotangent, graph.cotangents[number]);
    if (!isMoved && !isOther) return;
    const was = text({ message: "was", comment: "before a number of a run that was changed" });
    const parts: readonly Part[] = [
      { text: `${was} `, colour: "ink-2" },
      ...(isMoved ? [{ text: shortReal(value), colour: "primal" }] : []),
      ...(isMoved && isOther ? [{ text: " | ", colour: "ink-2" }] : []),
      ...(isOther ? [strong(shortReal(cotangent), "cot")] : []),
    ];
    const w = lengthOf(parts) * size * LETTER;
    const isBeside = place.beside + w + PX.edge <= place.right;
    const spots = [
      ...(isBeside ? [[place.beside, place.row] as const] : []),
      ...place.lines.map((line) => [Math.min(place.x, place.right - w - PX.edge), line] as const),
    ];
    const hidden = spots.map(([x, y]) =>
      place.hides([x - PX.ground, y - size * HALF, x + w + PX.ground, y + size * HALF]),
    );
    const spot = spots[hidden.indexOf(Math.min(...hidden))];
    if (spot === undefined) return;
    const [x, y] = spot;
    // no edge goes through words
    const ground = around(x + w / 2, y, w + 2 * PX.ground, 2 * size * HALF);
    picture.rect("top", `ground${number}`, ground, { r: PX.ground, fill: "paper" });
    picture.text("top", `before${number}`, [x, y], parts, size, { data: { before: cotangent } });
  }
}
