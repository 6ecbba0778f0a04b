// Sizes in the explorer's rows, in CSS pixels of usual letters: all is as much larger as the reader's letters are.

import { useSyncExternalStore } from "react";
import { groupedBy } from "../../engine/base/grouped-by.ts";
import { present } from "../../engine/base/nth.ts";

/** The least height of a row. */
export const LEAST_ROW = 46;
/** How many times its least height a row has at most. */
export const MOST_GROWN = 1.7;
/** The usual size of letters, in CSS pixels: a rem of them. */
const USUAL = 16;

function letterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
}

function listen(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

/** How large the reader's letters are, of the usual ones; they are larger on a projector, too. */
export function useLetterScale(): number {
  return useSyncExternalStore(listen, letterScale);
}

/** A length for styles, which grows with letters. */
export function withLetters(length: number): string {
  return `${length / USUAL}rem`;
}

/** The middle of a row. */
export function middleOf(number: number, row: number): number {
  return (number + 0.5) * row;
}

/** A call in a row: as wide as its text, so that no number is cut. */
export const PILL = { narrowest: 56, widest: 190, height: 30, gap: 8 } as const;
/** A letter in it, and what is beside the letters. */
const PILL_LETTER = 7.9;
const PILL_PADDING = 16;
/** A call without letters. */
const DOT = 9;
/** Room at a column's edges. */
const EDGES = 32;

/** How wide calls are drawn in a column, with numbers of at most `letters` letters. */
export function pillWidth(width: number, letters: number): number {
  const wanted = Math.ceil(PILL_LETTER * letters) + PILL_PADDING;
  return Math.max(PILL.narrowest, Math.min(PILL.widest, width - EDGES, wanted));
}

/** Narrower calls, where that keeps the tree: as wide as their letters, and dots. */
export function narrowerPills(letters: number): readonly number[] {
  return [Math.ceil(PILL_LETTER * letters) + 6, DOT];
}

/** A call of a row, and the call that it is made in. */
interface PlacedCall {
  readonly key: string;
  readonly step: number;
  readonly within: string | undefined;
}

/**
 * Columns for the calls of a tidy tree, by their keys: each call is over the middle of its calls, and calls that call nothing have a column
 * each. `count` is the number of columns.
 */
export function treeColumns(rows: readonly (readonly PlacedCall[])[]): {
  readonly columns: ReadonlyMap<string, number>;
  readonly count: number;
} {
  const calls = rows.flat().toSorted((a, b) => a.step - b.step);
  const known = new Set(calls.map(({ key }) => key));
  const below = groupedBy(calls, ({ within }) => (within !== undefined && known.has(within) ? within : ""));
  const columns = new Map<string, number>();
  let count = 0;
  // a call is made before those that it makes: from the last to the first, all that a call has made is placed
  const leaf = new Map<string, number>();
  const walk = (below.get("") ?? []).toReversed();
  for (let next = walk.pop(); next !== undefined; next = walk.pop()) {
    const made = below.get(next.key) ?? [];
    if (made.length === 0) leaf.set(next.key, count++);
    walk.push(...made.toReversed());
  }
  for (const { key } of calls.toReversed()) {
    const made = (below.get(key) ?? []).map((one) => present(columns.get(one.key)));
    columns.set(key, leaf.get(key) ?? (Math.min(...made) + Math.max(...made)) / 2);
  }
  return { columns, count };
}
