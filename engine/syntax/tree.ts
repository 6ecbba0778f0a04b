// Small helpers over Lezer trees, and the parser itself.
import type { SyntaxNode, Tree } from "@lezer/common";
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

export function spanOf(text: Text, node: { readonly from: number; readonly to: number }): Span {
  return { source: text.source, from: node.from, to: node.to };
}

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

const NESTING = new Set(["Expr", "Pattern", "Type", "LambdaHead", "IfHead"]);

/** Heads whose body is the rest of their chain: it lies one deeper. */
function isHead(name: string): boolean {
  return name === "LambdaHead" || name === "IfHead";
}

/** Nodes around an error beyond which it is the parser's stack that is too small, not the program that is wrong. */
const DEEPEST_ERROR = 800;

/** Whether an error lies so deep that the parser gave up on what may be right. */
export function isTooDeep(node: SyntaxNode): boolean {
  let depth = 0;
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) depth++;
  return depth > DEEPEST_ERROR;
}

/** How deep expressions, patterns and types may nest; chains of `let` and of operators do not count. */
export const DEEPEST_NESTING = 1000;

/** Lezer flattens what is nested deeper than 2500 nodes: below that nothing can be told. */
const DEEPEST_TREE = 2400;

/** The outermost node of a nest in a range that is deeper than {@link DEEPEST_NESTING}, or than the tree can hold. */
export function tooDeep(
  tree: Tree,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } | undefined {
  let depth = 0;
  let nodes = 0;
  let outermost = from;
  let found: { readonly from: number; readonly to: number } | undefined;
  /** For each open Expr, the heads in its chain so far: what follows is the body of all of them. */
  const heads: number[] = [];
  tree.iterate({
    from,
    to,
    enter: (node) => {
      if (found !== undefined) return false;
      if (++nodes > DEEPEST_TREE) found = { from: outermost, to: outermost + 1 };
      if (!NESTING.has(node.name) || isHead(node.name)) return undefined;
      if (depth === 0) outermost = node.from;
      depth++;
      if (node.name === "Expr") heads.push(0);
      if (depth > DEEPEST_NESTING) found = { from: outermost, to: outermost + 1 };
      return undefined;
    },
    leave: (node) => {
      nodes--;
      if (!NESTING.has(node.name)) return;
      if (isHead(node.name)) {
        depth++;
        heads[heads.length - 1]!++;
        return;
      }
      depth--;
      if (node.name === "Expr") depth -= heads.pop() ?? 0;
    },
  });
  return found;
}
