// Which definitions may need themselves.
import type { CoreProgram, Term } from "../core/term.ts";

/** The definitions that may need themselves. */
export function recursiveGlobals(program: CoreProgram): ReadonlySet<string> {
  const uses = new Map<string, ReadonlySet<string>>();
  const collect = (term: Term, found: Set<string>): void => {
    if (term.tag === "global") found.add(term.name);
    if (term.tag === "op" && term.op.tag === "custom") found.add(`op ${term.op.name}`);
    for (const part of subterms(term)) collect(part, found);
  };
  for (const { name, term } of program.globals) {
    const found = new Set<string>();
    collect(term, found);
    uses.set(name, found);
  }
  for (const { name, value, partials } of program.ops) {
    const found = new Set<string>();
    for (const term of [value, ...partials]) collect(term, found);
    uses.set(`op ${name}`, found);
  }
  const recursive = new Set<string>();
  for (const name of uses.keys()) {
    const seen = new Set<string>();
    const pending = [...uses.get(name)!];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(uses.get(next) ?? []));
    }
    if (seen.has(name)) recursive.add(name);
  }
  return recursive;
}

function subterms(term: Term): readonly Term[] {
  switch (term.tag) {
    case "lam":
      return [term.body];
    case "let":
      return [...term.bindings.map(({ bound }) => bound), term.body];
    case "letrec":
      return [...term.functions.map((fn) => fn.term), term.body];
    case "case":
      return [term.scrutinee, ...term.branches.map(({ body }) => body)];
    case "tuple":
    case "fork":
    case "array":
      return term.items;
    case "list":
      return term.tail === undefined ? term.items : [...term.items, term.tail];
    case "proj":
    case "field":
      return [term.term];
    case "con":
    case "op":
    case "prim":
      return term.args;
    case "app":
      return [term.fn, term.arg];
    case "forkList":
      return [term.thunks];
    default:
      return [];
  }
}
