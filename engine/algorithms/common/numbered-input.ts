// The input of a first-order program, whose scalars are paired with nothing.
import { apply, type CoreProgram, lambda, prim, subscript, variable, varPattern } from "../../core/terms/term.ts";
import { con, fun, INT, list, REAL } from "../../types/type.ts";
import { letIn, open } from "./rule-terms.ts";
import { Family, fieldName } from "./wrapper.ts";

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
