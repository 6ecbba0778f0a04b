// Lists of Reals that lie in a row (`hasRun`): what walks along lists is compiled once for such, and once for others.
import { type Atom, literal, newVar, type Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { hasRun } from "../ir/layout.ts";
import { type ArraySym, Out, type StreamSym, type Sym } from "./abstract-value.ts";
import { type Maker, objectOf } from "./materialise.ts";

/** Where lists are walked as they are, for one of those around is no run. */
const general = new WeakSet<Out>();

function isGeneral(out: Out): boolean {
  for (let at: Out | undefined = out; at !== undefined; at = at.outer) if (general.has(at)) return true;
  return false;
}

/** Walks of a function that are compiled twice: JavaScript's engines do not optimise functions beyond a size. */
const MOST = 8;
const walks = new WeakMap<Out, number>();

/** Whether a function may have one more such walk. */
function hasRoom(out: Out): boolean {
  let top = out;
  while (top.outer !== undefined) top = top.outer;
  const count = walks.get(top) ?? 0;
  walks.set(top, count + 1);
  return count < MOST;
}

const REALS: ArraySym["layout"] = { tag: "array", key: "Array Real", item: { tag: "real" } };

/**
 * What walks along lists of Reals, in two versions: for lists that are runs, where it goes along cells as with arrays, and for
 * others. Walks within the second know no runs, so that the code of nested ones stays linear in their depth. Undefined where this
 * does not apply.
 */
export function asRuns(
  compiler: Maker,
  stream: StreamSym,
  kinds: readonly Kind[],
  out: Out,
  version: (stream: StreamSym, out: Out) => readonly Atom[] | undefined,
): Var[] | undefined {
  const { sources } = stream;
  const lists = sources.filter(({ tag }) => tag === "list");
  const reals = lists.filter((source) => source.tag === "list" && hasRun(source.layout.cons[1]!));
  if (lists.length === 0 || reals.length < lists.length || isGeneral(out) || !hasRoom(out)) return undefined;
  let areRuns: Atom | undefined;
  const pairs = sources.map((source) => {
    if (source.tag !== "list") return { run: source, list: source };
    const of = objectOf(compiler, source.list, out);
    const [size, first, here] = [newVar("index"), newVar("index"), newVar("bool")];
    out.emit({ tag: "run", outs: [size, first], of, con: source.layout.cons[1]! });
    out.emit({ tag: "op", out: here, op: "ltInt", args: [literal("index", -1), size], span: undefined });
    areRuns = areRuns === undefined ? here : both(areRuns, here, out);
    const array: ArraySym = { tag: "array", layout: REALS, size, columns: [first] };
    const list: Sym = { tag: "data", layout: source.layout, atom: of };
    return { run: { tag: "array", array } as const, list: { ...source, list } };
  });
  const [yes, no] = [new Out(out), new Out(out)];
  general.add(no);
  const one = version({ ...stream, sources: pairs.map(({ run }) => run) }, yes);
  const other = version({ ...stream, sources: pairs.map(({ list }) => list) }, no);
  if (one !== undefined) yes.block.end = { tag: "yield", atoms: one };
  if (other !== undefined) no.block.end = { tag: "yield", atoms: other };
  const outs = kinds.map((kind) => newVar(kind));
  out.emit({ tag: "if", test: areRuns!, yes: yes.block, no: no.block, outs });
  return outs;
}

/** Both of two truth values. */
export function both(a: Atom, b: Atom, out: Out): Var {
  const result = newVar("bool");
  out.emit({ tag: "and", out: result, args: [a, b] });
  return result;
}
