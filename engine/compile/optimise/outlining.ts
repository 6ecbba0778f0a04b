// Long code in pieces: JavaScript's engines do not optimise functions beyond a size, and take long to come to know that.
//
// A stretch of statements becomes a function of its own: its parameters are the variables that it uses, its results those that are
// used after it. What goes from one piece to another goes by cells, as between any two functions (`straight-line.ts` has the same for
// programs without a tape).
import { lastOf, nth } from "../../base/nth.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import { escapes } from "../ir/control-flow.ts";
import { type Block, blocksOf, endAtoms, type Fn, outsOf, type Stmt, sizeOf, type Var } from "../ir/ir.ts";
import { atomsIn, definedIn } from "../ir/rewrite.ts";

/**
 * How long a piece is. A block stays whole that is no longer than two. Where all do, 3000 operations (`test/bench/length.bench.ts`) take
 * 15 times as long as straight code, and 7 times in a loop.
 */
const PIECE = 400;

/** The most that go into a piece, or out of it: beyond, it stays where it is. */
const WIDEST = 1000;

/** Whether the adjoint of an operation is longer than a statement can be: it multiplies by more than a number or an operand. */
function hasLongAdjoint(op: OpId): boolean {
  return OPS[op].derivatives.some(
    (one) => one !== undefined && one.term.tag !== "number" && one.term.tag !== "operand",
  );
}

/** How long statements are: about a fortieth of the bytes that JavaScript's engines have for their adjoints. */
function lengthOf(stmts: readonly Stmt[]): number {
  return sizeOf(stmts, (stmt) => (stmt.tag === "op" && hasLongAdjoint(stmt.op) ? 2 : 1));
}

/** Statements in pieces of about a length, one at least. */
export function piecesOf(stmts: readonly Stmt[], length = PIECE): readonly (readonly Stmt[])[] {
  const pieces: Stmt[][] = [[]];
  let room = length;
  for (const stmt of stmts) {
    if (room <= 0) {
      pieces.push([]);
      room = length;
    }
    lastOf(pieces).push(stmt);
    room -= lengthOf([stmt]);
  }
  return pieces;
}

/** Cuts the long blocks of functions into pieces of about a length; gives the functions, and those that were made. */
export function outlineLong(fns: readonly Fn[], length = PIECE): readonly Fn[] {
  const all = [...fns];
  let next = Math.max(-1, ...fns.map(({ id }) => id)) + 1;
  for (const fn of fns) {
    // cells that the function of a pass makes are known by where it begins
    if (fn.pass !== undefined) continue;
    const cutter = new Cutter(fn, length, () => next++);
    cutter.block(fn.body);
    all.push(...cutter.made);
  }
  return all;
}

class Cutter {
  readonly made: Fn[] = [];
  private readonly fn: Fn;
  private readonly length: number;
  private readonly newId: () => number;

  constructor(fn: Fn, length: number, newId: () => number) {
    this.fn = fn;
    this.length = length;
    this.newId = newId;
  }

  /** Cuts the blocks in a block, and then what is still long of it. */
  block({ stmts, end }: Block): void {
    for (const stmt of stmts) for (const inner of blocksOf(stmt)) this.block(inner);
    if (lengthOf(stmts) <= 2 * this.length) return;
    const stretches = stretchesOf(stmts).flatMap((stretch) =>
      escapes(nth(stretch, 0)) ? [stretch] : piecesOf(stretch, this.length),
    );
    const cut: Stmt[] = [];
    const used = new Set(endAtoms(end));
    for (const stretch of stretches.toReversed()) {
      const uses = free(stretch);
      const outs = stretch.flatMap(outsOf).filter((out) => used.has(out));
      const piece = this.piece(stretch, [...uses], outs);
      cut.push(...(piece === undefined ? stretch.toReversed() : [piece]));
      for (const one of uses) used.add(one);
    }
    stmts.length = 0;
    for (const stmt of cut.reverse()) stmts.push(stmt);
  }

  /** A call of a stretch as a function; undefined where it is better left where it is. */
  private piece(stretch: readonly Stmt[], params: readonly Var[], outs: readonly Var[]): Stmt | undefined {
    const { name, mode } = this.fn;
    const isCut = lengthOf(stretch) >= this.length / 4 && !escapes(nth(stretch, 0));
    if (!isCut || Math.max(params.length, outs.length) > WIDEST) return undefined;
    const fn: Fn = {
      id: this.newId(),
      name: `${name}, piece ${this.made.length + 1}`,
      mode,
      passing: mode === "plain" ? "value" : "reference",
      params,
      results: outs.map(({ kind }) => kind),
      body: { stmts: [...stretch], end: { tag: "yield", atoms: outs } },
      at: nth(stretch, 0).at,
    };
    this.made.push(fn);
    return { tag: "call", fn, args: params, outs, span: undefined, at: fn.at };
  }
}

/** Statements in stretches: those that lead out of a loop around them stand alone, for no function can do that for another. */
function stretchesOf(stmts: readonly Stmt[]): readonly (readonly Stmt[])[] {
  const stretches: Stmt[][] = [];
  let isOpen = false;
  for (const stmt of stmts) {
    const isAlone = escapes(stmt);
    if (isOpen && !isAlone) lastOf(stretches).push(stmt);
    else stretches.push([stmt]);
    isOpen = !isAlone;
  }
  return stretches;
}

/** The variables that statements use and do not define. */
function free(stmts: readonly Stmt[]): ReadonlySet<Var> {
  const defined = definedIn(stmts);
  const found = new Set<Var>();
  atomsIn({ stmts, end: { tag: "stop" } }, (atom) => {
    if (atom.tag === "var" && !defined.has(atom.id)) found.add(atom);
  });
  return found;
}
