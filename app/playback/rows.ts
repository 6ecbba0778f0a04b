// The rows of a long run that are in sight: around the row at work, or where the reader has scrolled to.
import { create } from "zustand";
import { type FilmState, useFilm } from "./state.ts";

const get = useFilm.getState;
const set = useFilm.setState;

/** The rows in sight, as the picture was painted last. */
const useRows = create(() => ({ first: 0, shown: 0, rows: 0 }));

/** Notes which rows are in sight. */
export function noteRows(first: number, shown: number, rows: number): void {
  useRows.setState({ first, shown, rows });
}

/** The first row that the reader has scrolled to; undefined where the window follows the run. */
export function lookedAt({ looked, film, t }: FilmState): number | undefined {
  return looked !== undefined && looked.film === film && looked.t === t ? looked.first : undefined;
}

/** Scrolls the window of rows, as far as there are any, until the film plays; whether some rows are out of sight. */
function lookFrom(first: number): boolean {
  const { film, t } = get();
  const { shown, rows } = useRows.getState();
  if (film === undefined || shown >= rows) return false;
  set({ looked: { film, t, first: Math.max(0, Math.min(rows - shown, first)) } });
  return true;
}

/** Scrolls the window by rows: from where the reader has scrolled to, for the picture shows whole pixels of it. */
export function lookBy(rows: number): boolean {
  return lookFrom((lookedAt(get()) ?? useRows.getState().first) + rows);
}

/** Scrolls the window by all but one of its rows. */
export function turnPage(direction: 1 | -1): boolean {
  return lookBy(direction * Math.max(1, useRows.getState().shown - 1));
}

/** Brings a row into the middle of the window, if it is out of sight or `always`. */
export function showRow(number: number, always = false): void {
  const { first, shown } = useRows.getState();
  if (always || number < first || number > first + shown - 1) lookFrom(number + 0.5 - shown / 2);
}
