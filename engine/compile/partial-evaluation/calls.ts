// Calls of definitions and local functions: inlined where they do not recur; else loops where all calls of them are tail calls, and
// functions where calls wait for their results.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { loopOf } from "../../prelude/loops.ts";
import type { Span } from "../../source/span.ts";
import { substitute } from "../../types/type.ts";
import { usesOf } from "../core-facts/uses.ts";
import { type Atom, type Block, blocksOf, type End, type Fn, type Loop, literal } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { componentsOf, type Layout } from "../ir/layout.ts";
import { copyBlock, hasNext } from "../ir/rewrite.ts";
import { Abstraction, type AbstractValue, BlockBuilder, dummies, fresh, fromComponents } from "./abstract-value.ts";
import { arrayFunction } from "./arrays.ts";
import { bindParameter } from "./binding.ts";
import { type Call, type Compilation, type Instance, NONE, type Tails } from "./compilation.ts";
import { envOf, nestedIn, newFn, takesTwo, typeOfNamed, typesOf } from "./functions.ts";
import { asLoops } from "./linear-recursion.ts";
import { listFunction } from "./lists.ts";
import { components, refresh, renewed, settle } from "./materialise.ts";

/**
 * Instances of one function under way, one in the other, beyond which functions among its arguments are objects. Where a recursion wraps
 * its argument in a λ (`app (n - 1) (\y -> f (y * 1.001)) x`), code comes to 15, 24 and 224 kB and is there after 23, 13 and 146 ms
 * with 1, 4 and 30; the gradient takes as long with each.
 */
const MOST_NESTED = 4;

/**
 * Statements beyond which calls are no longer inlined. With 600 the gradient of a chain of 14 definitions that each call the one before
 * twice takes 1.4 times as long, with 60 000 as long: what is used at several places is a function by then (`core-facts/inlining.ts`).
 */
const LARGE = 6_000;

/** A call of a definition or local function with all its arguments. */
export function call(c: Compilation, call: Call, out: BlockBuilder, tails: Tails): AbstractValue | undefined {
  const { fn } = call;
  const loop = loopOf(fn);
  if (loop?.over === "array") return arrayFunction(loop.does, c, call, out);
  // a fold from the right applies its function to an element before it folds the rest
  const isInOrder = loop?.does !== "fold-right" || takesTwo(c, nth(call.args, 0));
  if (loop !== undefined && isInOrder) return listFunction(loop.does, c, call, out);
  const isLong = fn.local === undefined && c.long.has(fn.name);
  if (!fn.isRecursive && !isLong && c.size < LARGE) return inline(c, call, out, tails);
  const nested = nestedIn(c, fn.id);
  const settled = settledCall(c, call, nested >= MOST_NESTED, out);
  const { key: form, leaves, kinds } = new Abstraction(c).add(settled);
  const key = `${c.context.mode} ${form}`;
  const active = c.context.instances.find((one) => one.key === key);
  if (active !== undefined) {
    if (tails.includes(active)) {
      // a tail call: the next round of its loop
      out.block.end = { tag: "next", loop: active.loop, atoms: leaves };
      return undefined;
    }
    active.fn ??= promise(c, active);
    return callFn(c, active.fn, leaves, active.result, fn.span, out);
  }
  const ready = c.known.get(key);
  if (ready !== undefined) return callFn(c, ready, leaves, resultOf(c, settled), fn.span, out);
  return begin(c, key, settled, leaves, kinds, out, c.closed.has(key) ? NONE : tails);
}

function promise(c: Compilation, { key, named, loop, result }: Instance): Fn {
  let fn = c.promised.get(key);
  if (fn === undefined) {
    const { name, span } = named;
    fn = newFn(c, name, c.context.mode, passing(c), loop.params, componentsOf(result), span);
    c.promised.set(key, fn);
  }
  return fn;
}

function passing(c: Compilation): Fn["passing"] {
  return c.context.mode === "plain" ? "value" : "reference";
}

function resultOf(c: Compilation, call: Call): Layout {
  return c.layouts.of(typeOfNamed(call));
}

function callFn(
  c: Compilation,
  fn: Fn,
  args: readonly Atom[],
  result: Layout,
  span: Span | undefined,
  out: BlockBuilder,
): AbstractValue {
  const { sym, vars } = fresh(result, out);
  c.calls.set(fn, (c.calls.get(fn) ?? 0) + 1);
  out.emit({ tag: "call", fn, args, outs: vars, span });
  return sym;
}

function settledCall(c: Compilation, call: Call, asObjects: boolean, out: BlockBuilder): Call {
  const settled = settle(c, call, out) as typeof call;
  if (!asObjects) return settled;
  let type = substitute(call.fn.type, typesOf(call.fn, call.types));
  const args = settled.args.map((arg) => {
    if (type.tag !== "fun") return internal("a function has too many arguments", call.fn.name);
    const layout = c.layouts.of(type.from);
    type = type.to;
    const atoms = components(c, arg, layout, out);
    let at = 0;
    return fromComponents(layout, () => nth(atoms, at++));
  });
  return { ...settled, args };
}

function inline(c: Compilation, { fn, types, args }: Call, out: BlockBuilder, tails: Tails): AbstractValue | undefined {
  let env = envOf(c, fn, types);
  const uses = (name: string) => usesOf(name, fn.body);
  for (const [index, param] of fn.params.entries()) {
    const bound = bindParameter(c, param, nth(args, index), env, uses, fn.paramSpans[index], out);
    if (bound === undefined) return undefined;
    env = bound;
  }
  return c.eval(fn.body, env, out, tails);
}

/** A recursive call begins: a loop if all calls of it are tail calls, else a function. */
function begin(
  c: Compilation,
  key: string,
  call: Call,
  leaves: readonly Atom[],
  leafKinds: readonly Kind[],
  out: BlockBuilder,
  tails: Tails,
): AbstractValue | undefined {
  const { fn: named } = call;
  const params = leafKinds.map((kind) => out.newVar(kind));
  let at = 0;
  const inside = refresh(call, () => nth(params, at++)) as typeof call;
  const result = resultOf(c, call);
  const body = new BlockBuilder(out);
  const loop: Loop = { tag: "loop", params, init: leaves, body: body.block, outs: [], at: c.origins.of(named.span) };
  const instance: Instance = { key, named, loop, result, fn: undefined };
  if (!named.isRecursive || c.promised.has(key)) instance.fn = promise(c, instance);
  c.context.instances.push(instance);
  const value = inline(c, inside, body, [...tails, instance]);
  c.context.instances.pop();
  if (instance.fn !== undefined && leadingOut(loop).length > 0) {
    // a function cannot go on with a loop around it: those calls wait for their results
    c.closed.add(key);
    return begin(c, key, call, leaves, leafKinds, out, NONE);
  }
  return instance.fn === undefined
    ? endLoop(c, instance, value, body, out)
    : endFunction(c, instance, instance.fn, value, body, leaves, out);
}

function endLoop(
  c: Compilation,
  instance: Instance,
  value: AbstractValue | undefined,
  body: BlockBuilder,
  out: BlockBuilder,
): AbstractValue | undefined {
  const { loop } = instance;
  const leaving = leadingOut(loop);
  const settled = value && settle(c, value, body);
  const { leaves, kinds: leafKinds } = settled === undefined ? new Abstraction(c) : new Abstraction(c).add(settled);
  if (!hasNext(loop.body, loop)) {
    if (settled !== undefined) body.block.end = { tag: "yield", atoms: leaves };
    // no rounds: its statements stand where it does
    const copy = copyBlock(
      body.block,
      new Map(loop.params.map((param, index) => [param.id, nth(loop.init, index)])),
      c.variables,
    );
    for (const stmt of copy.block.stmts) out.emit(stmt);
    if (settled === undefined) {
      out.block.end = copy.block.end;
      return undefined;
    }
    return refresh(settled, (atom) => copy.renamed(atom));
  }
  if (leaving.length === 0) {
    if (settled === undefined) {
      out.emit(loop);
      return undefined;
    }
    body.block.end = { tag: "yield", atoms: leaves };
    const { sym, outs } = renewed(settled, out);
    loop.outs = outs;
    out.emit(loop);
    return sym;
  }
  // a tail call of a loop around this one: out of this one first, saying so
  const targets = [...new Set(leaving.map(({ end }) => end.loop))];
  const kinds = [leafKinds, ...targets.map(({ params }) => params.map(({ kind }) => kind))];
  const exit = (which: number, atoms: readonly Atom[]): Atom[] => [
    literal("index", which),
    ...kinds.flatMap((some, index) => (index === which ? atoms : dummies(some))),
  ];
  for (const { block, end } of leaving)
    block.end = { tag: "leave", loop, atoms: exit(1 + targets.indexOf(end.loop), end.atoms) };
  if (settled !== undefined) body.block.end = { tag: "yield", atoms: exit(0, leaves) };
  const which = out.newVar("index");
  const groups = kinds.map((some) => some.map((kind) => out.newVar(kind)));
  loop.outs = [which, ...groups.flat()];
  out.emit(loop);
  const at = out;
  for (const [index, to] of targets.entries()) {
    const isLast = index === targets.length - 1 && settled === undefined;
    const atoms = nth(groups, index + 1);
    if (isLast) {
      at.block.end = { tag: "next", loop: to, atoms };
      continue;
    }
    const test = out.newVar("bool");
    at.emit({ tag: "op", out: test, op: "eqInt", args: [which, literal("int", index + 1)], span: undefined });
    const then = new BlockBuilder(at);
    then.block.end = { tag: "next", loop: to, atoms };
    const otherwise = new BlockBuilder(at);
    at.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: [] });
    otherwise.block.end = { tag: "yield", atoms: [] };
    // what follows stands after the test, for control comes there only if it fails
  }
  if (settled === undefined) return undefined;
  let index = 0;
  return refresh(settled, () => nth(nth(groups, 0), index++));
}

function endFunction(
  c: Compilation,
  instance: Instance,
  fn: Fn,
  value: AbstractValue | undefined,
  body: BlockBuilder,
  leaves: readonly Atom[],
  out: BlockBuilder,
): AbstractValue {
  const { loop, result } = instance;
  if (value !== undefined) body.block.end = { tag: "yield", atoms: components(c, value, result, body) };
  const loops = asLoops(fn, loop, body.block, c.calls.get(fn) ?? 0, c.variables);
  if (loops !== undefined) {
    c.promised.delete(instance.key);
    const { sym } = fresh(result, out);
    const copy = copyBlock(
      loops,
      new Map(loop.params.map((param, index) => [param.id, nth(leaves, index)])),
      c.variables,
    );
    for (const stmt of copy.block.stmts) out.emit(stmt);
    if (copy.block.end.tag !== "yield") return sym;
    const { atoms } = copy.block.end;
    let at = 0;
    return refresh(sym, () => nth(atoms, at++));
  }
  if (hasNext(body.block, loop)) {
    const params = loop.params.map(({ kind }) => out.newVar(kind));
    const outs = fn.results.map((kind) => out.newVar(kind));
    fn.params = params;
    fn.body = {
      stmts: [{ ...loop, init: params, outs }].map((whole) => retarget(whole, loop)),
      end: { tag: "yield", atoms: outs },
    };
  } else {
    fn.params = loop.params;
    fn.body = body.block;
  }
  c.known.set(instance.key, fn);
  return callFn(c, fn, leaves, result, instance.named.span, out);
}

/** The blocks within a loop that go on with the next round of a loop around it. Loops within it lead no further than into it. */
function leadingOut(loop: Loop): { readonly block: Block; readonly end: Extract<End, { readonly tag: "next" }> }[] {
  const found: ReturnType<typeof leadingOut> = [];
  const inside = new Set([loop]);
  const visit = (block: Block): void => {
    const { end } = block;
    if (end.tag === "next" && !inside.has(end.loop)) found.push({ block, end });
    for (const stmt of block.stmts) {
      if (stmt.tag === "loop") inside.add(stmt);
      for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visit(loop.body);
  return found;
}

/** A loop under another identity: the ends of its body lead to it. */
function retarget(whole: Loop, from: Loop): Loop {
  const visit = (block: Block): void => {
    const { end } = block;
    if ((end.tag === "next" || end.tag === "leave") && end.loop === from) block.end = { ...end, loop: whole };
    for (const stmt of block.stmts) {
      if (stmt.tag === "if") {
        visit(stmt.yes);
        visit(stmt.no);
      } else if (stmt.tag === "loop" || stmt.tag === "for") visit(stmt.body);
    }
  };
  visit(whole.body);
  return whole;
}
