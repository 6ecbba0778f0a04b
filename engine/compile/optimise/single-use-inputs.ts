// Finds Reals of the input that a program reads at one place, and there once. One contribution is the whole cotangent of such a Real, so
// the reverse pass stores it, and does not add it to what is there.
//
// The Reals of arrays in the input have cells of their own, which no two elements share. A column of such an array that one statement
// reads, by the index of the only loop around it since the column became known, is read once; so is a column of the arrays that lie
// in it.
//
// Later passes preserve this: rounds that are taken together (`unroll-and-jam.ts`) read different elements, and a segment of the tape is
// never cut within a run of simple statements, so that all uses of a Real lie in one segment with its read. Long blocks have been cut
// before (`outlining.ts`), and have calls in them.
import { isSimple } from "../ir/control-flow.ts";
import { type Atom, atomsOf, type Block, blocksOf, endAtoms, type Fn, type Stmt, type Var } from "../ir/ir.ts";

type Get = Extract<Stmt, { readonly tag: "get" }>;

/** Where a statement stands: its block, and the statements around it from the outermost on. */
interface StmtPosition {
  readonly block: Block;
  readonly around: readonly Stmt[];
}

/** Facts about a function's variables. */
class Uses {
  /** How often each variable is used, and how often by operations that take nothing but its number. */
  private readonly all = new Map<Atom, number>();
  private readonly asNumber = new Map<Atom, number>();
  readonly gets: { readonly get: Get; readonly place: StmtPosition }[] = [];

  constructor(body: Block) {
    this.walk(body, []);
  }

  private walk(block: Block, around: readonly Stmt[]): void {
    for (const stmt of block.stmts) {
      const isNumeric = stmt.tag === "op" || stmt.tag === "chain" || stmt.tag === "plain";
      for (const atom of atomsOf(stmt)) {
        count(this.all, atom);
        if (isNumeric) count(this.asNumber, atom);
      }
      if (stmt.tag === "get") this.gets.push({ get: stmt, place: { block, around } });
      for (const inner of blocksOf(stmt)) this.walk(inner, [...around, stmt]);
    }
    for (const atom of endAtoms(block.end)) count(this.all, atom);
  }

  isUsedOnce(one: Atom): boolean {
    return this.all.get(one) === 1;
  }

  isNumber(one: Var): boolean {
    return this.all.get(one) === this.asNumber.get(one);
  }
}

function count(counts: Map<Atom, number>, atom: Atom): void {
  counts.set(atom, (counts.get(atom) ?? 0) + 1);
}

/** Marks the statements of an entry that read an input which nothing else reads. The program calls what the entry wraps, never the entry. */
export function markSingleUse(entry: Fn): void {
  const uses = new Uses(entry.body);
  /** Columns whose elements are reached by their variable alone, and the statements around its definition. */
  const own = new Map<Atom, readonly Stmt[]>(entry.params.map((param) => [param, []]));
  for (const { get, place } of uses.gets) {
    const isSingleUse = get.columns.every((column) => {
      const outside = own.get(column);
      return outside !== undefined && uses.isUsedOnce(column) && isOnceSince(outside, get, place);
    });
    if (!isSingleUse) continue;
    const reals = get.outs.filter(({ kind }) => kind === "real");
    get.isSingleUse = reals.every((real) => uses.isNumber(real)) && place.block.stmts.every(isSimple);
    for (const out of get.outs) if (out.kind !== "real") own.set(out, place.around);
  }
}

/** Whether a statement reads each element at most once for each time that control passes through the statements outside of it. */
function isOnceSince(outside: readonly Stmt[], get: Get, { around }: StmtPosition): boolean {
  const between = around.slice(outside.length);
  const loops = between.filter(({ tag }) => tag === "for" || tag === "loop");
  if (loops.length === 0) return true;
  const [loop] = loops as [Stmt];
  return loops.length === 1 && loop.tag === "for" && loop.index === get.index;
}
