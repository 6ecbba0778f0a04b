// Rounds of a loop around an inner loop, four at a time: their inner loops become one, whose round does a round of each ("unroll and
// jam"). So sums that each wait for the round before are computed side by side, and what the four have in common, such as an element
// of a vector that all rows of a matrix are multiplied by, is read once, and gets its cotangent once.
//
// Each number is computed by the same operations in the same order as before.
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  endAtoms,
  type For,
  literal,
  newVar,
  outsOf,
  type Stmt,
  type Var,
} from "./ir.ts";
import { PARTIAL } from "./op-code.ts";
import { Copier } from "./rewrite.ts";

/** Rounds that are taken together. */
const ROUNDS = 4;
/** Statements that an inner loop has at most, and what is around it. */
const INNER = 12;
const AROUND = 24;

/** The same block with loops jammed where that is possible. */
export function jam(block: Block): Block {
  const stmts = block.stmts.flatMap((stmt) => {
    const inside = jamInside(stmt);
    const parts = inside.tag === "for" ? partsOf(inside) : undefined;
    return inside.tag === "for" && parts !== undefined ? jammed(inside, parts) : [inside];
  });
  return { stmts, end: block.end };
}

function jamInside(stmt: Stmt): Stmt {
  switch (stmt.tag) {
    case "if":
      return { ...stmt, yes: jam(stmt.yes), no: jam(stmt.no) };
    case "for":
      return { ...stmt, body: jam(stmt.body) };
    case "loop": {
      // its rounds refer to it: it stays the same object
      stmt.body.stmts.splice(0, stmt.body.stmts.length, ...jam(stmt.body).stmts);
      return stmt;
    }
    default:
      return stmt;
  }
}

interface Parts {
  readonly before: readonly Stmt[];
  readonly inner: For;
  readonly after: readonly Stmt[];
  readonly yields: readonly Atom[];
}

/** The parts of a loop's body around its inner loop, if its rounds can be jammed. */
function partsOf({ body, params }: For): Parts | undefined {
  const at = body.stmts.findIndex(({ tag }) => tag === "for");
  const inner = body.stmts[at];
  if (inner?.tag !== "for" || body.end.tag !== "yield" || inner.body.end.tag !== "yield") return undefined;
  const [before, after] = [body.stmts.slice(0, at), body.stmts.slice(at + 1)];
  if (inner.params.length === 0 || inner.body.stmts.length > INNER || before.length + after.length > AROUND)
    return undefined;
  if (!inner.body.stmts.every((stmt) => isPure(stmt) && !mayFail(stmt))) return undefined;
  if (!before.every(canBeEarlier) || !after.every(canBeLater)) return undefined;
  // what is carried from round to round may be used after the inner loop only
  const carried = new Set<Atom>(params);
  const early = [...before, inner].some((stmt) => uses(stmt, carried));
  // what is written there must not be read by a later round
  const written = new Set(after.flatMap((stmt) => (stmt.tag === "put" ? stmt.columns : [])));
  if (early || [...body.stmts, ...inner.body.stmts].some((stmt) => stmt.tag === "get" && uses(stmt, written)))
    return undefined;
  return { before, inner, after, yields: body.end.atoms };
}

/** Whether a statement computes something, without effect. */
function isPure({ tag }: Stmt): boolean {
  return tag === "op" || tag === "get" || tag === "plain" || tag === "and" || tag === "not" || tag === "chain";
}

function mayFail(stmt: Stmt): boolean {
  return stmt.tag === "op" && PARTIAL.has(stmt.op);
}

/** Whether a statement before the inner loop may come before the inner loops of earlier rounds, which cannot fail. */
function canBeEarlier(stmt: Stmt): boolean {
  if (stmt.tag === "if")
    return [stmt.yes, stmt.no].every(({ stmts }) => stmts.every((one) => one.tag === "fail" || canBeEarlier(one)));
  return isPure(stmt) || ["bounds", "run", "fields", "is", "pop"].includes(stmt.tag);
}

/** Whether a statement after the inner loop may come after what is before the inner loops of later rounds. */
function canBeLater(stmt: Stmt): boolean {
  if (stmt.tag === "if") return [stmt.yes, stmt.no].every(({ stmts }) => stmts.every(canBeLater));
  return (isPure(stmt) && !mayFail(stmt)) || stmt.tag === "put";
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

  op(id: "addInt" | "subInt" | "maxInt" | "divInt", a: Atom, b: Atom): Var {
    const out = newVar("index");
    this.stmts.push({ tag: "op", out, op: id, args: [a, b], span: undefined });
    return out;
  }

  /** A copy of a statement. */
  add(stmt: Stmt, copier: Copier): void {
    const copy = copier.stmt(stmt);
    const key = isPure(copy) ? keyOf(copy) : undefined;
    const known = key === undefined ? undefined : this.known.get(key);
    if (known !== undefined) return outsOf(stmt).forEach((out, index) => copier.replace(out, known[index]!));
    if (key !== undefined) this.known.set(key, outsOf(copy));
    this.stmts.push(copy);
  }
}

/** What a pure statement computes, as a text. */
function keyOf(stmt: Stmt): string {
  const atoms = atomsOf(stmt).map((atom) =>
    atom.tag === "var" ? `v${atom.id}` : `${Object.is(atom.value, -0) ? "-0" : atom.value} ${atom.kind}`,
  );
  return [stmt.tag, stmt.tag === "op" ? stmt.op : "", outsOf(stmt).map(({ kind }) => kind), ...atoms].join(",");
}

/** The loop over groups of rounds, and that over the rest. */
function jammed(loop: For, parts: Parts): Stmt[] {
  const head = new Writer();
  const times4 = (atom: Atom, writer: Writer): Var => {
    const twice = writer.op("addInt", atom, atom);
    return writer.op("addInt", twice, twice);
  };
  const count = head.op("maxInt", loop.count, literal("index", 0));
  const groups = head.op("divInt", count, literal("index", ROUNDS));
  const done = times4(groups, head);
  const left = head.op("subInt", count, done);
  const middle = loop.outs.map(({ kind }) => newVar(kind));
  const group = groupLoop(loop, parts, groups, middle, times4);
  const rest = new Writer();
  const index = newVar("index");
  const copier = new Copier();
  const params = fresh(loop.params, copier);
  copier.replace(loop.index, rest.op("addInt", done, index));
  for (const stmt of loop.body.stmts) rest.add(stmt, copier);
  const body: Block = { stmts: rest.stmts, end: { tag: "yield", atoms: copier.atoms(parts.yields) } };
  return [...head.stmts, group, { ...loop, index, count: left, params, init: middle, body }];
}

function fresh(vars: readonly Var[], copier: Copier): Var[] {
  return vars.map((one) => {
    const copy = newVar(one.kind);
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
): For {
  const writer = new Writer();
  const index = newVar("index");
  const first = times4(index, writer);
  const copiers = Array.from({ length: ROUNDS }, (_, at) => {
    const copier = new Copier();
    copier.replace(loop.index, at === 0 ? first : writer.op("addInt", first, literal("index", at)));
    for (const stmt of before) writer.add(stmt, copier);
    return copier;
  });
  writer.stmts.push(...innerLoops(inner, copiers));
  const params = loop.params.map(({ kind }) => newVar(kind));
  let carried: readonly Atom[] = params;
  for (const copier of copiers) {
    loop.params.forEach((param, at) => copier.replace(param, carried[at]!));
    for (const stmt of after) writer.add(stmt, copier);
    carried = copier.atoms(yields);
  }
  return {
    tag: "for",
    index,
    count,
    params,
    init: loop.init,
    body: { stmts: writer.stmts, end: { tag: "yield", atoms: carried } },
    outs,
  };
}

/** The inner loops of a group: as one where they have the same number of rounds. Afterwards the copiers know their results. */
function innerLoops(inner: For, copiers: readonly Copier[]): Stmt[] {
  const counts = copiers.map((copier) => copier.atom(inner.count));
  const one = new Writer();
  const index = newVar("index");
  const inits = copiers.map((copier) => copier.atoms(inner.init));
  const apart: Stmt[] = [];
  const apartOuts: Atom[] = [];
  const areEqual = counts.every((count) => count === counts[0]);
  if (!areEqual)
    for (const copier of copiers) {
      apart.push(copier.stmt(inner));
      apartOuts.push(...copier.atoms(inner.outs));
    }
  const params = copiers.map((copier) => fresh(inner.params, copier));
  const next: Atom[] = copiers.flatMap((copier) => {
    copier.replace(inner.index, index);
    for (const stmt of inner.body.stmts) one.add(stmt, copier);
    return inner.body.end.tag === "yield" ? copier.atoms(inner.body.end.atoms) : [];
  });
  const outsIn = (): Var[] => copiers.flatMap((copier) => fresh(inner.outs, copier));
  const together = (outs: readonly Var[]): For => ({
    tag: "for",
    index,
    count: counts[0]!,
    params: params.flat(),
    init: inits.flat(),
    body: { stmts: one.stmts, end: { tag: "yield", atoms: next } },
    outs,
  });
  if (areEqual) return [together(outsIn())];
  const tests = counts.slice(1).map((count): Stmt & { readonly out: Var } => ({
    tag: "op",
    out: newVar("bool"),
    op: "eqInt",
    args: [counts[0]!, count],
    span: undefined,
  }));
  let test: Var = tests[0]!.out;
  const ands = tests.slice(1).map(({ out }): Stmt => {
    const both = newVar("bool");
    const stmt: Stmt = { tag: "and", out: both, args: [test, out] };
    test = both;
    return stmt;
  });
  const inside = copiers.flatMap(() => inner.outs.map(({ kind }) => newVar(kind)));
  const yes: Block = { stmts: [together(inside)], end: { tag: "yield", atoms: inside } };
  const no: Block = { stmts: apart, end: { tag: "yield", atoms: apartOuts } };
  return [...tests, ...ands, { tag: "if", test, yes, no, outs: outsIn() }];
}
