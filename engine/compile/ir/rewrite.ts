// Rewriting blocks: copies under new names.
import { nth } from "../../base/nth.ts";
import { sideThatGoesOn } from "./control-flow.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  type End,
  endAtoms,
  type For,
  type Loop,
  outsOf,
  type Stmt,
  type Var,
  type Variables,
} from "./ir.ts";
import type { Kind } from "./kind.ts";

/** Whether a block goes on with the next round of a loop somewhere. */
export function hasNext(block: Block, loop: Loop): boolean {
  if (block.end.tag === "next" && block.end.loop === loop) return true;
  return block.stmts.some((stmt) => blocksOf(stmt).some((inner) => hasNext(inner, loop)));
}

/** Whether a parameter of a loop is itself in all next rounds. */
function isInvariant(block: Block, loop: Loop, index: number): boolean {
  const { end } = block;
  if (end.tag === "next" && end.loop === loop && end.atoms[index] !== loop.params[index]) return false;
  return block.stmts.every((stmt) => blocksOf(stmt).every((inner) => isInvariant(inner, loop, index)));
}

const NOTHING: Block = { stmts: [], end: { tag: "yield", atoms: [] } };

/** Copies blocks: each variable that they define gets a new name, others are replaced where a replacement is known. */
export class Copier {
  private readonly names: Map<number, Atom>;
  private readonly loops = new Map<Loop, Loop>();
  /** The parameters that loops keep: those that vary. */
  private readonly kept = new Map<Loop, readonly number[]>();

  readonly variables: Variables;
  private readonly kindOf: (one: Var) => Kind;

  /** `kindOf` gives the kind of a variable's copy, which may be another one that fits. */
  constructor(
    variables: Variables,
    names: ReadonlyMap<number, Atom> = new Map(),
    kindOf: (one: Var) => Kind = ({ kind }) => kind,
  ) {
    this.variables = variables;
    this.kindOf = kindOf;
    this.names = new Map(names);
  }

  redirect(from: Loop, to: Loop): void {
    this.loops.set(from, to);
  }

  replace(one: Var, by: Atom): void {
    this.names.set(one.id, by);
  }

  atom = (atom: Atom): Atom => (atom.tag === "var" ? (this.names.get(atom.id) ?? atom) : atom);

  atoms(atoms: readonly Atom[]): Atom[] {
    return atoms.map(this.atom);
  }

  private define = (one: Var): Var => {
    const copy = this.variables.newVar(this.kindOf(one));
    this.names.set(one.id, copy);
    return copy;
  };

  /** Whether of an `if` one side of which fails the other is put after it. */
  isStraightening = false;

  block(block: Block): Block {
    const stmts: Stmt[] = [];
    for (const stmt of block.stmts) this.copyTo(stmts, stmt);
    return { stmts, end: this.end(block.end) };
  }

  private copyTo(to: Stmt[], stmt: Stmt): void {
    const side = this.isStraightening && stmt.tag === "if" ? sideThatGoesOn(stmt) : undefined;
    if (stmt.tag !== "if" || side === undefined || side.end.tag !== "yield") {
      to.push(this.stmt(stmt));
      return;
    }
    const test = this.atom(stmt.test);
    const [yes, no] = side === stmt.yes ? [NOTHING, this.block(stmt.no)] : [this.block(stmt.yes), NOTHING];
    to.push({ ...stmt, test, yes, no, outs: [] });
    for (const one of side.stmts) this.copyTo(to, one);
    for (const [index, out] of stmt.outs.entries()) this.replace(out, this.atom(nth(side.end.atoms, index)));
  }

  end(end: End): End {
    if (end.tag === "stop") return end;
    if (end.tag === "yield") return { tag: "yield", atoms: this.atoms(end.atoms) };
    const kept = end.tag === "next" ? this.kept.get(end.loop) : undefined;
    const atoms = kept === undefined ? end.atoms : kept.map((index) => nth(end.atoms, index));
    return { ...end, loop: this.loops.get(end.loop) ?? end.loop, atoms: this.atoms(atoms) };
  }

  /** A copy of a statement: a table by its tag, which is clearer whole. */
  stmt(stmt: Stmt): Stmt {
    switch (stmt.tag) {
      case "if": {
        const test = this.atom(stmt.test);
        const [then, otherwise] = [this.block(stmt.yes), this.block(stmt.no)];
        return { ...stmt, test, yes: then, no: otherwise, outs: stmt.outs.map(this.define) };
      }
      case "loop": {
        const init: Atom[] = [];
        const params: Var[] = [];
        const kept: number[] = [];
        stmt.params.forEach((param, index) => {
          const start = this.atom(nth(stmt.init, index));
          // what is the same in each round is no parameter
          if (isInvariant(stmt.body, stmt, index)) return this.replace(param, start);
          kept.push(index);
          init.push(start);
          params.push(this.define(param));
        });
        this.kept.set(stmt, kept);
        const body: Block = { stmts: [], end: { tag: "stop" } };
        const copy: Loop = { ...stmt, params, init, body, outs: [] };
        this.loops.set(stmt, copy);
        Object.assign(body, this.block(stmt.body));
        copy.outs = stmt.outs.map(this.define);
        return copy;
      }
      case "for": {
        const count = this.atom(stmt.count);
        const index = this.define(stmt.index);
        const { end } = stmt.body;
        const varies = (at: number): boolean => end.tag !== "yield" || end.atoms[at] !== stmt.params[at];
        const start = this.atoms(stmt.init);
        stmt.params.forEach((param, at) => {
          if (!varies(at)) this.replace(param, nth(start, at));
        });
        const only = <T>(all: readonly T[]): T[] => all.filter((_, at) => varies(at));
        const params = only(stmt.params).map(this.define);
        const body = this.block(stmt.body);
        const yielded =
          body.end.tag === "yield" ? { ...body, end: { ...body.end, atoms: only(body.end.atoms) } } : body;
        stmt.outs.forEach((out, at) => {
          if (!varies(at)) this.replace(out, nth(start, at));
        });
        const outs = only(stmt.outs).map(this.define);
        const copy: For = { ...stmt, index, count, params, init: only(start), body: yielded, outs };
        return copy;
      }
      case "op":
        return { ...stmt, args: this.atoms(stmt.args), out: this.define(stmt.out) };
      case "chain":
        return {
          ...stmt,
          value: this.atom(stmt.value),
          args: this.atoms(stmt.args),
          partials: this.atoms(stmt.partials),
          out: this.define(stmt.out),
        };
      case "plain":
      case "not":
        return { ...stmt, arg: this.atom(stmt.arg), out: this.define(stmt.out) };
      case "and":
        return { ...stmt, args: [this.atom(stmt.args[0]), this.atom(stmt.args[1])], out: this.define(stmt.out) };
      case "is":
        return { ...stmt, of: this.atom(stmt.of), out: this.define(stmt.out) };
      case "new":
        return { ...stmt, fields: this.atoms(stmt.fields), out: this.define(stmt.out) };
      case "link":
        return { ...stmt, of: this.atom(stmt.of), value: this.atom(stmt.value) };
      case "closure":
        return { ...stmt, captured: this.atoms(stmt.captured), out: this.define(stmt.out) };
      case "fields":
        return { ...stmt, of: this.atom(stmt.of), outs: stmt.outs.map(this.define) };
      case "contiguous":
        return { ...stmt, of: this.atom(stmt.of), outs: [this.define(stmt.outs[0]), this.define(stmt.outs[1])] };
      case "conses":
        return {
          ...stmt,
          size: this.atom(stmt.size),
          first: this.atom(stmt.first),
          rest: this.atom(stmt.rest),
          out: this.define(stmt.out),
        };
      case "alloc":
        return { ...stmt, size: this.atom(stmt.size), outs: stmt.outs.map(this.define) };
      case "column":
        return { ...stmt, out: this.define(stmt.out) };
      case "put":
        return {
          ...stmt,
          columns: this.atoms(stmt.columns),
          index: this.atom(stmt.index),
          values: this.atoms(stmt.values),
        };
      case "get":
        return {
          ...stmt,
          columns: this.atoms(stmt.columns),
          index: this.atom(stmt.index),
          outs: stmt.outs.map(this.define),
        };
      case "bounds":
        return { ...stmt, index: this.atom(stmt.index), size: this.atom(stmt.size) };
      case "push":
        return { ...stmt, values: this.atoms(stmt.values) };
      case "pop":
      case "global":
        return { ...stmt, outs: stmt.outs.map(this.define) };
      case "mark":
        return stmt;
      case "call":
      case "sweep":
        return { ...stmt, args: this.atoms(stmt.args), outs: stmt.outs.map(this.define) };
      case "apply":
        return { ...stmt, of: this.atom(stmt.of), args: this.atoms(stmt.args), outs: stmt.outs.map(this.define) };
      case "fail": {
        const message = stmt.failure.message.map((part) => (typeof part === "string" ? part : this.atom(part)));
        return { ...stmt, failure: { ...stmt.failure, message } };
      }
    }
  }
}

/** The same block without parameters of loops that never vary. */
export function tidy(block: Block, variables: Variables): Block {
  return new Copier(variables).block(block);
}

/** A copy of a block, and what its variables are called there. */
export function copyBlock(
  block: Block,
  names: ReadonlyMap<number, Atom>,
  variables: Variables,
): { readonly block: Block; readonly renamed: (atom: Atom) => Atom } {
  const copier = new Copier(variables, names);
  return { block: copier.block(block), renamed: copier.atom };
}

/** Tells all that a block uses, blocks within it included. */
export function atomsIn(
  { stmts, end }: { readonly stmts: readonly Stmt[]; readonly end: End },
  use: (atom: Atom) => void,
): void {
  for (const stmt of stmts) {
    for (const atom of atomsOf(stmt)) use(atom);
    for (const block of blocksOf(stmt)) atomsIn(block, use);
  }
  for (const atom of endAtoms(end)) use(atom);
}

/** The variables that statements define, inner blocks included. */
export function definedIn(stmts: readonly Stmt[], found: Set<number> = new Set()): Set<number> {
  for (const stmt of stmts) {
    for (const out of outsOf(stmt)) found.add(out.id);
    if (stmt.tag === "loop" || stmt.tag === "for") for (const param of stmt.params) found.add(param.id);
    if (stmt.tag === "for") found.add(stmt.index.id);
    for (const block of blocksOf(stmt)) definedIn(block.stmts, found);
  }
  return found;
}
