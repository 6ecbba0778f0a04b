// Core to IR: definitions are specialised to what is known of their arguments, calls of known functions are inlined, and tail
// calls become loops. What is not known of a value are its components, so tuples, records and closures that do not escape are never made.
import { internal, unreachable } from "../base/unreachable.ts";
import { lambdaTypes } from "../core/check.ts";
import { OPS, type OpId } from "../core/ops.ts";
import type { CoreProgram, Global, Term } from "../core/term.ts";
import type { Span } from "../source/span.ts";
import { fun, substitute, type Type, UNIT } from "../types/type.ts";
import { arrayFunction, runPrim } from "./arrays.ts";
import {
  type Atom,
  type Block,
  type Failure,
  type Fn,
  type GlobalValue,
  type Loop,
  literal,
  type Mode,
  newVar,
  type Var,
} from "./ir.ts";
import type { Kind } from "./kind.ts";
import { type ConLayout, componentsOf, type DataLayout, type Layout, Layouts } from "./layout.ts";
import { asLoops } from "./linear-recursion.ts";
import { listFunction, listOf } from "./lists.ts";
import { alloc, components, join, type Maker, objectOf, put, renewed, settle } from "./making.ts";
import { PARTIAL } from "./op-code.ts";
import { bindPattern, learnFrom, testPattern, partsOf as tupleParts } from "./patterns.ts";
import { copyBlock, hasNext } from "./rewrite.ts";
import {
  Abstraction,
  type Bound,
  bind,
  bindBound,
  dummies,
  EMPTY,
  type Env,
  freeVariablesOf,
  fresh,
  fromComponents,
  lookUp,
  type Named,
  Out,
  refresh,
  type StreamSym,
  type Sym,
  scalar,
  UNIT_SYM,
} from "./symbols.ts";
import { usesOf } from "./uses.ts";

/** A call of a recursive function that is being compiled. */
interface Instance {
  readonly key: string;
  readonly named: Named;
  readonly loop: Loop;
  readonly result: Layout;
  /** The function that it becomes where calls of it wait for their results. */
  fn: Fn | undefined;
  /** Tail calls of it, and from within it of instances around it. */
  nexts: number;
  readonly outerNexts: { readonly block: Block; readonly to: Instance }[];
}

type Tails = readonly Instance[];
const NONE: Tails = [];

/** Instances of one function under way, one in the other, beyond which functions among its arguments are objects. */
const MOST_NESTED = 4;

/** Statements beyond which calls are no longer inlined. */
const LARGE = 6_000;

/** What is being compiled now: the body of one function. */
interface Context {
  readonly mode: Mode;
  readonly instances: Instance[];
}

/** A program that grows beyond measure when it is specialised. */
export class TooLargeToCompile extends Error {}

/** Terms that may be compiled, copies included. */
const LARGEST = 400_000;

export interface Specialised {
  readonly entry: Fn;
  readonly fns: readonly Fn[];
  readonly globals: readonly GlobalValue[];
  readonly param: Layout;
  readonly result: Layout;
}

/** The program from its entry on. `plain` computes its value; `active` is what derivatives are taken of. */
export function specialise(program: CoreProgram, mode: Mode): Specialised {
  return new Specialiser(program).program(mode);
}

export class Specialiser implements Maker {
  readonly layouts: Layouts;
  private readonly named = new Map<string, Named>();
  private readonly globals: ReadonlyMap<string, Global>;
  private readonly lambdas: ReadonlyMap<Term, Type>;
  private readonly fns: Fn[] = [];
  private readonly known = new Map<string, Fn>();
  private readonly values = new Map<
    string,
    { readonly global: GlobalValue; template: Sym | undefined; done: boolean }
  >();
  /** How often each function is called so far. */
  private readonly calls = new Map<Fn, number>();
  /** Functions that calls have been made of while their instance was compiled, by its key. */
  private readonly promised = new Map<string, Fn>();
  /** Instances that must not be left by a tail call of one around them. */
  private readonly closed = new Set<string>();
  private context: Context = { mode: "plain", instances: [] };
  private mode: Mode = "plain";
  private size = 0;
  private namedCount = 0;
  private readonly coreProgram: CoreProgram;

  constructor(program: CoreProgram) {
    this.coreProgram = program;
    this.layouts = new Layouts(program.data);
    this.lambdas = lambdaTypes(program);
    this.globals = new Map(program.globals.map((global) => [global.name, global]));
    const recursive = recursiveGlobals(program);
    for (const global of program.globals)
      if (global.kind === "function") this.named.set(global.name, this.namedOf(global, recursive.has(global.name)));
  }

  program(mode: Mode): Specialised {
    this.mode = mode;
    const entry = this.named.get(this.coreProgram.entry) ?? internal("an entry is no function", this.coreProgram.entry);
    if (entry.type.tag !== "fun") return internal("an entry is no function", entry.name);
    const [param, result] = [this.layouts.of(entry.type.from), this.layouts.of(entry.type.to)];
    const { sym, vars } = fresh(param);
    const fn = this.newFn(entry.name, mode, "cell", vars, componentsOf(result));
    this.inContext(mode, fn, (out) => {
      const value = this.apply({ tag: "named", fn: entry, types: [], args: [] }, sym, out, NONE);
      return value && components(this, value, result, out);
    });
    const globals = [...this.values.values()].map(({ global }) => global);
    return { entry: fn, fns: this.fns, globals, param, result };
  }

  // ---- functions

  private namedOf(
    { name, variables, type, term, span }: Pick<Global, "name" | "variables" | "type" | "term" | "span">,
    isRecursive: boolean,
    local?: Named["local"],
  ): Named {
    const params = [];
    let body = term;
    for (; body.tag === "lam"; body = body.body) params.push(body.param);
    return { id: this.namedCount++, name, variables, type, params, body, span, local, isRecursive };
  }

  private newFn(name: string, mode: Mode, reals: Fn["reals"], params: readonly Var[], results: readonly Kind[]): Fn {
    const body: Block = { stmts: [], end: { tag: "stop" } };
    const fn: Fn = { id: this.fns.length, name, mode, reals, params, results, body };
    this.fns.push(fn);
    return fn;
  }

  /** Compiles the body of a function on its own; `run` gives what it yields. */
  private inContext(mode: Mode, fn: Fn, run: (out: Out) => Atom[] | undefined): void {
    const { context } = this;
    this.context = { mode, instances: [] };
    const out = new Out();
    const atoms = run(out);
    if (atoms !== undefined) out.block.end = { tag: "yield", atoms };
    fn.body = out.block;
    this.context = context;
  }

  functionType(sym: Sym): Extract<Type, { tag: "fun" }> {
    if (sym.tag === "function") return { tag: "fun", from: sym.from, to: sym.to };
    const type =
      sym.tag === "closure"
        ? substitute(this.lambdas.get(sym.lam) ?? internal("a λ has no type"), sym.env.types)
        : sym.tag === "named"
          ? this.typeOfNamed(sym)
          : internal("a function was expected", sym.tag);
    return type.tag === "fun" ? type : internal("a function has no function type", sym.tag);
  }

  /** The type of a definition at its type arguments, after those of its arguments that are given. */
  private typeOfNamed({ fn, types, args }: Extract<Sym, { tag: "named" }>): Type {
    let type = substitute(fn.type, this.typesOf(fn, types));
    for (const _ of args) type = type.tag === "fun" ? type.to : internal("a function has too many arguments", fn.name);
    return type;
  }

  private typesOf(fn: Named, types: readonly Type[]): ReadonlyMap<string, Type> {
    const env = fn.local?.env.types ?? EMPTY.types;
    if (fn.variables.length === 0) return env;
    return new Map([...env, ...fn.variables.map((name, index) => [name, types[index] ?? UNIT] as const)]);
  }

  closure(sym: Sym, from: Type, to: Type, out: Out): Atom {
    const settled = settle(this, sym, out);
    const { key, leaves } = new Abstraction().add(settled);
    const object = (mode: Mode): Fn => {
      const whole = `${mode} object ${key}`;
      const known = this.known.get(whole);
      if (known !== undefined) return known;
      const captured = leaves.map(({ kind }) => newVar(kind));
      const argument = fresh(this.layouts.of(from));
      const result = this.layouts.of(to);
      const name = settled.tag === "named" ? settled.fn.name : "λ";
      const fn = this.newFn(name, mode, "cell", [...captured, ...argument.vars], componentsOf(result));
      this.known.set(whole, fn);
      let at = 0;
      const inside = refresh(settled, () => captured[at++]!);
      this.inContext(mode, fn, (body) => {
        const value = this.apply(inside, argument.sym, body, NONE);
        return value && components(this, value, result, body);
      });
      return fn;
    };
    // what a plain part of the program makes may be applied where derivatives are taken; never the other way round
    const active = this.mode === "active" ? object("active") : undefined;
    const plain = this.context.mode === "plain" ? object("plain") : undefined;
    const atom = newVar("pointer");
    out.emit({ tag: "closure", out: atom, active, plain, captured: leaves });
    return atom;
  }

  apply(fn: Sym, argument: Sym, out: Out, tails: Tails): Sym | undefined {
    switch (fn.tag) {
      case "closure": {
        const env = this.bindParameter(fn.lam.param, argument, fn.env, fn.lam.body, fn.lam.span, out);
        return env && this.eval(fn.lam.body, env, out, tails);
      }
      case "named": {
        const given = { ...fn, args: [...fn.args, argument] };
        if (given.args.length === fn.fn.params.length) return this.call(given, out, tails);
        return { ...fn, args: [...fn.args, this.made(argument, out)] };
      }
      case "function": {
        const args = components(this, argument, this.layouts.of(fn.from), out);
        const { sym, vars } = fresh(this.layouts.of(fn.to));
        out.emit({ tag: "apply", of: fn.atom, args, outs: vars, mode: this.context.mode });
        return sym;
      }
      default:
        return internal("what is applied is no function", fn.tag);
    }
  }

  private bindParameter(
    pattern: Named["params"][number],
    sym: Sym,
    env: Env,
    body: Term,
    span: Span | undefined,
    out: Out,
    message = "the parameter's pattern does not match the argument",
  ): Env | undefined {
    const test = testPattern(pattern, sym, out);
    if (test !== true && !this.check(test, { kind: "no-match", message: [message], span }, out)) return undefined;
    if (test !== true) learnFrom(pattern, sym, true, out);
    return bindPattern(pattern, sym, env, out, (name, one) => this.bound(name, one, body, out));
  }

  /** What is used more than once is made before it is bound. */
  private bound(name: string, sym: Sym, body: Term, out: Out): Sym {
    return isDelayed(sym) && (name === "" || usesOf(name, body) !== "once") ? settle(this, sym, out) : sym;
  }

  private made(sym: Sym, out: Out): Sym {
    return isDelayed(sym) ? settle(this, sym, out) : sym;
  }

  list(stream: StreamSym, out: Out): Sym {
    return listOf(this, stream, out);
  }

  /** Fails unless a test holds; false where it certainly fails. */
  check(test: boolean | Atom, failure: Failure, out: Out): boolean {
    if (test === true) return true;
    if (test === false) {
      out.emit({ tag: "fail", failure });
      return false;
    }
    const then = new Out(out);
    then.block.end = { tag: "yield", atoms: [] };
    const otherwise = new Out(out);
    otherwise.emit({ tag: "fail", failure });
    out.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: [] });
    return true;
  }

  fail(kind: string, message: Failure["message"], span: Span | undefined, out: Out): undefined {
    out.emit({ tag: "fail", failure: { kind, message, span } });
    return undefined;
  }

  // ---- calls

  /** A call of a definition or local function with all its arguments. */
  private call(call: Extract<Sym, { tag: "named" }>, out: Out, tails: Tails): Sym | undefined {
    const { fn } = call;
    if (fn.local === undefined && fn.span?.source === "<prelude>") {
      const own = arrayFunction(fn.name, this, call, out);
      if (own !== "none") return own;
      const list = listFunction(fn.name, this, call, out);
      if (list !== "none") return list;
    }
    if (!fn.isRecursive && this.size < LARGE) return this.inline(call, out, tails);
    const nested = this.context.instances.filter(({ named }) => named.id === fn.id).length;
    const settled = this.settledCall(call, nested >= MOST_NESTED, out);
    const { key: form, leaves } = new Abstraction().add(settled);
    const key = `${this.context.mode} ${form}`;
    const active = this.context.instances.find((one) => one.key === key);
    if (active !== undefined) {
      if (tails.includes(active)) return this.next(active, leaves, out, tails);
      active.fn ??= this.promise(active);
      return this.callFn(active.fn, leaves, active.result, fn.span, out);
    }
    const ready = this.known.get(key);
    if (ready !== undefined) return this.callFn(ready, leaves, this.resultOf(settled), fn.span, out);
    return this.begin(key, settled, leaves, out, this.closed.has(key) ? NONE : tails);
  }

  private promise({ key, named, loop, result }: Instance): Fn {
    let fn = this.promised.get(key);
    if (fn === undefined) {
      fn = this.newFn(named.name, this.context.mode, this.realsOf(), loop.params, componentsOf(result));
      this.promised.set(key, fn);
    }
    return fn;
  }

  private realsOf(): Fn["reals"] {
    return this.context.mode === "plain" ? "value" : "cell";
  }

  private resultOf(call: Extract<Sym, { tag: "named" }>): Layout {
    return this.layouts.of(this.typeOfNamed(call));
  }

  private callFn(fn: Fn, args: readonly Atom[], result: Layout, span: Span | undefined, out: Out): Sym {
    const { sym, vars } = fresh(result);
    this.calls.set(fn, (this.calls.get(fn) ?? 0) + 1);
    out.emit({ tag: "call", fn, args, outs: vars, span });
    return sym;
  }

  private settledCall(
    call: Extract<Sym, { tag: "named" }>,
    asObjects: boolean,
    out: Out,
  ): Extract<Sym, { tag: "named" }> {
    const settled = settle(this, call, out) as typeof call;
    if (!asObjects) return settled;
    let type = substitute(call.fn.type, this.typesOf(call.fn, call.types));
    const args = settled.args.map((arg) => {
      if (type.tag !== "fun") return internal("a function has too many arguments", call.fn.name);
      const layout = this.layouts.of(type.from);
      type = type.to;
      const atoms = components(this, arg, layout, out);
      let at = 0;
      return fromComponents(layout, () => atoms[at++]!);
    });
    return { ...settled, args };
  }

  /** A tail call: the next round of a loop. */
  private next(to: Instance, atoms: readonly Atom[], out: Out, tails: Tails): undefined {
    out.block.end = { tag: "next", loop: to.loop, atoms };
    to.nexts++;
    for (const inner of tails.slice(tails.indexOf(to) + 1)) inner.outerNexts.push({ block: out.block, to });
    return undefined;
  }

  private inline({ fn, types, args }: Extract<Sym, { tag: "named" }>, out: Out, tails: Tails): Sym | undefined {
    let env = this.envOf(fn, types);
    for (const [index, param] of fn.params.entries()) {
      const rest: Term = fn.body;
      const bound = this.bindParameter(param, args[index]!, env, rest, fn.span, out);
      if (bound === undefined) return undefined;
      env = bound;
    }
    return this.eval(fn.body, env, out, tails);
  }

  /** What is in scope in the body of a function before its parameters. */
  private envOf(fn: Named, types: readonly Type[]): Env {
    const inner: Env = { vars: fn.local?.env.vars, types: this.typesOf(fn, types) };
    return fn.local === undefined
      ? inner
      : this.bindGroup(fn.local.group, { ...inner, types: fn.local.env.types }, inner);
  }

  /** A recursive call begins: a loop if all calls of it are tail calls, else a function. */
  private begin(
    key: string,
    call: Extract<Sym, { tag: "named" }>,
    leaves: readonly Atom[],
    out: Out,
    tails: Tails,
  ): Sym | undefined {
    const { fn: named } = call;
    const params = leaves.map(({ kind }) => newVar(kind));
    let at = 0;
    const inside = refresh(call, () => params[at++]!) as typeof call;
    const result = this.resultOf(call);
    const body = new Out(out);
    const loop: Loop = { tag: "loop", params, init: leaves, body: body.block, outs: [] };
    const instance: Instance = { key, named, loop, result, fn: undefined, nexts: 0, outerNexts: [] };
    if (!named.isRecursive || this.promised.has(key)) instance.fn = this.promise(instance);
    this.context.instances.push(instance);
    const value = this.inline(inside, body, [...tails, instance]);
    this.context.instances.pop();
    if (instance.fn !== undefined && instance.outerNexts.length > 0) {
      // a function cannot go on with a loop around it: those calls wait for their results
      this.closed.add(key);
      return this.begin(key, call, leaves, out, NONE);
    }
    return instance.fn === undefined
      ? this.endLoop(instance, value, body, out)
      : this.endFunction(instance, instance.fn, value, body, leaves, out);
  }

  private endLoop(instance: Instance, value: Sym | undefined, body: Out, out: Out): Sym | undefined {
    const { loop } = instance;
    const leaving = instance.outerNexts.filter(
      ({ block, to }) => block.end.tag === "next" && block.end.loop === to.loop,
    );
    const settled = value && settle(this, value, body);
    const leaves = settled === undefined ? [] : new Abstraction().add(settled).leaves;
    if (!hasNext(loop.body, loop)) {
      if (settled !== undefined) body.block.end = { tag: "yield", atoms: leaves };
      // no rounds: its statements stand where it does
      const copy = copyBlock(body.block, new Map(loop.params.map((param, index) => [param.id, loop.init[index]!])));
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
      const { sym, outs } = renewed(settled);
      loop.outs = outs;
      out.emit(loop);
      return sym;
    }
    // a tail call of a loop around this one: out of this one first, saying so
    const targets = [...new Set(leaving.map(({ to }) => to))];
    const kinds = [leaves.map(({ kind }) => kind), ...targets.map(({ loop: to }) => to.params.map(({ kind }) => kind))];
    const exit = (which: number, atoms: readonly Atom[]): Atom[] => [
      literal("index", which),
      ...kinds.flatMap((some, index) => (index === which ? atoms : dummies(some))),
    ];
    for (const { block, to } of leaving) {
      if (block.end.tag !== "next") continue;
      block.end = { tag: "leave", loop, atoms: exit(1 + targets.indexOf(to), block.end.atoms) };
    }
    if (settled !== undefined) body.block.end = { tag: "yield", atoms: exit(0, leaves) };
    const which = newVar("index");
    const groups = kinds.map((some) => some.map(newVar));
    loop.outs = [which, ...groups.flat()];
    out.emit(loop);
    const at = out;
    for (const [index, to] of targets.entries()) {
      const isLast = index === targets.length - 1 && settled === undefined;
      const atoms = groups[index + 1]!;
      if (isLast) {
        at.block.end = { tag: "next", loop: to.loop, atoms };
        this.outerAgain(at.block, to, instance);
        continue;
      }
      const test = newVar("bool");
      at.emit({ tag: "op", out: test, op: "eqInt", args: [which, literal("int", index + 1)], span: undefined });
      const then = new Out(at);
      then.block.end = { tag: "next", loop: to.loop, atoms };
      this.outerAgain(then.block, to, instance);
      const otherwise = new Out(at);
      at.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: [] });
      otherwise.block.end = { tag: "yield", atoms: [] };
      // what follows stands after the test, for control comes there only if it fails
    }
    if (settled === undefined) return undefined;
    let index = 0;
    return refresh(settled, () => groups[0]![index++]!);
  }

  /** A tail call that has moved out of a loop is still one out of those between. */
  private outerAgain(block: Block, to: Instance, from: Instance): void {
    const { instances } = this.context;
    const between = instances.slice(instances.indexOf(to) + 1);
    for (const inner of between) if (inner !== from) inner.outerNexts.push({ block, to });
  }

  private endFunction(
    instance: Instance,
    fn: Fn,
    value: Sym | undefined,
    body: Out,
    leaves: readonly Atom[],
    out: Out,
  ): Sym {
    const { loop, result } = instance;
    if (value !== undefined) body.block.end = { tag: "yield", atoms: components(this, value, result, body) };
    const loops = asLoops(fn, loop, body.block, this.calls.get(fn) ?? 0);
    if (loops !== undefined) {
      this.promised.delete(instance.key);
      const { sym } = fresh(result);
      const copy = copyBlock(loops, new Map(loop.params.map((param, index) => [param.id, leaves[index]!])));
      for (const stmt of copy.block.stmts) out.emit(stmt);
      if (copy.block.end.tag !== "yield") return sym;
      const { atoms } = copy.block.end;
      let at = 0;
      return refresh(sym, () => atoms[at++]!);
    }
    if (hasNext(body.block, loop)) {
      const params = loop.params.map(({ kind }) => newVar(kind));
      const outs = fn.results.map(newVar);
      fn.params = params;
      fn.body = {
        stmts: [{ ...loop, init: params, outs }].map((whole) => retarget(whole, loop)),
        end: { tag: "yield", atoms: outs },
      };
    } else {
      fn.params = loop.params;
      fn.body = body.block;
    }
    this.known.set(instance.key, fn);
    return this.callFn(fn, leaves, result, instance.named.span, out);
  }

  // ---- definitions without parameters

  private globalValue(global: Global, types: readonly Type[], out: Out): Sym | undefined {
    const key = `${global.name} ${types
      .map((type) => this.layouts.of(type))
      .map(layoutKey)
      .join(",")}`;
    const env: Env = {
      vars: undefined,
      types: new Map(global.variables.map((name, index) => [name, types[index] ?? UNIT])),
    };
    let value = this.values.get(key);
    if (value === undefined) {
      const fn = this.newFn(global.name, "plain", "cell", [], []);
      value = {
        global: { id: this.values.size, name: global.name, span: global.span, fn },
        template: undefined,
        done: false,
      };
      this.values.set(key, value);
      const entry = value;
      this.inContext("plain", fn, (body) => {
        const sym = this.eval(global.term, env, body, NONE);
        if (sym === undefined) return undefined;
        const layout = this.layouts.of(substitute(global.type, env.types));
        const made = this.isCyclic(global.name) ? this.laidOut(sym, layout, body) : settle(this, sym, body);
        entry.template = made;
        const { leaves } = new Abstraction().add(made);
        fn.results = leaves.map(({ kind }) => kind);
        return leaves;
      });
      entry.done = true;
    }
    if (!value.done) {
      // it is needed by what it is made of
      const { sym, vars } = fresh(this.layouts.of(substitute(global.type, env.types)));
      out.emit({ tag: "global", global: value.global, outs: vars });
      return sym;
    }
    if (value.template === undefined) {
      out.emit({ tag: "global", global: value.global, outs: [] });
      return undefined;
    }
    const { sym, outs } = renewed(value.template);
    out.emit({ tag: "global", global: value.global, outs });
    return sym;
  }

  private laidOut(sym: Sym, layout: Layout, out: Out): Sym {
    const atoms = components(this, sym, layout, out);
    let at = 0;
    return fromComponents(layout, () => atoms[at++]!);
  }

  private cyclic: ReadonlySet<string> | undefined;

  private isCyclic(name: string): boolean {
    this.cyclic ??= recursiveGlobals(this.coreProgram);
    return this.cyclic.has(name);
  }

  // ---- terms

  eval(term: Term, env: Env, out: Out, tails: Tails): Sym | undefined {
    if (++this.size > LARGEST) throw new TooLargeToCompile();
    switch (term.tag) {
      case "var":
        return this.variable(lookUp(env, term.name), term.types, env, out);
      case "global": {
        const types = term.types.map((type) => substitute(type, env.types));
        const named = this.named.get(term.name);
        if (named !== undefined) return { tag: "named", fn: named, types, args: [] };
        return this.globalValue(this.globals.get(term.name) ?? internal("no such definition", term.name), types, out);
      }
      case "real":
        return scalar("real", literal("real", term.value));
      case "int":
        return scalar("int", literal("int", term.value));
      case "tuple":
      case "fork": {
        const items = this.evalAll(term.items, env, out);
        return items && this.tuple(items.map((item) => this.made(item, out)));
      }
      case "proj": {
        const tuple = this.eval(term.term, env, out, NONE);
        return tuple && tupleParts(tuple, out)[term.index];
      }
      case "list":
        return this.listTerm(term, env, out);
      case "array": {
        const items = this.evalAll(term.items, env, out);
        if (items === undefined) return undefined;
        const layout = this.layouts.of({ tag: "con", name: "Array", args: [substitute(term.item, env.types)] });
        const array = alloc(layout as never, literal("index", items.length), out);
        items.forEach((item, index) => put(this, array, literal("index", index), item, out));
        return array;
      }
      case "con":
        return this.constructor_(term, env, out);
      case "lam":
        return { tag: "closure", lam: term, env };
      case "app": {
        const fn = this.eval(term.fn, env, out, NONE);
        if (fn === undefined) return undefined;
        const argument = this.eval(term.arg, env, out, NONE);
        return argument && this.apply(fn, argument, out, tails);
      }
      case "let":
        return this.let(term, env, out, tails);
      case "letrec": {
        const functions = term.functions;
        return this.eval(term.body, this.bindGroup(functions, env, env), out, tails);
      }
      case "case": {
        const scrutinee = this.eval(term.scrutinee, env, out, NONE);
        return scrutinee && this.branches(term, 0, this.made(scrutinee, out), env, out, tails);
      }
      case "op":
        return this.op(term, env, out);
      case "prim": {
        const args = this.evalAll(term.args, env, out);
        const types = term.types.map((type) => substitute(type, env.types));
        return args && runPrim(term, types, args, this, out);
      }
      case "forkList": {
        const thunks = this.eval(term.thunks, env, out, NONE);
        const map = this.named.get("map") ?? internal("parList without map");
        if (thunks === undefined) return undefined;
        const item = substitute(term.item, env.types);
        const call: Term = {
          tag: "app",
          fn: { tag: "var", name: "thunk", types: [] },
          arg: { tag: "tuple", items: [] },
        };
        const param = { tag: "var", name: "thunk", type: fun(UNIT, item) } as const;
        const force: Sym = { tag: "closure", lam: { tag: "lam", linear: false, param, body: call }, env: EMPTY };
        return this.call({ tag: "named", fn: map, types: [fun(UNIT, item), item], args: [force, thunks] }, out, tails);
      }
      case "dual":
      case "field":
      case "partial":
        return internal("a source program has no such term", term.tag);
      default:
        return unreachable(term);
    }
  }

  private variable(bound: Bound, types: readonly Type[], env: Env, out: Out): Sym | undefined {
    if (bound.tag === "polymorphic") {
      const at = types.map((type) => substitute(type, env.types));
      const inner = new Map([...bound.env.types, ...bound.variables.map((name, i) => [name, at[i] ?? UNIT] as const)]);
      return this.eval(bound.term, { ...bound.env, types: inner }, out, NONE);
    }
    const { sym } = bound;
    if (sym.tag === "named" && sym.types.length === 0 && types.length > 0)
      return { ...sym, types: types.map((type) => substitute(type, env.types)) };
    return sym;
  }

  private evalAll(terms: readonly Term[], env: Env, out: Out): Sym[] | undefined {
    const syms: Sym[] = [];
    for (const term of terms) {
      const sym = this.eval(term, env, out, NONE);
      if (sym === undefined) return undefined;
      syms.push(sym);
    }
    return syms;
  }

  private tuple(items: readonly Sym[]): Sym {
    if (items.length === 0) return UNIT_SYM;
    return { tag: "product", items };
  }

  private dataLayout(name: string, types: readonly Type[], env: Env): Layout {
    return this.layouts.of({ tag: "con", name, args: types.map((type) => substitute(type, env.types)) });
  }

  private constructor_(term: Extract<Term, { tag: "con" }>, env: Env, out: Out): Sym | undefined {
    const fields = this.evalAll(term.args, env, out)?.map((field) => this.made(field, out));
    if (fields === undefined) return undefined;
    const layout = this.dataLayout(term.data, term.types, env);
    if (layout.tag === "bool") return scalar("bool", literal("bool", term.con === "True"));
    if (layout.tag === "product") return { tag: "product", items: fields };
    if (layout.tag !== "data") return internal("a constructor has no data type", term.con);
    return { tag: "known", con: conNamed(layout, term.con), fields, made: undefined };
  }

  private listTerm(term: Extract<Term, { tag: "list" }>, env: Env, out: Out): Sym | undefined {
    const items = this.evalAll(term.items, env, out)?.map((item) => this.made(item, out));
    if (items === undefined) return undefined;
    const tail = term.tail && this.eval(term.tail, env, out, NONE);
    if (term.tail !== undefined && tail === undefined) return undefined;
    const layout = this.dataLayout("#List", [term.item], env) as DataLayout;
    let list: Sym = (tail && this.made(tail, out)) ?? {
      tag: "known",
      con: conNamed(layout, "[]"),
      fields: [],
      made: undefined,
    };
    const cons = conNamed(layout, "::");
    for (const item of items.reverse()) {
      list = { tag: "known", con: cons, fields: [item, list], made: undefined };
      if (items.length > 3) objectOf(this, list, out);
    }
    return list;
  }

  private let(term: Extract<Term, { tag: "let" }>, env: Env, out: Out, tails: Tails): Sym | undefined {
    let inner = env;
    for (const [index, { pattern, variables, bound, span }] of term.bindings.entries()) {
      if (variables.length > 0 && pattern.tag === "var") {
        inner = bindBound(inner, pattern.name, { tag: "polymorphic", variables, term: bound, env: inner });
        continue;
      }
      const sym = this.eval(bound, inner, out, NONE);
      if (sym === undefined) return undefined;
      const rest: Term =
        index === term.bindings.length - 1 ? term.body : { ...term, bindings: term.bindings.slice(index + 1) };
      const message = "this pattern does not match the value";
      const next = this.bindParameter(pattern, sym, inner, rest, span ?? bound.span, out, message);
      if (next === undefined) return undefined;
      inner = next;
    }
    return this.eval(term.body, inner, out, tails);
  }

  /** Binds the functions of a group, each by its name, in an environment. */
  private bindGroup(group: Extract<Term, { tag: "letrec" }>["functions"], at: Env, env: Env): Env {
    const names = new Set(group.map(({ name }) => name));
    const free = [...new Set(group.flatMap(({ term }) => freeVariablesOf(term)))].filter((name) => !names.has(name));
    const isRecursive = group.some(({ term }) => freeVariablesOf(term).some((name) => names.has(name)));
    const local = { env: at, group, free };
    let inner = env;
    for (const fn of group) {
      const named = this.localOf(fn, isRecursive, local);
      if (named.params.length === 0) return internal("a recursive definition is no function", fn.name);
      inner = bind(inner, fn.name, { tag: "named", fn: named, types: [], args: [] });
    }
    return inner;
  }

  private readonly localIds = new Map<Term, number>();

  private localOf(
    fn: Extract<Term, { tag: "letrec" }>["functions"][number],
    isRecursive: boolean,
    local: NonNullable<Named["local"]>,
  ): Named {
    const named = this.namedOf({ ...fn, span: fn.term.span }, isRecursive, local);
    const id = this.localIds.get(fn.term) ?? named.id;
    this.localIds.set(fn.term, id);
    return { ...named, id };
  }

  private branches(
    term: Extract<Term, { tag: "case" }>,
    from: number,
    scrutinee: Sym,
    env: Env,
    out: Out,
    tails: Tails,
  ): Sym | undefined {
    const branch = term.branches[from];
    if (branch === undefined)
      return this.fail("no-match", ["no branch of this `case` matches the value"], term.span, out);
    const { pattern, body } = branch;
    const evalBranch = (at: Out): Sym | undefined => {
      const inner = bindPattern(pattern, scrutinee, env, at, (name, sym) => this.bound(name, sym, body, at));
      return this.eval(body, inner, at, tails);
    };
    // a truth value that is not the one is the other
    const isOther = from > 0 && scrutinee.tag === "scalar" && scrutinee.kind === "bool" && pattern.tag === "con";
    const test = isOther || testPattern(pattern, scrutinee, out);
    if (test === true) return evalBranch(out);
    if (test === false) return this.branches(term, from + 1, scrutinee, env, out, tails);
    const then = new Out(out);
    learnFrom(pattern, scrutinee, true, then);
    const a = evalBranch(then);
    const otherwise = new Out(out);
    learnFrom(pattern, scrutinee, false, otherwise);
    const b = this.branches(term, from + 1, scrutinee, env, otherwise, tails);
    const joined = join(this, { out: then, sym: a }, { out: otherwise, sym: b });
    out.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: joined?.outs ?? [] });
    return joined?.sym;
  }

  private op(term: Extract<Term, { tag: "op" }>, env: Env, out: Out): Sym | undefined {
    const args = this.evalAll(term.args, env, out);
    if (args === undefined) return undefined;
    const atoms = args.map((arg) => (arg.tag === "scalar" ? arg.atom : internal("an operand is no scalar", arg.tag)));
    if (term.op.tag === "builtin") {
      const { result } = OPS[term.op.id];
      const kind = result === "Real" ? "real" : result === "Int" ? "int" : "bool";
      const folded = foldedOp(term.op.id, kind, atoms);
      if (folded !== undefined) return scalar(kind, folded);
      const value = newVar(kind);
      out.emit({ tag: "op", out: value, op: term.op.id, args: atoms, span: term.span });
      return scalar(kind, value);
    }
    return this.customOp(term.op.name, atoms, out);
  }

  /** The value of a custom op, and its partials where derivatives are wanted, are computed as plain numbers. */
  private customOp(name: string, args: readonly Atom[], out: Out): Sym | undefined {
    const op = this.coreProgram.ops.find((one) => one.name === name) ?? internal("no such op", name);
    const plain = args.map((arg): Sym => {
      const value = newVar("real");
      out.emit({ tag: "plain", out: value, arg });
      return scalar("real", value);
    });
    const argument: Sym = plain.length === 1 ? plain[0]! : { tag: "product", items: plain };
    const { context } = this;
    this.context = { mode: "plain", instances: context.instances.filter(() => context.mode === "plain") };
    const run = (lam: Term): Atom | undefined => {
      if (lam.tag !== "lam") return internal("a custom op is no function", name);
      const result = this.apply({ tag: "closure", lam, env: EMPTY }, argument, out, NONE);
      if (result === undefined) return undefined;
      return result.tag === "scalar" ? result.atom : internal("a custom op gives no number", name);
    };
    const value = run(op.value);
    const partials = value === undefined || context.mode === "plain" ? [] : op.partials.map(run);
    this.context = context;
    if (value === undefined || partials.includes(undefined)) return undefined;
    if (context.mode === "plain") return scalar("real", value);
    const result = newVar("real");
    out.emit({ tag: "chain", out: result, value, args, partials: partials as Atom[] });
    return scalar("real", result);
  }
}

/** An operation on constants that cannot fail, or one that gives its operand exactly. */
function foldedOp(id: OpId, kind: "real" | "int" | "bool", atoms: readonly Atom[]): Atom | undefined {
  const isOne = (atom: Atom): boolean => atom.tag === "literal" && atom.value === 1;
  if (id === "mul" && isOne(atoms[1]!)) return atoms[0];
  if (id === "mul" && isOne(atoms[0]!)) return atoms[1];
  if (id === "div" && isOne(atoms[1]!)) return atoms[0];
  if (PARTIAL.has(id)) return undefined;
  const numbers: number[] = [];
  for (const atom of atoms) {
    if (atom.tag !== "literal") return undefined;
    numbers.push(atom.value as number);
  }
  const value = OPS[id].value(...numbers);
  return literal(kind, kind === "bool" ? value !== 0 : value);
}

/** Whether a value is to be used once, or to be made. */
function isDelayed(sym: Sym): boolean {
  return sym.tag === "delayed" || sym.tag === "stream";
}

function conNamed(layout: DataLayout, name: string): ConLayout {
  return layout.cons.find((con) => con.name === name) ?? internal("a type has no such constructor", layout.name, name);
}

function layoutKey(layout: Layout): string {
  switch (layout.tag) {
    case "data":
    case "array":
    case "function":
      return layout.key;
    case "product":
      return `(${layout.items.map(layoutKey).join(",")})`;
    default:
      return layout.tag;
  }
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

/** The definitions that may need themselves. */
function recursiveGlobals(program: CoreProgram): ReadonlySet<string> {
  const uses = new Map<string, ReadonlySet<string>>();
  const collect = (term: Term, found: Set<string>): void => {
    if (term.tag === "global") found.add(term.name);
    if (term.tag === "op" && term.op.tag === "custom") found.add(`op ${term.op.name}`);
    for (const part of subterms(term)) collect(part, found);
  };
  for (const { name, term } of program.globals) {
    const found = new Set<string>();
    collect(term, found);
    uses.set(name, found);
  }
  for (const { name, value, partials } of program.ops) {
    const found = new Set<string>();
    for (const term of [value, ...partials]) collect(term, found);
    uses.set(`op ${name}`, found);
  }
  const recursive = new Set<string>();
  for (const name of uses.keys()) {
    const seen = new Set<string>();
    const pending = [...uses.get(name)!];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(uses.get(next) ?? []));
    }
    if (seen.has(name)) recursive.add(name);
  }
  return recursive;
}

function subterms(term: Term): readonly Term[] {
  switch (term.tag) {
    case "lam":
      return [term.body];
    case "let":
      return [...term.bindings.map(({ bound }) => bound), term.body];
    case "letrec":
      return [...term.functions.map((fn) => fn.term), term.body];
    case "case":
      return [term.scrutinee, ...term.branches.map(({ body }) => body)];
    case "tuple":
    case "fork":
    case "array":
      return term.items;
    case "list":
      return term.tail === undefined ? term.items : [...term.items, term.tail];
    case "proj":
    case "field":
      return [term.term];
    case "con":
    case "op":
    case "prim":
      return term.args;
    case "app":
      return [term.fn, term.arg];
    case "forkList":
      return [term.thunks];
    default:
      return [];
  }
}
