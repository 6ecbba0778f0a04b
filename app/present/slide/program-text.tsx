// A program as it is read on a slide: without its header, in the colours of the editor.

import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { memo, useMemo } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { dualProgram } from "../../editor/dual/language.ts";
import { keyed } from "../../ui/keyed.ts";
import { Notation } from "../../ui/notation.tsx";

/** Characters that are coloured; a longer program is plain. */
const LONGEST = 50_000;

const classes = tagHighlighter([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.typeName, class: "tok-type" },
]);

interface Piece {
  readonly text: string;
  readonly className: string | undefined;
}

function piecesOf(whole: string): readonly Piece[] {
  if (whole.length > LONGEST) return [{ text: whole, className: undefined }];
  const text = withCloserComments(whole);
  const pieces: Piece[] = [];
  let at = 0;
  highlightTree(dualProgram.language.parser.parse(text), classes, (from, to, className) => {
    if (from > at) pieces.push({ text: text.slice(at, from), className: undefined });
    pieces.push({ text: text.slice(from, to), className });
    at = to;
  });
  if (at < text.length) pieces.push({ text: text.slice(at), className: undefined });
  return marked(pieces, text.search(/^def main\b/m));
}

/** Pieces of which the one that begins at a place is the beginning of `main`. */
function marked(pieces: readonly Piece[], main: number): readonly Piece[] {
  let at = 0;
  return pieces.map(({ text, className }) => {
    const isMain = at === main;
    at += text.length;
    return { text, className: isMain ? `${className ?? ""} slide-main` : className };
  });
}

/** A program whose comments behind code stand two blanks behind the longest line that has one, and below each other as before. */
function withCloserComments(text: string): string {
  const lines = text.split("\n").map((line) => ({ line, parts: /^(.*?\S)( {3,})(--.*)$/.exec(line) }));
  const gaps = lines.flatMap(({ parts }) => (parts === null ? [] : [nth(parts, 2).length]));
  const excess = Math.min(...gaps) - 2;
  return lines
    .map(({ line, parts }) => (parts === null ? line : nth(parts, 1) + nth(parts, 2).slice(excess) + nth(parts, 3)))
    .join("\n");
}

/** Shows a program without its header, in the colours of the editor, and nothing to edit it with. */
export const ProgramText = memo(function ProgramText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => keyed(piecesOf(text)), [text]);
  return (
    <pre className="slide-code" translate="no">
      {pieces.map(({ key, item }) => (
        <span key={key} className={item.className}>
          <Notation text={item.text} />
        </span>
      ))}
    </pre>
  );
});
