// Checks of places before a loop in place of those in its rounds. Where a place only goes up with the rounds, or only down, as i * m + j
// does with j, all are within an array if the first and the last are. Where they are not, a loop of the checks alone finds the one that fails.
import { nth } from "../../base/nth.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import {
  type Atom,
  type Block,
  blocksOf,
  type For,
  literal,
  outsOf,
  type Stmt,
  sizeOf,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { Copier } from "../ir/rewrite.ts";
import { LARGEST, type Room } from "./unroll-and-jam.ts";

type Bounds = Extract<Stmt, { readonly tag: "bounds" }>;
type Operation = Extract<Stmt, { readonly tag: "op" }>;

/** Puts checks of places before the innermost loops of a function's body that allow it, in place, as long as it does not become too large. */
export function checkAhead(body: Block, variables: Variables): void {
  checkIn(body, { left: LARGEST - sizeOf(body.stmts), variables });
}

function checkIn(block: Block, room: Room): void {
  for (let at = 0; at < block.stmts.length; at++) {
    const stmt = nth(block.stmts, at);
    for (const inner of blocksOf(stmt)) checkIn(inner, room);
    const checks = stmt.tag === "for" ? checksOf(stmt) : undefined;
    if (stmt.tag !== "for" || checks === undefined) continue;
    const ahead = new Ahead(stmt, checks, room.variables).stmts();
    const growth = sizeOf(ahead);
    if (growth > room.left) continue;
    room.left -= growth;
    const body = { ...stmt.body, stmts: stmt.body.stmts.filter(({ tag }) => tag !== "bounds") };
    block.stmts.splice(at, 1, ...ahead, { ...stmt, body });
    at += ahead.length;
  }
}

/** The checks of a loop's rounds, and the operations that compute their places. */
interface Checks {
  readonly bounds: readonly Bounds[];
  readonly places: readonly Operation[];
}

/** The checks of a loop, if nothing else in it can fail, and all places only go up or only down. */
function checksOf({ fork, index, params, body }: For): Checks | undefined {
  const bounds = body.stmts.filter((stmt) => stmt.tag === "bounds");
  if (bounds.length === 0 || fork !== undefined || body.end.tag !== "yield" || !body.stmts.every(cannotFailElse))
    return undefined;
  const inside = new Set<number>([...params, ...body.stmts.flatMap(outsOf)].map(({ id }) => id));
  /** Whether what is computed from the index goes up or down with it, or stays. */
  const varies = new Map<number, boolean>([[index.id, true]]);
  const variesWith = (atom: Atom): boolean | undefined =>
    atom.tag === "literal" ? false : (varies.get(atom.id) ?? (inside.has(atom.id) ? undefined : false));
  const places: Operation[] = [];
  for (const stmt of body.stmts) {
    if (stmt.tag !== "op" || stmt.out.kind !== "index" || !PLACES.has(stmt.op)) continue;
    const args = stmt.args.map(variesWith);
    if (args.includes(undefined) || args.every((one) => one === true)) continue;
    varies.set(stmt.out.id, args.includes(true));
    places.push(stmt);
  }
  const isKnown = bounds.every((one) => variesWith(one.index) !== undefined && variesWith(one.size) === false);
  return isKnown ? { bounds, places } : undefined;
}

const PLACES: ReadonlySet<OpId> = new Set<OpId>(["addInt", "subInt", "mulInt"]);

function cannotFailElse(stmt: Stmt): boolean {
  if (stmt.tag === "op") return OPS[stmt.op].fails === undefined || stmt.out.kind === "index";
  return ["bounds", "get", "put", "plain", "and", "not", "chain"].includes(stmt.tag);
}

/** Writes what comes before a loop. */
class Ahead {
  private readonly made: Stmt[] = [];
  private readonly loop: For;
  private readonly checks: Checks;
  private readonly variables: Variables;

  constructor(loop: For, checks: Checks, variables: Variables) {
    this.loop = loop;
    this.checks = checks;
    this.variables = variables;
  }

  stmts(): readonly Stmt[] {
    const { count, at } = this.loop;
    const last = this.op("subInt", "index", [count, literal("index", 1)]);
    const ends = [literal("index", 0), last].map((place) => this.placesAt(place));
    const tests = this.checks.bounds.flatMap(({ index, size }) =>
      ends.flatMap((placeAt) => [
        this.op("ltInt", "bool", [literal("index", -1), placeAt(index)]),
        this.op("ltInt", "bool", [placeAt(index), size]),
      ]),
    );
    const test = tests.reduce((all, one) => {
      const out = this.variables.newVar("bool");
      this.made.push({ tag: "and", out, args: [all, one], at });
      return out;
    });
    const nothing: Block = { stmts: [], end: { tag: "yield", atoms: [] } };
    const no: Block = { stmts: [this.search()], end: { tag: "yield", atoms: [] } };
    this.made.push({ tag: "if", test, yes: nothing, no, outs: [], at });
    return this.made;
  }

  private op(op: OpId, kind: "index" | "bool", args: readonly Atom[]): Var {
    const out = this.variables.newVar(kind);
    this.made.push({ tag: "op", out, op, args, span: undefined, at: this.loop.at });
    return out;
  }

  /** The places in the round of an index. */
  private placesAt(round: Atom): (place: Atom) => Atom {
    const found = new Map<number, Atom>([[this.loop.index.id, round]]);
    const at = (atom: Atom): Atom => (atom.tag === "var" ? (found.get(atom.id) ?? atom) : atom);
    for (const { op, args, out } of this.checks.places) found.set(out.id, this.op(op, "index", args.map(at)));
    return at;
  }

  /** The loop of the checks alone. */
  private search(): Stmt {
    const { index, count, body, at } = this.loop;
    const some = new Set<Stmt>([...this.checks.places, ...this.checks.bounds]);
    const alone: Block = { stmts: body.stmts.filter((stmt) => some.has(stmt)), end: { tag: "yield", atoms: [] } };
    const loop: For = { tag: "for", index, count, params: [], init: [], body: alone, outs: [], at };
    return new Copier(this.variables).stmt(loop);
  }
}
