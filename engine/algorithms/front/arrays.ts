// Arrays in a program, for algorithms whose rules leave them out.
import { childrenOf, mapTerm } from "../../core/terms/map-term.ts";
import { patternType } from "../../core/terms/scope.ts";
import { type CoreProgram, prim, type Term } from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import type { DataType, Type } from "../../types/type.ts";
import type { SourceProgram } from "../algorithm.ts";

/** The program with #[s, t] as an array that is made of a list. */
export function arraysFromLists(program: CoreProgram): CoreProgram {
  const listed = (term: Term): Term =>
    mapTerm(term, (at) => {
      if (at.tag !== "array") return undefined;
      const items: Term = { tag: "list", items: at.items.map(listed), tail: undefined, item: at.item, span: at.span };
      return prim("fromList", [at.item], [items], at.span);
    });
  return { ...program, globals: program.globals.map((one) => ({ ...one, term: listed(one.term) })) };
}

/**
 * The first use of an array, where the program itself has it: within a built-in function, the place that names that; without a place where
 * arrays only come in or go out. Undefined where there is none.
 */
export function arrayIn({ program, param, result }: SourceProgram): { readonly span: Span | undefined } | undefined {
  const { data } = program;
  const found = usedIn(program, isOperation);
  if (found !== undefined) return found;
  if (mentionsArray(param, data) || mentionsArray(result, data)) return { span: undefined };
  // no value is ever one, but the rules look at all types
  return usedIn(program, (term) => typesAt(term).some((type) => mentionsArray(type, data)));
}

/** The types that stand in a term. */
function typesAt(term: Term): readonly Type[] {
  return [
    ...("types" in term ? term.types : []),
    ...("item" in term ? [term.item] : []),
    ...(term.tag === "lam" ? [patternType(term.param)] : []),
  ];
}

function usedIn(
  { globals, entry }: CoreProgram,
  uses: (term: Term) => boolean,
): { readonly span: Span | undefined } | undefined {
  const named = new Map(globals.map((one) => [one.name, one]));
  const done = new Set<string>();
  const visit = (term: Term, at: Span | undefined): { readonly span: Span | undefined } | undefined => {
    if (uses(term)) return { span: at ?? term.span };
    if (term.tag === "global") {
      const one = named.get(term.name);
      if (one !== undefined && !done.has(one.name)) {
        done.add(one.name);
        const found = visit(one.term, at ?? (one.builtin === undefined ? undefined : term.span));
        if (found !== undefined) return found;
      }
    }
    for (const inner of childrenOf(term)) {
      const found = visit(inner, at);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const start = named.get(entry);
  return start && visit(start.term, undefined);
}

function isOperation(term: Term): boolean {
  return (
    term.tag === "array" || (term.tag === "prim" && typeof term.prim === "string" && ARRAY_OPERATIONS.has(term.prim))
  );
}

const ARRAY_OPERATIONS: ReadonlySet<string> = new Set([
  "size",
  "index",
  "fromList",
  "toList",
  "failBuild",
  "failSizes",
]);

/** Whether values of a type may hold an array. */
function mentionsArray(type: Type, data: readonly DataType[], seen = new Set<string>()): boolean {
  const inside = (one: Type): boolean => mentionsArray(one, data, seen);
  switch (type.tag) {
    case "con": {
      if (type.name === "Array" || type.args.some(inside)) return true;
      if (seen.has(type.name)) return false;
      seen.add(type.name);
      const constructors = data.find(({ name }) => name === type.name)?.constructors ?? [];
      return constructors.some(({ fields }) => fields.some(inside));
    }
    case "tuple":
      return type.items.some(inside);
    case "fun":
    case "lin":
      return inside(type.from) || inside(type.to);
    case "var":
      return false;
  }
}
