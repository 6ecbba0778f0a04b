import { nth } from "../base/nth.ts";
// Types: what programs and their derivatives are made of. Closed: no unification variables (those are in open.ts).

/** The types that a variable may stand for: any; `data`, those that hold no function; `number`, Real and Int. Each kind holds the next. */
export type Kind = "any" | "data" | "number";

/** The narrower of two kinds. */
export function narrower(a: Kind, b: Kind): Kind {
  if (a === "number" || b === "number") return "number";
  return a === "any" ? b : a;
}

/**
 * A type. `con` is a named type with its arguments: `Real`, `Int`, `Array`, a data type (`Bool`, `List`, ..), or one that
 * an algorithm adds. `lin` is the type of linear functions, the papers' σ ⊸ τ: it occurs in target programs only.
 */
export type Type =
  | { readonly tag: "con"; readonly name: string; readonly args: readonly Type[]; readonly alias?: string }
  | { readonly tag: "tuple"; readonly items: readonly Type[]; readonly alias?: string }
  | { readonly tag: "fun"; readonly from: Type; readonly to: Type; readonly alias?: string }
  | { readonly tag: "lin"; readonly from: Type; readonly to: Type; readonly alias?: string }
  | { readonly tag: "var"; readonly name: string; readonly kind: Kind; readonly alias?: string };

/** The key of the built-in list type; its constructors are `[]` and `::`. */
export const LIST = "#List";
/** The built-in type of tables of rows and columns. */
export const TABLE = "Array2";
/** The constructor of the empty list. */
export const NIL = "[]";
/** The constructor of a list with a first element and a rest. */
export const CONS = "::";

/** The type of scalars that derivatives are taken of. */
export const REAL: Type = con("Real");
/** The type of whole numbers; they have no derivative. */
export const INT: Type = con("Int");
/** The type of truth values, with the constructors `True` and `False`. */
export const BOOL: Type = con("Bool");
/** The type of (): a tuple without items. */
export const UNIT: Type = { tag: "tuple", items: [] };

/** A type by its name, with its arguments: `con("Array", REAL)`. */
export function con(name: string, ...args: readonly Type[]): Type {
  return { tag: "con", name, args };
}

/** A type of tuples. */
export function tuple(...items: readonly Type[]): Type {
  return { tag: "tuple", items };
}

/** A type of functions, from → to. */
export function fun(from: Type, to: Type): Type {
  return { tag: "fun", from, to };
}

/** A type of linear functions, from ⊸ to. */
export function lin(from: Type, to: Type): Type {
  return { tag: "lin", from, to };
}

/** A quantified variable. */
export function typeVariable(name: string, kind: Kind = "any"): Type {
  return { tag: "var", name, kind };
}

/** A type of lists. */
export function list(item: Type): Type {
  return con(LIST, item);
}

/** A type with quantified variables: ∀ variables. type. */
export interface Scheme {
  readonly variables: readonly { readonly name: string; readonly kind: Kind }[];
  readonly type: Type;
}

/** A data type: its parameters and constructors, in the order of declaration. */
export interface DataType {
  /** The unique key; where a user's type has a built-in's name, `name#2` (see {@link shownName}). */
  readonly name: string;
  readonly params: readonly string[];
  readonly constructors: readonly Constructor[];
}

/** A constructor of a data type, with the types of its fields in the type's own parameters, and their names where they have some. */
export interface Constructor {
  readonly name: string;
  readonly fields: readonly Type[];
  readonly fieldNames?: readonly string[] | undefined;
}

/** A name as the user wrote it: without the suffix that keeps unique keys apart (`Bool#2`, `a%7`). */
export function shownName(key: string): string {
  const cut = key.search(/[#%]/);
  return cut > 0 ? key.slice(0, cut) : key;
}

/** Replaces type variables by types. */
export function substitute(type: Type, by: ReadonlyMap<string, Type>): Type {
  if (by.size === 0) return type;
  switch (type.tag) {
    case "var":
      return by.get(type.name) ?? type;
    case "con":
      return type.args.length === 0
        ? type
        : { tag: "con", name: type.name, args: type.args.map((arg) => substitute(arg, by)) };
    case "tuple":
      return { tag: "tuple", items: type.items.map((item) => substitute(item, by)) };
    case "fun":
    case "lin":
      return { tag: type.tag, from: substitute(type.from, by), to: substitute(type.to, by) };
  }
}

/** A type with its alias labels taken off, at every depth. */
export function withoutAliases(type: Type): Type {
  return substitute(type, new Map([["", UNIT]]));
}

/** The fields of a constructor of a data type at given arguments. */
export function fieldsAt(data: DataType, constructor: Constructor, args: readonly Type[]): readonly Type[] {
  const by = new Map(data.params.map((param, index) => [param, nth(args, index)]));
  return constructor.fields.map((field) => substitute(field, by));
}

/** Equality of types; alias labels do not count. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.tag) {
    case "var":
      return b.tag === "var" && a.name === b.name;
    case "con":
      return b.tag === "con" && a.name === b.name && sameTypes(a.args, b.args);
    case "tuple":
      return b.tag === "tuple" && sameTypes(a.items, b.items);
    case "fun":
    case "lin":
      return b.tag === a.tag && sameType(a.from, b.from) && sameType(a.to, b.to);
  }
}

function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, index) => sameType(type, nth(b, index)));
}

/** Prints a type in Dual's syntax; alias labels are shown, so the user meets their own names. */
export function showType(type: Type): string {
  return show(type, 0);
}

/** Level 0: anything; 1: the left of an arrow; 2: an argument. */
function show(type: Type, level: 0 | 1 | 2): string {
  if (type.alias !== undefined) return level === 2 && type.alias.includes(" ") ? `(${type.alias})` : type.alias;
  switch (type.tag) {
    case "var":
      return shownName(type.name);
    case "tuple":
      return `(${type.items.map((item) => show(item, 0)).join(", ")})`;
    case "con": {
      if (type.name === LIST) return `[${show(nth(type.args, 0), 0)}]`;
      const text = [shownName(type.name), ...type.args.map((arg) => show(arg, 2))].join(" ");
      return level === 2 && type.args.length > 0 ? `(${text})` : text;
    }
    case "fun":
    case "lin": {
      const text = `${show(type.from, 1)} ${type.tag === "fun" ? "->" : "⊸"} ${show(type.to, 0)}`;
      return level > 0 ? `(${text})` : text;
    }
  }
}

/** The free variables of a type, in order of first occurrence. */
export function freeVariables(type: Type, found: Map<string, Kind> = new Map()): Map<string, Kind> {
  switch (type.tag) {
    case "var":
      if (!found.has(type.name)) found.set(type.name, type.kind);
      break;
    case "con":
      for (const arg of type.args) freeVariables(arg, found);
      break;
    case "tuple":
      for (const item of type.items) freeVariables(item, found);
      break;
    case "fun":
    case "lin":
      freeVariables(type.from, found);
      freeVariables(type.to, found);
      break;
  }
  return found;
}
