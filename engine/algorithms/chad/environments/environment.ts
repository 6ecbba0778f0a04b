// The interface of environments of cotangents, one cotangent for each variable in scope: what rules are written with (thesis, Fig. 6.3). A stage
// has dense tuples, a persistent map, or a monad over a map or over cells.

import type { NamedCall } from "../../../core/terms/meaning.ts";
import type { CorePattern, CoreProgram, Global, Term } from "../../../core/terms/term.ts";
import { variable } from "../../../core/terms/term.ts";
import type { DataType, Type } from "../../../types/type.ts";
import { sensitivityName } from "../../common/marked-names.ts";

/** The innermost of the variables in scope that have cotangents, with those around it. */
export interface Variables {
  readonly name: string;
  readonly type: Type;
  readonly outer: Scope;
  /** How many they are, from 1. */
  readonly depth: number;
}

/** The variables in scope that have cotangents; none at the outside of a definition. */
export type Scope = Variables | undefined;

/** How many variables with cotangents are in scope. */
export const depthOf = (scope: Scope): number => scope?.depth ?? 0;

/** The variables of a scope, the outermost first; down to an outer one. */
export function variablesOf(scope: Scope, from: Scope = undefined): readonly Variables[] {
  const found: Variables[] = [];
  for (let at = scope; at !== from && at !== undefined; at = at.outer) found.unshift(at);
  return found;
}

/** The variable of a name in a scope. */
export function variableIn(scope: Scope, name: string): Variables | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at;
  return undefined;
}

/** The variable for the cotangent of a variable that goes out of scope: ẋ. */
export const cotangentOf = (one: Variables): Term => variable(sensitivityName(one.name));

/** The text of environments: `m` is of D₂[Γ] or, in a monad, of EVM D₂[Γ] 𝟏; linear in the variables of the λ̲ around. */
export interface Environment {
  /** D₂[Γ], or EVM D₂[Γ] 𝟏: the result of backpropagators. */
  type(scope: Scope): Type;
  /** 0, or return (). */
  zero(scope: Scope): Term;
  /** one_x d. */
  one(scope: Scope, name: string, cotangent: Term): Term;
  /** The sum of terms of a scope: +, or ≫. */
  sum(scope: Scope, terms: readonly Term[]): Term;
  /** The end of an inner scope: the cotangents of its own variables are bound for `rest`, which is of the outer scope and is added. */
  leave(outer: Scope, inner: Scope, m: Term, rest: Term): Term;
  /** The cotangents of the variables of a definition, bound for `result`. `depth` is the most that are in scope in it. */
  run(scope: Scope, m: Term, result: Term, depth: number): Term;
  /** A function as a value (Fig. 5.4), where a stage has them. */
  readonly functions: Functions | undefined;
  /** The definitions that were needed so far. */
  readonly globals: readonly Global[];
  readonly data: readonly DataType[];
  readonly calls: readonly NamedCall[];
  /** The names of sums and zeros. */
  readonly sums: NonNullable<CoreProgram["sums"]>;
}

/** Functions as values: the two halves of what comes back to one. */
export interface Functions {
  /** The half of the argument: what its pattern's variables get of m. */
  argument(outer: Scope, inner: Scope, m: Term, result: Term): Term;
  /** The half of the environment: what the variables around the function get of m. */
  around(outer: Scope, inner: Scope, m: Term): Term;
  /** An entry of a log: λ̲d. [(x, d, m)], m being the number of the call's first scalar. */
  entry(from: Type, to: Type, argument: Term, mark: Term): Term;
  /** λ̲l. the sum of `around` over the entries of a log, for an argument and a cotangent. */
  replayed(scope: Scope, entry: readonly [argument: CorePattern, cotangent: CorePattern], around: Term): Term;
}
