// The variables of terms: those that are free in one, and all names.
import { present } from "../../base/nth.ts";
import { childrenOf, patternNames } from "./map-term.ts";
import type { Term } from "./term.ts";

const freeOf = new WeakMap<Term, readonly string[]>();

/** The free variables of a term, each once. */
export function freeVariablesOf(term: Term): readonly string[] {
  const known = freeOf.get(term);
  if (known !== undefined) return known;
  const found = new Set<string>();
  collectFree(term, new Map(), found);
  const list = [...found];
  freeOf.set(term, list);
  return list;
}

function collectFree(term: Term, bound: Map<string, number>, found: Set<string>): void {
  const within = (names: readonly string[], run: () => void): void => {
    for (const name of names) bound.set(name, (bound.get(name) ?? 0) + 1);
    run();
    for (const name of names) bound.set(name, present(bound.get(name)) - 1);
  };
  const all = (terms: readonly Term[]): void => {
    for (const one of terms) collectFree(one, bound, found);
  };
  switch (term.tag) {
    case "var":
      if ((bound.get(term.name) ?? 0) === 0) found.add(term.name);
      return;
    case "lam":
      return within(patternNames(term.param), () => collectFree(term.body, bound, found));
    case "let": {
      const names: string[] = [];
      for (const { pattern, bound: one } of term.bindings) {
        collectFree(one, bound, found);
        for (const name of patternNames(pattern)) {
          names.push(name);
          bound.set(name, (bound.get(name) ?? 0) + 1);
        }
      }
      collectFree(term.body, bound, found);
      for (const name of names) bound.set(name, present(bound.get(name)) - 1);
      return;
    }
    case "letrec":
      return within(
        term.functions.map(({ name }) => name),
        () => {
          all(term.functions.map((fn) => fn.term));
          collectFree(term.body, bound, found);
        },
      );
    case "case":
      collectFree(term.scrutinee, bound, found);
      for (const { pattern, body } of term.branches)
        within(patternNames(pattern), () => collectFree(body, bound, found));
      return;
    default:
      return all(childrenOf(term));
  }
}

/** The names of all variables that a term binds or uses. */
export function variablesIn(term: Term): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [term];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.tag === "var") names.add(at.name);
    if (at.tag === "lam") for (const name of patternNames(at.param)) names.add(name);
    if (at.tag === "let") for (const one of at.bindings) for (const name of patternNames(one.pattern)) names.add(name);
    if (at.tag === "case") for (const one of at.branches) for (const name of patternNames(one.pattern)) names.add(name);
    if (at.tag === "letrec") for (const { name } of at.functions) names.add(name);
    open.push(...childrenOf(at));
  }
  return names;
}
