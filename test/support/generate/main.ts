// The definition of main: the types of its input and of its result, how they are annotated, what the result is.

import type { Statements } from "./definition.ts";
import { digestVariable } from "./digest.ts";
import { irrefutable } from "./pattern.ts";
import { holdsReals, type Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import {
  array,
  bind,
  type Declaration,
  infix,
  lambda,
  letIn,
  list,
  name,
  type Pattern,
  real,
  type Term,
  tuple,
  tuplePattern,
} from "./syntax.ts";
import { arrayOf, arrow, Bool, dataOf, Int, listOf, mentions, Real, sameType, type Type, tupleOf } from "./type.ts";

/** The input of main: the types of its components, and the patterns and variables that take them. */
export interface Input {
  readonly types: readonly Type[];
  readonly patterns: readonly Pattern[];
  readonly variables: readonly Variable[];
  /** A first statement that makes the type of an input without annotations clear. */
  readonly anchor: Statements | undefined;
}

type Kind = readonly [label: string, weight: number, types: readonly Type[]];

function inputKinds(site: Site, named: Type | undefined): readonly Kind[] {
  const data = site.world.data.map(({ name: text, parameters }) => dataOf(text, ...parameters.map(() => Real)));
  const all: readonly Kind[] = [
    ["Real", 8, [Real]],
    ["pair", 2, [tupleOf(Real, Real)]],
    ["nested tuple input", 2, [tupleOf(Real, tupleOf(Real, Real)), tupleOf(tupleOf(Real, Int), Real)]],
    ["list input", 3, [listOf(Real), listOf(tupleOf(Real, Real)), listOf(listOf(Real)), listOf(dataOf("Maybe", Real))]],
    ["array input", 3, [arrayOf(Real), arrayOf(tupleOf(Real, Int)), arrayOf(Real)]],
    ["data input", 6, data],
    ["Maybe input", 1, [dataOf("Maybe", Real), dataOf("Maybe", tupleOf(Real, Real)), dataOf("Either", Real, Int)]],
    ["Int input", 1, [Int]],
    ["Bool input", 1, [Bool]],
    ["named", 12, named === undefined ? [] : [named]],
  ];
  return all.filter(([, , types]) => types.length > 0);
}

/** Chooses the input. Unless `mayBeBare`, there are annotations; a type that has a name is taken more often. */
export function generateInput(site: Site, mayBeBare: boolean, named: Type | undefined): Input {
  const kinds = inputKinds(site, named);
  const types = site.choices.many("inputs", "input", 1, 3).map((choices, index) => {
    const suited = index > 0 ? kinds : kinds.filter(([, , known]) => known.every(holdsReals));
    const label = choices.pick(
      "kind",
      suited.map(([kind, weight]) => [kind, weight]),
    );
    site.feature(label);
    const known = suited.find(([kind]) => kind === label)?.[2] ?? [];
    return known[choices.integer("type", known.length - 1)] ?? Real;
  });
  const bare =
    mayBeBare &&
    types.every((type) => sameType(type, Real)) &&
    site.choices.oneOf("annotations", ["yes", "no"]) === "no";
  const variables: Variable[] = [];
  const patterns = types.map((type, index): Pattern => {
    const bound = bare
      ? plain(site, index, type, variables)
      : irrefutable(site, `input pattern ${index}`, type, variables, 40);
    variables.push(...bound.variables);
    if (bare || bound.pattern.tag === "Typed") return bound.pattern;
    site.annotates("annotated parameter", type);
    return { tag: "Typed", pattern: bound.pattern, type };
  });
  return { types, patterns, variables, anchor: bare ? anchor(site, variables) : undefined };
}

function plain(
  site: Site,
  index: number,
  type: Type,
  avoid: readonly Variable[],
): { pattern: Pattern; variables: Variable[] } {
  const variable = site.fresh(`input ${index}`, type, avoid);
  return { pattern: bind(variable.name), variables: [variable] };
}

function anchor(site: Site, variables: readonly Variable[]): Statements {
  const made = site.fresh("anchor", Real, variables);
  site.feature("let", "arithmetic");
  const term = variables.reduce<Term>((sum, variable, index) => {
    variable.uses.count += 1;
    return infix(sum, site.choices.oneOf(`operator ${index}`, ["*", "+", "-"]), name(variable.name));
  }, real("0.5"));
  return { wrap: (body) => letIn(bind(made.name), term, body), variables: [made] };
}

const RESULTS: readonly (readonly [label: string, weight: number])[] = [
  ["Real", 6],
  ["tuple result", 3],
  ["list result", 2],
  ["array result", 1],
  ["data result", 2],
  ["Int result", 2],
];

function resultType(site: Site): Type {
  const label = site.choices.pick("result kind", RESULTS);
  site.feature(label);
  const data = site.world.data.map(({ name: text, parameters }) => dataOf(text, ...parameters.map(() => Real)));
  const types: Readonly<Record<string, readonly Type[]>> = {
    "tuple result": [
      tupleOf(Real, Real),
      tupleOf(Real, tupleOf(Real, Real)),
      tupleOf(Real, listOf(Real)),
      tupleOf(Real, Real, Bool),
    ],
    "list result": [listOf(Real), listOf(tupleOf(Real, Real)), listOf(listOf(Real))],
    "array result": [arrayOf(Real), arrayOf(tupleOf(Real, Real))],
    "data result": [...data, dataOf("Maybe", Real), dataOf("Either", tupleOf(Real, Real), Int)],
    "Int result": [tupleOf(Real, Int), tupleOf(Int, listOf(Real)), tupleOf(tupleOf(Int, Bool), Real)],
  };
  const known = types[label] ?? [Real];
  return known[site.choices.integer("result type", known.length - 1)] ?? Real;
}

/** The definition of main; `finish` puts the statements around a result. */
export function mainDefinition(
  site: Site,
  input: Input,
  finish: (site: Site, result: (site: Site) => Term) => Term,
): Declaration {
  const type = resultType(site);
  const ambiguous = mentions(type, ({ tag }) => tag !== "Real" && tag !== "Tuple");
  const form = site.choices.pick("form", [
    ["one parameter", 6],
    ["several parameters", 2],
    ["main without parameters", 1],
  ]);
  const several = form === "several parameters" && input.types.length > 1;
  const bare = form === "main without parameters";
  if (several || bare) site.feature(form);
  const [only] = input.patterns;
  const whole = input.patterns.length === 1 && only !== undefined ? only : tuplePattern(...input.patterns);
  if (input.patterns.length > 1 && !several && whole.tag === "SequencePattern" && input.anchor === undefined)
    site.feature("annotated component");
  const annotated = ambiguous || site.choices.chance("annotated result", 20);
  const inside =
    annotated && (bare || site.choices.oneOf("result annotation", ["definition", "expression"]) === "expression");
  if (annotated) site.annotates(inside ? "annotated expression" : "annotated result", type);
  const body = finish(site, (at) => {
    const term = construct(at, type);
    return inside ? { tag: "Annotated", term, type } : term;
  });
  const parameters = several ? input.patterns : [whole];
  if (!bare) {
    return {
      tag: "Definition",
      binding: { pattern: bind("main"), parameters, type: annotated && !inside ? type : undefined, body },
    };
  }
  const [first] = input.types;
  const argument = input.types.length === 1 && first !== undefined ? first : tupleOf(...input.types);
  const full = site.choices.chance("full type", 40);
  if (full) site.annotates("annotated result", type);
  site.feature("lambda");
  return {
    tag: "Definition",
    binding: {
      pattern: bind("main"),
      parameters: [],
      type: full ? arrow(argument, type) : undefined,
      body: lambda(parameters, body),
    },
  };
}

/** The result: its parts in their literal form, so that every Real of it is an expression of its own. */
function construct(site: Site, type: Type): Term {
  switch (type.tag) {
    case "Real": {
      const unused = site.scope.filter(
        ({ uses, type: known, origin }) =>
          origin === "local" && uses.count === 0 && holdsReals(known) && known.tag !== "Function",
      );
      const [first] = unused.toReversed();
      if (first === undefined) return site.grow("value", type);
      return digestVariable(site.part("last"), first);
    }
    case "Tuple":
      return tuple(...type.items.map((item, index) => construct(site.part(String(index), "item"), item)));
    case "List":
    case "Array": {
      const items = site.choices
        .many("items", "item", 1, 3)
        .map((choices) => construct(site.part("", "item", choices), type.of));
      return type.tag === "List" ? list(...items) : array(...items);
    }
    default:
      return site.grow("value", type);
  }
}
