// The types of generated programs, as texts and as patterns that are matched.

/** A type. `size` is an Int that is small, so that it may say how long something is or how often it is done. */
export type Type =
  | { readonly tag: "real" }
  | { readonly tag: "int" }
  | { readonly tag: "size" }
  | { readonly tag: "bool" }
  | { readonly tag: "tuple"; readonly items: readonly Type[] }
  | { readonly tag: "list"; readonly item: Type }
  | { readonly tag: "array"; readonly item: Type }
  | { readonly tag: "data"; readonly name: string; readonly args: readonly Type[] }
  | { readonly tag: "fun"; readonly from: Type; readonly to: Type }
  /** A variable: rigid where a polymorphic definition is made, to be matched where one is used. */
  | { readonly tag: "var"; readonly name: string };

export const REAL: Type = { tag: "real" };
export const INT: Type = { tag: "int" };
export const SIZE: Type = { tag: "size" };
export const BOOL: Type = { tag: "bool" };
export const UNIT: Type = { tag: "tuple", items: [] };
export const tuple = (...items: readonly Type[]): Type => ({ tag: "tuple", items });
export const list = (item: Type): Type => ({ tag: "list", item });
export const array = (item: Type): Type => ({ tag: "array", item });
export const data = (name: string, ...args: readonly Type[]): Type => ({ tag: "data", name, args });
export const variable = (name: string): Type => ({ tag: "var", name });

/** t1 -> .. -> tn -> r, given as t1, .., tn, r. */
export function fun(...types: readonly Type[]): Type {
  return types.reduceRight((to, from) => ({ tag: "fun", from, to }));
}

/** A data type: its constructors with their fields over its parameters. */
export interface DataType {
  readonly name: string;
  readonly params: readonly string[];
  readonly constructors: readonly Constructor[];
}

/** A constructor; its fields may have names, which no other constructor has. */
export interface Constructor {
  readonly name: string;
  readonly fields: readonly Type[];
  readonly names?: readonly string[] | undefined;
}

/** A type as Dual writes it. */
export function typeText(type: Type): string {
  switch (type.tag) {
    case "real":
      return "Real";
    case "int":
    case "size":
      return "Int";
    case "bool":
      return "Bool";
    case "tuple":
      return `(${type.items.map(typeText).join(", ")})`;
    case "list":
      return `[${typeText(type.item)}]`;
    case "array":
      return `Array ${atomText(type.item)}`;
    case "data":
      return [type.name, ...type.args.map(atomText)].join(" ");
    case "fun":
      return `${type.from.tag === "fun" ? `(${typeText(type.from)})` : typeText(type.from)} -> ${typeText(type.to)}`;
    case "var":
      return type.name;
  }
}

/** A type that needs no parentheses as an argument of another. */
export function atomText(type: Type): string {
  const text = typeText(type);
  const isOpen = type.tag === "array" || type.tag === "fun" || (type.tag === "data" && type.args.length > 0);
  return isOpen ? `(${text})` : text;
}

/** A text that two types share exactly when they are the same; `size` is one of its own. */
export function typeKey(type: Type): string {
  switch (type.tag) {
    case "tuple":
      return `(${type.items.map(typeKey).join()})`;
    case "list":
      return `[${typeKey(type.item)}]`;
    case "array":
      return `#${typeKey(type.item)}`;
    case "data":
      return `${type.name}<${type.args.map(typeKey).join()}>`;
    case "fun":
      return `{${typeKey(type.from)}>${typeKey(type.to)}}`;
    case "var":
      return `'${type.name}`;
    default:
      return type.tag;
  }
}

export type Substitution = Map<string, Type>;

/** The type with its variables replaced, those that are known. */
export function substitute(type: Type, by: ReadonlyMap<string, Type>): Type {
  const inside = (one: Type): Type => substitute(one, by);
  switch (type.tag) {
    case "tuple":
      return { ...type, items: type.items.map(inside) };
    case "list":
    case "array":
      return { ...type, item: inside(type.item) };
    case "data":
      return { ...type, args: type.args.map(inside) };
    case "fun":
      return { ...type, from: inside(type.from), to: inside(type.to) };
    case "var":
      return by.get(type.name) ?? type;
    default:
      return type;
  }
}

/** Whether a type with variables can be this type; notes what the variables are then. */
export function matches(general: Type, type: Type, by: Substitution, free: ReadonlySet<string>): boolean {
  if (general.tag === "var" && free.has(general.name)) {
    const known = by.get(general.name);
    if (known !== undefined) return typeKey(known) === typeKey(type);
    by.set(general.name, type);
    return true;
  }
  // a small Int is an Int, but not the other way round
  if (general.tag === "size" && type.tag === "int") return true;
  if (general.tag !== type.tag) return false;
  const all = (a: readonly Type[], b: readonly Type[]): boolean =>
    a.length === b.length && a.every((one, index) => matches(one, b[index]!, by, free));
  switch (general.tag) {
    case "tuple":
      return all(general.items, (type as typeof general).items);
    case "list":
    case "array":
      return matches(general.item, (type as typeof general).item, by, free);
    case "data":
      return general.name === (type as typeof general).name && all(general.args, (type as typeof general).args);
    case "fun":
      // a function of small Ints must not be given large ones
      return typeKey(substitute(general.from, by)) === typeKey((type as typeof general).from) ||
        (general.from.tag !== "size" && matches(general.from, (type as typeof general).from, by, free))
        ? matches(general.to, (type as typeof general).to, by, free)
        : false;
    case "var":
      return general.name === (type as typeof general).name;
    default:
      return true;
  }
}

/** Whether a type mentions a variable. */
export function hasVariable(type: Type): boolean {
  return /'/.test(typeKey(type));
}

/** The fields of a constructor at the arguments of its type. */
export function fieldsOf(of: DataType, args: readonly Type[], fields: readonly Type[]): readonly Type[] {
  const by = new Map(of.params.map((name, index) => [name, args[index]!]));
  return fields.map((field) => substitute(field, by));
}

/** Whether values of a type may hold something of this kind. */
export function holds(
  what: "fun" | "real",
  type: Type,
  all: readonly DataType[],
  seen: Set<string> = new Set(),
): boolean {
  if (type.tag === what) return true;
  const inside = (one: Type): boolean => holds(what, one, all, seen);
  switch (type.tag) {
    case "tuple":
      return type.items.some(inside);
    case "list":
    case "array":
      return inside(type.item);
    case "data": {
      if (type.args.some(inside)) return true;
      if (seen.has(type.name)) return false;
      seen.add(type.name);
      const of = all.find(({ name }) => name === type.name)!;
      return of.constructors.some(({ fields }) => fields.some(inside));
    }
    default:
      return false;
  }
}

/** Whether a data type is mentioned in a type. */
export function mentions(type: Type, name: string): boolean {
  return typeKey(type).includes(`${name}<`);
}
