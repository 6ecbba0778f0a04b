// Folding of the leading comment's directives that take several lines: `about`, a long `gradient`.
import { codeFolding, foldEffect, foldService } from "@codemirror/language";
import type { EditorState, Extension, StateEffect } from "@codemirror/state";
import { t } from "@lingui/core/macro";

const DIRECTIVE = /^[ \t]*--[ \t]*[a-z]+[ \t]*:(?=\s|$)/;
const CONTINUATION = /^[ \t]*--( {3,}|\t)/;
const COMMENT = /^[ \t]*--/;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The part of a directive that folds away: from after its key to the end of its last line. */
function directiveAt(state: EditorState, lineStart: number): Range | null {
  const first = state.doc.lineAt(lineStart);
  const key = DIRECTIVE.exec(first.text);
  if (key === null) return null;
  let last = first;
  while (last.number < state.doc.lines) {
    const next = state.doc.line(last.number + 1);
    if (!CONTINUATION.test(next.text)) break;
    last = next;
  }
  return last.number === first.number ? null : { from: first.from + key[0].length, to: last.to };
}

/** Folds every long directive of the leading comment; for a program that has just been opened. */
export function foldHeader(state: EditorState): readonly StateEffect<Range>[] {
  const effects: StateEffect<Range>[] = [];
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    if (line.text.trim() !== "" && !COMMENT.test(line.text)) break;
    const range = directiveAt(state, line.from);
    if (range !== null) effects.push(foldEffect.of(range));
  }
  return effects;
}

/** Folds all of the leading comment but its first line; for a program that is looked at beside something else. */
export function foldWholeHeader(state: EditorState): readonly StateEffect<Range>[] {
  let last = 0;
  for (let number = 1; number <= state.doc.lines; number++) {
    const { text } = state.doc.line(number);
    if (COMMENT.test(text)) last = number;
    else if (text.trim() !== "") break;
  }
  return last < 2 ? [] : [foldEffect.of({ from: state.doc.line(1).to, to: state.doc.line(last).to })];
}

/** Lets the long directives of the header be folded, each to its first line. */
export const headerFolding: Extension = [
  foldService.of((state, lineStart) => directiveAt(state, lineStart)),
  codeFolding({
    placeholderDOM: (_view, onclick) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "folded";
      button.textContent = "…";
      button.title = t`Unfold`;
      button.setAttribute("aria-label", t`folded lines; unfold`);
      // the editor's text is one stop for the Tab key; Ctrl-Shift-] unfolds from the keyboard
      button.tabIndex = -1;
      button.onclick = onclick;
      return button;
    },
  }),
];
