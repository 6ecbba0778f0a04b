// Results in a program's header while they answer an open question: a question mark replaces them, until the reader edits there.
import { Compartment, type EditorState, type Extension, type StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { resultSpans, UNKNOWN } from "../../document/header.ts";
import { textOf } from "../text-of.ts";

class Hidden extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = "cm-instead";
    mark.textContent = UNKNOWN;
    mark.title = t`Hidden until the question is answered`;
    return mark;
  }
}

function hiddenIn(state: EditorState): DecorationSet {
  const hidden = Decoration.replace({ widget: new Hidden() });
  return Decoration.set(resultSpans(textOf(state)).map(({ from, to }) => hidden.range(from, to)));
}

const hiddenRanges = StateField.define<DecorationSet>({
  create: hiddenIn,
  update: (before, transaction) => {
    if (!transaction.docChanged) return before;
    const isWritten = transaction.isUserEvent("input") || transaction.isUserEvent("delete");
    if (!isWritten) return hiddenIn(transaction.state);
    // edits reveal a result
    const touched: [from: number, to: number][] = [];
    transaction.changes.iterChangedRanges((from, to) => touched.push([from, to]));
    return before
      .update({ filter: (from, to) => !touched.some(([start, end]) => start <= to && from <= end) })
      .map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const compartment = new Compartment();

/** The extension that can hide results in a header; it hides none at first. */
export const hiddenResults: Extension = compartment.of([]);

/** Hides the results in the header, or shows them. */
export function hideResults(areHidden: boolean): StateEffect<unknown> {
  return compartment.reconfigure(areHidden ? hiddenRanges : []);
}
