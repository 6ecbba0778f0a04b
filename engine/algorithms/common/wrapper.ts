// What Interleave and Deinterleave (Fig. 3.7, §3.9) have in common in all stages: one function for each type.
import { internal } from "../../base/unreachable.ts";
import {
  type CorePattern,
  type CoreProgram,
  type Global,
  prim,
  subscript,
  type Term,
  variable,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { type Constructor, type DataType, fieldsAt, LIST, type Type } from "../../types/type.ts";
import type { TypeTransform } from "./types.ts";

export interface FamilyBranch {
  readonly constructor: Constructor;
  readonly fields: readonly Type[];
  readonly body: Term;
}

/** How the functions of a family are made, by the form of the type that they are for. */
export interface FamilyRules {
  /** The type of the function for τ. */
  type(type: Type): Type;
  real(): Term;
  /** ℤ. */
  discrete(): Term;
  /** Products: n-ary tuples, 𝟏 among them. */
  tuple(items: readonly Type[], family: Family): Term;
  /** One constructor of a data type or list: the body of its branch, its fields bound by {@link fieldName}. */
  branch(type: Type, constructor: Constructor, fields: readonly Type[], family: Family): Term;
  /** λ-abstracts the branches of a data type. */
  data(type: Type, branches: readonly FamilyBranch[]): Term;
  array(item: Type, family: Family): Term;
}

/** The functions Interleave_τ or Deinterleave_τ of a program: global definitions, made on demand, recursive on data. */
export class Family {
  readonly globals: Global[] = [];
  private readonly names = new Map<string, string>();
  private readonly name: string;
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly rules: FamilyRules;

  constructor(name: string, program: CoreProgram, rules: FamilyRules) {
    this.name = name;
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
    if (type.tag === "tuple") return this.rules.tuple(type.items, this);
    if (type.tag !== "con") return internal(`${this.name} of a type that is not defined`, typeKey(type));
    if (type.name === "Real") return this.rules.real();
    if (type.name === "Int") return this.rules.discrete();
    if (type.name === "Array") return this.rules.array(type.args[0]!, this);
    const data = this.data.get(type.name) ?? internal("a data type is not defined", type.name);
    const branches = data.constructors.map((constructor): FamilyBranch => {
      const fields = fieldsAt(data, constructor, type.args);
      return { constructor, fields, body: this.rules.branch(type, constructor, fields, this) };
    });
    return this.rules.data(type, branches);
  }
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
    const item = params[0]!;
    if (args.length === 0) return { tag: "list", items: [], tail: undefined, item };
    return { tag: "list", items: [args[0]!], tail: args[1]!, item };
  }
  const data = types?.dataName(type.name) ?? type.name;
  const con = types?.constructorName(type.name, constructor.name) ?? constructor.name;
  return { tag: "con", data, con, types: params, args };
}

/** The pattern of a constructor with variables {@link fieldName} for its fields. */
export function deconstruct(
  type: Type,
  constructor: Constructor,
  fields: readonly Type[],
  types?: TypeTransform,
): CorePattern {
  if (type.tag !== "con") return internal("a data type was expected");
  const at = (inner: Type) => types?.type(inner) ?? inner;
  return {
    tag: "con",
    data: types?.dataName(type.name) ?? type.name,
    con: types?.constructorName(type.name, constructor.name) ?? constructor.name,
    types: type.args.map(at),
    args: fields.map((field, index) => ({ tag: "var", name: fieldName(index), type: at(field) })),
  };
}

/** case x of { C(x₁, .., xₙ) → body | .. }, in the source's types or the copy's. */
export function byConstructor(type: Type, branches: readonly FamilyBranch[], types?: TypeTransform): Term {
  return {
    tag: "case",
    scrutinee: variable("x"),
    branches: branches.map(({ constructor, fields, body }) => ({
      pattern: deconstruct(type, constructor, fields, types),
      body,
    })),
  };
}

/** The parts of a one-hot: zeros with the shapes of the fields, and z at its place. */
export function hotAt(items: readonly Type[], hot: number): readonly Term[] {
  return items.map((item, index) =>
    index === hot ? variable("z") : prim("coldOf", [item], [variable(fieldName(index))]),
  );
}

/** The pattern of a tuple with variables {@link fieldName} for its parts. */
export function deconstructTuple(items: readonly Type[], types?: TypeTransform): CorePattern {
  return {
    tag: "tuple",
    items: items.map((item, index) => ({ tag: "var", name: fieldName(index), type: types?.type(item) ?? item })),
  };
}
