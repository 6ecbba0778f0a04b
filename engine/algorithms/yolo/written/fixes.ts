// How a definition in Linear A is mended: a variable that nothing uses is dropped, one that is used twice gets a copy by dup.

import type { SyntaxNode } from "@lezer/common";
import { present } from "../../../base/nth.ts";
import type { Fix } from "../../../source/diagnostic.ts";
import { span } from "../../../source/span.ts";
import type { LinearityError } from "../linear-a/check.ts";
import { Fresh } from "../linear-a/names.ts";
import { childrenOf, nameOf, namesIn, type Place, spanOf } from "./nodes.ts";

/** The fix of an error; undefined where none is known. */
export function fixOf({ fault, variable }: LinearityError, place: Place): Fix | undefined {
  if (fault === undefined || variable === undefined) return undefined;
  const shown = variable.normalize();
  if (fault === "twice") return withCopy(variable, place);
  const end = present(place.node.getChild("Return"));
  const dropped = fault === "unused" ? `(${shown};)` : `(; ${shown})`;
  const text = `let (;) = drop(${dropped}) in${separation(place, end)}`;
  return { title: `drop ${shown}`, edits: [{ span: span("<linear>", end.from, end.from), text }] };
}

/** A dup before the line that uses a variable first; that use and the next one get a copy each. */
function withCopy(variable: string, place: Place): Fix | undefined {
  const uses = usesOf(variable, place);
  const [first, second] = uses;
  if (first === undefined || second === undefined) return undefined;
  const fresh = new Fresh(namesIn(place));
  const [a, b] = [fresh.name(variable), fresh.name(variable)].map((one) => one.normalize());
  const line = lineOf(first);
  const shown = variable.normalize();
  const dup = `let (; ${a}, ${b}) = dup(${shown}) in${separation(place, line)}`;
  return {
    title: `dup ${shown} first`,
    edits: [
      { span: span("<linear>", line.from, line.from), text: dup },
      { span: spanOf(first), text: present(a) },
      ...uses.slice(1).map((use) => ({ span: spanOf(use), text: present(b) })),
    ],
  };
}

/** The text between a line and the one before it: a new line is as far in. */
function separation({ text }: Place, { from }: SyntaxNode): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const before = text.slice(start, from);
  return start > 0 && before.trim() === "" ? `\n${before}` : " ";
}

/** The let or the return that a name stands in. */
function lineOf(node: SyntaxNode): SyntaxNode {
  let line = node;
  while (line.parent !== null && line.parent.name !== "Definition") line = line.parent;
  return line;
}

/** Where a variable is read, in the order of the text. */
function usesOf(variable: string, place: Place): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.name === "Parameters" || node.name === "Pattern" || node.name === "Results") return;
    if (node.name === "Name" && nameOf(place, node) === variable) found.push(node);
    for (const child of childrenOf(node)) visit(child);
  };
  for (const child of childrenOf(place.node)) if (child.name !== "Name") visit(child);
  return found;
}
