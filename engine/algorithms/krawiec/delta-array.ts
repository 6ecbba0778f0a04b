// The bindings and the cotangents in arrays (Krawiec et al. 2022, §7.3): the monad writes each binding to an array that grows, and
// the map becomes an array indexed by IDs, which evaluation walks from the last binding to the first.
//
//   D[ℝ] = ℝ × Delta, terms: as in `delta-lets`
//   Tape = Tape ℤ (MArray Delta)                         the next ID, and the bindings by their IDs
//   Cell = Unreached | Reached ℝ                         Staged = Staged (MArray Cell)
//   evalLets (n, o): from i = o - 1 down to n, the number of inputs: where the cell i is Reached a, eval (the binding i, a)
//
//   Interleave, Deinterleave: as in `delta-lets`         Wrap[f] = .. (y, λ̲z. let s = o cells; d z s; evalLets (n, o) s; rebuild from s)
import { apply, OWN_MARK, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { con } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS, doing, UNIT_TERM } from "../common/dual/actions.ts";
import { StateMonad } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import { CELLS, definedMonoid, STAGED, stagedProgram } from "../common/dual/staged-program.ts";
import { global, letIn, pairOf } from "../common/rule-terms.ts";
import { fragment } from "./beyond.ts";
import { BINDING_MEANING, binding, DELTA_DATA } from "./binding.ts";
import { DELTA, EVAL, seeded, ZERO } from "./deltas-of.ts";
import * as descriptions from "./descriptions.ts";

const INTERFACE = `
${DELTA_DATA}
data Tape = Tape ℤ (MArray Delta)
data Cell = Unreached | Reached ℝ
data Staged = Staged (MArray Cell)
${ACTIONS}
def newTape : 𝟏 → Tape = λ(). Tape(0, alloc(0, Zero))
def room : ℤ × MArray Delta → MArray Delta = λ(i : ℤ, t : MArray Delta). if i == cells(t) then grow(t, Zero) else t
def newVar : Tape → ℤ × Tape = λTape(i, t). (i, Tape(i + 1, room (i, t)))
def deltaLet : Delta → Tape → ℤ × Tape = λ(u : Delta). λTape(i, t).
  let t₁ = room (i, t) in
  let _ = record(i, u, t₁) in
  (i, Tape(i + 1, t₁))
def cellsFor : Tape → 𝟏 → Staged = λTape(o, _). λ(). Staged(alloc(o, Unreached))
def addDelta : ℤ × ℝ → Action = λ(i : ℤ, x : ℝ). λStaged(m). λ().
  case get(i, m) of {
    Unreached → set(i, Reached(x), m)
  | Reached(a) → set(i, Reached(x + a), m) }
def ${EVAL} : Delta × ℝ → Action = λ(u : Delta, x : ℝ). λ(s : Staged). λ(). case u of {
    Zero → ()
  | Scale(y, u₁) → ${EVAL} (u₁, x * y) s ()
  | Add(u₁, u₂) → let _ = ${EVAL} (u₁, x) s () in ${EVAL} (u₂, x) s ()
  | Var(i) → addDelta (i, x) s () }
def resume : (ℤ × Delta) × ℝ → Action = λ((_ : ℤ, u : Delta), y : ℝ). ${EVAL} (u, y)
def evalLets : Tape × Tape → Action = λ(Tape(n, _), Tape(o, t)). λStaged(m). λ().
  letrec loop : ℤ → 𝟏 = λ(i : ℤ). if i < n then () else
    case get(i, m) of {
      Unreached → loop (i - 1)
    | Reached(a) → let _ = resume ((i, get(i, t)), a) (Staged(m)) () in loop (i - 1) } in
  loop (o - 1)
def cotangent : Staged → ℤ → ℝ = λStaged(m). λ(i : ℤ). case get(i, m) of { Unreached → 0.0 | Reached(a) → a }
`;

const monad = new StateMonad(con(`Tape${OWN_MARK}`), "s");

function transform(source: SourceProgram, options: StageOptions = {}) {
  const { inputs, scalars, backpropagators } = binding(monad, options);
  const s = variable("s");
  return stagedProgram(
    source,
    {
      scalars,
      sums: definedMonoid(ACTION),
      backpropagators,
      definitions: INTERFACE,
      types: { Action: ACTION },
      meaning: {
        ...BINDING_MEANING,
        stores: [CELLS, { item: DELTA, holds: "left" }],
      },
      output: seeded(ACTION),
      entrance: rebuilding(inputs, () => ZERO, apply(global("newTape"), UNIT_TERM)),
      resolved: (first: Term, last: Term) =>
        letIn(
          [
            [varPattern("s", STAGED), apply(global("cellsFor"), last, UNIT_TERM)],
            doing(apply(variable("d"), variable("z"), s)),
            doing(apply(global("evalLets"), pairOf(first, last), s)),
          ],
          apply(variable("rebuild"), apply(global("cotangent"), s)),
        ),
    },
    options,
  );
}

/** Delta terms with bindings and cotangents in arrays (Krawiec et al. 2022, §7.3), walked from the last binding to the first. */
export const deltaArray: Stage = { ...descriptions.deltaArray, fragment, transform };
