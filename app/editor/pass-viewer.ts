// The text of a pass of the compiled engine, to be read: its lines light up, and the caret and the pointer say which line is meant.
import { StreamLanguage } from "@codemirror/language";
import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Pass } from "../../engine/texts/explain.ts";
import { codeViewer } from "./code-editor.ts";

/** Lines that are lit, from 0. */
export const setLitLines = StateEffect.define<readonly number[]>();

const LIT = Decoration.line({ class: "cm-lit-line" });

const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { effects, state: { doc } }) => {
    for (const effect of effects) {
      if (!effect.is(setLitLines)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      for (const line of effect.value)
        if (line < doc.lines) {
          const { from } = doc.line(line + 1);
          builder.add(from, from, LIT);
        }
      return builder.finish();
    }
    return before;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const KEYWORDS: Readonly<Record<Pass["language"], ReadonlySet<string>>> = {
  core: new Set("let letrec and in if then else case of data op by def once inline λ".split(" ")),
  ir: new Set("function plain if else for loop yield next leave segment leaves".split(" ")),
  javascript: new Set(
    "const let function class constructor return if else for while break continue switch case default new throw yield this get".split(
      " ",
    ),
  ),
};

const TYPES = new Set("real ∂real int index bool address pointer ℝ Int Bool Array".split(" "));

/** Words, numbers, texts and comments: the tokens of this generated code. */
function languageOf(language: Pass["language"]): Extension {
  return StreamLanguage.define({
    token: (stream) => {
      if (stream.eatSpace()) return null;
      if (language === "javascript" && (stream.match(/^\/\/.*/) || stream.match(/^\/\*.*?\*\//))) return "comment";
      if (stream.match(/^"[^"]*"/)) return "string";
      const word = stream.match(/^[\p{L}∂_$][\p{L}\p{N}_$₀-₉′°#@]*/u);
      if (word !== null && word !== true && word !== false) {
        if (KEYWORDS[language].has(word[0])) return "keyword";
        return language !== "javascript" && TYPES.has(word[0]) ? "typeName" : null;
      }
      if (stream.match(/^\d+(?:\.\d+)?(?:e[+-]?\d+)?/)) return "number";
      stream.next();
      return null;
    },
  });
}

/** The label of a viewer of a pass, its language, and its callbacks. */
export interface PassViewerOptions {
  readonly label: string;
  readonly language: Pass["language"];
  /** The caret was put into a line, by key or pointer. */
  onCaret(line: number): void;
  /** The pointer is over a line, or over none. */
  onPoint(line: number | undefined): void;
}

/** The extensions of a viewer of a pass: the text cannot be changed. */
export function passViewer({ label, language, onCaret, onPoint }: PassViewerOptions): Extension {
  const lineAt = (view: EditorView, offset: number): number => view.state.doc.lineAt(offset).number - 1;
  return [
    codeViewer({
      label,
      parts: [languageOf(language), litLines],
      onCaret: (_, __, view) => onCaret(lineAt(view, view.state.selection.main.head)),
      onPoint: (offset, view) => onPoint(offset === undefined ? undefined : lineAt(view, offset)),
    }),
    EditorView.domEventHandlers({ focus: (_, view) => onCaret(lineAt(view, view.state.selection.main.head)) }),
  ];
}
