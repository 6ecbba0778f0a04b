// Sizes in the explorer's rows, in CSS pixels; the height of a row follows the size of letters.
import { useSyncExternalStore } from "react";

/** A row's height in rem (--row). */
const ROW_REM = 3.625;

function rowHeight(): number {
  return Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW_REM);
}

function listen(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

/** The height of one scalar's row. */
export function useRowHeight(): number {
  return useSyncExternalStore(listen, rowHeight);
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
/** Room at a column's edges. */
const EDGES = 32;

/** How wide calls are drawn, with numbers of at most `letters` letters, and how many fit into a row of calls. */
export function pillsIn(
  width: number,
  most: number,
  letters: number,
): { readonly width: number; readonly count: number } {
  const room = width - EDGES;
  const wanted = Math.ceil(PILL_LETTER * letters) + PILL_PADDING;
  const pill = Math.max(PILL.narrowest, Math.min(PILL.widest, room, wanted));
  const all = Math.floor((room + PILL.gap) / (pill + PILL.gap));
  // where not all fit, there is room to say how many more there are
  return { width: pill, count: Math.max(1, all >= most ? all : Math.floor((room - 36) / (pill + PILL.gap))) };
}
