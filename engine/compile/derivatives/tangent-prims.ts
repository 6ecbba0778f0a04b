// The parts of rules of tangents beside operations: partial evaluation knows what each does.
import { type Prim, signature } from "../../core/terms/prims.ts";
import { fun, REAL, type Type, tuple, typeVariable } from "../../types/type.ts";

const a = typeVariable("a");

/** A part of a rule. `a′` is a with a pair of a Real and its tangent for each Real. */
export type TangentRule =
  /** A partial times a tangent; 0 where the tangent is known to be 0, and nothing is computed then. */
  | { readonly tag: "scaled" }
  /** The sum of two tangents. */
  | { readonly tag: "added" }
  /**
   * f : a → ℝ × .. × ℝ at x : a: what it gives, and the gradient of the first by x. `count` is how many Reals f gives; of one, it gives no
   * tuple.
   */
  | { readonly tag: "pull"; readonly count: number }
  /** A gradient by values with tangents, a′, as the gradient with its tangent: the two of each pair change places. Of type `of`. */
  | { readonly tag: "swap"; readonly of: Type };

/** A native operation that is a rule's own. */
export interface TangentPrim extends Prim {
  readonly rule: TangentRule;
}

/** The rule that a native operation stands for; undefined for one of an algorithm. */
export function ruleOf(prim: object): TangentRule | undefined {
  return "rule" in prim ? (prim as TangentPrim).rule : undefined;
}

/** A partial times a tangent. */
export const SCALED: TangentPrim = { ...signature("scaled", [REAL, REAL], REAL), rule: { tag: "scaled" } };

/** The sum of two tangents. */
export const ADDED: TangentPrim = { ...signature("added", [REAL, REAL], REAL), rule: { tag: "added" } };

/** The gradient of the first of `count` Reals. */
export function pull(count: number): TangentPrim {
  const reals = new Array<Type>(count).fill(REAL);
  const given = count === 1 ? REAL : tuple(...reals);
  return { ...signature("pull", [fun(a, given), a], tuple(...reals, a)), rule: { tag: "pull", count } };
}

/** A gradient with its tangent, of a type. */
export function swap(of: Type): TangentPrim {
  return { ...signature("swap", [a], a), rule: { tag: "swap", of } };
}
