// Making values: what is known of them only while compiling becomes components that the run can hold.
import { internal } from "../../base/unreachable.ts";
import type { Type } from "../../types/type.ts";
import { type Atom, literal, newVar } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { type ConLayout, columnsOf, componentsOf, type Layout, type Layouts } from "../ir/layout.ts";
import {
  Abstraction,
  type ArraySym,
  type Env,
  fresh,
  lookUp,
  Out,
  refresh,
  type StreamSym,
  type Sym,
} from "./abstract-value.ts";
import { freeVariablesOf } from "./free-variables.ts";

/** What making values needs of the rest of the compiler. */
export interface Maker {
  readonly layouts: Layouts;
  /** A function that is known, as an object that any caller can apply. */
  closure(sym: Sym, from: Type, to: Type, out: Out): Atom;
  /** The list that a stream stands for. */
  list(stream: StreamSym, out: Out): Sym;
  /** The type of a function that is known. */
  functionType(sym: Sym): Extract<Type, { tag: "fun" }>;
}

/** The components of a value in the layout of its type. */
export function components(maker: Maker, sym: Sym, layout: Layout, out: Out): Atom[] {
  switch (layout.tag) {
    case "real":
    case "int":
    case "bool":
      if (sym.tag !== "scalar") break;
      return [sym.atom];
    case "product":
      if (sym.tag !== "product") break;
      return layout.items.flatMap((item, index) => components(maker, sym.items[index]!, item, out));
    case "data":
      return [objectOf(maker, sym, out)];
    case "array": {
      const array = force(maker, sym, out);
      return [array.size, ...array.columns];
    }
    case "function":
      if (sym.tag === "function") return [sym.atom];
      return [maker.closure(sym, layout.from, layout.to, out)];
  }
  return internal("a value does not have its layout", sym.tag, layout.tag);
}

/** The object of a value of a data type. */
export function objectOf(maker: Maker, sym: Sym, out: Out): Atom {
  if (sym.tag === "data") return sym.atom;
  if (sym.tag === "stream") return objectOf(maker, maker.list(sym, out), out);
  if (sym.tag !== "known") return internal("an object was expected", sym.tag);
  if (sym.made !== undefined && out.isWithin(sym.made.block)) return sym.made.atom;
  const { con } = sym;
  const fields = con.fields.flatMap((layout, index) => components(maker, sym.fields[index]!, layout, out));
  const atom = newVar(con.data.kind);
  out.emit({ tag: "new", out: atom, con, fields });
  sym.made = { block: out, atom };
  return atom;
}

/** An array whose elements are there. */
export function force(maker: Maker, sym: Sym, out: Out): ArraySym {
  if (sym.tag === "array") return sym;
  if (sym.tag !== "delayed") return internal("an array was expected", sym.tag);
  const { layout, size, at } = sym;
  const array = alloc(layout, size, out);
  const index = newVar("index");
  const body = new Out(out);
  const item = at(index, body);
  if (item !== undefined) {
    put(maker, array, index, item, body);
    body.block.end = { tag: "yield", atoms: [] };
  }
  out.emit({ tag: "for", index, count: size, params: [], init: [], body: body.block, outs: [] });
  return array;
}

/** An array of that size, to be filled by {@link put}. */
export function alloc(layout: ArraySym["layout"], size: Atom, out: Out): ArraySym {
  const outs = columnsOf(layout).map(newVar);
  out.emit({ tag: "alloc", outs, kinds: componentsOf(layout.item), size });
  return { tag: "array", layout, size, columns: outs };
}

/** Sets an element, whose index is known to be one. */
export function put(maker: Maker, array: ArraySym, index: Atom, item: Sym, out: Out): void {
  const kinds = componentsOf(array.layout.item);
  const values = components(maker, item, array.layout.item, out);
  if (kinds.length > 0) out.emit({ tag: "put", columns: array.columns, kinds, index, values });
}

/** An element, whose index is known to be one. */
export function get(array: ArraySym, index: Atom, out: Out): Sym {
  const { sym, vars } = fresh(array.layout.item);
  if (vars.length > 0) out.emit({ tag: "get", outs: vars, columns: array.columns, index });
  return sym;
}

/** The fields of an object that is known to have a constructor. */
export function fieldsOf(sym: Sym, con: ConLayout, out: Out): readonly Sym[] {
  if (sym.tag === "known") return sym.fields;
  if (sym.tag !== "data") return internal("fields of what is no data", sym.tag);
  const known = out.fact(sym.atom)?.fields;
  if (known !== undefined) return known;
  const parts = con.fields.map(fresh);
  const outs = parts.flatMap(({ vars }) => vars);
  if (outs.length > 0) out.emit({ tag: "fields", outs, of: sym.atom, con });
  const fields = parts.map((part) => part.sym);
  out.learn(sym.atom, con, fields);
  return fields;
}

/** The same value with everything made that a later place could not make. */
export function settle(maker: Maker, sym: Sym, out: Out): Sym {
  switch (sym.tag) {
    case "product":
      return { tag: "product", items: sym.items.map((item) => settle(maker, item, out)) };
    case "known":
      return { tag: "data", layout: sym.con.data, atom: objectOf(maker, sym, out) };
    case "delayed":
      return force(maker, sym, out);
    case "stream":
      return maker.list(sym, out);
    case "closure":
      return { ...sym, env: settleEnv(maker, sym.env, freeVariablesOf(sym.lam), out) };
    case "named": {
      const { local } = sym.fn;
      const args = sym.args.map((arg) => settle(maker, arg, out));
      if (local === undefined) return { ...sym, args };
      return {
        ...sym,
        args,
        fn: { ...sym.fn, local: { ...local, env: settleEnv(maker, local.env, local.free, out) } },
      };
    }
    default:
      return sym;
  }
}

function settleEnv(maker: Maker, env: Env, names: readonly string[], out: Out): Env {
  let vars: Env["vars"];
  for (const name of names) {
    const bound = lookUp(env, name);
    const settled =
      bound.tag === "sym"
        ? ({ tag: "sym", sym: settle(maker, bound.sym, out) } as const)
        : { ...bound, env: settleEnv(maker, bound.env, freeVariablesOf(bound.term), out) };
    vars = { name, bound: settled, outer: vars };
  }
  return { vars, types: env.types };
}

/** One of two ways that a value may have come about. */
export interface Way {
  readonly out: Out;
  readonly sym: Sym | undefined;
}

/** Two ways brought to one form: each ends with its components, for which the result has variables. */
export function join(
  maker: Maker,
  a: Way,
  b: Way,
): { readonly sym: Sym; readonly outs: readonly ReturnType<typeof newVar>[] } | undefined {
  if (a.sym === undefined && b.sym === undefined) return undefined;
  if (a.sym === undefined || b.sym === undefined) {
    const one = a.sym === undefined ? b : a;
    const sym = settle(maker, one.sym!, one.out);
    const { leaves } = new Abstraction().add(sym);
    one.out.block.end = { tag: "yield", atoms: leaves };
    return renewed(sym);
  }
  const ends: [Atom[], Atom[]] = [[], []];
  const kinds: Kind[] = [];
  const merged = merge(a.sym, b.sym);
  const outs = kinds.map((kind) => newVar(kind));
  if (ends[0].length !== outs.length || ends[1].length !== outs.length) internal("two ways give different forms");
  a.out.block.end = { tag: "yield", atoms: ends[0] };
  b.out.block.end = { tag: "yield", atoms: ends[1] };
  let at = 0;
  return { sym: refreshMerged(merged), outs };

  function refreshMerged(sym: Sym): Sym {
    if (sym.tag === "product") return { tag: "product", items: sym.items.map(refreshMerged) };
    if (sym.tag === "known") return { ...sym, fields: sym.fields.map(refreshMerged) };
    return refresh(sym, () => outs[at++]!);
  }

  function merge(x: Sym, y: Sym): Sym {
    if (x.tag === "product" && y.tag === "product")
      return { tag: "product", items: x.items.map((item, index) => merge(item, y.items[index]!)) };
    if (x.tag === "known" && y.tag === "known" && x.con === y.con && x.fields.length > 0)
      return {
        tag: "known",
        con: x.con,
        fields: x.fields.map((field, index) => merge(field, y.fields[index]!)),
        made: undefined,
      };
    const [p, q] = [settle(maker, x, a.out), settle(maker, y, b.out)];
    if (
      (p.tag === "closure" || p.tag === "named" || p.tag === "function") &&
      (q.tag !== "function" || p.tag !== "function")
    ) {
      const [left, right] = [new Abstraction().add(p), new Abstraction().add(q)];
      if (left.key === right.key) {
        ends[0].push(...left.leaves);
        ends[1].push(...right.leaves);
        kinds.push(...left.kinds);
        return p;
      }
      const { from, to } = maker.functionType(p.tag === "function" ? q : p);
      ends[0].push(p.tag === "function" ? p.atom : maker.closure(p, from, to, a.out));
      ends[1].push(q.tag === "function" ? q.atom : maker.closure(q, from, to, b.out));
      kinds.push("pointer");
      return { tag: "function", from, to, atom: literal("pointer", undefined) };
    }
    const left = new Abstraction().add(p);
    ends[0].push(...left.leaves);
    kinds.push(...left.kinds);
    ends[1].push(...new Abstraction().add(q).leaves);
    return p;
  }
}

/** The same value in new variables. */
export function renewed(sym: Sym): { readonly sym: Sym; readonly outs: readonly ReturnType<typeof newVar>[] } {
  const outs: ReturnType<typeof newVar>[] = [];
  const result = refresh(sym, (_, kind) => {
    const one = newVar(kind);
    outs.push(one);
    return one;
  });
  return { sym: result, outs };
}

/** The layout of what a call of a function with all its arguments gives. */
export function resultLayout(maker: Maker, call: Extract<Sym, { tag: "named" }>): Layout {
  let type: Type = maker.functionType({ ...call, args: [] });
  for (const _ of call.args) type = type.tag === "fun" ? type.to : internal("too many arguments", call.fn.name);
  return maker.layouts.of(type);
}
