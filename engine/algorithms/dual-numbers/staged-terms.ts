// Small terms that the stages from `staged` on share.
import {
  type CoreBinding,
  type CorePattern,
  type Global,
  lambda,
  OWN_MARK,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { INT, REAL, type Type } from "../../types/type.ts";

/** The data type of the staged object, and its one constructor. */
export const STAGED = `Staged${OWN_MARK}`;

export function global(name: string): Term {
  return { tag: "global", name, types: [] };
}

export function stagedTerm(c: Term, m: Term): Term {
  return { tag: "con", data: STAGED, con: STAGED, types: [], args: [c, m] };
}

export function stagedPattern(c: CorePattern, m: CorePattern): CorePattern {
  return { tag: "con", data: STAGED, con: STAGED, types: [], args: [c, m] };
}

export function letIn(bindings: readonly (readonly [CorePattern, Term])[], body: Term): Term {
  return {
    tag: "let",
    bindings: bindings.map(([pattern, bound]): CoreBinding => ({ pattern, variables: [], bound })),
    body,
  };
}

/** A definition of the transformed program. */
export function definition(name: string, type: Type, term: Term): Global {
  return { name, kind: term.tag === "lam" ? "function" : "value", variables: [], type, term, span: undefined };
}

/** λ⟨x, (i, d)⟩. (x, d): Deinterleave at ℝ ignores the ID (Fig. 3.9). */
export function dualBack(back: Type): Term {
  const dual: CorePattern = { tag: "tuple", items: [{ tag: "any", type: INT }, varPattern("d", back)] };
  return lambda(
    { tag: "dual", primal: varPattern("x", REAL), dual },
    { tag: "tuple", items: [variable("x"), variable("d")] },
  );
}
