// The border of programs whose scalars are paired with nothing: the input, numbered, and the entry.
import {
  apply,
  type CoreProgram,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { con, fun, INT, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "./rule-terms.ts";
import { Family, fieldName, WRAP } from "./wrapper.ts";

/** The input with its scalars numbered. */
export function inputs(program: CoreProgram): Family {
  return new Family("Input", program, {
    type: (type) => fun(type, type),
    real: () => lambda(varPattern("x", REAL), prim("born", [], [variable("x")])),
    discrete: () => lambda(varPattern("n", INT), variable("n")),
    whole: (whole, family) => {
      const bindings = whole.fields.map(
        (field, index) => [open(made(index)), apply(family.at(field), variable(fieldName(index)))] as const,
      );
      return letIn(bindings, whole.make(whole.fields.map((_, index) => variable(made(index)))));
    },
    fn: (_, param, body) => lambda(param, body),
    array: (item, family) => {
      const items = prim("toList", [item], [variable("a")]);
      const numbered = prim("fromList", [item], [apply(family.at(list(item)), items)]);
      return lambda(varPattern("a", con("Array", item)), numbered);
    },
  });
}

const made = (index: number): string => subscript("y", index + 1);

/**
 * Wrap : σ → τ × (τ̲ ⊸ σ̲), where the entry gives a value and a backpropagator: λx. let x' = the input, numbered in let (y, b) = entry x' in
 * (y, λz. gradient). `gradient` reads x, b and z; it is linear in z by the rules of the algorithm.
 */
export function firstOrderWrap(entry: string, param: Type, result: Type, numbered: Family, gradient: Term): Global {
  const body = letIn(
    [
      [open("x'"), apply(numbered.at(param), variable("x"))],
      [pairPattern(open("y"), open("b")), apply(global(entry), variable("x'"))],
    ],
    pairOf(variable("y"), prim("asLinear", [result, param], [lambda(varPattern("z", result), gradient)])),
  );
  return definition(WRAP, fun(param, tuple(result, lin(result, param))), lambda(varPattern("x", param), body));
}
