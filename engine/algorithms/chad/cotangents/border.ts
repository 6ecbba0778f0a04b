// The border between the user's types and cotangents: the cotangent of a result, and the gradient of an input.

import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { con, fun, INT, list, REAL, type Type, tuple } from "../../../types/type.ts";
import { letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import { Family, fieldName, type Whole } from "../../common/wrapper.ts";
import type { Bags } from "./bags.ts";
import type { Cotangents } from "./cotangents.ts";
import { NOTHING } from "./pieces.ts";

/** Seed_τ : τ → D₂[τ], for types that hold Reals: the cotangent of a result, given in its shape. */
export function seeds(program: CoreProgram, cotangents: Cotangents, bags: Bags | undefined): Family {
  return new Family("Seed", program, {
    type: (type) => fun(type, cotangents.type(type)),
    real: () => lambda(varPattern("z", REAL), variable("z")),
    discrete: () => lambda({ tag: "any", type: INT }, NOTHING),
    whole: (whole, family) => {
      const parts = whole.fields.map((field, index) =>
        cotangents.carries(field) ? apply(family.at(field), variable(fieldName(index))) : NOTHING,
      );
      return wholeOf(whole, parts, cotangents);
    },
    fn: (_, param, body) => lambda(param, body),
    array: (item, family) => {
      const type = con("Array", item);
      const items = prim("toList", [item], [variable("z")]);
      return lambda(varPattern("z", type), ofArrays(bags).ofItems(item, family.at(item), items));
    },
  });
}

function wholeOf({ type, fields, con }: Whole, parts: readonly Term[], cotangents: Cotangents): Term {
  return con === undefined ? cotangents.whole(fields, parts) : cotangents.constructed(type, con, parts);
}

/** The gradient, of the input and its cotangent, from the number of its first scalar on: λ(x, d). λi. (gradient, next number). */
export function gradients(program: CoreProgram, cotangents: Cotangents, bags: Bags | undefined): Family {
  const computing = (type: Type, param: CorePattern, body: Term): Term =>
    lambda(pairPattern(param, varPattern("d", cotangents.type(type))), lambda(varPattern("i", INT), body));
  const next: Term = {
    tag: "op",
    op: { tag: "builtin", id: "addInt" },
    args: [variable("i"), { tag: "int", value: 1 }],
  };
  const reached = prim("reach", [], [variable("i"), { tag: "int", value: 0 }, variable("d")]);
  return new Family("Gradient", program, {
    type: (type) => fun(tuple(type, cotangents.type(type)), fun(INT, tuple(type, INT))),
    real: () => computing(REAL, { tag: "any", type: REAL }, pairOf(reached, next)),
    discrete: () => computing(INT, varPattern("n", INT), pairOf(variable("n"), variable("i"))),
    whole: (whole, family) => collected(whole, family, cotangents),
    fn: (type, param, body) => computing(type, param, body),
    array: (item, family) => {
      const type = con("Array", item);
      const items = prim("toList", [item], [variable("x")]);
      const size = prim("size", [item], [variable("x")]);
      const share = ofArrays(bags).listed(item, size, variable("d"));
      const made = apply(family.at(list(item)), pairOf(items, share), variable("i"));
      const result = pairOf(prim("fromList", [item], [variable("y")]), variable("i'"));
      return computing(type, varPattern("x", type), letIn([[pairPattern(open("y"), open("i'")), made]], result));
    },
  });
}

/** The gradient of a whole, field by field; what holds no Real stays. */
function collected(whole: Whole, family: Family, cotangents: Cotangents): Term {
  const { fields, type, con } = whole;
  const carried = fields.map((field) => cotangents.carries(field));
  const made = (index: number): string => (carried[index] === true ? subscript("y", index + 1) : fieldName(index));
  const result = (state: Term): Term => pairOf(whole.make(fields.map((_, index) => variable(made(index)))), state);
  if (!carried.includes(true)) return result(variable("i"));
  const shares = fields.map((_, index) => open(subscript("d", index + 1)));
  const apart = con === undefined ? cotangents.parts(fields, variable("d")) : cotangents.cast(type, con, variable("d"));
  let state = "i";
  const bindings = fields.flatMap((field, index) => {
    if (carried[index] !== true) return [];
    const before = state;
    state = subscript("i", index + 1);
    const of = apply(
      family.at(field),
      pairOf(variable(fieldName(index)), variable(subscript("d", index + 1))),
      variable(before),
    );
    return [[pairPattern(open(made(index)), varPattern(state, INT)), of] as const];
  });
  const split: CorePattern =
    con !== undefined && shares.length === 1 ? nth(shares, 0) : { tag: "tuple", items: shares };
  return letIn([[split, apart], ...bindings], result(variable(state)));
}

function ofArrays(bags: Bags | undefined): Bags {
  return bags ?? internal("an array where there are none");
}
