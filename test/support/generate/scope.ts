// The scope: variables with their type schemes, and the names that new variables get.

import { name, type Term } from "./syntax.ts";
import { Int, isNumeric, match, mentions, type Substitution, type Type } from "./type.ts";

/** Something in scope that has a name, or that is written as a term of names. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
  /** The type variables that stand for any type, anew at each use. */
  readonly quantified: ReadonlySet<string>;
  readonly origin: "local" | "global" | "built-in";
  /** How to write it, where it is not just its name, and the names in that. */
  readonly term?: Term;
  readonly mentions?: readonly string[];
  /** Counts the uses so far. */
  readonly uses: { count: number };
}

const NOTHING: ReadonlySet<string> = new Set();

/** A variable that a binder inside a definition brings into scope. */
export function local(text: string, type: Type): Variable {
  return { name: text, type, quantified: NOTHING, origin: "local", uses: { count: 0 } };
}

/** A definition of the program. */
export function global(text: string, type: Type, quantified = NOTHING): Variable {
  return { name: text, type, quantified, origin: "global", uses: { count: 0 } };
}

/** The term for a variable; counts the use. */
export function mention(variable: Variable): Term {
  variable.uses.count += 1;
  return variable.term ?? name(variable.name);
}

/** The scope with more variables, without those that they hide. */
export function extend(scope: readonly Variable[], added: readonly Variable[]): readonly Variable[] {
  const hidden = new Set(added.map((variable) => variable.name));
  const kept = scope.filter(
    (variable) => !hidden.has(variable.name) && !variable.mentions?.some((mention) => hidden.has(mention)),
  );
  return [...kept, ...added];
}

/** A way to reach a type: a variable applied to its first `count` arguments. */
export interface Candidate {
  readonly variable: Variable;
  readonly count: number;
  /** Known types of the quantified variables. */
  readonly found: Substitution;
}

/** All ways to make a value of the goal type from the variable; refined Ints only come from variables so refined. */
export function candidates(variable: Variable, goal: Type): Candidate[] {
  const refinement = goal.tag === "Int" ? goal.range : undefined;
  const ways: Candidate[] = [];
  for (const [count, result] of resultsOf(variable.type).entries()) {
    if (result.tag !== goal.tag && result.tag !== "Variable") continue;
    if (refinement !== undefined && !(result.tag === "Int" && result.range === refinement)) continue;
    const found: Substitution = new Map();
    if (match(result, goal, variable.quantified, found)) ways.push({ variable, count, found });
  }
  return ways;
}

const knownResults = new WeakMap<Type, readonly Type[]>();

/** The types that a function has after each number of arguments, from none on. */
function resultsOf(type: Type): readonly Type[] {
  const known = knownResults.get(type);
  if (known !== undefined) return known;
  const results = [type, ...(type.tag === "Function" ? resultsOf(type.to) : [])];
  knownResults.set(type, results);
  return results;
}

/** Whether values of the type hold Reals, so that it matters for derivatives that they are used. */
export function holdsReals(type: Type): boolean {
  return mentions(type, (part) => part.tag === "Real" || part.tag === "Data");
}

const POOLS = {
  number: ["x", "y", "z", "u", "v", "w", "s", "r", "c", "d", "θ", "α", "μ", "x1", "y'", "_t"],
  integer: ["n", "k", "m", "i", "j"],
  truth: ["b", "ok", "p", "up"],
  sequence: ["xs", "ys", "zs", "vs", "ws", "list"],
  array: ["arr", "cells", "grid", "strip"],
  tuple: ["pair", "both", "point", "q"],
  function: ["f", "g", "h", "φ", "k'", "act"],
  other: ["t", "e", "it", "node", "item"],
} as const;

/** Names that suit variables of a type. */
export function namesFor(type: Type): readonly string[] {
  switch (type.tag) {
    case "Real":
      return POOLS.number;
    case "Int":
      return POOLS.integer;
    case "Bool":
      return POOLS.truth;
    case "List":
      return POOLS.sequence;
    case "Array":
      return POOLS.array;
    case "Tuple":
      return POOLS.tuple;
    case "Function":
      return POOLS.function;
    default:
      return isNumeric(type) ? POOLS.number : POOLS.other;
  }
}

/** The first name made from `stem` that is not taken. */
export function freeName(stem: string, taken: ReadonlySet<string>): string {
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

/** Types without refinements of Int, as a variable of a polymorphic function may stand for them. */
export function unrefined(type: Type): Type {
  return type.tag === "Int" ? Int : type;
}
