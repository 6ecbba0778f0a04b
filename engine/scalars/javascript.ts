// The scalar operations in JavaScript: their values, their partials, and the functions that both need.
import { nth, present } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
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
  /** The names of the functions that it calls beside JavaScript's. */
  readonly calls: readonly string[];
}

/** An expression, and the names of the {@link HELPERS} that it calls. */
export type Written = Pick<Code, "text" | "calls">;

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

const atom = (text: string, calls: readonly string[] = []): Code => ({ text, level: Level.Atom, calls });

const callsOf = (...parts: readonly Code[]): readonly string[] => parts.flatMap(({ calls }) => calls);

/** An expression as part of one that binds as tight as `level`. */
function within({ text, level }: Code, least: Level): string {
  return level < least ? `(${text})` : text;
}

/** A rule applied to expressions; `site` is the place that a mistake is reported at. */
function applied(rule: ValueRule, args: readonly Code[], site: (() => number) | undefined): Code {
  const [x, y] = args as [Code, Code];
  switch (rule.tag) {
    case "infix": {
      const level = SIGNS[rule.sign];
      // powers associate to the right, the rest to the left; a sum or product is grouped as it is computed
      const [left, right] = rule.sign === "**" ? [level + 1, level] : [level, level + 1];
      return { text: `${within(x, left)} ${rule.sign} ${within(y, right)}`, level, calls: callsOf(x, y) };
    }
    case "negation":
      return { text: `-${within(x, Level.Sign)}`, level: Level.Sign, calls: x.calls };
    case "math":
      return atom(`Math.${rule.name}(${args.map(({ text }) => text).join(", ")})`, callsOf(...args));
    case "own":
      return atom(
        `${rule.name}(${[...args.map(({ text }) => text), ...(site === undefined ? [] : [String(site())])].join(", ")})`,
        [rule.name, ...callsOf(...args)],
      );
    case "term":
      return termCode(rule.term, args, undefined);
  }
}

/** The result of an operation on its own operands. */
interface Result {
  readonly op: OpId;
  readonly code: Code;
}

/** A term as an expression; numbers in it are small, so that nothing fails. */
function termCode(term: ScalarTerm, operands: readonly Code[], result: Result | undefined): Code {
  const code = (one: ScalarTerm): Code => termCode(one, operands, result);
  switch (term.tag) {
    case "operand":
      return nth(operands, term.index);
    case "name":
      return atom(term.name);
    case "number":
      return { text: String(term.value), level: term.value < 0 ? Level.Sign : Level.Atom, calls: [] };
    case "op":
      if (result !== undefined && isResult(term, result.op)) return result.code;
      return applied(OPS[term.op as OpId].small, term.args.map(code), undefined);
    case "if": {
      const [test, yes, no] = [code(term.test), code(term.yes), code(term.no)];
      const text = `${within(test, Level.Or)} ? ${within(yes, Level.Choice)} : ${within(no, Level.Choice)}`;
      return { text, level: Level.Choice, calls: callsOf(test, yes, no) };
    }
    case "and":
    case "or": {
      const [level, sign] = term.tag === "and" ? [Level.And, "&&"] : [Level.Or, "||"];
      const [left, right] = [code(term.left), code(term.right)];
      return { text: `${within(left, level)} ${sign} ${within(right, level)}`, level, calls: callsOf(left, right) };
    }
    case "let":
      return internal("a binding within an expression", term.name);
  }
}

/** Whether a term is an operation applied to its own operands. */
function isResult(term: ScalarTerm, op: OpId): boolean {
  return term.tag === "op" && term.op === op && term.args.every((arg, index) => isSame(arg, operand(index)));
}

/**
 * The value of an operation on expressions that are names or literals; `site` is the place that a mistake is reported at. `isSmall`: operands and result
 * are small numbers, such as indices.
 */
export function valueCode(id: OpId, args: readonly string[], site: () => number, isSmall: boolean): Written {
  const { rule, small, fails } = OPS[id];
  const operands = args.map((arg) => atom(arg));
  const code = applied(isSmall ? small : rule, operands, fails !== undefined && !isSmall ? site : undefined);
  return { text: within(code, Level.Or), calls: code.calls };
}

/** Needs of a partial: operands by their index, or the result. */
export type Need = number | "result";

/** The cotangent d of an operation's result, times a partial. `code` sees the operands and the result as names or literals. */
export interface Adjoint {
  readonly needs: readonly Need[];
  readonly code: (d: string, args: readonly string[], result: string) => Written;
  /** Whether it passes d on as it is. */
  readonly passes: boolean;
}

function adjointOf(id: OpId, index: number): Adjoint | undefined {
  const partial = OPS[id].derivatives[index];
  if (partial === undefined) return undefined;
  const { term, helper } = partial;
  if (term.tag === "number" && term.value === 1) return { needs: [], code: (d) => atom(d), passes: true };
  if (term.tag === "number" && term.value === -1) return { needs: [], code: (d) => atom(`-${d}`), passes: false };
  if (helper !== undefined) {
    const needs = OPS[id].args.map((_, at) => at);
    return { needs, code: (d, args) => atom(`${d} * ${helper}(${args.join(", ")})`, [helper]), passes: false };
  }
  const code: Adjoint["code"] = (d, args, result) => {
    const operands = args.map((arg) => atom(arg));
    const made = termCode(term, operands, { op: id, code: atom(result) });
    return atom(`${d} * ${within(made, Level.Sign)}`, made.calls);
  };
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

/** A function that compiled programs may need. */
export interface Helper {
  readonly name: string;
  readonly text: string;
  /** The names of others that it calls. */
  readonly calls: readonly string[];
}

/** A partial as a function of its own. */
function helperOf(name: string, params: readonly string[], term: ScalarTerm): Helper {
  const operands = params.map((param) => atom(param));
  const code = (one: ScalarTerm): Code => termCode(one, operands, undefined);
  const bound = term.tag === "let" ? code(term.bound) : undefined;
  const result = code(term.tag === "let" ? term.body : term);
  const lines = [
    ...(term.tag === "let" ? [`const ${term.name} = ${present(bound).text};`] : []),
    `return ${result.text};`,
  ];
  const text = `function ${name}(${params.join(", ")}) {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
  return { name, text, calls: callsOf(...(bound === undefined ? [] : [bound]), result) };
}

type OwnName = keyof typeof import("./functions.js");

/** Calls among the functions of `functions.js`. */
const OWN_CALLS: Partial<Record<OwnName, readonly OwnName[]>> = {
  addInt: ["addIntEdge"],
  subInt: ["addIntEdge"],
  floorInt: ["exactInt"],
  roundInt: ["exactInt"],
  erfNear: ["polynomial"],
  erfcFar: ["polynomial"],
  erf: ["erfNear", "erfcFar"],
  erfc: ["erfNear", "erfcFar"],
  lgammaNear: ["polynomial"],
  lgamma: ["lgammaNear", "polynomial"],
  digamma: ["polynomial"],
  factorialOverPower: ["lgamma"],
  hurwitz: ["factorialOverPower"],
  polygamma: ["digamma", "hurwitz"],
};

/** The functions that values and partials are written with; each calls none but those before it. */
export const HELPERS: readonly Helper[] = [
  ...ownText
    .split("\nexport function ")
    .slice(1)
    .map((rest) => {
      const name = rest.slice(0, rest.indexOf("("));
      return { name, text: `function ${rest.trimEnd()}\n`, calls: OWN_CALLS[name as OwnName] ?? [] };
    }),
  ...Object.values(OPS).flatMap(({ derivatives, operands }) =>
    derivatives.flatMap((partial) =>
      partial?.helper === undefined ? [] : [helperOf(partial.helper, operands, partial.term)],
    ),
  ),
];
