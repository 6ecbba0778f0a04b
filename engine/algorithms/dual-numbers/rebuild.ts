// Interleave from `sparse` on (thesis §3.6, Fig. 3.12): beside the interleaved input it gives a reconstruction function,
// which puts the scalars of a collection, found by their IDs, where the input has its own.
//
//   Interleave_τ : τ → ℤ → (D[τ] × (lookup → τ̲)) × ℤ                  lookup = ℤ → ℝ
//   Interleave_ℝ = λx. λi. ((⟨x, back i⟩, λg. g i), i + 1)             Interleave_ℤ = λn. λi. ((n, λg. n), i)
//   Interleave_{σ×τ} = λ(x, y). λi. let ((x', f), i') = Interleave_σ x i in let ((y', g'), i'') = Interleave_τ y i'
//                      in (((x', y'), λg. (f g, g' g)), i'')
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  OPEN_TYPE,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { con, fun, INT, list, REAL, type Type, tuple } from "../../types/type.ts";
import { computation, computing, nextId } from "./monadic.ts";
import { letIn } from "./staged-terms.ts";
import type { TypeTransform } from "./types.ts";
import { construct, deconstruct, deconstructTuple, Family, fieldName } from "./wrapper.ts";

/** How reconstruction finds a scalar by its ID. */
const LOOKUP = fun(INT, REAL);

/** The family Interleave of a program; `dual` is the dual part of an input scalar whose ID is the variable `i₀`. */
export function interleaveRebuilding(program: CoreProgram, types: TypeTransform, dual: Term): Family {
  const id = variable(subscript("i", 0));
  const both = (value: Term, rebuilt: Term): Term => ({
    tag: "tuple",
    items: [value, lambda(varPattern("g", LOOKUP), rebuilt)],
  });
  const done = (value: Term, rebuilt: Term, step: number): Term => ({
    tag: "tuple",
    items: [both(value, rebuilt), variable(subscript("i", step))],
  });
  const names = (index: number) => ({ value: subscript("y", index + 1), rebuild: subscript("r", index + 1) });
  const bind = (family: Family, field: Type, from: Term, index: number): readonly [CorePattern, Term] => {
    const { value, rebuild } = names(index);
    const pair: CorePattern = { tag: "tuple", items: [varPattern(value, OPEN_TYPE), varPattern(rebuild, OPEN_TYPE)] };
    const pattern: CorePattern = { tag: "tuple", items: [pair, varPattern(subscript("i", index + 1), INT)] };
    return [pattern, apply(family.at(field), from, variable(subscript("i", index)))];
  };
  const parts = (
    family: Family,
    fields: readonly Type[],
    make: (values: readonly Term[]) => Term,
    remake: (values: readonly Term[]) => Term,
  ): Term => {
    const bindings = fields.map((field, index) => bind(family, field, variable(fieldName(index)), index));
    const value = make(fields.map((_, index) => variable(names(index).value)));
    const rebuilt = remake(fields.map((_, index) => apply(variable(names(index).rebuild), variable("g"))));
    const result = done(value, rebuilt, fields.length);
    return bindings.length === 0 ? result : letIn(bindings, result);
  };
  return new Family("Interleave", program, {
    type: (type) => fun(type, computation(tuple(types.type(type), fun(LOOKUP, type)))),
    real: () => {
      const scalar = both({ tag: "dual", primal: variable("x"), dual }, apply(variable("g"), id));
      return lambda(varPattern("x", REAL), computing({ tag: "tuple", items: [scalar, nextId(0)] }));
    },
    discrete: () => lambda(varPattern("n", INT), computing(done(variable("n"), variable("n"), 0))),
    tuple: (items, family) => {
      const make = (values: readonly Term[]): Term => ({ tag: "tuple", items: values });
      return lambda(deconstructTuple(items), computing(parts(family, items, make, make)));
    },
    branch: (type, constructor, fields, family) =>
      parts(
        family,
        fields,
        (values) => construct(type, constructor, values, types),
        (values) => construct(type, constructor, values),
      ),
    data: (type, branches) =>
      lambda(
        varPattern("x", type),
        computing({
          tag: "case",
          scrutinee: variable("x"),
          branches: branches.map(({ constructor, fields, body }) => ({
            pattern: deconstruct(type, constructor, fields),
            body,
          })),
        }),
      ),
    array: (item, family) => {
      const bound = bind(family, list(item), prim("toList", [item], [variable("a")]), 0);
      const value = prim("fromList", [types.type(item)], [variable(names(0).value)]);
      const rebuilt = prim("fromList", [item], [apply(variable(names(0).rebuild), variable("g"))]);
      return lambda(varPattern("a", con("Array", item)), computing(letIn([bound], done(value, rebuilt, 1))));
    },
  });
}
