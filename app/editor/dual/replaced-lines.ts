// The lines of the header that do not hold for the input that is asked for beside the program: struck through, with that input.
import { Compartment, type EditorState, type Extension, RangeSetBuilder, type StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { headerOf, ownOf } from "../../document/header.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import { textOf } from "../text-of.ts";

/** Characters of an input beside the line that it replaces. */
const MOST = 40;

class Instead extends WidgetType {
  private readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Instead): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const { text } = this;
    const note = document.createElement("span");
    note.className = "cm-instead";
    const brief = briefValue(text);
    const input = brief.length > MOST ? `${brief.slice(0, MOST - 1)}…` : brief;
    note.textContent = t`now ${input}`;
    note.title = t`Not used: the “Input” field has ${text}`;
    return note;
  }
}

/** The header's lines about its own input: where another one is used, none of them holds. */
const OF_THE_INPUT = ["at", "value", "gradient"] as const;

function decorate(state: EditorState, input: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const text = textOf(state);
  if (ownOf(text, "at", input) === undefined) return builder.finish();
  const header = headerOf(text);
  const lines = OF_THE_INPUT.flatMap((key) => header[key] ?? []);
  for (const { span } of lines.sort((a, b) => a.span.from - b.span.from)) {
    if (span.to > span.from) builder.add(span.from, span.to, Decoration.mark({ class: "cm-replaced" }));
    if (span === header.at?.span)
      builder.add(span.to, span.to, Decoration.widget({ widget: new Instead(input), side: 1 }));
  }
  return builder.finish();
}

const compartment = new Compartment();

/** The extension that can mark lines of the header as replaced; it marks none at first. */
export const replacedLines: Extension = compartment.of([]);

/** The extension that marks the lines that do not hold for an input beside the program; an empty input replaces nothing. */
export function replacedBy(input: string): Extension {
  return EditorView.decorations.compute(["doc"], (state) => decorate(state, input));
}

/** Has an editor with `replacedLines` mark the lines that do not hold for an input. */
export function showReplaced(input: string): StateEffect<unknown> {
  return compartment.reconfigure(replacedBy(input));
}
