// Functions that are polymorphic, in any type or in a number type, and their uses at two types.

import { application } from "./call.ts";
import { freeName, global, type Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import { parameterPatterns } from "./structure.ts";
import { type Binding, bind, letIn, type Pattern, type Term } from "./syntax.ts";
import {
  arrow,
  Bool,
  dataOf,
  Int,
  listOf,
  mentions,
  Real,
  type Substitution,
  substitute,
  type Type,
  tupleOf,
  uncurry,
  variable,
} from "./type.ts";

type Scheme = (a: Type, b: Type, c: Type) => readonly Type[];

/** Parameter types and the result type, such that the parameters always suffice to make the result. */
const SCHEMES: readonly Scheme[] = [
  (a) => [a, tupleOf(a, a)],
  (a, b) => [tupleOf(a, b), tupleOf(b, a)],
  (a) => [Bool, a, a, a],
  (a) => [arrow(a, a), a, a],
  (a, b) => [a, b, tupleOf(b, a)],
  (a, b) => [arrow(a, b), tupleOf(a, a), tupleOf(b, b)],
  (a) => [a, listOf(a), listOf(a)],
  (a) => [dataOf("Maybe", a), a, a],
  (a, b) => [arrow(a, b), a, dataOf("Maybe", b)],
  (a, b, c) => [arrow(a, b, c), b, a, c],
  (a) => [a, listOf(a)],
];

const NUMBER_SCHEMES: readonly Scheme[] = [
  (n) => [n, n],
  (n) => [n, n, n],
  (n) => [tupleOf(n, n), n],
  (n) => [arrow(n, n), n, n],
  (n) => [listOf(n), n, n],
];

/** A function with its generalised type. */
export interface PolymorphicFunction {
  readonly binding: Binding;
  readonly variable: Variable;
}

/**
 * A polymorphic function. Local ones get type variables that annotations may not mention, distinct from those of the
 * functions around them.
 */
export function polymorphicFunction(
  site: Site,
  place: "local" | "global",
  numeric = false,
  pool?: readonly string[],
): PolymorphicFunction {
  const schemes = numeric ? NUMBER_SCHEMES : SCHEMES;
  const scheme = schemes[site.choices.integer("scheme", schemes.length - 1)] ?? SCHEMES[0];
  if (scheme === undefined) throw new Error("internal: no scheme");
  const taken = new Set(rigidNames(site));
  const named = (letter: string): Type => variable(place === "local" ? freeName(`_${letter}`, taken) : letter, numeric);
  const [a, b, c] = [named("a"), named("b"), named("c")] as const;
  const type = arrow(...scheme(a, b, c));
  const { parameters, result } = uncurry(type);
  const self = site.fresh("name", type, [], pool);
  const { patterns, variables } = parameterPatterns(site, parameters);
  const annotated = place === "global" && site.choices.chance("type variable", 30);
  if (annotated) site.annotates("annotated result", result);
  if (annotated) site.annotates("annotated parameter", type);
  const typed = patterns.map((pattern, index): Pattern => {
    const parameter = parameters[index];
    if (!annotated || parameter === undefined || pattern.tag === "Typed") return pattern;
    return { tag: "Typed", pattern, type: parameter };
  });
  const body = site.closure(() => site.grow("definition", result, variables));
  const binding = { pattern: bind(self.name), parameters: typed, type: annotated ? result : undefined, body };
  const quantified = new Set(
    [a, b, c].flatMap((each) => (each.tag === "Variable" && occurs(type, each) ? [each.name] : [])),
  );
  return { binding, variable: place === "global" ? global(self.name, type, quantified) : { ...self, quantified } };
}

function occurs(type: Type, sought: Type): boolean {
  return mentions(type, (part) => part.tag === "Variable" && sought.tag === "Variable" && part.name === sought.name);
}

function rigidNames(site: Site): string[] {
  const names: string[] = [];
  for (const { type } of site.scope) {
    mentions(type, (part) => {
      if (part.tag === "Variable") names.push(part.name);
      return false;
    });
  }
  return names;
}

/** Binds two uses of a polymorphic function at different types; `wrap` puts them around a body. */
export function atTwoTypes(
  site: Site,
  callee: Variable,
): { readonly wrap: (body: Term) => Term; readonly variables: Variable[] } {
  const [main] = callee.quantified;
  if (main === undefined) throw new Error("internal: a polymorphic function was expected");
  const numeric = mentions(callee.type, (part) => part.tag === "Variable" && part.name === main && part.numeric);
  const second = numeric ? [Int] : [Int, tupleOf(Real, Real), Bool, listOf(Real), tupleOf(Int, Real)];
  const types = [Real, second[site.choices.integer("second type", second.length - 1)] ?? Int];
  const variables: Variable[] = [];
  const bound = types.map((type, index) => {
    const part = site.part(`use ${index}`, "use").with(variables);
    const found: Substitution = new Map([[main, type]]);
    const { parameters, result } = uncurry(callee.type);
    const term = application(part, { variable: callee, count: parameters.length, found });
    const made = part.fresh("result", substitute(result, found), variables);
    variables.push(made);
    return { made, term };
  });
  const wrap = (body: Term): Term =>
    bound.reduceRight((inner, { made, term }) => letIn(bind(made.name), term, inner), body);
  return { wrap, variables };
}
