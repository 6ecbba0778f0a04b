// A program's text with the long directives of its header folded, and offsets in the one as offsets in the other.

/** A long directive of the header; the editor folds all but its key too (header-folding.ts). */
const LONG_DIRECTIVE = /^([ \t]*--[ \t]*[a-z]+[ \t]*:)(?=\s).*(?:\n[ \t]*--(?: {3,}|\t).*)+/gm;

/** In place of what is folded. */
const FOLD = "…";

interface Fold {
  readonly from: number;
  readonly to: number;
}

function foldsOf(text: string): readonly Fold[] {
  return [...text.matchAll(LONG_DIRECTIVE)].map(({ index, 0: all, 1: key = "" }) => ({
    from: index + key.length,
    to: index + all.length,
  }));
}

/** The text as it is shown. */
export function folded(text: string): string {
  return text.replace(LONG_DIRECTIVE, `$1${FOLD}`);
}

/** The offset in the text of an offset in its folded form. */
export function unfoldedOffset(text: string, at: number): number {
  let hidden = 0;
  for (const { from, to } of foldsOf(text)) {
    if (at + hidden <= from) break;
    hidden += to - from - FOLD.length;
  }
  return at + hidden;
}

/** The offset in the folded form of an offset in the text; one in a fold is that of the fold's beginning. */
export function foldedOffset(text: string, at: number): number {
  let hidden = 0;
  for (const { from, to } of foldsOf(text)) {
    if (at <= from) break;
    if (at < to) return from - hidden;
    hidden += to - from - FOLD.length;
  }
  return at - hidden;
}
