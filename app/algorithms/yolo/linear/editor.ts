// The editor of definitions in Linear A: its own grammar, with the marks and keys of all code.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, LanguageSupport, LRLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { drawSelection, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { styleTags, tags } from "@lezer/highlight";
import { parser } from "../../../../engine/algorithms/yolo/written/linear-a.grammar";
import { tabPolicy } from "../../../editor/dual/indentation.ts";
import { shallow } from "../../../editor/dual/language.ts";
import { inputOf, SIGNS } from "../../../editor/dual/unicode-input.ts";
import { look } from "../../../editor/look.ts";
import { gutterMarks, marks } from "../../../editor/marks.ts";
import { phrases } from "../../../editor/phrases.ts";
import { codeEditor, type ProgramEditorOptions } from "../../../editor/program-editor.ts";
import { wrapping } from "../../../editor/wrapping.ts";

const linearA = new LanguageSupport(
  LRLanguage.define({
    name: "linear-a",
    parser: parser.configure({
      props: [
        styleTags({
          "def let in": tags.keyword,
          Number: tags.number,
          LineComment: tags.comment,
          "Type/Name": tags.typeName,
          "Definition/Name": tags.definition(tags.variableName),
          "( ) [ ]": tags.bracket,
        }),
      ],
      wrap: shallow(parser.topNode),
    }),
    languageData: { commentTokens: { line: "--" }, closeBrackets: { brackets: ["(", "["] } },
  }),
);

/** The signs of Linear A: dots come above the letter before them. */
export const LINEAR_SIGNS: Readonly<Record<string, string>> = {
  ...SIGNS,
  otimes: "⊗",
  tensor: "⊗",
  real: "ℝ",
  dot: "\u0307",
  ddot: "\u0308",
};

/** The extensions of the editor of Linear A. */
export function linearEditor(options: Pick<ProgramEditorOptions, "label" | "onText">): Extension {
  return [
    lineNumbers(),
    gutterMarks,
    highlightSpecialChars(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    linearA,
    look,
    phrases,
    wrapping,
    marks,
    inputOf(LINEAR_SIGNS),
    tabPolicy,
    keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
    codeEditor(options),
  ];
}
