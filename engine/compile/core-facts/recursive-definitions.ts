// Which definitions may need themselves.
import { present } from "../../base/nth.ts";
import { childrenOf } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";

/** The definitions that may need themselves. */
export function recursiveGlobals(program: CoreProgram): ReadonlySet<string> {
  const uses = new Map<string, ReadonlySet<string>>();
  const collect = (term: Term, found: Set<string>): void => {
    if (term.tag === "global") found.add(term.name);
    if (term.tag === "op" && term.op.tag === "custom") found.add(`op ${term.op.name}`);
    for (const part of childrenOf(term)) collect(part, found);
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
    const pending = [...present(uses.get(name))];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(uses.get(next) ?? []));
    }
    if (seen.has(name)) recursive.add(name);
  }
  return recursive;
}
