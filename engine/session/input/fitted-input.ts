// An input whose brackets are of another kind than its type asks for, `[..]` for `#[..]` or `(..)`: the same numbers in the same places.
import { nth } from "../../base/nth.ts";
import { DiagnosticList } from "../../source/diagnostic.ts";
import type { SourceName } from "../../source/span.ts";
import { type Expr, outerSpan } from "../../syntax/ast.ts";
import { parseExpression } from "../../syntax/parsing/parse.ts";
import { LIST, TABLE, type Type } from "../../types/type.ts";

/** An expression with the brackets that a type asks for, at every depth; undefined where the elements are not as many, or of another kind. */
export function fittedInput(source: SourceName, text: string, type: Type): string | undefined {
  const expr = parseExpression(source, text, new DiagnosticList());
  const fitted = expr && withBrackets(expr, type, text);
  return fitted === text ? undefined : fitted;
}

function withBrackets(expr: Expr, type: Type, text: string): string | undefined {
  const items = expr.tag === "list" || expr.tag === "array" || expr.tag === "tuple" ? expr.items : undefined;
  if (type.tag === "tuple" && items?.length === type.items.length)
    return bracketed("(", items, (index) => nth(type.items, index), ")", text);
  const [of] = type.tag === "con" ? type.args : [];
  if (type.tag === "con" && of !== undefined && items !== undefined) {
    if (type.name === LIST) return bracketed("[", items, () => of, "]", text);
    if (type.name === "Array") return bracketed("#[", items, () => of, "]", text);
    if (type.name === TABLE) {
      const row: Type = { tag: "con", name: LIST, args: [of] };
      const rows = bracketed("[", items, () => row, "]", text);
      return rows === undefined ? undefined : `fromRows ${rows}`;
    }
  }
  if (items !== undefined) return undefined;
  if (type.tag === "con" && type.name === "Int" && expr.tag === "real")
    return Number.isSafeInteger(expr.value) ? String(expr.value) : undefined;
  const isNumber = expr.tag === "real" || expr.tag === "integer" || expr.tag === "negate";
  // a number stands where a number is asked for; what else there is, its type is not known here
  if (isNumber && !(type.tag === "con" && (type.name === "Real" || type.name === "Int"))) return undefined;
  const { from, to } = outerSpan(expr);
  return text.slice(from, to);
}

function bracketed(
  open: string,
  items: readonly Expr[],
  typeAt: (index: number) => Type,
  close: string,
  text: string,
): string | undefined {
  const parts = items.map((item, index) => withBrackets(item, typeAt(index), text));
  return parts.includes(undefined) ? undefined : `${open}${parts.join(", ")}${close}`;
}
