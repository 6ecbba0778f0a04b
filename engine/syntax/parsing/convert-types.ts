// Tree to AST: types and patterns.

import type { SyntaxNode } from "@lezer/common";
import { lastOf, nth, present } from "../../base/nth.ts";
import { isRoundedInteger } from "../../base/rounded-integer.ts";
import type { Diagnostics } from "../../source/diagnostic.ts";
import type { IntegerLiteral, Name, Pattern, SyntaxType } from "../ast.ts";
import { annotationBehind, childrenOf, spanOf, type Text, textOf } from "../tree.ts";

/** The state of the conversion: the text, and its diagnostics. */
export interface Conversion extends Text {
  readonly diagnostics: Diagnostics;
}

/** A name with its place, from the node of the tree that it is. */
export function nameOf(c: Conversion, node: SyntaxNode): Name {
  return { text: textOf(c, node), span: spanOf(c, node) };
}

/** The nodes of a comma-separated or bracketed group that have one of these names. */
export function named(node: SyntaxNode, ...names: readonly string[]): SyntaxNode[] {
  return childrenOf(node).filter((child) => names.includes(child.name));
}

/** The type after the colon of an Annotation node. */
export function convertAnnotation(c: Conversion, node: SyntaxNode): SyntaxType {
  return convertType(c, present(node.getChild("Type")));
}

/** A Type node: arrows associate to the right. */
export function convertType(c: Conversion, node: SyntaxNode): SyntaxType {
  const parts = childrenOf(node).filter((child) => child.name !== "Arrow");
  const { to } = lastOf(parts);
  let type = convertTypePart(c, present(parts.pop()));
  while (parts.length > 0) {
    const part = present(parts.pop());
    const span = spanOf(c, { from: part.from, to });
    type = { tag: "function", from: convertTypePart(c, part), to: type, span };
  }
  return type;
}

/** A type application or an atomic type. */
export function convertTypePart(c: Conversion, node: SyntaxNode): SyntaxType {
  const span = spanOf(c, node);
  switch (node.name) {
    case "TypeName":
      return { tag: "name", name: textOf(c, node), args: [], span, nameSpan: span };
    case "TypeVariable":
      return { tag: "variable", name: textOf(c, node), span };
    case "ListType":
      return { tag: "list", item: convertType(c, present(node.getChild("Type"))), span };
    case "ParenType": {
      const items = named(node, "Type").map((child) => convertType(c, child));
      return items.length === 1 ? nth(items, 0) : { tag: "tuple", items, span };
    }
    default: {
      const [name, ...args] = childrenOf(node);
      return {
        tag: "name",
        name: textOf(c, present(name)),
        args: args.map((child) => convertTypePart(c, child)),
        span,
        nameSpan: spanOf(c, present(name)),
      };
    }
  }
}

/** A Pattern node: `::` associates to the right. */
export function convertPattern(c: Conversion, node: SyntaxNode): Pattern {
  const children = childrenOf(node);
  const items = children.filter((child) => child.name !== "Cons");
  const conses = children.filter((child) => child.name === "Cons");
  const { to } = lastOf(items);
  let pattern = convertPatternItem(c, present(items.pop()));
  while (items.length > 0) {
    const head = present(items.pop());
    const nameSpan = spanOf(c, nth(conses, items.length));
    const span = spanOf(c, { from: head.from, to });
    pattern = { tag: "constructor", name: "::", args: [convertPatternItem(c, head), pattern], span, nameSpan };
  }
  return pattern;
}

/** An atomic pattern, a constructor with its arguments, or a negative number. */
export function convertPatternItem(c: Conversion, node: SyntaxNode): Pattern {
  const span = spanOf(c, node);
  switch (node.name) {
    case "Variable":
      return { tag: "variable", name: textOf(c, node), span };
    case "Wildcard":
      return { tag: "wildcard", span };
    case "ConstructorName":
      return { tag: "constructor", name: textOf(c, node), args: [], span, nameSpan: span };
    case "Integer":
      return { tag: "integer", ...integerLiteral(c, node), span };
    case "Real":
      return { tag: "real", value: Number(textOf(c, node)), span };
    case "NegativeNumber": {
      const number = lastOf(childrenOf(node));
      return number.name === "Integer"
        ? { tag: "integer", ...negated(integerLiteral(c, number)), span }
        : { tag: "real", value: -Number(textOf(c, number)), span };
    }
    case "RecordPattern": {
      const name = nth(childrenOf(node), 0);
      const fields = named(node, "FieldPattern").map((child) => fieldPattern(c, child));
      return { tag: "record", name: textOf(c, name), fields, span, nameSpan: spanOf(c, name) };
    }
    case "ListPattern":
      return { tag: "list", items: named(node, "Pattern").map((child) => convertPattern(c, child)), span };
    case "ParenPattern": {
      const items = named(node, "Pattern").map((child) => convertTypedPattern(c, child));
      return items.length === 1 ? nth(items, 0) : { tag: "tuple", items, span };
    }
    default: {
      const [name, ...args] = childrenOf(node);
      return {
        tag: "constructor",
        name: textOf(c, present(name)),
        args: args.map((child) => convertPatternItem(c, child)),
        span,
        nameSpan: spanOf(c, present(name)),
      };
    }
  }
}

/** A field of a record in a pattern; a name alone binds a variable of the name. */
function fieldPattern(c: Conversion, node: SyntaxNode) {
  const name = nameOf(c, present(node.getChild("FieldName")));
  const inner = node.getChild("Pattern");
  const pattern: Pattern =
    inner === null ? { tag: "variable", name: name.text, span: name.span } : convertPattern(c, inner);
  return { name, pattern };
}

/** A component of a parenthesised pattern, with its annotation. */
function convertTypedPattern(c: Conversion, node: SyntaxNode): Pattern {
  const pattern = convertPattern(c, node);
  const annotation = annotationBehind(node);
  if (annotation === undefined) return pattern;
  const span = spanOf(c, { from: node.from, to: annotation.to });
  return { tag: "annotated", pattern, type: convertAnnotation(c, annotation), span };
}

/** The number of an Integer node; whether it has to be exact depends on its type (`types/checking/check.ts`). */
export function integerLiteral(c: Conversion, node: SyntaxNode): IntegerLiteral {
  const text = textOf(c, node);
  const value = Number(text);
  return isRoundedInteger(text) ? { value, isRounded: true } : { value };
}

function negated({ value, ...more }: IntegerLiteral): IntegerLiteral {
  return { value: 0 - value, ...more };
}
