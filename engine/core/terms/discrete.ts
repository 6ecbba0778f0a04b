// Which operations can keep their operands plain (§3.9): those that give no Real, with the free variables of their operands.

import { OPS } from "../../scalars/ops.ts";
import { type DataType, freeVariables, type Type } from "../../types/type.ts";
import { freeVariablesOf } from "./free-variables.ts";
import { childrenOf, patternVariables } from "./map-term.ts";
import type { CorePattern, CoreProgram, Term } from "./term.ts";

/** A variable that a term is free in, with its type in the source program. */
export interface Free {
  readonly name: string;
  readonly type: Type;
}

/** Local variables, innermost first; without a type where it is polymorphic. */
interface Environment {
  readonly name: string;
  readonly type: Type | undefined;
  readonly outer: Environment | undefined;
}

function typeIn(environment: Environment | undefined, name: string): Type | undefined {
  for (let at = environment; at !== undefined; at = at.outer) if (at.name === name) return at.type;
  return undefined;
}

/** Whether a type holds functions, in the fields of data types too. */
export function mentionsFunction(
  type: Type,
  data: ReadonlyMap<string, DataType>,
  seen: Set<string> = new Set(),
): boolean {
  switch (type.tag) {
    case "fun":
    case "lin":
      return true;
    case "var":
      return false;
    case "tuple":
      return type.items.some((item) => mentionsFunction(item, data, seen));
    case "con": {
      if (type.args.some((arg) => mentionsFunction(arg, data, seen))) return true;
      if (seen.has(type.name)) return false;
      seen.add(type.name);
      const constructors = data.get(type.name)?.constructors ?? [];
      return constructors.some(({ fields }) => fields.some((field) => mentionsFunction(field, data, seen)));
    }
  }
}

/**
 * The discrete operations of a program whose operands compute Reals, with the free variables of the operands. Left out are
 * those with a variable of a type that is not closed: φ is not defined there.
 */
export function discreteOperations(
  program: CoreProgram,
  isAllowed: (type: Type) => boolean,
): ReadonlyMap<Term, readonly Free[]> {
  const found = new Map<Term, readonly Free[]>();
  const visit = (term: Term, environment: Environment | undefined): void => {
    switch (term.tag) {
      case "lam":
        return visit(term.body, bound(environment, term.param));
      case "let": {
        let inner = environment;
        for (const { pattern, variables, bound: value } of term.bindings) {
          visit(value, inner);
          inner = bound(inner, pattern, variables.length > 0);
        }
        return visit(term.body, inner);
      }
      case "letrec": {
        let inner = environment;
        for (const { name, variables, type } of term.functions)
          inner = { name, type: variables.length > 0 ? undefined : type, outer: inner };
        for (const { term: fn } of term.functions) visit(fn, inner);
        return visit(term.body, inner);
      }
      case "case":
        visit(term.scrutinee, environment);
        for (const { pattern, body } of term.branches) visit(body, bound(environment, pattern));
        return;
      case "op": {
        const free = isDiscrete(term) ? closedFree(term, environment) : undefined;
        if (free?.every(({ type }) => isAllowed(type)) === true) found.set(term, free);
        break;
      }
      default:
    }
    for (const part of childrenOf(term)) visit(part, environment);
  };
  for (const global of program.globals) visit(global.term, undefined);
  return found;
}

/** Whether an operation gives no Real, and there is a Real operand that is computed. */
function isDiscrete(term: Extract<Term, { tag: "op" }>): boolean {
  if (term.op.tag === "custom") return false;
  const { args, result } = OPS[term.op.id];
  return result !== "Real" && term.args.some((arg, index) => args[index] === "Real" && arg.tag !== "var");
}

function bound(
  environment: Environment | undefined,
  pattern: CorePattern,
  isPolymorphic = false,
): Environment | undefined {
  return patternVariables(pattern).reduce<Environment | undefined>(
    (outer, { name, type }) => ({ name, type: isPolymorphic ? undefined : type, outer }),
    environment,
  );
}

/** The free variables of a term with their types; undefined if one's is not closed. */
function closedFree(term: Term, environment: Environment | undefined): readonly Free[] | undefined {
  const free: Free[] = [];
  for (const name of freeVariablesOf(term)) {
    const type = typeIn(environment, name);
    if (type === undefined || freeVariables(type).size > 0) return undefined;
    free.push({ name, type });
  }
  return free;
}
