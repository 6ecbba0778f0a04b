// Common to Interleave and Deinterleave (Fig. 3.7, §3.9) in all stages: one function for each type.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import {
  type CorePattern,
  type CoreProgram,
  type Global,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { type Constructor, type DataType, fieldsAt, LIST, type Type, tuple } from "../../types/type.ts";
import type { TypeTransform } from "./types.ts";

/** A tuple, 𝟏 among them, or a value of one constructor: what is taken apart and put together field by field. */
export interface Whole {
  readonly type: Type;
  readonly fields: readonly Type[];
  /** The constructor; undefined for a tuple. */
  readonly con: string | undefined;
  /** Put together, in the source's types or the copy's. */
  make(values: readonly Term[], types?: TypeTransform): Term;
  /** A field of a term of the type. */
  field(index: number, of: Term): Term;
  /** A pattern that takes a whole apart: its fields get these names, or those of {@link fieldName}. */
  pattern(names?: readonly string[], types?: TypeTransform): CorePattern;
}

/** How the functions of a family are made, by the form of the type that they are for. */
export interface FamilyRules {
  /** The type of the function for τ. */
  type(type: Type): Type;
  real(): Term;
  /** ℤ. */
  discrete(): Term;
  /** The result for a whole whose fields are bound by {@link fieldName}. */
  whole(whole: Whole, family: Family): Term;
  /** The function for τ from what it is applied to, and its body. */
  fn(type: Type, param: CorePattern, body: Term): Term;
  array(item: Type, family: Family): Term;
  /** The function for a type of functions, where it is defined. */
  functions?(type: Type): Term;
}

/** The functions Interleave_τ or Deinterleave_τ of a program: global definitions, made on demand, recursive on data. */
export class Family {
  readonly globals: Global[] = [];
  private readonly names = new Map<string, string>();
  private readonly name: string;
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly rules: FamilyRules;
  private readonly types: TypeTransform | undefined;

  /** `types` where values of the copy's types come in, as in Deinterleave. */
  constructor(name: string, program: CoreProgram, rules: FamilyRules, types?: TypeTransform) {
    this.name = name;
    this.types = types;
    this.data = new Map(program.data.map((data) => [data.name, data]));
    this.rules = rules;
  }

  /** The function for a type without functions ("not defined!" for those with). */
  at(type: Type): Term {
    const key = typeKey(type);
    let name = this.names.get(key);
    if (name === undefined) {
      name = this.names.size === 0 ? this.name : subscript(this.name, this.names.size);
      this.names.set(key, name);
      const index = this.globals.length;
      this.globals.length++;
      this.globals[index] = {
        name,
        kind: "function",
        variables: [],
        type: this.rules.type(type),
        term: this.term(type),
        span: undefined,
      };
    }
    return { tag: "global", name, types: [] };
  }

  private term(type: Type): Term {
    const { rules, types } = this;
    if (type.tag === "tuple") {
      const whole = tupleWhole(type.items);
      return rules.fn(type, whole.pattern(undefined, types), rules.whole(whole, this));
    }
    if (type.tag === "fun" && rules.functions !== undefined) return rules.functions(type);
    if (type.tag !== "con") return internal(`${this.name} of a type that is not defined`, typeKey(type));
    if (type.name === "Real") return rules.real();
    if (type.name === "Int") return rules.discrete();
    if (type.name === "Array") return rules.array(nth(type.args, 0), this);
    const data = this.data.get(type.name) ?? internal("a data type is not defined", type.name);
    const branches = data.constructors.map((constructor) => {
      const whole = dataWhole(type, constructor, fieldsAt(data, constructor, type.args));
      return { pattern: whole.pattern(undefined, types), body: rules.whole(whole, this) };
    });
    const param = varPattern("x", types?.type(type) ?? type);
    return rules.fn(type, param, { tag: "case", scrutinee: variable("x"), branches });
  }
}

function tupleWhole(items: readonly Type[]): Whole {
  return {
    type: tuple(...items),
    fields: items,
    con: undefined,
    make: (values) => ({ tag: "tuple", items: values }),
    field: (index, of) => ({ tag: "proj", index, size: items.length, term: of }),
    pattern: (names, types) => deconstructTuple(items, types, names),
  };
}

function dataWhole(type: Extract<Type, { tag: "con" }>, constructor: Constructor, fields: readonly Type[]): Whole {
  return {
    type,
    fields,
    con: constructor.name,
    make: (values, types) => construct(type, constructor, values, types),
    field: (index, of) => ({ tag: "field", con: constructor.name, data: type.name, index, term: of }),
    pattern: (names, types) => deconstruct(type, constructor, fields, types, names),
  };
}

/** The name of the transformed program's entry. */
export const WRAP = "Wrap";

/** The name of a constructor's or tuple's i-th part, from 0. */
export function fieldName(index: number): string {
  return subscript("x", index + 1);
}

/** A constructor applied, in the source's types or the copy's. */
export function construct(type: Type, constructor: Constructor, args: readonly Term[], types?: TypeTransform): Term {
  if (type.tag !== "con") return internal("a data type was expected");
  const params = types === undefined ? type.args : type.args.map((arg) => types.type(arg));
  if (type.name === LIST) {
    const item = nth(params, 0);
    if (args.length === 0) return { tag: "list", items: [], tail: undefined, item };
    return { tag: "list", items: [nth(args, 0)], tail: nth(args, 1), item };
  }
  const data = types?.dataName(type.name) ?? type.name;
  const con = types?.constructorName(type.name, constructor.name) ?? constructor.name;
  return { tag: "con", data, con, types: params, args };
}

/** The pattern of a constructor with variables for its fields. */
export function deconstruct(
  type: Type,
  constructor: Constructor,
  fields: readonly Type[],
  types?: TypeTransform,
  names: readonly string[] = fields.map((_, index) => fieldName(index)),
): CorePattern {
  if (type.tag !== "con") return internal("a data type was expected");
  const at = (inner: Type) => types?.type(inner) ?? inner;
  return {
    tag: "con",
    data: types?.dataName(type.name) ?? type.name,
    con: types?.constructorName(type.name, constructor.name) ?? constructor.name,
    types: type.args.map(at),
    args: fields.map((field, index) => varPattern(nth(names, index), at(field))),
  };
}

/** The parts of a one-hot: zeros with the shapes of the fields, and z at its place. */
export function hotAt(items: readonly Type[], hot: number): readonly Term[] {
  return items.map((item, index) =>
    index === hot ? variable("z") : prim("coldOf", [item], [variable(fieldName(index))]),
  );
}

/** The pattern of a tuple with variables for its parts. */
export function deconstructTuple(
  items: readonly Type[],
  types?: TypeTransform,
  names: readonly string[] = items.map((_, index) => fieldName(index)),
): CorePattern {
  return {
    tag: "tuple",
    items: items.map((item, index) => varPattern(nth(names, index), types?.type(item) ?? item)),
  };
}
