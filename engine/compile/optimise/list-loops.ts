// Loops that walk along lists of Reals, one element a round, and look at nothing else of the lists than ends, heads and tails.
import { lastOf, nth } from "../../base/nth.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  endAtoms,
  type If,
  type Loop,
  type Stmt,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { type ConLayout, isRealCons } from "../ir/layout.ts";
import { hasNext } from "../ir/rewrite.ts";

type Test = Extract<Stmt, { tag: "is" }>;
type Fields = Extract<Stmt, { tag: "fields" }>;

/** A parameter of a loop that is the rest of a list: each next round takes the tail. */
export interface Walked {
  /** Its place among the parameters. */
  readonly place: number;
  readonly param: Var;
  readonly cons: ConLayout;
}

/** A branch by whether one of some lists has ended. */
export interface Level {
  readonly lists: readonly Walked[];
  readonly before: readonly Stmt[];
  /** Those of the statements before that are the test. */
  readonly tests: ReadonlySet<Stmt>;
  readonly branch: If;
  /** Taken where a list has ended: a way out of the loop. */
  readonly exit: Block;
  /** The block that the branch stands in. */
  readonly block: Block;
}

/** A loop that goes on while none of its lists has ended. */
export interface ListLoop {
  readonly loop: Loop;
  readonly lists: readonly Walked[];
  /** The parameters that are no lists. */
  readonly others: readonly Var[];
  /** The branches in their order; each list is tested by one. */
  readonly levels: readonly Level[];
  /** The rest of a round in which none has ended, and what the others are in the next round. */
  readonly step: { readonly stmts: readonly Stmt[]; readonly next: readonly Atom[] };
}

/** A loop as one along lists of Reals; undefined where it is of another form. */
export function asListLoop(loop: Loop, variables: Variables): ListLoop | undefined {
  const lists = walkedBy(loop);
  const others = loop.params.filter((param) => lists.every((list) => list.param !== param));
  const levels: Level[] = [];
  const rest = new Set(lists);
  let block = loop.body;
  while (rest.size > 0) {
    const level = levelOf(block, loop, lists);
    if (!level?.lists.every((list) => rest.delete(list))) return undefined;
    levels.push(level);
    block = level.exit === level.branch.yes ? level.branch.no : level.branch.yes;
  }
  const step = levels.length === 0 ? undefined : yielding(block, loop, others, variables);
  return step && { loop, lists, others, levels, step: { stmts: step.stmts, next: endAtoms(step.end) } };
}

/** The parameters that are looked at only for their ends, heads and tails, and whose tails are only passed to the next round. */
function walkedBy(loop: Loop): readonly Walked[] {
  const looks: (Test | Fields)[] = [];
  /** The uses of a variable for anything but that. */
  const others = new Set<Atom>();
  /** By round: the parameters of the next one. */
  const nexts: (readonly Atom[])[] = [];
  const visit = ({ stmts, end }: Block, isInLoop: boolean): void => {
    for (const stmt of stmts) {
      if ((stmt.tag === "is" || stmt.tag === "fields") && !isInLoop) looks.push(stmt);
      else for (const atom of atomsOf(stmt)) others.add(atom);
      for (const inner of blocksOf(stmt)) visit(inner, isInLoop || stmt.tag !== "if");
    }
    if (end.tag === "next" && end.loop === loop) nexts.push(end.atoms);
    else for (const atom of endAtoms(end)) others.add(atom);
  };
  visit(loop.body, false);
  return loop.params.flatMap((param, place) => {
    const mine = looks.filter(({ of }) => of === param);
    const fields = mine.filter((look) => look.tag === "fields");
    const cons = fields[0]?.con;
    if (others.has(param) || cons === undefined || !isRealCons(cons)) return [];
    const tails = new Set<Atom>(fields.map(({ outs }) => lastOf(outs)));
    const isTail = (atom: Atom): boolean => tails.has(atom) && !others.has(atom);
    const isWalked =
      nexts.every((atoms) => isTail(nth(atoms, place))) &&
      nexts.every((atoms) => atoms.every((atom, at) => at === place || (atom !== param && !tails.has(atom)))) &&
      looks.every(({ of }) => !tails.has(of));
    return isWalked ? [{ place, param, cons }] : [];
  });
}

/** A block that begins with a test of one of the lists, and leaves the loop where that has ended. */
function levelOf(block: Block, loop: Loop, lists: readonly Walked[]): Level | undefined {
  const branch = block.stmts.at(-1);
  if (branch?.tag !== "if" || block.end.tag !== "yield") return undefined;
  const before = block.stmts.slice(0, -1);
  const tests = new Set<Stmt>();
  const tested: Walked[] = [];
  const add = (atom: Atom): boolean => {
    const test = before.find((stmt) => (stmt.tag === "is" || stmt.tag === "and") && stmt.out === atom);
    if (test !== undefined) tests.add(test);
    if (test?.tag === "and") return test.args.every(add);
    const list = lists.find(({ param }) => test?.tag === "is" && test.of === param);
    if (list !== undefined) tested.push(list);
    return list !== undefined;
  };
  if (!add(branch.test) || before.some((stmt) => blocksOf(stmt).length > 0)) return undefined;
  const isGoing = [...tests].every((test) => test.tag !== "is" || test.con === nth(tested, 0).cons);
  if (!isGoing && tested.length > 1) return undefined;
  const exit = isGoing ? branch.no : branch.yes;
  if (exit.end.tag !== "yield" || hasNext(exit, loop)) return undefined;
  return { lists: tested, before, tests, branch, exit, block };
}

/** A block all ways of which go on with a loop, as one that yields what some parameters are in the next round. */
function yielding(block: Block, loop: Loop, some: readonly Var[], variables: Variables): Block | undefined {
  const { stmts, end } = block;
  const isPlain = (part: readonly Stmt[]): boolean =>
    !part.some((stmt) => blocksOf(stmt).some((inner) => hasNext(inner, loop)));
  if (end.tag === "next" && end.loop === loop) {
    const atoms = some.map((param) => nth(end.atoms, loop.params.indexOf(param)));
    return isPlain(stmts) ? { stmts, end: { tag: "yield", atoms } } : undefined;
  }
  const last = stmts.at(-1);
  const before = stmts.slice(0, -1);
  if (last?.tag !== "if" || !isPlain(before)) return undefined;
  const [yes, no] = [yielding(last.yes, loop, some, variables), yielding(last.no, loop, some, variables)];
  if (yes === undefined || no === undefined) return undefined;
  const outs = some.map(({ kind }) => variables.newVar(kind));
  return { stmts: [...before, { ...last, yes, no, outs }], end: { tag: "yield", atoms: outs } };
}
