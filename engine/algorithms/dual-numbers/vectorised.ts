// Vectorised forward AD: a scalar is paired with its tangents in n directions, and one pass gives the derivatives in all of them
// (thesis §2.2.8, after Joss 1976; §3.13.1 has D[ℝ] = ℝ × c, the vector at the n directions of the input's own scalars).
//
//   Tangents = [Tangent]: one for each direction, or [] for Still in all       Tangent, +ₜ: those of `forward`
//   D[ℝ] = ℝ × Tangents
//   D[r] = ⟨r, []⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in let ⟨xₙ, dₙ⟩ = D[tₙ]
//     in ⟨op(x₁, .., xₙ), VScale (λ̲z. ∂₁op(x₁, .., xₙ)(z)) d₁ + .. + VScale (λ̲z. ∂ₙop(x₁, .., xₙ)(z)) dₙ⟩, + being VAdd
//
//   VScale f [] = []        VScale f v = let a = f 1.0 in the vector with a * x for Moves x, and Still for Still
//   VAdd [] w = w           VAdd v [] = v           VAdd v w = entry by entry, by +ₜ
//
//   Interleave_τ : τ × [τ̲] → D[τ]                       Interleave_ℝ = λ(x, d). ⟨x, VSeed d⟩      Interleave_ℤ = λ(n, d). n
//   Interleave_{σ×τ} = λ((x, y), d). (Interleave_σ (x, VEach fst d), Interleave_τ (y, VEach snd d))
//   Deinterleave_τ : ℤ × D[τ] → τ × [τ̲]                 the integer being the number of directions
//   Deinterleave_ℝ = λ(k, ⟨x, v⟩). (x, VTake k v)       Deinterleave_ℤ = λ(k, n). (n, n for each direction)
//   Deinterleave_{σ×τ} = λ(k, (x, y)). let (x₁, d₁) = Deinterleave_σ (k, x) in let (y₁, d₂) = Deinterleave_τ (k, y)
//                        in ((x₁, y₁), the pairs of d₁ and d₂)
//   both part by part on data types too, and through lists on arrays
//
//   Wrap[f] = λ(x : σ, dx : [σ̲]). Deinterleave_τ (the length of dx, D[f] (Interleave_σ (x, dx)))
//
// The program runs once for all directions, and a partial is computed once for all of them. A direction that is 0 at an input does
// not move it: what depends on no input that moves is Still there, and is not multiplied by partials, which may be infinite.

import { nth, present } from "../../base/nth.ts";
import {
  apply,
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
import { fun, INT, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { taken } from "../common/dual/deinterleave.ts";
import { type DirectRules, directProgram } from "../common/dual/direct-program.ts";
import { partialsOf } from "../common/dual/terms.ts";
import { global, letIn, pairOf, pairPattern } from "../common/rule-terms.ts";
import type { TypeTransform } from "../common/types.ts";
import { Family, type FamilyRules, fieldName, type Whole } from "../common/wrapper.ts";
import * as descriptions from "./descriptions.ts";
import { TANGENT, TANGENT_DEFINITIONS } from "./forward.ts";

const TANGENTS = list(TANGENT);

const INTERFACE = `${TANGENT_DEFINITIONS}def VEach⟦a, b⟧ : (a → b) → [a] → [b] = λ(f : a → b). λ(l : [a]).
  case l of { [] → []⟦b⟧ | (x :: r) → f x :: VEach⟦a, b⟧ f r }
def VFill⟦a⟧ : ℤ → a → [a] = λ(k : ℤ). λ(x : a). if k == 0 then []⟦a⟧ else x :: VFill⟦a⟧ (k - 1) x
def VApply⟦a, b⟧ : [a → b] → [a] → [b] = λ(f : [a → b]). λ(l : [a]). case f of {
    [] → []⟦b⟧
  | (g :: s) → case l of { [] → []⟦b⟧ | (x :: r) → g x :: VApply⟦a, b⟧ s r } }
def VLength⟦a⟧ : [a] → ℤ = λ(l : [a]).
  letrec count : ℤ → [a] → ℤ = λ(k : ℤ). λ(r : [a]). case r of { [] → k | (_ :: s) → count (k + 1) s } in
  count 0 l
def VSeed : [ℝ] → Tangents = VEach⟦ℝ, Tangent⟧ SMove
def VTake : ℤ → Tangents → [ℝ] = λ(k : ℤ). λ(v : Tangents). case v of {
    [] → VFill⟦ℝ⟧ k 0.0
  | _ → VEach⟦Tangent, ℝ⟧ STangent v }
def VScale : (ℝ ⊸ ℝ) → Tangents → Tangents = λ(f : ℝ ⊸ ℝ). λ(v : Tangents). case v of {
    [] → []⟦Tangent⟧
  | _ → let a = f 1.0 in
      VEach⟦Tangent, Tangent⟧ (λ(t : Tangent). case t of { Still → Still | Moves(x) → Moves(a * x) }) v }
def VAdd : Tangents → Tangents → Tangents = λ(v : Tangents). λ(w : Tangents). case v of {
    [] → w
  | (t :: r) → case w of { [] → v | (u :: s) → plusₜ t u :: VAdd r s } }
`;

/** A use of a polymorphic definition of the interface. */
function at(name: string, ...types: readonly Type[]): Term {
  return { tag: "global", name, types };
}

function interleave(program: CoreProgram, types: TypeTransform): Family {
  const both = (type: Type, value: CorePattern, body: Term): Term =>
    lambda(pairPattern(value, varPattern("d", list(type))), body);
  /** Interleave of a part: `take` takes it from a tangent `t` of the whole. */
  const part = (family: Family, whole: Type, item: Type, index: number, take: Term): Term =>
    apply(
      family.at(item),
      pairOf(
        variable(fieldName(index)),
        apply(at("VEach", whole, item), lambda(varPattern("t", whole), take), variable("d")),
      ),
    );
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, list(type)), types.type(type)),
    real: () =>
      both(REAL, varPattern("x", REAL), {
        tag: "dual",
        primal: variable("x"),
        dual: apply(global("VSeed"), variable("d")),
      }),
    discrete: () => both(INT, varPattern("n", INT), variable("n")),
    whole: ({ type, fields, make, field }, family) =>
      make(
        fields.map((item, index) => part(family, type, item, index, field(index, variable("t")))),
        types,
      ),
    fn: both,
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const lists = lambda(varPattern("t", array), prim("toList", [item], [variable("t")]));
      const inner = apply(
        family.at(list(item)),
        pairOf(prim("toList", [item], [variable("a")]), apply(at("VEach", array, list(item)), lists, variable("d"))),
      );
      return both(array, varPattern("a", array), prim("fromList", [types.type(item)], [inner]));
    },
  });
}

function deinterleave(program: CoreProgram, types: TypeTransform): Family {
  const counted = (value: CorePattern, body: Term): Term => lambda(pairPattern(varPattern("k", INT), value), body);
  /** The parts put together: their values, and direction by direction their tangents. */
  const parts = ({ type, fields, make }: Whole, family: Family): Term => {
    const { values, seconds, bindings } = taken(fields, list, (field, index) =>
      apply(family.at(field), pairOf(variable("k"), variable(fieldName(index)))),
    );
    // λt₁. .. λtₙ. make (t₁, .., tₙ), applied to the tangents of one part after the other
    const tangent = (index: number): string => subscript("t", index + 1);
    const rest = (from: number): Type => fields.slice(from).reduceRight((to: Type, item) => fun(item, to), type);
    const maker = fields.reduceRight(
      (body: Term, item, index) => lambda(varPattern(tangent(index), item), body),
      make(fields.map((_, index) => variable(tangent(index)))),
    );
    const tangents = fields.reduce(
      (made: Term, item, index) => apply(at("VApply", item, rest(index + 1)), made, nth(seconds, index)),
      apply(at("VFill", rest(0)), variable("k"), maker),
    );
    return letIn(bindings, pairOf(make(values), tangents));
  };
  const rules: FamilyRules = {
    type: (type) => fun(tuple(INT, types.type(type)), tuple(type, list(type))),
    real: () =>
      counted(
        { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("v", TANGENTS) },
        pairOf(variable("x"), apply(global("VTake"), variable("k"), variable("v"))),
      ),
    discrete: () =>
      counted(varPattern("n", INT), pairOf(variable("n"), apply(at("VFill", INT), variable("k"), variable("n")))),
    whole: parts,
    fn: (_, param, body) => counted(param, body),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const items = list(item);
      const pattern = pairPattern(varPattern("y", items), varPattern("d", list(items)));
      const bound = apply(family.at(items), pairOf(variable("k"), prim("toList", [types.type(item)], [variable("a")])));
      const arrays = lambda(varPattern("t", items), prim("fromList", [item], [variable("t")]));
      const body = pairOf(
        prim("fromList", [item], [variable("y")]),
        apply(at("VEach", items, array), arrays, variable("d")),
      );
      return counted(varPattern("a", types.type(array)), letIn([[pattern, bound]], body));
    },
  };
  return new Family("Deinterleave", program, rules, types);
}

function transform(source: SourceProgram, options: StageOptions = {}): CoreProgram {
  const { program, param, result } = source;
  const nothing: Term = { tag: "list", items: [], tail: undefined, item: TANGENT };
  const rules: DirectRules = {
    dualPart: TANGENTS,
    definitions: INTERFACE,
    types: { Tangents: TANGENTS },
    meaning: { dual: "value", stores: [] },
    literal: (value, span) => ({ tag: "dual", primal: value, dual: nothing, span }),
    operation: (op, operands, span) =>
      partialsOf(op, operands, () => variable("z"), span)
        .map(({ operand, partial }) =>
          apply(global("VScale"), linear("z", REAL, partial, span), variable(present(operand.dual))),
        )
        .reduce((left, right) => apply(global("VAdd"), left, right)),
    interleave: (types) => interleave(program, types),
    deinterleave: (types) => deinterleave(program, types),
    wrap: (into, entry, out) => ({
      type: fun(tuple(param, list(param)), tuple(result, list(result))),
      term: lambda(
        pairPattern(varPattern("x", param), varPattern("dx", list(param))),
        apply(
          out,
          pairOf(
            apply(at("VLength", param), variable("dx")),
            apply(entry, apply(into, pairOf(variable("x"), variable("dx")))),
          ),
        ),
      ),
    }),
  };
  return directProgram(source, rules, options);
}

/** Forward mode in several directions at once (thesis §2.2.8): the program runs once, whatever their number. */
export const vectorised: Stage = { ...descriptions.vectorised, transform };
