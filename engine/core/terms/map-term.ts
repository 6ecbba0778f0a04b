// Walking terms: one function over all forms.

import { unreachable } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import type { CorePattern, Term } from "./term.ts";

/** Replaces the outermost subterms for which `replace` gives a term. */
export function mapTerm(term: Term, replace: (term: Term) => Term | undefined): Term {
  step();
  const found = replace(term);
  if (found !== undefined) return found;
  const map = (inner: Term) => mapTerm(inner, replace);
  switch (term.tag) {
    case "var":
    case "global":
    case "real":
    case "int":
      return term;
    case "tuple":
    case "fork":
    case "array":
      return { ...term, items: term.items.map(map) };
    case "list":
      return { ...term, items: term.items.map(map), tail: term.tail === undefined ? undefined : map(term.tail) };
    case "dual":
      return { ...term, primal: map(term.primal), dual: map(term.dual) };
    case "proj":
    case "field":
      return { ...term, term: map(term.term) };
    case "con":
    case "op":
    case "prim":
      return { ...term, args: term.args.map(map) };
    case "partial":
      return { ...term, args: term.args.map(map), cotangent: map(term.cotangent) };
    case "lam":
      return { ...term, body: map(term.body) };
    case "app":
      return { ...term, fn: map(term.fn), arg: map(term.arg) };
    case "let":
      return {
        ...term,
        bindings: term.bindings.map((binding) => ({ ...binding, bound: map(binding.bound) })),
        body: map(term.body),
      };
    case "letrec":
      return { ...term, functions: term.functions.map((fn) => ({ ...fn, term: map(fn.term) })), body: map(term.body) };
    case "case":
      return {
        ...term,
        scrutinee: map(term.scrutinee),
        branches: term.branches.map((branch) => ({ ...branch, body: map(branch.body) })),
      };
    case "forkList":
      return { ...term, thunks: map(term.thunks) };
    default:
      return unreachable(term);
  }
}

/** The direct subterms of a term, in order. */
export function childrenOf(term: Term): readonly Term[] {
  step();
  switch (term.tag) {
    case "var":
    case "global":
    case "real":
    case "int":
      return [];
    case "tuple":
    case "fork":
    case "array":
      return term.items;
    case "list":
      return term.tail === undefined ? term.items : [...term.items, term.tail];
    case "dual":
      return [term.primal, term.dual];
    case "proj":
    case "field":
      return [term.term];
    case "con":
    case "op":
    case "prim":
      return term.args;
    case "partial":
      return [...term.args, term.cotangent];
    case "lam":
      return [term.body];
    case "app":
      return [term.fn, term.arg];
    case "let":
      return [...term.bindings.map(({ bound }) => bound), term.body];
    case "letrec":
      return [...term.functions.map((fn) => fn.term), term.body];
    case "case":
      return [term.scrutinee, ...term.branches.map(({ body }) => body)];
    case "forkList":
      return [term.thunks];
    default:
      return unreachable(term);
  }
}

/** The first term within a term, itself included, of which something holds. */
export function findTerm(term: Term, holds: (term: Term) => boolean): Term | undefined {
  const open = [term];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (holds(at)) return at;
    open.push(...childrenOf(at).toReversed());
  }
  return undefined;
}

/** A variable in a pattern. */
type PatternVariable = Extract<CorePattern, { tag: "var" }>;

/** The variables that a pattern binds, from left to right; `found` gets them, too. */
export function patternVariables(pattern: CorePattern, found: PatternVariable[] = []): PatternVariable[] {
  if (pattern.tag === "var") found.push(pattern);
  else if (pattern.tag === "tuple") for (const item of pattern.items) patternVariables(item, found);
  else if (pattern.tag === "con") for (const arg of pattern.args) patternVariables(arg, found);
  return found;
}

/** The names of the variables that a pattern binds, from left to right. */
export function patternNames(pattern: CorePattern): string[] {
  return patternVariables(pattern).map(({ name }) => name);
}
