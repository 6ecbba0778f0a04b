// Interleave in the ID monad as it is before `sparse` (Fig. 3.9 and 3.10): a function d that says what becomes of the
// cotangent of the input is passed down, and taken apart on the way.
//
//   Interleave_τ : τ × passed τ → ℤ → D[τ] × ℤ
//   Interleave_ℝ = λ(x, d). λi. (⟨x, (i, back)⟩, i + 1)                Interleave_ℤ = λ(n, d). λi. (n, i)
//   Interleave_{σ×τ} = λ((x, y), d). λi. let (x', i') = Interleave_σ (x, part₁) i
//                      in let (y', i'') = Interleave_τ (y, part₂) i' in ((x', y'), i'')
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { con, fun, INT, list, REAL, type Type, tuple } from "../../types/type.ts";
import { numberedPair, type Scalars } from "../common/dual/monad.ts";
import { letIn, open, pairOf, pairPattern } from "../common/rule-terms.ts";
import type { TypeTransform } from "../common/types.ts";
import { Family, fieldName, type Whole } from "../common/wrapper.ts";

/** A value passed down by a stage, as `d`. */
export interface Passing {
  /** The type of d for τ. */
  type(type: Type): Type;
  /** The backpropagator of a scalar. */
  readonly back: Term;
  /** d for the i-th field of a whole. */
  part(whole: Whole, index: number): Term;
  /** d for the list of an array's elements. */
  elements(item: Type): Term;
}

/** The family Interleave of a program. */
export function interleavePassing(
  program: CoreProgram,
  types: TypeTransform,
  scalars: Scalars,
  passing: Passing,
): Family {
  const { monad } = scalars;
  const abstract = (type: Type, param: CorePattern, body: Term): Term =>
    lambda(pairPattern(param, varPattern("d", passing.type(type))), monad.computing(body));
  const result = (index: number) => subscript("y", index + 1);
  const bind = (family: Family, type: Type, value: Term, d: Term, index: number): readonly [CorePattern, Term] => [
    pairPattern(open(result(index)), monad.binder(index + 1)),
    apply(family.at(type), pairOf(value, d), monad.at(index)),
  ];
  const parts = (whole: Whole, family: Family): Term => {
    const { fields } = whole;
    const bindings = fields.map((field, index) =>
      bind(family, field, variable(fieldName(index)), passing.part(whole, index), index),
    );
    const made = whole.make(
      fields.map((_, index) => variable(result(index))),
      types,
    );
    return letIn(bindings, monad.returning(made, fields.length));
  };
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, passing.type(type)), monad.computation(types.type(type))),
    real: () =>
      abstract(REAL, varPattern("x", REAL), numberedPair(scalars.number(variable("x"), () => passing.back, 0))),
    discrete: () => abstract(INT, varPattern("n", INT), monad.returning(variable("n"), 0)),
    whole: parts,
    fn: abstract,
    array: (item, family) => {
      const array: Type = con("Array", item);
      const elements = prim("toList", [item], [variable("a")]);
      const bound = bind(family, list(item), elements, passing.elements(item), 0);
      const done = monad.returning(prim("fromList", [types.type(item)], [variable(result(0))]), 1);
      return abstract(array, varPattern("a", array), letIn([bound], done));
    },
  });
}
