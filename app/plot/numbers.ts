// The numbers of a plot as a table: a column for each series, a row for each place.
import { nth } from "../../engine/base/nth.ts";
import { csvText } from "../words/csv.ts";
import type { Datum } from "./model.ts";

/** The numbers of one series, all of them, drawn or not, in its own order. */
export interface NumberColumn {
  readonly name: string;
  readonly points: readonly Datum[];
}

/** A place, with the number of each series there; undefined where a series has none. */
export interface NumberRow {
  readonly x: number;
  readonly ys: readonly (number | bigint | undefined)[];
}

/**
 * The rows of series. Series over the same places keep their order, in which a place may repeat; of others the places are merged from the
 * least to the largest, and NaN is last.
 */
export function numberRows(columns: readonly NumberColumn[]): readonly NumberRow[] {
  const [first, ...others] = columns;
  if (first === undefined) return [];
  const isAlike = others.every(
    ({ points }) =>
      points.length === first.points.length && points.every(({ x }, at) => Object.is(x, nth(first.points, at).x)),
  );
  if (isAlike) return first.points.map(({ x }, at) => ({ x, ys: columns.map(({ points }) => nth(points, at).y) }));
  return merged(columns);
}

function merged(columns: readonly NumberColumn[]): readonly NumberRow[] {
  const rows: { readonly x: number; readonly ys: (number | bigint | undefined)[] }[] = [];
  const at = new Map<number, typeof rows>();
  for (const [column, { points }] of columns.entries()) {
    const taken = new Map<number, number>();
    for (const { x, y } of points) {
      const here = at.get(x) ?? [];
      at.set(x, here);
      const place = taken.get(x) ?? 0;
      taken.set(x, place + 1);
      if (here[place] === undefined) {
        here.push({ x, ys: columns.map(() => undefined) });
        rows.push(nth(here, place));
      }
      nth(here, place).ys[column] = y;
    }
  }
  return rows.sort((a, b) => Number(Number.isNaN(a.x)) - Number(Number.isNaN(b.x)) || a.x - b.x || 0);
}

/** A number with all its digits. */
export function wholeNumber(value: number | bigint): string {
  if (typeof value === "bigint" || Number.isFinite(value)) return String(value).replaceAll("-", "−").replace("e+", "e");
  return Number.isNaN(value) ? "nan" : value > 0 ? "∞" : "−∞";
}

/** The whole table as text, with a head; other numbers are NaN, Infinity or -Infinity. */
export function numbersCsv(xWords: string, columns: readonly NumberColumn[]): string {
  const rows = numberRows(columns).map(({ x, ys }) => [x, ...ys.map((y) => y ?? "")]);
  return csvText([[xWords, ...columns.map(({ name }) => name)], ...rows]);
}
