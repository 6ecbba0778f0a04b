// Small terms and patterns that rules are written with.
import {
  type CoreBinding,
  type CorePattern,
  functionIn,
  type Global,
  OPEN_TYPE,
  type Term,
  varPattern,
} from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import type { Type } from "../../types/type.ts";

/** A use of a monomorphic definition. */
export function global(name: string): Term {
  return { tag: "global", name, types: [] };
}

/** let p₁ = t₁ in .. in body; the body where there are none. */
export function letIn(bindings: readonly (readonly [CorePattern, Term, (Span | undefined)?])[], body: Term): Term {
  if (bindings.length === 0) return body;
  return {
    tag: "let",
    bindings: bindings.map(([pattern, bound, span]): CoreBinding => ({ span, pattern, variables: [], bound })),
    body,
  };
}

/** (s, t). */
export function pairOf(first: Term, second: Term): Term {
  return { tag: "tuple", items: [first, second] };
}

/** The first component of a pair. */
export function first(of: Term): Term {
  return { tag: "proj", index: 0, size: 2, term: of };
}

/** The second component of a pair. */
export function second(of: Term): Term {
  return { tag: "proj", index: 1, size: 2, term: of };
}

/** The pattern (p, q). */
export function pairPattern(first: CorePattern, second: CorePattern): CorePattern {
  return { tag: "tuple", items: [first, second] };
}

/** A variable whose type is that of what it is bound to. */
export function open(name: string): CorePattern {
  return varPattern(name, OPEN_TYPE);
}

/** A definition of the transformed program. */
export function definition(name: string, type: Type, term: Term): Global {
  return {
    name,
    kind: functionIn(term) === undefined ? "value" : "function",
    variables: [],
    type,
    term,
    span: undefined,
  };
}
