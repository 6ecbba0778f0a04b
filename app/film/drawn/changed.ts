// Numbers that changed or are missing since edges were cut: their values with and without the cuts.

import type { ColumnAnimation } from "../../../engine/animation/animation.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { lengthOf, missing, strong } from "../../picture/parts.ts";
import { FLAG_ENDS, LETTER, type Part } from "../../picture/shape.ts";
import { callNow, type Film, type FilmColumn, isMade } from "../../playback/model/film.ts";
import { otherThan } from "../../playback/model/pieces.ts";
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
  { isSum, most = Number.POSITIVE_INFINITY }: { readonly isSum: boolean; readonly most?: number },
): string | readonly Part[] {
  const words = isSum ? shortReal : signed;
  if (isMissing) return [missing(words(was ?? value))];
  if (was === undefined) return words(value);
  const now = strong(words(value), "err");
  const both = [{ text: words(was), colour: "ink-2" }, { text: "→", colour: "ink-2" }, now];
  return lengthOf(both) <= most ? both : [now];
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
    const at = animation.tag === "tree" ? nth(animation.to, call) : nth(animation.calls, call).lift.from;
    if (at > t) break;
    if (isMade(animation, call)) sum = (sum ?? 0) + nth(cotangent, call);
  }
  return sum;
}
