// The context of a syntax mistake: where the parser stopped, the token there, the nodes around.
import type { SyntaxNode } from "@lezer/common";
import { present } from "../../base/nth.ts";
import { DECLARATION_WORDS, KEYWORDS } from "../keywords.ts";
import { childrenOf, OPERATOR_NODES, type Text, textOf } from "../tree.ts";

/** The token at an offset: its text, and where it is. */
export interface Met {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** An error node with its surroundings. */
export interface ErrorContext {
  readonly text: Text;
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode;
  readonly declaration: SyntaxNode | undefined;
  readonly met: Met;
  /** Names of the children of the parent before the error, in order; the last of them. */
  readonly before: readonly string[];
  readonly last: string;
}

/** The context of an error node in a declaration, or outside of any. */
export function contextOf(text: Text, node: SyntaxNode, declaration: SyntaxNode | undefined): ErrorContext {
  const parent = node.parent ?? node;
  const before = childrenOf(parent)
    .filter((child) => child.to <= node.from && !child.type.isError && child.from < child.to)
    .map((child) => child.name);
  return { text, node, parent, declaration, met: tokenAt(text.text, node.from), before, last: before.at(-1) ?? "" };
}

const TOKEN =
  /(?:\s|--[^\n]*)*([\p{L}_][\p{L}\p{N}_']*|\d[\p{L}\p{N}_.]*|\|\*\||->|==|\/=|<=|>=|::|\+\+|\|>|\|\||&&|\.\.+|!=|=>|:=|<-|#\[|"[^"\n]*"?|.)?/suy;

/** The token at or after an offset, blanks and line comments skipped. */
function tokenAt(text: string, offset: number): Met {
  TOKEN.lastIndex = offset;
  const found = TOKEN.exec(text);
  const token = found?.[1] ?? "";
  const to = offset + (found?.[0].length ?? 0);
  return { text: token, from: to - token.length, to };
}

/** How a met token reads in a message. */
export function inWords(met: Met): string {
  if (met.text === "") return "the end of the text";
  return KEYWORDS.includes(met.text) ? `the keyword \`${met.text}\`` : `\`${met.text}\``;
}

const DECLARATIONS = ["DataDeclaration", "TypeDeclaration", "Definition", "OpDeclaration"];

/** Whether the declaration ends at the mistake. */
export function isAtEnd({ met }: ErrorContext): boolean {
  return met.text === "" || DECLARATION_WORDS.includes(met.text);
}

/** By opening bracket, the one that closes it. */
export const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "#[": "]", "{": "}" };

/** The opening bracket of the construct that the error stands in, if it is not closed. */
export function openBracket({ parent, node: wrong }: ErrorContext): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = parent; node !== null; node = node.parent) {
    const children = childrenOf(node);
    const opener = children.find((child) => CLOSERS[child.name] !== undefined);
    if (opener !== undefined && opener.to <= wrong.from) {
      const closer = present(CLOSERS[opener.name]);
      return children.some((child) => child.name === closer && child.to > child.from) ? undefined : opener;
    }
    if (DECLARATIONS.includes(node.name)) return undefined;
  }
  return undefined;
}

/** Whether a node's name is that of an infix operator. */
export function isOperator(name: string): boolean {
  return OPERATOR_NODES.has(name);
}

/** The innermost node of one of these names that a node stands in, or is; undefined where there is none. */
export function enclosing(node: SyntaxNode, ...names: readonly string[]): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) if (names.includes(at.name)) return at;
  return undefined;
}

const TYPE = "a type was expected here";
const LET = "the `let` of $let";

/**
 * The needs of constructs: the node, a child that is there (with a dot: the last one before the mistake), and the sentence. The first
 * that fits is said; `$of` is the name of the definition around, `$let` that of the `let`.
 */
const NEEDS: readonly (readonly [nodes: string, child: string, sentence: string])[] = [
  ["Definition", "Equals", "the definition$of needs an expression after `=`"],
  ["Definition", "DefinitionName", "the definition$of needs `=` here"],
  ["Definition", "", "a definition needs a name after `def`"],
  ["OpDeclaration", "ByWord", "the operation$of needs its partials after `by`"],
  ["OpDeclaration", "PullbackWord", "the operation$of needs its pullback, `\\c -> ..`"],
  ["OpDeclaration", "Equals", "the operation$of needs `by` and its partial derivatives, or `pullback` and a function"],
  ["OpDeclaration", "DefinitionName.", "the operation$of needs a parameter"],
  ["OpDeclaration", "", "the operation$of needs `=` here"],
  ["LetHead", "let.", "a `let` needs a name or a pattern"],
  ["LetHead", "rec.", "`let rec` defines functions by name, `let rec f x = ..`"],
  ["LetHead", "", `${LET} needs \`in\` here`],
  ["ValueBinding FunctionBinding RecBinding", "Equals", `${LET} needs an expression after \`=\``],
  ["ValueBinding FunctionBinding RecBinding", "", `${LET} needs \`=\` here`],
  ["IfHead", "then.", "this `if` needs an expression after `then`"],
  ["IfHead", "then", "this `if` needs `else` here: an `if` always has both branches"],
  ["IfHead", "if.", "this `if` needs a condition"],
  ["IfHead", "", "this `if` needs `then` here"],
  ["LambdaHead", "Lambda.", "a function `\\` needs a parameter"],
  ["LambdaHead", "", "this function needs `->` after its parameters"],
  ["Branch", "Arrow", "this branch needs an expression after `->`"],
  ["Branch", "", "this branch of the `case` needs `->` after its pattern"],
  ["Case", "case.", "this `case` needs an expression to look at"],
  ["Case", "of.", "put the branches of a `case` in braces, `case .. of { p -> e | p -> e }`"],
  ["Case", "of", "this `case` needs `|` and another branch, or `}`"],
  ["Case", "", "this `case` needs `of` here"],
  ["Parallel", "", "`par` takes a literal tuple of two or more parts, `par (e1, e2)`"],
  ["Pattern ParenPattern ListPattern", "", "a pattern was expected here"],
  ["Type ParenType ListType Annotation", "", TYPE],
  ["Constructor DataDeclaration", "Equals", "a constructor (with an upper-case letter) was expected here"],
  ["Constructor DataDeclaration", "TypeName", "this `data` needs `=` and its constructors"],
  ["Constructor DataDeclaration", "", "this `data` needs a name"],
  ["TypeDeclaration", "Equals", TYPE],
  ["TypeDeclaration", "", "this `type` needs `=` here"],
  ["Application", "", "an operator or the end of the expression was expected here"],
];

/** The construct around an error, and its need: "the `let` of y needs `in` here". */
export function need({ parent, before, last, node, text }: ErrorContext): string {
  const fitting = NEEDS.find(
    ([nodes, child]) =>
      nodes.split(" ").includes(parent.name) && (child === "" || child === `${last}.` || before.includes(child)),
  );
  if (fitting === undefined) {
    const operator = childrenOf(parent).findLast(
      (one) => one.to <= node.from && one.from < one.to && !one.type.isError,
    );
    if (operator === undefined || !isOperator(last)) return "an expression was expected here";
    return `the operator \`${textOf(text, operator)}\` needs an operand after it`;
  }
  const owner = enclosing(parent, "Definition", "OpDeclaration")?.getChild("DefinitionName");
  const binding = ["FunctionBinding", "ValueBinding", "RecBinding"].map((name) => parent.getChild(name));
  const [bound] = childrenOf(binding.find((one) => one !== null) ?? parent);
  return fitting[2]
    .replace("$of", () => (owner == null ? "" : ` of \`${textOf(text, owner)}\``))
    .replace(LET, () =>
      bound === undefined ? "this `let`" : `the \`let\` of \`${textOf(text, bound).slice(0, 30)}\``,
    );
}
