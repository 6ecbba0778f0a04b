// The array language as the thesis writes it (§4.2).
import { nth } from "../../../base/nth.ts";
import { subscript } from "../../../core/terms/term.ts";
import { formulaOf } from "../../../scalars/formula.ts";
import { OPS } from "../../../scalars/ops.ts";
import { type ArrayShape, type ArrayType, type Bulk, type BulkOf, freeIn, type IndexFunction } from "./syntax.ts";

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
  return printed(term, Level.Term, NO_LETTERS);
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
export function printIndexFunction(one: IndexFunction): string {
  return indexFunction(one, NO_LETTERS);
}

/** The letters of index variables, by their names. */
type Letters = ReadonlyMap<string, string>;

const NO_LETTERS: Letters = new Map();

/** Letters for index variables in terms: the first ones that mean nothing else there. */
function lettersFor(variables: readonly string[], terms: readonly Bulk[], known: Letters): Letters {
  const taken = new Set(
    terms.flatMap((one) =>
      [...freeIn(one)].filter((name) => !variables.includes(name)).map((name) => known.get(name) ?? name),
    ),
  );
  const letters = new Map(known);
  for (const [index, name] of variables.entries()) {
    const found = [..."ijkl"].find((letter) => !taken.has(letter)) ?? subscript("i", index + 1);
    taken.add(found);
    letters.set(name, found);
  }
  return letters;
}

function indexFunction({ variables, at }: IndexFunction, known: Letters): string {
  const letters = lettersFor(variables, at, known);
  return `(\\[${variables.map((name) => letters.get(name)).join(", ")}]. ${printIndex(at, letters)})`;
}

function printIndex(at: readonly Bulk[], letters: Letters): string {
  return `[${at.map((one) => printed(one, Level.Term, letters)).join(", ")}]`;
}

function printed(term: Bulk, least: Level, letters: Letters): string {
  const { text, level } = written(term, letters);
  return level < least ? `(${text})` : text;
}

const INFIX_LEVELS: Readonly<Record<string, Level>> = {
  "+": Level.Sum,
  "-": Level.Sum,
  "*": Level.Product,
  "/": Level.Product,
  "^": Level.Application,
};

function written(term: Bulk, letters: Letters): { readonly text: string; readonly level: Level } {
  const applied = (...parts: readonly string[]) => ({ text: parts.join(" "), level: Level.Application });
  const arg = (one: Bulk): string => printed(one, Level.Atom, letters);
  const whole = (one: Bulk): string => printed(one, Level.Term, letters);
  switch (term.tag) {
    case "variable":
      return { text: letters.get(term.name) ?? term.name, level: Level.Atom };
    case "constant":
      return { text: printConstant(term), level: term.values.some((one) => one < 0) ? Level.Sum : Level.Atom };
    case "iota": {
      const size = nth(term.shape, 0);
      return {
        text: size < 4 ? `[${Array.from({ length: size }, (_, at) => at)}]` : `[0, .., ${size - 1}]`,
        level: Level.Atom,
      };
    }
    case "let":
      return { text: `let ${term.name} = ${whole(term.bound)} in ${whole(term.body)}`, level: Level.Term };
    case "cond":
      return applied("cond", arg(term.test), arg(term.yes), arg(term.no));
    case "op":
      return operation(OPS[term.op].symbol, OPS[term.op].infix, term.args, letters);
    case "partial": {
      const names = term.args.map(arg);
      const text =
        formulaOf(OPS[term.op].symbol, term.index, names) ??
        `∂${term.index + 1}${OPS[term.op].symbol} ${names.join(" ")}`;
      return { text, level: Level.Comparison };
    }
    case "custom":
      return applied(term.name, ...term.operands.map(({ of }) => arg(of)));
    case "index":
      return applied("index", arg(term.of), printIndex(term.at, letters));
    case "sum":
      return applied("sumOuter", arg(term.of));
    case "gather":
      return applied("gather", printShape(term.shape), arg(term.of), indexFunction(term, letters));
    case "scatter":
      if (term.variables.length === 0)
        return applied("oneHot", printShape(term.shape), printIndex(term.at, letters), arg(term.of));
      return applied("scatter", printShape(term.shape), arg(term.of), indexFunction(term, letters));
    case "stack":
      return { text: `[${term.items.map(whole).join(", ")}]`, level: Level.Atom };
    case "replicate":
      return applied("replicate", String(nth(term.shape, 0)), arg(term.of));
    case "transpose":
      return applied(`tr_{${term.order.join(",")}}`, arg(term.of));
    case "reshape":
      return applied("reshape", printShape(term.shape), arg(term.of));
    case "build":
      return applied("build1", String(nth(term.shape, 0)), build(term, letters));
  }
}

function build({ variable, body }: BulkOf<"build">, known: Letters): string {
  const letters = lettersFor([variable], [body], known);
  return `(\\${letters.get(variable)}. ${printed(body, Level.Term, letters)})`;
}

function operation(
  symbol: string,
  isInfix: boolean,
  args: readonly Bulk[],
  letters: Letters,
): { readonly text: string; readonly level: Level } {
  if (!isInfix)
    return {
      text: [symbol, ...args.map((one) => printed(one, Level.Atom, letters))].join(" "),
      level: Level.Application,
    };
  const level = INFIX_LEVELS[symbol] ?? Level.Comparison;
  const [left, right] = args as [Bulk, Bulk];
  return { text: `${printed(left, level, letters)} ${symbol} ${printed(right, level + 1, letters)}`, level };
}

function printConstant({ shape, values, element }: Bulk & { readonly values: readonly number[] }): string {
  const number = (value: number): string => {
    if (element === "Bool") return value === 0 ? "False" : "True";
    return element === "Real" && Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
  };
  return shape.length === 0 ? number(nth(values, 0)) : `[${values.map(number).join(", ")}]`;
}
