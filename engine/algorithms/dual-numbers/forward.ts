// Dual-numbers forward AD, for comparison: a scalar is paired with its tangent (thesis §2.2.3, Fig. 3.1b).
//
//   D[ℝ] = ℝ × ℝ̲
//   D[r] = ⟨r, 0.0⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in let ⟨xₙ, dₙ⟩ = D[tₙ]
//                       in ⟨op(x₁, .., xₙ), ∂₁op(x₁, .., xₙ)(d₁) + .. + ∂ₙop(x₁, .., xₙ)(dₙ)⟩
//
//   Interleave_τ : τ × τ̲ → D[τ]             Interleave_ℝ = λ(x, d). ⟨x, d⟩      Interleave_ℤ = λ(n, d). n
//   Deinterleave_τ : D[τ] → τ × τ̲           Deinterleave_ℝ = λ⟨x, d⟩. (x, d)    Deinterleave_ℤ = λn. (n, n)
//   both part by part on products and data types, and through lists on arrays
//
//   Wrap[f] = λ(x : σ, dx : σ̲). Deinterleave_τ (D[f] (Interleave_σ (x, dx)))

import { internal } from "../../base/unreachable.ts";
import {
  apply,
  builtin,
  type CoreBinding,
  type CorePattern,
  type CoreProgram,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { fun, INT, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import * as descriptions from "./descriptions.ts";
import { type DirectRules, directProgram } from "./direct-program.ts";
import { partialsOf } from "./terms.ts";
import type { TypeTransform } from "./types.ts";
import { byConstructor, construct, deconstructTuple, Family, fieldName } from "./wrapper.ts";

function interleave(program: CoreProgram, types: TypeTransform): Family {
  const both = (type: Type, value: CorePattern, body: Term): Term =>
    lambda({ tag: "tuple", items: [value, varPattern("d", type)] }, body);
  const part = (family: Family, item: Type, index: number, tangent: Term): Term =>
    apply(family.at(item), { tag: "tuple", items: [variable(fieldName(index)), tangent] });
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, type), types.type(type)),
    real: () => both(REAL, varPattern("x", REAL), { tag: "dual", primal: variable("x"), dual: variable("d") }),
    discrete: () => both(INT, varPattern("n", INT), variable("n")),
    tuple: (items, family) => {
      const parts = items.map((item, index) =>
        part(family, item, index, { tag: "proj", index, size: items.length, term: variable("d") }),
      );
      return both(tuple(...items), deconstructTuple(items), { tag: "tuple", items: parts });
    },
    branch: (type, constructor, fields, family) => {
      const data = type.tag === "con" ? type.name : internal("a data type was expected");
      const tangent = (index: number): Term => ({
        tag: "field",
        con: constructor.name,
        data,
        index,
        term: variable("d"),
      });
      return construct(
        type,
        constructor,
        fields.map((field, index) => part(family, field, index, tangent(index))),
        types,
      );
    },
    data: (type, branches) => both(type, varPattern("x", type), byConstructor(type, branches)),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const lists = [variable("a"), variable("d")].map((whole) => prim("toList", [item], [whole]));
      const inner = apply(family.at(list(item)), { tag: "tuple", items: lists });
      return both(array, varPattern("a", array), prim("fromList", [types.type(item)], [inner]));
    },
  });
}

function deinterleave(program: CoreProgram, types: TypeTransform): Family {
  const parts = (fields: readonly Type[], family: Family, make: (values: readonly Term[]) => Term): Term => {
    const names = fields.map((_, index) => [subscript("y", index + 1), subscript("d", index + 1)] as const);
    const bindings = fields.map((item, index): CoreBinding => {
      const pattern: CorePattern = { tag: "tuple", items: names[index]!.map((name) => varPattern(name, item)) };
      return { pattern, variables: [], bound: apply(family.at(item), variable(fieldName(index))) };
    });
    const body: Term = {
      tag: "tuple",
      items: [make(names.map(([value]) => variable(value))), make(names.map(([, tangent]) => variable(tangent)))],
    };
    return bindings.length === 0 ? body : { tag: "let", bindings, body };
  };
  return new Family("Deinterleave", program, {
    type: (type) => fun(types.type(type), tuple(type, type)),
    real: () => {
      const pattern: CorePattern = { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("d", REAL) };
      return lambda(pattern, { tag: "tuple", items: [variable("x"), variable("d")] });
    },
    discrete: () => lambda(varPattern("n", INT), { tag: "tuple", items: [variable("n"), variable("n")] }),
    tuple: (items, family) =>
      lambda(
        deconstructTuple(items, types),
        parts(items, family, (values) => ({ tag: "tuple", items: values })),
      ),
    branch: (type, constructor, fields, family) =>
      parts(fields, family, (values) => construct(type, constructor, values)),
    data: (type, branches) => lambda(varPattern("x", types.type(type)), byConstructor(type, branches, types)),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const pattern: CorePattern = { tag: "tuple", items: [varPattern("y", list(item)), varPattern("d", list(item))] };
      const bound = apply(family.at(list(item)), prim("toList", [types.type(item)], [variable("a")]));
      const body: Term = {
        tag: "tuple",
        items: [variable("y"), variable("d")].map((whole) => prim("fromList", [item], [whole])),
      };
      return lambda(varPattern("a", types.type(array)), {
        tag: "let",
        bindings: [{ pattern, variables: [], bound }],
        body,
      });
    },
  });
}

function transform(source: SourceProgram, options: StageOptions = {}): CoreProgram {
  const { program, param, result } = source;
  const both: CorePattern = { tag: "tuple", items: [varPattern("x", param), varPattern("dx", param)] };
  const input: Term = { tag: "tuple", items: [variable("x"), variable("dx")] };
  const rules: DirectRules = {
    dualPart: REAL,
    literal: (value, span) => ({ tag: "dual", primal: value, dual: { tag: "real", value: 0, span }, span }),
    operation: (op, operands, span) =>
      partialsOf(op, operands, (operand) => variable(operand.dual!), span)
        .map(({ partial }) => partial)
        .reduce((left, right) => builtin("add", [left, right], span)),
    interleave: (types) => interleave(program, types),
    deinterleave: (types) => deinterleave(program, types),
    wrap: (into, entry, out) => ({
      type: fun(tuple(param, param), tuple(result, result)),
      term: lambda(both, apply(out, apply(entry, apply(into, input)))),
    }),
  };
  return directProgram(source, rules, options);
}

export const forward: Stage = { ...descriptions.forward, transform };
