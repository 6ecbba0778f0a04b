// Deinterleave (Fig. 3.7, §3.9), the same in all stages but for the monoid that backpropagators map to.
import { nth } from "../../../base/nth.ts";
import {
  apply,
  type CoreProgram,
  lambda,
  linear,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { fun, INT, lin, list, type Type, tuple } from "../../../types/type.ts";
import { letIn, pairOf, pairPattern } from "../rule-terms.ts";
import type { TypeTransform } from "../types.ts";
import { Family, type FamilyRules, fieldName } from "../wrapper.ts";

/** Backpropagators' codomain: M with 0 and +. */
export interface Monoid {
  readonly type: Type;
  zero(span?: Span): Term;
  plus(left: Term, right: Term, span?: Span): Term;
  /** t₁ + .. + tₙ; 0 for none. */
  sum(terms: readonly Term[], span?: Span): Term;
}

/** A monoid from its zero and its plus. */
export function monoid(type: Type, zero: Monoid["zero"], plus: Monoid["plus"]): Monoid {
  const sum: Monoid["sum"] = (terms, span) =>
    terms.length === 0 ? zero(span) : terms.reduce((left, right) => plus(left, right, span));
  return { type, zero, plus, sum };
}

/** let (y₁, d₁) = Deinterleave x₁ in .., what the second components have being given by type, and the names of the ys and ds. */
export function taken(
  fields: readonly Type[],
  second: (field: Type) => Type,
  deinterleaved: (field: Type, index: number) => Term,
) {
  const values = fields.map((_, index) => subscript("y", index + 1));
  const seconds = fields.map((_, index) => subscript("d", index + 1));
  const bindings = fields.map((field, index) => {
    const pattern = pairPattern(varPattern(nth(values, index), field), varPattern(nth(seconds, index), second(field)));
    return [pattern, deinterleaved(field, index)] as const;
  });
  return { values: values.map(variable), seconds: seconds.map(variable), bindings };
}

/**
 * Deinterleave_τ : D[τ] → τ × (τ̲ ⊸ M), for backpropagators that map to a monoid M. `real` takes a dual number apart into
 * the scalar and its backpropagator.
 */
export function deinterleave(program: CoreProgram, types: TypeTransform, monoid: Monoid, real: Term): Family {
  const c = monoid.type;
  const rules: FamilyRules = {
    type: (type) => fun(types.type(type), tuple(type, lin(type, c))),
    real: () => real,
    discrete: () => lambda(varPattern("n", INT), pairOf(variable("n"), linear("z", INT, monoid.zero()))),
    whole: (whole, family) => {
      const { values, seconds, bindings } = taken(
        whole.fields,
        (field) => lin(field, c),
        (field, index) => apply(family.at(field), variable(fieldName(index))),
      );
      const calls = seconds.map((back, index) => apply(back, whole.field(index, variable("z"))));
      return letIn(bindings, pairOf(whole.make(values), linear("z", whole.type, monoid.sum(calls))));
    },
    fn: (_, param, body) => lambda(param, body),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const pattern = pairPattern(varPattern("y", list(item)), varPattern("d", lin(list(item), c)));
      const bound = apply(family.at(list(item)), prim("toList", [types.type(item)], [variable("a")]));
      const back = linear("z", array, apply(variable("d"), prim("toList", [item], [variable("z")])));
      const body = pairOf(prim("fromList", [item], [variable("y")]), back);
      return lambda(varPattern("a", types.type(array)), letIn([[pattern, bound]], body));
    },
  };
  return new Family("Deinterleave", program, rules, types);
}
