// Backpropagators become data: lists of contributions, whose partial derivatives are computed in the forward pass (thesis
// §3.8.2).
//
//   ∂ᵢop(x₁, .., xₙ)(z) = z · ∂ᵢop(x₁, .., xₙ)(1), so what a backpropagator does is said by the partials at 1 alone
//
//   Contrib = Contrib [ℝ × (ℤ × Contrib)]                D[ℝ] = ℝ × (ℤ × Contrib)
//   terms: as in D², where the contributions of r are [], and those of op(x₁, .., xₙ) are
//     [(∂₁op(x₁, .., xₙ)(1.0), d₁), .., (∂ₙop(x₁, .., xₙ)(1.0), dₙ)]
//
//   Staged = Staged ℤ (MArray Cell)                      Cell = Unreached | Reached Contrib ℝ
//   SCall (i, cb) a, SAlloc, SCotangent: as before       SOutput (i, cb) a: as before, with SApply for the direct call
//   SApply ((i, [(a₁, d₁), .., (aₙ, dₙ)]), z) = SCall d₁ (z · a₁); ..; SCall dₙ (z · aₙ)
//   SResolve o = from i = o - 1 down to 0: where the cell i is Reached cb a, SApply ((i, cb), a)
//
//   Interleave: as before, with no contributions         Deinterleave, Wrap: as before

import { present } from "../../base/nth.ts";
import { OWN_MARK, type Term, variable } from "../../core/terms/term.ts";
import { con, lin, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS } from "../common/dual/actions.ts";
import { sequentialIds } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import {
  APPLY_CONTRIBUTIONS,
  type Backpropagators,
  CELLS,
  RESOLVER,
  stagedProgram,
} from "../common/dual/staged-program.ts";
import { partialsOf } from "../common/dual/terms.ts";
import { pairOf } from "../common/rule-terms.ts";
import * as descriptions from "./descriptions.ts";
import { type CellRules, cellRules, sums } from "./mutable.ts";
import { outputByPlace, resolvedInPlace } from "./one-array.ts";

const CONTRIB_NAME = `Contrib${OWN_MARK}`;
/** The data type that replaces backpropagators: the list of a scalar's contributions, each a partial and a dual part (thesis §3.8.2). */
export const CONTRIB: Type = con(CONTRIB_NAME);
const scalars = sequentialIds(CONTRIB);

/** The definitions of the stage, with the faults that were asked for. */
const definitionsWith = ({ sum, passesOn, first, next, isPast }: CellRules): string => `
data Contrib = Contrib [ℝ × (ℤ × Contrib)]
data Cell = Unreached | Reached Contrib ℝ
data Staged = Staged ℤ (MArray Cell)
${ACTIONS}
def SAlloc : ℤ × ℤ → 𝟏 → Staged = λ(i : ℤ, o : ℤ). λ(). Staged(i, alloc(o, Unreached))
def SCall : ℤ × Contrib → Back = λ(i : ℤ, cb : Contrib). asLinear(λ(a : ℝ). λStaged(${passesOn ? "n" : "_"}, m). λ().
  case get(i, m) of {
    Unreached → set(i, Reached(cb, a), m)
  | Reached(_, a₁) → ${passesOn ? "if n <= i then SApply ((i, cb), a) (Staged(n, m)) () else " : ""}set(i, Reached(cb, ${sum}), m) })
def SApply : (ℤ × Contrib) × ℝ → Action = λ((_ : ℤ, Contrib(cb)), z : ℝ). λ(s : Staged). λ().
  letrec each : [ℝ × (ℤ × Contrib)] → 𝟏 = λ(l : [ℝ × (ℤ × Contrib)]). case l of {
    [] → ()
  | ((a, d) :: r) → let _ = SCall d (z * a) s () in each r } in
  each cb
def SOutput : ℤ × Contrib → Back = λ(i : ℤ, cb : Contrib). asLinear(λ(a : ℝ). λStaged(n, m). λ().
  if i < n then SCall (i, cb) a (Staged(n, m)) () else SApply ((i, cb), a) (Staged(n, m)) ())
def SResolve : ℤ → Staged → 𝟏 → 𝟏 = λ(o : ℤ). λStaged(n, m). λ().
  letrec loop : ℤ → 𝟏 = λ(i : ℤ). if ${isPast} then () else
    case get(i, m) of {
      Unreached → loop (${next})
    | Reached(cb, a) → let _ = SApply ((i, cb), a) (Staged(n, m)) () in loop (${next}) } in
  loop (${first})
def SCotangent : Staged → ℤ → ℝ = λStaged(_, m). λ(i : ℤ). case get(i, m) of { Unreached → 0.0 | Reached(_, a) → a }
`;

/** Lists of contributions: ∂ᵢop(..)(1.0) with what stands for the i-th operand. */
export function contributions(of: Type, make: (items: Term) => Term): Backpropagators {
  const item = tuple(REAL, of);
  const listOf = (items: readonly Term[]): Term => make({ tag: "list", items, tail: undefined, item });
  return {
    constant: () => listOf([]),
    operation: (op, operands, span) =>
      listOf(
        partialsOf(op, operands, () => ({ tag: "real", value: 1 }), span).map(({ operand, partial }) =>
          pairOf(partial, variable(present(operand.dual))),
        ),
      ),
  };
}

/** The data Contrib of a list of contributions. */
export function contrib(items: Term): Term {
  return { tag: "con", data: CONTRIB_NAME, con: CONTRIB_NAME, types: [], args: [items] };
}

function transform(source: SourceProgram, options: StageOptions = {}) {
  const backpropagators = contributions(scalars.dualPart, contrib);
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators,
      definitions: definitionsWith(cellRules(options)),
      types: { Action: ACTION, Back: lin(REAL, ACTION) },
      meaning: {
        dual: "pair",
        calls: [
          { of: APPLY_CONTRIBUTIONS, means: "backpropagator" },
          { of: RESOLVER, means: "resolving" },
        ],
        stores: [CELLS],
      },
      output: outputByPlace(scalars, options),
      entrance: rebuilding(scalars, () => backpropagators.constant(undefined), { tag: "int", value: 0 }),
      resolved: resolvedInPlace,
    },
    options,
  );
}

/** Backpropagators as data (thesis §3.8.2): partials are computed in the forward pass, once for each operation. */
export const defunctionalised: Stage = { ...descriptions.defunctionalised, transform };
