// How large programs are, and which definitions are called rather than inlined though they do not recur.
import { present } from "../../base/nth.ts";
import { childrenOf } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";

/** Terms of a program. */
export function termsOf({ globals }: CoreProgram): number {
  let count = 0;
  const pending = globals.map(({ term }) => term);
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    count++;
    for (const part of childrenOf(one)) pending.push(part);
  }
  return count;
}

/**
 * Terms of a definition, with all that is inlined into it, up to which it is inlined wherever it is used. Where only what is used once is
 * inlined, gradients of the benchmarks `gmm` and `particles` take 1.2 and 26 times as long.
 */
const SHORT = 800;

/**
 * Definitions that are long, with all that they call, and used at several places: to inline them would make functions that JavaScript's
 * engines do not optimise, and double what doubles. `recursive` ones are never inlined.
 */
export function longGlobals({ globals }: CoreProgram, recursive: ReadonlySet<string>): ReadonlySet<string> {
  const uses = new Map<string, number>();
  const own = new Map<string, { size: number; readonly used: string[] }>();
  for (const { name, term } of globals) {
    const found = { size: 0, used: [] as string[] };
    const pending: Term[] = [term];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      found.size++;
      if (one.tag === "global") {
        found.used.push(one.name);
        uses.set(one.name, (uses.get(one.name) ?? 0) + 1);
      }
      for (const part of childrenOf(one)) pending.push(part);
    }
    own.set(name, found);
  }
  const long = new Set<string>();
  const sizes = new Map<string, number>();
  const sizeOf = (name: string): number => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const { size, used } = own.get(name) ?? { size: 0, used: [] };
    let whole = size;
    for (const one of used) if (!recursive.has(one)) whole += sizeOf(one);
    const isCalled = whole > SHORT && (uses.get(name) ?? 0) > 1;
    if (isCalled) long.add(name);
    // a call is short
    sizes.set(name, isCalled ? 1 : whole);
    return present(sizes.get(name));
  };
  for (const { name } of globals) if (!recursive.has(name)) sizeOf(name);
  return long;
}
