// The monad that derivative programs run in from linear factoring on (Fig. 3.8): a state is threaded through the program
// from left to right, and gives each scalar its ID.
//
//   D[σ → τ] = D[σ] → S → D[τ] × S               S = ℤ, the next ID, in most stages
import {
  builtin,
  type CoreBinding,
  type CorePattern,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { fun, INT, type Type, tuple } from "../../../types/type.ts";

/** Computations S → τ × S. The state after n steps of one is a variable: i₀, i₁, .. */
export class StateMonad {
  readonly state: Type;
  private readonly letter: string;

  constructor(state: Type, letter: string) {
    this.state = state;
    this.letter = letter;
  }

  /** The type of computations of a type: S → τ × S. */
  computation(type: Type): Type {
    return fun(this.state, tuple(type, this.state));
  }

  /** The state after a number of steps; 0 steps at the beginning. */
  at(step: number): Term {
    return variable(subscript(this.letter, step));
  }

  /** Binds the state after a number of steps. */
  binder(step: number): CorePattern {
    return varPattern(subscript(this.letter, step), this.state);
  }

  /** λs₀. body. */
  computing(body: Term, span?: Span): Term {
    return { tag: "lam", linear: false, param: this.binder(0), body, span };
  }

  /** (t, s), at a step. */
  returning(term: Term, step: number, span?: Span): Term {
    return { tag: "tuple", items: [term, this.at(step)], span };
  }
}

/** A scalar with its dual part, made at a step: under some bindings, its ID, the dual number and the next state. */
export interface Numbered {
  readonly bindings: readonly CoreBinding[];
  readonly id: Term;
  readonly dual: Term;
  readonly next: Term;
}

/** How a stage numbers scalars and what it pairs them with. */
export interface Scalars {
  readonly monad: StateMonad;
  /** The type of IDs. */
  readonly id: Type;
  /** Backpropagators' type: ℝ̲ ⊸ M, or data. */
  readonly back: Type;
  /** D[ℝ] = ℝ × dualPart. */
  readonly dualPart: Type;
  /** Pairs a scalar with an ID and the backpropagator that `back` makes, knowing the ID. */
  number(primal: Term, back: (id: Term) => Term, step: number, span?: Span): Numbered;
}

/** (⟨x, d⟩, s) under the bindings. */
export function numberedPair({ bindings, dual, next }: Numbered, span?: Span): Term {
  const body: Term = { tag: "tuple", items: [dual, next], span };
  return bindings.length === 0 ? body : { tag: "let", bindings, body, span };
}

/** IDs are integers in the order of creation (§3.4): D[ℝ] = ℝ × (ℤ × back), and the state is the next ID. */
export function sequentialIds(back: Type): Scalars {
  const monad = new StateMonad(INT, "i");
  return {
    monad,
    id: INT,
    back,
    dualPart: tuple(INT, back),
    number: (primal, make, step, span) => {
      const id = monad.at(step);
      const dual: Term = { tag: "dual", primal, dual: { tag: "tuple", items: [id, make(id)], span }, span };
      return { bindings: [], id, dual, next: builtin("addInt", [id, { tag: "int", value: 1 }]) };
    },
  };
}
