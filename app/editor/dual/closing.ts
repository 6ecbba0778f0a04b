// A closing bracket that is typed where the editor has already put one, some lines below: that one comes up to the cursor
// instead of a second one.
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Characters before and after the cursor in which brackets are counted. */
const REACH = 20_000;

/** How many more of a bracket open than close in a part of a program. */
function balance(state: EditorState, from: number, to: number, closing: string): number {
  let count = 0;
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, from: start, to: end }) => {
      if (start < from || end > to) return;
      if (name === closing) count--;
      else if (name === OPENING[closing] || (closing === "]" && name === "#[")) count++;
    },
  });
  return count;
}

/** Where a declaration around an offset begins, and where the next one does. */
function declarationAround(state: EditorState, offset: number): { readonly from: number; readonly to: number } {
  const begins = (line: string): boolean => /^(?:def|op|data|type)\b/.test(line);
  const { doc } = state;
  const here = doc.lineAt(offset).number;
  let [first, last] = [here, here];
  while (first > 1 && !begins(doc.line(first).text) && offset - doc.line(first).from < REACH) first--;
  while (last < doc.lines && !begins(doc.line(last + 1).text) && doc.line(last).to - offset < REACH) last++;
  return { from: doc.line(first).from, to: doc.line(last).to };
}

/** Brings the closing bracket of some lines below up to the cursor when it is typed there, instead of a second one. */
export const bringUpClosing: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  if (!Object.hasOwn(OPENING, text) || from !== to) return false;
  const { state } = view;
  const after = /^\s*\n\s*(.)/.exec(state.sliceDoc(to, to + REACH));
  if (after?.[1] !== text) return false;
  const declaration = declarationAround(state, from);
  const open = balance(state, declaration.from, from, text);
  if (open <= 0 || balance(state, from, declaration.to, text) > -open) return false;
  view.dispatch({
    changes: { from, to: to + after[0].length, insert: text },
    selection: { anchor: from + 1 },
    userEvent: "input.type",
  });
  return true;
});
