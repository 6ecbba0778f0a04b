// Lists: the functions of the prelude on lists as loops. What `map`, `zipWith` or `range` makes and is used once, by a fold say, is
// never there as a whole: it is a stream, a walk along its sources with a function of what is found there.

import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { ListLoop } from "../../prelude/loops.ts";
import { OPS } from "../../scalars/ops.ts";
import { type Atom, type Block, literal, type SpillStack, type Stmt, type Var } from "../ir/ir.ts";
import { componentsOf, type DataLayout, isRealCons, type Layout } from "../ir/layout.ts";
import {
  type AbstractValue,
  BlockBuilder,
  dummies,
  fresh,
  fromComponents,
  type Source,
  type Stream,
  scalar,
} from "./abstract-value.ts";
import { fromList } from "./arrays.ts";
import { type Call, type Compilation, NONE } from "./compilation.ts";
import { apply } from "./functions.ts";
import { elementJob, mapInJobs } from "./jobs.ts";
import { headAt, isCounted, REALS, sizeOf, specialiseContiguous, walk } from "./list-walks.ts";
import { applyTwo, countOp, number } from "./loop-steps.ts";
import { components, force, get, objectOf, resultLayout } from "./materialise.ts";

/** A call of a function of the prelude that is a loop over a list, as that loop: a table by the loop, which is clearer whole. */
export function listFunction(does: ListLoop, c: Compilation, call: Call, out: BlockBuilder): AbstractValue | undefined {
  const { args } = call;
  const result = (): Layout => resultLayout(c, call);
  switch (does) {
    case "map-list":
    case "map-list-in-jobs": {
      const job = does === "map-list-in-jobs" ? elementJob(c, nth(args, 0), call.fn.span, out) : undefined;
      if (job !== undefined) {
        const items = fromList(c, job.from, nth(args, 1), out);
        const at = (index: Atom, inner: BlockBuilder) => get(items, index, inner);
        const array = mapInJobs(c, job, items.size, at, call.fn.span, out);
        return mapped(result() as DataLayout, [{ tag: "array", array }], HEAD);
      }
      const [f, xs] = [nth(args, 0), streamOf(nth(args, 1))];
      const applied = (x: AbstractValue | undefined, inner: BlockBuilder) => x && apply(c, f, x, inner, NONE);
      const { kept } = xs;
      if (kept === undefined)
        return mapped(result() as DataLayout, xs.sources, (heads, inner) => applied(xs.element(heads, inner), inner));
      const becomes = (x: AbstractValue, inner: BlockBuilder) => applied(kept.becomes(x, inner), inner);
      return { ...xs, layout: result() as DataLayout, kept: { ...kept, becomes } };
    }
    case "pair-lists":
    case "zip-lists": {
      const isPaired = does === "pair-lists";
      const f = isPaired ? undefined : nth(args, 0);
      // it stops at the shorter list: what may fail beyond that has to be there before
      const safe = (sym: AbstractValue): Stream => {
        const stream = wholeStream(c, sym, out);
        if (sym.tag !== "stream" || isTotal(stream, out)) return stream;
        return streamOf(listOf(c, stream, out));
      };
      const [xs, ys] = args.slice(isPaired ? 0 : 1).map(safe) as [Stream, Stream];
      const count = xs.sources.length;
      return mapped(result() as DataLayout, [...xs.sources, ...ys.sources], (heads, inner) => {
        const x = xs.element(heads.slice(0, count), inner);
        const y = x && ys.element(heads.slice(count), inner);
        if (y === undefined) return undefined;
        return f === undefined ? { tag: "product", items: [present(x), y] } : applyTwo(c, f, present(x), y, inner);
      });
    }
    case "count-up": {
      const [from, to] = args.map((arg) => (arg.tag === "scalar" ? arg.atom : internal("a number was expected")));
      return mapped(result() as DataLayout, [{ tag: "range", from: present(from), to: present(to) }], HEAD);
    }
    case "fold-left":
      return fold(c, streamOf(nth(args, 2)), nth(args, 1), result(), out, (acc, x, inner) =>
        applyTwo(c, nth(args, 0), acc, x, inner),
      );
    case "sum-list":
    case "multiply-list": {
      const layout = result();
      const kind = layout.tag === "real" ? "real" : "int";
      const isSum = does === "sum-list";
      const op = kind === "real" ? (isSum ? "add" : "mul") : isSum ? "addInt" : "mulInt";
      const start = scalar(kind, literal(kind, isSum ? 0 : 1));
      return fold(c, streamOf(nth(args, 0)), start, layout, out, (acc, x, inner) => {
        const next = out.newVar(kind);
        inner.emit({ tag: "op", out: next, op, args: [number(acc), number(x)], span: call.fn.span });
        return scalar(kind, next);
      });
    }
    case "count-list":
      return fold(c, streamOf(nth(args, 0)), scalar("int", literal("index", 0)), result(), out, (acc, _, inner) => {
        const next = out.newVar("index");
        inner.emit({ tag: "op", out: next, op: "addInt", args: [number(acc), literal("index", 1)], span: undefined });
        return scalar("int", next);
      });
    case "keep-in-list": {
      const test = (x: AbstractValue, inner: BlockBuilder): Atom | undefined => {
        const found = apply(c, nth(args, 0), x, inner, NONE);
        return found && number(found);
      };
      const stream: Stream = { ...wholeStream(c, nth(args, 1), out), kept: { test, becomes: (x) => x } };
      // where a test may fail, it does so before anything is done with what is kept
      return isTotal(stream, out) ? stream : listOf(c, stream, out);
    }
    case "turn-list":
      return turned(c, nth(args, 0), result() as DataLayout, out);
    case "append-lists":
      return listOf(c, streamOf(nth(args, 0)), out, nth(args, 1));
    case "fold-right":
      return foldRight(c, wholeStream(c, nth(args, 2), out), nth(args, 1), result(), out, (x, acc, inner) =>
        applyTwo(c, nth(args, 0), x, acc, inner),
      );
  }
}

/** The element of the only source, as it is. */
const HEAD: Stream["element"] = ([head]) => head;

function mapped(layout: DataLayout, sources: readonly Source[], element: Stream["element"]): Stream {
  return { tag: "stream", layout, sources, element };
}

/** Any list as a stream. */
function streamOf(sym: AbstractValue): Stream {
  if (sym.tag === "stream") return sym;
  const layout = sym.tag === "data" ? sym.layout : sym.tag === "known" ? sym.con.data : internal("no list", sym.tag);
  return mapped(layout, [{ tag: "list", list: sym, layout }], HEAD);
}

/** Any list as a stream of all elements of its sources. */
function wholeStream(c: Compilation, sym: AbstractValue, out: BlockBuilder): Stream {
  const stream = streamOf(sym);
  return stream.kept === undefined ? stream : streamOf(listOf(c, stream, out));
}

/** Whether the elements of a stream can be computed, and tested, whatever they are: none fails, and none takes long. */
function isTotal({ sources, element, kept }: Stream, around: BlockBuilder): boolean {
  const out = new BlockBuilder({ variables: around.variables, origins: around.origins });
  const heads = sources.map((source) => fresh(sourceItem(source), out).sym);
  const x = element(heads, out);
  return x !== undefined && (kept === undefined || kept.test(x, out) !== undefined) && isTotalBlock(out.block);
}

function isTotalBlock(block: Block): boolean {
  return block.stmts.every((stmt) => {
    switch (stmt.tag) {
      case "op":
        return OPS[stmt.op].fails === undefined;
      case "if":
        return isTotalBlock(stmt.yes) && isTotalBlock(stmt.no);
      case "chain":
      case "plain":
      case "and":
      case "not":
      case "is":
      case "new":
      case "fields":
      case "get":
      case "closure":
        return true;
      default:
        return false;
    }
  });
}

function sourceItem(source: Source): Layout {
  if (source.tag === "range") return { tag: "int" };
  return source.tag === "array" ? source.array.layout.item : nth(nth(source.layout.cons, 1).fields, 0);
}

/** A fold from the left. */
function fold(
  c: Compilation,
  stream: Stream,
  z: AbstractValue,
  layout: Layout,
  out: BlockBuilder,
  step: (acc: AbstractValue, x: AbstractValue, inner: BlockBuilder) => AbstractValue | undefined,
): AbstractValue {
  const outs = walk(c, stream, out, components(c, z, layout, out), componentsOf(layout), (x, carried, inner) => {
    const next = step(of(layout, carried), x, inner);
    return next && components(c, next, layout, inner);
  });
  return of(layout, outs);
}

function of(layout: Layout, atoms: readonly Atom[]): AbstractValue {
  let at = 0;
  return fromComponents(layout, () => nth(atoms, at++));
}

/** A fold from the right: along the list, putting aside what is found, and back. */
function foldRight(
  c: Compilation,
  stream: Stream,
  z: AbstractValue,
  layout: Layout,
  out: BlockBuilder,
  step: (x: AbstractValue, acc: AbstractValue, inner: BlockBuilder) => AbstractValue | undefined,
): AbstractValue {
  const init = components(c, z, layout, out);
  const kinds = componentsOf(layout);
  const contiguous = specialiseContiguous(c, stream, kinds, out, (one, inner) =>
    foldRightFrom(c, one, init, layout, inner, step),
  );
  return of(layout, contiguous ?? foldRightFrom(c, stream, init, layout, out, step));
}

function foldRightFrom(
  c: Compilation,
  stream: Stream,
  init: readonly Atom[],
  layout: Layout,
  out: BlockBuilder,
  step: (x: AbstractValue, acc: AbstractValue, inner: BlockBuilder) => AbstractValue | undefined,
): readonly Var[] {
  const { sources } = stream;
  const body = new BlockBuilder(out);
  const index = out.newVar("index");
  let count: Atom;
  let x: AbstractValue | undefined;
  if (isCounted(stream)) {
    count = sizeOf(stream, out);
    const last = countOp("subInt", count, literal("index", 1), body);
    const place = countOp("subInt", last, index, body);
    x = stream.element(
      sources.map((source) => headAt(source, place, body)),
      body,
    );
  } else {
    // what is put aside: what the elements are computed from where that is little, for then they need not be stored
    const item = nth(nth(stream.layout.cons, 1).fields, 0);
    const heads = sources.map(sourceItem);
    const isLate = heads.flatMap(componentsOf).length <= 2 * componentsOf(item).length;
    const aside = isLate ? heads : [item];
    const stack: SpillStack = { kinds: aside.flatMap(componentsOf) };
    const source: Stream = isLate ? { ...stream, element: (items) => ({ tag: "product", items }) } : stream;
    const [length] = walk(c, source, out, [literal("index", 0)], ["index"], (found, [before], inner) => {
      const items = isLate && found.tag === "product" ? found.items : [found];
      const values = aside.flatMap((one, at) => components(c, nth(items, at), one, inner));
      if (values.length > 0) inner.emit({ tag: "push", stack, values });
      return [countOp("addInt", present(before), literal("index", 1), inner)];
    });
    count = present(length);
    const popped = aside.map((layout) => fresh(layout, out));
    const outs = popped.flatMap(({ vars }) => vars);
    if (outs.length > 0) body.emit({ tag: "pop", stack, outs });
    const items = popped.map(({ sym }) => sym);
    x = isLate ? stream.element(items, body) : items[0];
  }
  const acc = fresh(layout, out);
  const next = x && step(x, acc.sym, body);
  if (next !== undefined) body.block.end = { tag: "yield", atoms: components(c, next, layout, body) };
  const result = fresh(layout, out);
  out.emit({ tag: "for", index, count, params: acc.vars, init, body: body.block, outs: result.vars });
  return result.vars;
}

/** A list from its last element to its first: where its Reals lie in a row, in a row of their own. */
function turned(c: Compilation, list: AbstractValue, layout: DataLayout, out: BlockBuilder): AbstractValue {
  const cons = nth(layout.cons, 1);
  const item = nth(cons.fields, 0);
  const make = (stream: Stream, inner: BlockBuilder): readonly Atom[] => {
    const [source] = stream.sources;
    if (isWhole(stream) && source?.tag === "array" && isRealCons(cons)) {
      const { array } = source;
      const last = countOp("subInt", array.size, literal("index", 1), inner);
      const at = (index: Atom, body: BlockBuilder) => get(array, countOp("subInt", last, index, body), body);
      const reals = force(c, { tag: "delayed", layout: REALS, size: array.size, at }, inner);
      return [consesOf(c, { ...stream, sources: [{ tag: "array", array: reals }] }, undefined, inner)];
    }
    return walk(c, stream, inner, [emptyList(layout, inner)], [layout.kind], (x, [done], body) => {
      const one = out.newVar(layout.kind);
      body.emit({ tag: "new", out: one, con: cons, fields: [...components(c, x, item, body), present(done)] });
      return [one];
    });
  };
  const stream = streamOf(list);
  const either = isWhole(stream) ? specialiseContiguous(c, stream, [layout.kind], out, make) : undefined;
  return { tag: "data", layout, atom: nth(either ?? make(stream, out), 0) };
}

/** Whether a stream is its only source, as it is. */
function isWhole({ element, kept }: Stream): boolean {
  return element === HEAD && kept === undefined;
}

function emptyList(layout: DataLayout, out: BlockBuilder): Var {
  const empty = out.newVar(layout.kind);
  out.emit({ tag: "new", out: empty, con: nth(layout.cons, 0), fields: [] });
  return empty;
}

/** The list that a stream stands for, and another one after it. */
export function listOf(c: Compilation, stream: Stream, out: BlockBuilder, rest?: AbstractValue): AbstractValue {
  const { layout } = stream;
  const isPlain = stream.kept === undefined && stream.isNoted !== true;
  const make = (one: Stream, inner: BlockBuilder): Atom =>
    isPlain && isCounted(one) && isRealCons(nth(layout.cons, 1))
      ? consesOf(c, one, rest, inner)
      : linkedList(c, one, inner, rest);
  const either = isPlain
    ? specialiseContiguous(c, stream, [layout.kind], out, (one, inner) => [make(one, inner)])
    : undefined;
  return { tag: "data", layout, atom: either?.[0] ?? make(stream, out) };
}

/** The list of Reals of a stream whose elements are counted, which lie in a row; another list may follow them. */
function consesOf(c: Compilation, stream: Stream, rest: AbstractValue | undefined, out: BlockBuilder): Atom {
  const { layout, sources, element } = stream;
  const size = sizeOf(stream, out);
  const [source] = sources;
  const at = (index: Atom, inner: BlockBuilder) =>
    element(
      sources.map((one) => headAt(one, index, inner)),
      inner,
    );
  const reals =
    element === HEAD && source?.tag === "array"
      ? source.array
      : force(c, { tag: "delayed", layout: REALS, size, at }, out);
  const after = rest === undefined ? emptyList(layout, out) : objectOf(c, rest, out);
  const list = out.newVar(layout.kind);
  out.emit({
    tag: "conses",
    out: list,
    size,
    first: nth(reals.columns, 0),
    rest: after,
    con: nth(layout.cons, 1),
  });
  return list;
}

/** A list that is made from its first element on: each is linked to the one before. */
function linkedList(c: Compilation, stream: Stream, out: BlockBuilder, rest: AbstractValue | undefined): Atom {
  const { layout } = stream;
  const cons = nth(layout.cons, 1);
  const item = nth(cons.fields, 0);
  const kinds = componentsOf(item);
  const empty = emptyList(layout, out);
  const link = (of: Atom, value: Atom): Stmt => ({ tag: "link", of, con: cons, index: kinds.length, value });
  const before = out.newVar(layout.kind);
  out.emit({ tag: "new", out: before, con: cons, fields: [...dummies(kinds), empty] });
  const [last] = walk(c, stream, out, [before], [layout.kind], (x, [latest], inner) => {
    const one = out.newVar(layout.kind);
    inner.emit({ tag: "new", out: one, con: cons, fields: [...components(c, x, item, inner), empty] });
    inner.emit(link(present(latest), one));
    return [one];
  });
  if (rest !== undefined) out.emit(link(present(last), objectOf(c, rest, out)));
  const parts = fresh(item, out);
  const first = out.newVar(layout.kind);
  out.emit({ tag: "fields", outs: [...parts.vars, first], of: before, con: cons });
  return first;
}
