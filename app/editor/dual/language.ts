// Dual for CodeMirror: the engine's own grammar with an editor's additions: styles, folding, comments, brackets.
import { foldNodeProp, LanguageSupport, LRLanguage } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type Input, type NodeType, type PartialParse, type SyntaxNode, Tree } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";
import { Brackets } from "../../../engine/syntax/brackets.ts";
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
  Text: tags.string,
  FieldName: tags.propertyName,
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
 * Brackets open at once beyond which the editor shows plain text: walks over a tree are recursive in CodeMirror, and a page has a small
 * stack. The checker reports mistakes in such a text.
 */
const MOST_BRACKETS = 500;

/** Characters that are looked at for brackets at once, so that a parse of megabytes can be interrupted. */
const PART = 1 << 16;

/**
 * Characters of a text that are parsed: the editor takes its tree at each key, half-built where it is not done, and the tree of a megabyte
 * takes longer than a key may. The rest is plain text.
 */
const MOST_PARSED = 300_000;

/** Parses the beginning of a text; nothing of one whose beginning is nested too deeply, as far as it was looked at. */
class ShallowParse implements PartialParse {
  readonly #inner: PartialParse;
  readonly #input: Input;
  readonly #top: NodeType;
  /** Where the part ends that is parsed. */
  readonly #end: number;
  readonly #brackets = new Brackets(MOST_BRACKETS);

  constructor(inner: PartialParse, input: Input, top: NodeType) {
    this.#inner = inner;
    this.#input = input;
    this.#top = top;
    this.#end = Math.min(input.length, MOST_PARSED);
    if (this.#end < input.length) inner.stopAt(this.#end);
  }

  advance(): Tree | null {
    const brackets = this.#brackets;
    if (brackets.deepAt === undefined && brackets.length <= this.#inner.parsedPos && brackets.length < this.#end) {
      brackets.read(this.#input.read(brackets.length, Math.min(this.#end, brackets.length + PART)));
      if (brackets.length >= this.#end) brackets.end();
      if (brackets.deepAt === undefined) return null;
    }
    const { length } = this.#input;
    if (brackets.deepAt !== undefined) return new Tree(this.#top, [], [], length);
    const tree = this.#inner.advance();
    const isWhole = tree === null || this.stoppedAt !== null || tree.length === length;
    return isWhole ? tree : new Tree(tree.type, tree.children, tree.positions, length, tree.propValues);
  }

  get parsedPos(): number {
    const { parsedPos } = this.#inner;
    return this.#brackets.deepAt === undefined && parsedPos < this.#end ? parsedPos : this.#input.length;
  }

  stopAt(position: number): void {
    this.#inner.stopAt(Math.min(position, this.#end));
  }

  /** Where the editor stopped it: an unparsed rest is no reason to continue. */
  get stoppedAt(): number | null {
    const { stoppedAt } = this.#inner;
    return this.#brackets.deepAt === undefined && stoppedAt !== null && stoppedAt < this.#end ? stoppedAt : null;
  }
}

/** Has a parser, whose trees have a top node, read the beginning of a text, if it is not nested too deeply. */
export function shallow(top: NodeType): (inner: PartialParse, input: Input) => PartialParse {
  return (inner, input) => new ShallowParse(inner, input, top);
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
