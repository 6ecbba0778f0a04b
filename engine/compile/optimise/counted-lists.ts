// Recursion along lists of Reals that a program writes itself, in two versions, as the loops of the prelude have them
// (`partial-evaluation/list-walks.ts`): where the lists are contiguous, a loop that counts, reads cells, and leaves nothing on the tape for
// an element; and as it was.
import { nth, present } from "../../base/nth.ts";
import { someStmt } from "../ir/control-flow.ts";
import {
  type Atom,
  type Block,
  blocksOf,
  endAtoms,
  type Fn,
  type For,
  type Loop,
  literal,
  outsOf,
  type Stmt,
  sizeOf,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { Copier } from "../ir/rewrite.ts";
import { MOST_TWOFOLD } from "../partial-evaluation/list-walks.ts";
import { asListLoop, type ListLoop, type Walked } from "./list-loops.ts";
import { usesOf, withoutUnused } from "./unused.ts";
import { isWayBack, type WayDown, wayBack } from "./way-back.ts";

/** Statements of a loop beyond which it is not compiled twice: the time to read an element is a small part of a round then. */
const LONGEST = 200;

/** Compiles the walks of a function along lists of Reals in two versions, in place. */
export function countLists(fn: Fn, variables: Variables): void {
  let twofold = 0;
  const visit = (block: Block): void => {
    let isChosen = false;
    for (let index = 0; index < block.stmts.length; index++) {
      const stmt = nth(block.stmts, index);
      const found = stmt.tag === "loop" && twofold < MOST_TWOFOLD ? recursionAt(block, index, variables) : undefined;
      if (found !== undefined) {
        const length = found.up === undefined ? 1 : 2;
        const uses = usesOf({ stmts: block.stmts.slice(index + length), end: block.end });
        block.stmts.splice(index, length, ...new Versions(found, variables).stmts(uses));
        index--;
      } else if (stmt.tag === "contiguous") {
        twofold++;
        isChosen = true;
      } else if (stmt.tag === "if" && isChosen) {
        // the other version is for lists that are not contiguous
        visit(stmt.yes);
        isChosen = false;
      } else for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visit(fn.body);
}

/** A loop along lists, and the loop back up that takes what the first puts aside. */
interface Recursion {
  readonly list: ListLoop;
  readonly up: For | undefined;
}

/** The recursion along lists of Reals that begins at a place of a block. */
function recursionAt({ stmts }: Block, index: number, variables: Variables): Recursion | undefined {
  const [stmt, after] = [nth(stmts, index), stmts[index + 1]];
  if (stmt.tag !== "loop" || sizeOf([stmt]) > LONGEST) return undefined;
  // the cells of Reals that are noted are not copied to a row
  if (someStmt(stmt.body, (one) => one.tag === "plain" && one.isNoted === true)) return undefined;
  const list = asListLoop(stmt, variables);
  if (list === undefined) return undefined;
  if (!someStmt(stmt.body, ({ tag }) => tag === "push")) return { list, up: undefined };
  return isWayBack(after, stmt) && sizeOf([after]) <= LONGEST ? { list, up: after } : undefined;
}

/** The two versions of a recursion. */
class Versions {
  private readonly loop: Loop;
  private readonly list: ListLoop;
  private readonly up: For | undefined;
  private readonly variables: Variables;
  /** By list: how many Reals it has, and the first of their cells. */
  private readonly rows = new Map<Walked, { readonly size: Var; readonly first: Var }>();

  constructor({ list, up }: Recursion, variables: Variables) {
    this.list = list;
    this.loop = list.loop;
    this.up = up;
    this.variables = variables;
  }

  /** The statements that choose a version, and give those results that are used. */
  stmts(uses: ReadonlySet<Atom>): readonly Stmt[] {
    const { loop, up, variables } = this;
    const { at } = loop;
    const stmts: Stmt[] = [];
    const tests = this.list.lists.map((list) => {
      const [size, first, here] = [variables.newVar("index"), variables.newVar("index"), variables.newVar("bool")];
      stmts.push({ tag: "contiguous", outs: [size, first], of: nth(loop.init, list.place), con: list.cons, at });
      stmts.push({ tag: "op", out: here, op: "ltInt", args: [literal("index", -1), size], span: undefined, at });
      this.rows.set(list, { size, first });
      return here;
    });
    const test = tests.reduce((all, one) => {
      const out = variables.newVar("bool");
      stmts.push({ tag: "and", out, args: [all, one], at });
      return out;
    });
    const outs = [...loop.outs, ...(up?.outs ?? [])].filter((out) => uses.has(out));
    const copier = new Copier(variables);
    const no = [loop, ...(up === undefined ? [] : [up])].map((stmt) => copier.stmt(stmt));
    const other: Block = { stmts: no, end: { tag: "yield", atoms: copier.atoms(outs) } };
    stmts.push({ tag: "if", test, yes: this.counted(outs), no: other, outs, at });
    return stmts;
  }

  /** The version for contiguous lists. */
  private counted(outs: readonly Var[]): Block {
    const { list, loop, up, variables } = this;
    const { at } = loop;
    const stmts: Stmt[] = [];
    const count = list.lists
      .map((one): Atom => this.row(one).size)
      .reduce((a, b) => {
        const out = variables.newVar("index");
        stmts.push({ tag: "op", out, op: "minInt", args: [a, b], span: undefined, at });
        return out;
      });
    const counters = this.counters();
    const carried = list.others.filter((param) => !counters.has(param));
    const alike = (): readonly Var[] => carried.map(({ kind }) => variables.newVar(kind));
    const [params, results] = [alike(), alike()];
    // the last round, in which a list has ended, comes after the loop
    const last = this.copier([...counters, ...carried], [...[...counters].map(() => count), ...results]);
    const end: Stmt[] = [];
    const given = new Map(this.leave(0, count, last, end).map((atom, index) => [nth(loop.outs, index).id, atom]));
    const down: WayDown = {
      stmts: [...list.levels.flatMap(({ before }) => before), ...list.step.stmts],
      next: carried.map((param) => nth(list.step.next, list.others.indexOf(param))),
      params: new Set(loop.params),
      lists: new Set(list.lists.map(({ param }) => param)),
      count,
      placed: (some, index) => this.placed(some, index),
    };
    const back = up && wayBack(up, down, given, variables);
    const index = variables.newVar("index");
    const copier = this.copier([...counters, ...carried], [...[...counters].map(() => index), ...params]);
    const body = copier.block({
      stmts: [...this.placed(back?.down(index) ?? down.stmts, index)],
      end: { tag: "yield", atoms: down.next },
    });
    const init = carried.map((param) => nth(loop.init, loop.params.indexOf(param)));
    stmts.push(...(back?.before ?? []));
    stmts.push({ tag: "for", index, count, params, init, body: withoutUnused(body), outs: results, at });
    stmts.push(...end, ...(back?.after ?? []));
    return withoutUnused({ stmts, end: { tag: "yield", atoms: outs.map(({ id }) => present(given.get(id))) } });
  }

  /** The parameters that count the rounds from 0 on, and are looked at by nothing else. */
  private counters(): ReadonlySet<Var> {
    const { loop, list } = this;
    const { stmts, next } = list.step;
    const isCounter = (param: Var, place: number): boolean => {
      const start = nth(loop.init, loop.params.indexOf(param));
      const adds = stmts.find((stmt) => outsOf(stmt).some((out) => out === next[place]));
      if (param.kind !== "index" || start.tag !== "literal" || start.value !== 0) return false;
      if (adds?.tag !== "op" || adds.op !== "addInt" || adds.args[0] !== param) return false;
      const [, by] = adds.args;
      const others = stmts.filter((stmt) => stmt !== adds);
      const uses = usesOf({ stmts: others, end: { tag: "yield", atoms: next.filter((_, at) => at !== place) } });
      return by?.tag === "literal" && by.value === 1 && !uses.has(adds.out);
    };
    return new Set(list.others.filter(isCounter));
  }

  /** Statements with the looks at lists as looks at rows, in the round of an index. */
  private placed(stmts: readonly Stmt[], index: Atom): readonly Stmt[] {
    const block = (one: Block): Block => ({ stmts: [...this.placed(one.stmts, index)], end: one.end });
    return stmts.map((stmt): Stmt => {
      if (stmt.tag === "if") return { ...stmt, yes: block(stmt.yes), no: block(stmt.no) };
      if (stmt.tag !== "is" && stmt.tag !== "fields") return stmt;
      const list = this.list.lists.find(({ param }) => stmt.of === param);
      if (list === undefined) return stmt;
      const { size, first } = this.row(list);
      const { at } = stmt;
      if (stmt.tag === "fields") return { tag: "get", outs: stmt.outs.slice(0, 1), columns: [first], index, at };
      const op = stmt.con === list.cons ? "ltInt" : "eqInt";
      return { tag: "op", out: stmt.out, op, args: [index, size], span: undefined, at };
    });
  }

  /** The way out of the loop from a branch on, in the round in which a list has ended; gives the results of the loop. */
  private leave(level: number, count: Atom, copier: Copier, to: Stmt[]): readonly Atom[] {
    const { levels } = this.list;
    const { before, branch, exit, block } = nth(levels, level);
    for (const stmt of this.placed(before, count)) to.push(copier.stmt(stmt));
    const leaving = this.placed(exit.stmts, count);
    if (level === levels.length - 1) {
      for (const stmt of leaving) to.push(copier.stmt(stmt));
      endAtoms(exit.end).forEach((atom, index) => copier.replace(nth(branch.outs, index), copier.atom(atom)));
    } else {
      const test = copier.atom(branch.test);
      const out = copier.block({ stmts: [...leaving], end: exit.end });
      const rest: Stmt[] = [];
      const on: Block = { stmts: rest, end: { tag: "yield", atoms: this.leave(level + 1, count, copier, rest) } };
      const [yes, no] = exit === branch.yes ? [out, on] : [on, out];
      const outs = branch.outs.map(({ kind }) => this.variables.newVar(kind));
      branch.outs.forEach((one, index) => copier.replace(one, nth(outs, index)));
      to.push({ ...branch, test, yes, no, outs });
    }
    return copier.atoms(endAtoms(block.end));
  }

  /** A copier that replaces some variables. */
  private copier(some: readonly Var[], by: readonly Atom[]): Copier {
    return new Copier(this.variables, new Map(some.map(({ id }, index) => [id, nth(by, index)])));
  }

  private row(list: Walked): { readonly size: Var; readonly first: Var } {
    return present(this.rows.get(list));
  }
}
