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

/** A call in a row: as wide as its text wants, narrower where many calls are to be seen. */
export const PILL = { narrowest: 56, widest: 108, height: 30, gap: 8 } as const;
/** Room at a column's edges. */
const EDGES = 32;

/** How wide calls are drawn, and how many fit into a row of calls. */
export function pillsIn(width: number, most: number): { readonly width: number; readonly count: number } {
  const room = width - EDGES;
  const wanted = (room + PILL.gap) / Math.max(1, most) - PILL.gap;
  const pill = Math.max(PILL.narrowest, Math.min(PILL.widest, Math.floor(wanted)));
  const all = Math.floor((room + PILL.gap) / (pill + PILL.gap));
  // where not all fit, there is room to say how many more there are
  return { width: pill, count: Math.max(1, all >= most ? all : Math.floor((room - 36) / (pill + PILL.gap))) };
}
