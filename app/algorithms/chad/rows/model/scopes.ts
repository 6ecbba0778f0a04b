// The variables of rows that no event names, and the boxes that leave a row: these follow from the rows that a row becomes.
import { nth } from "../../../../../engine/base/nth.ts";
import type { Line } from "./lines.ts";
import type { Move, Row, Run } from "./moves.ts";

/** Stands for a variable that no event names. */
const UNNAMED = "·";

/** A row before its variables are known. */
export type Found = Omit<Row, "names"> & { readonly names: readonly string[] | undefined };

/** The rows with their variables: those of a row that it is made of, or of one that it becomes. */
export function withNames(found: readonly Found[]): readonly Row[] {
  const names = found.map((row) => row.names);
  const take = (row: number, from: number): void => {
    if (names[from]?.length === nth(found, row).contents.length) names[row] ??= names[from];
  };
  for (const [index, { from }] of found.entries()) for (const one of from) take(index, one);
  for (let index = found.length - 1; index >= 0; index--) for (const one of nth(found, index).from) take(one, index);
  for (const [index, { from }] of found.entries()) for (const one of from) take(index, one);
  for (let index = found.length - 1; index >= 0; index--)
    for (const one of nth(found, index).from) {
      const { length } = nth(found, one).contents;
      const outer = names[index];
      if (outer !== undefined && outer.length < length) names[one] ??= filled(outer, length);
    }
  return found.map((row, index) => ({ ...row, names: names[index] ?? filled([], row.contents.length) }));
}

const filled = (names: readonly string[], length: number): readonly string[] => [
  ...names,
  ...Array.from({ length: length - names.length }, () => UNNAMED),
];

/** The moves, in which a row that becomes one of an outer scope loses its last boxes first. */
export function withSplits(moves: readonly Move[], rows: readonly Row[]): readonly Move[] {
  const lost = new Map<number, Move[]>();
  for (const { from, run, names } of rows)
    for (const one of from) {
      const row = nth(rows, one);
      if (row.run !== run || row.names.length <= names.length) continue;
      const own = row.names.map((name, index) => ({ name, content: row.contents[index] })).slice(names.length);
      lost.set(
        one,
        own.reverse().map(({ name, content }) => ({ tag: "split", row: one, name, content })),
      );
    }
  return moves.flatMap((move) => (move.tag === "row" ? [move, ...(lost.get(move.row) ?? [])] : [move]));
}

/** The moves, in which the end of a run says which boxes of its row are kept: those of its half. */
export function withDropped(
  moves: readonly Move[],
  rows: readonly Row[],
  runs: readonly Run[],
  lines: readonly Line[],
): readonly Move[] {
  return moves.map((move) => {
    if (move.tag !== "ended") return move;
    const { names } = nth(rows, move.row);
    const { half, line } = nth(runs, move.run);
    if (half === "both") return { ...move, kept: names };
    const { parent } = nth(lines, line);
    const fn = rows.find((row) => row.line === parent && row.names.length < names.length);
    const around = fn === undefined ? names.slice(0, -1) : names.slice(0, fn.names.length);
    const own = names.slice(around.length);
    return half === "argument" ? { ...move, kept: own, dropped: around } : { ...move, kept: around, dropped: own };
  });
}
