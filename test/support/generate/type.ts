// The generator's own type language: types of Dual, with refinements of Int that keep programs small and total.

/**
 * A type of Dual. `range` refines the Ints that an expression may have: `small` is 0 to 5 (a counter or an index),
 * `positive` is 1 to 4 (a size). Refinements are for the generator only; they are not printed and all Ints match.
 */
export type Type =
  | { readonly tag: "Real" }
  | { readonly tag: "Int"; readonly range?: "small" | "positive" }
  | { readonly tag: "Bool" }
  | { readonly tag: "Tuple"; readonly items: readonly Type[] }
  | { readonly tag: "Function"; readonly from: Type; readonly to: Type }
  | { readonly tag: "List"; readonly of: Type }
  | { readonly tag: "Array"; readonly of: Type }
  | { readonly tag: "Data"; readonly name: string; readonly args: readonly Type[] }
  | { readonly tag: "Variable"; readonly name: string; readonly numeric: boolean };

export const Real: Type = { tag: "Real" };
export const Int: Type = { tag: "Int" };
/** An Int that serves as a counter or an index, 0 to 5. */
export const SmallInt: Type = { tag: "Int", range: "small" };
/** An Int that serves as a size, 1 to 4. */
export const PositiveInt: Type = { tag: "Int", range: "positive" };
export const Bool: Type = { tag: "Bool" };
export const Unit: Type = { tag: "Tuple", items: [] };

export const tupleOf = (...items: readonly Type[]): Type => ({ tag: "Tuple", items });
export const listOf = (of: Type): Type => ({ tag: "List", of });
export const arrayOf = (of: Type): Type => ({ tag: "Array", of });
export const dataOf = (name: string, ...args: readonly Type[]): Type => ({ tag: "Data", name, args });
/** A type variable; a numeric one stands for Real or Int. */
export const variable = (name: string, numeric = false): Type => ({ tag: "Variable", name, numeric });

/** The curried function type through the given types; the last one is the result. */
export function arrow(...types: readonly Type[]): Type {
  return types.reduceRight((to, from) => ({ tag: "Function", from, to }));
}

/** The parameter types and the result type of a curried function type, taking at most `count` parameters. */
export function uncurry(type: Type, count = Number.POSITIVE_INFINITY): { parameters: Type[]; result: Type } {
  const parameters: Type[] = [];
  let result = type;
  while (result.tag === "Function" && parameters.length < count) {
    parameters.push(result.from);
    result = result.to;
  }
  return { parameters, result };
}

/** The parts that a type is made of, one level down. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.tag) {
    case "Tuple":
      return type.items;
    case "Function":
      return [type.from, type.to];
    case "List":
    case "Array":
      return [type.of];
    case "Data":
      return type.args;
    default:
      return [];
  }
}

/** Whether the predicate holds for the type or for any part of it (not for the fields of its data types). */
export function mentions(type: Type, predicate: (part: Type) => boolean): boolean {
  return predicate(type) || partsOf(type).some((part) => mentions(part, predicate));
}

/** The types of a scheme's quantified variables. */
export type Substitution = Map<string, Type>;

/** The type with variables replaced. */
export function substitute(type: Type, substitution: ReadonlyMap<string, Type>): Type {
  const go = (part: Type): Type => substitute(part, substitution);
  switch (type.tag) {
    case "Variable":
      return substitution.get(type.name) ?? type;
    case "Tuple":
      return { tag: "Tuple", items: type.items.map(go) };
    case "Function":
      return { tag: "Function", from: go(type.from), to: go(type.to) };
    case "List":
      return listOf(go(type.of));
    case "Array":
      return arrayOf(go(type.of));
    case "Data":
      return { tag: "Data", name: type.name, args: type.args.map(go) };
    default:
      return type;
  }
}

/**
 * One-way matching: whether `pattern` becomes `target` by replacing its quantified variables; extends `found`.
 * Variables that are not quantified are rigid: they match themselves only.
 */
export function match(pattern: Type, target: Type, quantified: ReadonlySet<string>, found: Substitution): boolean {
  if (pattern.tag === "Variable" && quantified.has(pattern.name)) {
    const known = found.get(pattern.name);
    if (known !== undefined) return sameType(known, target);
    if (pattern.numeric && !isNumeric(target)) return false;
    found.set(pattern.name, target);
    return true;
  }
  if (pattern.tag !== target.tag) return false;
  if (pattern.tag === "Variable") return sameType(pattern, target);
  if (pattern.tag === "Data" && target.tag === "Data" && pattern.name !== target.name) return false;
  const parts = partsOf(pattern);
  const others = partsOf(target);
  if (parts.length !== others.length) return false;
  return parts.every((part, index) => {
    const other = others[index];
    return other !== undefined && match(part, other, quantified, found);
  });
}

/** Whether numbers of this type exist: Real, Int, or a variable that stands for either. */
export function isNumeric(type: Type): boolean {
  return type.tag === "Real" || type.tag === "Int" || (type.tag === "Variable" && type.numeric);
}

/** Type variables of local functions cannot be written in annotations, since those scope over the whole definition. */
export function isWritable(type: Type): boolean {
  return !mentions(type, (part) => part.tag === "Variable" && part.name.startsWith("_"));
}

/** Equality of types, refinements of Int apart. */
export function sameType(left: Type, right: Type): boolean {
  return showType(left) === showType(right);
}

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/**
 * The type in Dual's syntax. `aliases` maps types as shown here without aliases to the names that stand for them.
 * Levels: 0 anything, 1 left of an arrow, 2 an argument of a type constructor.
 */
export function showType(type: Type, aliases = NO_ALIASES, level = 0): string {
  const alias = aliases.size > 0 ? aliases.get(showType(type)) : undefined;
  const wrap = (text: string, limit: number): string => (level > limit ? `(${text})` : text);
  if (alias !== undefined) return alias.includes(" ") ? wrap(alias, 1) : alias;
  switch (type.tag) {
    case "Real":
    case "Int":
    case "Bool":
      return type.tag;
    case "Variable":
      return type.name;
    case "Tuple":
      return `(${type.items.map((item) => showType(item, aliases)).join(", ")})`;
    case "Function":
      return wrap(`${showType(type.from, aliases, 1)} -> ${showType(type.to, aliases)}`, 0);
    case "List":
      return `[${showType(type.of, aliases)}]`;
    case "Array":
      return wrap(`Array ${showType(type.of, aliases, 2)}`, 1);
    case "Data": {
      const words = [type.name, ...type.args.map((arg) => showType(arg, aliases, 2))];
      return words.length === 1 ? type.name : wrap(words.join(" "), 1);
    }
  }
}

/** A constructor of a data type. */
export interface Constructor {
  readonly name: string;
  readonly fields: readonly Type[];
  /** The names of the fields, of a record; no two records have one in common. */
  readonly labels?: readonly string[];
}

/** A data type; `group` names the data types of its recursive group, itself included, where it is recursive. */
export interface DataType {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly constructors: readonly Constructor[];
  readonly group: readonly string[];
}

/** The data types that every program has. */
export const BUILT_IN_DATA: readonly DataType[] = [
  {
    name: "Maybe",
    parameters: ["a"],
    constructors: [
      { name: "Nothing", fields: [] },
      { name: "Just", fields: [variable("a")] },
    ],
    group: [],
  },
  {
    name: "Either",
    parameters: ["a", "b"],
    constructors: [
      { name: "Left", fields: [variable("a")] },
      { name: "Right", fields: [variable("b")] },
    ],
    group: [],
  },
];

/** The constructors of a data type at given arguments. */
export function constructorsAt(data: DataType, args: readonly Type[]): readonly Constructor[] {
  const substitution = new Map(data.parameters.map((name, index) => [name, args[index] ?? Real]));
  return data.constructors.map(({ fields, ...constructor }) => ({
    ...constructor,
    fields: fields.map((field) => substitute(field, substitution)),
  }));
}
