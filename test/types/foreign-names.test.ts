// Names of NumPy, JAX, PyTorch, Haskell, OCaml and Julia: a fix for one of them gives a program that means what was written, or there is none.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Work } from "../../engine/base/work.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import type { Diagnostic } from "../../engine/source/diagnostic.ts";
import { Comparisons, slipOf } from "../../engine/source/nearest.ts";
import { isFieldName } from "../../engine/syntax/foreign/field-names.ts";
import { FOREIGN_NAMES } from "../../engine/syntax/foreign/values.ts";
import { lookUp, namesIn } from "../../engine/types/scope.ts";

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
  failwith: "error",
  invalid_arg: "error",
  panic: "error",
  float_power: "pow",
  floor_divide: "div",
  floordiv: "div",
  fld: "div",
  of_int: "real",
  to_float: "real",
  of_list: "fromList",
  from_list: "fromList",
  to_list: "toList",
  nrow: "rows",
  nrows: "rows",
  ncol: "cols",
  ncols: "cols",
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

  test("none of those that are explained is built in, or said to be without a counterpart", () => {
    const { module } = checkSource("");
    expect(FOREIGN_NAMES.filter((name) => lookUp(module, "values", name) !== undefined)).toEqual([]);
    expect(FOREIGN_NAMES.filter((name) => isFieldName(name))).toEqual([]);
    expect([...namesIn(module, "values")].filter((name) => isFieldName(name))).toEqual([]);
  });

  test.each(Object.entries(TWINS))("%s is %s, which there is", (_, twin) => {
    const { module } = checkSource("");
    const kind = /^\p{Lu}/u.test(twin) ? "constructors" : "values";
    expect(lookUp(module, kind, twin)).toBeDefined();
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
