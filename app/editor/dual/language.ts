// Dual for CodeMirror: the engine's own grammar with what an editor adds to it - styles, folding, comments, brackets.
import { foldNodeProp, LanguageSupport, LRLanguage } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type Input, type NodeType, type PartialParse, type SyntaxNode, Tree } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";
import { deepBrackets } from "../../../engine/syntax/brackets.ts";
import { parser } from "../../../engine/syntax/dual.grammar";
import { headerFolding } from "./header-folding.ts";
import { indentation } from "./indentation.ts";

const styles = styleTags({
  "data type def op by let rec and in if then else case of par": tags.keyword,
  "Integer Real": tags.number,
  "LineComment BlockComment UnclosedComment": tags.comment,
  "TypeName TypeVariable": tags.typeName,
  DefinitionName: tags.definition(tags.variableName),
  ConstructorName: tags.className,
  ParallelPair: tags.special(tags.operator),
  "( ) [ ] #[ { }": tags.bracket,
});

/** From the end of a node's first line to its end. */
function afterFirstLine(node: SyntaxNode, state: EditorState): { from: number; to: number } | null {
  const line = state.doc.lineAt(node.from);
  return node.to > line.to ? { from: line.to, to: node.to } : null;
}

const folding = foldNodeProp.add({
  BlockComment: (node) => ({ from: node.from + 2, to: node.to - 2 }),
  "Definition OpDeclaration DataDeclaration": afterFirstLine,
  Case: (node, state) => {
    const open = node.getChild("{");
    if (open === null) return null;
    const closed = state.sliceDoc(node.to - 1, node.to) === "}";
    return { from: open.to, to: closed ? node.to - 1 : node.to };
  },
});

const data = {
  commentTokens: { line: "--", block: { open: "{-", close: "-}" } },
  closeBrackets: { brackets: ["(", "[", "{"] },
  wordChars: "'",
};

/**
 * Brackets open at once beyond which the editor shows plain text: walks over a tree are recursive in CodeMirror, and a page
 * has a small stack. The checker says what is wrong with such a text.
 */
const MOST_BRACKETS = 500;

/** Has a parser read what is not nested too deeply; of the rest it gives an empty tree. */
export function shallow(top: NodeType): (inner: PartialParse, input: Input) => PartialParse {
  return (inner, input) => {
    if (deepBrackets(input.read(0, input.length), MOST_BRACKETS) === undefined) return inner;
    return {
      advance: () => new Tree(top, [], [], input.length),
      parsedPos: input.length,
      stopAt: () => {},
      stoppedAt: null,
    };
  };
}

const wrap = shallow(parser.topNode);

const programs = LRLanguage.define({
  name: "dual",
  parser: parser.configure({ props: [styles, folding], wrap }),
  languageData: data,
});

const expressions = LRLanguage.define({
  name: "dual-expression",
  parser: parser.configure({ top: "Expression", props: [styles], wrap }),
  languageData: data,
});

/** Whole programs. */
export const dualProgram: LanguageSupport = new LanguageSupport(programs, [headerFolding, indentation]);

/** One expression, as in the fields for input and cotangent. */
export const dualExpression: LanguageSupport = new LanguageSupport(expressions);
