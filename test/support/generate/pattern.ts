// Patterns for a type, and the arms of exhaustive cases.

import type { Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import {
  type Arm,
  bind,
  cases,
  cons,
  construct,
  listPattern,
  type Pattern,
  type Term,
  tuplePattern,
  wildcard,
} from "./syntax.ts";
import { constructorsAt, listOf, mentions, type Type } from "./type.ts";

/** A pattern and the variables that it binds. */
export interface Bound {
  readonly pattern: Pattern;
  readonly variables: Variable[];
}

/** A variable as a pattern; rarely with its type, or a wildcard. */
export function binder(site: Site, key: string, type: Type, avoid: readonly Variable[] = []): Bound {
  const part = site.part(key, "binder");
  const variable = part.fresh("name", type, avoid);
  const pattern = bind(variable.name);
  const rigid = mentions(type, (inner) => inner.tag === "Variable");
  const form = part.choices.pick("form", [
    ["plain", 22],
    ["annotated parameter", 2],
    ["wildcard", rigid ? 0 : 1],
  ]);
  if (form === "wildcard") return { pattern: wildcard, variables: [] };
  if (form === "plain" || !part.annotates("annotated parameter", type)) return { pattern, variables: [variable] };
  return { pattern: { tag: "Typed", pattern, type }, variables: [variable] };
}

/** A pattern that always matches: a variable, or one that takes tuples and single constructors apart. */
export function irrefutable(site: Site, key: string, type: Type, avoid: readonly Variable[] = [], open = 50): Bound {
  const part = site.part(key, "pattern");
  const parts = (types: readonly Type[]): Bounds =>
    sequence(part, types, avoid, (at, name, item, seen) => irrefutable(at, name, item, seen, open / 2));
  if (type.tag === "Tuple" && type.items.length === 0) return { pattern: tuplePattern(), variables: [] };
  if (type.tag === "Tuple" && part.choices.chance("open", open)) {
    const { patterns, variables } = parts(type.items);
    return {
      pattern: tuplePattern(...patterns.map((item, index) => annotate(part, index, item, type.items[index]))),
      variables,
    };
  }
  if (type.tag === "Data") {
    const [first, ...others] = constructorsAt(part.dataNamed(type.name), type.args);
    if (first !== undefined && others.length === 0 && part.choices.chance("open", open)) {
      const { patterns, variables } = parts(first.fields);
      return { pattern: construct(first.name, ...patterns), variables };
    }
  }
  return binder(part, "variable", type, avoid);
}

/** A component of a tuple pattern, sometimes with its type. */
function annotate(site: Site, index: number, pattern: Pattern, type: Type | undefined): Pattern {
  if (type === undefined || pattern.tag !== "Bind") return pattern;
  const part = site.part(`type ${index}`, "component");
  if (!part.choices.chance("annotated component", 4) || !part.annotates("annotated component", type)) return pattern;
  return { tag: "Typed", pattern, type };
}

interface Bounds {
  readonly patterns: Pattern[];
  readonly variables: Variable[];
}

type Make = (site: Site, key: string, type: Type, avoid: readonly Variable[]) => Bound;

function sequence(site: Site, types: readonly Type[], avoid: readonly Variable[], make: Make): Bounds {
  const patterns: Pattern[] = [];
  const variables: Variable[] = [];
  for (const [index, type] of types.entries()) {
    const bound = make(site, String(index), type, [...avoid, ...variables]);
    patterns.push(bound.pattern);
    variables.push(...bound.variables);
  }
  return { patterns, variables };
}

/** A pattern that may fail, looking `depth` levels into the value. */
export function refutable(site: Site, key: string, type: Type, depth: number, avoid: readonly Variable[] = []): Bound {
  const part = site.part(key, "pattern");
  const parts = (types: readonly Type[]): Bounds =>
    sequence(part, types, avoid, (at, name, item, seen) => refutable(at, name, item, depth - 1, seen));
  if (depth <= 0) return binder(part, "variable", type, avoid);
  switch (type.tag) {
    case "Tuple": {
      const { patterns, variables } = parts(type.items);
      return { pattern: tuplePattern(...patterns), variables };
    }
    case "List": {
      const form = part.choices.oneOf("form", ["cons", "two", "one", "second"]);
      const types = {
        cons: [type.of, type],
        two: [type.of, type.of],
        one: [type.of],
        second: [type.of, type.of, type],
      };
      const { patterns, variables } = parts(types[form]);
      const [first = wildcard, second = wildcard, third = wildcard] = patterns;
      if (form === "cons") return { pattern: cons(first, second), variables };
      if (form === "second") return { pattern: cons(first, cons(second, third)), variables };
      return { pattern: listPattern(...patterns), variables };
    }
    case "Data": {
      const constructors = constructorsAt(part.dataNamed(type.name), type.args);
      const picked = part.choices.oneOf(
        "constructor",
        constructors.map(({ name }) => name),
      );
      const { patterns, variables } = parts(constructors.find(({ name }) => name === picked)?.fields ?? []);
      return { pattern: construct(picked, ...patterns), variables };
    }
    case "Bool":
      return { pattern: construct(part.choices.oneOf("truth", ["True", "False"])), variables: [] };
    case "Int": {
      const value = [0, 1, 2, -1][part.choices.integer("value", 3)] ?? 0;
      return { pattern: { tag: "NumberPattern", text: String(value) }, variables: [] };
    }
    default:
      return binder(part, "variable", type, avoid);
  }
}

/** Exhaustive arms over the constructors of a data type; sometimes a wildcard stands for the last ones. */
export function dataCases(
  site: Site,
  subject: Term,
  type: Type & { readonly tag: "Data" },
  body: (site: Site, key: string, variables: readonly Variable[], constructor: string) => Term,
): Term {
  const constructors = constructorsAt(site.dataNamed(type.name), type.args);
  const rest = constructors.length > 2 && site.choices.chance("wildcard arm", 20);
  const shown = rest ? constructors.slice(0, -2) : constructors;
  const arms = shown.map(({ name, fields }): Arm => {
    const part = site.part(`pattern ${name}`, "arm");
    const { patterns, variables } = sequence(part, fields, [], (at, key, field, avoid) =>
      irrefutable(at, key, field, avoid, 30),
    );
    return { pattern: construct(name, ...patterns), body: body(site, name, variables, name) };
  });
  if (rest) arms.push({ pattern: wildcard, body: body(site, "_", [], "_") });
  return cases(subject, ...arms);
}

/** Exhaustive arms over a list: two or three of them. */
export function listCases(
  site: Site,
  subject: Term,
  element: Type,
  body: (key: string, variables: readonly Variable[]) => Term,
): Term {
  const form = site.choices.pick("form", [
    ["cons", 6],
    ["one", 1],
    ["two", 1],
  ]);
  const list = listOf(element);
  const arm = (key: string, types: readonly Type[], make: (...patterns: Pattern[]) => Pattern): Arm => {
    const { patterns, variables } = sequence(site.part(`pattern ${key}`, "arm"), types, [], (at, name, type, avoid) =>
      irrefutable(at, name, type, avoid, type.tag === "List" ? 0 : 40),
    );
    return { pattern: make(...patterns), body: body(key, variables) };
  };
  const none = arm("none", [], () => listPattern());
  const more = arm("more", [element, list], (head = wildcard, rest = wildcard) => cons(head, rest));
  const one = (): Arm => arm("one", [element], (head = wildcard) => listPattern(head));
  const two = (): Arm =>
    arm("two", [element, element, list], (a = wildcard, b = wildcard, c = wildcard) => cons(a, cons(b, c)));
  if (form === "one") return cases(subject, none, one(), more);
  if (form === "two") return cases(subject, two(), more, none);
  return cases(subject, none, more);
}

/** Whether the first pattern surely matches whatever the second one does. */
export function covers(first: Pattern, second: Pattern): boolean {
  if (second.tag === "Typed") return covers(first, second.pattern);
  switch (first.tag) {
    case "Bind":
    case "Wildcard":
      return true;
    case "Typed":
      return covers(first.pattern, second);
    case "NumberPattern":
      return second.tag === "NumberPattern" && first.text === second.text;
    case "Construct":
      return second.tag === "Construct" && first.name === second.name && allCover(first.fields, second.fields);
    case "SequencePattern":
      return second.tag === "SequencePattern" && allCover(first.items, second.items);
    case "Cons": {
      if (second.tag === "Cons") return covers(first.head, second.head) && covers(first.rest, second.rest);
      if (second.tag !== "SequencePattern") return false;
      const [head, ...rest] = second.items;
      return head !== undefined && covers(first.head, head) && covers(first.rest, listPattern(...rest));
    }
  }
}

function allCover(first: readonly Pattern[], second: readonly Pattern[]): boolean {
  if (first.length !== second.length) return false;
  return first.every((pattern, index) => covers(pattern, second[index] ?? wildcard));
}

/** Whether the pattern matches every value of its type. */
export function isIrrefutable(site: Site, pattern: Pattern): boolean {
  switch (pattern.tag) {
    case "Bind":
    case "Wildcard":
      return true;
    case "Typed":
      return isIrrefutable(site, pattern.pattern);
    case "Construct":
      return site.isOnlyConstructor(pattern.name) && pattern.fields.every((field) => isIrrefutable(site, field));
    case "SequencePattern":
      return pattern.kind === "tuple" && pattern.items.every((item) => isIrrefutable(site, item));
    default:
      return false;
  }
}
