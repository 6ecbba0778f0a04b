// The context of a syntax mistake: where the parser stopped, the token there, the nodes around.

import type { SyntaxNode } from "@lezer/common";
import { present } from "../../base/nth.ts";
import { type Fix, mistake, type Note } from "../../source/diagnostic.ts";
import { KEYWORDS } from "../keywords.ts";
import { childrenOf, OPERATOR_NODES, spanOf, type Text, textOf } from "../tree.ts";

const DECLARATIONS = ["DataDeclaration", "TypeDeclaration", "Definition", "OpDeclaration"];

/** The token at an offset: its text, and where it is. */
interface Met {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /(?:\s|--[^\n]*)*([\p{L}_][\p{L}\p{N}_']*|\d[\p{L}\p{N}_.]*|\|\*\||->|==|\/=|<=|>=|::|\+\+|\|>|\|\||&&|\.\.+|!=|=>|:=|<-|#\[|"[^"\n]*"?|.)?/suy;

/** The token at or after an offset, blanks and line comments skipped. */
export function tokenAt(text: string, offset: number): Met {
  TOKEN.lastIndex = offset;
  const found = TOKEN.exec(text);
  const token = found?.[1] ?? "";
  const to = offset + (found?.[0].length ?? 0);
  return { text: token, from: to - token.length, to };
}

/** How a met token reads in a message. */
export function metInWords(met: Met): string {
  if (met.text === "") return "the end of the text";
  return KEYWORDS.includes(met.text) ? `the keyword \`${met.text}\`` : `\`${met.text}\``;
}

/** Everything that a rule may look at. */
export interface Place {
  readonly text: Text;
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode;
  readonly declaration: SyntaxNode | undefined;
  readonly met: Met;
  /** Names of the children of the parent before the error, in order. */
  readonly before: readonly string[];
}

/** A mistake at a token or a node. */
export function say(
  kind: string,
  place: Place,
  at: Met | SyntaxNode,
  message: string,
  extra: { notes?: readonly Note[]; fix?: Fix } = {},
) {
  return mistake(kind, spanOf(place.text, at), message, extra);
}

/** The fix that puts a text in the place of a token or a node. */
export function replace(place: Place, at: Met | SyntaxNode, title: string, text: string): Fix {
  return { title, edits: [{ span: spanOf(place.text, at), text }] };
}

/** By opening bracket, the one that closes it. */
export const OPENERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "#[": "]", "{": "}" };

/** The opening bracket of the construct that the error stands in, if it is not closed. */
export function openBracket(place: Place): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = place.parent; node !== null; node = node.parent) {
    const children = childrenOf(node);
    const opener = children.find((child) => OPENERS[child.name] !== undefined);
    if (opener !== undefined && opener.to <= place.node.from) {
      const closer = present(OPENERS[opener.name]);
      return children.some((child) => child.name === closer && child.to > child.from) ? undefined : opener;
    }
    if (DECLARATIONS.includes(node.name)) return undefined;
  }
  return undefined;
}

/** Whether the line of an offset begins, without indentation, with a name: a definition that lacks its `def`. */
export function undefinedLine(place: Place, offset: number): Met | undefined {
  const start = place.text.text.lastIndexOf("\n", offset - 1) + 1;
  const head = /^[\p{Ll}_][\p{L}\p{N}_']*/u.exec(place.text.text.slice(start, offset));
  if (head === null || KEYWORDS.includes(head[0])) return undefined;
  return { text: head[0], from: start, to: start + head[0].length };
}

/** The words that declarations begin with. */
export const DECLARATION_WORDS = ["def", "data", "type", "op"];
/** Whether a node's name is that of an infix operator. */
export function isOperator(name: string | undefined): boolean {
  return name !== undefined && OPERATOR_NODES.has(name);
}

/** `(1 +)`: one operand and one operator, nothing else. */
export function isSection(group: SyntaxNode): boolean {
  const expr = group.getChild("Expr");
  return expr !== null && expr !== undefined && childrenOf(expr).filter((child) => !child.type.isError).length === 2;
}

/** The bracket that another closes. */
export function openerOf(closer: string): string {
  return closer === ")" ? "(" : closer === "]" ? "[" : "{";
}

/** The innermost node of one of these names that a node stands in, or is; undefined where there is none. */
export function enclosing(node: SyntaxNode, names: readonly string[]): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) if (names.includes(at.name)) return at;
  return undefined;
}

/** "in the `let` of y, `in` was expected": the construct and what it lacks. */
export function constructInWords(place: Place): string {
  const { parent, before, text } = place;
  const nameNode = enclosing(parent, ["Definition", "OpDeclaration"])?.getChild("DefinitionName");
  const owner = nameNode === null || nameNode === undefined ? "" : ` of \`${textOf(text, nameNode)}\``;
  const last = before.at(-1);
  const binding = () => {
    const name =
      parent.getChild("FunctionBinding") ?? parent.getChild("ValueBinding") ?? parent.getChild("RecBinding") ?? parent;
    const written = childrenOf(name)[0];
    return written === undefined ? "this `let`" : `the \`let\` of \`${textOf(text, written).slice(0, 30)}\``;
  };
  switch (parent.name) {
    case "Definition":
      return before.includes("Equals")
        ? `the definition${owner} needs an expression after \`=\``
        : before.length <= 1
          ? "a definition needs a name after `def`"
          : `the definition${owner} needs \`=\` here`;
    case "OpDeclaration":
      if (!before.includes("Equals"))
        return last === "DefinitionName"
          ? `the operation${owner} needs a parameter`
          : `the operation${owner} needs \`=\` here`;
      return before.includes("by")
        ? `the operation${owner} needs its partials after \`by\``
        : `the operation${owner} needs \`by\` and its partial derivatives`;
    case "LetHead":
      return last === "let" ? "a `let` needs a name or a pattern" : `${binding()} needs \`in\` here`;
    case "ValueBinding":
    case "FunctionBinding":
    case "RecBinding":
      return before.includes("Equals")
        ? `${binding()} needs an expression after \`=\``
        : `${binding()} needs \`=\` here`;
    case "IfHead":
      if (before.includes("then"))
        return last === "then"
          ? "this `if` needs an expression after `then`"
          : "this `if` needs `else` here: an `if` always has both branches";
      return last === "if" ? "this `if` needs a condition" : "this `if` needs `then` here";
    case "LambdaHead":
      return last === "Lambda" ? "a function `\\` needs a parameter" : "this function needs `->` after its parameters";
    case "Branch":
      return before.includes("Arrow")
        ? "this branch needs an expression after `->`"
        : "this branch of the `case` needs `->` after its pattern";
    case "Case":
      if (last === "case") return "this `case` needs an expression to look at";
      return before.includes("of") ? "this `case` needs `|` and another branch, or `}`" : "this `case` needs `of` here";
    case "Pattern":
    case "ParenPattern":
    case "ListPattern":
      return "a pattern was expected here";
    case "Type":
    case "ParenType":
    case "ListType":
    case "Annotation":
      return "a type was expected here";
    case "Constructor":
    case "DataDeclaration":
      if (!before.includes("Equals") && before.includes("TypeName"))
        return "this `data` needs `=` and its constructors";
      return before.includes("Equals")
        ? "a constructor (with an upper-case letter) was expected here"
        : "this `data` needs a name";
    case "TypeDeclaration":
      return before.includes("Equals") ? "a type was expected here" : "this `type` needs `=` here";
    case "Application":
      return "the expression cannot go on here";
    default:
      if (isOperator(last)) return `the operator \`${childText(place)}\` needs an operand after it`;
      return "an expression was expected here";
  }
}

/** The text of the child right before the error. */
function childText(place: Place): string {
  const child = childrenOf(place.parent).findLast(
    (one) => one.to <= place.node.from && one.from < one.to && !one.type.isError,
  );
  return child === undefined ? "" : textOf(place.text, child);
}
