// The table of scalar primitive operations: argument types, value, partial derivatives (§3.3.1).

import type { Span } from "../source/span.ts";

/** The types of an operation's arguments and result. */
export type ScalarType = "Real" | "Int" | "Bool";

/** The user's mistake that an operation on given numbers can be, in the user's words. */
export class ScalarMistake extends Error {
  readonly kind: string;
  /** Where it is told, if not at the operation. */
  readonly span: Span | undefined;
  constructor(kind: string, message: string, span?: Span) {
    super(message);
    this.kind = kind;
    this.span = span;
  }
}

export interface Op {
  /** How it is printed: an infix symbol, or a function's name. */
  readonly symbol: string;
  readonly infix: boolean;
  readonly args: readonly ("Real" | "Int")[];
  readonly result: ScalarType;
  /** The value; a Bool as 0 or 1. Throws {@link ScalarMistake}. */
  readonly value: (...args: readonly number[]) => number;
  /** For a Real result, the partial by each argument (undefined for an Int), as plain numbers. */
  readonly partials: readonly (((...args: readonly number[]) => number) | undefined)[];
  /** The partials as formulas over the names of the arguments, for people. */
  readonly formulas: readonly string[];
}

type Unary = (x: number) => number;
type Binary = (x: number, y: number) => number;

function real1(symbol: string, value: Unary, partial: Unary, formula: string): Op {
  return {
    symbol,
    infix: false,
    args: ["Real"],
    result: "Real",
    value: value as Op["value"],
    partials: [partial as Op["value"]],
    formulas: [formula],
  };
}

function real2(
  symbol: string,
  infix: boolean,
  value: Binary,
  partials: readonly [Binary, Binary],
  formulas: readonly [string, string],
): Op {
  return {
    symbol,
    infix,
    args: ["Real", "Real"],
    result: "Real",
    value: value as Op["value"],
    partials: partials as readonly unknown[] as readonly Op["value"][],
    formulas,
  };
}

function plain(
  symbol: string,
  infix: boolean,
  args: readonly ("Real" | "Int")[],
  result: ScalarType,
  value: Unary | Binary,
): Op {
  return {
    symbol,
    infix,
    args,
    result,
    value: value as Op["value"],
    partials: args.map(() => undefined),
    formulas: [],
  };
}

/** The largest Int: 2^53. */
export const LARGEST_INT = 2 ** 53;

function int(value: number): number {
  if (value > LARGEST_INT || value < -LARGEST_INT)
    throw new ScalarMistake(
      "int-overflow",
      `this Int is ${value > 0 ? "above 2^53" : "below -2^53"}, where Int is no longer exact`,
    );
  return value + 0;
}

/** An Int result: at ±2^53 itself rounding could hide that the true result lies beyond. */
function exactInt(rounded: number, exact: () => bigint): number {
  return int(Math.abs(rounded) === LARGEST_INT && BigInt(rounded) !== exact() ? rounded * 2 : rounded);
}

function toInt(name: string, x: number, value: number): number {
  if (Number.isFinite(x) && Math.abs(value) <= LARGEST_INT) return value + 0;
  const shown = Number.isNaN(x)
    ? "nan"
    : x === Number.POSITIVE_INFINITY
      ? "inf"
      : x === Number.NEGATIVE_INFINITY
        ? "-inf"
        : String(x);
  throw new ScalarMistake("not-an-int", `\`${name}\` of ${shown} is not an Int`);
}

function byZero(name: string, y: number): void {
  if (y === 0) throw new ScalarMistake("division-by-zero", `\`${name}\` by zero`);
}

/** Floored quotient of exact Ints. */
function floorDiv(x: number, y: number): number {
  byZero("div", y);
  const rest = x % y;
  const quotient = (x - rest) / y;
  return int(rest !== 0 && rest < 0 !== y < 0 ? quotient - 1 : quotient);
}

/** The remainder with the divisor's sign. */
function floorMod(x: number, y: number): number {
  byZero("mod", y);
  const rest = x % y;
  return (rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest) + 0;
}

function roundEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}

/** IEEE pow: 1 where the base is 1, or -1 with an infinite exponent (JavaScript says NaN). */
export function pow(x: number, y: number): number {
  if (x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY)) return 1;
  return x ** y;
}

function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const e = Math.exp(x);
  return e / (1 + e);
}

function sigmoidPartial(x: number): number {
  const e = Math.exp(-Math.abs(x));
  return e / ((1 + e) * (1 + e));
}

const takesFirstMax: Binary = (x, y) => (x >= y || Number.isNaN(x) ? 1 : 0);
const takesFirstMin: Binary = (x, y) => (x <= y || Number.isNaN(x) ? 1 : 0);
const bool = (value: boolean): number => (value ? 1 : 0);

const table = {
  add: real2("+", true, (x, y) => x + y, [() => 1, () => 1], ["1", "1"]),
  sub: real2("-", true, (x, y) => x - y, [() => 1, () => -1], ["1", "-1"]),
  mul: real2("*", true, (x, y) => x * y, [(_, y) => y, (x) => x], ["y", "x"]),
  div: real2("/", true, (x, y) => x / y, [(_, y) => 1 / y, (x, y) => -(x / y) / y], ["1/y", "-x/y²"]),
  neg: real1(
    "neg",
    (x) => -x,
    () => -1,
    "-1",
  ),
  pow: real2(
    "pow",
    false,
    pow,
    [(x, y) => (y === 0 ? 0 : y * pow(x, y - 1)), (x, y) => (x === 0 && y > 0 ? 0 : pow(x, y) * Math.log(x))],
    ["y·pow x (y-1)", "pow x y·log x"],
  ),
  powInt: {
    symbol: "^",
    infix: true,
    args: ["Real", "Int"],
    result: "Real",
    value: ((x: number, n: number) => x ** n) as Op["value"],
    partials: [((x: number, n: number) => (n === 0 ? 0 : n * x ** (n - 1))) as Op["value"], undefined],
    formulas: ["n·x^(n-1)"],
  } satisfies Op as Op,
  sqrt: real1("sqrt", Math.sqrt, (x) => 0.5 / Math.sqrt(x), "1/(2·sqrt x)"),
  exp: real1("exp", Math.exp, Math.exp, "exp x"),
  log: real1("log", Math.log, (x) => (x < 0 ? Number.NaN : 1 / x), "1/x"),
  log1p: real1("log1p", Math.log1p, (x) => (x < -1 ? Number.NaN : 1 / (1 + x)), "1/(1+x)"),
  expm1: real1("expm1", Math.expm1, Math.exp, "exp x"),
  sin: real1("sin", Math.sin, Math.cos, "cos x"),
  cos: real1("cos", Math.cos, (x) => -Math.sin(x), "-sin x"),
  tan: real1("tan", Math.tan, (x) => 1 + Math.tan(x) ** 2, "1+tan² x"),
  asin: real1("asin", Math.asin, (x) => 1 / Math.sqrt((1 - x) * (1 + x)), "1/sqrt (1-x²)"),
  acos: real1("acos", Math.acos, (x) => -1 / Math.sqrt((1 - x) * (1 + x)), "-1/sqrt (1-x²)"),
  atan: real1("atan", Math.atan, (x) => 1 / (1 + x * x), "1/(1+x²)"),
  atan2: real2(
    "atan2",
    false,
    Math.atan2,
    [(y, x) => x / (x * x + y * y), (y, x) => -y / (x * x + y * y)],
    ["x/(x²+y²)", "-y/(x²+y²)"],
  ),
  sinh: real1("sinh", Math.sinh, Math.cosh, "cosh x"),
  cosh: real1("cosh", Math.cosh, Math.sinh, "sinh x"),
  tanh: real1("tanh", Math.tanh, (x) => 1 / Math.cosh(x) ** 2, "1-tanh² x"),
  abs: real1("abs", Math.abs, Math.sign, "sign of x, 0 at 0"),
  min: real2(
    "min",
    false,
    (x, y) => (takesFirstMin(x, y) ? x : y),
    [takesFirstMin, (x, y) => 1 - takesFirstMin(x, y)],
    ["1 if x ≤ y, else 0", "0 if x ≤ y, else 1"],
  ),
  max: real2(
    "max",
    false,
    (x, y) => (takesFirstMax(x, y) ? x : y),
    [takesFirstMax, (x, y) => 1 - takesFirstMax(x, y)],
    ["1 if x ≥ y, else 0", "0 if x ≥ y, else 1"],
  ),
  sigmoid: real1("sigmoid", sigmoid, sigmoidPartial, "σ·(1-σ), σ = sigmoid x"),
  relu: real1(
    "relu",
    (x) => (x > 0 || Number.isNaN(x) ? x : 0),
    (x) => (Number.isNaN(x) ? x : x > 0 ? 1 : 0),
    "1 if x > 0, else 0",
  ),
  real: plain("real", false, ["Int"], "Real", (x: number) => x),
  sign: plain("sign", false, ["Real"], "Bool", (x: number) => bool(x >= 0)),
  floor: plain("floor", false, ["Real"], "Int", (x: number) => toInt("floor", x, Math.floor(x))),
  round: plain("round", false, ["Real"], "Int", (x: number) => toInt("round", x, roundEven(x))),
  eq: plain("==", true, ["Real", "Real"], "Bool", (x: number, y: number) => bool(x === y)),
  ne: plain("/=", true, ["Real", "Real"], "Bool", (x: number, y: number) => bool(x !== y)),
  lt: plain("<", true, ["Real", "Real"], "Bool", (x: number, y: number) => bool(x < y)),
  le: plain("<=", true, ["Real", "Real"], "Bool", (x: number, y: number) => bool(x <= y)),
  gt: plain(">", true, ["Real", "Real"], "Bool", (x: number, y: number) => bool(x > y)),
  ge: plain(">=", true, ["Real", "Real"], "Bool", (x: number, y: number) => bool(x >= y)),
  addInt: plain("+", true, ["Int", "Int"], "Int", (x: number, y: number) =>
    exactInt(x + y, () => BigInt(x) + BigInt(y)),
  ),
  subInt: plain("-", true, ["Int", "Int"], "Int", (x: number, y: number) =>
    exactInt(x - y, () => BigInt(x) - BigInt(y)),
  ),
  mulInt: plain("*", true, ["Int", "Int"], "Int", (x: number, y: number) =>
    exactInt(x * y, () => BigInt(x) * BigInt(y)),
  ),
  negInt: plain("neg", false, ["Int"], "Int", (x: number) => 0 - x),
  absInt: plain("abs", false, ["Int"], "Int", Math.abs),
  minInt: plain("min", false, ["Int", "Int"], "Int", Math.min),
  maxInt: plain("max", false, ["Int", "Int"], "Int", Math.max),
  divInt: plain("div", false, ["Int", "Int"], "Int", floorDiv),
  modInt: plain("mod", false, ["Int", "Int"], "Int", floorMod),
  eqInt: plain("==", true, ["Int", "Int"], "Bool", (x: number, y: number) => bool(x === y)),
  neInt: plain("/=", true, ["Int", "Int"], "Bool", (x: number, y: number) => bool(x !== y)),
  ltInt: plain("<", true, ["Int", "Int"], "Bool", (x: number, y: number) => bool(x < y)),
  leInt: plain("<=", true, ["Int", "Int"], "Bool", (x: number, y: number) => bool(x <= y)),
  gtInt: plain(">", true, ["Int", "Int"], "Bool", (x: number, y: number) => bool(x > y)),
  geInt: plain(">=", true, ["Int", "Int"], "Bool", (x: number, y: number) => bool(x >= y)),
} satisfies Record<string, Op>;

export type OpId = keyof typeof table;

/** Every scalar primitive operation by its id. */
export const OPS: Readonly<Record<OpId, Op>> = table;

/** Whether derivatives flow through an operation: its result is Real and it has a partial. */
export function isDifferentiable(op: Op): boolean {
  return op.result === "Real" && op.partials.some((partial) => partial !== undefined);
}

/** The operation that a built-in name or operator means at a number type; undefined for names that are no operation. */
export function opFor(name: string, number: "Real" | "Int"): OpId | undefined {
  const wanted = Object.entries(OPS).filter(([, op]) => op.symbol === name);
  const exact = wanted.find(([, op]) => op.args[0] === number) ?? wanted[0];
  return exact?.[0] as OpId | undefined;
}
