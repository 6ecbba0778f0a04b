// Reals from values of any type, so that everything bound somewhere matters for the result.

import { application } from "./call.ts";
import { dataCases } from "./pattern.ts";
import type { Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import { apply, bind, choose, infix, lambda, letIn, name, real, type Term, tuplePattern } from "./syntax.ts";
import { mentions, Real, sameType, type Type, uncurry } from "./type.ts";

/** A Real that depends on the Reals in a value, if there are any. */
export function digest(site: Site, term: Term, type: Type): Term {
  switch (type.tag) {
    case "Real":
      return term;
    case "Int":
      site.feature("real");
      return infix(real("0.1"), "*", apply("real", term));
    case "Bool":
      site.feature("if");
      return choose(term, site.leaf("yes", Real), site.leaf("no", Real));
    case "Tuple":
      return type.items.length === 0 ? real("0.5") : digestTuple(site, term, type.items);
    case "List":
    case "Array":
      return digestSequence(site, term, type.of, type.tag === "Array");
    case "Data":
      return digestData(site, term, type);
    case "Function":
      return digestFunction(site, term, type);
    case "Variable":
      return real("0.5");
  }
}

/** The sum of Reals; with weights here and there. */
export function combine(site: Site, terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  if (first === undefined) return real("0.5");
  return others.reduce((sum, term, index) => {
    const form = site.choices.oneOf(`combine ${index}`, ["plus", "minus", "half"]);
    if (form === "minus") return infix(sum, "-", term);
    return infix(sum, "+", form === "half" ? infix(real("0.5"), "*", term) : term);
  }, first);
}

function digestTuple(site: Site, term: Term, items: readonly Type[]): Term {
  const [first, second] = items;
  if (
    first !== undefined &&
    second !== undefined &&
    items.length === 2 &&
    site.choices.oneOf("form", ["let", "fst"]) === "fst"
  ) {
    if (term.tag === "Name") {
      site.feature("fst", "snd");
      return combine(site, [
        digest(site.part("first"), apply("fst", term), first),
        digest(site.part("second"), apply("snd", term), second),
      ]);
    }
  }
  site.feature("let pattern");
  const variables = freshAll(site, items);
  const parts = variables.map((variable, index) =>
    digest(site.part(`item ${index}`).with(variables), name(variable.name), variable.type),
  );
  return letIn(tuplePattern(...variables.map((variable) => bind(variable.name))), term, combine(site, parts));
}

function freshAll(site: Site, types: readonly Type[]): Variable[] {
  const variables: Variable[] = [];
  for (const [index, type] of types.entries()) variables.push(site.fresh(`name ${index}`, type, variables));
  return variables;
}

function digestSequence(site: Site, term: Term, of: Type, array: boolean): Term {
  const [sum, map, fold] = array ? (["sumA", "mapA", "foldA"] as const) : (["sum", "map", "foldl"] as const);
  const folded = site.choices.oneOf("form", ["sum", "fold"]) === "fold";
  if (!folded && sameType(of, Real)) {
    site.feature(sum);
    return apply(sum, term);
  }
  const element = site.fresh("element", of);
  const total = site.fresh("total", Real, [element]);
  const inner = site.part("of").with([...(folded ? [total] : []), element]);
  const body = digest(inner, name(element.name), of);
  site.feature("lambda");
  if (!folded) {
    site.feature(sum, map);
    return apply(sum, apply(map, lambda([bind(element.name)], body), term));
  }
  site.feature(fold, "multi-parameter lambda");
  const step = lambda([bind(total.name), bind(element.name)], infix(name(total.name), "+", body));
  return apply(fold, step, real("0.0"), term);
}

function digestData(site: Site, term: Term, type: Type & { readonly tag: "Data" }): Term {
  const consumers = site.scope.filter((variable) => variable.origin === "global" && consumes(variable, type));
  const [consumer] = consumers;
  if (consumer !== undefined && site.dataNamed(type.name).group.length > 0) {
    const { parameters } = uncurry(consumer.type);
    const functions = parameters.slice(0, -1).map((_, index) => {
      const of = type.args[index] ?? Real;
      const element = site.fresh(`element ${index}`, of);
      const body = digest(site.part(`of ${index}`).with([element]), name(element.name), of);
      return lambda([bind(element.name)], body);
    });
    if (functions.length > 0) site.feature("lambda", "higher-order argument");
    consumer.uses.count += 1;
    return apply(consumer.name, ...functions, term);
  }
  site.feature("case on data");
  const { group } = site.dataNamed(type.name);
  return dataCases(site, term, type, (at, key, variables) => {
    const part = at.part(`arm ${key}`).with(variables);
    if (variables.length === 0) return part.leaf("none", Real);
    return combine(
      part,
      variables.map((variable, index) => {
        const recursive = mentions(variable.type, (inner) => inner.tag === "Data" && group.includes(inner.name));
        return recursive ? real("0.5") : digest(part.part(`field ${index}`), name(variable.name), variable.type);
      }),
    );
  });
}

/** Whether it is a fold of this data type into a Real, given a function into Real for each of its parameters. */
function consumes(variable: Variable, type: Type & { readonly tag: "Data" }): boolean {
  const { parameters, result } = uncurry(variable.type);
  const last = parameters[parameters.length - 1];
  if (last?.tag !== "Data" || last.name !== type.name || !sameType(result, Real)) return false;
  return parameters.length === last.args.length + 1 && variable.quantified.size === last.args.length;
}

function digestFunction(site: Site, term: Term, type: Type): Term {
  const { parameters, result } = uncurry(type);
  const args = parameters.map((parameter, index) => site.leaf(`argument ${index}`, parameter));
  return digest(site.part("result"), apply(term, ...args), result);
}

/** The digest of a variable, which counts as a use of it. */
export function digestVariable(site: Site, variable: Variable): Term {
  const term = application(site, { variable, count: 0, found: new Map() });
  return digest(site, term, variable.type);
}
