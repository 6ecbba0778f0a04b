// Rules for tuples, lists, arrays, data and functions: how to build values of them.

import type { Alternative } from "./choices.ts";
import { irrefutable } from "./pattern.ts";
import { maximum } from "./scalar.ts";
import type { Variable } from "./scope.ts";
import type { Rule, Site } from "./site.ts";
import { apply, array, infix, int, lambda, list, name, type Pattern, type Term, tuple } from "./syntax.ts";
import { cellTerm, indexedRules, tableRules } from "./tables.ts";
import {
  arrayOf,
  arrow,
  type Constructor,
  constructorsAt,
  dataOf,
  Int,
  isNumeric,
  listOf,
  Real,
  SmallInt,
  sameType,
  type Type,
  uncurry,
} from "./type.ts";

/** Between `least` and `most` expressions of a type. */
export function elements(site: Site, type: Type, least: number, most: number): Term[] {
  return site.choices
    .many("elements", "element", least, most)
    .map((choices) => site.part("", "element", choices).grow("value", type));
}

/** A tuple; sometimes with a type at a component. */
export function tupleTerm(site: Site, items: readonly Type[]): Term {
  return tuple(...items.map((item, index) => component(site, index, site.grow(String(index), item), item)));
}

function component(site: Site, index: number, term: Term, type: Type): Term {
  const part = site.part(`type ${index}`, "component");
  if (!part.choices.chance("annotated component", 3) || !part.annotates("annotated component", type)) return term;
  return { tag: "Annotated", term, type };
}

/** A constructor applied to expressions; the fields of recursive data get shallower. */
export function construction(site: Site, goal: Type & { readonly tag: "Data" }, deep: boolean): Term {
  const data = site.dataNamed(goal.name);
  const constructors = constructorsAt(data, goal.args);
  const names = constructors.map((constructor) => constructor.name);
  const weighted = constructors.map(({ name: text, fields }): Alternative => [text, fields.length === 0 ? 1 : 3]);
  const picked = deep || data.group.length === 0 ? site.choices.pick("constructor", weighted) : names[0];
  const constructor = constructors.find((known) => known.name === picked) ?? constructors[0];
  if (constructor === undefined) throw new Error("internal: a data type without constructors");
  site.feature(data.name);
  return apply(constructor.name, ...constructor.fields.map((field, index) => site.grow(`field ${index}`, field)));
}

/** Parallel pairs and tuples. */
export function tupleRules(items: readonly Type[]): Rule[] {
  const [first, second] = items;
  if (first === undefined || second === undefined) return [];
  const grown = (site: Site): Term[] => items.map((item, index) => site.grow(String(index), item));
  const rules: Rule[] = [
    { label: "tuple", weight: 8, build: (site) => tupleTerm(site, items) },
    { label: "par", weight: 2, build: (site) => ({ tag: "Sequence", kind: "par", items: grown(site) }) },
  ];
  if (items.length === 2) {
    rules.push({
      label: "|*|",
      weight: 2,
      build: (site) => infix(site.grow("0", first), "|*|", site.grow("1", second)),
    });
  }
  return rules;
}

/** Lists by their own syntax; the library adds more. */
export function listRules(of: Type): Rule[] {
  return [
    { label: "list literal", weight: 6, build: (site) => list(...elements(site, of, 1, 3)) },
    { label: "::", weight: 3, build: (site) => infix(site.grow("head", of), "::", site.grow("rest", listOf(of))) },
    {
      label: "++",
      weight: 2,
      build: (site) => infix(site.grow("left", listOf(of)), "++", site.grow("right", listOf(of))),
    },
    {
      label: "tail",
      weight: 1,
      build: (site) => apply("tail", infix(site.grow("head", of), "::", site.grow("rest", listOf(of)))),
    },
    ...(of.tag === "Data" ? [{ label: "constructor function", weight: 4, build: mapConstructor }] : []),
  ];
}

/** A list of data made by passing a constructor to `map` or `zipWith`. */
function mapConstructor(site: Site, goal: Type): Term {
  if (goal.tag !== "List" || goal.of.tag !== "Data") throw new Error("internal: a list of data was expected");
  const constructors = constructorsAt(site.dataNamed(goal.of.name), goal.of.args);
  const suited = constructors.filter(({ fields }) => fields.length >= 1);
  const picked = site.choices.oneOf(
    "constructor",
    suited.map((constructor) => constructor.name),
  );
  const fields = suited.find((constructor) => constructor.name === picked)?.fields ?? [];
  const lastTwo = fields.slice(-2);
  const partly = apply(picked, ...fields.slice(0, -2).map((field, index) => site.grow(`field ${index}`, field)));
  const lists = lastTwo.map((field, index) => site.grow(`list ${index}`, listOf(field)));
  return apply(lists.length === 1 ? "map" : "zipWith", partly, ...lists);
}

/** Arrays, never empty; the library adds more. */
export function arrayRules(of: Type): Rule[] {
  return [
    { label: "array literal", weight: 4, build: (site) => array(...elements(site, of, 1, 3)) },
    {
      label: "fromList",
      weight: 1,
      build: (site) => apply("fromList", infix(site.grow("head", of), "::", site.grow("rest", listOf(of)))),
    },
    { label: "zipWithA", weight: 1, build: (site) => zipArrays(site, of) },
    ...(of.tag === "Tuple" && of.items.length === 2 ? [{ label: "zipA", weight: 1, build: pairedArrays }] : []),
    ...tableRules(of),
    ...indexedRules(of),
  ];
}

/** `zipWithA` of two arrays. */
function zipArrays(site: Site, of: Type): Term {
  const left = site.guess("left type");
  const right = site.guess("right type");
  const combine = site.grow("function", arrow(left, right, of));
  return apply("zipWithA", combine, ...equalArrays(site, left, right));
}

function pairedArrays(site: Site, goal: Type): Term {
  const [left, right] = goal.tag === "Array" && goal.of.tag === "Tuple" ? goal.of.items : [];
  if (left === undefined || right === undefined) throw new Error("internal: an array of pairs was expected");
  return apply("zipA", ...equalArrays(site, left, right));
}

/** Two arrays that have the same size by construction. */
export function equalArrays(site: Site, left: Type, right: Type): readonly [Term, Term] {
  switch (site.choices.oneOf("form", ["literal", "mapped", "built"])) {
    case "literal": {
      const pairs = site.choices
        .many("pairs", "pair", 1, 3)
        .map((choices) => site.part("", "pair", choices))
        .map((part) => [part.grow("left", left), part.grow("right", right)] as const);
      return [array(...pairs.map(([first]) => first)), array(...pairs.map(([, second]) => second))];
    }
    case "mapped": {
      const first = site.leaf("array", arrayOf(left));
      return [first, apply("mapA", site.grow("map", arrow(left, right)), first)];
    }
    case "built": {
      const size = int(1 + site.choices.integer("size", 2));
      const build = (key: string, type: Type): Term => apply("build", size, site.grow(key, arrow(SmallInt, type)));
      site.feature("build");
      return [build("build left", left), build("build right", right)];
    }
  }
}

/** Any type may be the element of a list or of an array. */
export function elementRules(goal: Type): Rule[] {
  return [
    {
      label: "head",
      weight: 1,
      build: (site) => apply("head", infix(site.grow("first", goal), "::", site.grow("rest", listOf(goal)))),
    },
    { label: "!", weight: 2, build: (site) => indexed(site, goal) },
    { label: "at2", weight: 1, build: (site) => cellTerm(site, goal) },
    ...(isNumeric(goal)
      ? [
          { label: "maximum", weight: 1, build: maximum },
          { label: "dot", weight: 1, build: (site: Site) => apply("dot", ...equalArrays(site, goal, goal)) },
        ]
      : []),
  ];
}

/** `a ! i` with an index in range. */
function indexed(site: Site, goal: Type): Term {
  const cells = site.grow("array", arrayOf(goal));
  if (site.choices.oneOf("index", ["zero", "any"]) === "zero") return infix(cells, "!", int(0));
  const size = cells.tag === "Sequence" ? int(cells.items.length) : apply("size", cells);
  return infix(cells, "!", apply("mod", site.grow("number", Int), size));
}

/** A field of a record that has the goal's type. */
export function fieldRules(site: Site, goal: Type): Rule[] {
  const found = site.world.data.flatMap((data) => {
    const args = data.parameters.map(() => Real);
    const self = dataOf(data.name, ...args);
    return constructorsAt(data, args).flatMap(({ fields, labels = [] }) =>
      labels
        .filter((_, index) => fields[index] !== undefined && sameType(fields[index], goal))
        .map((label) => ({ self, label })),
    );
  });
  if (found.length === 0) return [];
  const build = (at: Site): Term => {
    const picked = at.choices.oneOf(
      "label",
      found.map(({ label }) => label),
    );
    const one = found.find(({ label }) => label === picked);
    if (one === undefined) throw new Error("internal: no such field");
    return { tag: "Field", record: at.grow("record", one.self), label: picked };
  };
  return [{ label: "field", weight: 16, build }];
}

/** A record with another value of one field. */
function updated(site: Site, goal: Type, { fields, labels = [] }: Constructor): Term {
  const label = site.choices.oneOf("label", labels);
  const type = fields[labels.indexOf(label)];
  if (type === undefined) throw new Error("internal: no such field");
  return { tag: "With", record: site.grow("record", goal), label, value: site.grow("value", type) };
}

/** Data by constructors, in the forms that constructors have as functions too. */
export function dataRules(goal: Type & { readonly tag: "Data" }, constructors: readonly Constructor[]): Rule[] {
  const unary = constructors.filter(({ fields }) => fields.length > 0);
  return [
    { label: "construction", weight: 8, build: (site) => construction(site, goal, true) },
    ...constructors
      .filter(({ labels }) => labels !== undefined)
      .map((record) => ({ label: "record update", weight: 12, build: (site: Site) => updated(site, goal, record) })),
    ...(unary.length === 0 ? [] : [{ label: "constructor function", weight: 1, build: pipedConstructor }]),
  ];
}

/** A constructor that gets its last field through `|>`. */
function pipedConstructor(site: Site, goal: Type): Term {
  if (goal.tag !== "Data") throw new Error("internal: data was expected");
  const constructors = constructorsAt(site.dataNamed(goal.name), goal.args).filter(({ fields }) => fields.length > 0);
  const picked = site.choices.oneOf(
    "constructor",
    constructors.map((constructor) => constructor.name),
  );
  const fields = constructors.find((constructor) => constructor.name === picked)?.fields ?? [];
  const terms = fields.map((field, index) => site.grow(`field ${index}`, field));
  const last = terms.pop() ?? name("()");
  site.feature("|>");
  return infix(last, "|>", apply(picked, ...terms));
}

/** A lambda for a function type: of several parameters at once, or returning another lambda. */
export function lambdaTerm(site: Site, goal: Type): Term {
  const { parameters, result } = uncurry(goal);
  const several =
    parameters.length > 1 &&
    site.choices.pick("form", [
      ["several", 4],
      ["one", 1],
    ]) === "several";
  const taken = several ? parameters : parameters.slice(0, 1);
  const rest = several ? result : arrow(...parameters.slice(1), result);
  const { patterns, variables } = parameterPatterns(site, taken);
  site.feature("lambda");
  if (patterns.some((pattern) => pattern.tag !== "Bind" && pattern.tag !== "Wildcard")) site.feature("lambda pattern");
  if (several) site.feature("multi-parameter lambda");
  if (rest.tag === "Function") site.feature("function result");
  return lambda(
    patterns,
    site.closure(() => site.grow("body", rest, variables)),
  );
}

/** Patterns for parameters, with distinct names. */
export function parameterPatterns(
  site: Site,
  types: readonly Type[],
): { readonly patterns: Pattern[]; readonly variables: Variable[] } {
  const variables: Variable[] = [];
  const patterns = types.map((type, index) => {
    const bound = irrefutable(site, `parameter ${index}`, type, variables);
    variables.push(...bound.variables);
    return bound.pattern;
  });
  return { patterns, variables };
}
