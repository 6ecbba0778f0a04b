// The types that terms say.
import type { CorePattern, Term } from "../../core/terms/term.ts";
import { REAL, type Type } from "../../types/type.ts";

/** The types that a term says itself, without its parts. */
export function typesIn(term: Term): readonly Type[] {
  switch (term.tag) {
    case "var":
    case "global":
    case "con":
    case "prim":
      return term.types;
    case "list":
    case "array":
    case "forkList":
      return [term.item];
    case "lam":
      return typesOfPattern(term.param);
    case "let":
      return term.bindings.flatMap(({ pattern }) => typesOfPattern(pattern));
    case "letrec":
      return term.functions.map(({ type }) => type);
    case "case":
      return term.branches.flatMap(({ pattern }) => typesOfPattern(pattern));
    default:
      return [];
  }
}

function typesOfPattern(pattern: CorePattern): readonly Type[] {
  switch (pattern.tag) {
    case "var":
    case "any":
      return [pattern.type];
    case "number":
      return pattern.type === "Real" ? [REAL] : [];
    case "tuple":
      return pattern.items.flatMap(typesOfPattern);
    case "con":
      return [...pattern.types, ...pattern.args.flatMap(typesOfPattern)];
    case "dual":
      return [...typesOfPattern(pattern.primal), ...typesOfPattern(pattern.dual)];
  }
}
