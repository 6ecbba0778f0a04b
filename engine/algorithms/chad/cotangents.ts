// D₂: the types of cotangents, with zero and plus (thesis, Fig. 5.2 and 6.2; §6.3.1).
//
//   D₂[ℝ] = ℝ        D₂[σ × τ] = D₂[σ] × D₂[τ], dense; 𝟎 | D₂[σ] × D₂[τ], sparse        D₂[σ → τ] = [D₁[σ] × D₂[τ]], the log of its calls
//   D₂[T] = 𝟎 | C₂ D₂[fields] | ..        for data T = C fields | ..
//   D₂[τ] = 𝟏        where τ holds no Real and no function (ours)
//
// The core has no dependent types: that a cotangent of `inl x` is none of `inr y` is no part of its type. Sums whose sides differ are errors.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import {
  apply,
  type CoreBranch,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  OWN_MARK,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import {
  CONS,
  type DataType,
  fieldsAt,
  LIST,
  lin,
  NIL,
  REAL,
  type Type,
  tuple,
  typeVariable,
  UNIT,
} from "../../types/type.ts";
import { definition, global, pairOf, pairPattern } from "../common/rule-terms.ts";
import { UNLIKE } from "../common/unlike.ts";
import { FreshNames } from "./fresh-names.ts";
import { OTHER_SIDE } from "./natives.ts";

/** The log of a function's calls: its type, and the sum of two logs. */
export interface Logs {
  type(from: Type, to: Type): Type;
  /** The definition that joins two logs of a type. */
  joined(log: Type): Term;
}

/** A data type of cotangents, of a data type of the program at some types. */
interface Instance {
  readonly data: DataType;
  readonly zero: string;
  /** By constructor of the program: its own, with the source's types of the fields. */
  readonly cons: ReadonlyMap<string, { readonly name: string; readonly fields: readonly Type[] }>;
}

/** (): the cotangent of what holds no Real. */
export const NOTHING: Term = { tag: "tuple", items: [] };

/** D₂ on the types of a program, with the data types and definitions that it needs. */
export class Cotangents {
  /** The definitions so far: sums, and what takes cotangents apart. */
  readonly globals: Global[] = [];
  /** The names of the sums so far. */
  readonly sums: string[] = [];
  private readonly source: ReadonlyMap<string, DataType>;
  private readonly isSparse: boolean;
  private readonly logs: Logs | undefined;
  private readonly instances = new Map<string, Instance>();
  private readonly pairs = new Map<number, DataType>();
  private readonly carrying = new Map<string, boolean>();
  private readonly known = new Map<string, string>();
  private readonly names = new FreshNames();

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
    const found = this.holds(type);
    // what was found while the answer was open may be wrong
    if (found) this.carrying.set(key, true);
    else this.carrying.delete(key);
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

  /** D₂[τ]. */
  type(type: Type): Type {
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
    return this.isSparse ? this.pairCon(items, bothOf(items.length), parts) : { tag: "tuple", items: parts };
  }

  /** C₂ of the cotangents of the fields: linl, linr. */
  constructed(type: Type, con: string, parts: readonly Term[]): Term {
    if (type.tag !== "con" || !this.carries(type)) return NOTHING;
    const { data, cons } = this.instance(type);
    const found = cons.get(con) ?? internal("a constructor is unknown", con);
    return { tag: "con", data: data.name, con: found.name, types: [], args: parts };
  }

  /** The cotangents of the parts of a tuple, as a tuple: (lfst, lsnd). */
  parts(items: readonly Type[], whole: Term): Term {
    if (!this.isSparse) return whole;
    return apply(
      this.defined("parts", tuple(...items), (name) => this.partsOf(name, items)),
      whole,
    );
  }

  /** The cotangents of the fields of a constructor, as a tuple; that of a single field alone: lcastl, lcastr. */
  cast(type: Type, con: string, whole: Term): Term {
    if (type.tag !== "con") return internal("a constructor of another type", type.tag);
    const made = this.defined(`from${word(con)}`, type, (name) => this.castOf(name, type, con));
    return apply(made, whole);
  }

  /** s + t. */
  plus(type: Type, s: Term, t: Term): Term {
    return this.carries(type) ? apply(this.sum(type), pairOf(s, t)) : NOTHING;
  }

  private sum(type: Type): Term {
    return this.defined("add", type, (name) => {
      this.sums.push(name);
      return this.sumOf(name, type);
    });
  }

  // ---- data types

  private pair(arity: number): DataType {
    let found = this.pairs.get(arity);
    if (found === undefined) {
      const params = Array.from({ length: arity }, (_, index) => subscript("a", index + 1));
      found = {
        name: subscript("Parts", arity) + OWN_MARK,
        params,
        constructors: [
          { name: noneOf(arity), fields: [] },
          { name: bothOf(arity), fields: params.map((param) => typeVariable(param)) },
        ],
      };
      this.pairs.set(arity, found);
    }
    return found;
  }

  private pairCon(items: readonly Type[], con: string, args: readonly Term[]): Term {
    const { name } = this.pair(items.length);
    return { tag: "con", data: name, con, types: items.map((item) => this.type(item)), args };
  }

  private instance(type: Extract<Type, { tag: "con" }>): Instance {
    const key = typeKey(type);
    const known = this.instances.get(key);
    if (known !== undefined) return known;
    const data = this.source.get(type.name) ?? internal("a data type is not defined", type.name);
    const base = data.name === LIST ? "List" : data.name.replace(OWN_MARK, "");
    const named = (name: string): string => this.names.name(`${word(name)}ᶜ`) + OWN_MARK;
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

  // ---- definitions

  private defined(name: string, type: Type, make: (name: string) => Global): Term {
    const key = `${name} ${typeKey(type)}`;
    const known = this.known.get(key);
    if (known !== undefined) return global(known);
    const chosen = this.names.name(name);
    this.known.set(key, chosen);
    const index = this.globals.length++;
    this.globals[index] = make(chosen);
    return global(chosen);
  }

  private sumOf(name: string, type: Type): Global {
    const of = this.type(type);
    const body = this.sumBody(type);
    const [s, t] = [varPattern("s", of), varPattern("t", of)];
    const isPair = type.tag === "tuple" && !this.isSparse;
    const param = isPair ? pairPattern(this.named(type.items, "s"), this.named(type.items, "t")) : pairPattern(s, t);
    return linearDefinition(name, tuple(of, of), of, lambda(param, body));
  }

  private named(items: readonly Type[], letter: string): CorePattern {
    return {
      tag: "tuple",
      items: items.map((item, index) => varPattern(subscript(letter, index + 1), this.type(item))),
    };
  }

  private sumBody(type: Type): Term {
    const both = (items: readonly Type[]): readonly Term[] =>
      items.map((item, index) =>
        this.plus(item, variable(subscript("s", index + 1)), variable(subscript("t", index + 1))),
      );
    switch (type.tag) {
      case "tuple":
        if (!this.isSparse) return { tag: "tuple", items: both(type.items) };
        return this.sided(
          this.pairPattern(type.items, noneOf(type.items.length), []),
          [
            {
              s: this.pairPattern(type.items, bothOf(type.items.length), this.fieldPatterns(type.items, "s")),
              t: this.pairPattern(type.items, bothOf(type.items.length), this.fieldPatterns(type.items, "t")),
              sum: this.pairCon(type.items, bothOf(type.items.length), both(type.items)),
            },
          ],
          this.type(type),
        );
      case "fun":
        return apply(
          this.logs?.joined(this.type(type)) ?? internal("a function as a value"),
          variable("s"),
          variable("t"),
        );
      case "con": {
        if (type.name === "Real")
          return { tag: "op", op: { tag: "builtin", id: "add" }, args: [variable("s"), variable("t")] };
        const { data, zero, cons } = this.instance(type);
        const pattern = (con: string, args: readonly CorePattern[]): CorePattern => ({
          tag: "con",
          data: data.name,
          con,
          types: [],
          args,
        });
        const sides = [...cons.values()].map(({ name, fields }) => ({
          s: pattern(name, this.fieldPatterns(fields, "s")),
          t: pattern(name, this.fieldPatterns(fields, "t")),
          sum: { tag: "con", data: data.name, con: name, types: [], args: both(fields) } satisfies Term,
        }));
        return this.sided(pattern(zero, []), sides, this.type(type));
      }
      default:
        return internal("no cotangents of such a type", type.tag);
    }
  }

  /** A sum by cases: zero is absorbed, and what stands on one side is added. */
  private sided(
    zero: CorePattern,
    sides: readonly { readonly s: CorePattern; readonly t: CorePattern; readonly sum: Term }[],
    type: Type,
  ): Term {
    const other: CoreBranch = {
      pattern: { tag: "any", type },
      body: prim(UNLIKE, [type], [variable("s"), variable("t")]),
    };
    const branches = sides.map(({ s, t, sum }): CoreBranch => {
      const inner: CoreBranch[] = [
        { pattern: zero, body: variable("s") },
        { pattern: t, body: sum },
      ];
      if (sides.length > 1) inner.push(other);
      return { pattern: s, body: { tag: "case", scrutinee: variable("t"), branches: inner } };
    });
    return { tag: "case", scrutinee: variable("s"), branches: [{ pattern: zero, body: variable("t") }, ...branches] };
  }

  private fieldPatterns(types: readonly Type[], letter: string): readonly CorePattern[] {
    return types.map((type, index) => varPattern(subscript(letter, index + 1), this.type(type)));
  }

  private pairPattern(items: readonly Type[], con: string, args: readonly CorePattern[]): CorePattern {
    return { tag: "con", data: this.pair(items.length).name, con, types: items.map((item) => this.type(item)), args };
  }

  private partsOf(name: string, items: readonly Type[]): Global {
    const of = this.type(tuple(...items));
    const zeros: Term = { tag: "tuple", items: items.map((item) => this.zero(item)) };
    const body: Term = {
      tag: "case",
      scrutinee: variable("d"),
      branches: [
        { pattern: this.pairPattern(items, noneOf(items.length), []), body: zeros },
        {
          pattern: this.pairPattern(items, bothOf(items.length), this.fieldPatterns(items, "d")),
          body: { tag: "tuple", items: items.map((_, index) => variable(subscript("d", index + 1))) },
        },
      ],
    };
    return linearDefinition(
      name,
      of,
      tuple(...items.map((item) => this.type(item))),
      lambda(varPattern("d", of), body),
    );
  }

  private castOf(name: string, type: Extract<Type, { tag: "con" }>, con: string): Global {
    const of = this.type(type);
    const { data, zero, cons } = this.instance(type);
    const { name: own, fields } = cons.get(con) ?? internal("a constructor is unknown", con);
    const pattern = (one: string, args: readonly CorePattern[]): CorePattern => ({
      tag: "con",
      data: data.name,
      con: one,
      types: [],
      args,
    });
    const zeros = one(fields.map((field) => this.zero(field)));
    const branches: CoreBranch[] = [
      { pattern: pattern(zero, []), body: zeros },
      {
        pattern: pattern(own, this.fieldPatterns(fields, "d")),
        body: one(fields.map((_, index) => variable(subscript("d", index + 1)))),
      },
    ];
    const types = fields.map((field) => this.type(field));
    const result = types.length === 1 ? nth(types, 0) : tuple(...types);
    if (cons.size > 1)
      branches.push({
        pattern: { tag: "any", type: of },
        body: prim(OTHER_SIDE, [result, of], [variable("d"), zeros]),
      });
    const body: Term = { tag: "case", scrutinee: variable("d"), branches };
    return linearDefinition(name, of, result, lambda(varPattern("d", of), body));
  }
}

/** One term as it is, others as a tuple. */
export function one(items: readonly Term[]): Term {
  return items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
}

/** A definition that is linear by the laws of the interface that it is part of. */
export function linearDefinition(name: string, from: Type, to: Type, fn: Term): Global {
  return { ...definition(name, lin(from, to), prim("asLinear", [from, to], [fn])) };
}

const noneOf = (arity: number): string => subscript("None", arity) + OWN_MARK;
const bothOf = (arity: number): string => subscript("All", arity) + OWN_MARK;

/** A constructor's name as a word. */
function word(con: string): string {
  if (con === CONS) return "Cons";
  return con === NIL ? "Nil" : con.replace(OWN_MARK, "");
}
