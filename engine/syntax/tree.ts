// Small helpers over Lezer trees, and the parser itself.

import type { SyntaxNode, Tree } from "@lezer/common";
import { present } from "../base/nth.ts";
import type { Work } from "../base/work.ts";
import type { SourceName, Span } from "../source/span.ts";
import { parser } from "./dual.grammar";

/** The parser of whole programs; the editor uses it too. */
export const programParser = parser;

/** The parser of one expression (`--at`, `--cotangent`). */
export const expressionParser = parser.configure({ top: "Expression" });

/** A text with its name; what every function of this folder reads from. */
export interface Text {
  readonly source: SourceName;
  readonly text: string;
}

/** The place of a node in the text. */
export function spanOf(text: Text, node: { readonly from: number; readonly to: number }): Span {
  return { source: text.source, from: node.from, to: node.to };
}

/** The user's text of a node. */
export function textOf(text: Text, node: { readonly from: number; readonly to: number }): string {
  return text.text.slice(node.from, node.to);
}

const SKIPPED = new Set(["LineComment", "BlockComment", "UnclosedComment"]);

/** The children of a node, comments left out. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (!SKIPPED.has(child.name)) children.push(child);
  return children;
}

/** The annotation behind a part of a parenthesised group, whatever comments stand between them. */
export function annotationBehind(node: SyntaxNode): SyntaxNode | undefined {
  let next = node.nextSibling;
  while (next !== null && SKIPPED.has(next.name)) next = next.nextSibling;
  return next?.name === "Annotation" ? next : undefined;
}

/** The first error node in a subtree, in source order; found without recursion. */
export function firstError(tree: Tree, from: number, to: number): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  tree.iterate({
    from,
    to,
    enter: (node) => {
      if (found !== undefined) return false;
      if (node.type.isError && node.from >= from && node.to <= to) {
        found = node.node;
        return false;
      }
      return undefined;
    },
  });
  return found;
}

const NESTING = new Set(["Expr", "Pattern", "Type"]);

/** Heads whose body is the rest of their chain: it lies one deeper. */
function isHead(name: string): boolean {
  return name === "LambdaHead" || name === "IfHead";
}

/** Nodes whose parts nest to the right, although they stand in a row: parameters, arguments, fields, `->` and `::`. */
const ROWS = new Set([
  "Application",
  "LambdaHead",
  "Definition",
  "FunctionBinding",
  "RecBinding",
  "Constructor",
  "ConstructorPattern",
  "TypeApplication",
  "DataDeclaration",
  "TypeDeclaration",
  "Type",
  "Pattern",
  "ListPattern",
]);
const NO_PARTS = new Set([...SKIPPED, "Arrow", "Cons", ",", "Bar", "Constructor"]);

/** Nodes around an error beyond which it is the parser's stack that is too small, not the program that is wrong. */
const DEEPEST_ERROR = 800;

/** Whether an error is so deep that the parser gave up on text that may be right. */
export function isTooDeep(node: SyntaxNode): boolean {
  let depth = 0;
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) depth++;
  return depth > DEEPEST_ERROR;
}

/** How deep expressions, patterns and types may nest; chains of `let` and of operators do not count. */
export const DEEPEST_NESTING = 1000;

/** How many parameters, arguments, fields, .. may stand in a row. */
export const LONGEST_ROW = 1000;

/** Lezer flattens what is nested deeper than 2500 nodes: below that its mistakes have no places. */
const DEEPEST_TREE = 2400;

/** The place where a declaration exceeds {@link DEEPEST_NESTING}, {@link LONGEST_ROW}, or the depth of the tree. */
export interface Excess {
  readonly what: "nest" | "row";
  readonly from: number;
  readonly to: number;
}

/** The outermost node of a nest in a range that is too deep, or a row that is too long; counts what it visits. */
export function tooDeep(tree: Tree, from: number, to: number, work: Work): Excess | undefined {
  let depth = 0;
  let nodes = 0;
  let outermost = from;
  let found: Excess | undefined;
  /** For each open Expr, the heads in its chain so far (what follows is the body of all of them), and the signs before its operand. */
  const heads: { heads: number; signs: number }[] = [];
  const rows: { readonly from: number; readonly at: number; parts: number }[] = [];
  const deepen = (): void => {
    if (++depth > DEEPEST_NESTING) found ??= { what: "nest", from: outermost, to: outermost + 1 };
  };
  tree.iterate({
    from,
    to,
    enter: ({ name, from: start }) => {
      if (found !== undefined) return false;
      work.add(1);
      if (++nodes > DEEPEST_TREE) found = { what: "nest", from: outermost, to: outermost + 1 };
      const row = rows.at(-1);
      if (row?.at === nodes - 1 && !NO_PARTS.has(name) && ++row.parts > LONGEST_ROW)
        found = { what: "row", from: row.from, to: row.from + 1 };
      if (ROWS.has(name)) rows.push({ from: start, at: nodes, parts: 0 });
      const chain = heads.at(-1);
      if (name === "Negate" && chain !== undefined) {
        chain.signs++;
        deepen();
        nodes--;
        return false;
      }
      if (chain !== undefined && chain.signs > 0 && OPERATOR_NODES.has(name)) {
        depth -= chain.signs;
        chain.signs = 0;
      }
      if (!NESTING.has(name)) return undefined;
      if (depth === 0) outermost = start;
      if (name === "Expr") heads.push({ heads: 0, signs: 0 });
      deepen();
      return undefined;
    },
    leave: ({ name }) => {
      if (rows.at(-1)?.at === nodes) rows.pop();
      nodes--;
      const chain = heads.at(-1);
      if (chain !== undefined && isHead(name)) {
        chain.heads++;
        deepen();
      }
      if (!NESTING.has(name)) return;
      depth--;
      if (name === "Expr") {
        const { heads: bodies, signs } = present(heads.pop());
        depth -= bodies + signs;
      }
    },
  });
  return found;
}

/** The nodes of infix operators. */
export const OPERATOR_NODES: ReadonlySet<string> = new Set([
  "ParallelPair",
  "Pipe",
  "Or",
  "And",
  "Compare",
  "Cons",
  "Append",
  "Plus",
  "Minus",
  "Times",
  "Divide",
  "Power",
  "Index",
]);
