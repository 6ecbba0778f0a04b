// Contiguous lists of Reals (`isRealCons`): what walks along lists is compiled once for contiguous lists, and once for others.
import { nth, present } from "../../base/nth.ts";
import { type Atom, literal, type Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { isRealCons } from "../ir/layout.ts";
import { type AbstractArray, type AbstractValue, BlockBuilder, type Stream } from "./abstract-value.ts";
import { type Materialiser, objectOf } from "./materialise.ts";

/** Whether lists are walked cons by cons, for one of those around is not contiguous. */
function isConsByCons(out: BlockBuilder): boolean {
  for (let at: BlockBuilder | undefined = out; at !== undefined; at = at.outer) if (at.isConsByCons) return true;
  return false;
}

/**
 * Walks of a function that are compiled twice: JavaScript's engines do not optimise functions beyond a size. With none, gradients of the
 * benchmarks `dot-list`, `sum-mat-vec` and `neural-list` take 2.6, 2.8 and 1.6 times as long.
 */
const MOST = 8;

/** Whether a function may have one more such walk. */
function hasRoom(out: BlockBuilder): boolean {
  let top = out;
  while (top.outer !== undefined) top = top.outer;
  return top.twofoldWalks++ < MOST;
}

const REALS: AbstractArray["layout"] = { tag: "array", key: "Array Real", item: { tag: "real" } };

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
export function both(a: Atom, b: Atom, out: BlockBuilder): Var {
  const result = out.newVar("bool");
  out.emit({ tag: "and", out: result, args: [a, b] });
  return result;
}
