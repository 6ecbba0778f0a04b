// Terms while compiling: each constructor of the core, evaluated with what is known.

import { nth } from "../../base/nth.ts";
import { internal, unreachable } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { isDerivative, isRule, isRuled } from "../../core/terms/prims.ts";
import type { Term } from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import { LIST, substitute, type Type, UNIT } from "../../types/type.ts";
import { usesFrom, usesOf } from "../core-facts/uses.ts";
import { type Atom, literal } from "../ir/ir.ts";
import { type ConLayout, type DataLayout, type Layout, LeftToMachine } from "../ir/layout.ts";
import {
  type AbstractValue,
  BlockBuilder,
  type Bound,
  bindBound,
  EMPTY,
  type Env,
  lookUp,
  scalar,
  UNIT_VALUE,
} from "./abstract-value.ts";
import { runPrim } from "./arrays.ts";
import { bindParameter, bound, fail, made } from "./binding.ts";
import { type Compilation, NONE, type Tails } from "./compilation.ts";
import { constantRow } from "./constant-columns.ts";
import { globalValue } from "./definitions.ts";
import { apply, bindGroup } from "./functions.ts";
import { evalFork, evalForkList } from "./jobs.ts";
import { alloc, join, objectOf, put } from "./materialise.ts";
import { bindPattern, learnFrom, testPattern, partsOf as tupleParts } from "./patterns.ts";

/** Parts of work that a term takes ({@link step}). */
const TERM = 20;

/** A term; undefined where control does not come back. A table by the term's tag, which is clearer whole. */
export function evalTerm(
  c: Compilation,
  term: Term,
  env: Env,
  out: BlockBuilder,
  tails: Tails,
): AbstractValue | undefined {
  if (++c.size > c.largest) throw new LeftToMachine();
  step(TERM);
  const around = c.origins.enter(term.span);
  try {
    switch (term.tag) {
      case "var":
        return evalVariable(c, lookUp(env, term.name), term.types, env, out);
      case "global": {
        const types = term.types.map((type) => substitute(type, env.types));
        const global = c.globals.get(term.name) ?? c.globalWithTangents(term.name);
        const named = c.named.get(term.name);
        if (named !== undefined) return { tag: "named", fn: named, types, args: [] };
        return globalValue(c, global, types, out);
      }
      case "real":
        return scalar("real", literal("real", term.value));
      case "int":
        return scalar("int", literal("int", term.value));
      case "fork":
        if (!c.isInOp) return evalFork(c, term.items, term.span, env, out);
        return evalTuple(c, term.items, env, out);
      case "tuple":
        return evalTuple(c, term.items, env, out);
      case "proj": {
        const tuple = evalTerm(c, term.term, env, out, NONE);
        return tuple && tupleParts(tuple, out)[term.index];
      }
      case "list":
        return evalList(c, term, env, out);
      case "array": {
        const layout = c.layouts.arrayOf(substitute(term.item, env.types));
        const row = constantRow(term, layout, out);
        if (row !== undefined) return row;
        const items = evalAll(c, term.items, env, out);
        if (items === undefined) return undefined;
        const array = alloc(layout, literal("index", items.length), out);
        items.forEach((item, index) => put(c, array, literal("index", index), item, out));
        return array;
      }
      case "con":
        return evalConstructor(c, term, env, out);
      case "lam":
        return { tag: "closure", lam: term, env };
      case "app": {
        const fn = evalTerm(c, term.fn, env, out, NONE);
        if (fn === undefined) return undefined;
        const argument = evalTerm(c, term.arg, env, out, NONE);
        return argument && apply(c, fn, argument, out, tails);
      }
      case "let":
        return evalLet(c, term, env, out, tails);
      case "letrec": {
        const functions = term.functions;
        return evalTerm(c, term.body, bindGroup(c, functions, env, env), out, tails);
      }
      case "case": {
        const scrutinee = evalTerm(c, term.scrutinee, env, out, NONE);
        return scrutinee && evalBranches(c, term, 0, made(c, scrutinee, out), env, out, tails);
      }
      case "op":
        return evalOp(c, term, env, out);
      case "prim": {
        if (isDerivative(term.prim) || isRule(term.prim) || isRuled(term.prim)) return c.derivative(term, env, out);
        const args = evalAll(c, term.args, env, out);
        const types = term.types.map((type) => substitute(type, env.types));
        return args && runPrim(term, types, args, c, out);
      }
      case "forkList":
        return evalForkList(c, term, env, out, tails);
      case "dual":
      case "field":
      case "partial":
        return internal("a source program has no such term", term.tag);
      default:
        return unreachable(term);
    }
  } finally {
    c.origins.leave(around);
  }
}

function evalTuple(c: Compilation, terms: readonly Term[], env: Env, out: BlockBuilder): AbstractValue | undefined {
  const items = allMade(c, terms, env, out);
  return items && { tag: "product", items };
}

function evalVariable(
  c: Compilation,
  bound: Bound,
  types: readonly Type[],
  env: Env,
  out: BlockBuilder,
): AbstractValue | undefined {
  if (bound.tag === "polymorphic") {
    const at = types.map((type) => substitute(type, env.types));
    const inner = new Map([...bound.env.types, ...bound.variables.map((name, i) => [name, at[i] ?? UNIT] as const)]);
    const key = at.map(typeKey).join(",");
    const known = bound.made.get(key);
    if (known !== undefined && out.isWithin(known.out)) return known.sym;
    const found = evalTerm(c, bound.term, { ...bound.env, types: inner }, out, NONE);
    const sym = found && made(c, found, out);
    if (sym !== undefined && !isValue(bound.term)) bound.made.set(key, { sym, out });
    return sym;
  }
  const { sym } = bound;
  if (sym.tag === "named" && sym.types.length === 0 && types.length > 0)
    return { ...sym, types: types.map((type) => substitute(type, env.types)) };
  return sym;
}

function evalAll(c: Compilation, terms: readonly Term[], env: Env, out: BlockBuilder): AbstractValue[] | undefined {
  const syms: AbstractValue[] = [];
  for (const term of terms) {
    const sym = evalTerm(c, term, env, out, NONE);
    if (sym === undefined) return undefined;
    syms.push(sym);
  }
  return syms;
}

/** The same, as what can be a part of data. */
function allMade(c: Compilation, terms: readonly Term[], env: Env, out: BlockBuilder): AbstractValue[] | undefined {
  return evalAll(c, terms, env, out)?.map((one) => made(c, one, out));
}

function dataLayout(c: Compilation, name: string, types: readonly Type[], env: Env): Layout {
  return c.layouts.of({ tag: "con", name, args: types.map((type) => substitute(type, env.types)) });
}

function evalConstructor(
  c: Compilation,
  term: Extract<Term, { tag: "con" }>,
  env: Env,
  out: BlockBuilder,
): AbstractValue | undefined {
  const fields = allMade(c, term.args, env, out);
  if (fields === undefined) return undefined;
  const layout = dataLayout(c, term.data, term.types, env);
  if (layout.tag === "bool") return scalar("bool", literal("bool", term.con === "True"));
  if (layout.tag === "product") return { tag: "product", items: fields };
  if (layout.tag !== "data") return internal("a constructor has no data type", term.con);
  return { tag: "known", con: conNamed(layout, term.con), fields, made: undefined };
}

function evalList(
  c: Compilation,
  term: Extract<Term, { tag: "list" }>,
  env: Env,
  out: BlockBuilder,
): AbstractValue | undefined {
  const layout = dataLayout(c, LIST, [term.item], env) as DataLayout;
  const row = constantRow(term, layout, out);
  if (row !== undefined) return row;
  const items = allMade(c, term.items, env, out);
  if (items === undefined) return undefined;
  const tail = term.tail && evalTerm(c, term.tail, env, out, NONE);
  if (term.tail !== undefined && tail === undefined) return undefined;
  let list: AbstractValue = (tail && made(c, tail, out)) ?? {
    tag: "known",
    con: conNamed(layout, "[]"),
    fields: [],
    made: undefined,
  };
  const cons = conNamed(layout, "::");
  for (const item of items.reverse()) {
    list = { tag: "known", con: cons, fields: [item, list], made: undefined };
    if (items.length > 3) objectOf(c, list, out);
  }
  return list;
}

function evalLet(
  c: Compilation,
  term: Extract<Term, { tag: "let" }>,
  env: Env,
  out: BlockBuilder,
  tails: Tails,
): AbstractValue | undefined {
  let inner = env;
  for (const [index, { pattern, variables, bound, span }] of term.bindings.entries()) {
    if (variables.length > 0 && pattern.tag === "var") {
      // what may fail does so here, used or not
      const types = new Map([...inner.types, ...variables.map((name) => [name, UNIT] as const)]);
      const probe = isValue(bound) ? UNIT_VALUE : evalTerm(c, bound, { ...inner, types }, out, NONE);
      if (probe === undefined) return undefined;
      made(c, probe, out);
      inner = bindBound(inner, pattern.name, {
        tag: "polymorphic",
        variables,
        term: bound,
        env: inner,
        made: new Map(),
      });
      continue;
    }
    const sym = evalTerm(c, bound, inner, out, NONE);
    if (sym === undefined) return undefined;
    const rest = (name: string) => usesFrom(index + 1, name, term);
    const message = "this pattern does not match the value";
    const next = bindParameter(c, pattern, sym, inner, rest, span ?? bound.span, out, message);
    if (next === undefined) return undefined;
    inner = next;
  }
  return evalTerm(c, term.body, inner, out, tails);
}

function evalBranches(
  c: Compilation,
  term: Extract<Term, { tag: "case" }>,
  from: number,
  scrutinee: AbstractValue,
  env: Env,
  out: BlockBuilder,
  tails: Tails,
): AbstractValue | undefined {
  const branch = term.branches[from];
  if (branch === undefined) {
    const message = ["no branch of this `case` matches the value"];
    return fail({ kind: "no-match", message, span: term.span }, out);
  }
  const { pattern, body } = branch;
  const uses = (name: string) => usesOf(name, body);
  const evalBranch = (at: BlockBuilder): AbstractValue | undefined => {
    const inner = bindPattern(pattern, scrutinee, env, at, (name, sym) => bound(c, name, sym, uses, at));
    return evalTerm(c, body, inner, at, tails);
  };
  const test = testPattern(pattern, scrutinee, out);
  if (test === true) return evalBranch(out);
  if (test === false) return evalBranches(c, term, from + 1, scrutinee, env, out, tails);
  const then = new BlockBuilder(out);
  learnFrom(pattern, scrutinee, true, then);
  const a = evalBranch(then);
  const otherwise = new BlockBuilder(out);
  learnFrom(pattern, scrutinee, false, otherwise);
  const b = evalBranches(c, term, from + 1, scrutinee, env, otherwise, tails);
  const joined = join(c, { out: then, sym: a }, { out: otherwise, sym: b });
  out.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: joined?.outs ?? [] });
  return joined?.sym;
}

function evalOp(
  c: Compilation,
  term: Extract<Term, { tag: "op" }>,
  env: Env,
  out: BlockBuilder,
): AbstractValue | undefined {
  const args = evalAll(c, term.args, env, out);
  if (args === undefined) return undefined;
  const atoms = args.map((arg) => (arg.tag === "scalar" ? arg.atom : internal("an operand is no scalar", arg.tag)));
  if (term.op.tag === "builtin") {
    const { result } = OPS[term.op.id];
    const kind = result === "Real" ? "real" : result === "Int" ? "int" : "bool";
    const folded = foldedOp(term.op.id, kind, atoms);
    if (folded !== undefined) return scalar(kind, folded);
    const value = out.newVar(kind);
    out.emit({ tag: "op", out: value, op: term.op.id, args: atoms, span: term.span });
    return scalar(kind, value);
  }
  return evalCustomOp(c, term.op.name, atoms, out);
}

/** The value of a custom op, and its partials where derivatives are wanted, are computed as plain numbers. */
function evalCustomOp(
  c: Compilation,
  name: string,
  args: readonly Atom[],
  out: BlockBuilder,
): AbstractValue | undefined {
  const op = c.program.ops.find((one) => one.name === name) ?? internal("no such op", name);
  const plain = args.map((arg): AbstractValue => {
    const value = out.newVar("real");
    out.emit({ tag: "plain", out: value, arg });
    return scalar("real", value);
  });
  const argument: AbstractValue = plain.length === 1 ? nth(plain, 0) : { tag: "product", items: plain };
  const { context, isInOp } = c;
  const instances = context.mode === "plain" ? context.instances : [];
  c.context = { mode: "plain", instances, outer: context };
  c.isInOp = true;
  const run = (lam: Term): Atom | undefined => {
    if (lam.tag !== "lam") return internal("a custom op is no function", name);
    const result = apply(c, { tag: "closure", lam, env: EMPTY }, argument, out, NONE);
    if (result === undefined) return undefined;
    return result.tag === "scalar" ? result.atom : internal("a custom op gives no number", name);
  };
  const value = run(op.value);
  // with derivatives come the partials, though nobody may ask for them; within an op nothing is differentiated
  const partials =
    value === undefined || (c.mode === "plain" && context.mode === "plain") || isInOp ? [] : op.partials.map(run);
  c.context = context;
  c.isInOp = isInOp;
  if (value === undefined || partials.includes(undefined)) return undefined;
  if (context.mode === "plain") return scalar("real", value);
  const result = out.newVar("real");
  out.emit({ tag: "chain", out: result, value, args, partials: partials as Atom[] });
  return scalar("real", result);
}

/** Whether a term is a value as it stands: to evaluate it again costs nothing, and cannot fail. */
function isValue(term: Term): boolean {
  switch (term.tag) {
    case "lam":
    case "var":
    case "real":
    case "int":
      return true;
    case "con":
      return term.args.every(isValue);
    case "list":
      return term.items.every(isValue) && (term.tail === undefined || isValue(term.tail));
    case "tuple":
      return term.items.every(isValue);
    default:
      return false;
  }
}

/** An operation on constants that cannot fail, or one that gives its operand exactly. */
function foldedOp(id: OpId, kind: "real" | "int" | "bool", atoms: readonly Atom[]): Atom | undefined {
  const isOne = (atom: Atom): boolean => atom.tag === "literal" && atom.value === 1;
  if (id === "mul" && isOne(nth(atoms, 1))) return atoms[0];
  if (id === "mul" && isOne(nth(atoms, 0))) return atoms[1];
  if (id === "div" && isOne(nth(atoms, 1))) return atoms[0];
  if (OPS[id].fails !== undefined) return undefined;
  const numbers: number[] = [];
  for (const atom of atoms) {
    if (atom.tag !== "literal") return undefined;
    numbers.push(atom.value as number);
  }
  const value = OPS[id].value(...numbers);
  return literal(kind, kind === "bool" ? value !== 0 : value);
}

function conNamed(layout: DataLayout, name: string): ConLayout {
  return layout.cons.find((con) => con.name === name) ?? internal("a type has no such constructor", layout.name, name);
}
