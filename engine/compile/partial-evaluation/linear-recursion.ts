// Recursion with one call on each way, as two loops: down to the end, remembering what the rest of each call needs, and back up.
//
//   f x = if base x then e else K[f (g x)]        down: x := g x, pushing what K uses;   up: r := K[r], popping it
import { nth } from "../../base/nth.ts";
import {
  type Atom,
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

/** The body of a function as loops over its parameters, or undefined where its recursion is of another form. */
export function asLoops(fn: Fn, loop: Loop, body: Block, calls: number, variables: Variables): Block | undefined {
  const sites: Site[] = [];
  if (!findSites(fn, body, [], sites) || sites.length === 0 || sites.length > MOST_CALLS) return undefined;
  if (sites.length !== calls) return undefined;
  const rests = sites.map(restOf);
  if (rests.some((rest) => rest.some((stmts) => sizeOf(stmts) > MOST_REST))) return undefined;
  const goesOn = ({ path }: Site): boolean =>
    path.some(({ block, index }) => diverts(block.stmts.slice(index + 1), loop) || block.end.tag === "next");
  if (sites.some(goesOn)) return undefined;
  const { params } = loop;
  const invariant = params.map((param, index) => isInvariant(param, index, loop, body, sites));
  const varying = params.filter((_, index) => !invariant[index]);
  const isKept = (_: unknown, index: number): boolean => !invariant[index];

  // down
  const depth = variables.newVar("index");
  const downBody: Block = { stmts: [], end: { tag: "stop" } };
  const { at } = loop;
  const down: Loop = {
    tag: "loop",
    at,
    params: [...varying.map(({ kind }) => variables.newVar(kind)), depth],
    init: [...varying, literal("index", 0)],
    body: downBody,
    outs: [],
  };
  const descent = new Copier(variables, new Map(varying.map((param, index) => [param.id, nth(down.params, index)])));
  descent.redirect(loop, down);
  const saved = sites.map((site) =>
    liveAfter(site, new Set(params.filter((_, index) => invariant[index]).map(({ id }) => id))),
  );
  const stacks = saved.map((some): SpillStack => ({ kinds: some.map(({ kind }) => kind) }));
  const tags: SpillStack = { kinds: ["index"] };
  Object.assign(downBody, descend(body, 0));
  adaptNexts(downBody);
  const results = fn.results.map((kind) => variables.newVar(kind));
  const height = variables.newVar("index");
  down.outs = [...results, height];
  if (downBody.end.tag === "yield") downBody.end = { tag: "yield", atoms: [...downBody.end.atoms, depth] };

  // up
  const carried = fn.results.map((kind) => variables.newVar(kind));
  const outs = fn.results.map((kind) => variables.newVar(kind));
  const upBody = ascend();
  const up: Stmt = {
    tag: "for",
    at,
    index: variables.newVar("index"),
    count: height,
    params: carried,
    init: results,
    body: upBody,
    outs,
  };
  return { stmts: [down, up], end: { tag: "yield", atoms: outs } };

  function descend(block: Block, level: number): Block {
    const stmts: Stmt[] = [];
    for (const [index, stmt] of block.stmts.entries()) {
      const which = sites.findIndex(({ path }) => path[level]?.block === block && path[level]?.index === index);
      if (which < 0) {
        stmts.push(descent.stmt(stmt));
        continue;
      }
      if (stmt.tag === "if") {
        const test = descent.atom(stmt.test);
        const [then, otherwise] = [descend(stmt.yes, level + 1), descend(stmt.no, level + 1)];
        const copied: If = { ...stmt, test, yes: then, no: otherwise, outs: [] };
        copied.outs = stmt.outs.map((out) => {
          const copy = variables.newVar(out.kind);
          descent.replace(out, copy);
          return copy;
        });
        stmts.push(copied);
        continue;
      }
      const { call } = nth(sites, which);
      const values = descent.atoms(nth(saved, which));
      if (values.length > 0) stmts.push({ tag: "push", stack: nth(stacks, which), values, at: call.at });
      if (sites.length > 1) stmts.push({ tag: "push", stack: tags, values: [literal("index", which)], at: call.at });
      const next = variables.newVar("index");
      stmts.push({
        tag: "op",
        out: next,
        op: "addInt",
        args: [depth, literal("index", 1)],
        span: undefined,
        at: call.at,
      });
      const args = call.args.filter(isKept);
      return { stmts, end: { tag: "next", loop: down, atoms: [...descent.atoms(args), next] } };
    }
    return { stmts, end: descent.end(block.end) };
  }

  /** Tail calls of the function itself keep the depth, and drop what does not vary. */
  function adaptNexts(block: Block): void {
    const { end } = block;
    if (end.tag === "next" && end.loop === down && end.atoms.length === params.length && !isDescent(block))
      block.end = { ...end, atoms: [...end.atoms.filter(isKept), depth] };
    for (const stmt of block.stmts) for (const inner of blocksOf(stmt)) adaptNexts(inner);
  }

  function isDescent(block: Block): boolean {
    const last = block.stmts.at(-1);
    const end = block.end;
    return last?.tag === "op" && end.tag === "next" && end.atoms.at(-1) === last.out && last.args[0] === depth;
  }

  function ascend(): Block {
    const ways = sites.map((site, which) => {
      const popped = nth(saved, which).map(({ kind }) => variables.newVar(kind));
      const copier = new Copier(
        variables,
        new Map(nth(saved, which).map((one, index) => [one.id, nth(popped, index)])),
      );
      site.call.outs.forEach((out, index) => copier.replace(out, nth(carried, index)));
      const back: Stmt = { tag: "pop", stack: nth(stacks, which), outs: popped, at: site.call.at };
      const stmts: Stmt[] = popped.length === 0 ? [] : [back];
      let end: Block["end"] = { tag: "stop" };
      for (let level = site.path.length - 1; level >= 0; level--) {
        const { block, index } = nth(site.path, level);
        for (const stmt of block.stmts.slice(index + 1)) stmts.push(copier.stmt(stmt));
        end = copier.end(block.end);
        if (end.tag !== "yield" || level === 0) break;
        const around = nth(site.path, level - 1);
        const branch = around.block.stmts[around.index] as If;
        const { atoms } = end;
        branch.outs.forEach((out, at) => copier.replace(out, nth(atoms, at)));
      }
      return { stmts, end };
    });
    if (ways.length === 1) return nth(ways, 0);
    const which = variables.newVar("index");
    const stmts: Stmt[] = [{ tag: "pop", stack: tags, outs: [which], at }];
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
    return { stmts: [...stmts, ...chosen.stmts], end: chosen.end };
  }
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
