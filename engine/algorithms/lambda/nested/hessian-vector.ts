// A Hessian times a vector as the gradient of a gradient's product with it (Pearlmutter and Siskind 2008, §5): reverse over reverse, where
// the prelude goes forward over reverse.
//
//   hvp f x v = grad (λz. Dot (grad f z, v)) x
import { internal } from "../../../base/unreachable.ts";
import {
  apply,
  builtin,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { fun, REAL, type Type, tuple } from "../../../types/type.ts";
import { pairOf, pairPattern } from "../../common/rule-terms.ts";
import { Family, fieldName } from "../../common/wrapper.ts";

/** The program with its products of Hessians and vectors as gradients, where points are numbers and tuples of them. */
export function withProducts(program: CoreProgram): CoreProgram {
  const products = new Family("Dot", program, {
    type: (type) => fun(tuple(type, type), REAL),
    real: () => dot(varPattern("x", REAL), varPattern("y", REAL), builtin("mul", [variable("x"), variable("y")])),
    discrete: () => dot(ANY_INT, ANY_INT, ZERO),
    whole: ({ fields }, family) =>
      fields
        .map((field, index) => apply(family.at(field), pairOf(variable(fieldName(index)), part(index, fields.length))))
        .reduce((sum, one) => builtin("add", [sum, one])),
    fn: (type, param, body) => lambda(pairPattern(param, varPattern("v", type)), body),
    array: () => internal("an array"),
  });
  const globals = program.globals.map((one): Global => {
    if (one.builtin !== "hvp") return one;
    const type =
      one.type.tag === "fun" && one.type.to.tag === "fun" ? one.type.to.from : internal("hvp has another type");
    return isPlain(type) ? { ...one, term: product(type, products) } : one;
  });
  return { ...program, globals: [...globals, ...products.globals] };
}

const ANY_INT: CorePattern = { tag: "any", type: { tag: "con", name: "Int", args: [] } };
const ZERO: Term = { tag: "real", value: 0 };

function dot(x: CorePattern, y: CorePattern, body: Term): Term {
  return lambda(pairPattern(x, y), body);
}

function part(index: number, size: number): Term {
  return { tag: "proj", index, size, term: variable("v") };
}

/** Whether points of a type have one form. */
function isPlain(type: Type): boolean {
  if (type.tag === "tuple") return type.items.length > 0 && type.items.every(isPlain);
  return type.tag === "con" && (type.name === "Real" || type.name === "Int");
}

/** λf. λx. λv. grad (λz. Dot (grad f z, v)) x. */
function product(type: Type, products: Family): Term {
  const inner = prim("grad", [type], [variable("f"), variable("z")]);
  const weighed = lambda(varPattern("z", type), apply(products.at(type), pairOf(inner, variable("v"))));
  const body = prim("grad", [type], [weighed, variable("x")]);
  const params = [varPattern("f", fun(type, REAL)), varPattern("x", type), varPattern("v", type)];
  return params.reduceRight<Term>((rest, param) => lambda(param, rest), body);
}
