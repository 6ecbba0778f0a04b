// D¹: every scalar is paired with its whole gradient (Krawiec et al. 2022, Fig. 5 and 6).
//
//   D[ℝ] = ℝ × c                                        c = σ̲ for a program σ → τ: the paper's δS
//   D[r] = ⟨r, 𝟎⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in let ⟨xₙ, dₙ⟩ = D[tₙ]
//                       in ⟨op(x₁, .., xₙ), ∂₁op(x₁, .., xₙ)(1) · d₁ + .. + ∂ₙop(x₁, .., xₙ)(1) · dₙ⟩
//
//   Interleave_τ : τ × (τ̲ ⊸ c) → D[τ] as in `naive`, but Interleave_ℝ = λ(x, d). ⟨x, d 1⟩: a one-hot
//   Deinterleave_ℝ = λ⟨x, d⟩. (x, λ̲z. z · d)
//   Wrap[f] = λ(x : σ). let 𝟎 = zeroOf(x) in Deinterleave_τ (D[f] (Interleave_σ (x, λ̲z. z)))
//
// All other rules are homomorphic, as in forward mode. The paper multiplies by the cotangent of the result at the inputs; here it
// comes in at the outputs, which is the same by linearity.
import { present } from "../../base/nth.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  linear,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { REAL } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { inputMonoid, interleaveCotangents, wrapCotangents } from "../common/dual/cotangents.ts";
import { deinterleave } from "../common/dual/deinterleave.ts";
import { directProgram } from "../common/dual/direct-program.ts";
import { partialsOf } from "../common/dual/terms.ts";
import { pairOf } from "../common/rule-terms.ts";
import { fragment } from "./beyond.ts";
import * as descriptions from "./descriptions.ts";

const ONE: Term = { tag: "real", value: 1 };

function transform(source: SourceProgram, options: StageOptions = {}): CoreProgram {
  const { program, param: c, result } = source;
  const sums = inputMonoid(c);
  const scale = (factor: Term, vector: Term): Term => prim("scale", [c], [factor, vector]);
  const apart: CorePattern = { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("d", c) };
  const seeded = lambda(apart, pairOf(variable("x"), linear("z", REAL, scale(variable("z"), variable("d")))));
  return directProgram(
    source,
    {
      dualPart: c,
      meaning: { dual: "value", stores: [] },
      literal: (value, span) => ({ tag: "dual", primal: value, dual: sums.zero(span), span }),
      operation: (op, operands, span) =>
        sums.sum(
          partialsOf(op, operands, () => ONE, span).map(({ operand, partial }) =>
            scale(partial, variable(present(operand.dual))),
          ),
          span,
        ),
      interleave: (types) => interleaveCotangents(program, types, c, apply(variable("d"), ONE)),
      deinterleave: (types) => deinterleave(program, types, sums, seeded),
      wrap: wrapCotangents(c, result),
    },
    options,
  );
}

/** The paper's D¹ (Krawiec et al. 2022, Fig. 5-6): the dual part of a scalar is its whole gradient. */
export const vectors: Stage = { ...descriptions.vectors, fragment, transform };
