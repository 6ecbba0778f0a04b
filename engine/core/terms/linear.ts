// The grammar of linear functions' bodies (Fig. 3.5, with `let` and `case`), as the checker follows it.
import { primOf } from "./prims.ts";
import { type Binding, fail, type LinearFunction, ZERO } from "./scope.ts";
import type { Term } from "./term.ts";

/** Holds a term against the restricted grammar b of Fig. 3.5; its parts are held against it in their turn. `zero` names that of the monoid. */
export function expectLinear(term: Term, zero: string | undefined): void {
  switch (term.tag) {
    case "global":
      if (term.name !== zero) fail(`${term.name} in a linear function`);
      return;
    case "real":
      if (term.value !== 0) fail(`${term.value} in a linear function`);
      return;
    case "prim": {
      const { linearIn, name } = primOf(term.prim);
      // zeros are linear in nothing: they are 0 whatever stands beside them
      if (linearIn.length === 0 && term.prim !== "zero" && term.prim !== "coldOf") fail(`${name} in a linear function`);
      return;
    }
    case "var":
    case "app":
    case "let":
    case "case":
    case "tuple":
    case "proj":
    case "field":
    case "list":
    case "con":
    case "partial":
      return;
    default:
      fail(`a ${term.tag} in a linear function`);
  }
}

type Find = (name: string) => Binding | undefined;

/** Whether a term is a zero: of numbers, of data, or by a linear function. */
export function isZero(term: Term, variable: Find, global: Find): boolean {
  switch (term.tag) {
    case "var":
      return variable(term.name)?.linear === ZERO;
    case "real":
      return term.value === 0;
    case "tuple":
      return term.items.every((item) => isZero(item, variable, global));
    case "app":
      return term.fn.tag === "global" && global(term.fn.name)?.type.tag === "lin" && isZero(term.arg, variable, global);
    default:
      return false;
  }
}

/** The linear function that a λ is; undefined where it is none. */
export function linearFunction({ linear, param }: Extract<Term, { tag: "lam" }>): LinearFunction | undefined {
  if (!linear) return undefined;
  return { of: param.tag === "var" ? param.name : "_" };
}
