// A field for one expression: one line, with the program's own highlighting, completion and marks.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { dualExpression } from "./dual/language.ts";
import { signs } from "./dual/signs.ts";
import { look } from "./look.ts";
import { marks } from "./marks.ts";
import { type AskNames, completeNames } from "./names/names.ts";
import { phrases } from "./phrases.ts";
import { textOf } from "./text-of.ts";

/** The label of a field for an expression, its completion of names, and its callbacks. */
export interface ExpressionFieldOptions {
  readonly label: string;
  readonly complete: AskNames;
  onText(text: string): void;
}

/** The extensions of a field for one expression: no line break can be typed. */
export function expressionField(options: ExpressionFieldOptions): Extension {
  return [
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    dualExpression,
    look,
    phrases,
    marks,
    signs,
    completeNames(options.complete),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => key !== "Enter" && key !== "Mod-Enter"),
    ]),
    oneLine,
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      tabindex: "0",
      "aria-multiline": "false",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onText(textOf(update.state));
    }),
  ];
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
