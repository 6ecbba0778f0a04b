// IO τ = 𝟏 → τ (thesis §3.7.1): an action is a function that has its effect when it is called. What backpropagators map to where
// the staged object is mutable: actions on it, Staged → IO 𝟏.
import { apply, type CorePattern, type Term } from "../../../core/terms/term.ts";
import { fun, UNIT } from "../../../types/type.ts";
import { STAGED } from "./staged-program.ts";

/** The type of an action on the staged object: Staged → IO 𝟏. The mutable stages print it as `Action`. */
export const ACTION = fun(STAGED, fun(UNIT, UNIT));

/** The monoid of actions: return () and >>. */
export const ACTIONS = `
def zeroₛ : Action = λ(s : Staged). λ(). ()
def plusₛ : Action → Action → Action = λ(f : Action). λ(g : Action). λ(s : Staged). λ(). let _ = f s () in g s ()
`;

/** The term (): the last argument of an action, which makes it have its effect. */
export const UNIT_TERM: Term = { tag: "tuple", items: [] };

/** An action that is done for its effect. */
export function doing(action: Term): readonly [CorePattern, Term] {
  return [{ tag: "any", type: UNIT }, apply(action, UNIT_TERM)];
}
