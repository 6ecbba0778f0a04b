// D⁴, mutable arrays: both maps of the staged object become arrays, which are updated in place (thesis §3.7, Fig. 3.11
// and 3.12).
//
//   IO τ = 𝟏 → τ: an action is a function that has its effect when it is called; effects are those of get and set
//
//   D[ℝ] = ℝ × (ℤ × (ℝ̲ ⊸ (Staged → IO 𝟏)))            terms: as in D², with
//   zeroₛ = λs. λ(). ()                                  plusₛ f g = λs. λ(). f s () and then g s ()
//
//   Staged = Staged (MArray ℝ) (MArray Cell)             Cell = Unreached | Reached (ℝ̲ ⊸ (Staged → IO 𝟏)) ℝ
//   SAlloc (i, o) = Staged(alloc i 0.0, alloc o Unreached)
//   SCall (i, f) a Staged(c, m) = the cell i of m becomes Reached f a, or Reached f (a + a') where it was Reached f' a'
//   SOneHot i a Staged(c, m) = a is added to the cell i of c
//   SResolve o Staged(c, m) = from i = o - 1 down to 0: where the cell i of m is Reached f a, f a Staged(c, m); freeze c
//
//   Interleave: with reconstruction (rebuild.ts); the backpropagator of an input is SOneHot i
//   Wrap[f] = .. (y, λ̲z. let s = SAlloc i i' in d z s (); rebuild from SResolve i' s)
//
// The papers fill the staging array with ⟨zero, 0⟩; here a cell says whether it was reached, and is skipped if not.

import { apply, variable, varPattern } from "../../core/terms/term.ts";
import { con, lin, REAL, type Type } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS, doing, UNIT_TERM } from "../common/dual/actions.ts";
import { sequentialIds } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import {
  CELLS,
  definedMonoid,
  outputOf,
  RESOLVER,
  STAGED,
  stagedCalls,
  stagedProgram,
} from "../common/dual/staged-program.ts";
import { global, letIn, pairOf } from "../common/rule-terms.ts";
import type { DualOptions } from "./descriptions.ts";
import * as descriptions from "./descriptions.ts";

/** The type of a backpropagator in the mutable stages: a linear function from a cotangent to an action on the staged object. */
export const BACK = lin(REAL, ACTION);
/** Zero and plus of actions: zero does nothing, plus has one effect after the other. */
export const sums = definedMonoid(ACTION);
const scalars = sequentialIds(BACK);

/** The parts of a stage with one array of cells that can be broken, as texts of its definitions. */
export interface CellRules {
  /** A cell's content where a comes to a₁: linear factoring. */
  readonly sum: string;
  /** Whether what comes to a cell that waits is passed on at once, by a call of its own. */
  readonly passesOn: boolean;
  /** Resolving begins at the highest ID, goes to the next lower one, and ends below the lowest (thesis §3.4). */
  readonly first: string;
  readonly next: string;
  readonly isPast: string;
  /** Whether a cell that nothing has reached is resolved as if 0 had. */
  readonly resolvesUnreached: boolean;
}

/** The parts of the stages with cells with the chosen faults in them; without any, the parts that give the right gradient. */
export function cellRules(options: DualOptions): CellRules {
  const { overwrite = false, ascending = false, unmerged = false, resolveUnreached = false } = options;
  return {
    sum: overwrite ? "a" : "a + a₁",
    passesOn: unmerged,
    first: ascending ? "0" : "o - 1",
    next: ascending ? "i + 1" : "i - 1",
    isPast: ascending ? "i == o" : "i < 0",
    resolvesUnreached: resolveUnreached,
  };
}

/** The definitions of the stage, with the faults that were asked for. */
const definitionsWith = ({ sum, passesOn, first, next, isPast }: CellRules): string => `
data Cell = Unreached | Reached Back ℝ
data Staged = Staged (MArray ℝ) (MArray Cell)
${ACTIONS}
def SAlloc : ℤ × ℤ → 𝟏 → Staged = λ(i : ℤ, o : ℤ). λ(). Staged(alloc(i, 0.0), alloc(o, Unreached))
def SCall : ℤ × Back → Back = λ(i : ℤ, f : Back). asLinear(λ(a : ℝ). λStaged(c, m). λ().
  case get(i, m) of {
    Unreached → set(i, Reached(f, a), m)
  | Reached(_, a₁) → ${passesOn ? "f a (Staged(c, m)) ()" : `set(i, Reached(f, ${sum}), m)`} })
def SOneHot : ℤ → Back = λ(i : ℤ). asLinear(λ(a : ℝ). λStaged(c, m). λ(). set(i, a + get(i, c), c))
def SResolve : ℤ → Staged → 𝟏 → Array ℝ = λ(o : ℤ). λStaged(c, m). λ().
  letrec loop : ℤ → 𝟏 = λ(i : ℤ). if ${isPast} then () else
    case get(i, m) of {
      Unreached → loop (${next})
    | Reached(f, a) → let _ = f a (Staged(c, m)) () in loop (${next}) } in
  let _ = loop (${first}) in
  freeze(c)
def SCotangent : Array ℝ → ℤ → ℝ = λ(c : Array ℝ). λ(i : ℤ). c ! i
`;

const TYPES: Readonly<Record<string, Type>> = { Action: ACTION, Back: BACK };

function transform(source: SourceProgram, options: StageOptions = {}) {
  const s = variable("s");
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators: stagedCalls(sums),
      definitions: definitionsWith(cellRules(options)),
      types: TYPES,
      meaning: {
        dual: "pair",
        calls: [{ of: RESOLVER, means: "resolving" }],
        stores: [CELLS, { item: REAL, holds: "gradient" }],
      },
      output: outputOf(scalars, options),
      entrance: rebuilding(scalars, (id) => apply(global("SOneHot"), id), { tag: "int", value: 0 }),
      resolved: (first, last) =>
        letIn(
          [
            [varPattern("s", STAGED), apply(global("SAlloc"), pairOf(first, last), UNIT_TERM)],
            doing(apply(variable("d"), variable("z"), s)),
            [varPattern("c", con("Array", REAL)), apply(global("SResolve"), last, s, UNIT_TERM)],
          ],
          apply(variable("rebuild"), apply(global("SCotangent"), variable("c"))),
        ),
    },
    options,
  );
}

/** D⁴ (thesis §3.7): the maps of the staged object become arrays that are updated in place. */
export const mutable: Stage = { ...descriptions.mutable, transform };
