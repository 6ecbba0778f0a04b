// Lines for a pair of values in a width of characters: column under column, broken where the structure breaks.
import { nth } from "../../../../engine/base/nth.ts";
import type { PairTree, Place } from "./pairing.ts";

/** A stretch of one line. All texts above in a line have the same length as all below, in characters of a monospaced font. */
export interface Piece {
  readonly kind: Place["kind"] | "frame";
  readonly above: string;
  readonly below: string;
  readonly reals?: number;
}

/** Pieces of a line, from left to right. */
export type Line = readonly Piece[];

/** Parts hang under the first part, unless the text before that is longer. */
const LONGEST_HANG = 12;

/** The pair on one line. */
export function flat(tree: PairTree): Line {
  const pieces: Piece[] = [];
  write(tree, pieces);
  return closed(pieces);
}

/** The line with blanks behind a number moved behind the brackets that close there, where the other value's number has brackets itself. */
function closed(line: Line): Line {
  const pieces = line.map((piece) => ({ ...piece }));
  for (const side of ["above", "below"] as const)
    for (const [index, piece] of pieces.entries()) {
      let last = index;
      while (pieces[last + 1]?.kind === "frame" && /^[)\]]*$/.test(nth(pieces, last + 1)[side])) last++;
      if (piece.kind === "frame" || last === index || !/\S $/.test(piece[side])) continue;
      piece[side] = piece[side].slice(0, -1);
      nth(pieces, last)[side] += " ";
    }
  return pieces;
}

/** The characters of a line. */
export function widthOf(line: Line): number {
  return line.reduce((sum, piece) => sum + piece.above.length, 0);
}

/** The pair in lines of at most `room` characters, as far as single numbers allow. */
export function broken(tree: PairTree, room: number): readonly Line[] {
  const lines: Line[] = [];
  let line: Piece[] = [];
  let column = 0;
  const put = (pieces: Line): void => {
    line.push(...pieces);
    column += widthOf(pieces);
  };
  const newLine = (indent: number): void => {
    lines.push(line);
    line = indent === 0 ? [] : [frame(" ".repeat(indent))];
    column = indent;
  };
  /** Writes a tree from the current column on; `after` characters must still fit behind it. */
  const place = (item: PairTree, after: number): void => {
    const pieces = flat(item);
    if (item.tag === "place" || column + widthOf(pieces) + after <= room) return put(pieces);
    const items = aligned(item.items);
    const indent = column + (item.open.length <= LONGEST_HANG ? item.open.length : 2);
    put([frame(item.open)]);
    const fill = items.every((one) => one.tag === "place");
    for (const [index, one] of items.entries()) {
      const last = index === items.length - 1;
      if (index > 0) {
        put([frame(item.separator.trimEnd())]);
        const width = widthOf(flat(one)) + item.separator.length + (last ? item.close.length + after : 1);
        if (!fill || column + width > room) newLine(indent);
        else put([frame(" ")]);
      }
      place(one, last ? item.close.length + after : item.separator.trimEnd().length);
    }
    put([frame(item.close)]);
  };
  place(tree, 0);
  lines.push(line);
  return lines.map((one) => closed(one.filter((piece) => piece.above !== "")));
}

function write(tree: PairTree, out: Piece[]): void {
  if (tree.tag === "place") {
    const width = Math.max(tree.above.length, tree.below.length);
    out.push({
      ...(tree.reals && { reals: tree.reals }),
      kind: tree.kind,
      above: tree.above.padStart(width),
      below: tree.below.padStart(width),
    });
    return;
  }
  out.push(frame(tree.open));
  tree.items.forEach((item, index) => {
    if (index > 0) out.push(frame(tree.separator));
    write(item, out);
  });
  out.push(frame(tree.close));
}

function frame(text: string): Piece {
  return { kind: "frame", above: text, below: text };
}

/** Rows of a matrix get common columns: siblings that are groups of the same number of scalars are padded alike. */
function aligned(items: readonly PairTree[]): readonly PairTree[] {
  const [first] = items;
  if (first?.tag !== "group" || items.length < 2) return items;
  const size = first.items.length;
  const isRow = (item: PairTree): boolean =>
    item.tag === "group" &&
    item.open === first.open &&
    item.items.length === size &&
    item.items.every((one) => one.tag === "place");
  if (!items.every(isRow)) return items;
  const rows = items as readonly Extract<PairTree, { tag: "group" }>[];
  const widths = Array.from({ length: size }, (_, index) =>
    Math.max(...rows.map((row) => widthOf(flat(nth(row.items, index))))),
  );
  return rows.map((row) => ({
    ...row,
    items: row.items.map((item, index) => {
      const one = item as Place;
      return { ...one, above: one.above.padStart(nth(widths, index)), below: one.below.padStart(nth(widths, index)) };
    }),
  }));
}
