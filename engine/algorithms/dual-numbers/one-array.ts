// The collector is dropped: an input's cotangent is what its cell of the staging array has accumulated (thesis §3.8.1).
//
//   D[ℝ], terms: as in D⁴
//   Staged = Staged ℤ (MArray Cell)                      Cell = Unreached | Reached (ℝ̲ ⊸ (Staged → IO 𝟏)) ℝ
//   SAlloc (i, o) = Staged(i, alloc o Unreached)         SCall, SResolve: as in D⁴, without the collector
//   SCotangent Staged(n, m) i = a where the cell i of m is Reached f a, 0.0 where it is Unreached
//
//   Interleave: with reconstruction (rebuild.ts); the backpropagator of an input does nothing: λ̲z. zeroₛ
//   Deinterleave_ℝ = λ⟨x, d⟩. (x, SOutput d)             SOutput (i, f) a Staged(n, m) = SCall (i, f) a where i < n, else f a
//   Wrap[f] = .. (y, λ̲z. let s = SAlloc (i, i') in d z s (); SResolve i' s (); rebuild (SCotangent s))
//
// The papers drop the collector because "c[i] = snd m[i]": every call of an input's backpropagator is in the staging array.
// That is not so for the calls that Deinterleave makes directly, as in λx. x, whose cotangent would be lost. So where an
// input is an output, its call is staged; n is the number of inputs. (Staging all calls of the output, as footnote 22 of the
// thesis says that one could, mends it too.)

import { apply, linear, variable, varPattern } from "../../core/terms/term.ts";
import { REAL } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS, doing, UNIT_TERM } from "../common/dual/actions.ts";
import { type Scalars, sequentialIds } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import {
  CELLS,
  RESOLVER,
  STAGED,
  type StagedRules,
  stagedCalls,
  stagedProgram,
} from "../common/dual/staged-program.ts";
import type { CommonOptions } from "../common/options.ts";
import { global, letIn, pairOf } from "../common/rule-terms.ts";
import * as descriptions from "./descriptions.ts";
import { BACK, type CellRules, cellRules, sums } from "./mutable.ts";

const scalars = sequentialIds(BACK);

/** The definitions of the stage, with the faults that were asked for. */
const definitionsWith = ({ sum, passesOn, first, next, isPast }: CellRules): string => `
data Cell = Unreached | Reached Back ℝ
data Staged = Staged ℤ (MArray Cell)
${ACTIONS}
def SAlloc : ℤ × ℤ → 𝟏 → Staged = λ(i : ℤ, o : ℤ). λ(). Staged(i, alloc(o, Unreached))
def SCall : ℤ × Back → Back = λ(i : ℤ, f : Back). asLinear(λ(a : ℝ). λStaged(${passesOn ? "n" : "_"}, m). λ().
  case get(i, m) of {
    Unreached → set(i, Reached(f, a), m)
  | Reached(_, a₁) → ${passesOn ? "if n <= i then f a (Staged(n, m)) () else " : ""}set(i, Reached(f, ${sum}), m) })
def SOutput : ℤ × Back → Back = λ(i : ℤ, f : Back). asLinear(λ(a : ℝ). λStaged(n, m). λ().
  if i < n then SCall (i, f) a (Staged(n, m)) () else f a (Staged(n, m)) ())
def SResolve : ℤ → Staged → 𝟏 → 𝟏 = λ(o : ℤ). λStaged(n, m). λ().
  letrec loop : ℤ → 𝟏 = λ(i : ℤ). if ${isPast} then () else
    case get(i, m) of {
      Unreached → loop (${next})
    | Reached(f, a) → let _ = f a (Staged(n, m)) () in loop (${next}) } in
  loop (${first})
def SCotangent : Staged → ℤ → ℝ = λStaged(_, m). λ(i : ℤ). case get(i, m) of { Unreached → 0.0 | Reached(_, a) → a }
`;

/** The gradient where the staged object is allocated for the first and the last state, resolved, and read. */
export const resolvedInPlace: StagedRules["resolved"] = (first, last) => {
  const s = variable("s");
  return letIn(
    [
      [varPattern("s", STAGED), apply(global("SAlloc"), pairOf(first, last), UNIT_TERM)],
      doing(apply(variable("d"), variable("z"), s)),
      doing(apply(global("SResolve"), last, s)),
    ],
    apply(variable("rebuild"), apply(global("SCotangent"), s)),
  );
};

/** Deinterleave_ℝ = λ⟨x, d⟩. (x, SOutput d), or SCall d (thesis, footnote 22). */
export function outputByPlace({ dualPart }: Scalars, { stageOutputs }: CommonOptions): StagedRules["output"] {
  return [varPattern("d", dualPart), apply(global(stageOutputs === true ? "SCall" : "SOutput"), variable("d"))];
}

function transform(source: SourceProgram, options: StageOptions = {}) {
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators: stagedCalls(sums),
      definitions: definitionsWith(cellRules(options)),
      types: { Action: ACTION, Back: BACK },
      meaning: { dual: "pair", calls: [{ of: RESOLVER, means: "resolving" }], stores: [CELLS] },
      output: outputByPlace(scalars, options),
      entrance: rebuilding(scalars, () => linear("z", REAL, sums.zero()), { tag: "int", value: 0 }),
      resolved: resolvedInPlace,
    },
    options,
  );
}

/** D⁴ without the collector (thesis §3.8.1): cotangents of inputs are read from the staging array. */
export const oneArray: Stage = { ...descriptions.oneArray, transform };
