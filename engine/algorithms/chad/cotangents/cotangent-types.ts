// D₂: the types of cotangents, with their zeros (thesis, Fig. 5.2 and 6.2; §6.3.1).
//
//   D₂[ℝ] = ℝ        D₂[σ × τ] = D₂[σ] × D₂[τ], dense; 𝟎 | D₂[σ] × D₂[τ], sparse        D₂[σ → τ] = [D₁[σ] × D₂[τ]], the log of its calls
//   D₂[T] = 𝟎 | C₂ D₂[fields] | ..        for data T = C fields | ..
//   D₂[τ] = 𝟏        where τ holds no Real and no function (ours)
//
// The core has no dependent types: that a cotangent of `inl x` is none of `inr y` is no part of its type. Sums whose sides differ are errors.
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import {
  type CorePattern,
  type CoreProgram,
  OWN_MARK,
  subscript,
  type Term,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { type DataType, fieldsAt, LIST, REAL, type Type, tuple, typeVariable, UNIT } from "../../../types/type.ts";
import { FreshNames } from "../../common/fresh-names.ts";
import { bag, bagOf, NOTHING } from "./pieces.ts";
import { SIDE, wordOf } from "./sides.ts";

/** The log of a function's calls: its type, and the sum of two logs. */
export interface Logs {
  type(from: Type, to: Type): Type;
  /** The definition that joins two logs of a type. */
  joined(log: Type): Term;
}

/** A data type of cotangents, of a data type of the program at some types. */
export interface Instance {
  readonly data: DataType;
  readonly zero: string;
  /** By constructor of the program: its own, with the source's types of the fields. */
  readonly cons: ReadonlyMap<string, { readonly name: string; readonly fields: readonly Type[] }>;
}

/** D₂ on the types of a program, with the data types that it needs. */
export class CotangentTypes {
  private readonly names = new FreshNames({ globals: [] });
  readonly isSparse: boolean;
  readonly logs: Logs | undefined;
  private readonly source: ReadonlyMap<string, DataType>;
  private readonly instances = new Map<string, Instance>();
  private readonly pairs = new Map<number, DataType>();
  private readonly found = new WeakMap<Type, Type>();
  private readonly carrying = new Map<string, boolean>();
  /** Types that were taken to hold nothing while one that they are part of was open. */
  private readonly supposed: string[] = [];

  /** `logs` where functions are values; else the program has none. */
  constructor(program: CoreProgram, isSparse: boolean, logs?: Logs) {
    this.source = new Map(program.data.map((one) => [one.name, one]));
    this.isSparse = isSparse;
    this.logs = logs;
  }

  /** The data types of cotangents so far. */
  get data(): readonly DataType[] {
    return [...this.pairs.values(), ...[...this.instances.values()].map(({ data }) => data)];
  }

  /** Whether a value of a type may hold a Real or a function. */
  carries(type: Type): boolean {
    const key = typeKey(type);
    const known = this.carrying.get(key);
    if (known !== undefined) return known;
    this.carrying.set(key, false);
    const isOutermost = this.supposed.length === 0;
    this.supposed.push(key);
    const found = this.holds(type);
    if (found) this.carrying.set(key, true);
    if (isOutermost) {
      // if the outermost type holds something, a type within it may, too: by way of a type that was open
      if (found) for (const one of this.supposed) if (!this.carrying.get(one)) this.carrying.delete(one);
      this.supposed.length = 0;
    }
    return found;
  }

  private holds(type: Type): boolean {
    switch (type.tag) {
      case "fun":
      case "lin":
        return true;
      case "tuple":
        return type.items.some((item) => this.carries(item));
      case "var":
        return internal("a type is not closed", type.name);
      case "con": {
        if (type.name === "Real") return true;
        if (type.name === "Array") return this.carries(nth(type.args, 0));
        const data = this.source.get(type.name);
        return (
          data?.constructors.some((con) => fieldsAt(data, con, type.args).some((field) => this.carries(field))) ?? false
        );
      }
    }
  }

  /** D₂[τ], once for each type: a type that nests deep is asked for at each of its levels. */
  type(type: Type): Type {
    let found = this.found.get(type);
    if (found === undefined) {
      found = this.made(type);
      this.found.set(type, found);
    }
    return found;
  }

  private made(type: Type): Type {
    if (!this.carries(type)) return UNIT;
    switch (type.tag) {
      case "tuple": {
        const items = type.items.map((item) => this.type(item));
        return this.isSparse ? { tag: "con", name: this.pair(items.length).name, args: items } : tuple(...items);
      }
      case "fun":
        return this.logs?.type(type.from, type.to) ?? internal("a function as a value");
      case "con":
        if (type.name === "Real") return REAL;
        if (type.name === "Array") return bagOf(this.type(nth(type.args, 0)));
        return { tag: "con", name: this.instance(type).data.name, args: [] };
      default:
        return internal("no cotangents of such a type", type.tag);
    }
  }

  /** 0 : D₂[τ]. */
  zero(type: Type): Term {
    if (!this.carries(type)) return NOTHING;
    switch (type.tag) {
      case "tuple":
        if (!this.isSparse) return { tag: "tuple", items: type.items.map((item) => this.zero(item)) };
        return this.pairCon(type.items, noneOf(type.items.length), []);
      case "fun": {
        const log = this.type(type);
        return { tag: "list", items: [], tail: undefined, item: log.tag === "con" ? nth(log.args, 0) : log };
      }
      case "con": {
        if (type.name === "Real") return { tag: "real", value: 0 };
        if (type.name === "Array") return bag("Empty", this.type(nth(type.args, 0)), []);
        const { data, zero } = this.instance(type);
        return { tag: "con", data: data.name, con: zero, types: [], args: [] };
      }
      default:
        return internal("no cotangents of such a type", type.tag);
    }
  }

  /** The cotangent of a tuple, of those of its parts. */
  whole(items: readonly Type[], parts: readonly Term[]): Term {
    if (!this.carries(tuple(...items))) return NOTHING;
    return this.isSparse ? this.pairCon(items, allOf(items.length), parts) : { tag: "tuple", items: parts };
  }

  /** C₂ of the cotangents of the fields: linl, linr. */
  constructed(type: Type, con: string, parts: readonly Term[]): Term {
    if (type.tag !== "con" || !this.carries(type)) return NOTHING;
    const { data, cons } = this.instance(type);
    const found = cons.get(con) ?? internal("a constructor is unknown", con);
    return { tag: "con", data: data.name, con: found.name, types: [], args: parts };
  }

  private pair(arity: number): DataType {
    let found = this.pairs.get(arity);
    if (found === undefined) {
      const params = Array.from({ length: arity }, (_, index) => subscript("a", index + 1));
      found = {
        name: subscript("Parts", arity) + OWN_MARK,
        params,
        constructors: [
          { name: noneOf(arity), fields: [] },
          { name: allOf(arity), fields: params.map((param) => typeVariable(param)) },
        ],
      };
      this.pairs.set(arity, found);
    }
    return found;
  }

  pairCon(items: readonly Type[], con: string, args: readonly Term[]): Term {
    const { name } = this.pair(items.length);
    return { tag: "con", data: name, con, types: items.map((item) => this.type(item)), args };
  }

  instance(type: Extract<Type, { tag: "con" }>): Instance {
    const key = typeKey(type);
    const known = this.instances.get(key);
    if (known !== undefined) return known;
    const data = this.source.get(type.name) ?? internal("a data type is not defined", type.name);
    const base = data.name === LIST ? "List" : data.name.replace(OWN_MARK, "");
    const named = (name: string): string => this.names.name(`${wordOf(name)}${SIDE}`) + OWN_MARK;
    const cons = new Map(
      data.constructors.map((con) => [con.name, { name: named(con.name), fields: fieldsAt(data, con, type.args) }]),
    );
    const zero = this.names.name("Zero") + OWN_MARK;
    const constructors: DataType["constructors"][number][] = [{ name: zero, fields: [] }];
    const made: Instance = { data: { name: named(base), params: [], constructors }, zero, cons };
    // a data type that contains itself finds this
    this.instances.set(key, made);
    for (const { name, fields } of cons.values())
      constructors.push({ name, fields: fields.map((field) => this.type(field)) });
    return made;
  }

  fieldPatterns(types: readonly Type[], letter: string): readonly CorePattern[] {
    return types.map((type, index) => varPattern(subscript(letter, index + 1), this.type(type)));
  }

  pairPattern(items: readonly Type[], con: string, args: readonly CorePattern[]): CorePattern {
    return { tag: "con", data: this.pair(items.length).name, con, types: items.map((item) => this.type(item)), args };
  }
}

/** The constructor 0 of the cotangent of a tuple. */
export const noneOf = (arity: number): string => subscript("None", arity) + OWN_MARK;
/** The constructor of the cotangent of a tuple with all parts. */
export const allOf = (arity: number): string => subscript("All", arity) + OWN_MARK;
