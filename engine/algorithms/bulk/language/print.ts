// The array language as the thesis writes it (§4.2).
import { nth } from "../../../base/nth.ts";
import { formulaOf } from "../../../scalars/formula.ts";
import { OPS } from "../../../scalars/ops.ts";
import type { ArrayShape, ArrayType, Bulk, IndexFunction } from "./syntax.ts";

/** How tight a term binds. */
enum Level {
  Term,
  Comparison,
  Sum,
  Product,
  Application,
  Atom,
}

/** A term in one line. */
export function printBulk(term: Bulk): string {
  return printed(term, Level.Term);
}

/** [3, 4]. */
export function printShape(shape: ArrayShape): string {
  return `[${shape.join(", ")}]`;
}

/** Array [3, 4] R. */
export function printArrayType({ shape, element }: ArrayType): string {
  const letter = { Real: "ℝ", Int: "ℤ", Bool: "Bool" }[element];
  return shape.length === 0 ? letter : `Array ${printShape(shape)} ${letter}`;
}

/** \[i, j]. [j, i]. */
export function printIndexFunction({ variables, at }: IndexFunction): string {
  return `(\\[${variables.join(", ")}]. ${printIndex(at)})`;
}

function printIndex(at: readonly Bulk[]): string {
  return `[${at.map((one) => printBulk(one)).join(", ")}]`;
}

function printed(term: Bulk, least: Level): string {
  const { text, level } = written(term);
  return level < least ? `(${text})` : text;
}

const INFIX_LEVELS: Readonly<Record<string, Level>> = {
  "+": Level.Sum,
  "-": Level.Sum,
  "*": Level.Product,
  "/": Level.Product,
  "^": Level.Application,
};

function written(term: Bulk): { readonly text: string; readonly level: Level } {
  const applied = (...parts: readonly string[]) => ({ text: parts.join(" "), level: Level.Application });
  const arg = (one: Bulk): string => printed(one, Level.Atom);
  switch (term.tag) {
    case "variable":
      return { text: term.name, level: Level.Atom };
    case "constant":
      return { text: printConstant(term), level: term.values.some((one) => one < 0) ? Level.Sum : Level.Atom };
    case "iota": {
      const size = nth(term.shape, 0);
      return { text: size < 4 ? `[${Array.from({ length: size }, (_, at) => at)}]` : `[0, .., ${size - 1}]`, level: Level.Atom };
    }
    case "let":
      return { text: `let ${term.name} = ${printBulk(term.bound)} in ${printBulk(term.body)}`, level: Level.Term };
    case "cond":
      return applied("cond", arg(term.test), arg(term.yes), arg(term.no));
    case "op":
      return operation(OPS[term.op].symbol, OPS[term.op].infix, term.args);
    case "partial": {
      const names = term.args.map(arg);
      const text = formulaOf(OPS[term.op].symbol, term.index, names) ?? `∂${term.index + 1}${OPS[term.op].symbol} ${names.join(" ")}`;
      return { text, level: Level.Comparison };
    }
    case "custom":
      return applied(term.name, ...term.operands.map(({ of }) => arg(of)));
    case "index":
      return applied("index", arg(term.of), printIndex(term.at));
    case "sum":
      return applied("sumOuter", arg(term.of));
    case "gather":
      return applied("gather", printShape(term.shape), arg(term.of), printIndexFunction(term));
    case "scatter":
      if (term.variables.length === 0) return applied("oneHot", printShape(term.shape), printIndex(term.at), arg(term.of));
      return applied("scatter", printShape(term.shape), arg(term.of), printIndexFunction(term));
    case "stack":
      return { text: `[${term.items.map((one) => printBulk(one)).join(", ")}]`, level: Level.Atom };
    case "replicate":
      return applied("replicate", String(nth(term.shape, 0)), arg(term.of));
    case "transpose":
      return applied(`tr_{${term.order.join(",")}}`, arg(term.of));
    case "reshape":
      return applied("reshape", printShape(term.shape), arg(term.of));
    case "build":
      return applied("build1", String(nth(term.shape, 0)), `(\\${term.variable}. ${printBulk(term.body)})`);
  }
}

function operation(symbol: string, isInfix: boolean, args: readonly Bulk[]): { readonly text: string; readonly level: Level } {
  if (!isInfix)
    return { text: [symbol, ...args.map((one) => printed(one, Level.Atom))].join(" "), level: Level.Application };
  const level = INFIX_LEVELS[symbol] ?? Level.Comparison;
  const [left, right] = args as [Bulk, Bulk];
  return { text: `${printed(left, level)} ${symbol} ${printed(right, level + 1)}`, level };
}

function printConstant({ shape, values, element }: Bulk & { readonly values: readonly number[] }): string {
  const number = (value: number): string => {
    if (element === "Bool") return value === 0 ? "False" : "True";
    return element === "Real" && Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
  };
  return shape.length === 0 ? number(nth(values, 0)) : `[${values.map(number).join(", ")}]`;
}
