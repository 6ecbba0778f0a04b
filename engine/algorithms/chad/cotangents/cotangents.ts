// Operations on cotangents as definitions of the transformed program: sums, and what takes them apart (thesis, Fig. 6.3).
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import {
  apply,
  type CoreBranch,
  type CorePattern,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { CONS, type DataType, list, type Type, tuple } from "../../../types/type.ts";
import type { FreshNames } from "../../common/fresh-names.ts";
import { global, pairOf, pairPattern } from "../../common/rule-terms.ts";
import { UNLIKE } from "../../common/unlike.ts";
import { OTHER_SIDE } from "../natives.ts";
import { allOf, type CotangentTypes, noneOf } from "./cotangent-types.ts";
import { bag, believedLinear, linearDefinition, NOTHING, one } from "./pieces.ts";
import { wordOf } from "./sides.ts";

/** D₂ on the types of a program, with the definitions that it needs. */
export class Cotangents {
  /** The definitions so far: sums, and what takes cotangents apart. */
  readonly globals: Global[] = [];
  /** The names of the sums so far. */
  readonly sums: string[] = [];
  private readonly types: CotangentTypes;
  private readonly names: FreshNames;
  private readonly known = new Map<string, string>();

  /** `names` are those that definitions get. */
  constructor(types: CotangentTypes, names: FreshNames) {
    this.types = types;
    this.names = names;
  }

  /** The data types of cotangents so far. */
  get data(): readonly DataType[] {
    return this.types.data;
  }

  /** Whether a value of a type may hold a Real or a function. */
  carries(type: Type): boolean {
    return this.types.carries(type);
  }

  /** Whether a type is data that holds Reals, whose cotangents have sides. */
  hasSides(type: Type): boolean {
    return type.tag === "con" && type.name !== "Real" && type.name !== "Array" && this.carries(type);
  }

  /** D₂[τ]. */
  type(type: Type): Type {
    return this.types.type(type);
  }

  /** 0 : D₂[τ]. */
  zero(type: Type): Term {
    return this.types.zero(type);
  }

  /** The cotangent of a tuple, of those of its parts. */
  whole(items: readonly Type[], parts: readonly Term[]): Term {
    return this.types.whole(items, parts);
  }

  /** C₂ of the cotangents of the fields: linl, linr. */
  constructed(type: Type, con: string, parts: readonly Term[]): Term {
    return this.types.constructed(type, con, parts);
  }

  /** The cotangents of the parts of a tuple, as a tuple: (lfst, lsnd). */
  parts(items: readonly Type[], whole: Term): Term {
    if (!this.types.isSparse) return whole;
    return apply(
      this.defined("parts", tuple(...items), (name) => this.partsOf(name, items)),
      whole,
    );
  }

  /** The cotangents of the fields of a constructor, as a tuple; that of a single field alone: lcastl, lcastr. */
  cast(type: Type, con: string, whole: Term): Term {
    if (type.tag !== "con") return internal("a constructor of another type", type.tag);
    const made = this.defined(`from${wordOf(con)}`, type, (name) => this.castOf(name, type, con));
    return apply(made, whole);
  }

  /** The cotangent of d :: r, of the list's items. */
  consed(item: Type, first: Term, rest: Term): Term {
    return this.constructed(list(item), CONS, [first, rest]);
  }

  /** The pattern of the cotangent of d :: r, and those of all others. */
  consPattern(
    item: Type,
    first: string,
    rest: string,
  ): { readonly pattern: CorePattern; readonly others: readonly CorePattern[] } {
    const type = list(item);
    if (type.tag !== "con") return internal("a list of another type", type.tag);
    const { data, cons } = this.types.instance(type);
    const own = cons.get(CONS) ?? internal("a list has no cons");
    const args = own.fields.map((field, index) => varPattern(index === 0 ? first : rest, this.type(field)));
    return {
      pattern: { tag: "con", data: data.name, con: own.name, types: [], args },
      others: [{ tag: "any", type: this.type(type) }],
    };
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
    const isPair = type.tag === "tuple" && !this.types.isSparse;
    const param = isPair ? pairPattern(this.named(type.items, "s"), this.named(type.items, "t")) : pairPattern(s, t);
    return believedLinear(name, tuple(of, of), of, lambda(param, body));
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
        if (!this.types.isSparse) return { tag: "tuple", items: both(type.items) };
        return this.sided(
          this.types.pairPattern(type.items, noneOf(type.items.length), []),
          [
            {
              s: this.types.pairPattern(
                type.items,
                allOf(type.items.length),
                this.types.fieldPatterns(type.items, "s"),
              ),
              t: this.types.pairPattern(
                type.items,
                allOf(type.items.length),
                this.types.fieldPatterns(type.items, "t"),
              ),
              sum: this.types.pairCon(type.items, allOf(type.items.length), both(type.items)),
            },
          ],
          this.type(type),
        );
      case "fun":
        return apply(
          this.types.logs?.joined(this.type(type)) ?? internal("a function as a value"),
          variable("s"),
          variable("t"),
        );
      case "con": {
        if (type.name === "Real")
          return { tag: "op", op: { tag: "builtin", id: "add" }, args: [variable("s"), variable("t")] };
        if (type.name === "Array") return bag("Plus", this.type(nth(type.args, 0)), [variable("s"), variable("t")]);
        const { data, zero, cons } = this.types.instance(type);
        const pattern = (con: string, args: readonly CorePattern[]): CorePattern => ({
          tag: "con",
          data: data.name,
          con,
          types: [],
          args,
        });
        const sides = [...cons.values()].map(({ name, fields }) => ({
          s: pattern(name, this.types.fieldPatterns(fields, "s")),
          t: pattern(name, this.types.fieldPatterns(fields, "t")),
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

  private partsOf(name: string, items: readonly Type[]): Global {
    const of = this.type(tuple(...items));
    const zeros: Term = { tag: "tuple", items: items.map((item) => this.zero(item)) };
    const body: Term = {
      tag: "case",
      scrutinee: variable("d"),
      branches: [
        { pattern: this.types.pairPattern(items, noneOf(items.length), []), body: zeros },
        {
          pattern: this.types.pairPattern(items, allOf(items.length), this.types.fieldPatterns(items, "d")),
          body: { tag: "tuple", items: items.map((_, index) => variable(subscript("d", index + 1))) },
        },
      ],
    };
    return linearDefinition(name, varPattern("d", of), tuple(...items.map((item) => this.type(item))), body);
  }

  private castOf(name: string, type: Extract<Type, { tag: "con" }>, con: string): Global {
    const of = this.type(type);
    const { data, zero, cons } = this.types.instance(type);
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
        pattern: pattern(own, this.types.fieldPatterns(fields, "d")),
        body: one(fields.map((_, index) => variable(subscript("d", index + 1)))),
      },
    ];
    const types = fields.map((field) => this.type(field));
    const result = types.length === 1 ? nth(types, 0) : tuple(...types);
    if (cons.size > 1)
      branches.push({
        pattern: varPattern("d'", of),
        body: prim(OTHER_SIDE, [result, of], [variable("d'"), zeros]),
      });
    const body: Term = { tag: "case", scrutinee: variable("d"), branches };
    return linearDefinition(name, varPattern("d", of), result, body);
  }
}
