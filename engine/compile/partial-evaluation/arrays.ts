// Arrays: the native operations, and the functions of the prelude on arrays as loops over cells. What is made by `build`, `mapA` or
// `zipWithA` and used once, by a fold say, is never there as a whole.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { ERROR, failureIn, primOf } from "../../core/terms/prims.ts";
import type { Term } from "../../core/terms/term.ts";
import type { ArrayLoop } from "../../prelude/loops.ts";
import type { OpId } from "../../scalars/ops.ts";
import { NATIVES } from "../../types/builtins.ts";
import { INT, type Type } from "../../types/type.ts";
import { type Atom, type Failure, type For, type Loop, literal, type Var } from "../ir/ir.ts";
import type { DataLayout, Layout } from "../ir/layout.ts";
import {
  type AbstractArray,
  type AbstractValue,
  BlockBuilder,
  type DelayedArray,
  fresh,
  scalar,
} from "./abstract-value.ts";
import { check, fail, failureOf } from "./binding.ts";
import { type Call, type Compilation, NONE } from "./compilation.ts";
import { apply } from "./functions.ts";
import { elementJob, mapInJobs } from "./jobs.ts";
import { applyTwo, countOp, number } from "./loop-steps.ts";
import { alloc, components, fieldsOf, force, get, put, resultLayout } from "./materialise.ts";

type ArrayLayout = AbstractArray["layout"];

/** The size of an array, and its elements where they are asked for. */
function elements(sym: AbstractValue): { readonly size: Atom; readonly at: DelayedArray["at"] } {
  if (sym.tag === "array") return { size: sym.size, at: (index, out) => get(sym, index, out) };
  return sym.tag === "delayed" ? sym : internal("an array was expected", sym.tag);
}

/** A call of a function of the prelude that is a loop over an array, as that loop. */
export function arrayFunction(
  does: ArrayLoop,
  c: Compilation,
  call: Call,
  out: BlockBuilder,
): AbstractValue | undefined {
  const { args } = call;
  const result = (): Layout => resultLayout(c, call);
  switch (does) {
    case "tabulate-array":
    case "tabulate-array-in-jobs": {
      const [n, f] = [number(nth(args, 0)), nth(args, 1)];
      const failure = failureOf(NATIVES.failBuild.fails, [n], call.fn.span);
      const test = out.newVar("bool");
      out.emit({ tag: "op", out: test, op: "geInt", args: [n, literal("int", 0)], span: undefined });
      check(test, failure, out);
      const job = does === "tabulate-array-in-jobs" ? elementJob(c, f, call.fn.span, out) : undefined;
      if (job !== undefined) return mapInJobs(c, job, n, (index) => scalar("int", index), call.fn.span, out);
      const at = (index: Atom, inner: BlockBuilder) => apply(c, f, scalar("int", index), inner, NONE);
      return { tag: "delayed", layout: result() as ArrayLayout, size: n, at };
    }
    case "tabulate-table":
      return table(c, call, out);
    case "map-array": {
      const [f, array] = [nth(args, 0), elements(nth(args, 1))];
      const at = (index: Atom, inner: BlockBuilder) => {
        const item = array.at(index, inner);
        return item && apply(c, f, item, inner, NONE);
      };
      return { tag: "delayed", layout: result() as ArrayLayout, size: array.size, at };
    }
    case "zip-arrays": {
      const [f, a, b] = [nth(args, 0), elements(nth(args, 1)), elements(nth(args, 2))];
      const test = out.newVar("bool");
      out.emit({ tag: "op", out: test, op: "eqInt", args: [a.size, b.size], span: undefined });
      check(test, failureOf(NATIVES.failSizes.fails, [a.size, b.size], call.fn.span), out);
      const at = (index: Atom, inner: BlockBuilder) => {
        const x = a.at(index, inner);
        const y = x && b.at(index, inner);
        return y && applyTwo(c, f, x, y, inner);
      };
      return { tag: "delayed", layout: result() as ArrayLayout, size: a.size, at };
    }
    case "fold-array": {
      const [f, z, array] = [nth(args, 0), nth(args, 1), elements(nth(args, 2))];
      return fold(c, array, z, result(), out, (acc, item, inner) => applyTwo(c, f, acc, item, inner));
    }
    case "sum-array": {
      const layout = result();
      const kind = layout.tag === "real" ? "real" : "int";
      const add = kind === "real" ? "add" : "addInt";
      const zero = scalar(kind, literal(kind, 0));
      return fold(c, elements(nth(args, 0)), zero, layout, out, (acc, item, inner) => {
        const sum = out.newVar(kind);
        inner.emit({ tag: "op", out: sum, op: add, args: [number(acc), number(item)], span: call.fn.span });
        return scalar(kind, sum);
      });
    }
    case "scan-array": {
      const [f, z, array] = [nth(args, 0), nth(args, 1), elements(nth(args, 2))];
      const layout = result() as ArrayLayout;
      const scanned = alloc(layout, countOp("addInt", array.size, literal("index", 1), out), out);
      put(c, scanned, literal("index", 0), z, out);
      fold(c, array, z, layout.item, out, (acc, item, inner, index) => {
        const next = applyTwo(c, f, acc, item, inner);
        if (next !== undefined) put(c, scanned, countOp("addInt", index, literal("index", 1), inner), next, inner);
        return next;
      });
      return scanned;
    }
    case "scatter-array":
      return scatter(c, call, out);
  }
}

/** An array of sums, each of the elements whose index is its place: zeros first, to which the elements are added one by one. */
function scatter(c: Compilation, call: Call, out: BlockBuilder): AbstractValue {
  const { span } = call.fn;
  const [n, places, items] = [number(nth(call.args, 0)), elements(nth(call.args, 1)), elements(nth(call.args, 2))];
  const holds = (op: OpId, args: readonly Atom[], failure: Failure, to: BlockBuilder): void => {
    const test = to.newVar("bool");
    to.emit({ tag: "op", out: test, op, args, span: undefined });
    check(test, failure, to);
  };
  const sizes = [places.size, items.size];
  holds("geInt", [n, literal("int", 0)], failureOf(NATIVES.failBuild.fails, [n], span), out);
  holds("eqInt", sizes, failureOf(NATIVES.failSizes.fails, sizes, span), out);
  const layout = resultLayout(c, call) as ArrayLayout;
  const kind = layout.item.tag === "real" ? "real" : "int";
  const zero = scalar(kind, literal(kind, 0));
  const sums = force(c, { tag: "delayed", layout, size: n, at: () => zero }, out);
  const index = out.newVar("index");
  const body = new BlockBuilder(out);
  const place = places.at(index, body);
  const item = place && items.at(index, body);
  if (place !== undefined && item !== undefined) {
    const at = number(place);
    const failure = (text: string): Failure => ({ kind: ERROR, message: [text], span });
    holds("geInt", [at, literal("int", 0)], failure("an index is negative"), body);
    holds("ltInt", [at, n], failure("an index is not below the size"), body);
    if (kind === "real") put(c, sums, at, item, body, true);
    else {
      const sum = body.newVar("int");
      body.emit({ tag: "op", out: sum, op: "addInt", args: [number(get(sums, at, body)), number(item)], span });
      put(c, sums, at, scalar("int", sum), body);
    }
    body.block.end = { tag: "yield", atoms: [] };
  }
  out.emit({ tag: "for", index, count: places.size, params: [], init: [], body: body.block, outs: [] });
  return sums;
}

/** A table of the results of a function for each row and column, in two loops. */
function table(c: Compilation, call: Call, out: BlockBuilder): AbstractValue | undefined {
  const [rows, cols, f] = [number(nth(call.args, 0)), number(nth(call.args, 1)), nth(call.args, 2)];
  for (const count of [rows, cols]) {
    const test = out.newVar("bool");
    out.emit({ tag: "op", out: test, op: "geInt", args: [count, literal("int", 0)], span: undefined });
    check(test, failureOf(NATIVES.failBuild.fails, [count], call.fn.span), out);
  }
  const layout = resultLayout(c, call);
  if (layout.tag !== "product") return internal("a table has rows, columns and elements");
  const array = alloc(nth(layout.items, 2) as ArrayLayout, countOp("mulInt", rows, cols, out), out);
  const [i, j] = [out.newVar("index"), out.newVar("index")];
  const outer = new BlockBuilder(out);
  const first = countOp("mulInt", i, cols, outer);
  const inner = new BlockBuilder(outer);
  const item = applyTwo(c, f, scalar("int", i), scalar("int", j), inner);
  if (item !== undefined) {
    put(c, array, countOp("addInt", first, j, inner), item, inner);
    inner.block.end = { tag: "yield", atoms: [] };
  }
  outer.emit({ tag: "for", index: j, count: cols, params: [], init: [], body: inner.block, outs: [] });
  outer.block.end = { tag: "yield", atoms: [] };
  out.emit({ tag: "for", index: i, count: rows, params: [], init: [], body: outer.block, outs: [] });
  return { tag: "product", items: [scalar("int", rows), scalar("int", cols), array] };
}

/** A fold from the left over the elements of an array. */
function fold(
  c: Compilation,
  array: { readonly size: Atom; readonly at: DelayedArray["at"] },
  z: AbstractValue,
  layout: Layout,
  out: BlockBuilder,
  step: (acc: AbstractValue, item: AbstractValue, inner: BlockBuilder, index: Atom) => AbstractValue | undefined,
): AbstractValue {
  const init = components(c, z, layout, out);
  const acc = fresh(layout, out);
  const index = out.newVar("index");
  const body = new BlockBuilder(out);
  const item = array.at(index, body);
  const next = item && step(acc.sym, item, body, index);
  if (next !== undefined) body.block.end = { tag: "yield", atoms: components(c, next, layout, body) };
  const result = fresh(layout, out);
  const whole: For = {
    tag: "for",
    index,
    count: array.size,
    params: acc.vars,
    init,
    body: body.block,
    outs: result.vars,
  };
  out.emit(whole);
  return result.sym;
}

/** A native operation of source programs. */
export function runPrim(
  term: Extract<Term, { tag: "prim" }>,
  types: readonly Type[],
  args: readonly AbstractValue[],
  c: Compilation,
  out: BlockBuilder,
): AbstractValue | undefined {
  const { span } = term;
  const failure = failureIn(primOf(term.prim));
  if (failure !== undefined) return fail(failureOf(failure, [], span), out);
  switch (term.prim) {
    case "size":
      return scalar("int", force(c, nth(args, 0), out).size);
    case "index": {
      const array = force(c, nth(args, 0), out);
      const index = number(nth(args, 1));
      out.emit({ tag: "bounds", index, size: array.size, span });
      return get(array, index, out);
    }
    case "fromList":
      return fromList(c, nth(types, 0), nth(args, 0), out);
    case "toList":
      return toList(c, nth(types, 0), nth(args, 0), out);
    case "failBuild":
    case "failSizes": {
      const { fails, args: types } = NATIVES[term.prim];
      const told = types.flatMap((type, index) => (type === INT ? [number(nth(args, index))] : []));
      return fail(failureOf(fails, told, span), out);
    }
    default:
      return internal("a source program has no such operation", term.prim);
  }
}

function listLayout(c: Compilation, item: Type): DataLayout {
  const layout = c.layouts.of({ tag: "con", name: "#List", args: [item] });
  return layout.tag === "data" ? layout : internal("a list is no data");
}

/** Once along the list for its length, once for its elements. */
export function fromList(c: Compilation, item: Type, list: AbstractValue, out: BlockBuilder): AbstractArray {
  const layout = listLayout(c, item);
  const [nil, cons] = layout.cons as [DataLayout["cons"][number], DataLayout["cons"][number]];
  const [start] = components(c, list, layout, out) as [Atom];
  const along = (each: (fields: readonly AbstractValue[], index: Atom, inner: BlockBuilder) => void): Var => {
    const [at, count, end] = [out.newVar(layout.kind), out.newVar("index"), out.newVar("index")];
    const body = new BlockBuilder(out);
    const loop: Loop = {
      tag: "loop",
      params: [at, count],
      init: [start, literal("index", 0)],
      body: body.block,
      outs: [end],
    };
    const test = out.newVar("bool");
    body.emit({ tag: "is", out: test, of: at, con: nil });
    const [then, otherwise] = [new BlockBuilder(body), new BlockBuilder(body)];
    then.block.end = { tag: "yield", atoms: [] };
    const fields = fieldsOf({ tag: "data", layout, atom: at }, cons, otherwise);
    each(fields, count, otherwise);
    const next = countOp("addInt", count, literal("index", 1), otherwise);
    const tail = nth(fields, 1);
    const atoms = [...components(c, tail, layout, otherwise), next];
    otherwise.block.end = { tag: "next", loop, atoms };
    body.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: [] });
    body.block.end = { tag: "yield", atoms: [count] };
    out.emit(loop);
    return end;
  };
  const size = along(() => undefined);
  const array = alloc(c.layouts.arrayOf(item), size, out);
  along((fields, index, inner) => put(c, array, index, nth(fields, 0), inner));
  return array;
}

/** A walk along the array. */
function toList(c: Compilation, item: Type, sym: AbstractValue, out: BlockBuilder): AbstractValue {
  const array = force(c, sym, out);
  const layout = listLayout(c, item);
  return { tag: "stream", layout, sources: [{ tag: "array", array }], element: ([head]) => head };
}
