// How often a variable is used in a term: once where it can be used at most once, many where it may be more.
import { nth } from "../../base/nth.ts";
import { step } from "../../base/watch.ts";
import { childrenOf } from "../../core/terms/map-term.ts";
import type { CorePattern, Term } from "../../core/terms/term.ts";

/** How often a variable is used. */
export type Uses = "none" | "once" | "many";

/** The uses of a name in what it is bound in. */
export type UsesOfName = (name: string) => Uses;

function plus(a: Uses, b: Uses): Uses {
  if (a === "none") return b;
  return b === "none" ? a : "many";
}

function binds(pattern: CorePattern, name: string): boolean {
  switch (pattern.tag) {
    case "var":
      return pattern.name === name;
    case "tuple":
      return pattern.items.some((item) => binds(item, name));
    case "con":
      return pattern.args.some((arg) => binds(arg, name));
    default:
      return false;
  }
}

/** The uses of a free variable of a term; what may run more than once, or in one of several branches, counts as many. */
export function usesOf(name: string, term: Term): Uses {
  step();
  switch (term.tag) {
    case "var":
      return term.name === name ? "once" : "none";
    case "lam":
      return binds(term.param, name) || usesOf(name, term.body) === "none" ? "none" : "many";
    case "let":
      return usesFrom(0, name, term);
    case "letrec": {
      if (term.functions.some((fn) => fn.name === name)) return "none";
      const inside = term.functions.some((fn) => usesOf(name, fn.term) !== "none");
      return inside ? "many" : usesOf(name, term.body);
    }
    case "case": {
      const inside = term.branches.some(({ pattern, body }) => !binds(pattern, name) && usesOf(name, body) !== "none");
      return inside ? "many" : usesOf(name, term.scrutinee);
    }
    default:
      return childrenOf(term).reduce<Uses>((sum, part) => plus(sum, usesOf(name, part)), "none");
  }
}

/** The uses of a free variable of what is left of a `let` from one of its bindings on. */
export function usesFrom(first: number, name: string, { bindings, body }: Extract<Term, { tag: "let" }>): Uses {
  let uses: Uses = "none";
  for (let at = first; at < bindings.length; at++) {
    const { pattern, bound } = nth(bindings, at);
    uses = plus(uses, usesOf(name, bound));
    if (uses === "many" || binds(pattern, name)) return uses;
  }
  return plus(uses, usesOf(name, body));
}
