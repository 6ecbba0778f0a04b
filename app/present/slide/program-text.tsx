// A program as it is read on a slide: without its header, in the colours of the editor.
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { memo, useMemo } from "react";
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

function piecesOf(text: string): readonly Piece[] {
  if (text.length > LONGEST) return [{ text, className: undefined }];
  const pieces: Piece[] = [];
  let at = 0;
  highlightTree(dualProgram.language.parser.parse(text), classes, (from, to, className) => {
    if (from > at) pieces.push({ text: text.slice(at, from), className: undefined });
    pieces.push({ text: text.slice(from, to), className });
    at = to;
  });
  if (at < text.length) pieces.push({ text: text.slice(at), className: undefined });
  return pieces;
}

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
