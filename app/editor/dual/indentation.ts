// Indentation by the line before, which also works while the program does not parse yet; and the Tab key.

import { indentLess, indentMore } from "@codemirror/commands";
import { indentService, indentUnit } from "@codemirror/language";
import { type Extension, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { present } from "../../../engine/base/nth.ts";
import { TYPED_BEFORE } from "../registry.ts";

const UNIT = 2;
const OPENS = /(?:=|->|→|[([{]|\b(?:then|else|of|in let|rec))\s*$/;
/** A comment to the end of the line. Its text opens nothing. */
const COMMENT = /--.*$/;
const CLOSES = /^\s*[)\]}]/;

/** Two spaces more after a line that leaves something open, the same as the line before otherwise. */
export const indentation: Extension = [
  indentUnit.of(" ".repeat(UNIT)),
  indentService.of((context, at) => {
    const line = context.lineAt(at);
    if (line.from === 0) return 0;
    const before = context.lineAt(line.from - 1, -1);
    if (before.text.trim() === "") return 0;
    const indent =
      present(/^ */.exec(before.text))[0].length + (OPENS.test(before.text.replace(COMMENT, "")) ? UNIT : 0);
    return CLOSES.test(line.text) ? Math.max(0, indent - UNIT) : indent;
  }),
];

const leave = StateEffect.define<null>();

/** Whether something was typed since the editor got the focus, or since Escape. */
const typed = StateField.define<boolean>({
  create: () => false,
  update: (value, transaction) => {
    if (transaction.effects.some((effect) => effect.is(leave))) return false;
    const event = transaction.annotation(Transaction.userEvent);
    if (event === TYPED_BEFORE) return true;
    return value || (transaction.docChanged && event !== undefined && /^(?:input|delete|move)/.test(event));
  },
});

/** The Tab key indents only after typing; Escape, then Tab leaves; so the focus is not trapped. */
export const tabPolicy: Extension = [
  typed,
  EditorView.domEventHandlers({
    blur: (_event, view) => {
      view.dispatch({ effects: leave.of(null) });
      return false;
    },
  }),
  keymap.of([
    {
      key: "Tab",
      run: (view) => view.state.field(typed) && indentMore(view),
      shift: (view) => view.state.field(typed) && indentLess(view),
    },
  ]),
  Prec.lowest(
    keymap.of([
      {
        key: "Escape",
        run: (view) => {
          view.dispatch({ effects: leave.of(null) });
          return false;
        },
      },
    ]),
  ),
];
