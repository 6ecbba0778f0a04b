// A field for one expression: one line, with the program's own highlighting, completion and marks.
import { completionKeymap } from "@codemirror/autocomplete";
import { EditorState, type Extension } from "@codemirror/state";
import { keymap, placeholder } from "@codemirror/view";
import { type CodeFieldOptions, codeField } from "./code-editor.ts";
import { dualExpression } from "./dual/language.ts";
import { signs } from "./dual/signs.ts";
import { type AskNames, completeNames } from "./names/names.ts";

/** The label of a field for an expression, its completion of names, and its callback. */
export interface ExpressionFieldOptions extends CodeFieldOptions {
  readonly complete: AskNames;
}

/** The extensions of a field for one expression: no line break can be typed. */
export function expressionField({ label, onText, complete }: ExpressionFieldOptions): Extension {
  return codeField({
    label,
    onText,
    parts: [dualExpression, signs, completeNames(complete), keymap.of(completionKeymap), oneLine],
    left: ["Enter"],
    attributes: { "aria-multiline": "false" },
  });
}

/** An empty field's default. */
export function hint(text: string): Extension {
  return text === "" ? [] : placeholder(text);
}

/** Line breaks that are pasted become spaces. */
const oneLine: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc
    .toString()
    .replace(/\s*\n\s*/g, " ")
    .trim();
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: text.length },
    userEvent: "input.paste",
  };
});
