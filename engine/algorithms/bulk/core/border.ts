// Values at the border of a program: taken apart into the arrays of numbers that they hold, and put together of these.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import {
  builtin,
  type CorePattern,
  type CoreProgram,
  conditional,
  OPEN_TYPE,
  prim,
  type Term,
  truth,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { fieldsAt, INT, LIST, list, REAL, type Type } from "../../../types/type.ts";
import { letIn } from "../../common/rule-terms.ts";
import { numbersIn, OutsideBulk, type Part } from "../front/parts.ts";
import type { Names } from "../language/names.ts";
import { type ArrayShape, type Element, sizeOf } from "../language/syntax.ts";
import { intTerm, tabulated } from "./emit.ts";
import { arrayOfType, ROW, STACK } from "./natives.ts";

/** A binding of the transformed program, with its place. */
export type Bound = readonly [CorePattern, Term, (Span | undefined)?];

/** An array of numbers, with its shape. */
interface Leaf {
  readonly term: Term;
  readonly shape: ArrayShape;
  readonly element: Element;
}

/** Takes values apart, and puts them together, by what is known of them. */
export class Border {
  private readonly program: CoreProgram;
  private readonly names: Names;

  constructor(program: CoreProgram, names: Names) {
    this.program = program;
    this.names = names;
  }

  /** The bindings that take a value apart, and its arrays of numbers, from left to right. */
  apart(
    part: Part,
    type: Type,
    whole: Term,
  ): { readonly bindings: readonly Bound[]; readonly arrays: readonly Term[] } {
    const bindings: Bound[] = [];
    const arrays = this.arrays(part, type, whole, bindings);
    return { bindings, arrays };
  }

  private arrays(part: Part, type: Type, of: Term, bindings: Bound[]): readonly Term[] {
    const inside = (one: Part, at: Type, term: Term): readonly Term[] => {
      if (one.tag === "number" || one.tag === "int") return this.arrays(one, at, term, bindings);
      const name = this.names.fresh("v");
      bindings.push([varPattern(name, OPEN_TYPE), term]);
      return this.arrays(one, at, variable(name), bindings);
    };
    switch (part.tag) {
      case "number": {
        const isTruth = part.term.element === "Bool";
        const item = isTruth ? conditional(of, intTerm(1), intTerm(0)) : of;
        return [{ tag: "array", items: [item], item: part.term.element === "Real" ? REAL : INT }];
      }
      case "tuple": {
        const { items } = type as Extract<Type, { tag: "tuple" }>;
        return part.items.flatMap((one, index) =>
          inside(one, nth(items, index), { tag: "proj", index, size: items.length, term: of }),
        );
      }
      case "data": {
        const { data, fields } = this.constructorOf(part.con, type);
        return part.fields.flatMap((one, index) =>
          inside(one, nth(fields, index), { tag: "field", con: part.con, data, index, term: of }),
        );
      }
      case "array":
        return this.rows(part, nth((type as Extract<Type, { tag: "con" }>).args, 0), of);
      case "int":
      case "failure":
        return [];
      case "function":
        return internal("a function at the border of a program", part.tag);
    }
  }

  private rows({ size, rows }: Extract<Part, { tag: "array" }>, item: Type, of: Term): readonly Term[] {
    if (rows.tag === "number" && rows.term.element !== "Bool") return [of];
    return numbersIn(rows).map((leaf, at) => {
      const index = this.names.fresh("n");
      const bindings: Bound[] = [];
      const element = this.arrays(rows, item, prim("index", [item], [of, variable(index)]), bindings);
      const type = arrayOfType(leaf.element === "Real" ? REAL : INT);
      const body = letIn(bindings, nth(element, at));
      const all = tabulated(size, index, this.names.fresh("rows"), type, body);
      return prim(STACK, [leaf.element === "Real" ? REAL : INT], [all]);
    });
  }

  /** A value of the arrays of its numbers, from left to right. */
  together(part: Part, type: Type, arrays: readonly Term[]): Term {
    const rest = numbersIn(part).map(({ shape, element }, at): Leaf => ({ term: nth(arrays, at), shape, element }));
    return this.made(part, type, rest);
  }

  /** Takes its numbers from the front of a list. */
  private made(part: Part, type: Type, rest: Leaf[]): Term {
    switch (part.tag) {
      case "number":
        return scalarIn(present(rest.shift()));
      case "int":
        return intTerm(part.value);
      case "tuple": {
        const { items } = type as Extract<Type, { tag: "tuple" }>;
        return { tag: "tuple", items: part.items.map((one, index) => this.made(one, nth(items, index), rest)) };
      }
      case "data": {
        const { data, fields, types } = this.constructorOf(part.con, type);
        const args = part.fields.map((one, index) => this.made(one, nth(fields, index), rest));
        if (data === LIST) return listTerm(args, nth(types, 0));
        return { tag: "con", data, con: part.con, types, args };
      }
      case "array": {
        const item = nth((type as Extract<Type, { tag: "con" }>).args, 0);
        if (part.rows.tag === "number" && part.rows.term.element !== "Bool") return present(rest.shift()).term;
        if (part.rows.tag === "failure") return { tag: "array", items: [], item };
        const leaves = rest.splice(0, numbersIn(part.rows).length);
        const index = this.names.fresh("n");
        const body = this.made(
          part.rows,
          item,
          leaves.map((leaf) => rowOf(leaf, index)),
        );
        return prim("fromList", [item], [tabulated(part.size, index, this.names.fresh("rows"), item, body)]);
      }
      case "failure":
        throw new OutsideBulk("the result is a failure", undefined);
      case "function":
        return internal("a function at the border of a program", part.tag);
    }
  }

  private constructorOf(
    con: string,
    type: Type,
  ): { readonly data: string; readonly fields: readonly Type[]; readonly types: readonly Type[] } {
    const { name, args } = type as Extract<Type, { tag: "con" }>;
    if (name === LIST)
      return { data: LIST, fields: con === "[]" ? [] : [nth(args, 0), list(nth(args, 0))], types: args };
    if (name === "Bool") return { data: name, fields: [], types: [] };
    const data = this.program.data.find((one) => one.name === name) ?? internal("a data type is not defined", name);
    const constructor = present(data.constructors.find((one) => one.name === con));
    return { data: name, fields: fieldsAt(data, constructor, args), types: args };
  }
}

/** A list by its first element and the rest; by none, []. */
function listTerm([head, tail]: readonly Term[], item: Type): Term {
  if (head === undefined) return { tag: "list", items: [], tail: undefined, item };
  if (tail?.tag === "list") return { ...tail, items: [head, ...tail.items] };
  return { tag: "list", items: [head], tail, item };
}

/** The number of an array that has one. */
function scalarIn({ term, element }: Leaf): Term {
  const number = prim("index", [element === "Real" ? REAL : INT], [term, intTerm(0)]);
  if (element !== "Bool") return number;
  return conditional(builtin("eqInt", [number, intTerm(1)]), truth("True"), truth("False"));
}

/** A row of an array. */
function rowOf({ term, shape, element }: Leaf, index: string): Leaf {
  const [, ...inner] = shape;
  const types = [element === "Real" ? REAL : INT];
  return { term: prim(ROW, types, [variable(index), intTerm(sizeOf(inner)), term]), shape: inner, element };
}
