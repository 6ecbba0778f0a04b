// c itself, the type of the input's cotangents: its monoid, and how an input takes apart the function into it.
import {
  apply,
  type CoreProgram,
  lambda,
  linear,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { fun, INT, lin, list, REAL, type Type, tuple } from "../../../types/type.ts";
import { letIn } from "../rule-terms.ts";
import type { TypeTransform } from "../types.ts";
import { Family, fieldName, hotAt } from "../wrapper.ts";
import { type Monoid, monoid } from "./deinterleave.ts";
import type { DirectRules } from "./direct-program.ts";

/** The monoid c itself: 0 is the 𝟎 that Wrap binds, + is elementwise. */
export function inputMonoid(c: Type): Monoid {
  return monoid(
    c,
    (span) => prim("zero", [c], [], span),
    (left, right, span) => prim("plus", [c], [left, right], span),
  );
}

/**
 * The family Interleave of a program whose scalars are paired with something made of τ̲ ⊸ c (Fig. 3.7): `d`, at ℝ, is the linear
 * function from the cotangent of a scalar of the input to that of the input, and `dual` what the scalar is paired with.
 */
export function interleaveCotangents(program: CoreProgram, types: TypeTransform, c: Type, dual: Term): Family {
  const back = (type: Type) => lin(type, c);
  const withBack = (type: Type, param: Parameters<typeof lambda>[0], body: Term): Term =>
    lambda({ tag: "tuple", items: [param, varPattern("d", back(type))] }, body);
  const part = (family: Family, item: Type, index: number, whole: Term): Term =>
    apply(family.at(item), {
      tag: "tuple",
      items: [variable(fieldName(index)), linear("z", item, apply(variable("d"), whole))],
    });
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, back(type)), types.type(type)),
    real: () => withBack(REAL, varPattern("x", REAL), { tag: "dual", primal: variable("x"), dual }),
    discrete: () => withBack(INT, varPattern("n", INT), variable("n")),
    whole: (whole, family) => {
      const hot = (index: number): Term => whole.make(hotAt(whole.fields, index));
      return whole.make(
        whole.fields.map((field, index) => part(family, field, index, hot(index))),
        types,
      );
    },
    fn: withBack,
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const items = linear("z", list(item), apply(variable("d"), prim("fromList", [item], [variable("z")])));
      const inner = apply(family.at(list(item)), {
        tag: "tuple",
        items: [prim("toList", [item], [variable("a")]), items],
      });
      return withBack(array, varPattern("a", array), prim("fromList", [types.type(item)], [inner]));
    },
  });
}

/**
 * Wrap of a program whose scalars are paired with something made of τ̲ ⊸ c (Fig. 3.6): the input goes in with the identity of c, and the
 * result comes apart into its value and its linear function.
 */
export function wrapCotangents(c: Type, result: Type): DirectRules["wrap"] {
  const input: Term = { tag: "tuple", items: [variable("x"), linear("z", c, variable("z"))] };
  return (into, entry, out) => ({
    type: fun(c, tuple(result, lin(result, c))),
    term: lambda(
      varPattern("x", c),
      letIn(
        [[varPattern("𝟎", c), prim("bindZero", [c], [prim("zeroOf", [c], [variable("x")])])]],
        apply(out, apply(entry, apply(into, input))),
      ),
    ),
  });
}
