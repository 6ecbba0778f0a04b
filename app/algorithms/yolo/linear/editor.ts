// The editor of definitions in Linear A: its own grammar, with the marks and keys of all code.
import { LanguageSupport, LRLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { styleTags, tags } from "@lezer/highlight";
import { parser } from "../../../../engine/algorithms/yolo/written/linear-a.grammar";
import { type CodeFieldOptions, codeEditor } from "../../../editor/code-editor.ts";
import { shallow } from "../../../editor/dual/language.ts";
import { inputOf, SIGNS } from "../../../editor/dual/unicode-input.ts";

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
export function linearEditor(options: CodeFieldOptions): Extension {
  return codeEditor({ ...options, parts: [linearA, inputOf(LINEAR_SIGNS)] });
}
