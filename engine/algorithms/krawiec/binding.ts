// How `delta-lets` and `delta-array` bind terms to IDs (Krawiec et al. 2022, Fig. 9): in both, the monad has `newVar`, which gives
// an input its ID, and `deltaLet`, which binds a term to a new one. The dual part of a scalar is Zero or Var, always: so a copy of
// a scalar never loses what it shares.
//
//   D[ℝ] = ℝ × Delta                                    D[r] = λs. (⟨r, Zero⟩, s), or λs. let (i, s') = deltaLet Zero s in ..
//   D[op(t₁, .., tₙ)] = λs. .. let (i, s') = deltaLet (Add (Scale (∂₁op ..) d₁) ..) sₙ in (⟨op(x₁, .., xₙ), Var i⟩, s')
import { apply, OWN_MARK, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { INT } from "../../types/type.ts";
import type { Numbered, Scalars, StateMonad } from "../common/dual/monad.ts";
import type { Backpropagators } from "../common/dual/staged-program.ts";
import { global, pairPattern } from "../common/rule-terms.ts";
import { DELTA, delta, deltaOf, EVAL, ZERO } from "./deltas-of.ts";
import { NODES_VISITED } from "./descriptions.ts";

/** The data of Delta terms. */
export const DELTA_DATA = "data Delta = Zero | Scale ℝ Delta | Add Delta Delta | Var ℤ";

/** The meaning of a program that binds terms, but for its maps and arrays: `resume` evaluates a binding at its ID's sum. */
export const BINDING_MEANING = {
  dual: "data",
  reference: `Var${OWN_MARK}`,
  calls: [
    { of: "resume", means: "backpropagator" },
    { of: "evalLets", means: "resolving" },
    { of: EVAL, means: { counts: NODES_VISITED } },
  ],
} as const;

/** The scalars of the input and of the program, in a monad that binds terms. */
export interface Binding {
  readonly inputs: Scalars;
  readonly scalars: Scalars;
  readonly backpropagators: Backpropagators;
}

/** Variations of binding terms. */
export interface BindingOptions {
  /** Constants are bound to IDs as operations are (Krawiec et al. 2022, Fig. 12). */
  readonly boundLiterals?: boolean;
}

/** Binds terms to IDs, as the options say. */
export function binding(monad: StateMonad, { boundLiterals }: BindingOptions): Binding {
  const bound = (call: Term, primal: Term, step: number): Numbered => {
    const id = variable("i");
    const pattern = pairPattern(varPattern("i", INT), monad.binder(step + 1));
    const dual: Term = { tag: "dual", primal, dual: delta("Var", id), span: primal.span };
    return { bindings: [{ pattern, variables: [], bound: call }], id, dual, next: monad.at(step + 1) };
  };
  const common = { monad, id: INT, back: DELTA, dualPart: DELTA };
  return {
    inputs: { ...common, number: (primal, _, step) => bound(apply(global("newVar"), monad.at(step)), primal, step) },
    scalars: {
      ...common,
      number: (primal, back, step, span) => {
        const term = back(variable("i"));
        if (term !== ZERO || boundLiterals === true) {
          const numbered = bound(apply(global("deltaLet"), term, monad.at(step)), primal, step);
          return { ...numbered, dual: { ...numbered.dual, span } };
        }
        const dual: Term = { tag: "dual", primal, dual: ZERO, span };
        return { bindings: [], id: variable("i"), dual, next: monad.at(step) };
      },
    },
    backpropagators: { constant: () => ZERO, operation: deltaOf },
  };
}
