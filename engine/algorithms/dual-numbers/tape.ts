// It was taping all along: the contributions are written to the tape in the forward pass, by the monad that draws the IDs
// (thesis §3.8.3).
//
//   Tape = Tape ℤ (MArray Contribs)                      Contribs = [ℝ × ℤ]: partial derivatives and IDs, no sharing
//   D[ℝ] = ℝ × ℤ                                         S = Tape: D[σ → τ] = D[σ] → Tape → D[τ] × Tape
//   SWrite cb Tape(i, t) = write cb at i of t, which grows if it is full; gives the ID i and Tape(i + 1, t)
//   D[r] = λs. let (i, s') = SWrite [] s in (⟨r, i⟩, s')
//   D[op(t₁, .., tₙ)] = λs. let (⟨x₁, d₁⟩, s₁) = D[t₁] s in .. let (⟨xₙ, dₙ⟩, sₙ) = D[tₙ] sₙ₋₁ in
//     let (i, s') = SWrite [(∂₁op(x₁, .., xₙ)(1.0), d₁), .., (∂ₙop(x₁, .., xₙ)(1.0), dₙ)] sₙ in (⟨op(x₁, .., xₙ), i⟩, s')
//
//   Staged = Staged (MArray Cell)                        Cell = Unreached | Reached ℝ
//   SAdd i a = a is added to the cell i                  SApply ((i, cb), z) = SAdd iₖ (z · aₖ) for all (aₖ, iₖ) of cb
//   SResolve Tape(o, t) = from i = o - 1 down to 0: where the cell i is Reached a, SApply ((i, t at i), a)
//
//   Interleave_ℝ = λx. λs. let (i, s') = SWrite [] s in ((⟨x, i⟩, λg. g i), s')
//   Deinterleave_ℝ = λ⟨x, i⟩. (x, λ̲z. SAdd i z)
//
// The thesis keeps the accumulated cotangents in the cells of the tape. Here they have an array of their own, which the
// reverse pass allocates: so the linear function can be called more than once, as that of any other stage.

import { apply, OWN_MARK, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { con, INT, lin, list, REAL, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS } from "../common/dual/actions.ts";
import { type Scalars, StateMonad } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import { APPLY_CONTRIBUTIONS, CELLS, RESOLVER, stagedProgram } from "../common/dual/staged-program.ts";
import { global, pairPattern } from "../common/rule-terms.ts";
import { contributions } from "./defunctionalised.ts";
import * as descriptions from "./descriptions.ts";
import { type CellRules, cellRules, sums } from "./mutable.ts";
import { resolvedInPlace } from "./one-array.ts";

const CONTRIB = list(tuple(REAL, INT));

/** The definitions of the stage, with the faults that were asked for. */
const definitionsWith = ({ sum, first, next, isPast, resolvesUnreached }: CellRules): string => `
data Tape = Tape ℤ (MArray Contribs)
data Cell = Unreached | Reached ℝ
data Staged = Staged (MArray Cell)
${ACTIONS}
def SNew : 𝟏 → Tape = λ(). Tape(0, alloc(0, []⟦ℝ × ℤ⟧))
def SWrite : Contribs → Tape → ℤ × Tape = λ(cb : Contribs). λTape(i, t).
  let t₁ = if i == cells(t) then grow(t, []⟦ℝ × ℤ⟧) else t in
  let _ = record(i, cb, t₁) in
  (i, Tape(i + 1, t₁))
def SAlloc : Tape × Tape → 𝟏 → Staged = λ(_ : Tape, Tape(o, _)). λ(). Staged(alloc(o, Unreached))
def SAdd : ℤ → Back = λ(i : ℤ). asLinear(λ(a : ℝ). λStaged(m). λ().
  case get(i, m) of {
    Unreached → set(i, Reached(a), m)
  | Reached(a₁) → set(i, Reached(${sum}), m) })
def SApply : (ℤ × Contribs) × ℝ → Action = λ((_ : ℤ, cb : Contribs), z : ℝ). λ(s : Staged). λ().
  letrec each : Contribs → 𝟏 = λ(l : Contribs). case l of {
    [] → ()
  | ((a, i) :: r) → let _ = SAdd i (z * a) s () in each r } in
  each cb
def SResolve : Tape → Staged → 𝟏 → 𝟏 = λTape(o, t). λStaged(m). λ().
  letrec loop : ℤ → 𝟏 = λ(i : ℤ). if ${isPast} then () else
    case get(i, m) of {
      Unreached → ${resolvesUnreached ? "let _ = SApply ((i, get(i, t)), 0.0) (Staged(m)) () in " : ""}loop (${next})
    | Reached(a) → let _ = SApply ((i, get(i, t)), a) (Staged(m)) () in loop (${next}) } in
  loop (${first})
def SCotangent : Staged → ℤ → ℝ = λStaged(m). λ(i : ℤ). case get(i, m) of { Unreached → 0.0 | Reached(a) → a }
`;

const monad = new StateMonad(con(`Tape${OWN_MARK}`), "s");

/** IDs are places on the tape, where the contributions are written. */
const scalars: Scalars = {
  monad,
  id: INT,
  back: CONTRIB,
  dualPart: INT,
  number: (primal, back, step, span) => {
    const id = variable("i");
    const bound: Term = apply(global("SWrite"), back(id), monad.at(step));
    const pattern = pairPattern(varPattern("i", INT), monad.binder(step + 1));
    const dual: Term = { tag: "dual", primal, dual: id, span };
    return { bindings: [{ pattern, variables: [], bound, span }], id, dual, next: monad.at(step + 1) };
  },
};

function transform(source: SourceProgram, options: StageOptions = {}) {
  const backpropagators = contributions(INT, (items) => items);
  const start: Term = apply(global("SNew"), { tag: "tuple", items: [] });
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators,
      definitions: definitionsWith(cellRules(options)),
      types: { Action: ACTION, Back: lin(REAL, ACTION), Contribs: CONTRIB },
      meaning: {
        dual: "id",
        calls: [
          { of: APPLY_CONTRIBUTIONS, means: "backpropagator" },
          { of: RESOLVER, means: "resolving" },
        ],
        stores: [CELLS, { item: CONTRIB, holds: "left" }],
      },
      output: [varPattern("i", INT), apply(global("SAdd"), variable("i"))],
      entrance: rebuilding(scalars, () => backpropagators.constant(undefined), start),
      resolved: resolvedInPlace,
    },
    options,
  );
}

/** The tape (thesis §3.8.3): the forward pass writes contributions to a growing array, and a scalar carries its place there. */
export const tape: Stage = { ...descriptions.tape, transform };
