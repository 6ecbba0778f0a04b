// The built-in functions of the trial run: what they compute, and where they are not tame.

import { digamma, erf, erfc, lgamma } from "../../../engine/scalars/functions.js";
import { derivativeValues } from "./derivatives.ts";
import { furtherValues } from "./further.ts";
import {
  arrayValue,
  booleanOf,
  call,
  element,
  ensure,
  f1,
  f2,
  f3,
  integerOf,
  itemsOf,
  listValue,
  type Meter,
  range,
  type Scalar,
  scalarOf,
  tupleValue,
  type Value,
} from "./value.ts";

const MARGIN = 0.05;

type Smooth = readonly [compute: (x: number) => number, tame?: (x: number) => boolean];

const SMOOTH: Readonly<Record<string, Smooth>> = {
  sqrt: [Math.sqrt, (x) => x > MARGIN],
  cbrt: [Math.cbrt, (x) => Math.abs(x) > MARGIN],
  exp: [Math.exp],
  exp2: [(x) => 2 ** x],
  log2: [Math.log2, (x) => x > MARGIN],
  log10: [Math.log10, (x) => x > MARGIN],
  log: [Math.log, (x) => x > MARGIN],
  log1p: [Math.log1p, (x) => x > MARGIN - 1],
  expm1: [Math.expm1],
  sin: [Math.sin],
  cos: [Math.cos],
  tan: [Math.tan, (x) => Math.abs(Math.cos(x)) > MARGIN],
  asin: [Math.asin, (x) => Math.abs(x) < 1 - MARGIN],
  acos: [Math.acos, (x) => Math.abs(x) < 1 - MARGIN],
  atan: [Math.atan],
  sinh: [Math.sinh],
  cosh: [Math.cosh],
  tanh: [Math.tanh],
  asinh: [Math.asinh],
  acosh: [Math.acosh, (x) => x > 1 + MARGIN],
  atanh: [Math.atanh, (x) => Math.abs(x) < 1 - MARGIN],
  softplus: [(x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))],
  erf: [erf],
  erfc: [erfc],
  lgamma: [lgamma, (x) => x > MARGIN],
  digamma: [digamma, (x) => x > MARGIN],
  sigmoid: [(x) => 1 / (1 + Math.exp(-x))],
};

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  "==": (order) => order === 0,
  "/=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** Infix arithmetic; on Ints where both are numbers. */
function arithmetic(meter: Meter, operator: string, left: Value, right: Value): Value {
  if (operator === "^") return power(meter, scalarOf(left), integerOf(right));
  if (typeof left === "number" && typeof right === "number" && operator !== "/") {
    return meter.integer(operator === "+" ? left + right : operator === "-" ? left - right : left * right);
  }
  const [a, b] = [scalarOf(left), scalarOf(right)];
  switch (operator) {
    case "+":
      return meter.result(a.value + b.value, a, b);
    case "-":
      return meter.result(a.value - b.value, a, b);
    case "*":
      return meter.result(a.value * b.value, a, b);
    case "/":
      ensure(Math.abs(b.value) > MARGIN, "division by a small number");
      return meter.result(a.value / b.value, a, b);
    default:
      throw new Error(`internal: ${operator} is not arithmetic`);
  }
}

function power(meter: Meter, base: Scalar, exponent: number): Value {
  ensure(Math.abs(exponent) <= 6 && (exponent >= 0 || Math.abs(base.value) > MARGIN), "an extreme power");
  return meter.result(base.value ** exponent, base);
}

/** Unary minus. */
export function negated(meter: Meter, value: Value): Value {
  if (typeof value === "number") return meter.integer(-value);
  const scalar = scalarOf(value);
  return meter.result(-scalar.value, scalar);
}

function extreme(meter: Meter, least: boolean): Value {
  return f2((a, b) => {
    const order = meter.compare(a, b);
    const first = least ? order <= 0 : order >= 0;
    if (typeof a === "number" && typeof b === "number") return first ? a : b;
    const [x, y] = [scalarOf(a), scalarOf(b)];
    return meter.result(first ? x.value : y.value, x, y);
  });
}

/** The nearest Int; between two of them, the even one. */
function toNearest(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}

function toInteger(meter: Meter, compute: (x: number) => number, offset: number): Value {
  return f1((a) => {
    const scalar = scalarOf(a);
    meter.awayFrom(scalar, Math.round(scalar.value - offset) + offset);
    return meter.integer(compute(scalar.value));
  });
}

function realPrimitives(meter: Meter): Record<string, Value> {
  const smooth = Object.entries(SMOOTH).map(([name, [compute, tame]]): [string, Value] => [
    name,
    f1((a) => {
      const scalar = scalarOf(a);
      ensure(tame?.(scalar.value) ?? true, `${name} near a singularity`);
      return meter.result(compute(scalar.value), scalar);
    }),
  ]);
  const kinked = (compute: (x: number) => number): Value =>
    f1((a) => {
      if (typeof a === "number") return compute(a);
      const scalar = scalarOf(a);
      meter.awayFrom(scalar, 0);
      return meter.result(compute(scalar.value), scalar);
    });
  return {
    ...Object.fromEntries(smooth),
    neg: f1((a) => negated(meter, scalarOf(a))),
    abs: kinked(Math.abs),
    relu: kinked((x) => Math.max(x, 0)),
    min: extreme(meter, true),
    max: extreme(meter, false),
    pow: f2((a, b) => {
      const [x, y] = [scalarOf(a), scalarOf(b)];
      ensure(x.value > MARGIN, "pow of a small number");
      return meter.result(x.value ** y.value, x, y);
    }),
    atan2: f2((a, b) => {
      const [y, x] = [scalarOf(a), scalarOf(b)];
      ensure(Math.hypot(x.value, y.value) > MARGIN, "atan2 near its singularity");
      return meter.result(Math.atan2(y.value, x.value), y, x);
    }),
    hypot: f2((a, b) => {
      const [x, y] = [scalarOf(a), scalarOf(b)];
      const length = Math.hypot(x.value, y.value);
      ensure(length > MARGIN, "hypot near its singularity");
      return meter.result(length, x, y);
    }),
    sign: f1((a) => {
      meter.awayFrom(scalarOf(a), 0);
      return scalarOf(a).value >= 0;
    }),
    real: f1((a) => ({ tag: "scalar", value: integerOf(a), paths: 1, inputs: 0 })),
    floor: toInteger(meter, Math.floor, 0),
    round: toInteger(meter, toNearest, 0.5),
    div: f2((a, b) => division(meter, integerOf(a), integerOf(b)).quotient),
    mod: f2((a, b) => division(meter, integerOf(a), integerOf(b)).remainder),
  };
}

function division(meter: Meter, a: number, b: number): { quotient: number; remainder: number } {
  ensure(b !== 0, "division by zero");
  const quotient = Math.floor(a / b);
  return { quotient: meter.integer(quotient), remainder: meter.integer(a - b * quotient) };
}

/** All built-in functions and constants but the constructors. */
export function builtIns(meter: Meter): ReadonlyMap<string, Value> {
  const operators = ["+", "-", "*", "/", "^"].map((operator): [string, Value] => [
    operator,
    f2((a, b) => arithmetic(meter, operator, a, b)),
  ]);
  const comparisons = Object.entries(COMPARISONS).map(([operator, holds]): [string, Value] => [
    operator,
    f2((a, b) => holds(meter.compare(a, b))),
  ]);
  const plus = f2((a, b) => arithmetic(meter, "+", a, b));
  const times = f2((a, b) => arithmetic(meter, "*", a, b));
  const fold = f3((f, z, xs) => itemsOf(xs).reduce((acc, x) => call(f, acc, x), z));
  const map = (make: (items: readonly Value[]) => Value): Value =>
    f2((f, xs) => make(itemsOf(xs).map((x) => call(f, x))));
  const zipWith = (f: Value, xs: Value, ys: Value): Value[] => {
    const others = itemsOf(ys);
    return itemsOf(xs).flatMap((x, index) => {
      const y = others[index];
      return y === undefined ? [] : [call(f, x, y)];
    });
  };
  const build = f2((n, f) => {
    ensure(integerOf(n) <= 20, "a large array");
    return arrayValue(range(0, integerOf(n)).map((i) => call(f, i)));
  });
  const pick = (index: number): Value => f1((pair) => element(itemsOf(pair), index));
  const decide = (f: Value, x: Value): boolean => booleanOf(call(f, x));
  const append = f2((xs, ys) => listValue([...itemsOf(xs), ...itemsOf(ys)]));
  const counted = f1((xs) => itemsOf(xs).length);
  const first = new Map<string, Value>([
    ...Object.entries(realPrimitives(meter)),
    ...operators,
    ...comparisons,
    ["++", append],
    ["append", append],
    ["::", f2((x, xs) => listValue([x, ...itemsOf(xs)]))],
    ["&&", f2((a, b) => booleanOf(a) && booleanOf(b))],
    ["||", f2((a, b) => booleanOf(a) || booleanOf(b))],
    ["not", f1((a) => !booleanOf(a))],
    ["!", f2((a, i) => element(itemsOf(a), integerOf(i)))],
    ["id", f1((a) => a)],
    ["const", f2((a) => a)],
    ["compose", f3((f, g, x) => call(f, call(g, x)))],
    ["fst", pick(0)],
    ["snd", pick(1)],
    ["map", map(listValue)],
    ["parMap", map(listValue)],
    ["mapA", map(arrayValue)],
    ["filter", f2((f, xs) => listValue(itemsOf(xs).filter((x) => decide(f, x))))],
    ["foldl", fold],
    ["foldA", fold],
    ["foldr", f3((f, z, xs) => itemsOf(xs).reduceRight((acc, x) => call(f, x, acc), z))],
    ["zip", f2((xs, ys) => listValue(zipWith((x) => (y) => tupleValue(x, y), xs, ys)))],
    ["zipWith", f3((f, xs, ys) => listValue(zipWith(f, xs, ys)))],
    [
      "zipWithA",
      f3((f, xs, ys) => {
        ensure(itemsOf(xs).length === itemsOf(ys).length, "arrays of unequal sizes");
        return arrayValue(zipWith(f, xs, ys));
      }),
    ],
    ["concat", f1((xs) => listValue(itemsOf(xs).flatMap(itemsOf)))],
    ["reverse", f1((xs) => listValue(itemsOf(xs).toReversed()))],
    ["length", counted],
    ["size", counted],
    ["sum", f1((xs) => call(fold, plus, 0, xs))],
    ["sumA", f1((xs) => call(fold, plus, 0, xs))],
    ["product", f1((xs) => call(fold, times, 1, xs))],
    ["replicate", f2((n, x) => listValue(range(0, integerOf(n)).map(() => x)))],
    ["range", f2((a, b) => listValue(range(integerOf(a), Math.min(integerOf(b), integerOf(a) + 100))))],
    ["take", f2((n, xs) => listValue(itemsOf(xs).slice(0, Math.max(0, integerOf(n)))))],
    ["drop", f2((n, xs) => listValue(itemsOf(xs).slice(Math.max(0, integerOf(n)))))],
    ["head", f1((xs) => element(itemsOf(xs), 0))],
    [
      "tail",
      f1((xs) => {
        element(itemsOf(xs), 0);
        return listValue(itemsOf(xs).slice(1));
      }),
    ],
    ["all", f2((f, xs) => itemsOf(xs).every((x) => decide(f, x)))],
    ["any", f2((f, xs) => itemsOf(xs).some((x) => decide(f, x)))],
    ["build", build],
    ["parBuild", build],
    ["fromList", f1((xs) => arrayValue(itemsOf(xs)))],
    ["toList", f1((xs) => listValue(itemsOf(xs)))],
  ]);
  return new Map([...first, ...furtherValues(meter, first), ...derivativeValues(meter)]);
}
