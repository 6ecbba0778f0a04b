// D¹, naive dual-numbers reverse AD: a scalar is paired with its backpropagator (thesis Fig. 3.6 and 3.7).
//
//   D[ℝ] = ℝ × (ℝ̲ ⊸ c)                                                     c = σ̲ for a program σ → τ
//   D[r] = ⟨r, λ̲(z : ℝ̲). 𝟎⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in let ⟨xₙ, dₙ⟩ = D[tₙ]
//                       in ⟨op(x₁, .., xₙ), λ̲(z : ℝ̲). d₁ (∂₁op(x₁, .., xₙ)(z)) + .. + dₙ (∂ₙop(x₁, .., xₙ)(z))⟩
//
//   Interleave_τ : τ × (τ̲ ⊸ c) → D[τ]
//   Interleave_ℝ = λ(x, d). ⟨x, d⟩                 Interleave_ℤ = λ(n, d). n
//   Interleave_{σ×τ} = λ((x, y), d). (Interleave_σ (x, λ̲z. d (z, 0(y))), Interleave_τ (y, λ̲z. d (0(x), z)))
//   Interleave_{Array τ} = λ(a, d). fromList (Interleave_{[τ]} (toList a, λ̲z. d (fromList z)))
//
//   Deinterleave_τ : D[τ] → τ × (τ̲ ⊸ c)
//   Deinterleave_ℝ = λ⟨x, d⟩. (x, d)               Deinterleave_ℤ = λn. (n, λ̲z. 𝟎)
//   Deinterleave_{σ×τ} = λ(x, y). let (x₁, x₂) = Deinterleave_σ x in let (y₁, y₂) = Deinterleave_τ y
//                        in ((x₁, y₁), λ̲z. x₂ (fst z) + y₂ (snd z))
//
//   Wrap[f] = λ(x : σ). let 𝟎 = zeroOf(x) in Deinterleave_τ (D[f] (Interleave_σ (x, λ̲z. z)))
//
// 0(y) is the zero with the shape of y; on data types both families go constructor by constructor (§3.9). Every 0 : c
// outside one-hots is the 𝟎 that Wrap binds. Lists and data in the output take their cotangent apart by its fields.

import { present } from "../../base/nth.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  linear,
  type OpRef,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { lin, REAL, type Type } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { inputMonoid, interleaveCotangents, wrapCotangents } from "../common/dual/cotangents.ts";
import { deinterleave, type Monoid } from "../common/dual/deinterleave.ts";
import { type DirectRules, directProgram } from "../common/dual/direct-program.ts";
import { type Operand, partialsOf } from "../common/dual/terms.ts";
import * as descriptions from "./descriptions.ts";

/** λ̲(z : ℝ̲). d₁ (∂₁op(..)(z)) + .. + dₙ (∂ₙop(..)(z)). */
function backpropagator(sums: Monoid, op: OpRef, operands: readonly Operand[], span: Span | undefined): Term {
  const calls = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
    apply(variable(present(operand.dual)), partial),
  );
  return linear("z", REAL, sums.sum(calls, span), span);
}

/** λ⟨x, d⟩. (x, d). */
function pairApart(dualPart: Type): Term {
  const pattern: CorePattern = { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("d", dualPart) };
  return lambda(pattern, { tag: "tuple", items: [variable("x"), variable("d")] });
}

function transform(source: SourceProgram, options: StageOptions = {}): CoreProgram {
  const { program, param: c, result } = source;
  const sums = inputMonoid(c);
  const dualPart = lin(REAL, c);
  const rules: DirectRules = {
    dualPart,
    meaning: { dual: "function", stores: [] },
    literal: (value, span) => ({ tag: "dual", primal: value, dual: linear("z", REAL, sums.zero(span), span), span }),
    operation: (op, operands, span) => backpropagator(sums, op, operands, span),
    interleave: (types) => interleaveCotangents(program, types, c, variable("d")),
    deinterleave: (types) => deinterleave(program, types, sums, pairApart(dualPart)),
    wrap: wrapCotangents(c, result),
  };
  return directProgram(source, rules, options);
}

/** D¹ (thesis §3.3): backpropagators are called as often as there are paths, which is exponential where scalars are shared. */
export const naive: Stage = { ...descriptions.naive, transform };
