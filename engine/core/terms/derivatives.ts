// Derivatives that a program asks for: `grad`, `valueAndGrad`, `jvp`.
import { findTerm } from "./map-term.ts";
import { isDerivative, isRuled } from "./prims.ts";
import type { CoreProgram, Term } from "./term.ts";

const known = new WeakMap<CoreProgram, { readonly found: Term | undefined }>();

/**
 * The first derivative that a program asks for: a `grad`, `valueAndGrad` or `jvp`, or a use of a built-in definition with one. In an
 * operation of one's own they are evaluated as they are, and do not count.
 */
export function derivativeIn(program: CoreProgram): Term | undefined {
  let one = known.get(program);
  if (one === undefined) {
    one = { found: search(program) };
    known.set(program, one);
  }
  return one.found;
}

function search({ globals }: CoreProgram): Term | undefined {
  const withOne = new Set<string>();
  const asks = (term: Term) =>
    (term.tag === "prim" && isDerivative(term.prim)) || (term.tag === "global" && withOne.has(term.name));
  // a built-in definition may use one that comes later
  for (let before = -1; before < withOne.size; ) {
    before = withOne.size;
    for (const { name, builtin, term } of globals)
      if (builtin !== undefined && !withOne.has(name) && findTerm(term, asks) !== undefined) withOne.add(name);
  }
  for (const { builtin, term } of globals) {
    const found = builtin === undefined ? findTerm(term, asks) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a program asks for derivatives anywhere, in operations of one's own too. */
export function asksForDerivatives({ globals, ops }: CoreProgram): boolean {
  const terms = [...globals.map(({ term }) => term), ...ops.flatMap(({ value, partials }) => [value, ...partials])];
  return terms.some((term) => findTerm(term, (at) => at.tag === "prim" && isDerivative(at.prim)) !== undefined);
}

/** The first function with a pullback of its own. */
export function pullbackIn({ globals }: CoreProgram): Term | undefined {
  for (const { term } of globals) {
    const found = findTerm(term, (at) => at.tag === "prim" && isRuled(at.prim));
    if (found !== undefined) return found;
  }
  return undefined;
}
