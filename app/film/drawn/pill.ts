// A call of a tree: a pill with its name and its cotangent.

import { lengthOf } from "../../picture/parts.ts";
import { around, LETTER, type Part } from "../../picture/shape.ts";
import { BORDER, type Paper, type Place } from "../model/paper.ts";
import type { ColumnMoment } from "./moment.ts";

/** The letters of a pill: in its height, smaller ones where there is less room, and its ends, in letters. */
const LETTERS = { high: 0.66, less: 0.8, least: 0.9, ends: 1.3 };
/** In pixels: the pill of a digit where there is less room, which covers no digit beside it; one without text; its line on paper of scale 1, now and else. */
const PX = { digit: 20, thinnest: 3, dot: 14, now: 2.4, still: 1.5 };

/** The height of a call, in heights of its letters and of a row. */
const OF_LETTERS = 1.65;
const OF_ROW = 0.6;
const OF_LOW_ROW = 0.8;
/** The height below which rows are low, in pixels. */
export const LOW = 40;

/** How high calls are drawn. */
export function callHeight({ size, rowHeight }: Paper): number {
  return Math.min(size * OF_LETTERS, rowHeight * (rowHeight < LOW ? OF_LOW_ROW : OF_ROW));
}

/** How a pill is drawn: highlighted as the current call, folded, faded, or marked as changed by cut edges. */
export interface PillLook {
  readonly isNow: boolean;
  readonly isFolded: boolean;
  readonly opacity: number;
  /** Whether its number is another one since an edge was cut, or it is not made. */
  readonly mark?: "changed" | "missing" | undefined;
  /** How high it is, in heights of a call. */
  readonly size?: number;
}

/** Text of a pill, its letters and its width; without text where there is no room for any. */
export function pillFor(
  paper: Paper,
  parts: readonly Part[],
  room: number,
  h = callHeight(paper),
): { readonly text: readonly Part[] | undefined; readonly letter: number; readonly w: number } {
  const { size, small, least } = paper;
  const letters = Math.min(size, Math.max(least, h * LETTERS.high));
  const wide = (text: readonly Part[], letter: number): number => (lengthOf(text) + LETTERS.ends) * letter * LETTER;
  const last = parts.slice(-1);
  const fitting = [
    { text: parts, letter: letters },
    { text: parts, letter: Math.max(small, letters * LETTERS.less) },
    { text: last, letter: Math.max(small, letters * LETTERS.least) },
  ].find(({ text, letter }) => wide(text, letter) <= Math.max(room, Math.min(PX.digit, 2 * room)));
  if (fitting === undefined)
    return { text: undefined, letter: letters, w: Math.max(PX.thinnest, Math.min(room, PX.dot)) };
  return { ...fitting, w: wide(fitting.text, fitting.letter) };
}

/** The middle of a pill of a width, which stays in its column. */
export function withinPlace(place: Place, x: number, w: number): number {
  return Math.max(place.x + w / 2 + BORDER, Math.min(place.right - w / 2 - BORDER, x));
}

/** A call: its name and cotangent, less of it where there is less room. */
export function drawPill(
  { paper, picture, place }: ColumnMoment,
  key: string,
  parts: readonly Part[],
  at: { readonly x: number; readonly y: number; readonly w: number },
  { isNow, isFolded, opacity, mark, size = 1 }: PillLook,
): void {
  const { scale } = paper;
  const h = callHeight(paper) * size;
  const { text, letter, w } = pillFor(paper, parts, at.w, h);
  const x = withinPlace(place, at.x, w);
  const stroke = mark !== undefined ? "err" : isFolded ? "staged" : "bp";
  const fill =
    mark === "missing" ? "paper" : isFolded ? "staged-soft" : isNow ? "bp-soft" : text === undefined ? "bp" : "surface";
  const look = {
    r: Math.min(w, h) / 2,
    fill,
    stroke,
    width: (mark !== "missing" && (isNow || isFolded) ? PX.now : PX.still) * scale,
    dash: mark === "missing" ? "4 3" : undefined,
    opacity,
    data: mark === undefined ? undefined : { mark },
  };
  const pill = around(x, at.y, w, h);
  if (text === undefined) picture.rect("node", key, pill, look);
  else picture.box("node", key, "", pill, look, text, letter);
}
