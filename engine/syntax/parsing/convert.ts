// Tree to AST: expressions, declarations, programs. Only error-free subtrees come here.

import type { SyntaxNode } from "@lezer/common";
import { lastOf, nth, present } from "../../base/nth.ts";
import { unreachable } from "../../base/unreachable.ts";
import { mistake } from "../../source/diagnostic.ts";
import type { Branch, Declaration, Expr, FunctionBinding, LetItem, Operator, Pattern } from "../ast.ts";
import { annotationBehind, childrenOf, spanOf, textOf } from "../tree.ts";
import {
  type Conversion,
  convertAnnotation,
  convertPattern,
  convertPatternItem,
  convertType,
  convertTypePart,
  integerLiteral,
  named,
  nameOf,
} from "./convert-types.ts";
import { type Piece, resolveChain } from "./operators.ts";

const ASCII: Readonly<Record<string, Operator>> = { "⋆": "|*|", "≠": "/=", "≤": "<=", "≥": ">=" };
const PARAMETERS = [
  "Variable",
  "Wildcard",
  "ConstructorName",
  "Integer",
  "Real",
  "ParenPattern",
  "ListPattern",
  "RecordPattern",
];

/** The ASCII spelling of an operator's text. */
function operatorOf(text: string): Operator {
  return ASCII[text] ?? (text as Operator);
}

/** An Expr node. */
export function convertExpr(c: Conversion, node: SyntaxNode): Expr {
  return resolveChain(
    childrenOf(node).map((child) => convertPiece(c, child)),
    c.diagnostics,
  );
}

function convertPiece(c: Conversion, node: SyntaxNode): Piece {
  const span = spanOf(c, node);
  switch (node.name) {
    case "LetHead":
      return { tag: "let", item: convertLetItem(c, node), span };
    case "LambdaHead": {
      const params = named(node, ...PARAMETERS).map((child) => convertPatternItem(c, child));
      return { tag: "lambda", params, span };
    }
    case "IfHead": {
      const [condition, then] = named(node, "Expr").map((child) => convertExpr(c, child));
      return { tag: "if", condition: present(condition), consequent: present(then), span };
    }
    case "Negate":
      return { tag: "negate", span };
    case "Application":
    case "Parallel":
    case "Variable":
    case "ConstructorName":
    case "Integer":
    case "Real":
    case "Text":
    case "FieldAccess":
    case "RecordExpr":
    case "Parenthesised":
    case "OperatorFunction":
    case "ListLiteral":
    case "ArrayLiteral":
    case "Case":
      return { tag: "operand", expr: convertOperand(c, node), span };
    default:
      return { tag: "operator", operator: operatorOf(textOf(c, node)), span };
  }
}

function convertOperand(c: Conversion, node: SyntaxNode): Expr {
  const span = spanOf(c, node);
  switch (node.name) {
    case "Variable":
      return { tag: "variable", name: textOf(c, node), span };
    case "ConstructorName":
      return { tag: "constructor", name: textOf(c, node), span };
    case "Integer":
      return { tag: "integer", ...integerLiteral(c, node), span };
    case "Real":
      return { tag: "real", value: Number(textOf(c, node)), span };
    case "Text":
      return { tag: "text", value: textIn(textOf(c, node)), span };
    case "FieldAccess": {
      const [record, field] = childrenOf(node);
      return { tag: "field", record: convertOperand(c, present(record)), field: nameOf(c, present(field)), span };
    }
    case "RecordExpr": {
      const fields = named(node, "FieldValue").map((child) => fieldValue(c, child));
      return { tag: "record", record: convertOperand(c, nth(childrenOf(node), 0)), fields, span };
    }
    case "OperatorFunction":
      return { tag: "operator", operator: operatorOf(textOf(c, nth(childrenOf(node), 1))), span };
    case "ListLiteral":
      return { tag: "list", items: named(node, "Expr").map((child) => convertExpr(c, child)), span };
    case "ArrayLiteral":
      return { tag: "array", items: named(node, "Expr").map((child) => convertExpr(c, child)), span };
    case "Parenthesised": {
      const items = convertItems(c, node);
      return items.length === 1 ? { ...nth(items, 0), grouped: span } : { tag: "tuple", items, span };
    }
    case "Parallel": {
      const group = present(node.getChild("Parenthesised"));
      const items = convertItems(c, group);
      if (items.length < 2) {
        const message = "`par` takes a literal tuple of two or more parts, `par (e1, e2)`";
        c.diagnostics.report(mistake("parallel-parts", spanOf(c, group), message));
      }
      return { tag: "parallel", items, span };
    }
    case "Case": {
      const scrutinee = convertExpr(c, present(node.getChild("Expr")));
      return { tag: "case", scrutinee, branches: named(node, "Branch").map((child) => convertBranch(c, child)), span };
    }
    default: {
      const [fn, ...args] = childrenOf(node);
      if (isAdjacentNumber(c, present(fn), nth(args, 0))) return convertOperand(c, present(fn));
      return {
        tag: "apply",
        fn: convertOperand(c, present(fn)),
        args: args.map((child) => convertOperand(c, child)),
        span,
      };
    }
  }
}

/** A field of a record with its value; a name alone has that of the variable of the name. */
function fieldValue(c: Conversion, node: SyntaxNode) {
  const name = nameOf(c, present(node.getChild("FieldName")));
  const inner = node.getChild("Expr");
  const value: Expr = inner === null ? { tag: "variable", name: name.text, span: name.span } : convertExpr(c, inner);
  return { name, value };
}

/** The characters that a text in quotes stands for: `\\n` is the end of a line, any other character behind `\\` itself. */
function textIn(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gsu, (_, character: string) => (character === "n" ? "\n" : character));
}

/** Characters of a number that are read. */
const LONGEST_NUMBER = 60;

/** `2x` reads as an application of 2; what is meant is a product. */
function isAdjacentNumber(c: Conversion, fn: SyntaxNode, arg: SyntaxNode): boolean {
  if ((fn.name !== "Integer" && fn.name !== "Real") || fn.to !== arg.from) return false;
  const written = c.text.slice(fn.from, arg.to);
  const [number, rest] = [textOf(c, fn), textOf(c, arg)];
  const span = spanOf(c, { from: fn.from, to: arg.to });
  const write = (text: string) => ({ title: `write \`${text}\``, edits: [{ span, text }] });
  const grouped = /^\d+(?:_\d+)+(?:\.\d+(?:_\d+)*)?(?:[eE][-+]?\d+)?/.exec(
    c.text.slice(fn.from, fn.from + LONGEST_NUMBER),
  )?.[0];
  if (grouped !== undefined && fn.from + grouped.length >= arg.to) {
    const whole = spanOf(c, { from: fn.from, to: fn.from + grouped.length });
    const plain = grouped.replaceAll("_", "");
    const message = `Dual writes numbers without \`_\`: \`${plain}\``;
    const fix = { title: `write \`${plain}\``, edits: [{ span: whole, text: plain }] };
    c.diagnostics.report(mistake("number-applied", whole, message, { fix }));
  } else if (/^\d+[eE]$/.test(written) || arg.name === "Real") {
    const message = `\`${written}\` is not a number; a Real is written like 1.0, .5 or 2e-3`;
    c.diagnostics.report(mistake("number-applied", span, message));
  } else if (/^0(?:[xX][\da-fA-F]+|[bB][01]+|[oO][0-7]+)$/.test(written)) {
    const decimal = String(Number(written));
    const message = `Dual has decimal numbers alone: \`${written}\` is \`${decimal}\``;
    c.diagnostics.report(mistake("number-applied", span, message, { fix: write(decimal) }));
  } else if (/^[fFdDlL]$/.test(rest)) {
    // `1.0f` of C
    const real = fn.name === "Real" ? number : `${number}.0`;
    const message = `\`${written}\` is not a number of Dual: a Real is written \`${real}\`, without \`${rest}\``;
    c.diagnostics.report(mistake("number-applied", span, message, { fix: write(real) }));
  } else {
    const message = `\`${written}\` is not a product in Dual; write \`${number} * ${rest}\``;
    const fix = rest.length > 60 ? undefined : write(`${number} * ${rest}`);
    c.diagnostics.report(mistake("number-applied", span, message, { fix }));
  }
  return true;
}

/** The components of a parenthesised group, each with its annotation. */
function convertItems(c: Conversion, node: SyntaxNode): readonly Expr[] {
  return named(node, "Expr").map((child) => {
    const expr = convertExpr(c, child);
    const annotation = annotationBehind(child);
    if (annotation === undefined) return expr;
    return {
      tag: "annotated",
      expr,
      type: convertAnnotation(c, annotation),
      span: spanOf(c, { from: child.from, to: annotation.to }),
    };
  });
}

function convertBranch(c: Conversion, node: SyntaxNode): Branch {
  return {
    pattern: convertPattern(c, present(node.getChild("Pattern"))),
    body: convertExpr(c, present(node.getChild("Expr"))),
    span: spanOf(c, node),
  };
}

function convertLetItem(c: Conversion, node: SyntaxNode): LetItem {
  const span = spanOf(c, node);
  const bindings = named(node, "RecBinding").map((child) => convertBinding(c, child));
  if (bindings.length > 0) {
    for (const binding of bindings) {
      if (binding.params.length > 0 || binding.body.tag === "lambda") continue;
      const message = `\`let rec\` defines functions; ${binding.name.text} has no parameter`;
      c.diagnostics.report(mistake("let-rec-value", binding.name.span, message));
    }
    return { tag: "rec", bindings, span };
  }
  const op = node.getChild("OpDeclaration");
  if (op !== null) return convertLocalOp(c, op);
  const fn = node.getChild("FunctionBinding");
  if (fn !== null) return { tag: "function", binding: convertBinding(c, fn), span };
  const value = present(node.getChild("ValueBinding"));
  const pattern = convertPattern(c, present(value.getChild("Pattern")));
  const bound = convertExpr(c, present(value.getChild("Expr")));
  const annotation = value.getChild("Annotation");
  if (annotation === null) return { tag: "value", pattern, bound, span };
  const type = convertAnnotation(c, annotation);
  return { tag: "value", pattern: { tag: "annotated", pattern, type, span: pattern.span }, bound, span };
}

function convertBinding(c: Conversion, node: SyntaxNode): FunctionBinding {
  const annotation = node.getChild("Annotation");
  return {
    name: nameOf(c, present(node.getChild("DefinitionName"))),
    params: named(node, ...PARAMETERS).map((child) => convertPatternItem(c, child)),
    result: annotation === null ? undefined : convertAnnotation(c, annotation),
    body: convertExpr(c, present(node.getChild("Expr"))),
    span: spanOf(c, node),
  };
}

/** The name and the fields of a constructor, without the clause of Haskell's, which reads as more fields. */
function withoutDeriving(c: Conversion, parts: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const at = parts.findIndex((part) => part.name === "TypeVariable" && textOf(c, part) === "deriving");
  if (at < 0 || at === parts.length - 1) return parts;
  const edits = [{ span: spanOf(c, { from: nth(parts, at - 1).to, to: lastOf(parts).to }), text: "" }];
  const fix = { title: "remove `deriving`", edits };
  const message = "Dual has no `deriving`: every value can be shown without it";
  c.diagnostics.report(mistake("deriving", spanOf(c, nth(parts, at)), message, { fix }));
  return parts.slice(0, at);
}

/** The parts of an operation of one's own: it has partials, or a pullback. */
function convertOp(c: Conversion, node: SyntaxNode) {
  const [expr, second] = named(node, "Expr").map((child) => convertExpr(c, child));
  const annotation = node.getChild("Annotation");
  const value: Expr =
    annotation === null
      ? present(expr)
      : { tag: "annotated", expr: present(expr), type: convertAnnotation(c, annotation), span: present(expr).span };
  const isPullback = node.getChild("PullbackWord") !== null;
  return {
    name: nameOf(c, present(node.getChild("DefinitionName"))),
    param: convertPatternItem(c, nth(named(node, ...PARAMETERS), 0)),
    value,
    partials: isPullback ? undefined : present(second),
    pullback: isPullback ? present(second) : undefined,
  };
}

/** A local operation of one's own; partials d are the pullback \c -> c * d. */
function convertLocalOp(c: Conversion, node: SyntaxNode): LetItem {
  const { name, param, value, partials, pullback } = convertOp(c, node);
  const span = spanOf(c, node);
  const given = pullback ?? timesCotangent(present(partials));
  const bound: Expr = { tag: "rule", name: name.text, param, value, pullback: given, span };
  return { tag: "value", pattern: { tag: "variable", name: name.text, span: name.span }, bound, span };
}

/** \c -> c * d, or \c -> (c * d1, .., c * dn) for a tuple of partials. */
function timesCotangent(partials: Expr): Expr {
  const { span } = partials;
  const variable: Expr & Pattern = { tag: "variable", name: COTANGENT, span };
  const times = (operand: Expr): Expr => ({
    tag: "left",
    first: { ...variable },
    rest: [{ operator: "*", operatorSpan: operand.span, operand }],
    span: operand.span,
  });
  const body: Expr = partials.tag === "tuple" ? { ...partials, items: partials.items.map(times) } : times(partials);
  return { tag: "lambda", params: [variable], body, span };
}

/** A name that no program can have written. */
const COTANGENT = "c°";

/** One declaration node without syntax errors. */
export function convertDeclaration(c: Conversion, node: SyntaxNode): Declaration {
  const span = spanOf(c, node);
  const kind = node.name as "DataDeclaration" | "TypeDeclaration" | "Definition" | "OpDeclaration";
  switch (kind) {
    case "DataDeclaration":
      return {
        tag: "data",
        name: nameOf(c, present(node.getChild("TypeName"))),
        params: named(node, "TypeVariable").map((child) => nameOf(c, child)),
        constructors: named(node, "Constructor").map((child) => {
          const withNames = named(child, "Field");
          if (withNames.length > 0)
            return {
              name: nameOf(c, nth(childrenOf(child), 0)),
              fields: withNames.map((field) => convertType(c, present(field.getChild("Type")))),
              fieldNames: withNames.map((field) => nameOf(c, present(field.getChild("FieldName")))),
            };
          const [name, ...fields] = withoutDeriving(c, childrenOf(child));
          return { name: nameOf(c, present(name)), fields: fields.map((field) => convertTypePart(c, field)) };
        }),
        span,
      };
    case "TypeDeclaration":
      return {
        tag: "type",
        name: nameOf(c, present(node.getChild("TypeName"))),
        params: named(node, "TypeVariable").map((child) => nameOf(c, child)),
        type: convertType(c, present(node.getChild("Type"))),
        span,
      };
    case "Definition":
      return { tag: "def", binding: convertBinding(c, node), span };
    case "OpDeclaration": {
      const { name, param, value, partials, pullback } = convertOp(c, node);
      if (partials !== undefined) return { tag: "op", name, param, value, partials, span };
      const body: Expr = { tag: "rule", name: name.text, param, value, pullback: present(pullback), span };
      return { tag: "def", binding: { name, params: [], result: undefined, body, span }, span };
    }
    default:
      return unreachable(kind);
  }
}
