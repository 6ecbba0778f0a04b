// The rows of a tree of calls: their contents, how much room each has there, and the numbers of calls side by side, in as many digits as all
// of them have room for, with their places.

import { groupedBy } from "../../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import { lengthOf, SHORTER, withDigits, withFewerDigits } from "../../../picture/parts.ts";
import { LETTER, type Part } from "../../../picture/shape.ts";
import { CLEAR, ROUNDING } from "../../model/folding.ts";
import type { Paper, Place } from "../../model/paper.ts";
import { callHeight, pillFor } from "../pill.ts";

/** Pixels between calls that stand beside each other, between a call and an edge beside it, and letters that the ends of a call take. */
export const GAP = 4;
const ASIDE = 3;
const ENDS_IN_ROW = 1.4;

/** The groups of each row. */
export function byRow<G extends { readonly number: number }>(groups: readonly G[]): ReadonlyMap<number, readonly G[]> {
  return groupedBy(groups, ({ number }) => number);
}

/** The groups of the rows between two. */
export function inBetween<G>(rows: ReadonlyMap<number, readonly G[]>, above: number, below: number): readonly G[] {
  const found: G[] = [];
  for (let number = above + 1; number < below; number++) found.push(...(rows.get(number) ?? []));
  return found;
}

/** How wide each call may be drawn: as wide as it is far from the nearer one of those beside it. */
export function roomInRows(
  groups: readonly { readonly number: number; readonly x: number }[],
  most: number,
): readonly number[] {
  const room = groups.map(() => Math.max(0, most - GAP));
  for (const unsorted of groupedBy(groups.keys(), (index) => nth(groups, index).number).values()) {
    const row = unsorted.toSorted((a, b) => nth(groups, a).x - nth(groups, b).x);
    for (const [at, right] of row.slice(1).entries()) {
      const left = nth(row, at);
      const gap = nth(groups, right).x - nth(groups, left).x;
      // those at one place are one
      if (gap > 1) for (const index of [left, right]) room[index] = Math.max(0, Math.min(nth(room, index), gap - GAP));
    }
  }
  return room;
}

/** An edge from a call up to one that it calls, in the column of that. */
export interface Passing {
  /** The rows of the two. */
  readonly above: number;
  readonly below: number;
  readonly x: number;
}

/** Nearer to its middle than this, in pixels, an edge passes behind a call however narrow that is. */
const THROUGH = 9;

/** The room of calls that leaves edges beside them in sight. */
export function roomBeside(
  groups: readonly { readonly number: number; readonly x: number }[],
  room: readonly number[],
  edges: readonly Passing[],
): readonly number[] {
  return groups.map(({ number, x }, index) => {
    let most = nth(room, index);
    for (const edge of edges) {
      if (edge.above >= number || number >= edge.below) continue;
      const aside = Math.abs(edge.x - x);
      if (aside > THROUGH) most = Math.min(most, 2 * (aside - ASIDE));
    }
    return most;
  });
}

/** A call as it would stand, by itself; `callers` are the places of its callers in the list. */
export interface Standing {
  readonly number: number;
  readonly x: number;
  readonly w: number;
  readonly callers: readonly number[];
}

/**
 * Where calls stand so that edges which pass their rows are in sight: aside of these, at most their own width away, where neither another
 * call nor the side of the field is in the way; and which calls are clear of edges so. The edge to a call runs in the call's own column.
 */
export function asideOfEdges(
  calls: readonly Standing[],
  [left, right]: readonly [number, number],
): { readonly x: readonly number[]; readonly isClear: readonly boolean[] } {
  const found = calls.map(({ x }) => x);
  const isClear = calls.map(() => true);
  const rows = groupedBy(calls.keys(), (index) => nth(calls, index).number);
  // edges that are passed lead to rows above, where all stand already
  const passing: { readonly x: number; readonly below: number }[] = [];
  for (const number of [...rows.keys()].sort((a, b) => a - b)) {
    const row = present(rows.get(number)).toSorted((a, b) => nth(found, a) - nth(found, b));
    const edges = passing.filter(({ below }) => below > number).map(({ x }) => x);
    for (const [at, index] of row.entries()) {
      const { x, w } = nth(calls, index);
      const reach = w / 2 + CLEAR;
      const before = at === 0 ? left : nth(found, nth(row, at - 1)) + nth(calls, nth(row, at - 1)).w / 2 + CLEAR;
      const after =
        at === row.length - 1 ? right : nth(calls, nth(row, at + 1)).x - nth(calls, nth(row, at + 1)).w / 2 - CLEAR;
      const near = edges.filter((edge) => Math.abs(edge - x) < 2 * w);
      const isFree = (place: number): boolean => near.every((edge) => Math.abs(edge - place) >= reach - ROUNDING);
      const places = near
        .flatMap((edge) => [edge - reach, edge + reach])
        .filter((place) => Math.abs(place - x) <= w && place - w / 2 >= before && place + w / 2 <= after);
      const best = [x, ...places.sort((a, b) => Math.abs(a - x) - Math.abs(b - x))].find(isFree);
      if (best === undefined) isClear[index] = false;
      else found[index] = best;
    }
    for (const index of row)
      for (const caller of nth(calls, index).callers)
        passing.push({ x: nth(found, index), below: nth(calls, caller).number });
  }
  return { x: found, isClear };
}

/** The text of each call, of those that have one: with names where all calls of its row have room for them; else the numbers alone. */
export function wordsInRows<Words extends readonly Part[] | undefined>(
  paper: Paper,
  groups: readonly { readonly number: number }[],
  words: readonly Words[],
  room: readonly number[],
): readonly (Words | readonly Part[])[] {
  const narrow = new Set<number>();
  for (const [index, told] of words.entries())
    if (told !== undefined && pillFor(paper, told, nth(room, index)).text !== told)
      narrow.add(nth(groups, index).number);
  return words.map((told, index) => (narrow.has(nth(groups, index).number) && told ? told.slice(-1) : told));
}

/** How wide edges are, in pixels on paper of scale 1. */
export const EDGE = 1.6;
/** The room of a + between two calls, in letters. */
export const PLUS = 1.2;
/** The ends of a call that stands for a row, in pixels. */
export const ENDS = 8;

/** Room beside a tree in bars and rows, on paper of scale 1. */
const BESIDE = 28;
/** The part of the height of a call that letters have. */
const OF_HEIGHT = 0.67;

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
