// Derivatives in a program that is differentiated: no transformation of the papers takes its own output, so stages refuse them.
import { childrenOf } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";
import { INSIDE, type Stage, type StageId } from "../algorithm.ts";

/** The stage that takes the run of a program with derivatives in it. */
const INSTEAD: StageId = "transposed";

const DERIVATIVES: ReadonlySet<string> = new Set(["grad", "valueAndGrad", "jvp"]);

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
    (term.tag === "prim" && typeof term.prim === "string" && DERIVATIVES.has(term.prim)) ||
    (term.tag === "global" && withOne.has(term.name));
  // a built-in definition may use one that comes later
  for (let before = -1; before < withOne.size; ) {
    before = withOne.size;
    for (const { name, builtin, term } of globals)
      if (builtin !== undefined && !withOne.has(name) && first(term, asks) !== undefined) withOne.add(name);
  }
  for (const { builtin, term } of globals) {
    const found = builtin === undefined ? first(term, asks) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first term within a term, itself included, of which something holds. */
function first(term: Term, holds: (term: Term) => boolean): Term | undefined {
  const open = [term];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (holds(at)) return at;
    open.push(...childrenOf(at).toReversed());
  }
  return undefined;
}

/** A stage that refuses programs with derivatives in them, for a reason of its paper. */
export function withoutDerivatives(stage: Stage, why: string): Stage {
  return {
    ...stage,
    fragment: (source) => {
      const found = derivativeIn(source.program);
      if (found !== undefined) return { tag: "outside", at: found.span, why, instead: INSTEAD };
      return stage.fragment?.(source) ?? INSIDE;
    },
  };
}
