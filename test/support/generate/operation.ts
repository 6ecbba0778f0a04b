// Primitive operations of a program's own: smooth formulas and their partials, derived by the rules of calculus.

import type { Alternative } from "./choices.ts";
import type { Site } from "./site.ts";
import { apply, infix, int, name, negate, real, type Term } from "./syntax.ts";

const FORMS: readonly Alternative[] = [
  ["variable", 1],
  ["scaled", 1],
  ["product", 4],
  ["sum", 3],
  ["sin", 3],
  ["tanh", 3],
  ["exp", 3],
  ["square", 3],
  ["quotient", 3],
  ["softplus", 3],
];

/** A smooth formula in the given variables, bounded where they are. */
export function formula(site: Site, key: string, variables: readonly string[], depth: number): Term {
  const part = site.part(key, "formula");
  const inner = (at: string): Term => formula(part, at, variables, depth - 1);
  const one = (): Term => name(variables[part.choices.integer("variable", variables.length - 1)] ?? "");
  switch (depth > 0 ? part.choices.pick("form", FORMS) : part.choices.oneOf("form", ["variable", "scaled"])) {
    case "variable":
      return one();
    case "scaled":
      return infix(real(["0.5", "2.0", "1.3"][part.choices.integer("factor", 2)] ?? "0.5"), "*", one());
    case "product":
      return infix(inner("left"), "*", inner("right"));
    case "sum":
      return infix(inner("left"), part.choices.oneOf("operator", ["+", "-"]), inner("right"));
    case "sin":
      return apply(part.choices.oneOf("function", ["sin", "cos"]), inner("inner"));
    case "tanh":
      return apply("tanh", inner("inner"));
    case "exp":
      return apply("exp", apply("sin", inner("inner")));
    case "square":
      return infix(inner("inner"), "^", int(2 + part.choices.integer("exponent", 1)));
    case "quotient":
      return infix(inner("left"), "/", infix(real("1.5"), "+", infix(inner("right"), "^", int(2))));
    default:
      return apply("log", infix(real("1.0"), "+", apply("exp", inner("inner"))));
  }
}

const ZERO = real("0.0");
const ONE = real("1.0");

/** The partial derivative of a formula in one of its variables. */
export function partial(term: Term, variable: string): Term {
  switch (term.tag) {
    case "Name":
      return term.name === variable ? ONE : ZERO;
    case "Apply":
      return times(outer(term), partial(term.args[0] ?? ZERO, variable));
    case "Infix":
      return partialInfix(term, variable);
    default:
      return ZERO;
  }
}

/** The derivative of a function at its argument. */
function outer(term: Term & { readonly tag: "Apply" }): Term {
  const [argument = ZERO] = term.args;
  const callee = term.callee.tag === "Name" ? term.callee.name : "";
  switch (callee) {
    case "sin":
      return apply("cos", argument);
    case "cos":
      return negate(apply("sin", argument));
    case "tanh":
      return infix(ONE, "-", infix(term, "^", int(2)));
    case "exp":
      return term;
    case "log":
      return infix(ONE, "/", argument);
    default:
      throw new Error(`internal: no derivative of ${callee}`);
  }
}

function partialInfix({ operator, left, right }: Term & { readonly tag: "Infix" }, variable: string): Term {
  const [first, second] = [partial(left, variable), operator === "^" ? ZERO : partial(right, variable)];
  switch (operator) {
    case "+":
      return plus(first, second);
    case "-":
      return second === ZERO ? first : first === ZERO ? negate(second) : infix(first, "-", second);
    case "*":
      return plus(times(first, right), times(left, second));
    case "/": {
      const square = infix(right, "^", int(2));
      const one = first === ZERO ? ZERO : infix(first, "/", right);
      const other = times(left, second);
      return other === ZERO
        ? one
        : one === ZERO
          ? negate(infix(other, "/", square))
          : infix(one, "-", infix(other, "/", square));
    }
    case "^": {
      const exponent = right.tag === "Number" ? Number(right.text) : 0;
      return times(
        infix(real(`${exponent}.0`), "*", exponent === 2 ? left : infix(left, "^", int(exponent - 1))),
        first,
      );
    }
    default:
      throw new Error(`internal: no derivative of ${operator}`);
  }
}

function plus(left: Term, right: Term): Term {
  return left === ZERO ? right : right === ZERO ? left : infix(left, "+", right);
}

function times(left: Term, right: Term): Term {
  if (left === ZERO || right === ZERO) return ZERO;
  return left === ONE ? right : right === ONE ? left : infix(left, "*", right);
}
