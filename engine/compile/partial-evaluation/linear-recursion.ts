// Recursion with one call on each way, as two loops: down to the end, remembering what the rest of each call needs, and back up.
//
//   f x = if base x then e else K[f (g x)]        down: x := g x, pushing what K uses;   up: r := K[r], popping it
import { lastOf, nth, present } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  type Fn,
  type If,
  type Loop,
  literal,
  type SpillStack,
  type Stmt,
  sizeOf,
  type Var,
  type Variables,
} from "../ir/ir.ts";
import { atomsIn, Copier, definedIn, hasNext } from "../ir/rewrite.ts";

/**
 * Calls on different ways beyond which a function stays one, and statements after them. As a function, `sin x + x * go rest` along a list
 * of 1000 Reals takes 2.2 times as long. The longer the rest, the less it matters: with 240 statements after a call, the gradient takes
 * 1.1 times as long as a function; with 960, as long.
 */
const MOST_CALLS = 8;
const MOST_REST = 400;

type Call = Extract<Stmt, { tag: "call" }>;

/** Where a call stands: the blocks around it, outermost first, with the index of the statement that it is in. */
interface Site {
  readonly call: Call;
  readonly path: readonly { readonly block: Block; readonly index: number }[];
}

/** The calls of a recursion, and by call the variables that the rest after it needs, with the stack that keeps them; `tags` keeps which call. */
interface Spilled {
  readonly sites: readonly Site[];
  readonly saved: readonly (readonly Var[])[];
  readonly stacks: readonly SpillStack[];
  readonly tags: SpillStack;
}

/** The body of a function as loops over its parameters, or undefined where its recursion is of another form. */
export function asLoops(fn: Fn, loop: Loop, body: Block, calls: number, variables: Variables): Block | undefined {
  const found = linearSites(fn, loop, body, calls);
  if (found === undefined) return undefined;
  const { params, at } = loop;
  const invariant = params.map((param, index) => isInvariant(param, index, loop, body, found));
  const fixed = new Set(params.filter((_, index) => invariant[index]).map(({ id }) => id));
  for (const site of found) putOff(site, fixed);
  const sites = present(linearSites(fn, loop, body, calls));
  const saved = sites.map((site) => liveAfter(site, fixed));
  const stacks = saved.map((some): SpillStack => ({ kinds: some.map(({ kind }) => kind) }));
  const spilled: Spilled = { sites, saved, stacks, tags: { kinds: ["index"] } };
  const news = (): Var[] => fn.results.map((kind) => variables.newVar(kind));
  const [results, carried, outs] = [news(), news(), news()];
  const height = variables.newVar("index");
  const down = new Descent(loop, invariant, spilled, variables).loop(body, [...results, height]);
  const upBody = ascent(fn, spilled, carried, variables, at);
  const index = variables.newVar("index");
  const up: Stmt = { tag: "for", at, index, count: height, params: carried, init: results, body: upBody, outs };
  return { stmts: [down, up], end: { tag: "yield", atoms: outs } };
}

/** The calls of a function to itself where at most one stands on each way, and no round of the loop follows; undefined for other recursion. */
function linearSites(fn: Fn, loop: Loop, body: Block, calls: number): readonly Site[] | undefined {
  const sites: Site[] = [];
  if (!findSites(fn, body, [], sites) || sites.length === 0 || sites.length > MOST_CALLS) return undefined;
  if (sites.length !== calls) return undefined;
  if (sites.map(restOf).some((rest) => rest.some((stmts) => sizeOf(stmts) > MOST_REST))) return undefined;
  const goesOn = ({ path }: Site): boolean =>
    path.some(({ block, index }) => diverts(block.stmts.slice(index + 1), loop) || block.end.tag === "next");
  return sites.some(goesOn) ? undefined : sites;
}

/** The loop down: to the end of the recursion, counting its depth, and pushing what the rest of each call needs. */
class Descent {
  private readonly invariant: readonly boolean[];
  private readonly spilled: Spilled;
  private readonly variables: Variables;
  private readonly depth: Var;
  private readonly down: Loop;
  private readonly copier: Copier;

  constructor(loop: Loop, invariant: readonly boolean[], spilled: Spilled, variables: Variables) {
    this.invariant = invariant;
    this.spilled = spilled;
    this.variables = variables;
    this.depth = variables.newVar("index");
    const varying = this.varying(loop.params);
    this.down = {
      tag: "loop",
      at: loop.at,
      params: [...varying.map(({ kind }) => variables.newVar(kind)), this.depth],
      init: [...varying, literal("index", 0)],
      body: { stmts: [], end: { tag: "stop" } },
      outs: [],
    };
    const copies = varying.map((param, index) => [param.id, nth(this.down.params, index)] as const);
    this.copier = new Copier(variables, new Map(copies));
    this.copier.redirect(loop, this.down);
  }

  /** The loop; `outs` are the results at the end of the recursion, and the depth there. */
  loop(body: Block, outs: readonly Var[]): Loop {
    const { down, depth } = this;
    Object.assign(down.body, this.descend(body, 0));
    this.adaptNexts(down.body);
    down.outs = outs;
    const { end } = down.body;
    if (end.tag === "yield") down.body.end = { tag: "yield", atoms: [...end.atoms, depth] };
    return down;
  }

  /** Those of a list by parameter whose parameter varies. */
  private varying<T>(all: readonly T[]): readonly T[] {
    return all.filter((_, index) => !this.invariant[index]);
  }

  /** A copy of a block that lies on the way to calls: a call becomes the next round, and nothing follows it. */
  private descend(block: Block, level: number): Block {
    const { copier, spilled } = this;
    const stmts: Stmt[] = [];
    for (const [index, stmt] of block.stmts.entries()) {
      const which = spilled.sites.findIndex(({ path }) => path[level]?.block === block && path[level]?.index === index);
      if (which < 0) stmts.push(copier.stmt(stmt));
      else if (stmt.tag === "if") stmts.push(this.branch(stmt, level));
      else return this.round(stmts, which);
    }
    return { stmts, end: copier.end(block.end) };
  }

  private branch(stmt: If, level: number): If {
    const { copier, variables } = this;
    const test = copier.atom(stmt.test);
    const [yes, no] = [this.descend(stmt.yes, level + 1), this.descend(stmt.no, level + 1)];
    const outs = stmt.outs.map((out) => {
      const copy = variables.newVar(out.kind);
      copier.replace(out, copy);
      return copy;
    });
    return { ...stmt, test, yes, no, outs };
  }

  /** The end of a round: pushes what the rest after a call needs, and goes on with the call's arguments. */
  private round(stmts: Stmt[], which: number): Block {
    const { copier, depth, down, spilled } = this;
    const { call } = nth(spilled.sites, which);
    const { at } = call;
    const values = copier.atoms(nth(spilled.saved, which));
    if (values.length > 0) stmts.push({ tag: "push", stack: nth(spilled.stacks, which), values, at });
    if (spilled.sites.length > 1)
      stmts.push({ tag: "push", stack: spilled.tags, values: [literal("index", which)], at });
    const next = this.variables.newVar("index");
    stmts.push({ tag: "op", out: next, op: "addInt", args: [depth, literal("index", 1)], span: undefined, at });
    return { stmts, end: { tag: "next", loop: down, atoms: [...copier.atoms(this.varying(call.args)), next] } };
  }

  /** Tail calls of the function itself keep the depth, and drop what does not vary. */
  private adaptNexts(block: Block): void {
    const { end } = block;
    const { down, depth, invariant } = this;
    if (end.tag === "next" && end.loop === down && end.atoms.length === invariant.length && !this.isRound(block))
      block.end = { ...end, atoms: [...this.varying(end.atoms), depth] };
    for (const stmt of block.stmts) for (const inner of blocksOf(stmt)) this.adaptNexts(inner);
  }

  private isRound({ stmts, end }: Block): boolean {
    const last = stmts.at(-1);
    return last?.tag === "op" && end.tag === "next" && end.atoms.at(-1) === last.out && last.args[0] === this.depth;
  }
}

/** The body of the loop up: pops which call it comes back from, and what the rest after that call needs, and runs the rest. */
function ascent(fn: Fn, spilled: Spilled, carried: readonly Var[], variables: Variables, at: Loop["at"]): Block {
  const ways = spilled.sites.map((_, which) => wayUp(spilled, which, carried, variables));
  if (ways.length === 1) return nth(ways, 0);
  const which = variables.newVar("index");
  const choose = (from: number): Block => {
    if (from === ways.length - 1) return nth(ways, from);
    const test = variables.newVar("bool");
    const rest = choose(from + 1);
    const chosen = fn.results.map((kind) => variables.newVar(kind));
    return {
      stmts: [
        { tag: "op", out: test, op: "eqInt", args: [which, literal("int", from)], span: undefined, at },
        { tag: "if", test, yes: nth(ways, from), no: rest, outs: chosen, at },
      ],
      end: { tag: "yield", atoms: chosen },
    };
  };
  const chosen = choose(0);
  return { stmts: [{ tag: "pop", stack: spilled.tags, outs: [which], at }, ...chosen.stmts], end: chosen.end };
}

/** The rest after a call, whose results are `carried`: through the blocks around it, from the innermost out. */
function wayUp(spilled: Spilled, which: number, carried: readonly Var[], variables: Variables): Block {
  const { call, path } = nth(spilled.sites, which);
  const saved = nth(spilled.saved, which);
  const popped = saved.map(({ kind }) => variables.newVar(kind));
  const copier = new Copier(variables, new Map(saved.map((one, index) => [one.id, nth(popped, index)])));
  call.outs.forEach((out, index) => copier.replace(out, nth(carried, index)));
  const back: Stmt = { tag: "pop", stack: nth(spilled.stacks, which), outs: popped, at: call.at };
  const stmts: Stmt[] = popped.length === 0 ? [] : [back];
  let end: Block["end"] = { tag: "stop" };
  for (let level = path.length - 1; level >= 0; level--) {
    const { block, index } = nth(path, level);
    for (const stmt of block.stmts.slice(index + 1)) stmts.push(copier.stmt(stmt));
    end = copier.end(block.end);
    if (end.tag !== "yield" || level === 0) break;
    const around = nth(path, level - 1);
    const branch = around.block.stmts[around.index] as If;
    const { atoms } = end;
    branch.outs.forEach((out, at) => copier.replace(out, nth(atoms, at)));
  }
  return { stmts, end };
}

/** Finds the calls of a function; false where one stands in a loop, or two on one way. */
function findSites(fn: Fn, block: Block, path: Site["path"], sites: Site[]): boolean {
  let found = false;
  for (const [index, stmt] of block.stmts.entries()) {
    const here = [...path, { block, index }];
    if (stmt.tag === "call" && stmt.fn === fn) {
      if (found) return false;
      found = true;
      sites.push({ call: stmt, path: here });
    } else if (stmt.tag === "if") {
      const before = sites.length;
      if (!findSites(fn, stmt.yes, here, sites) || !findSites(fn, stmt.no, here, sites)) return false;
      if (sites.length > before && found) return false;
      if (sites.length > before) found = true;
    } else if (blocksOf(stmt).some((inner) => calls(fn, inner))) return false;
  }
  return true;
}

function calls(fn: Fn, block: Block): boolean {
  return block.stmts.some(
    (stmt) => (stmt.tag === "call" && stmt.fn === fn) || blocksOf(stmt).some((inner) => calls(fn, inner)),
  );
}

/** The statements that run after a call, innermost block first. */
function restOf({ path }: Site): readonly (readonly Stmt[])[] {
  return path.map(({ block, index }) => block.stmts.slice(index + 1)).reverse();
}

function diverts(stmts: readonly Stmt[], loop: Loop): boolean {
  return stmts.some((stmt) => blocksOf(stmt).some((block) => hasNext(block, loop)));
}

/** The variables that the rest after a call uses and that are there before it. */
function liveAfter(site: Site, constant: ReadonlySet<number>): Var[] {
  const rest = restOf(site);
  const defined = new Set(site.call.outs.map(({ id }) => id));
  const live = new Map<number, Var>();
  const use = (atom: Atom): void => {
    if (atom.tag === "var" && !defined.has(atom.id) && !constant.has(atom.id)) live.set(atom.id, atom);
  };
  rest.forEach((stmts, index) => {
    const { block } = nth(site.path, site.path.length - 1 - index);
    definedIn(stmts, defined);
    atomsIn({ stmts, end: block.end }, use);
    const around = site.path[site.path.length - 2 - index];
    const branch = around?.block.stmts[around.index];
    if (branch?.tag === "if") for (const out of branch.outs) defined.add(out.id);
  });
  return [...live.values()];
}

/**
 * Moves operations on Reals that only the rest after a call uses behind that call, where no more than before waits for it then. So a Real
 * that lies in a list waits as it is, and what is computed from it needs no cell.
 */
function putOff(site: Site, constant: ReadonlySet<number>): void {
  const { block, index } = lastOf(site.path);
  const all = parted(site, constant, Number.POSITIVE_INFINITY);
  const { kept, moved } = all.grown <= 0 ? all : parted(site, constant, 1);
  block.stmts.splice(0, index + 1, ...kept, site.call, ...moved);
}

/** The statements before a call, and those that can be moved behind it; each of these may have so many operands that do not wait without it. */
function parted(
  site: Site,
  constant: ReadonlySet<number>,
  most: number,
): { readonly kept: readonly Stmt[]; readonly moved: readonly Stmt[]; readonly grown: number } {
  const { block, index } = lastOf(site.path);
  const waiting = new Set(liveAfter(site, constant).map(({ id }) => id));
  const before = waiting.size;
  const used = new Set<number>();
  const use = (atom: Atom): void => void (atom.tag === "var" && used.add(atom.id));
  for (const atom of site.call.args) use(atom);
  const moved: Stmt[] = [];
  const kept: Stmt[] = [];
  for (const stmt of block.stmts.slice(0, index).toReversed()) {
    const operands = atomsOf(stmt).filter((atom) => atom.tag === "var");
    const more = new Set(operands.map(({ id }) => id).filter((id) => !waiting.has(id) && !constant.has(id)));
    const isMovable =
      stmt.tag === "op" &&
      OPS[stmt.op].fails === undefined &&
      [stmt.out, ...operands].every(({ kind }) => kind === "real") &&
      waiting.has(stmt.out.id) &&
      !used.has(stmt.out.id) &&
      more.size <= most;
    if (isMovable) {
      waiting.delete(stmt.out.id);
      for (const id of more) waiting.add(id);
      moved.push(stmt);
    } else {
      atomsIn({ stmts: [stmt], end: { tag: "stop" } }, use);
      kept.push(stmt);
    }
  }
  return { kept: kept.toReversed(), moved: moved.toReversed(), grown: waiting.size - before };
}

/** Whether a parameter is the same in all calls. */
function isInvariant(param: Var, index: number, loop: Loop, body: Block, sites: readonly Site[]): boolean {
  if (!sites.every(({ call }) => call.args[index] === param)) return false;
  const visit = (block: Block): boolean => {
    const { end } = block;
    if (end.tag === "next" && end.loop === loop && end.atoms[index] !== param) return false;
    return block.stmts.every((stmt) => blocksOf(stmt).every(visit));
  };
  return visit(body);
}
