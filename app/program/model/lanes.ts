// Lines that have a part of the forward pass and one of the reverse pass beside it.
import type { PrintedLine } from "../../../engine/texts/transformed-text.ts";

/** The characters of the widest line with two lanes; undefined where no line has two. Marks over a letter take no room. */
export function widestOfTwo(lines: readonly PrintedLine[]): number | undefined {
  const both = lines.filter(({ reverseFrom }) => reverseFrom !== undefined);
  if (both.length === 0) return undefined;
  return Math.max(...both.map(({ text }) => [...text.replace(/\p{M}/gu, "")].length));
}

/** The pieces of a line before an offset in its text, and those from there on; a piece that lies across is cut. */
export function cutAt<P extends { readonly text: string }>(
  pieces: readonly P[],
  offset: number | undefined,
): readonly [before: readonly P[], after: readonly P[]] {
  if (offset === undefined) return [pieces, []];
  const before: P[] = [];
  const after: P[] = [];
  let at = 0;
  for (const piece of pieces) {
    const here = Math.min(piece.text.length, Math.max(0, offset - at));
    if (here > 0) before.push({ ...piece, text: piece.text.slice(0, here) });
    if (here < piece.text.length) after.push({ ...piece, text: piece.text.slice(here) });
    at += piece.text.length;
  }
  return [before, after];
}
