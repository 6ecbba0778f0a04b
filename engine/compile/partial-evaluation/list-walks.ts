// Walks along lists. Those along lists of Reals (`isRealCons`) are compiled once for contiguous lists, and once for others.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { type Atom, type For, type Loop, literal, type Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { isRealCons } from "../ir/layout.ts";
import {
  type AbstractArray,
  type AbstractValue,
  BlockBuilder,
  type Source,
  type Stream,
  scalar,
} from "./abstract-value.ts";
import { made } from "./binding.ts";
import type { Compilation } from "./compilation.ts";
import { countOp } from "./loop-steps.ts";
import { components, fieldsOf, get, type Materialiser, objectOf } from "./materialise.ts";

/** Whether lists are walked cons by cons, for one of those around is not contiguous. */
function isConsByCons(out: BlockBuilder): boolean {
  for (let at: BlockBuilder | undefined = out; at !== undefined; at = at.outer) if (at.isConsByCons) return true;
  return false;
}

/**
 * Walks of a function that are compiled twice: JavaScript's engines do not optimise functions beyond a size. With none, gradients of the
 * benchmarks `dot-list`, `sum-mat-vec` and `neural-list` take 2.6, 2.8 and 1.6 times as long.
 */
export const MOST_TWOFOLD = 8;

/** Whether a function may have one more such walk. */
function hasRoom(out: BlockBuilder): boolean {
  let top = out;
  while (top.outer !== undefined) top = top.outer;
  return top.twofoldWalks++ < MOST_TWOFOLD;
}

/** The layout of an array of Reals. */
export const REALS: AbstractArray["layout"] = { tag: "array", key: "Array Real", item: { tag: "real" } };

/**
 * Compiles a walk along lists of Reals in two versions: for contiguous lists, where it goes along cells as with arrays, and for others.
 * Walks within the second version are compiled for general lists only, so that the code of nested walks stays linear in their depth.
 * Undefined where this does not apply.
 */
export function specialiseContiguous(
  compiler: Materialiser,
  stream: Stream,
  kinds: readonly Kind[],
  out: BlockBuilder,
  version: (stream: Stream, out: BlockBuilder) => readonly Atom[] | undefined,
): Var[] | undefined {
  const { sources } = stream;
  const lists = sources.filter(({ tag }) => tag === "list");
  const reals = lists.filter((source) => source.tag === "list" && isRealCons(nth(source.layout.cons, 1)));
  if (lists.length === 0 || reals.length < lists.length || isConsByCons(out) || !hasRoom(out)) return undefined;
  let areContiguous: Atom | undefined;
  const pairs = sources.map((source) => {
    if (source.tag !== "list") return { contiguous: source, list: source };
    const of = objectOf(compiler, source.list, out);
    const [size, first, here] = [out.newVar("index"), out.newVar("index"), out.newVar("bool")];
    out.emit({ tag: "contiguous", outs: [size, first], of, con: nth(source.layout.cons, 1) });
    out.emit({ tag: "op", out: here, op: "ltInt", args: [literal("index", -1), size], span: undefined });
    areContiguous = areContiguous === undefined ? here : both(areContiguous, here, out);
    const array: AbstractArray = { tag: "array", layout: REALS, size, columns: [first] };
    const list: AbstractValue = { tag: "data", layout: source.layout, atom: of };
    return { contiguous: { tag: "array", array } as const, list: { ...source, list } };
  });
  const [yes, no] = [new BlockBuilder(out), new BlockBuilder(out)];
  no.isConsByCons = true;
  const one = version({ ...stream, sources: pairs.map(({ contiguous }) => contiguous) }, yes);
  const other = version({ ...stream, sources: pairs.map(({ list }) => list) }, no);
  if (one !== undefined) yes.block.end = { tag: "yield", atoms: one };
  if (other !== undefined) no.block.end = { tag: "yield", atoms: other };
  const outs = kinds.map((kind) => out.newVar(kind));
  out.emit({ tag: "if", test: present(areContiguous), yes: yes.block, no: no.block, outs });
  return outs;
}

/** Both of two truth values. */
function both(a: Atom, b: Atom, out: BlockBuilder): Var {
  const result = out.newVar("bool");
  out.emit({ tag: "and", out: result, args: [a, b] });
  return result;
}

/** A round: from the values that are carried and an element to those of the next round. */
type Step = (element: AbstractValue, carried: readonly Var[], inner: BlockBuilder) => readonly Atom[] | undefined;

/** A step with the element of a stream that some sources have, if it is kept. */
function stepAlong(
  c: Compilation,
  { element, kept }: Stream,
  heads: readonly AbstractValue[],
  carried: readonly Var[],
  out: BlockBuilder,
  step: Step,
): readonly Atom[] | undefined {
  const x = element(heads, out);
  if (x === undefined || kept === undefined) return x && step(x, carried, out);
  const whole = made(c, x, out);
  const test = kept.test(whole, out);
  if (test === undefined) return undefined;
  const [yes, no] = [new BlockBuilder(out), new BlockBuilder(out)];
  const one = kept.becomes(whole, yes);
  const next = one && step(one, carried, yes);
  if (next !== undefined) yes.block.end = { tag: "yield", atoms: next };
  no.block.end = { tag: "yield", atoms: carried };
  const outs = carried.map(({ kind }) => out.newVar(kind));
  out.emit({ tag: "if", test, yes: yes.block, no: no.block, outs });
  return outs;
}

/**
 * Walks along a stream: `step` gives what is carried on from what was carried so far and an element. The result is what is
 * carried at the end.
 */
export function walk(
  c: Compilation,
  stream: Stream,
  out: BlockBuilder,
  init: readonly Atom[],
  kinds: readonly Kind[],
  step: Step,
): Var[] {
  const contiguous = specialiseContiguous(c, stream, kinds, out, (one, inner) =>
    walk(c, one, inner, init, kinds, step),
  );
  if (contiguous !== undefined) return contiguous;
  const carried = kinds.map((kind) => out.newVar(kind));
  const outs = kinds.map((kind) => out.newVar(kind));
  const body = new BlockBuilder(out);
  if (isCounted(stream)) {
    const index = out.newVar("index");
    const count = sizeOf(stream, out);
    const heads = stream.sources.map((source) => headAt(source, index, body));
    const next = stepAlong(c, stream, heads, carried, body, step);
    if (next !== undefined) body.block.end = { tag: "yield", atoms: next };
    const loop: For = { tag: "for", index, count, params: carried, init, body: body.block, outs };
    out.emit(loop);
    return outs;
  }
  const starts = stream.sources.map((source) =>
    source.tag === "list" ? objectOf(c, source.list, out) : literal("index", 0),
  );
  const places = starts.map(({ kind }) => out.newVar(kind));
  const loop: Loop = {
    tag: "loop",
    params: [...places, ...carried],
    init: [...starts, ...init],
    body: body.block,
    outs,
  };
  const counts = stream.sources.map((source) => (source.tag === "list" ? undefined : countOf(source, out)));
  let test: Atom | undefined;
  stream.sources.forEach((source, index) => {
    const here = out.newVar("bool");
    const place = nth(places, index);
    if (source.tag === "list") body.emit({ tag: "is", out: here, of: place, con: nth(source.layout.cons, 1) });
    else body.emit({ tag: "op", out: here, op: "ltInt", args: [place, present(counts[index])], span: undefined });
    test = test === undefined ? here : both(test, here, body);
  });
  const [then, otherwise] = [new BlockBuilder(body), new BlockBuilder(body)];
  const nexts: Atom[] = [];
  const heads = stream.sources.map((source, index) => {
    const place = nth(places, index);
    if (source.tag !== "list") {
      nexts.push(countOp("addInt", place, literal("index", 1), then));
      return headAt(source, place, then);
    }
    const [head, tail] = fieldsOf(
      { tag: "data", layout: source.layout, atom: place },
      nth(source.layout.cons, 1),
      then,
    );
    nexts.push(...components(c, present(tail), source.layout, then));
    return present(head);
  });
  const next = stepAlong(c, stream, heads, carried, then, step);
  if (next !== undefined) then.block.end = { tag: "next", loop, atoms: [...nexts, ...next] };
  otherwise.block.end = { tag: "yield", atoms: [] };
  body.emit({ tag: "if", test: present(test), yes: then.block, no: otherwise.block, outs: [] });
  body.block.end = { tag: "yield", atoms: carried };
  out.emit(loop);
  return outs;
}

/** Whether all sources of a stream are counted. */
export function isCounted({ sources }: Stream): boolean {
  return sources.every(({ tag }) => tag !== "list");
}

/** How many elements a stream has whose sources are counted. */
export function sizeOf({ sources }: Stream, out: BlockBuilder): Atom {
  return sources.map((source) => countOf(source, out)).reduce((a, b) => countOp("minInt", a, b, out, "int"));
}

/** How many elements a source has that are counted. */
function countOf(source: Source, out: BlockBuilder): Atom {
  if (source.tag === "list") return internal("a list is not counted");
  if (source.tag === "array") return source.array.size;
  const { from, to } = source;
  if (from.tag === "literal" && from.value === 0) return countOp("maxInt", to, literal("int", 0), out, "int");
  return countOp("maxInt", countOp("subInt", to, from, out, "int"), literal("int", 0), out, "int");
}

/** The element of a counted source at an index. */
export function headAt(source: Source, index: Atom, out: BlockBuilder): AbstractValue {
  if (source.tag === "array") return get(source.array, index, out);
  if (source.tag === "list") return internal("a list is not counted");
  if (source.from.tag === "literal" && source.from.value === 0) return scalar("int", index);
  return scalar("int", countOp("addInt", source.from, index, out, "int"));
}
