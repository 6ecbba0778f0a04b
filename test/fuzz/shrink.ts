// Smaller programs that show the same: parts are left out, or give way to what lies in them, as the syntax tree has it.
import type { SyntaxNode } from "@lezer/common";
import { programParser } from "../../engine/syntax/tree.ts";

const EXPRESSIONS = new Set([
  "Expr",
  "Parenthesised",
  "Application",
  "Case",
  "ListLiteral",
  "ArrayLiteral",
  "Variable",
]);
const LEAVES = ["1.0", "x", "True", "0", "[]", "()", "#[]"];
/** Milliseconds. */
const LONGEST = 20_000;

/** The smallest text that can be found in a while for which `isSame` holds; it holds for the text that is given. */
export function shrunk(text: string, isSame: (text: string) => boolean): string {
  const end = performance.now() + LONGEST;
  let now = text;
  for (let goesOn = true; goesOn; ) {
    goesOn = false;
    for (const smaller of simpler(now)) {
      if (performance.now() > end) return now;
      if (smaller.length >= now.length || !isSame(smaller)) continue;
      now = smaller;
      goesOn = true;
      break;
    }
  }
  return now;
}

/** Texts that are shorter in one place, the largest steps first. */
function* simpler(text: string): Generator<string> {
  const nodes: SyntaxNode[] = [];
  programParser.parse(text).iterate({ enter: ({ node }) => void nodes.push(node) });
  nodes.sort((a, b) => b.to - b.from - (a.to - a.from));
  const without = (from: number, to: number, by = ""): string => text.slice(0, from) + by + text.slice(to);
  for (const { name, from, to } of nodes) {
    if (/Declaration$|^Definition$/.test(name)) yield without(from, to);
    if (name === "Branch") {
      yield without(text.lastIndexOf("|", from) < 0 ? from : text.lastIndexOf("|", from), to);
      if (/^\s*\|/.test(text.slice(to))) yield without(from, text.indexOf("|", to) + 1);
    }
    if (name === "Annotation") yield without(from, to);
  }
  for (const node of nodes) {
    if (!EXPRESSIONS.has(node.name)) continue;
    const { from, to } = node;
    for (const inner of innerExpressions(node, 3)) yield without(from, to, text.slice(inner.from, inner.to));
    for (const leaf of LEAVES) yield without(from, to, leaf);
    yield* withoutItems(text, node);
  }
  const header = /^-- at: .*$/m.exec(text)?.[0] ?? "";
  for (const [number] of header.matchAll(/-?\d[\d.e+-]*/g)) yield text.replace(number, "1.0");
}

/** The expressions in one, so many levels deep. */
function* innerExpressions(node: SyntaxNode, levels: number): Generator<SyntaxNode> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (EXPRESSIONS.has(child.name)) yield child;
    if (levels > 1) yield* innerExpressions(child, EXPRESSIONS.has(child.name) ? levels - 1 : levels);
  }
}

/** A literal with an item less. */
function* withoutItems(text: string, node: SyntaxNode): Generator<string> {
  if (node.name !== "ListLiteral" && node.name !== "ArrayLiteral") return;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== "Expr") continue;
    const comma = text[child.to] === "," ? 1 : 0;
    yield text.slice(0, child.from) + text.slice(child.to + comma);
  }
}

/** The shortest text that can be found in a while by leaving out pieces, smaller and smaller, so that `isSame` still holds. */
export function shorter(text: string, isSame: (text: string) => boolean): string {
  const end = performance.now() + LONGEST;
  let now = text;
  for (let size = Math.ceil(now.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < now.length; ) {
      if (performance.now() > end) return now;
      const smaller = now.slice(0, at) + now.slice(at + size);
      if (isSame(smaller)) now = smaller;
      else at += size;
    }
  }
  return now;
}
