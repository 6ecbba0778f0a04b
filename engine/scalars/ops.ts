// The table of scalar primitive operations (§3.3.1). Each entry says everything of its operation, once: its symbol and types, its value,
// its partials as terms, what it costs to compute again, how it fails. Functions, JavaScript and formulas are made of that.

import { present } from "../base/nth.ts";
import * as functions from "./functions.js";
import { byZero, notAnInt, type OpFailure, OVERFLOW } from "./mistake.ts";
import {
  add,
  atan2Partial,
  distance2,
  div,
  erfFormula,
  gaussian,
  hypotPartial,
  isAtLeast,
  isAtMost,
  logPartial,
  minusOne,
  mul,
  named,
  nan,
  neg,
  one,
  type Partial,
  rootOfRest,
  shownAs,
  sub,
  x,
  y,
  zero,
} from "./partials.ts";
import {
  both,
  choose,
  either,
  functionOf,
  int,
  isNaNTerm,
  letIn,
  op,
  real,
  type ScalarFunction,
  type ScalarTerm,
} from "./scalar-term.ts";

/** The types of an operation's arguments and result. */
export type ScalarType = "Real" | "Int" | "Bool";

/** How the value of an operation is computed. */
export type ValueRule =
  | { readonly tag: "infix"; readonly sign: keyof typeof INFIX }
  | { readonly tag: "negation" }
  /** A function of JavaScript's `Math`. */
  | { readonly tag: "math"; readonly name: MathName }
  /** A function of `scalars/functions.js`; where the operation can fail, its last argument is the place of the report. */
  | { readonly tag: "own"; readonly name: keyof typeof OWN }
  | { readonly tag: "term"; readonly term: ScalarTerm };

/** An operation. */
export interface Op {
  /** How it is printed: an infix symbol, or a function's name. */
  readonly symbol: string;
  readonly infix: boolean;
  readonly args: readonly ("Real" | "Int")[];
  readonly result: ScalarType;
  /** The names of its operands in formulas. */
  readonly operands: readonly string[];
  readonly rule: ValueRule;
  /** For an Int: how it is computed where operands and result are small numbers, such as indices, so that it cannot fail. */
  readonly small: ValueRule;
  /** The value; a Bool as 0 or 1. Throws ScalarMistake where it fails. */
  readonly value: ScalarFunction;
  /** For a Real result, the partial by each argument (undefined for an Int). */
  readonly derivatives: readonly (Partial | undefined)[];
  /** The same as functions of plain numbers. */
  readonly partials: readonly (ScalarFunction | undefined)[];
  /** Whether it is cheaper to compute it again in a reverse pass than to remember it. */
  readonly isCheap: boolean;
  /** How it fails; undefined where it has a value for all operands. */
  readonly fails: OpFailure | undefined;
}

type Unary = (x: number) => number;
type MathName = {
  [Name in keyof Math]: Math[Name] extends Unary | ((x: number, y: number) => number) ? Name : never;
}[keyof Math];

const bool = (value: boolean): number => (value ? 1 : 0);

/** The functions that JavaScript does not have. */
const OWN = { ...functions };

/** The signs that operations share with JavaScript. */
const INFIX = {
  "+": (x: number, y: number) => x + y,
  "-": (x: number, y: number) => x - y,
  "*": (x: number, y: number) => x * y,
  "/": (x: number, y: number) => x / y,
  "**": (x: number, y: number) => x ** y,
  "===": (x: number, y: number) => bool(x === y),
  "!==": (x: number, y: number) => bool(x !== y),
  "<": (x: number, y: number) => bool(x < y),
  "<=": (x: number, y: number) => bool(x <= y),
  ">": (x: number, y: number) => bool(x > y),
  ">=": (x: number, y: number) => bool(x >= y),
} as const;

const infix = (sign: keyof typeof INFIX): ValueRule => ({ tag: "infix", sign });
const math = (name: MathName): ValueRule => ({ tag: "math", name });
const ownFunction = (name: keyof typeof OWN): ValueRule => ({ tag: "own", name });
const computed = (term: ScalarTerm): ValueRule => ({ tag: "term", term });

/** An entry of the table; the rest of an {@link Op} follows. */
interface Entry extends Omit<Op, "value" | "partials" | "small" | "operands" | "derivatives" | "isCheap" | "fails"> {
  readonly derivatives?: readonly (Partial | ScalarTerm | undefined)[];
  readonly operands?: readonly string[];
  readonly small?: ValueRule;
  readonly isCheap?: boolean;
  readonly fails?: OpFailure;
}

type More = Pick<Entry, "isCheap" | "fails" | "small" | "operands">;

function real1(symbol: string, rule: ValueRule, derivative: ScalarTerm | Partial, more: More = {}): Entry {
  return { symbol, infix: false, args: ["Real"], result: "Real", rule, derivatives: [derivative], ...more };
}

function real2(
  symbol: string,
  rule: ValueRule,
  derivatives: readonly [ScalarTerm | Partial, ScalarTerm | Partial],
  more: More = {},
): Entry {
  return { symbol, infix: rule.tag === "infix", args: ["Real", "Real"], result: "Real", rule, derivatives, ...more };
}

/** An operation that derivatives do not flow through. */
function discrete(
  symbol: string,
  args: readonly ("Real" | "Int")[],
  result: ScalarType,
  rule: ValueRule,
  more: More = {},
): Entry {
  return { symbol, infix: !/^\w/.test(symbol), args, result, rule, ...more };
}

function comparison(symbol: string, type: "Real" | "Int", sign: keyof typeof INFIX): Entry {
  return discrete(symbol, [type, type], "Bool", infix(sign), { isCheap: true });
}

function int2(symbol: string, rule: ValueRule, more: More = {}): Entry {
  return discrete(symbol, ["Int", "Int"], "Int", rule, more);
}

/** The largest Int: 2^53. */
export const LARGEST_INT = 2 ** 53;

const cheap = { isCheap: true } as const;

const entries = {
  add: real2("+", infix("+"), [one, one], cheap),
  sub: real2("-", infix("-"), [one, minusOne], cheap),
  mul: real2("*", infix("*"), [y, x], cheap),
  div: real2("/", infix("/"), [div(one, y), neg(div(div(x, y), y))]),
  neg: real1("neg", { tag: "negation" }, minusOne, cheap),
  pow: real2("pow", ownFunction("pow"), [
    named("powBase", choose(op("eq", y, zero), zero, mul(y, op("pow", x, sub(y, one))))),
    named("powExponent", choose(both(op("eq", x, zero), op("gt", y, zero)), zero, mul(op("pow", x, y), op("log", x)))),
  ]),
  powInt: {
    symbol: "^",
    infix: true,
    args: ["Real", "Int"],
    result: "Real",
    operands: ["x", "n"],
    rule: infix("**"),
    derivatives: [
      named(
        "powInt",
        choose(op("eqInt", y, int(0)), zero, mul(op("real", y), op("powInt", x, op("subInt", y, int(1))))),
      ),
      undefined,
    ],
  },
  sqrt: real1("sqrt", math("sqrt"), div(real(0.5), op("sqrt", x))),
  cbrt: real1("cbrt", math("cbrt"), div(one, mul(real(3), mul(op("cbrt", x), op("cbrt", x))))),
  hypot: real2("hypot", math("hypot"), [
    { ...named("hypotX", hypotPartial(x, y)), formula: div(x, op("hypot", x, y)) },
    { ...named("hypotY", hypotPartial(y, x)), formula: div(y, op("hypot", x, y)) },
  ]),
  exp: real1("exp", math("exp"), op("exp", x)),
  log: real1("log", math("log"), choose(op("lt", x, zero), nan, div(one, x))),
  log1p: real1("log1p", math("log1p"), choose(op("lt", x, minusOne), nan, div(one, add(one, x)))),
  log2: real1("log2", math("log2"), logPartial(2, Math.LOG2E)),
  log10: real1("log10", math("log10"), logPartial(10, Math.LOG10E)),
  exp2: real1(
    "exp2",
    computed(op("pow", real(2), x)),
    shownAs(mul(op("log", real(2)), op("exp2", x)), mul(real(Math.LN2), op("exp2", x))),
  ),
  expm1: real1("expm1", math("expm1"), op("exp", x)),
  sin: real1("sin", math("sin"), op("cos", x)),
  cos: real1("cos", math("cos"), neg(op("sin", x))),
  tan: real1("tan", math("tan"), add(one, mul(op("tan", x), op("tan", x)))),
  asin: real1("asin", math("asin"), div(one, rootOfRest)),
  acos: real1("acos", math("acos"), div(minusOne, rootOfRest)),
  atan: real1("atan", math("atan"), div(one, add(one, mul(x, x)))),
  atan2: real2(
    "atan2",
    math("atan2"),
    [
      { ...named("atan2Y", atan2Partial(true)), formula: div(y, distance2) },
      { ...named("atan2X", atan2Partial(false)), formula: div(neg(x), distance2) },
    ],
    { operands: ["y", "x"] },
  ),
  sinh: real1("sinh", math("sinh"), op("cosh", x)),
  cosh: real1("cosh", math("cosh"), op("sinh", x)),
  tanh: real1("tanh", math("tanh"), div(one, op("powInt", op("cosh", x), int(2)))),
  asinh: real1(
    "asinh",
    math("asinh"),
    shownAs(div(one, op("sqrt", add(one, mul(x, x)))), div(one, op("hypot", one, x))),
  ),
  acosh: real1(
    "acosh",
    math("acosh"),
    shownAs(div(one, op("sqrt", sub(mul(x, x), one))), div(one, mul(op("sqrt", sub(x, one)), op("sqrt", add(x, one))))),
  ),
  atanh: real1(
    "atanh",
    math("atanh"),
    choose(op("gt", op("abs", x), one), nan, div(one, mul(sub(one, x), add(one, x)))),
  ),
  abs: real1(
    "abs",
    math("abs"),
    choose(op("gt", x, zero), one, choose(op("lt", x, zero), minusOne, choose(isNaNTerm(x), x, zero))),
    cheap,
  ),
  min: real2(
    "min",
    computed(choose(isAtMost, x, y)),
    [choose(isAtMost, one, zero), choose(isAtMost, zero, one)],
    cheap,
  ),
  max: real2(
    "max",
    computed(choose(isAtLeast, x, y)),
    [choose(isAtLeast, one, zero), choose(isAtLeast, zero, one)],
    cheap,
  ),
  sigmoid: real1(
    "sigmoid",
    ownFunction("sigmoid"),
    named(
      "sigmoidPartial",
      letIn("e", op("exp", neg(op("abs", x))), (e) => div(e, mul(add(one, e), add(one, e)))),
    ),
  ),
  softplus: real1(
    "softplus",
    computed(add(op("relu", x), op("log1p", op("exp", neg(op("abs", x)))))),
    op("sigmoid", x),
  ),
  erf: real1("erf", ownFunction("erf"), { ...named("erfPartial", gaussian(1.1283791670955126)), formula: erfFormula }),
  erfc: real1("erfc", ownFunction("erfc"), {
    ...named("erfcPartial", gaussian(-1.1283791670955126)),
    formula: neg(erfFormula),
  }),
  lgamma: real1("lgamma", ownFunction("lgamma"), op("digamma", x)),
  digamma: real1("digamma", ownFunction("digamma"), op("polygamma", int(1), x)),
  polygamma: {
    symbol: "polygamma",
    infix: false,
    args: ["Int", "Real"],
    result: "Real",
    operands: ["n", "x"],
    rule: ownFunction("polygamma"),
    derivatives: [undefined, op("polygamma", op("addInt", x, int(1)), y)],
  },
  relu: real1(
    "relu",
    computed(choose(either(op("gt", x, zero), isNaNTerm(x)), x, zero)),
    choose(op("gt", x, zero), one, choose(isNaNTerm(x), x, zero)),
    cheap,
  ),
  real: discrete("real", ["Int"], "Real", computed(x), cheap),
  sign: discrete("sign", ["Real"], "Bool", computed(op("ge", x, zero)), cheap),
  floor: discrete("floor", ["Real"], "Int", ownFunction("floorInt"), {
    fails: notAnInt("floor"),
    small: math("floor"),
  }),
  round: discrete("round", ["Real"], "Int", ownFunction("roundInt"), { fails: notAnInt("round") }),
  eq: comparison("==", "Real", "==="),
  ne: comparison("/=", "Real", "!=="),
  lt: comparison("<", "Real", "<"),
  le: comparison("<=", "Real", "<="),
  gt: comparison(">", "Real", ">"),
  ge: comparison(">=", "Real", ">="),
  addInt: int2("+", ownFunction("addInt"), { fails: OVERFLOW, small: infix("+") }),
  subInt: int2("-", ownFunction("subInt"), { fails: OVERFLOW, small: infix("-") }),
  mulInt: int2("*", ownFunction("mulInt"), { fails: OVERFLOW, small: infix("*") }),
  negInt: discrete("neg", ["Int"], "Int", computed(op("subInt", int(0), x)), cheap),
  absInt: discrete("abs", ["Int"], "Int", math("abs")),
  minInt: int2("min", math("min")),
  maxInt: int2("max", math("max")),
  divInt: int2("div", ownFunction("divInt"), { fails: byZero("div"), small: computed(op("floor", op("div", x, y))) }),
  modInt: int2("mod", ownFunction("modInt"), { fails: byZero("mod") }),
  eqInt: comparison("==", "Int", "==="),
  neInt: comparison("/=", "Int", "!=="),
  ltInt: comparison("<", "Int", "<"),
  leInt: comparison("<=", "Int", "<="),
  gtInt: comparison(">", "Int", ">"),
  geInt: comparison(">=", "Int", ">="),
} satisfies Record<string, Entry>;

/** The key of an operation in the table. An overloaded one has a key for each type: `ne` is that on Reals, `neInt` that on Ints. */
export type OpId = keyof typeof entries;

/** The function of a rule; `fails` is its mistake. */
function valueOf(rule: ValueRule, fails: OpFailure | undefined): ScalarFunction {
  switch (rule.tag) {
    case "infix":
      return INFIX[rule.sign] as ScalarFunction;
    case "negation":
      return ((x: number) => -x) as ScalarFunction;
    case "math":
      return Math[rule.name] as ScalarFunction;
    case "own": {
      const value = OWN[rule.name] as (...args: readonly unknown[]) => number;
      if (fails === undefined) return value as ScalarFunction;
      if (value.length === 2) return ((x: number) => value(x, fails)) as ScalarFunction;
      return ((x: number, y: number) => value(x, y, fails)) as ScalarFunction;
    }
    case "term":
      return functionOf(rule.term, smallValue);
  }
}

/** An operation's function within a term, where numbers are small. */
function smallValue(id: string): ScalarFunction {
  const { small, rule, fails } = entryOf(id);
  return valueOf(small ?? rule, fails);
}

function entryOf(id: string): Entry {
  return present((entries as Readonly<Record<string, Entry>>)[id]);
}

function completed(entry: Entry): Op {
  const { args, derivatives = args.map(() => undefined), fails, rule } = entry;
  const partials = derivatives.map((one) => (one === undefined || "term" in one ? one : plainPartial(one)));
  return {
    ...entry,
    operands: entry.operands ?? ["x", "y"].slice(0, args.length),
    small: entry.small ?? rule,
    value: valueOf(rule, fails),
    derivatives: partials,
    partials: partials.map((one) => one && functionOf(one.term, smallValue)),
    isCheap: entry.isCheap ?? false,
    fails,
  };
}

const plainPartial = (term: ScalarTerm): Partial => ({ term, helper: undefined });

/** Every scalar primitive operation by its id. */
export const OPS: Readonly<Record<OpId, Op>> = Object.fromEntries(
  Object.entries(entries).map(([id, entry]) => [id, completed(entry)]),
) as Record<OpId, Op>;

/** Whether derivatives flow through an operation: its result is Real and it has a partial. */
export function isDifferentiable(op: Op): boolean {
  return op.result === "Real" && op.derivatives.some((partial) => partial !== undefined);
}

/** The operation that a built-in name or operator means at a number type; undefined for names that are no operation. */
export function opFor(name: string, number: "Real" | "Int"): OpId | undefined {
  const wanted = OPS_BY_SYMBOL.get(name);
  return wanted?.find((id) => OPS[id].args[0] === number) ?? wanted?.[0];
}

/** The operations of each symbol, in the table's order. */
const OPS_BY_SYMBOL: ReadonlyMap<string, readonly OpId[]> = bySymbol();

function bySymbol(): ReadonlyMap<string, readonly OpId[]> {
  const found = new Map<string, OpId[]>();
  for (const id of Object.keys(OPS) as OpId[]) found.set(OPS[id].symbol, [...(found.get(OPS[id].symbol) ?? []), id]);
  return found;
}
