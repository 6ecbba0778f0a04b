// Names of NumPy, JAX, PyTorch, Haskell, OCaml and Julia: a fix for one of them gives a program that means what was written, or there is none.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Work } from "../../engine/base/work.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import type { Diagnostic } from "../../engine/source/diagnostic.ts";
import { Comparisons, slipOf } from "../../engine/source/nearest.ts";
import { FOREIGN_NAMES } from "../../engine/syntax/foreign/values.ts";
import { lookUp } from "../../engine/types/scope.ts";
import { dual } from "../support/dual.ts";
import { appliedFix } from "../support/fixes.ts";

/** The names of functions that people of the field know. */
const NAMES = [
  ...new Set([
    ...readFileSync(new URL("foreign-names.txt", import.meta.url), "utf8")
      .trim()
      .split(/\s+/),
    ...FOREIGN_NAMES,
  ]),
].filter((name) => /^[\p{Ll}_][\p{L}\d_']*$/u.test(name));

function mistakeOf(text: string): Diagnostic | undefined {
  return checkSource(text).diagnostics.find(({ severity }) => severity === "error");
}

/** The text that the fix of a name writes in its place where it is applied; undefined where there is no fix, or it is a definition. */
function written(name: string): string | undefined {
  const text = `def main (x : Real) = (${name} x)\n`;
  const diagnostic = mistakeOf(text);
  if (diagnostic?.kind !== "unknown-name") return undefined;
  const { fix } = diagnostic;
  const at = text.indexOf(`(${name} x`) + 1;
  return fix?.edits.find(({ span }) => span.from === at && span.to === at + name.length)?.text;
}

/** The functions of Dual that do what functions of other names do. */
const TWINS: Readonly<Record<string, string>> = {
  abs_float: "abs",
  absolute: "abs",
  arccos: "acos",
  arccosh: "acosh",
  arcsin: "asin",
  arcsinh: "asinh",
  arctan2: "atan2",
  arctan: "atan",
  arctanh: "atanh",
  around: "round",
  car: "head",
  cdr: "tail",
  deriv: "grad",
  derivative: "grad",
  detach: "stopGradient",
  "diff'": "valueAndGrad",
  differentiate: "grad",
  double: "real",
  dropgrad: "stopGradient",
  exists: "any",
  expit: "sigmoid",
  fabs: "abs",
  float: "real",
  float_of_int: "real",
  fold_left: "foldl",
  for_all: "all",
  fromInteger: "real",
  fromIntegral: "real",
  gammaln: "lgamma",
  "grad'": "valueAndGrad",
  gradient: "grad",
  hd: "head",
  ignore_derivatives: "stopGradient",
  is_inf: "isInf",
  is_infinite: "isInf",
  is_nan: "isNaN",
  isinf: "isInf",
  isInfinite: "isInf",
  isnan: "isNaN",
  isNan: "isNaN",
  just: "Just",
  len: "length",
  lgam: "lgamma",
  ln: "log",
  log1pexp: "softplus",
  log_sum_exp: "logSumExp",
  loggamma: "lgamma",
  logGamma: "lgamma",
  logistic: "sigmoid",
  logsumexp: "logSumExp",
  matmul: "matMul",
  matvec: "matVec",
  mem: "elem",
  mm: "matMul",
  mv: "matVec",
  negate: "neg",
  negative: "neg",
  power: "pow",
  prod: "product",
  psi: "digamma",
  rev: "reverse",
  some: "Just",
  stop_grad: "stopGradient",
  stop_gradient: "stopGradient",
  stopgrad: "stopGradient",
  tl: "tail",
  toFloat: "real",
  value_and_grad: "valueAndGrad",
  π: "pi",
};

describe("names", () => {
  test("there are many", () => expect(NAMES.length).toBeGreaterThan(500));

  test("another name is written for those that have a twin only; PyTorch's `_` is no other function", () => {
    const all = Object.fromEntries(
      NAMES.map((name) => [name, written(name)] as const).filter(
        ([name, text]) => text !== undefined && text !== name.replace(/_$/, ""),
      ),
    );
    expect(all).toEqual(TWINS);
  });

  test("none of those that are explained is built in", () => {
    const { module } = checkSource("");
    expect(FOREIGN_NAMES.filter((name) => lookUp(module, "values", name) !== undefined)).toEqual([]);
  });

  test.each(Object.entries(TWINS))("%s is %s, which there is", (_, twin) => {
    const { module } = checkSource("");
    const kind = /^\p{Lu}/u.test(twin) ? "constructors" : "values";
    expect(lookUp(module, kind, twin)).toBeDefined();
  });
});

const AT = [0.3, -0.7, 1.5, -2.5, 1e-9];
const step = (x: number): number => Math.cbrt(2 ** -52) * Math.max(Math.abs(x), 1e-3);
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Functions of a Real, as JavaScript has them, and where they are tried. */
const SCALAR: Readonly<Record<string, readonly [f: (x: number) => number, at?: readonly number[]]>> = {
  exp10: [(x) => 10 ** x],
  logit: [(p) => Math.log(p / (1 - p)), [0.3, 0.9, 0.01]],
  arcsinh: [Math.asinh, [...AT, 0, 1e10]],
  arccosh: [Math.acosh, [1.5, 30]],
  arctanh: [Math.atanh, [0.3, -0.9, 0]],
  log1pexp: [(x) => Math.log(1 + Math.exp(x)), [...AT, 0, 40]],
  rsqrt: [(x) => 1 / Math.sqrt(x), [0.3, 4]],
  square: [(x) => x * x],
  abs2: [(x) => x * x],
  reciprocal: [(x) => 1 / x, [0.3, -4]],
  recip: [(x) => 1 / x, [0.3, -4]],
  sec: [(x) => 1 / Math.cos(x)],
  csc: [(x) => 1 / Math.sin(x), [0.3, -2]],
  cot: [(x) => 1 / Math.tan(x), [0.3, -2]],
  radians: [(x) => (x / 180) * Math.PI],
  rad2deg: [(x) => (x * 180) / Math.PI],
  sinpi: [(x) => Math.sin(Math.PI * x)],
  cospi: [(x) => Math.cos(Math.PI * x)],
  log_sigmoid: [(x) => -Math.log(1 + Math.exp(-x)), [...AT, 0, -40]],
  silu: [(x) => x * sigmoid(x), [...AT, 0]],
  softsign: [(x) => x / (1 + Math.abs(x)), [0.3, -2]],
  relu6: [(x) => Math.min(Math.max(x, 0), 6), [0.3, -2, 7]],
  elu: [(x) => (x > 0 ? x : Math.expm1(x)), [0.3, -2]],
  leaky_relu: [(x) => (x > 0 ? x : 0.01 * x), [0.3, -2]],
  signum: [Math.sign, [0.3, -2]],
  fabs: [Math.abs, [0.3, -2]],
  ln: [Math.log, [0.3, 4]],
  negate: [(x) => -x],
};

/** A text after its first fix. */
function mended(text: string): string {
  const { fix } = mistakeOf(text) ?? {};
  if (fix === undefined) throw new Error(`no fix: ${text}`);
  return appliedFix(text, fix);
}

/** A text after a fix for each of its two names. */
function whole(text: string): string {
  const once = mended(text);
  return mistakeOf(once) === undefined ? once : mended(once);
}

describe("a fix means what was written", () => {
  test.each(Object.entries(SCALAR))("%s", (name, [f, at = AT]) => {
    const text = whole(`-- at: 1.0\ndef two = 2.0\ndef main (x : Real) = two * ${name} x - ${name} x\n`);
    for (const x of at) {
      const { out, status } = dual(
        "grad",
        text,
        "--at",
        x < 0 ? `(${x})` : Number.isInteger(x) ? x.toFixed(1) : String(x),
        "--json",
      );
      expect(status).toBe(0);
      const { valueScalars, gradientScalars } = JSON.parse(out);
      expect(valueScalars[0]).toBeCloseTo(f(x), 10);
      const slope = (f(x + step(x)) - f(x - step(x))) / (2 * step(x));
      expect(Math.abs(gradientScalars[0] - slope)).toBeLessThan(1e-4 * Math.max(1, Math.abs(slope)));
    }
  });

  test.each(["stop_gradient", "detach", "dropgrad"])("%s lets no derivative through", (name) => {
    const { out } = dual("grad", mended(`-- at: 3.0\ndef main x = x * ${name} x\n`));
    expect(out).toMatch(/9\.0[\s\S]*3\.0/);
  });

  test.each([
    ["map even (range 0 3)", "[True, False, True]"],
    ["map odd [-1, 2]", "[True, False]"],
    ["map (\\(a, b) -> quot a b) [(7, 2), (-7, 2), (7, -2), (-7, -2)]", "[3, -3, -3, 3]"],
    ["map (\\(a, b) -> rem a b) [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, -3)]", "[1, -1, 1, -1, 0]"],
    ["map truncate [1.7, -1.7, 2.0]", "[1, -1, 2]"],
    ["map ceil [1.2, -1.2, 2.0]", "[2, -1, 2]"],
    ["fmod (-7.5) 2.0", "-1.5"],
    ["map isnan [nan, 1.0]", "[True, False]"],
    ["gcd 12 (-18)", "6"],
    ["map isfinite [nan, inf, 1.0]", "[False, False, True]"],
    ["map isinf [nan, -inf, 1.0]", "[False, True, False]"],
    ["logaddexp 800.0 (-inf)", "800"],
    ["log_softmax [800.0, 0.0]", "[0, -800]"],
    ["trigamma 1.0", "1.6449340668482264"],
    ["lbeta 1.0 1.0", "0"],
    ["cos (2.0 * PI)", "1"],
    ["tau / pi", "2"],
    ["logBase 2.0 8.0", "3"],
    ["concatMap (\\n -> [n, n]) [1, 2]", "[1, 1, 2, 2]"],
    ["notElem 2 [1, 2]", "False"],
    ["foldl1 (-) [9, 2, 3]", "4"],
    ["takeWhile (\\n -> n < 3) [1, 2, 3, 1]", "[1, 2]"],
    ["dropWhile (\\n -> n < 3) [1, 2, 3, 1]", "[3, 1]"],
    ["splitAt 1 [1, 2, 3]", "([1], [2, 3])"],
    ["partition (\\n -> n < 2) [1, 2, 3, 1]", "([1, 1], [2, 3])"],
    ["zipWith3 (\\x y z -> x * y + z) [1, 2] [3, 4] [5, 6]", "[8, 14]"],
    ["maybe 0 (\\n -> n + 1) (Just 2)", "3"],
    ["fromMaybe 7 Nothing", "7"],
    ["isJust (Just 1)", "True"],
    ["isNothing (Just 1)", "False"],
    ["catMaybes [Just 1, Nothing, Just 3]", "[1, 3]"],
    ["mapMaybe (\\n -> if n > 1 then Just (n * n) else Nothing) [1, 2, 3]", "[4, 9]"],
    ["either (\\n -> n + 1) (\\n -> n - 1) (if 1 > 2 then Left 5 else Right 5)", "4"],
    ["succ 1 + pred 1", "2"],
    ["2.0 * e ^ 2", `${2 * Math.exp(1) ** 2}`],
    ["max neg_infinity 1.0", "1"],
  ])("%s", (expression, value) => {
    const text = whole(`-- at: 1.0\ndef main (x : Real) = ${expression}\n`);
    const { out, err, status } = dual("run", text);
    expect(err).toBe("");
    // where nothing decides, the numbers of `main` are Reals
    expect([out.trim().replace(/\.0\b/g, ""), status]).toEqual([value, 0]);
  });
});

test.each([
  ["x1", ["x2", "x"]],
  ["x", ["y", "xs"]],
  ["cot", ["cos"]],
  ["tab", ["tan"]],
  ["sim", ["sin", "sum"]],
  ["Leaf", ["Left"]],
  ["log2", ["log", "log1p"]],
  ["state", ["rotate"]],
])("%s is no slip of %s", (name, candidates) =>
  expect(slipOf(name, candidates, new Comparisons(new Work()))).toBeUndefined(),
);

test.each([
  ["lenght", "length"],
  ["sigmiod", "sigmoid"],
  ["sqr", "sqrt"],
  ["mx", "max"],
  ["isn", "sin"],
  ["fodl", "fold"],
  ["Map", "map"],
  ["zipwith", "zipWith"],
  ["velocty", "velocity"],
])("%s is a slip of %s", (name, meant) =>
  expect(slipOf(name, ["cos", meant], new Comparisons(new Work()))).toBe(meant),
);
