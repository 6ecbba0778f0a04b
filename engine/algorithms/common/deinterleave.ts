// Deinterleave (Fig. 3.7, §3.9), the same in all stages but for the monoid that backpropagators map to.
import { internal } from "../../base/unreachable.ts";
import {
  apply,
  type CoreBinding,
  type CorePattern,
  type CoreProgram,
  lambda,
  linear,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { fun, INT, lin, list, type Type, tuple } from "../../types/type.ts";
import type { TypeTransform } from "./types.ts";
import { byConstructor, construct, deconstructTuple, Family, fieldName } from "./wrapper.ts";

/** What backpropagators map to: M with 0 and +. */
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

/** Binds (y, e) = Deinterleave x for every part, and gives the value made of the ys and the sum of the es at the fields of z. */
function deinterleaveParts(
  monoid: Monoid,
  whole: Type,
  fields: readonly Type[],
  family: Family,
  make: (values: readonly Term[]) => Term,
  field: (index: number) => Term,
): Term {
  const names = fields.map((_, index) => ({ value: subscript("y", index + 1), back: subscript("d", index + 1) }));
  const bindings = fields.map((item, index): CoreBinding => {
    const { value, back } = names[index]!;
    const pattern: CorePattern = {
      tag: "tuple",
      items: [varPattern(value, item), varPattern(back, lin(item, monoid.type))],
    };
    return { pattern, variables: [], bound: apply(family.at(item), variable(fieldName(index))) };
  });
  const calls = names.map(({ back }, index) => apply(variable(back), field(index)));
  const value = make(names.map((name) => variable(name.value)));
  const body: Term = { tag: "tuple", items: [value, linear("z", whole, monoid.sum(calls))] };
  return bindings.length === 0 ? body : { tag: "let", bindings, body };
}

/**
 * Deinterleave_τ : D[τ] → τ × (τ̲ ⊸ M), for backpropagators that map to a monoid M. `real` takes a dual number apart into
 * the scalar and its backpropagator.
 */
export function deinterleave(program: CoreProgram, types: TypeTransform, monoid: Monoid, real: Term): Family {
  const c = monoid.type;
  return new Family("Deinterleave", program, {
    type: (type) => fun(types.type(type), tuple(type, lin(type, c))),
    real: () => real,
    discrete: () =>
      lambda(varPattern("n", INT), { tag: "tuple", items: [variable("n"), linear("z", INT, monoid.zero())] }),
    tuple: (items, family) => {
      const make = (values: readonly Term[]): Term => ({ tag: "tuple", items: values });
      const field = (index: number): Term => ({ tag: "proj", index, size: items.length, term: variable("z") });
      return lambda(
        deconstructTuple(items, types),
        deinterleaveParts(monoid, tuple(...items), items, family, make, field),
      );
    },
    branch: (type, constructor, fields, family) => {
      const make = (values: readonly Term[]): Term => construct(type, constructor, values);
      const data = type.tag === "con" ? type.name : internal("a data type was expected");
      const field = (index: number): Term => ({
        tag: "field",
        con: constructor.name,
        data,
        index,
        term: variable("z"),
      });
      return deinterleaveParts(monoid, type, fields, family, make, field);
    },
    data: (type, branches) => lambda(varPattern("x", types.type(type)), byConstructor(type, branches, types)),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const pattern: CorePattern = {
        tag: "tuple",
        items: [varPattern("y", list(item)), varPattern("d", lin(list(item), c))],
      };
      const bound = apply(family.at(list(item)), prim("toList", [types.type(item)], [variable("a")]));
      const back = linear("z", array, apply(variable("d"), prim("toList", [item], [variable("z")])));
      const body: Term = { tag: "tuple", items: [prim("fromList", [item], [variable("y")]), back] };
      return lambda(varPattern("a", types.type(array)), {
        tag: "let",
        bindings: [{ pattern, variables: [], bound }],
        body,
      });
    },
  });
}
