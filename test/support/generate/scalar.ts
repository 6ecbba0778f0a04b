// Rules for numbers and truth values: literals, primitives kept away from singularities, comparisons.

import type { Rule, Site } from "./site.ts";
import { apply, infix, int, list, name, negate, type Operator, real, type Term } from "./syntax.ts";
import { arrayOf, Bool, Int, isNumeric, listOf, Real, SmallInt, type Type } from "./type.ts";

const FRACTIONS = ["1.0", "0.5", "2.0", "1.5", ".25", "0.7", "1.2", "2.5", "3e-1", "0.31", "1.75", "12.5e-1"];
const WHOLES = ["1", "2", "3"];

/** A literal of a number type; Ints keep to their range. */
export function literal({ choices }: Site, type: Type): Term {
  if (type.tag === "Int") {
    if (type.range !== undefined) return int((type.range === "positive" ? 1 : 0) + choices.integer("literal", 3));
    return int([1, 2, 3, 0, 4, 5, 7, -1, -2][choices.integer("literal", 8)] ?? 1);
  }
  if (type.tag === "Real") return real(FRACTIONS[choices.integer("literal", FRACTIONS.length - 1)] ?? "1.0");
  return { tag: "Number", text: WHOLES[choices.integer("literal", WHOLES.length - 1)] ?? "1", kind: "Any" };
}

/** A Real that is at least about 0.3, whatever the Reals in it. */
function positive(site: Site, key: string): Term {
  const part = site.part(key, "positive");
  const inner = (): Term => part.grow("inner", Real);
  switch (part.choices.oneOf("form", ["literal", "square", "sine", "exponential", "absolute"])) {
    case "literal":
      return real(["1.5", "2.0", "0.6"][part.choices.integer("value", 2)] ?? "1.5");
    case "square":
      return infix(real("1.0"), "+", infix(inner(), "^", int(2)));
    case "sine":
      return infix(real("1.5"), "+", apply("sin", inner()));
    case "exponential":
      return apply("exp", apply("tanh", inner()));
    case "absolute":
      return infix(apply("abs", inner()), "+", real("0.5"));
  }
}

/** A Real between -1 and 1. */
function bounded(site: Site, key: string): Term {
  return apply(site.choices.oneOf(`${key} bound`, ["tanh", "sin", "cos"]), site.grow(key, Real));
}

function scaled(site: Site, key: string): Term {
  return infix(real("0.8"), "*", bounded(site, key));
}

/** `+`, `-` or `*` of two expressions of a number type. */
function arithmetic(site: Site, goal: Type): Term {
  const operator = site.choices.oneOf<Operator>("operator", ["+", "*", "-"]);
  return infix(site.grow("left", goal), operator, site.grow("right", goal));
}

function extremes(site: Site, goal: Type): Term {
  const picked = site.choices.oneOf("function", ["abs", "min", "max"]);
  const first = site.grow("left", goal);
  return picked === "abs" ? apply("abs", first) : apply(picked, first, site.grow("right", goal));
}

function power(site: Site): Term {
  const form = site.choices.pick("form", [
    ["literal", 6],
    ["variable", 2],
    ["negative", 1],
  ]);
  if (form === "negative") return infix(positive(site, "base"), "^", int(-1 - site.choices.integer("exponent", 1)));
  const exponent =
    form === "literal" ? int([2, 3, 1, 0][site.choices.integer("exponent", 3)] ?? 2) : site.leaf("exponent", SmallInt);
  return infix(site.grow("base", Real), "^", exponent);
}

function exponential(site: Site): Term {
  switch (site.choices.oneOf("form", ["exp", "decay", "expm1"])) {
    case "exp":
      return apply("exp", bounded(site, "inner"));
    case "decay":
      return apply("exp", negate(infix(site.grow("inner", Real), "^", int(2))));
    case "expm1":
      return apply("expm1", bounded(site, "inner"));
  }
}

function overloaded(site: Site): Term {
  const whole: Term = { tag: "Number", text: String(2 + site.choices.integer("whole", 2)), kind: "Real" };
  const inner = site.grow("inner", Real);
  switch (site.choices.oneOf("form", ["times", "minus", "over"])) {
    case "times":
      return infix(whole, "*", inner);
    case "minus":
      return infix(inner, "-", whole);
    case "over":
      return infix(inner, "/", whole);
  }
}

const REAL_RULES: readonly Rule[] = [
  { label: "arithmetic", weight: 36, build: arithmetic },
  {
    label: "unary minus",
    weight: 3,
    build: (site) => {
      const form = site.choices.pick("form", [
        ["minus", 4],
        ["neg", 1],
      ]);
      const inner = site.grow("inner", Real);
      return form === "minus" ? negate(inner) : apply("neg", inner);
    },
  },
  { label: "division", weight: 4, build: (site) => infix(site.grow("left", Real), "/", positive(site, "right")) },
  { label: "^", weight: 4, build: power },
  { label: "pow", weight: 1, build: (site) => apply("pow", positive(site, "base"), bounded(site, "exponent")) },
  {
    label: "trigonometry",
    weight: 3,
    build: (site) => {
      const picked = site.choices.oneOf("function", ["sin", "cos", "tan"]);
      return apply(picked, picked === "tan" ? bounded(site, "inner") : site.grow("inner", Real));
    },
  },
  {
    label: "inverse trigonometry",
    weight: 1,
    build: (site) => {
      const picked = site.choices.oneOf("function", ["atan", "asin", "acos", "atanh"]);
      return apply(picked, picked === "atan" ? site.grow("inner", Real) : scaled(site, "inner"));
    },
  },
  {
    label: "atan2",
    weight: 1,
    build: (site) =>
      apply(site.choices.oneOf("function", ["atan2", "hypot"]), site.grow("left", Real), positive(site, "right")),
  },
  { label: "exponential", weight: 4, build: exponential },
  {
    label: "logarithm",
    weight: 2,
    build: (site) =>
      apply(
        site.choices.oneOf("function", ["log", "log1p", "log2", "log10", "lgamma", "digamma", "cbrt"]),
        positive(site, "inner"),
      ),
  },
  { label: "sqrt", weight: 1, build: (site) => apply("sqrt", positive(site, "inner")) },
  {
    label: "hyperbolic",
    weight: 2,
    build: (site) => {
      const picked = site.choices.oneOf("function", ["tanh", "sinh", "cosh"]);
      return apply(picked, picked === "tanh" ? site.grow("inner", Real) : bounded(site, "inner"));
    },
  },
  { label: "abs, min, max", weight: 4, build: extremes },
  {
    label: "sigmoid, relu",
    weight: 2,
    build: (site) =>
      apply(
        site.choices.oneOf("function", ["sigmoid", "relu", "softplus", "erf", "erfc", "asinh"]),
        site.grow("inner", Real),
      ),
  },
  { label: "overloaded literal", weight: 4, build: overloaded },
  { label: "real", weight: 1, build: (site) => infix(real("0.25"), "*", apply("real", site.grow("inner", Int))) },
];

function divide(site: Site, picked: "div" | "mod"): Term {
  const divisor = [2, 3, 4, -3][site.choices.integer("divisor", 3)] ?? 2;
  return apply(picked, site.grow("inner", Int), int(divisor));
}

const INT_RULES: readonly Rule[] = [
  { label: "Int arithmetic", weight: 6, build: arithmetic },
  { label: "div", weight: 1, build: (site) => divide(site, "div") },
  { label: "mod", weight: 1, build: (site) => divide(site, "mod") },
  { label: "floor", weight: 1, build: (site) => apply("floor", infix(real("3.0"), "*", site.grow("inner", Real))) },
  { label: "round", weight: 1, build: (site) => apply("round", infix(real("2.0"), "*", site.grow("inner", Real))) },
  { label: "unary minus", weight: 1, build: (site) => negate(site.grow("inner", Int)) },
  { label: "abs, min, max", weight: 1, build: extremes },
];

const SMALL_RULES: readonly Rule[] = [
  {
    label: "mod",
    weight: 2,
    build: (site) => apply("mod", site.grow("inner", Int), int(2 + site.choices.integer("divisor", 3))),
  },
  { label: "length", weight: 1, build: (site) => apply("length", site.leaf("inner", listOf(Real))) },
];

const POSITIVE_RULES: readonly Rule[] = [
  { label: "mod", weight: 1, build: (site) => infix(int(1), "+", apply("mod", site.grow("inner", Int), int(3))) },
  { label: "size", weight: 1, build: (site) => apply("size", site.leaf("inner", arrayOf(Real))) },
];

const NUMBER_RULES: readonly Rule[] = [
  { label: "arithmetic", weight: 8, build: arithmetic },
  { label: "unary minus", weight: 1, build: (site, goal) => negate(site.grow("inner", goal)) },
  { label: "abs, min, max", weight: 1, build: extremes },
];

const ORDERS = ["<", "<=", ">", ">="] as const;
const EQUALITIES = ["==", "/="] as const;

/** A comparison of numbers of some type; equality mostly of Ints. */
function comparison(site: Site): Term {
  const type = site.guessNumeric("type");
  const kind = site.choices.pick("kind", [
    ["order", type.tag === "Int" ? 1 : 8],
    ["equality", 1],
  ]);
  const operator = site.choices.oneOf<Operator>("operator", kind === "order" ? ORDERS : EQUALITIES);
  return infix(site.grow("left", type), operator, site.grow("right", type));
}

const BOOL_RULES: readonly Rule[] = [
  {
    label: "comparison",
    weight: 10,
    build: comparison,
  },
  { label: "&&", weight: 2, build: (site) => infix(site.grow("left", Bool), "&&", site.grow("right", Bool)) },
  { label: "||", weight: 2, build: (site) => infix(site.grow("left", Bool), "||", site.grow("right", Bool)) },
  { label: "sign", weight: 2, build: (site) => apply("sign", site.grow("inner", Real)) },
];

/** The rules that only make numbers or truth values. */
export function scalarRules(goal: Type): readonly Rule[] {
  if (goal.tag === "Int") {
    return goal.range === "small" ? SMALL_RULES : goal.range === "positive" ? POSITIVE_RULES : INT_RULES;
  }
  return goal.tag === "Real" ? REAL_RULES : goal.tag === "Bool" ? BOOL_RULES : isNumeric(goal) ? NUMBER_RULES : [];
}

/** The largest of a list that is not empty. */
export function maximum(site: Site, goal: Type): Term {
  const first = site.grow("first", goal);
  return site.choices.oneOf("form", ["list", "cons"]) === "list"
    ? apply("maximum", list(first, site.grow("second", goal)))
    : apply("maximum", infix(first, "::", site.grow("rest", listOf(goal))));
}

/** A truth value, as the simplest of terms. */
export function truth(site: Site): Term {
  return name(site.choices.oneOf("literal", ["True", "False"]));
}
