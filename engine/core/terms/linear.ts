// The grammar of linear functions' bodies (Fig. 3.5, with `let` and `case`), as the checker follows it.
import type { DataType } from "../../types/type.ts";
import { patternNames } from "./map-term.ts";
import { primOf } from "./prims.ts";
import { type Binding, fail, type LinearFunction, ZERO } from "./scope.ts";
import { type CorePattern, OPEN_TYPE, type Term } from "./term.ts";

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

/** Names in scope and data types of a program. */
export interface Known {
  variable(name: string): Binding | undefined;
  global(name: string): Binding | undefined;
  data(name: string): DataType | undefined;
}

/**
 * The constructor of a data type that is its zero: its first, where that has no fields. Sums of such data are those of the fields of one
 * constructor, and 0 is the zero of all.
 */
function zeroOf({ constructors: [first] }: DataType): string | undefined {
  return first?.fields.length === 0 ? first.name : undefined;
}

/** Whether a term is a zero: of numbers, of data, of lists, or by a linear function. */
export function isZero(term: Term, known: Known): boolean {
  switch (term.tag) {
    case "var":
      return known.variable(term.name)?.linear === ZERO;
    case "real":
      return term.value === 0;
    case "tuple":
      return term.items.every((item) => isZero(item, known));
    case "list":
      return term.items.length === 0 && term.tail === undefined;
    case "con": {
      if (term.args.length > 0) return term.args.every((arg) => isZero(arg, known));
      const data = known.data(term.data);
      return data !== undefined && zeroOf(data) === term.con;
    }
    case "let": {
      const bindings = new Map<string, Binding | undefined>();
      const within: Known = {
        ...known,
        variable: (name) => (bindings.has(name) ? bindings.get(name) : known.variable(name)),
      };
      for (const { pattern, bound } of term.bindings) {
        const binding = isZero(bound, within) ? { variables: [], type: OPEN_TYPE, linear: ZERO } : undefined;
        for (const name of patternNames(pattern)) bindings.set(name, binding);
      }
      return isZero(term.body, within);
    }
    case "app":
      return isLinear(term.fn, known) && isZero(term.arg, known);
    case "partial":
      return isZero(term.cotangent, known);
    case "proj":
    case "field":
      return isZero(term.term, known);
    default:
      return false;
  }
}

/** Whether a term is a linear function by its type: a name, or a name applied, as in `Run 1`. */
function isLinear(term: Term, known: Known): boolean {
  const named = term.tag === "app" ? term.fn : term;
  if (named.tag !== "var" && named.tag !== "global") return false;
  const type = (named.tag === "var" ? known.variable(named.name) : known.global(named.name))?.type;
  return (term.tag === "app" && type?.tag === "fun" ? type.to : type)?.tag === "lin";
}

/** Whether a pattern is that of a zero of data, the constructor alone. */
export function isZeroPattern(pattern: CorePattern, { data: find }: Known): boolean {
  if (pattern.tag !== "con") return false;
  const data = find(pattern.data);
  return data === undefined ? pattern.args.length === 0 : zeroOf(data) === pattern.con;
}

/** The linear function that a λ is; undefined where it is none. */
export function linearFunction({ linear, param }: Extract<Term, { tag: "lam" }>): LinearFunction | undefined {
  if (!linear) return undefined;
  return { of: param.tag === "var" ? param.name : "_" };
}
