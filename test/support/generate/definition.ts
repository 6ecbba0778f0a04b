// Top-level definitions of all kinds, and statements for main that use them.

import { application } from "./call.ts";
import type { Feature } from "./feature.ts";
import { formula, partial } from "./operation.ts";
import { atTwoTypes, polymorphicFunction } from "./polymorphic.ts";
import { recursiveGroup } from "./recursion.ts";
import { global, type Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import { parameterPatterns } from "./structure.ts";
import { apply, type Binding, bind, type Declaration, lambda, letIn, name, type Pattern, type Term } from "./syntax.ts";
import { arrow, Int, listOf, Real, type Type, tupleOf, uncurry, variable } from "./type.ts";

/** Declarations, what they bring into scope, and which of that is to be used at two types. */
export interface Definitions {
  readonly declarations: readonly Declaration[];
  readonly variables: readonly Variable[];
  readonly polymorphic: boolean;
}

/** Statements around the rest of a body, and the variables that they bind. */
export interface Statements {
  readonly wrap: (body: Term) => Term;
  readonly variables: readonly Variable[];
}

const NAMES = [
  "curve",
  "mixed",
  "gain",
  "warp",
  "slope",
  "bend",
  "relay",
  "stretch",
  "fuse",
  "shift",
  "twist",
  "probe",
];
/** Built-in names that a program may define anew: no rule but those of the library refers to them. */
export const REDEFINABLE = ["product", "reverse", "const", "concat", "id", "take"] as const;

const KINDS: readonly (readonly [Feature | "function", number])[] = [
  ["function", 6],
  ["higher-order definition", 2],
  ["function result", 2],
  ["constant definition", 2],
  ["polymorphic definition", 2],
  ["number-polymorphic definition", 2],
  ["recursive definition", 2],
  ["mutually recursive definitions", 2],
  ["unary op", 2],
  ["tuple op", 2],
];

/** One definition, or a few that belong together. */
export function generateDefinitions(site: Site): Definitions {
  const kind = site.choices.pick("kind", KINDS);
  site.feature(kind);
  switch (kind) {
    case "constant definition":
      return constant(site);
    case "polymorphic definition":
    case "number-polymorphic definition": {
      const { binding, variable } = polymorphicFunction(
        site,
        "global",
        kind === "number-polymorphic definition",
        NAMES,
      );
      site.world.taken.add(variable.name);
      return { declarations: [{ tag: "Definition", binding }], variables: [variable], polymorphic: true };
    }
    case "recursive definition":
    case "mutually recursive definitions": {
      const result = site.guess("result", (type) => type.tag !== "Array");
      const { bindings, variables } = recursiveGroup(site, result, kind !== "recursive definition", NAMES);
      for (const variable of variables) site.world.taken.add(variable.name);
      const declarations = bindings.map((binding): Declaration => ({ tag: "Definition", binding }));
      return {
        declarations,
        variables: variables.map(({ name: text, type }) => global(text, type)),
        polymorphic: false,
      };
    }
    case "unary op":
      return operation(site, ["x"]);
    case "tuple op":
      return operation(
        site,
        site.choices.pick("arity", [
          ["two", 3],
          ["three", 1],
        ]) === "two"
          ? ["x", "y"]
          : ["x", "y", "z"],
      );
    default:
      return functionDefinition(site, kind);
  }
}

/** A function with the name of a built-in one. */
export function redefinition(site: Site, text: string): Definitions {
  site.feature("redefined built-in");
  site.world.taken.add(text);
  return functionDefinition(site, "function", text);
}

function newName(site: Site, type: Type, pool = NAMES): string {
  const { name: text } = site.fresh("definition name", type, [], pool);
  site.world.taken.add(text);
  return text;
}

/** A definition without parameters: a number, a list, or a function. */
function constant(site: Site): Definitions {
  const number = variable("a", true);
  const types = [Real, Int, number, listOf(Real), tupleOf(Real, Real), tupleOf(number, Real), arrow(Real, Real)];
  const type = types[site.choices.integer("type", types.length - 1)] ?? Real;
  const body = site.leaf("body", type);
  const annotated = site.choices.chance("annotated result", 20) && site.annotates("annotated result", type);
  const text = newName(site, type);
  const binding = { pattern: bind(text), parameters: [], type: annotated ? type : undefined, body };
  return {
    declarations: [{ tag: "Definition", binding }],
    variables: [global(text, type, new Set(["a"]))],
    polymorphic: false,
  };
}

/** A function of one to three parameters. */
function functionDefinition(site: Site, kind: string, known?: string): Definitions {
  const types = site.choices
    .many("parameters", "parameter", 1, 3)
    .map((choices) => site.part("", "parameter", choices).guess("type"));
  const functions = [arrow(Real, Real), arrow(Real, Real, Real), arrow(Int, Real)];
  if (kind === "higher-order definition")
    types[0] = functions[site.choices.integer("function", 2)] ?? arrow(Real, Real);
  const result = kind === "function result" ? arrow(Real, Real) : site.guess("result");
  const text = known ?? newName(site, arrow(...types, result));
  const { patterns, variables } = parameterPatterns(site, types);
  const typed = patterns.map((pattern, index) => annotate(site, index, pattern, types[index]));
  const annotated = site.choices.chance("annotated result", 15) && site.annotates("annotated result", result);
  const body = kind === "function result" ? returnedLambda(site, variables) : site.grow("body", result, variables);
  const binding: Binding = { pattern: bind(text), parameters: typed, type: annotated ? result : undefined, body };
  return {
    declarations: [{ tag: "Definition", binding }],
    variables: [global(text, arrow(...types, result))],
    polymorphic: false,
  };
}

function annotate(site: Site, index: number, pattern: Pattern, type: Type | undefined): Pattern {
  const part = site.part(`annotation ${index}`, "annotation");
  if (type === undefined || pattern.tag === "Typed" || !part.choices.chance("annotated parameter", 12)) return pattern;
  return part.annotates("annotated parameter", type) ? { tag: "Typed", pattern, type } : pattern;
}

function returnedLambda(site: Site, variables: readonly Variable[]): Term {
  const inner = site.with(variables);
  const parameter = inner.fresh("parameter", Real, variables);
  site.feature("lambda");
  return lambda(
    [bind(parameter.name)],
    inner.closure(() => inner.grow("body", Real, [parameter])),
  );
}

/** A primitive operation; its partials stand in place or call a definition. */
function operation(site: Site, parameters: readonly string[]): Definitions {
  const value = formula(site, "value", parameters, 2);
  const partials = parameters.map((parameter) => partial(value, parameter));
  const [first] = parameters;
  const type = parameters.length === 1 ? arrow(Real, Real) : arrow(tupleOf(...parameters.map(() => Real)), Real);
  const text = newName(site, type);
  const [only] = partials;
  if (parameters.length === 1 && first !== undefined && only !== undefined && site.choices.chance("helper", 25)) {
    const helper = newName(site.part("helper"), type, ["slopeOf", "rateOf"]);
    const binding = { pattern: bind(helper), parameters: [bind(first)], body: only };
    const operation: Declaration = {
      tag: "Operation",
      name: text,
      parameters,
      value,
      partials: [apply(helper, name(first))],
    };
    return {
      declarations: [{ tag: "Definition", binding }, operation],
      variables: [global(text, type)],
      polymorphic: false,
    };
  }
  const hasPullback = site.world.hasDerivatives && site.choices.chance("pullback", 60);
  const declaration: Declaration = { tag: "Operation", name: text, parameters, value, partials, hasPullback };
  return { declarations: [declaration], variables: [global(text, type)], polymorphic: false };
}

/** Statements that use definitions: polymorphic ones at two types, others once. */
export function definitionUses(site: Site, { variables: defined, polymorphic }: Definitions): Statements {
  const [first] = defined;
  if (first === undefined) return { wrap: (body) => body, variables: [] };
  if (polymorphic) return atTwoTypes(site, first);
  const { parameters, result } = uncurry(first.type);
  if (parameters.length === 0) return { wrap: (body) => body, variables: [] };
  const made = site.fresh("result", result);
  const term = application(site, { variable: first, count: parameters.length, found: new Map() });
  return { wrap: (body) => letIn(bind(made.name), term, body), variables: [made] };
}
