// The program as it was run, to be read: places in it light up, and the caret selects one.
import { foldGutter } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, highlightSpecialChars } from "@codemirror/view";
import type { Span } from "../../engine/source/span.ts";
import { codeViewer } from "./code-editor.ts";
import { dualProgram } from "./dual/language.ts";
import { replacedBy } from "./dual/replaced-lines.ts";

/** The places that are marked. */
export interface SourceMarks {
  /** Linked with the selection. */
  readonly lit: readonly Span[];
  /** Being evaluated. */
  readonly now: readonly Span[];
  /** Where playing stops. */
  readonly stops: readonly Span[];
}

/** Sets which places of the program are lit, run now, or stop the play. */
export const setMarks = StateEffect.define<SourceMarks>();

const CLASSES = { stop: "cm-stop", now: "cm-now", lit: "cm-lit" } as const;

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) return decorated(effect.value, transaction.state);
    return before.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorated({ lit, now, stops }: SourceMarks, { doc }: EditorState): DecorationSet {
  const ranges = [
    ...stops.map((span) => ({ span, name: CLASSES.stop })),
    ...now.map((span) => ({ span, name: CLASSES.now })),
    ...lit.map((span) => ({ span, name: CLASSES.lit })),
  ].filter(({ span }) => span.source === "<program>" && span.from < span.to && span.to <= doc.length);
  ranges.sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { span, name } of ranges) builder.add(span.from, span.to, Decoration.mark({ class: name }));
  return builder.finish();
}

/** The label of a viewer of a program, and its callbacks for caret and pointer. */
export interface SourceViewerOptions {
  readonly label: string;
  /** The input beside the program that the run is at, in place of the header's; empty where there is none. */
  readonly input?: string;
  /** The caret was put somewhere, by key or pointer. */
  onCaret(from: number, to: number): void;
  /** The pointer is over an offset, or over none. */
  onPoint(offset: number | undefined): void;
}

/** The extensions of a viewer of a program: the text cannot be changed. */
export function sourceViewer({ label, input = "", onCaret, onPoint }: SourceViewerOptions): Extension {
  return codeViewer({
    label,
    parts: [foldGutter(), highlightSpecialChars(), dualProgram, marks, replacedBy(input)],
    onCaret,
    onPoint,
  });
}
