// The loop back up of a recursion along contiguous lists. What the loop down puts aside in each round it reads again, where that is an
// element or is computed from elements alone; and a list of computed Reals that it makes is a row, too.
import { nth } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import { someStmt } from "../ir/control-flow.ts";
import {
  type Atom,
  type Block,
  blocksOf,
  endAtoms,
  type For,
  type Loop,
  literal,
  outsOf,
  type SpillStack,
  type Stmt,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { isRealCons } from "../ir/layout.ts";
import { Copier } from "../ir/rewrite.ts";
import { usesOf, withoutUnused } from "./unused.ts";

type New = Extract<Stmt, { tag: "new" }>;

/** Whether a statement takes all that a loop puts aside, and nothing else. */
export function isWayBack(stmt: Stmt | undefined, loop: Loop): stmt is For {
  if (stmt?.tag !== "for" || stmt.fork !== undefined) return false;
  const [pushed, popped] = [new Set<SpillStack>(), new Set<SpillStack>()];
  const note = (one: Stmt): boolean => {
    if (one.tag === "push") pushed.add(one.stack);
    if (one.tag === "pop") popped.add(one.stack);
    return false;
  };
  someStmt(loop.body, note);
  someStmt(stmt.body, note);
  return pushed.size === popped.size && [...pushed].every((stack) => popped.has(stack));
}

/** A round of the loop down: its statements, with the looks at lists as they were. */
export interface WayDown {
  readonly stmts: readonly Stmt[];
  /** The values that are carried to the next round. */
  readonly next: readonly Atom[];
  readonly params: ReadonlySet<Atom>;
  /** Those of the parameters that are the rests of lists. */
  readonly lists: ReadonlySet<Atom>;
  readonly count: Atom;
  /** Statements in the round of an index. */
  readonly placed: (stmts: readonly Stmt[], index: Atom) => readonly Stmt[];
}

/** The statements before the loop down, those of its round of an index, and those after it. */
export interface WayBack {
  readonly before: readonly Stmt[];
  readonly down: (index: Var) => readonly Stmt[];
  readonly after: readonly Stmt[];
}

/** A variable of the loop down, and the one of the loop back up that has its value. */
interface Aside {
  readonly value: Atom;
  readonly out: Var;
}

/** The loop back up, changed to go with the loop down. `given` has the results of that one, and gets those of this one. */
export function wayBack(up: For, down: WayDown, given: Map<number, Atom>, variables: Variables): WayBack {
  const copier = new Copier(variables, given);
  const finish = (whole: For): Stmt => {
    const stmt = copier.stmt(whole);
    for (const out of whole.outs) given.set(out.id, copier.atom(out));
    return stmt;
  };
  const [push, pop] = [only(down.stmts, "push"), only(up.body.stmts, "pop")];
  if (push === undefined || pop === undefined || copier.atom(up.count) !== down.count)
    return { before: [], down: () => down.stmts, after: [finish(up)] };
  const stmts = down.stmts.filter((stmt) => stmt !== push);
  const pairs = push.values.map((value, index): Aside => ({ value, out: nth(pop.outs, index) }));
  const again = new Set<Stmt>();
  const aside = pairs.filter(({ value }) => !readAgain(value, stmts, down, again));
  const { place, places } = fromTheEnd(up, down.count, variables);
  const row = rowIn(up, new Set(aside.map(({ out }) => out)));
  const made = row && new Row(row, aside, down.count, variables);
  const rest = made?.without(up, place) ?? up;
  const others = rest.body.stmts.filter((stmt) => stmt !== pop);
  const uses = usesOf({ stmts: others, end: rest.body.end });
  const kept = aside.filter(({ out }) => uses.has(out));
  const stack: SpillStack = { kinds: kept.map(({ out }) => out.kind) };
  // what is read again has new names in the loop back up
  const reader = new Copier(variables);
  const read = down
    .placed(
      stmts.filter((stmt) => again.has(stmt)),
      place,
    )
    .map((stmt) => reader.stmt(stmt));
  const names = pairs
    .filter((pair) => !kept.includes(pair))
    .map(({ out, value }) => [out.id, reader.atom(value)] as const);
  const body = new Copier(variables, new Map(names)).block({
    stmts: [...(kept.length === 0 ? [] : [{ ...pop, stack, outs: kept.map(({ out }) => out) }]), ...others],
    end: rest.body.end,
  });
  const whole = withoutUnused({ stmts: [...places, ...read, ...body.stmts], end: body.end });
  const pushed = kept.length === 0 ? [] : [{ ...push, stack, values: kept.map(({ value }) => value) }];
  const after = [finish({ ...rest, body: whole })];
  if (made !== undefined) {
    const list = variables.newVar(made.list.kind);
    given.set(made.outOf(up).id, list);
    after.push(made.conses(list, copier.atom(made.startOf(up))));
  }
  return { before: made?.before ?? [], down: (index) => [...stmts, ...(made?.put(index) ?? []), ...pushed], after };
}

/** The only statement of a kind among some, and in the blocks in there. */
function only<Tag extends "push" | "pop">(stmts: readonly Stmt[], tag: Tag): Extract<Stmt, { tag: Tag }> | undefined {
  const [first, ...more] = stmts.filter((stmt): stmt is Extract<Stmt, { tag: Tag }> => stmt.tag === tag);
  const isInside = stmts.some((stmt) => blocksOf(stmt).some((block) => someStmt(block, (one) => one.tag === tag)));
  return more.length === 0 && !isInside ? first : undefined;
}

/**
 * Whether a value of a round can be read again: an element, or what operations that never fail compute from elements and from what all
 * rounds have in common, for this alone. Notes the statements that do so.
 */
function readAgain(value: Atom, stmts: readonly Stmt[], { params, lists, next }: WayDown, again: Set<Stmt>): boolean {
  const found: Stmt[] = [];
  const read = (atom: Atom): boolean => {
    const made = stmts.find((stmt) => outsOf(stmt).some((out) => out === atom));
    if (made === undefined) return !params.has(atom);
    found.push(made);
    if (made.tag === "fields") return lists.has(made.of);
    return made.tag === "op" && OPS[made.op].fails === undefined && made.args.every(read);
  };
  if (!read(value)) return false;
  const isElement = found[0]?.tag === "fields";
  if (!isElement && usesOf({ stmts, end: { tag: "yield", atoms: next } }).has(value)) return false;
  for (const stmt of found) again.add(stmt);
  return true;
}

/** The place of the element of a round of the loop back up, with the statements that compute it. */
function fromTheEnd(
  { index, at }: For,
  count: Atom,
  variables: Variables,
): { readonly place: Var; readonly places: readonly Stmt[] } {
  const [last, place] = [variables.newVar("index"), variables.newVar("index")];
  const less = (out: Var, a: Atom, b: Atom): Stmt => ({
    tag: "op",
    out,
    op: "subInt",
    args: [a, b],
    span: undefined,
    at,
  });
  return { place, places: [less(last, count, literal("index", 1)), less(place, last, index)] };
}

/** A list that a loop back up makes from its end on: the parameter that it is, the cons of a round, and its computed head. */
interface Consing {
  readonly place: number;
  readonly made: New;
  readonly value: Var;
}

/** The list of Reals that a loop back up makes, and does nothing else with. */
function rowIn({ params, body: { stmts, end } }: For, aside: ReadonlySet<Atom>): Consing | undefined {
  for (const made of stmts) {
    if (made.tag !== "new" || !isRealCons(made.con)) continue;
    const [value, tail] = made.fields;
    const place = tail?.tag === "var" ? params.indexOf(tail) : -1;
    if (value?.tag !== "var" || place < 0 || endAtoms(end)[place] !== made.out) continue;
    const others = stmts.filter((stmt) => stmt !== made);
    const uses = usesOf({ stmts: others, end: { tag: "yield", atoms: endAtoms(end).filter((_, at) => at !== place) } });
    const isComputed = aside.has(value) || others.some((stmt) => stmt.tag === "op" && stmt.out === value);
    if (isComputed && !uses.has(made.out) && !uses.has(nth(params, place))) return { place, made, value };
  }
  return undefined;
}

/** A list as a row of Reals. A Real that the loop down has put aside for it is put into the row at once. */
class Row {
  private readonly consing: Consing;
  private readonly column: Var;
  private readonly early: Aside | undefined;
  private readonly count: Atom;

  constructor(consing: Consing, aside: readonly Aside[], count: Atom, variables: Variables) {
    this.consing = consing;
    this.column = variables.newVar("index");
    this.early = aside.find(({ out }) => out === consing.value);
    this.count = count;
  }

  get list(): Var {
    return this.consing.made.out;
  }

  /** The statement that makes room for the row. */
  get before(): readonly Stmt[] {
    return [{ tag: "alloc", outs: [this.column], kinds: ["real"], size: this.count, at: this.consing.made.at }];
  }

  /** The statement that puts a Real into the row on the way down. */
  put(index: Atom): readonly Stmt[] {
    return this.early === undefined ? [] : [this.putAt(index, this.early.value)];
  }

  /** The loop back up without the list. */
  without(up: For, place: Atom): For {
    const { consing, early } = this;
    const but = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index !== consing.place);
    const instead = early === undefined ? [this.putAt(place, consing.value)] : [];
    const stmts = up.body.stmts.flatMap((stmt) => (stmt === consing.made ? instead : [stmt]));
    const body: Block = { stmts, end: { tag: "yield", atoms: but(endAtoms(up.body.end)) } };
    return { ...up, params: but(up.params), init: but(up.init), outs: but(up.outs), body };
  }

  /** The statement that makes a list of the row and of what follows it. */
  conses(out: Var, rest: Atom): Stmt {
    const { con, at } = this.consing.made;
    return { tag: "conses", out, size: this.count, first: this.column, rest, con, at };
  }

  outOf({ outs }: For): Var {
    return nth(outs, this.consing.place);
  }

  startOf({ init }: For): Atom {
    return nth(init, this.consing.place);
  }

  private putAt(index: Atom, value: Atom): Stmt {
    return { tag: "put", columns: [this.column], kinds: ["real"], index, values: [value], at: this.consing.made.at };
  }
}
