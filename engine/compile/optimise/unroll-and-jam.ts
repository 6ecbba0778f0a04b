// Rounds of a loop around an inner loop, four at a time: their inner loops become one, whose round does a round of each ("unroll and
// jam"). So sums that each wait for the round before are computed side by side, and what the four have in common, such as an element
// of a vector that all rows of a matrix are multiplied by, is read once, and gets its cotangent once.
//
// Each number, and each contribution to a cotangent, is computed by the same operations as before.

import { nth } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  endAtoms,
  type For,
  type If,
  literal,
  outsOf,
  type Stmt,
  sizeOf,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { Copier } from "../ir/rewrite.ts";

/** Rounds that are taken together. One by one, gradients of the benchmarks `matvec300` and `neural` take 2.1 and 1.8 times as long. */
const ROUNDS = 4;
/**
 * Statements that an inner loop has at most, and the whole body with it. The code of `matvec300` and `neural` is the same from 4 and 60
 * to 40 and 200; with 0, which jams nothing, it is a third as long.
 */
const INNER = 12;
const ALL = 60;
/**
 * Statements of a function that may come of passes that make it longer: JavaScript's engines do not optimise functions beyond a size. With 100, the gradient of
 * the benchmark `neural` takes 1.8 times as long; with 20 000 those of `neural`, `matvec300` and `gmm` take as long, but first ones longer.
 */
export const LARGEST = 420;

/** The body of a function with loops jammed where that is possible, as long as it does not become too large. */
export function jamFunction(body: Block, variables: Variables): Block {
  return jam(body, { left: LARGEST - sizeOf(body.stmts), variables });
}

/** Statements that may still be added, and where their variables come from. */
export interface Room {
  left: number;
  readonly variables: Variables;
}

function jam(block: Block, room: Room): Block {
  const stmts = block.stmts.flatMap((stmt) => {
    const inside = jamInside(stmt, room);
    const parts = inside.tag === "for" ? partsOf(inside) : undefined;
    if (inside.tag !== "for" || parts === undefined) return [inside];
    const made = jammed(inside, parts, room.variables);
    const growth = sizeOf(made) - sizeOf([inside]);
    if (growth > room.left) return [inside];
    room.left -= growth;
    return made;
  });
  return { stmts, end: block.end };
}

function jamInside(stmt: Stmt, room: Room): Stmt {
  switch (stmt.tag) {
    case "if":
      return { ...stmt, yes: jam(stmt.yes, room), no: jam(stmt.no, room) };
    case "for":
      return { ...stmt, body: jam(stmt.body, room) };
    case "loop": {
      // its rounds refer to it: it stays the same object
      stmt.body.stmts.splice(0, stmt.body.stmts.length, ...jam(stmt.body, room).stmts);
      return stmt;
    }
    default:
      return stmt;
  }
}

interface Parts {
  readonly before: readonly Stmt[];
  readonly inner: Inner;
  readonly after: readonly Stmt[];
  readonly yields: readonly Atom[];
}

/** An inner loop; where `test` is given, it is one of two ways: the other is for lists that do not lie in a row. */
interface Inner {
  readonly stmt: For | If;
  readonly test: Atom | undefined;
  readonly lead: readonly Stmt[];
  readonly loop: For;
  readonly yields: readonly Atom[];
}

function innerOf(stmt: Stmt): Inner | undefined {
  if (stmt.tag === "for") return { stmt, test: undefined, lead: [], loop: stmt, yields: stmt.outs };
  if (stmt.tag !== "if" || stmt.yes.end.tag !== "yield") return undefined;
  const loop = stmt.yes.stmts.at(-1);
  const lead = stmt.yes.stmts.slice(0, -1);
  if (loop?.tag !== "for" || !lead.every(isSafe) || !stmt.no.stmts.every(canBeApart)) return undefined;
  return { stmt, test: stmt.test, lead, loop, yields: stmt.yes.end.atoms };
}

/** The parts of a loop's body around its inner loop, if its rounds can be jammed. */
function partsOf({ body, params }: For): Parts | undefined {
  const at = body.stmts.findIndex((stmt) => innerOf(stmt) !== undefined);
  const inner = at < 0 ? undefined : innerOf(nth(body.stmts, at));
  if (inner === undefined || body.end.tag !== "yield" || inner.loop.body.end.tag !== "yield") return undefined;
  const [before, after] = [body.stmts.slice(0, at), body.stmts.slice(at + 1)];
  const { loop, stmt } = inner;
  if (loop.params.length === 0 || loop.body.stmts.length > INNER || sizeOf(body.stmts) > ALL) return undefined;
  if (!loop.body.stmts.every(isSafe) || !before.every(canBeEarlier) || !after.every(canBeLater)) return undefined;
  // what is carried from round to round may be used after the inner loop only
  const carried = new Set<Atom>(params);
  if ([...before, stmt].some((one) => uses(one, carried))) return undefined;
  // what is written there must not be read by a later round
  const written = new Set(after.flatMap((one) => (one.tag === "put" ? one.columns : [])));
  if (body.stmts.some((one) => reads(one, written))) return undefined;
  return { before, inner, after, yields: body.end.atoms };
}

/** Whether a statement, or one within it, reads a column of an array. */
function reads(stmt: Stmt, columns: ReadonlySet<Atom>): boolean {
  if (stmt.tag === "get") return stmt.columns.some((column) => columns.has(column));
  return blocksOf(stmt).some(({ stmts }) => stmts.some((one) => reads(one, columns)));
}

/** Whether a statement computes something, without effect. */
function isPure({ tag }: Stmt): boolean {
  return tag === "op" || tag === "get" || tag === "plain" || tag === "and" || tag === "not" || tag === "chain";
}

/** Whether a statement computes something, without effect and always. */
function isSafe(stmt: Stmt): boolean {
  return isPure(stmt) && !(stmt.tag === "op" && OPS[stmt.op].fails !== undefined && stmt.out.kind !== "index");
}

/** Whether a statement can be part of an inner loop that stays apart: it cannot fail, and what it puts aside it takes back. */
function canBeApart(stmt: Stmt): boolean {
  const isKnown = ["if", "for", "loop", "push", "pop", "fields", "is"].includes(stmt.tag);
  return (isSafe(stmt) || isKnown) && blocksOf(stmt).every(({ stmts }) => stmts.every(canBeApart));
}

/** Whether a statement before the inner loop may come before the inner loops of earlier rounds, which cannot fail. */
function canBeEarlier(stmt: Stmt): boolean {
  if (stmt.tag === "if")
    return [stmt.yes, stmt.no].every(({ stmts }) => stmts.every((one) => one.tag === "fail" || canBeEarlier(one)));
  // a loop of checks alone
  if (stmt.tag === "for") return stmt.params.length === 0 && stmt.body.stmts.every(canBeEarlier);
  return isPure(stmt) || ["bounds", "contiguous", "fields", "is", "pop"].includes(stmt.tag);
}

/** Whether a statement after the inner loop may come after what is before the inner loops of later rounds. */
function canBeLater(stmt: Stmt): boolean {
  if (stmt.tag === "if") return [stmt.yes, stmt.no].every(({ stmts }) => stmts.every(canBeLater));
  return isSafe(stmt) || stmt.tag === "put";
}

/** Whether a statement, or one within it, uses one of some atoms. */
function uses(stmt: Stmt, some: ReadonlySet<Atom>): boolean {
  const inBlock = ({ stmts, end }: Block): boolean =>
    endAtoms(end).some((atom) => some.has(atom)) || stmts.some((one) => uses(one, some));
  return atomsOf(stmt).some((atom) => some.has(atom)) || blocksOf(stmt).some(inBlock);
}

/** Statements being written, those that compute what one before them does left out. */
class Writer {
  readonly stmts: Stmt[] = [];
  private readonly known = new Map<string, readonly Var[]>();
  readonly variables: Variables;
  private readonly at: Stmt["at"];

  /** `at`: where the loop comes from that is rewritten. */
  constructor({ at }: Stmt, variables: Variables) {
    this.at = at;
    this.variables = variables;
  }

  op(id: "addInt" | "subInt" | "maxInt" | "divInt", a: Atom, b: Atom): Var {
    const out = this.variables.newVar("index");
    this.stmts.push({ tag: "op", out, op: id, args: [a, b], span: undefined, at: this.at });
    return out;
  }

  areEqual(a: Atom, b: Atom): Var {
    const out = this.variables.newVar("bool");
    this.stmts.push({ tag: "op", out, op: "eqInt", args: [a, b], span: undefined, at: this.at });
    return out;
  }

  both(a: Atom, b: Atom): Var {
    const out = this.variables.newVar("bool");
    this.stmts.push({ tag: "and", out, args: [a, b], at: this.at });
    return out;
  }

  /** A copy of a statement. */
  add(stmt: Stmt, copier: Copier): void {
    const copy = copier.stmt(stmt);
    const key = isShared(copy) ? keyOf(copy) : undefined;
    const known = key === undefined ? undefined : this.known.get(key);
    if (known !== undefined) return outsOf(stmt).forEach((out, index) => copier.replace(out, nth(known, index)));
    if (key !== undefined) this.known.set(key, outsOf(copy));
    this.stmts.push(copy);
  }
}

/**
 * Whether rounds may share what a statement computes: what is read, and what has no derivative. A Real that several rounds computed
 * together would have their cotangents added before they are multiplied by its partial, and 0 · ∞ + 1 · ∞ is not (0 + 1) · ∞.
 */
function isShared(stmt: Stmt): boolean {
  if (stmt.tag === "get" || stmt.tag === "contiguous") return true;
  return isPure(stmt) && outsOf(stmt).every(({ kind }) => kind !== "real");
}

/** A key of such a statement's computation. */
function keyOf(stmt: Stmt): string {
  const atoms = atomsOf(stmt).map((atom) =>
    atom.tag === "var" ? `v${atom.id}` : `${Object.is(atom.value, -0) ? "-0" : atom.value} ${atom.kind}`,
  );
  return [stmt.tag, stmt.tag === "op" ? stmt.op : "", outsOf(stmt).map(({ kind }) => kind), ...atoms].join(",");
}

/** The loop over groups of rounds, and that over the rest. */
function jammed(loop: For, parts: Parts, variables: Variables): Stmt[] {
  const head = new Writer(loop, variables);
  const times4 = (atom: Atom, writer: Writer): Var => {
    const twice = writer.op("addInt", atom, atom);
    return writer.op("addInt", twice, twice);
  };
  const count = head.op("maxInt", loop.count, literal("index", 0));
  const groups = head.op("divInt", count, literal("index", ROUNDS));
  const done = times4(groups, head);
  const left = head.op("subInt", count, done);
  const middle = loop.outs.map(({ kind }) => variables.newVar(kind));
  const group = groupLoop(loop, parts, groups, middle, times4, variables);
  const rest = new Writer(loop, variables);
  const index = variables.newVar("index");
  const copier = new Copier(variables);
  const params = fresh(loop.params, copier);
  copier.replace(loop.index, rest.op("addInt", done, index));
  for (const stmt of loop.body.stmts) rest.add(stmt, copier);
  const body: Block = { stmts: rest.stmts, end: { tag: "yield", atoms: copier.atoms(parts.yields) } };
  return [...head.stmts, group, { ...loop, index, count: left, params, init: middle, body }];
}

function fresh(vars: readonly Var[], copier: Copier): Var[] {
  return vars.map((one) => {
    const copy = copier.variables.newVar(one.kind);
    copier.replace(one, copy);
    return copy;
  });
}

function groupLoop(
  loop: For,
  { before, inner, after, yields }: Parts,
  count: Atom,
  outs: readonly Var[],
  times4: (atom: Atom, writer: Writer) => Var,
  variables: Variables,
): For {
  const writer = new Writer(loop, variables);
  const index = variables.newVar("index");
  const first = times4(index, writer);
  const copiers = Array.from({ length: ROUNDS }, (_, at) => {
    const copier = new Copier(variables);
    copier.replace(loop.index, at === 0 ? first : writer.op("addInt", first, literal("index", at)));
    for (const stmt of before) writer.add(stmt, copier);
    return copier;
  });
  innerLoops(inner, copiers, writer);
  const params = loop.params.map(({ kind }) => variables.newVar(kind));
  let carried: readonly Atom[] = params;
  for (const copier of copiers) {
    loop.params.forEach((param, at) => copier.replace(param, nth(carried, at)));
    for (const stmt of after) writer.add(stmt, copier);
    carried = copier.atoms(yields);
  }
  return {
    ...loop,
    index,
    count,
    params,
    body: { stmts: writer.stmts, end: { tag: "yield", atoms: carried } },
    outs,
  };
}

/** The inner loops of a group, as one where they have the same number of rounds. Afterwards the copiers know their results. */
function innerLoops({ stmt, test, lead, loop, yields }: Inner, copiers: readonly Copier[], writer: Writer): void {
  const apart = new Writer(stmt, writer.variables);
  const apartOuts = copiers.flatMap((copier) => {
    apart.add(stmt, copier);
    return copier.atoms(stmt.outs);
  });
  for (const copier of copiers) for (const one of lead) writer.add(one, copier);
  const counts = copiers.map((copier) => copier.atom(loop.count));
  const conditions: Atom[] = test === undefined ? [] : copiers.map((copier) => copier.atom(test));
  for (const other of counts) if (other !== counts[0]) conditions.push(writer.areEqual(nth(counts, 0), other));
  const together = new Writer(loop, writer.variables);
  const index = writer.variables.newVar("index");
  const init = copiers.flatMap((copier) => copier.atoms(loop.init));
  const params = copiers.flatMap((copier) => fresh(loop.params, copier));
  const { count } = loop;
  const next = copiers.flatMap((copier, at) => {
    copier.replace(loop.index, index);
    // within, all counts are the first
    if (count.tag === "var") copier.replace(count, nth(counts, 0));
    for (const one of loop.body.stmts) together.add(one, copier);
    if (count.tag === "var") copier.replace(count, nth(counts, at));
    return loop.body.end.tag === "yield" ? copier.atoms(loop.body.end.atoms) : [];
  });
  const outs = copiers.flatMap((copier) => fresh(loop.outs, copier));
  const body: Block = { stmts: together.stmts, end: { tag: "yield", atoms: next } };
  const jammedLoop: For = { ...loop, index, count: nth(counts, 0), params, init, body, outs };
  const results = copiers.flatMap((copier) => copier.atoms(yields));
  if (conditions.length === 0) {
    writer.stmts.push(jammedLoop);
    return;
  }
  const all = conditions.reduce((a, b) => writer.both(a, b));
  const yes: Block = { stmts: [jammedLoop], end: { tag: "yield", atoms: results } };
  const no: Block = { stmts: apart.stmts, end: { tag: "yield", atoms: apartOuts } };
  const joined = copiers.flatMap((copier) => fresh(stmt.outs, copier));
  writer.stmts.push({ tag: "if", test: all, yes, no, outs: joined, at: stmt.at });
}
