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

/** Room for a column's row beside its edges. */
export const PILL = { width: 84, height: 30, gap: 10 } as const;
