// How the Reals of a value lie in it: what is between them is known, from its type where that has Reals and tuples alone, else from a
// value. So a value can be taken apart into its Reals, and put together of others.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { UNWATCHED } from "../../../base/watch.ts";
import {
  type CoreBinding,
  type CoreProgram,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { type ArrayValue, type DataValue, listItems, type Value } from "../../../core/values/values.ts";
import { fieldsAt, LIST, list, type Type } from "../../../types/type.ts";

/** A type with what is known of a value of it. */
export type Structure = { readonly type: Type } & (
  | { readonly tag: "real" }
  | { readonly tag: "int"; readonly value: number }
  | { readonly tag: "tuple" | "list" | "array"; readonly parts: readonly Structure[] }
  | {
      readonly tag: "data";
      readonly con: Extract<Term, { tag: "con" }>;
      readonly parts: readonly Structure[];
    }
);

/** The structure of a type of Reals and tuples. */
export function structureOfType(type: Type): Structure {
  if (type.tag === "tuple") return { tag: "tuple", type, parts: type.items.map(structureOfType) };
  return { tag: "real", type };
}

/** The structure of a value. */
export function structureOf(type: Type, value: Value, program: CoreProgram): Structure {
  const inside = (inner: Type, one: Value): Structure => structureOf(inner, one, program);
  if (type.tag === "tuple") {
    const items = value as readonly Value[];
    return { tag: "tuple", type, parts: type.items.map((item, index) => inside(item, nth(items, index))) };
  }
  if (type.tag !== "con") return internal("a value at the border of a program is a function", type.tag);
  if (type.name === "Real") return { tag: "real", type };
  if (type.name === "Int") return { tag: "int", type, value: value as number };
  if (type.name === "Array")
    return { tag: "array", type, parts: (value as ArrayValue).items.map((item) => inside(nth(type.args, 0), item)) };
  if (type.name === LIST)
    return { tag: "list", type, parts: listItems(value, UNWATCHED).map((item) => inside(nth(type.args, 0), item)) };
  const { con: name, fields } = value as DataValue;
  const data = program.data.find((one) => one.name === type.name) ?? internal("a data type is not defined", type.name);
  const constructor = present(data.constructors.find((one) => one.name === name));
  const types = fieldsAt(data, constructor, type.args);
  return {
    tag: "data",
    type,
    con: { tag: "con", data: data.name, con: name, types: type.args, args: [] },
    parts: types.map((field, index) => inside(field, nth(fields, index))),
  };
}

/** How many Reals there are. */
export function realsOfStructure(structure: Structure): number {
  if (structure.tag === "real") return 1;
  if (structure.tag === "int") return 0;
  return structure.parts.reduce((sum, part) => sum + realsOfStructure(part), 0);
}

/** Bindings that take a value apart, and the names of its Reals, in order. */
export interface Apart {
  readonly bindings: readonly CoreBinding[];
  readonly reals: readonly string[];
}

/** Takes the value of a variable apart; what is bound is called `letter` with numbers. */
export function takeApart(structure: Structure, name: string, letter: string): Apart {
  const bindings: CoreBinding[] = [];
  const reals: string[] = [];
  let next = 1;
  const bind = (type: Type, bound: Term): string => {
    const found = subscript(letter, next++);
    bindings.push({ pattern: varPattern(found, type), variables: [], bound });
    return found;
  };
  const visit = (one: Structure, whole: string): void => {
    switch (one.tag) {
      case "real":
        reals.push(whole);
        return;
      case "int":
        return;
      case "tuple": {
        const names = one.parts.map(() => subscript(letter, next++));
        const items = one.parts.map((part, index) => varPattern(nth(names, index), part.type));
        bindings.push({ pattern: { tag: "tuple", items }, variables: [], bound: variable(whole) });
        return one.parts.forEach((part, index) => visit(part, nth(names, index)));
      }
      case "list": {
        let rest = whole;
        const item = itemOf(one.type);
        const field = (index: number): Term => ({ tag: "field", con: "::", data: LIST, index, term: variable(rest) });
        one.parts.forEach((part, index) => {
          const head = bind(part.type, field(0));
          if (index < one.parts.length - 1) rest = bind(list(item), field(1));
          visit(part, head);
        });
        return;
      }
      case "array": {
        const item = itemOf(one.type);
        one.parts.forEach((part, index) => {
          if (realsOfStructure(part) === 0) return;
          visit(part, bind(item, prim("index", [item], [variable(whole), { tag: "int", value: index }])));
        });
        return;
      }
      case "data": {
        const { con: name, data } = one.con;
        one.parts.forEach((part, index) => {
          if (realsOfStructure(part) === 0) return;
          visit(part, bind(part.type, { tag: "field", con: name, data, index, term: variable(whole) }));
        });
      }
    }
  };
  visit(structure, name);
  return { bindings, reals };
}

/** A value of a structure, put together of Reals. */
export function putTogether(structure: Structure, reals: readonly Term[]): Term {
  let next = 0;
  const build = (one: Structure): Term => {
    switch (one.tag) {
      case "real":
        return nth(reals, next++);
      case "int":
        return { tag: "int", value: one.value };
      case "tuple":
        return { tag: "tuple", items: one.parts.map(build) };
      case "list":
        return { tag: "list", items: one.parts.map(build), tail: undefined, item: itemOf(one.type) };
      case "array":
        return { tag: "array", items: one.parts.map(build), item: itemOf(one.type) };
      case "data":
        return { ...one.con, args: one.parts.map(build) };
    }
  };
  return build(structure);
}

/** The type of the items of a list or an array. */
function itemOf(type: Type): Type {
  return type.tag === "con" ? nth(type.args, 0) : internal("a list or an array has another type", type.tag);
}
