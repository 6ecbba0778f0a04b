// Common to the stages from linear factoring on: the transformed program around D on terms.
//
//   Wrap[f] = λ(x : σ). let (.., s₁) = Interleave_σ .. s₀ in let (y₁, s₂) = D[f] x₁ s₁ in
//             let (y, d) = Deinterleave_τ y₁ in (y, λ̲z. ..)

import { present } from "../../../base/nth.ts";
import type { Meaning } from "../../../core/terms/meaning.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  linear,
  MONOID,
  type OpRef,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { con, fun, lin, REAL, type Type, tuple } from "../../../types/type.ts";
import type { SourceProgram } from "../../algorithm.ts";
import type { CommonOptions } from "../options.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "../rule-terms.ts";
import type { TypeTransform } from "../types.ts";
import { type Family, WRAP } from "../wrapper.ts";
import { assembled, type Interface } from "./assembled.ts";
import { deinterleave, type Monoid, monoid } from "./deinterleave.ts";
import type { Scalars } from "./monad.ts";
import { type JobRules, MonadicTransform } from "./monadic.ts";
import { type Operand, partialsOf } from "./terms.ts";

/** The type of the staged object. */
export const STAGED: Type = con(`Staged${OWN_MARK}`);

/** The definition that makes the staged calls. */
export const RESOLVER = "SResolve";

/** Applies a defunctionalised backpropagator: ((ID, data), cotangent). */
export const APPLY_CONTRIBUTIONS = "SApply";

/** The mutable array of cells, one for each scalar, that calls are staged in. */
export const CELLS: Meaning["stores"][number] = { item: con(`Cell${OWN_MARK}`), holds: "waiting" };

/** A monoid whose zero and plus are the definitions `zeroₛ` and `plusₛ` of the program. */
export function definedMonoid(type: Type): Monoid {
  return monoid(
    type,
    () => global(MONOID.zero),
    (left, right) => apply(global(MONOID.plus), left, right),
  );
}

/** A stage's form of backpropagators. */
export interface Backpropagators {
  constant(span: Span | undefined): Term;
  operation(op: OpRef, operands: readonly Operand[], span: Span | undefined): Term;
}

/** λ̲z. SCall d₁ (∂₁op(..)(z)) + .. + SCall dₙ (∂ₙop(..)(z)), and λ̲z. 0 for constants. */
export function stagedCalls(sums: Monoid): Backpropagators {
  return {
    constant: (span) => linear("z", REAL, sums.zero(), span),
    operation: (op, operands, span) => {
      const calls = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
        apply(global("SCall"), variable(present(operand.dual)), partial),
      );
      return linear("z", REAL, sums.sum(calls), span);
    },
  };
}

/**
 * Deinterleave_ℝ calls the backpropagators of the output directly, as Fig. 3.9 has it; or, as its footnote 22 says that it
 * could, stages their calls too.
 */
export function outputOf({ dualPart, id, back }: Scalars, options: CommonOptions): StagedRules["output"] {
  if (options.stageOutputs === true) return [varPattern("d", dualPart), apply(global("SCall"), variable("d"))];
  return [pairPattern({ tag: "any", type: id }, varPattern("d", back)), variable("d")];
}

/** The input on its way into the program: what Interleave is applied to, and what comes out beside the state. */
export interface Entrance {
  interleave(program: CoreProgram, types: TypeTransform): Family;
  readonly argument: Term;
  /** Takes apart what Interleave gives; binds `x₁`. */
  readonly result: CorePattern;
  /** The state at the beginning. */
  readonly start: Term;
  /** Bindings before it. */
  readonly before?: readonly (readonly [CorePattern, Term])[];
}

/** A stage's part of its transformed program; the definitions of its interface are those of the staged object. */
export interface StagedRules extends Interface {
  readonly scalars: Scalars;
  readonly backpropagators: Backpropagators;
  readonly jobs?: JobRules;
  /** The monoid that the cotangent of the result is mapped to. */
  readonly sums: Monoid;
  /** Deinterleave_ℝ = λ⟨x, p⟩. (x, t), as p and t. */
  readonly output: readonly [CorePattern, Term];
  readonly entrance: Entrance;
  /** The gradient, of `z`, `d`, the states `s₁` and `s₂`, and what the entrance binds. */
  resolved(first: Term, last: Term): Term;
}

/** The transformed program of a stage. */
export function stagedProgram(source: SourceProgram, rules: StagedRules, options: CommonOptions): CoreProgram {
  const { scalars, backpropagators, sums, jobs } = rules;
  return assembled(
    source,
    {
      interface: rules,
      dual: scalars.dualPart,
      monoid: sums.type,
      transform: (program, plain, forgotten) =>
        new MonadicTransform(program, { scalars, ...backpropagators, jobs, plain, forgotten }),
      wrapped: (program, { types }) => wrapped(source, program, types, rules),
    },
    options,
  );
}

/** Interleave, Deinterleave and Wrap of a stage. */
function wrapped({ param, result }: SourceProgram, program: CoreProgram, types: TypeTransform, rules: StagedRules) {
  const { scalars, sums, entrance } = rules;
  const { monad } = scalars;
  const into = entrance.interleave(program, types);
  const [dual, back] = rules.output;
  const real = lambda({ tag: "dual", primal: varPattern("x", REAL), dual }, pairOf(variable("x"), back));
  const out = deinterleave(program, types, sums, real);
  const gradient = lambda(varPattern("z", result), rules.resolved(monad.at(1), monad.at(2)));
  const body = letIn(
    [
      ...(entrance.before ?? []),
      [pairPattern(entrance.result, monad.binder(1)), apply(into.at(param), entrance.argument, entrance.start)],
      [pairPattern(open("y₁"), monad.binder(2)), apply(global(program.entry), variable("x₁"), monad.at(1))],
      [pairPattern(open("y"), varPattern("d", lin(result, sums.type))), apply(out.at(result), variable("y₁"))],
    ],
    pairOf(variable("y"), prim("asLinear", [result, param], [gradient])),
  );
  const wrap = definition(WRAP, fun(param, tuple(result, lin(result, param))), lambda(varPattern("x", param), body));
  return { into, out, wrap };
}
