// The scalar operations in JavaScript: their values, their partials, and the functions that both need.
import { internal } from "../../base/unreachable.ts";
import ownText from "./functions.js?raw";
import { OPS, type OpId, type ValueRule } from "./ops.ts";
import { isSame, operand, partsOf, type ScalarTerm } from "./scalar-term.ts";

/** How tight an expression binds in JavaScript. */
enum Level {
  Choice,
  Or,
  And,
  Equality,
  Comparison,
  Sum,
  Product,
  Sign,
  Power,
  Atom,
}

interface Code {
  readonly text: string;
  readonly level: Level;
}

const SIGNS: Readonly<Record<Extract<ValueRule, { readonly tag: "infix" }>["sign"], Level>> = {
  "+": Level.Sum,
  "-": Level.Sum,
  "*": Level.Product,
  "/": Level.Product,
  "**": Level.Power,
  "===": Level.Equality,
  "!==": Level.Equality,
  "<": Level.Comparison,
  "<=": Level.Comparison,
  ">": Level.Comparison,
  ">=": Level.Comparison,
};

const atom = (text: string): Code => ({ text, level: Level.Atom });

/** An expression as part of one that binds as tight as `level`. */
function within({ text, level }: Code, least: Level): string {
  return level < least ? `(${text})` : text;
}

/** A rule applied to expressions; `site` is where a mistake is told. */
function applied(rule: ValueRule, args: readonly Code[], site: (() => number) | undefined): Code {
  const [x, y] = args as [Code, Code];
  switch (rule.tag) {
    case "infix": {
      const level = SIGNS[rule.sign];
      // powers associate to the right, the rest to the left; a sum or product is grouped as it is computed
      const [left, right] = rule.sign === "**" ? [level + 1, level] : [level, level + 1];
      return { text: `${within(x, left)} ${rule.sign} ${within(y, right)}`, level };
    }
    case "negation":
      return { text: `-${within(x, Level.Sign)}`, level: Level.Sign };
    case "math":
      return atom(`Math.${rule.name}(${args.map(({ text }) => text).join(", ")})`);
    case "own":
      return atom(
        `${rule.name}(${[...args.map(({ text }) => text), ...(site === undefined ? [] : [String(site())])].join(", ")})`,
      );
    case "term":
      return termCode(rule.term, args, undefined);
  }
}

/** What stands for an operation on its own operands: its result. */
interface Result {
  readonly op: OpId;
  readonly code: Code;
}

/** A term as an expression; numbers in it are small, so that nothing fails. */
function termCode(term: ScalarTerm, operands: readonly Code[], result: Result | undefined): Code {
  const code = (one: ScalarTerm): Code => termCode(one, operands, result);
  switch (term.tag) {
    case "operand":
      return operands[term.index]!;
    case "name":
      return atom(term.name);
    case "number":
      return { text: String(term.value), level: term.value < 0 ? Level.Sign : Level.Atom };
    case "op":
      if (result !== undefined && isResult(term, result.op)) return result.code;
      return applied(OPS[term.op as OpId].small, term.args.map(code), undefined);
    case "if": {
      const [test, yes, no] = [code(term.test), code(term.yes), code(term.no)];
      const text = `${within(test, Level.Or)} ? ${within(yes, Level.Choice)} : ${within(no, Level.Choice)}`;
      return { text, level: Level.Choice };
    }
    case "and":
      return {
        text: `${within(code(term.left), Level.And)} && ${within(code(term.right), Level.And)}`,
        level: Level.And,
      };
    case "or":
      return { text: `${within(code(term.left), Level.Or)} || ${within(code(term.right), Level.Or)}`, level: Level.Or };
    case "let":
      return internal("a binding within an expression", term.name);
  }
}

/** Whether a term is an operation applied to its own operands. */
function isResult(term: ScalarTerm, op: OpId): boolean {
  return term.tag === "op" && term.op === op && term.args.every((arg, index) => isSame(arg, operand(index)));
}

/**
 * The value of an operation on expressions that are names or literals; `site` is where a mistake is told. `isSmall`: operands and result
 * are small numbers, such as indices.
 */
export function valueCode(id: OpId, args: readonly string[], site: () => number, isSmall: boolean): string {
  const { rule, small, fails } = OPS[id];
  const code = applied(isSmall ? small : rule, args.map(atom), fails !== undefined && !isSmall ? site : undefined);
  return within(code, Level.Or);
}

/** What a partial needs: operands by their index, or the result. */
export type Need = number | "result";

/** The cotangent d of an operation's result, times a partial. `code` sees the operands and the result as names or literals. */
export interface Adjoint {
  readonly needs: readonly Need[];
  readonly code: (d: string, args: readonly string[], result: string) => string;
  /** Whether it passes d on as it is. */
  readonly passes: boolean;
}

function adjointOf(id: OpId, index: number): Adjoint | undefined {
  const partial = OPS[id].derivatives[index];
  if (partial === undefined) return undefined;
  const { term, helper } = partial;
  if (term.tag === "number" && term.value === 1) return { needs: [], code: (d) => d, passes: true };
  if (term.tag === "number" && term.value === -1) return { needs: [], code: (d) => `-${d}`, passes: false };
  if (helper !== undefined) {
    const needs = OPS[id].args.map((_, at) => at);
    return { needs, code: (d, args) => `${d} * ${helper}(${args.join(", ")})`, passes: false };
  }
  const code: Adjoint["code"] = (d, args, result) =>
    `${d} * ${within(termCode(term, args.map(atom), { op: id, code: atom(result) }), Level.Sign)}`;
  return { needs: [...needsOf(term, id)], code, passes: false };
}

function needsOf(term: ScalarTerm, op: OpId, found: Set<Need> = new Set()): Set<Need> {
  if (isResult(term, op)) return found.add("result");
  if (term.tag === "operand") return found.add(term.index);
  for (const part of partsOf(term)) needsOf(part, op, found);
  return found;
}

/** The adjoints of the operations, one for each operand; undefined where there is no partial. */
export const ADJOINTS: Readonly<Record<OpId, readonly (Adjoint | undefined)[]>> = Object.fromEntries(
  Object.entries(OPS).map(([id, { args }]) => [id, args.map((_, index) => adjointOf(id as OpId, index))]),
) as unknown as Record<OpId, readonly (Adjoint | undefined)[]>;

/** A partial as a function of its own. */
function helperText(name: string, params: readonly string[], term: ScalarTerm): string {
  const operands = params.map(atom);
  const lines =
    term.tag === "let"
      ? [
          `const ${term.name} = ${termCode(term.bound, operands, undefined).text};`,
          `return ${termCode(term.body, operands, undefined).text};`,
        ]
      : [`return ${termCode(term, operands, undefined).text};`];
  return `function ${name}(${params.join(", ")}) {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

/** A function that compiled programs may need. */
export interface Helper {
  readonly name: string;
  readonly text: string;
}

/** The functions that values and partials are written with; each uses none but those before it. */
export const HELPERS: readonly Helper[] = [
  ...ownText
    .split("\nexport function ")
    .slice(1)
    .map((rest) => ({ name: rest.slice(0, rest.indexOf("(")), text: `function ${rest.trimEnd()}\n` })),
  ...Object.values(OPS).flatMap(({ derivatives, operands }) =>
    derivatives.flatMap((partial) =>
      partial?.helper === undefined
        ? []
        : [{ name: partial.helper, text: helperText(partial.helper, operands, partial.term) }],
    ),
  ),
];
