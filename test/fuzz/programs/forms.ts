// Special forms of a type: operators, literals of structures, constructors, lambdas, parallel pairs.
import { intLiteral, realLiteral } from "./leaves.ts";
import { Patterns } from "./patterns.ts";
import type { Scope } from "./scope.ts";
import type { Rule, Terms } from "./terms.ts";
import {
  array,
  BOOL,
  type Constructor,
  data,
  fieldsOf,
  hasVariable,
  holds,
  INT,
  list,
  matches,
  REAL,
  SIZE,
  type Substitution,
  type Type,
  typeKey,
  typeText,
} from "./types.ts";

/** The rules for a type. */
export function formsOf(terms: Terms, type: Type, scope: Scope): readonly Rule[] {
  const { random } = terms;
  const make = (one: Type): string => terms.make(one, scope);
  const binary = (one: Type, ...operators: readonly string[]): string =>
    `(${make(one)} ${random.pick(operators)} ${make(one)})`;
  const element: Rule = [0.15, () => `(${make(array(type))} ! ${make(SIZE)})`];
  switch (type.tag) {
    case "real":
      return [
        element,
        [0.4, () => realLiteral(terms)],
        [3, () => binary(REAL, "+", "*", "-", "*", "+", "/")],
        [0.3, () => `(-${make(REAL)})`],
        [isNamed("max", scope) ? 0.5 : 0, () => `(${random.pick(["max", "min"])} ${make(REAL)} ${make(REAL)})`],
        [0.4, () => `(${make(REAL)} ^ ${exponent(terms, scope)})`],
      ];
    case "int":
      return [
        element,
        [0.4, () => intLiteral(terms)],
        [1.6, () => binary(INT, "+", "-", "*")],
        [0.2, () => `(-${make(INT)})`],
        [isNamed("div", scope) ? 0.3 : 0, () => `(div ${make(INT)} ${random.pick(["2", "3", "(-2)"])})`],
      ];
    case "size":
      return isNamed("mod", scope) ? [[0.8, () => `(mod ${make(INT)} ${random.between(2, 4)})`]] : [];
    case "bool":
      return [
        [1.3, () => binary(REAL, "<", "<=", ">", ">=", "==", "/=")],
        [0.7, () => binary(INT, "<", "<=", ">", ">=", "==", "/=")],
        [0.5, () => binary(BOOL, "&&", "||")],
        [0.5, () => equality(terms, scope)],
      ];
    case "tuple": {
      const items = (): string => type.items.map(make).join(", ");
      const rules: Rule[] = [[1.5, () => `(${items()})`]];
      if (type.items.length === 2)
        rules.push([0.3, () => `(${make(type.items[0]!)} ${random.pick(["|*|", "⋆"])} ${make(type.items[1]!)})`]);
      if (type.items.length >= 2) rules.push([0.3, () => `(par (${items()}))`]);
      return rules;
    }
    case "list":
      return [
        element,
        [1, () => `[${random.times(random.between(0, 3), () => make(type.item)).join(", ")}]`],
        [0.6, () => `(${make(type.item)} :: ${make(type)})`],
        [0.3, () => `(${make(list(type.item))} ++ ${make(type)})`],
      ];
    case "array":
      return [[1, () => `#[${random.times(random.between(0, 3), () => make(type.item)).join(", ")}]`]];
    case "data":
      return [element, ...records(terms, type, scope)];
    case "fun":
      return [[2.5, () => lambda(terms, type, scope)]];
    case "var":
      return [];
  }
}

/** `==` or `/=` of any type without functions. */
function equality(terms: Terms, scope: Scope): string {
  const { random } = terms;
  const type = terms.anyType(scope, 2);
  if (holds("fun", type, scope.world.data) || hasVariable(type)) return random.pick(["True", "False"]);
  const [one, other] = [terms.make(type, scope), terms.make(type, scope)];
  return `((${one} : ${typeText(type)}) ${random.pick(["==", "/="])} ${random.chance(0.2) ? one : other})`;
}

/** A record that is made by the names of its fields, or with other values of some. */
function records(terms: Terms, type: Extract<Type, { tag: "data" }>, scope: Scope): readonly Rule[] {
  const { random } = terms;
  const of = scope.world.data.find(({ name }) => name === type.name)!;
  const named = of.constructors.filter(({ names }) => names !== undefined);
  if (named.length === 0) return [];
  const values = (con: Constructor): readonly string[] =>
    fieldsOf(of, type.args, con.fields).map((field, at) => {
      const name = con.names![at]!;
      const isVariable = scope.locals.some((one) => one.text === name && typeKey(one.type) === typeKey(field));
      return isVariable && random.chance(0.6) ? name : `${name} = ${terms.make(field, scope)}`;
    });
  const made = (): string => {
    const con = random.pick(named);
    return `(${con.name} { ${random.shuffled(values(con)).join(", ")} })`;
  };
  const changed = (): string => {
    const given = random.shuffled(values(random.pick(named)));
    const whole = hasVariable(type) ? terms.make(type, scope) : `(${terms.make(type, scope)} : ${typeText(type)})`;
    return `(${whole} { ${given.slice(0, random.between(1, given.length)).join(", ")} })`;
  };
  return [
    [0.6, made],
    [0.3, changed],
  ];
}

/** Fields of records that are of a type. */
export function fieldAccess(terms: Terms, type: Type, scope: Scope): readonly Rule[] {
  const { random } = terms;
  const found = scope.world.data.flatMap((of) =>
    of.constructors.flatMap(({ names = [], fields }) =>
      names.flatMap((name, at): Rule[] => {
        const by: Substitution = new Map();
        if (!matches(fields[at]!, type, by, new Set(of.params))) return [];
        const record = (): Type => data(of.name, ...of.params.map((one) => by.get(one) ?? terms.anyType(scope, 0)));
        return [[1, () => `${terms.make(record(), scope)}.${name}`]];
      }),
    ),
  );
  return found.length === 0 ? [] : [[0.5, () => random.weighted(found)()]];
}

/** A lambda of one or more parameters. */
function lambda(terms: Terms, type: Type, scope: Scope): string {
  const { random } = terms;
  const parameters: string[] = [];
  let inner = scope.once;
  let at = type;
  const patterns = new Patterns(random, scope.world.data);
  while (at.tag === "fun" && (parameters.length === 0 || random.chance(0.6))) {
    const parameter = patterns.parameter(at.from, random.chance(0.2) && !hasVariable(at.from));
    parameters.push(parameter.text);
    inner = inner.with(parameter.names);
    at = at.to;
  }
  return `(${random.pick(["\\", "λ"])}${parameters.join(" ")} -> ${terms.make(at, inner)})`;
}

/** The term behind `^`: seldom large. */
function exponent(terms: Terms, scope: Scope): string {
  const { random } = terms;
  if (random.chance(0.7)) return random.pick(["2", "3", "0", "1", "(-1)", "(-2)"]);
  return terms.make(random.chance(0.7) ? SIZE : INT, scope);
}

function isNamed(name: string, scope: Scope): boolean {
  return scope.globals.some(({ text }) => text === name);
}
