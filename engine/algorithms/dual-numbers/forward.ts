// Dual-numbers forward AD, for comparison: a scalar is paired with its tangent (thesis §2.2.3, Fig. 3.1b).
//
//   Tangent = Still | Moves ℝ̲                the tangent of a scalar that does not depend on the direction, and of one that may
//   D[ℝ] = ℝ × Tangent
//   D[r] = ⟨r, Still⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in let ⟨xₙ, dₙ⟩ = D[tₙ] in ⟨op(x₁, .., xₙ), e₁ +ₜ .. +ₜ eₙ⟩
//     where eᵢ = case dᵢ of { Still → Still | Moves(z) → Moves(∂ᵢop(x₁, .., xₙ)(z)) }
//   Still +ₜ e = e = e +ₜ Still               Moves(x) +ₜ Moves(y) = Moves(x + y)
//
//   Interleave_τ : τ × τ̲ → D[τ]             Interleave_ℝ = λ(x, d). ⟨x, Still if d = 0, else Moves(d)⟩      Interleave_ℤ = λ(n, d). n
//   Deinterleave_τ : D[τ] → τ × τ̲           Deinterleave_ℝ = λ⟨x, d⟩. (x, 0.0 if d = Still, else its tangent)    Deinterleave_ℤ = λn. (n, n)
//   both part by part on products and data types, and through lists on arrays
//
// The thesis pairs with ℝ̲ alone, and a constant with 0. Then an argument that does not move still has its partial taken, and
// 0 · ∞ makes a tangent NaN where reverse mode, which never comes to that argument, has none. So a tangent says that it is 0
// because nothing moves.
//
//   Wrap[f] = λ(x : σ, dx : σ̲). Deinterleave_τ (D[f] (Interleave_σ (x, dx)))

import { present } from "../../base/nth.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { con, fun, INT, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { taken } from "../common/dual/deinterleave.ts";
import { type DirectRules, directProgram } from "../common/dual/direct-program.ts";
import { type Operand, partialsOf } from "../common/dual/terms.ts";
import { global, letIn, pairOf, pairPattern } from "../common/rule-terms.ts";
import type { TypeTransform } from "../common/types.ts";
import { Family, type FamilyRules, fieldName } from "../common/wrapper.ts";
import * as descriptions from "./descriptions.ts";

const NAME = `Tangent${OWN_MARK}`;
/** The type of a tangent that says whether its scalar moves. */
export const TANGENT: Type = con(NAME);
const still = { data: NAME, con: `Still${OWN_MARK}`, types: [] } as const;
const moves = { data: NAME, con: `Moves${OWN_MARK}`, types: [] } as const;
const STILL: Term = { tag: "con", ...still, args: [] };

/** Tangents, in the notation. */
export const TANGENT_DEFINITIONS = `
data Tangent = Still | Moves ℝ

def plusₜ : Tangent → Tangent → Tangent = λ(d : Tangent). λ(e : Tangent).
  case d of { Still → e | Moves(x) → case e of { Still → d | Moves(y) → Moves(x + y) } }
def SMove : ℝ → Tangent = λ(d : ℝ). if d == 0.0 then Still else Moves(d)
def STangent : Tangent → ℝ = λ(d : Tangent). case d of { Still → 0.0 | Moves(x) → x }
`;

/** An operand's addend of the result's tangent: nothing where it does not move. */
function scaled({ dual }: Operand, partial: Term, span: Span | undefined): Term {
  return {
    tag: "case",
    scrutinee: variable(present(dual)),
    branches: [
      { pattern: { tag: "con", ...still, args: [] }, body: STILL },
      {
        pattern: { tag: "con", ...moves, args: [varPattern("z", REAL)] },
        body: { tag: "con", ...moves, args: [partial], span },
      },
    ],
    span,
  };
}

function interleave(program: CoreProgram, types: TypeTransform): Family {
  const both = (type: Type, value: CorePattern, body: Term): Term =>
    lambda({ tag: "tuple", items: [value, varPattern("d", type)] }, body);
  const part = (family: Family, item: Type, index: number, tangent: Term): Term =>
    apply(family.at(item), { tag: "tuple", items: [variable(fieldName(index)), tangent] });
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, type), types.type(type)),
    real: () =>
      both(REAL, varPattern("x", REAL), {
        tag: "dual",
        primal: variable("x"),
        dual: apply(global("SMove"), variable("d")),
      }),
    discrete: () => both(INT, varPattern("n", INT), variable("n")),
    whole: ({ fields, make, field }, family) =>
      make(
        fields.map((item, index) => part(family, item, index, field(index, variable("d")))),
        types,
      ),
    fn: both,
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const lists = [variable("a"), variable("d")].map((whole) => prim("toList", [item], [whole]));
      const inner = apply(family.at(list(item)), { tag: "tuple", items: lists });
      return both(array, varPattern("a", array), prim("fromList", [types.type(item)], [inner]));
    },
  });
}

function deinterleave(program: CoreProgram, types: TypeTransform): Family {
  const rules: FamilyRules = {
    type: (type) => fun(types.type(type), tuple(type, type)),
    real: () => {
      const pattern: CorePattern = { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("d", TANGENT) };
      return lambda(pattern, pairOf(variable("x"), apply(global("STangent"), variable("d"))));
    },
    discrete: () => lambda(varPattern("n", INT), pairOf(variable("n"), variable("n"))),
    whole: ({ fields, make }, family) => {
      const { values, seconds, bindings } = taken(
        fields,
        (field) => field,
        (field, index) => apply(family.at(field), variable(fieldName(index))),
      );
      return letIn(bindings, pairOf(make(values), make(seconds)));
    },
    fn: (_, param, body) => lambda(param, body),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const pattern = pairPattern(varPattern("y", list(item)), varPattern("d", list(item)));
      const bound = apply(family.at(list(item)), prim("toList", [types.type(item)], [variable("a")]));
      const [value, tangent] = ["y", "d"].map((whole) => prim("fromList", [item], [variable(whole)]));
      return lambda(
        varPattern("a", types.type(array)),
        letIn([[pattern, bound]], pairOf(present(value), present(tangent))),
      );
    },
  };
  return new Family("Deinterleave", program, rules, types);
}

function transform(source: SourceProgram, options: StageOptions = {}): CoreProgram {
  const { program, param, result } = source;
  const both: CorePattern = { tag: "tuple", items: [varPattern("x", param), varPattern("dx", param)] };
  const input: Term = { tag: "tuple", items: [variable("x"), variable("dx")] };
  const rules: DirectRules = {
    dualPart: TANGENT,
    definitions: TANGENT_DEFINITIONS,
    meaning: { dual: "value", stores: [] },
    literal: (value, span) => ({ tag: "dual", primal: value, dual: STILL, span }),
    operation: (op, operands, span) =>
      partialsOf(op, operands, () => variable("z"), span)
        .map(({ operand, partial }) => scaled(operand, partial, span))
        .reduce((left, right) => apply(global("plusₜ"), left, right)),
    interleave: (types) => interleave(program, types),
    deinterleave: (types) => deinterleave(program, types),
    wrap: (into, entry, out) => ({
      type: fun(tuple(param, param), tuple(result, result)),
      term: lambda(both, apply(out, apply(entry, apply(into, input)))),
    }),
  };
  return directProgram(source, rules, options);
}

/** Dual-numbers forward mode (thesis §2.2.3): one run gives the derivative in one direction. */
export const forward: Stage = { ...descriptions.forward, transform };
