// Calls side by side in a row of a tree: their numbers, in as many digits as all of them have room for, and their places.

import { nth } from "../../../../engine/base/nth.ts";
import { lengthOf, SHORTER, withDigits, withFewerDigits } from "../../../picture/parts.ts";
import { LETTER, type Part } from "../../../picture/shape.ts";
import type { Paper, Place } from "../../model/paper.ts";

/** How wide edges are, in pixels on paper of scale 1. */
export const EDGE = 1.6;
/** The room of a + between two calls, in letters. */
export const PLUS = 1.2;
/** The ends of a call that stands for a row, in pixels. */
export const ENDS = 8;

/** Pixels between calls that stand beside each other, and letters that the ends of a call take. */
export const GAP = 4;
const ENDS_IN_ROW = 1.4;
/** Room beside a tree in bars and rows, on paper of scale 1. */
const BESIDE = 28;
/** The height of a call, in heights of its letters and of a row, and the part of it that letters have. */
const OF_LETTERS = 1.65;
const OF_ROW = 0.6;
const OF_LOW_ROW = 0.8;
const OF_HEIGHT = 0.67;
/** The height below which rows are low, in pixels. */
export const LOW = 40;

/** How high calls are drawn. */
export function callHeight({ size, rowHeight }: Pick<Paper, "size" | "rowHeight">): number {
  return Math.min(size * OF_LETTERS, rowHeight * (rowHeight < LOW ? OF_LOW_ROW : OF_ROW));
}

/** How wide rows of calls may be. */
export function fieldOf({ scale }: Paper, { w }: Place): number {
  return w - BESIDE * scale;
}

/** The text of each call of a row, and its width in pixels. */
export interface CallsInRow {
  readonly words: readonly (readonly Part[])[];
  readonly widths: readonly number[];
  /** Whether all numbers have room. */
  readonly isTold: boolean;
}

/** Each call of a row, in as many digits as all have room for, with a gap between them; where two are too many, all are as wide. */
export function inRow(paper: Paper, place: Place, told: readonly (readonly Part[])[], gap = GAP): CallsInRow {
  const all = fieldOf(paper, place) - gap * (told.length - 1);
  // as large as a pill has them
  const letter = Math.min(paper.size, Math.max(paper.least, callHeight(paper) * OF_HEIGHT)) * LETTER;
  const widthOf = (one: readonly Part[]): number => (lengthOf(one) + ENDS_IN_ROW) * letter;
  const forms = SHORTER.map((digits) => told.map((one) => withDigits(one, digits)));
  const short = nth(forms, 1).map((one) => one.map(brief));
  for (const words of [told, ...forms, short]) {
    const widths = words.map(widthOf);
    if (sumOf(widths) <= all) return { words, widths, isTold: true };
  }
  const each = all / Math.max(1, told.length);
  const words = short.map((one) => withFewerDigits(one, Math.floor(each / letter - ENDS_IN_ROW)));
  return { words, widths: words.map((one) => Math.min(each, widthOf(one))), isTold: false };
}

/** Below this a number is short as a power of ten: `−4e−3`. */
const SMALL = 0.01;

function brief(part: Part): Part {
  const { number } = part;
  if (number === undefined || Math.abs(number) >= SMALL) return part;
  return { ...part, text: number === 0 ? "0" : number.toExponential(0).replaceAll("-", "−") };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The middles of boxes side by side around a place's middle, with a gap between them. */
export function middlesOf({ middle }: Place, widths: readonly number[], gap = 0): readonly number[] {
  const room = widths.map((w) => w + gap);
  let x = middle - sumOf(room) / 2;
  return room.map((one) => {
    x += one;
    return x - one / 2;
  });
}
