// Values made of others of one form, Real by Real: copies, pairs with tangents, and what is taken out of those.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { type Prim, signature } from "../../core/terms/prims.ts";
import {
  builtin,
  type CorePattern,
  conditional,
  lambda,
  prim,
  type Term,
  truth,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { BOOL, fieldsAt, fun, LIST, REAL, type Type, tuple, UNIT } from "../../types/type.ts";
import { type Atom, literal } from "../ir/ir.ts";
import { type DataLayout, type Layout, LeftToMachine } from "../ir/layout.ts";
import { type AbstractValue, BlockBuilder, type Named, scalar } from "../partial-evaluation/abstract-value.ts";
import { fromList, runPrim } from "../partial-evaluation/arrays.ts";
import { type Compilation, NONE } from "../partial-evaluation/compilation.ts";
import { apply, namedOf } from "../partial-evaluation/functions.ts";
import { force, get, settle } from "../partial-evaluation/materialise.ts";
import { both, type Test, partsOf as tupleParts } from "../partial-evaluation/patterns.ts";
import type { Tangents } from "./tangent-terms.ts";

/**
 * The operations on values of one form: a copy, one whose cells are noted, pairs with tangents; of such pairs the first, the second, or both
 * the other way round; whether two values have one form; and the inner product of two that have.
 */
type Structural = "copy" | "noted" | "pair" | "primal" | "tangent" | "swap" | "form" | "inner";

/** Makes values of others of one form. */
export class Structurals {
  private readonly tangents: Tangents;
  private readonly c: () => Compilation;
  private readonly structurals = new Map<string, Named>();

  constructor(tangents: Tangents, c: () => Compilation) {
    this.tangents = tangents;
    this.c = c;
  }

  /** The value that is made of values of one form, Real by Real. With `isLift`, pairs are with 0. */
  of(
    what: Structural,
    type: Type,
    args: readonly AbstractValue[],
    out: BlockBuilder,
    isLift = false,
  ): AbstractValue | undefined {
    const c = this.c();
    const first = nth(args, 0);
    if (!this.tangents.mentionsReal(type)) return what === "form" ? TRUE : what === "inner" ? ZERO : first;
    if (type.tag === "tuple") {
      const parts = args.map((arg) => tupleParts(arg, out));
      if (what === "form") return this.allAlike(type.items, parts, out);
      if (what === "inner") return this.sum(type.items, parts, out);
      const items: AbstractValue[] = [];
      for (const [index, item] of type.items.entries()) {
        const made = this.of(
          what,
          item,
          parts.map((part) => nth(part, index)),
          out,
          isLift,
        );
        if (made === undefined) return undefined;
        items.push(made);
      }
      return { tag: "product", items };
    }
    if (type.tag !== "con")
      throw new LeftToMachine("takes a derivative of data that hold functions, which is not compiled");
    if (type.name === "Real") return this.leaf(what, args, out, isLift);
    if (what === "form" && (type.name === "Array" || (type.name === LIST && isFlat(nth(type.args, 0)))))
      return this.sameSize(type, args, out);
    if (what === "inner" && (type.name === "Array" || type.name === LIST)) return this.products(type, args, out);
    if (what !== "form" && (type.name === "Array" || type.name === LIST)) {
      const item = nth(type.args, 0);
      const each = (heads: readonly AbstractValue[], inner: BlockBuilder) => this.of(what, item, heads, inner, isLift);
      const layout = this.layoutFor(what, type, first);
      // elements of an array have no cells of their own to note
      if (what === "noted" && type.name === "Array")
        throw new LeftToMachine("takes a derivative at a point with Ints and an array in it, which is not compiled");
      return type.name === "Array" ? this.array(layout, args, each, out) : this.list(what, layout, args, each, out);
    }
    const whole = args.map((arg) => settle(c, arg, out));
    if (whole.every((arg) => arg.tag === "product")) {
      const [definition] = c.program.data.filter(({ name }) => name === type.name);
      const fields = fieldsAt(present(definition), nth(present(definition).constructors, 0), type.args);
      return this.of(what, { tag: "tuple", items: fields }, whole, out, isLift);
    }
    const head = nth(whole, 0);
    const from = "layout" in head ? c.layouts.typeOf(head.layout as Layout) : type;
    const fn = this.structuralFn(what, type, from as DataTypeAt, isLift);
    return whole.reduce<AbstractValue | undefined>((head, arg) => head && apply(c, head, arg, out, NONE), {
      tag: "named",
      fn,
      types: [],
      args: [],
    });
  }

  private leaf(what: Structural, args: readonly AbstractValue[], out: BlockBuilder, isLift: boolean): AbstractValue {
    const [x, v] = args as [AbstractValue, AbstractValue];
    switch (what) {
      case "copy":
      case "noted": {
        const copy = out.newVar("real");
        const { atom: arg } = x as Extract<AbstractValue, { tag: "scalar" }>;
        out.emit({ tag: "plain", out: copy, arg, ...(what === "noted" && { isNoted: true as const }) });
        return scalar("real", copy);
      }
      case "form":
        return TRUE;
      case "inner":
        return operation("mul", x, v, out);
      case "pair":
        return { tag: "product", items: [x, isLift ? scalar("real", literal("real", 0)) : v] };
      default: {
        const [primal, tangent] = tupleParts(x, out) as [AbstractValue, AbstractValue];
        if (what === "swap") return { tag: "product", items: [tangent, primal] };
        return what === "primal" ? primal : tangent;
      }
    }
  }

  /** The type of what is made of values of a type. */
  private typeFor(what: Structural, type: Type): Type {
    return what === "pair" ? this.tangents.type(type) : type;
  }

  private layoutFor(what: Structural, type: Type, first: AbstractValue): Layout {
    const { layouts } = this.c();
    // whatever the Reals are made of now
    if (what === "swap" && "layout" in first) return first.layout;
    return layouts.of(this.typeFor(what, type));
  }

  private array(
    layout: Layout,
    args: readonly AbstractValue[],
    each: (heads: readonly AbstractValue[], inner: BlockBuilder) => AbstractValue | undefined,
    out: BlockBuilder,
  ): AbstractValue {
    const c = this.c();
    const arrays = args.map((arg) => force(c, arg, out));
    const at = (index: Atom, inner: BlockBuilder): AbstractValue | undefined =>
      each(
        arrays.map((array) => get(array, index, inner)),
        inner,
      );
    const made = {
      tag: "delayed",
      layout: layout as Extract<Layout, { tag: "array" }>,
      size: nth(arrays, 0).size,
      at,
    } as const;
    return force(c, made, out);
  }

  private list(
    what: Structural,
    layout: Layout,
    args: readonly AbstractValue[],
    each: (heads: readonly AbstractValue[], inner: BlockBuilder) => AbstractValue | undefined,
    out: BlockBuilder,
  ): AbstractValue {
    const c = this.c();
    const sources = args.map((arg) => {
      const list = settle(c, arg, out);
      if (list.tag !== "data") return internal("a list was expected", list.tag);
      return { tag: "list", list, layout: list.layout } as const;
    });
    const isNoted = what === "noted";
    return c.list({ tag: "stream", layout: layout as DataLayout, sources, element: each, isNoted }, out);
  }

  /** Whether Ints lie in cells of a type's values, as they do within data. */
  hasIntCells(type: Type, isInData = false, seen = new Set<string>()): boolean {
    if (type.tag === "tuple") return type.items.some((item) => this.hasIntCells(item, isInData, seen));
    if (type.tag !== "con" || type.name === "Array") return false;
    if (type.name === "Int") return isInData;
    const key = typeKey(type);
    const definition = this.c().program.data.find(({ name }) => name === type.name);
    if (definition === undefined || seen.has(key)) return false;
    seen.add(key);
    // the fields of a product are components
    const isObject = isInData || this.c().layouts.of(type).tag === "data";
    return definition.constructors.some((one) =>
      fieldsAt(definition, one, type.args).some((field) => this.hasIntCells(field, isObject, seen)),
    );
  }

  private allAlike(
    types: readonly Type[],
    parts: readonly (readonly AbstractValue[])[],
    out: BlockBuilder,
  ): AbstractValue | undefined {
    let all: Test = true;
    for (const [index, type] of types.entries()) {
      const one = this.of(
        "form",
        type,
        parts.map((part) => nth(part, index)),
        out,
      );
      if (one === undefined) return undefined;
      all = both(all, testOf(one), out);
    }
    return typeof all === "boolean" ? scalar("bool", literal("bool", all)) : scalar("bool", all);
  }

  /** The sum of the inner products of parts. */
  private sum(
    types: readonly Type[],
    parts: readonly (readonly AbstractValue[])[],
    out: BlockBuilder,
  ): AbstractValue | undefined {
    let sum: AbstractValue | undefined;
    for (const [index, type] of types.entries()) {
      if (!this.tangents.mentionsReal(type)) continue;
      const of = parts.map((part) => nth(part, index));
      const one = this.of("inner", type, of, out);
      if (one === undefined) return undefined;
      sum = sum === undefined ? one : operation("add", sum, one, out);
    }
    return sum ?? ZERO;
  }

  /** The inner product of two arrays or lists that are as long as each other. */
  private products(type: DataTypeAt, args: readonly AbstractValue[], out: BlockBuilder): AbstractValue {
    const c = this.c();
    const item = nth(type.args, 0);
    const arrays = args.map((one) => (type.name === "Array" ? force(c, one, out) : fromList(c, item, one, out)));
    const [index, sum, result] = [out.newVar("index"), out.newVar("real"), out.newVar("real")];
    const body = new BlockBuilder(out);
    const items = arrays.map((array) => get(array, index, body));
    const one = this.of("inner", item, items, body);
    if (one !== undefined) {
      const next = operation("add", scalar("real", sum), one, body);
      body.block.end = { tag: "yield", atoms: [(next as Scalar).atom] };
    }
    const { size } = nth(arrays, 0);
    const init = [literal("real", 0)];
    out.emit({ tag: "for", index, count: size, params: [sum], init, body: body.block, outs: [result] });
    return scalar("real", result);
  }

  /** Whether two arrays or lists are as long as each other, and alike otherwise. */
  private sameSize(type: DataTypeAt, args: readonly AbstractValue[], out: BlockBuilder): AbstractValue | undefined {
    const c = this.c();
    const item = nth(type.args, 0);
    const isArray = type.name === "Array";
    const arrays = args.map((one) => (isArray ? force(c, one, out) : fromList(c, item, one, out)));
    const test = out.newVar("bool");
    out.emit({ tag: "op", out: test, op: "eqInt", args: arrays.map(({ size }) => size), span: undefined });
    if (!isArray || isFlat(item)) return scalar("bool", test);
    const list: Type = { tag: "con", name: LIST, args: [item] };
    const term = { tag: "prim", prim: "toList", types: [item], args: [] } as const;
    const lists = arrays.map((one) => settle(c, present(runPrim(term, [item], [one], c, out)), out));
    const alike = this.of("form", list, lists, out);
    return alike && scalar("bool", both(test, testOf(alike), out) as Atom);
  }

  /** A function over the values of a data type, of the type `from` here, for it may contain itself. */
  private structuralFn(what: Structural, type: DataTypeAt, from: DataTypeAt, isLift: boolean): Named {
    const c = this.c();
    const isOfTwo = what === "form" || what === "inner" || (what === "pair" && !isLift);
    const key = `${isLift ? "lift" : what} ${typeKey(type)} ${typeKey(from)}`;
    const known = this.structurals.get(key);
    if (known !== undefined) return known;
    const to = (
      what === "form" ? BOOL : what === "inner" ? REAL : what === "swap" ? from : this.typeFor(what, type)
    ) as DataTypeAt;
    const definition = (name: string) =>
      c.program.data.find((one) => one.name === name) ?? internal("a type has no definition", name);
    const fields = (at: DataTypeAt, index: number) =>
      fieldsAt(definition(at.name), nth(definition(at.name).constructors, index), at.args);
    const branches = definition(type.name).constructors.map(({ name: con }, index) => {
      const part = (end: string): CorePattern => ({
        tag: "con",
        data: from.name,
        con,
        types: from.args,
        args: fields(from, index).map((field, place) => varPattern(`${end}${place}`, field)),
      });
      const args = fields(type, index).map((of, place): Term => {
        const own = ["x", ...(isOfTwo ? ["v"] : [])].map((end) => variable(`${end}${place}`));
        return prim(structural({ tag: "structural", what, of, isLift }), [], own);
      });
      const pattern: CorePattern = isOfTwo ? { tag: "tuple", items: [part("x"), part("v")] } : part("x");
      const made: Term = { tag: "con", data: to.name, con, types: to.args, args };
      return { pattern, body: what === "form" ? allOf(args) : what === "inner" ? sumOf(args) : made };
    });
    if (what === "form") branches.push({ pattern: { tag: "any", type: tuple(from, from) }, body: truth("False") });
    const scrutinee: Term = isOfTwo ? { tag: "tuple", items: [variable("x"), variable("v")] } : variable("x");
    let term: Term = { tag: "case", scrutinee, branches };
    let fnType: Type = to;
    for (const name of isOfTwo ? ["v", "x"] : ["x"]) {
      term = lambda(varPattern(name, from), term);
      fnType = fun(from, fnType);
      c.lambdas.set(term, fnType);
    }
    const global = { name: key, variables: [], type: fnType, term, span: undefined };
    const made = namedOf(c, global, true);
    this.structurals.set(key, made);
    return made;
  }
}

type DataTypeAt = Extract<Type, { readonly tag: "con" }>;

/** Whether all values of a type have one form. */
function isFlat(type: Type): boolean {
  if (type.tag === "tuple") return type.items.every(isFlat);
  return type.tag === "con" && (type.name === "Real" || type.name === "Int" || type.name === "Bool");
}

type Scalar = Extract<AbstractValue, { readonly tag: "scalar" }>;

const ZERO: AbstractValue = scalar("real", literal("real", 0));

const TRUE: AbstractValue = scalar("bool", literal("bool", true));

function testOf(value: AbstractValue): Test {
  const atom = value.tag === "scalar" ? value.atom : internal("a truth value was expected", value.tag);
  return atom.tag === "literal" ? atom.value === true : atom;
}

/** Whether all of some truth values hold. */
function allOf(terms: readonly Term[]): Term {
  return terms.reduceRight((rest, term) => conditional(term, rest, truth("False")), truth("True"));
}

/** The sum of some Reals. */
function sumOf(terms: readonly Term[]): Term {
  const [first = { tag: "real", value: 0 } as const, ...rest] = terms;
  return rest.reduce((sum, term) => builtin("add", [sum, term]), first);
}

function operation(op: "add" | "mul", x: AbstractValue, y: AbstractValue, out: BlockBuilder): AbstractValue {
  const value = out.newVar("real");
  out.emit({ tag: "op", out: value, op, args: [(x as Scalar).atom, (y as Scalar).atom], span: undefined });
  return scalar("real", value);
}

interface StructuralRule {
  readonly tag: "structural";
  readonly what: Structural;
  readonly of: Type;
  readonly isLift: boolean;
}

function structural(rule: StructuralRule): Prim & { readonly structural: StructuralRule } {
  return { ...signature(rule.what, [], UNIT), structural: rule };
}

/** The operation of {@link Structurals} that a native one stands for; undefined for others. */
export function structuralOf(prim: object): StructuralRule | undefined {
  return "structural" in prim ? (prim.structural as StructuralRule) : undefined;
}
