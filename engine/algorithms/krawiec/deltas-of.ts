// Delta terms: what an operation sends to its operands, as data that records partial derivatives and no operations (Krawiec et al.
// 2022, §6.1 and Fig. 14).
//
//   D[op(t₁, .., tₙ)] has the Delta   ∂₁op ⊗ d₁ ⊕ .. ⊕ ∂ₙop ⊗ dₙ   where x ⊗ d is Scale x d, and d itself where the partial is 1
//   in every run (both of +, the first of −): so the paper writes + as Add u₁ u₂.

import { present } from "../../base/nth.ts";
import {
  apply,
  type CorePattern,
  lambda,
  type OpRef,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { formulaOf } from "../../scalars/formula.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { con, REAL, type Type } from "../../types/type.ts";
import { type Operand, partialsOf } from "../common/dual/terms.ts";
import { global, pairOf } from "../common/rule-terms.ts";

const DELTA_NAME = `Delta${OWN_MARK}`;

/** The type of Delta terms. */
export const DELTA: Type = con(DELTA_NAME);

/** A constructor of Delta terms, applied. */
export function delta(name: "Zero" | "OneHot" | "Scale" | "Add" | "Var", ...args: readonly Term[]): Term {
  return { tag: "con", data: DELTA_NAME, con: name + OWN_MARK, types: [], args };
}

/** The Delta of a constant. */
export const ZERO: Term = delta("Zero");

/** The name of the definition that evaluates a term at a cotangent: Delta × ℝ → what terms are evaluated into. */
export const EVAL = "eval";

/** Deinterleave_ℝ = λ⟨x, u⟩. (x, λ̲z. eval (u, z)), as u and the function; linear by the laws of eval. `action` is the type of eval's result. */
export function seeded(action: Type): readonly [CorePattern, Term] {
  const evaluated = apply(global(EVAL), pairOf(variable("u"), variable("z")));
  return [varPattern("u", DELTA), prim("asLinear", [REAL, action], [lambda(varPattern("z", REAL), evaluated)])];
}

/** The Delta of an operation; the dual parts of the operands are bound to theirs. */
export function deltaOf(op: OpRef, operands: readonly Operand[], span: Span | undefined): Term {
  const parts = partialsOf(op, operands, () => ({ tag: "real", value: 1 }), span);
  const terms = parts.map(({ operand, partial }) => {
    const back = variable(present(operand.dual));
    // a node of its own says whose it is: the operand's own node is never an operation's
    return parts.length > 1 && isOne(op, operands.indexOf(operand)) ? back : delta("Scale", partial, back);
  });
  return terms.reduce((left, right) => delta("Add", left, right));
}

/** Whether a partial is 1 in every run. */
function isOne(op: OpRef, index: number): boolean {
  return op.tag === "builtin" && formulaOf(OPS[op.id].symbol, index, []) === "1";
}
