// Making values: what is known of them only while compiling becomes components that the run can hold.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { freeVariablesOf } from "../../core/terms/free-variables.ts";
import type { Term } from "../../core/terms/term.ts";
import type { Type } from "../../types/type.ts";
import { type Atom, literal, type Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { type ConLayout, columnsOf, componentsOf, type Layout, type Layouts } from "../ir/layout.ts";
import {
  type AbstractArray,
  Abstraction,
  type AbstractValue,
  BlockBuilder,
  type Bound,
  type Env,
  fresh,
  lookUp,
  type Stream,
} from "./abstract-value.ts";

/** The compiler as needed to make values. */
export interface Materialiser {
  readonly layouts: Layouts;
  /** Numbers of terms, for the keys of what is specialised to them. */
  readonly termIds: Map<Term, number>;
  /** A function that is known, as an object that any caller can apply. */
  closure(sym: AbstractValue, from: Type, to: Type, out: BlockBuilder): Atom;
  /** The list that a stream stands for. */
  list(stream: Stream, out: BlockBuilder): AbstractValue;
  /** The type of a function that is known. */
  functionType(sym: AbstractValue): Extract<Type, { tag: "fun" }>;
}

/** The components of a value in the layout of its type. */
export function components(materialiser: Materialiser, sym: AbstractValue, layout: Layout, out: BlockBuilder): Atom[] {
  switch (layout.tag) {
    case "real":
    case "int":
    case "bool":
      if (sym.tag !== "scalar") break;
      return [sym.atom];
    case "product":
      if (sym.tag !== "product") break;
      return layout.items.flatMap((item, index) => components(materialiser, nth(sym.items, index), item, out));
    case "data":
      return [objectOf(materialiser, sym, out)];
    case "array": {
      const array = force(materialiser, sym, out);
      return [array.size, ...array.columns];
    }
    case "function":
      if (sym.tag === "function") return [sym.atom];
      return [materialiser.closure(sym, layout.from, layout.to, out)];
  }
  return internal("a value does not have its layout", sym.tag, layout.tag);
}

/** The object of a value of a data type. */
export function objectOf(materialiser: Materialiser, sym: AbstractValue, out: BlockBuilder): Atom {
  if (sym.tag === "data") return sym.atom;
  if (sym.tag === "stream") return objectOf(materialiser, materialiser.list(sym, out), out);
  if (sym.tag !== "known") return internal("an object was expected", sym.tag);
  if (sym.made !== undefined && out.isWithin(sym.made.block)) return sym.made.atom;
  const { con } = sym;
  const fields = con.fields.flatMap((layout, index) => components(materialiser, nth(sym.fields, index), layout, out));
  const atom = out.newVar(con.data.kind);
  out.emit({ tag: "new", out: atom, con, fields });
  sym.made = { block: out, atom };
  return atom;
}

/** An array whose elements are there. */
export function force(materialiser: Materialiser, sym: AbstractValue, out: BlockBuilder): AbstractArray {
  if (sym.tag === "array") return sym;
  if (sym.tag !== "delayed") return internal("an array was expected", sym.tag);
  const { layout, size, at } = sym;
  const array = alloc(layout, size, out);
  const index = out.newVar("index");
  const body = new BlockBuilder(out);
  const item = at(index, body);
  if (item !== undefined) {
    put(materialiser, array, index, item, body);
    body.block.end = { tag: "yield", atoms: [] };
  }
  out.emit({ tag: "for", index, count: size, params: [], init: [], body: body.block, outs: [] });
  return array;
}

/** An array of that size, to be filled by {@link put}. */
export function alloc(layout: AbstractArray["layout"], size: Atom, out: BlockBuilder): AbstractArray {
  const outs = columnsOf(layout).map((kind) => out.newVar(kind));
  out.emit({ tag: "alloc", outs, kinds: componentsOf(layout.item), size });
  return { tag: "array", layout, size, columns: outs };
}

/** Sets an element, whose index is known to be one, or adds to it where it is a sum. */
export function put(
  materialiser: Materialiser,
  array: AbstractArray,
  index: Atom,
  item: AbstractValue,
  out: BlockBuilder,
  isSum?: true,
): void {
  const kinds = componentsOf(array.layout.item);
  const values = components(materialiser, item, array.layout.item, out);
  if (kinds.length > 0) out.emit({ tag: "put", columns: array.columns, kinds, index, values, ...(isSum && { isSum }) });
}

/** An element, whose index is known to be one. */
export function get(array: AbstractArray, index: Atom, out: BlockBuilder): AbstractValue {
  const { sym, vars } = fresh(array.layout.item, out);
  if (vars.length > 0) out.emit({ tag: "get", outs: vars, columns: array.columns, index });
  return sym;
}

/** The fields of an object that is known to have a constructor. */
export function fieldsOf(sym: AbstractValue, con: ConLayout, out: BlockBuilder): readonly AbstractValue[] {
  if (sym.tag === "known") return sym.fields;
  if (sym.tag !== "data") return internal("fields of what is no data", sym.tag);
  const known = out.fact(sym.atom)?.fields;
  if (known !== undefined) return known;
  const parts = con.fields.map((field) => fresh(field, out));
  const outs = parts.flatMap(({ vars }) => vars);
  if (outs.length > 0) out.emit({ tag: "fields", outs, of: sym.atom, con });
  const fields = parts.map((part) => part.sym);
  out.learn(sym.atom, con, fields);
  return fields;
}

/** The same value with everything made that a later place could not make. */
export function settle(materialiser: Materialiser, sym: AbstractValue, out: BlockBuilder): AbstractValue {
  switch (sym.tag) {
    case "product":
      return { tag: "product", items: sym.items.map((item) => settle(materialiser, item, out)) };
    case "known":
      return { tag: "data", layout: sym.con.data, atom: objectOf(materialiser, sym, out) };
    case "delayed":
      return force(materialiser, sym, out);
    case "stream":
      return materialiser.list(sym, out);
    case "closure":
      return { ...sym, env: settleEnv(materialiser, sym.env, freeVariablesOf(sym.lam), out) };
    case "named": {
      const { local } = sym.fn;
      const args = sym.args.map((arg) => settle(materialiser, arg, out));
      if (local === undefined) return { ...sym, args };
      return {
        ...sym,
        args,
        fn: { ...sym.fn, local: { ...local, env: settleEnv(materialiser, local.env, local.free, out) } },
      };
    }
    default:
      return sym;
  }
}

function settleEnv(materialiser: Materialiser, env: Env, names: readonly string[], out: BlockBuilder): Env {
  let vars: Env["vars"];
  for (const name of names) {
    const bound = lookUp(env, name);
    const settled =
      bound.tag === "sym"
        ? ({ tag: "sym", sym: settle(materialiser, bound.sym, out) } as const)
        : { ...bound, env: settleEnv(materialiser, bound.env, freeVariablesOf(bound.term), out) };
    vars = { name, bound: settled, outer: vars };
  }
  return { vars, types: env.types };
}

/** One of two ways that a value may have come about. */
export interface Branch {
  readonly out: BlockBuilder;
  readonly sym: AbstractValue | undefined;
}

/** Two ways brought to one form: each ends with its components, for which the result has variables. */
export function join(
  materialiser: Materialiser,
  a: Branch,
  b: Branch,
): { readonly sym: AbstractValue; readonly outs: readonly Var[] } | undefined {
  if (a.sym === undefined && b.sym === undefined) return undefined;
  if (a.sym === undefined || b.sym === undefined) {
    const one = a.sym === undefined ? b : a;
    const sym = settle(materialiser, present(one.sym), one.out);
    const { leaves } = new Abstraction(materialiser).add(sym);
    one.out.block.end = { tag: "yield", atoms: leaves };
    return renewed(sym, one.out);
  }
  const ends: [Atom[], Atom[]] = [[], []];
  const kinds: Kind[] = [];
  const merged = merge(a.sym, b.sym);
  const outs = kinds.map((kind) => a.out.newVar(kind));
  if (ends[0].length !== outs.length || ends[1].length !== outs.length) internal("two ways give different forms");
  a.out.block.end = { tag: "yield", atoms: ends[0] };
  b.out.block.end = { tag: "yield", atoms: ends[1] };
  let at = 0;
  return { sym: refreshMerged(merged), outs };

  function refreshMerged(sym: AbstractValue): AbstractValue {
    if (sym.tag === "product") return { tag: "product", items: sym.items.map(refreshMerged) };
    if (sym.tag === "known") return { ...sym, fields: sym.fields.map(refreshMerged) };
    return refresh(sym, () => nth(outs, at++));
  }

  function merge(x: AbstractValue, y: AbstractValue): AbstractValue {
    if (x.tag === "product" && y.tag === "product")
      return { tag: "product", items: x.items.map((item, index) => merge(item, nth(y.items, index))) };
    if (x.tag === "known" && y.tag === "known" && x.con === y.con && x.fields.length > 0)
      return {
        tag: "known",
        con: x.con,
        fields: x.fields.map((field, index) => merge(field, nth(y.fields, index))),
        made: undefined,
      };
    const [p, q] = [settle(materialiser, x, a.out), settle(materialiser, y, b.out)];
    if (
      (p.tag === "closure" || p.tag === "named" || p.tag === "function") &&
      (q.tag !== "function" || p.tag !== "function")
    ) {
      const [left, right] = [new Abstraction(materialiser).add(p), new Abstraction(materialiser).add(q)];
      if (left.key === right.key) {
        ends[0].push(...left.leaves);
        ends[1].push(...right.leaves);
        kinds.push(...left.kinds);
        return p;
      }
      const { from, to } = materialiser.functionType(p.tag === "function" ? q : p);
      ends[0].push(p.tag === "function" ? p.atom : materialiser.closure(p, from, to, a.out));
      ends[1].push(q.tag === "function" ? q.atom : materialiser.closure(q, from, to, b.out));
      kinds.push("pointer");
      return { tag: "function", from, to, atom: literal("pointer", undefined) };
    }
    const left = new Abstraction(materialiser).add(p);
    ends[0].push(...left.leaves);
    kinds.push(...left.kinds);
    ends[1].push(...new Abstraction(materialiser).add(q).leaves);
    return p;
  }
}

/** The same value in new variables. */
export function renewed(
  sym: AbstractValue,
  out: BlockBuilder,
): {
  readonly sym: AbstractValue;
  readonly outs: readonly Var[];
} {
  const outs: Var[] = [];
  const result = refresh(sym, (_, kind) => {
    const one = out.newVar(kind);
    outs.push(one);
    return one;
  });
  return { sym: result, outs };
}

/** The layout of what a call of a function with all its arguments gives. */
export function resultLayout(materialiser: Materialiser, call: Extract<AbstractValue, { tag: "named" }>): Layout {
  let type: Type = materialiser.functionType({ ...call, args: [] });
  for (const _ of call.args) type = type.tag === "fun" ? type.to : internal("too many arguments", call.fn.name);
  return materialiser.layouts.of(type);
}

/** The same value with other components, which `take` gives for the old ones in the order of {@link Abstraction}. */
export function refresh(sym: AbstractValue, take: (atom: Atom, kind: Kind) => Atom): AbstractValue {
  switch (sym.tag) {
    case "scalar":
      return { ...sym, atom: take(sym.atom, sym.kind) };
    case "product":
      return { tag: "product", items: sym.items.map((item) => refresh(item, take)) };
    case "data":
      return { ...sym, atom: take(sym.atom, sym.layout.kind) };
    case "function":
      return { ...sym, atom: take(sym.atom, "pointer") };
    case "array": {
      const kinds = columnsOf(sym.layout);
      const size = take(sym.size, "index");
      return { ...sym, size, columns: sym.columns.map((column, index) => take(column, nth(kinds, index))) };
    }
    case "closure":
      return { ...sym, env: refreshEnv(sym.env, freeVariablesOf(sym.lam), take) };
    case "named": {
      const { local } = sym.fn;
      const fn =
        local === undefined ? sym.fn : { ...sym.fn, local: { ...local, env: refreshEnv(local.env, local.free, take) } };
      return { ...sym, fn, args: sym.args.map((arg) => refresh(arg, take)) };
    }
    default:
      return internal("a value is to be renewed that must be made before", sym.tag);
  }
}

function refreshEnv(env: Env, names: readonly string[], take: (atom: Atom, kind: Kind) => Atom): Env {
  let vars: Env["vars"];
  for (const name of names) {
    const bound = lookUp(env, name);
    const renewed: Bound =
      bound.tag === "sym"
        ? { tag: "sym", sym: refresh(bound.sym, take) }
        : { ...bound, env: refreshEnv(bound.env, freeVariablesOf(bound.term), take) };
    vars = { name, bound: renewed, outer: vars };
  }
  return { vars, types: env.types };
}
