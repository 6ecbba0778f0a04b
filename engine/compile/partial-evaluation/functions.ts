// Functions while compiling: what is known of them, what their parameters are bound to, and how they become objects.
import { internal } from "../../base/unreachable.ts";
import { lambdaTypes } from "../../core/terms/check.ts";
import type { CoreProgram, Global, Term } from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { substitute, type Type, UNIT } from "../../types/type.ts";
import {
  type Atom,
  type Block,
  type Failure,
  type Fn,
  type GlobalValue,
  type Loop,
  type Mode,
  newVar,
  type Var,
} from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { componentsOf, type Layout, Layouts } from "../ir/layout.ts";
import { originOf } from "../ir/origin.ts";
import {
  Abstraction,
  type AbstractValue,
  BlockBuilder,
  bind,
  EMPTY,
  type Env,
  fresh,
  type Named,
  refresh,
  type Stream,
} from "./abstract-value.ts";
import { freeVariablesOf } from "./free-variables.ts";
import { longGlobals } from "./inlining.ts";
import { listOf } from "./lists.ts";
import { components, type Materialiser, settle } from "./materialise.ts";
import { bindPattern, learnFrom, testPattern } from "./patterns.ts";
import { recursiveGlobals } from "./recursive-definitions.ts";
import { usesOf } from "./uses.ts";
/** What is being compiled now: the body of one function. */
export interface Context {
  readonly mode: Mode;
  readonly instances: Instance[];
  /** What was being compiled when this function was needed. */
  readonly outer: Context | undefined;
}

/** A call of a recursive function that is being compiled. */
export interface Instance {
  readonly key: string;
  readonly named: Named;
  readonly loop: Loop;
  readonly result: Layout;
  /** The function that it becomes where calls of it wait for their results. */
  fn: Fn | undefined;
}

/** The calls under way whose results a term in tail position would give: a call of one of them is its next round. */
export type Tails = readonly Instance[];
/** What is not in tail position. */
export const NONE: Tails = [];

/** Whether a value is to be used once, or to be made. */
export function isDelayed(sym: AbstractValue): boolean {
  return sym.tag === "delayed" || sym.tag === "stream";
}

/** What compiling terms, calls and definitions stand on. */
export abstract class FunctionCompiler implements Materialiser {
  readonly layouts: Layouts;
  protected readonly named = new Map<string, Named>();
  protected readonly globals: ReadonlyMap<string, Global>;
  protected readonly lambdas: ReadonlyMap<Term, Type>;
  protected readonly fns: Fn[] = [];
  protected readonly known = new Map<string, Fn>();
  protected readonly values = new Map<
    string,
    { readonly global: GlobalValue; template: AbstractValue | undefined; done: boolean }
  >();
  /** How often each function is called so far. */
  protected readonly calls = new Map<Fn, number>();
  /** Functions that calls have been made of while their instance was compiled, by its key. */
  protected readonly promised = new Map<string, Fn>();
  /** Instances that must not be left by a tail call of one around them. */
  protected readonly closed = new Set<string>();
  /** Definitions that are called rather than inlined, by name. */
  protected readonly long: ReadonlySet<string>;
  protected context: Context = { mode: "plain", instances: [], outer: undefined };
  protected mode: Mode = "plain";
  protected size = 0;
  protected namedCount = 0;
  protected readonly coreProgram: CoreProgram;

  constructor(program: CoreProgram) {
    this.coreProgram = program;
    this.layouts = new Layouts(program.data);
    this.lambdas = lambdaTypes(program);
    this.globals = new Map(program.globals.map((global) => [global.name, global]));
    const recursive = recursiveGlobals(program);
    this.long = longGlobals(program, recursive);
    for (const global of program.globals)
      if (global.kind === "function") this.named.set(global.name, this.namedOf(global, recursive.has(global.name)));
  }

  // ---- functions

  protected namedOf(
    { name, variables, type, term, span }: Pick<Global, "name" | "variables" | "type" | "term" | "span">,
    isRecursive: boolean,
    local?: Named["local"],
  ): Named {
    const params = [];
    let body = term;
    for (; body.tag === "lam"; body = body.body) params.push(body.param);
    return { id: this.namedCount++, name, variables, type, params, body, span, local, isRecursive };
  }

  /** A function to be filled; `span` is that of its definition. */
  protected newFn(
    name: string,
    mode: Mode,
    passing: Fn["passing"],
    params: readonly Var[],
    results: readonly Kind[],
    span: Span | undefined,
  ): Fn {
    const body: Block = { stmts: [], end: { tag: "stop" } };
    const fn: Fn = { id: this.fns.length, name, mode, passing, params, results, body, at: originOf(span) };
    this.fns.push(fn);
    return fn;
  }

  /** Compiles the body of a function on its own; `run` gives what it yields. */
  protected inContext(mode: Mode, fn: Fn, run: (out: BlockBuilder) => Atom[] | undefined): void {
    const { context } = this;
    this.context = { mode, instances: [], outer: context };
    const out = new BlockBuilder();
    const atoms = run(out);
    if (atoms !== undefined) out.block.end = { tag: "yield", atoms };
    fn.body = out.block;
    this.context = context;
  }

  /** How many calls of a function are being compiled, one within the other. */
  protected nestedIn(id: number): number {
    let count = 0;
    for (let at: Context | undefined = this.context; at !== undefined; at = at.outer)
      for (const { named } of at.instances) if (named.id === id) count++;
    return count;
  }

  functionType(sym: AbstractValue): Extract<Type, { tag: "fun" }> {
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
  protected typeOfNamed({ fn, types, args }: Extract<AbstractValue, { tag: "named" }>): Type {
    let type = substitute(fn.type, this.typesOf(fn, types));
    for (const _ of args) type = type.tag === "fun" ? type.to : internal("a function has too many arguments", fn.name);
    return type;
  }

  protected typesOf(fn: Named, types: readonly Type[]): ReadonlyMap<string, Type> {
    const env = fn.local?.env.types ?? EMPTY.types;
    if (fn.variables.length === 0) return env;
    return new Map([...env, ...fn.variables.map((name, index) => [name, types[index] ?? UNIT] as const)]);
  }

  closure(sym: AbstractValue, from: Type, to: Type, out: BlockBuilder): Atom {
    const settled = settle(this, sym, out);
    const { key, leaves, kinds } = new Abstraction().add(settled);
    const object = (mode: Mode): Fn => {
      const whole = `${mode} object ${key}`;
      const known = this.known.get(whole);
      if (known !== undefined) return known;
      const captured = kinds.map((kind) => newVar(kind));
      const argument = fresh(this.layouts.of(from));
      const result = this.layouts.of(to);
      const name = settled.tag === "named" ? settled.fn.name : "λ";
      const span = settled.tag === "named" ? settled.fn.span : settled.tag === "closure" ? settled.lam.span : undefined;
      const fn = this.newFn(name, mode, "reference", [...captured, ...argument.vars], componentsOf(result), span);
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

  apply(fn: AbstractValue, argument: AbstractValue, out: BlockBuilder, tails: Tails): AbstractValue | undefined {
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

  protected bindParameter(
    pattern: Named["params"][number],
    sym: AbstractValue,
    env: Env,
    body: Term,
    span: Span | undefined,
    out: BlockBuilder,
    message = "the parameter's pattern does not match the argument",
  ): Env | undefined {
    // a pattern looks into the value
    const value = pattern.tag === "var" || pattern.tag === "any" ? sym : this.made(sym, out);
    const test = testPattern(pattern, value, out);
    if (test !== true && !this.check(test, { kind: "no-match", message: [message], span }, out)) return undefined;
    if (test !== true) learnFrom(pattern, value, true, out);
    return bindPattern(pattern, value, env, out, (name, one) => this.bound(name, one, body, out));
  }

  /** What is used more than once is made before it is bound. */
  protected bound(name: string, sym: AbstractValue, body: Term, out: BlockBuilder): AbstractValue {
    return isDelayed(sym) && (name === "" || usesOf(name, body) !== "once") ? settle(this, sym, out) : sym;
  }

  protected made(sym: AbstractValue, out: BlockBuilder): AbstractValue {
    return isDelayed(sym) ? settle(this, sym, out) : sym;
  }

  list(stream: Stream, out: BlockBuilder): AbstractValue {
    return listOf(this, stream, out);
  }

  /** Fails unless a test holds; false where it certainly fails. */
  check(test: boolean | Atom, failure: Failure, out: BlockBuilder): boolean {
    if (test === true) return true;
    if (test === false) {
      out.emit({ tag: "fail", failure });
      return false;
    }
    const then = new BlockBuilder(out);
    then.block.end = { tag: "yield", atoms: [] };
    const otherwise = new BlockBuilder(out);
    otherwise.emit({ tag: "fail", failure });
    out.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: [] });
    return true;
  }

  fail(kind: string, message: Failure["message"], span: Span | undefined, out: BlockBuilder): undefined {
    out.emit({ tag: "fail", failure: { kind, message, span } });
    return undefined;
  }

  /** What is in scope in the body of a function before its parameters. */
  protected envOf(fn: Named, types: readonly Type[]): Env {
    const inner: Env = { vars: fn.local?.env.vars, types: this.typesOf(fn, types) };
    return fn.local === undefined
      ? inner
      : this.bindGroup(fn.local.group, { ...inner, types: fn.local.env.types }, inner);
  }

  /** Binds the functions of a group, each by its name, in an environment. */
  protected bindGroup(group: Extract<Term, { tag: "letrec" }>["functions"], at: Env, env: Env): Env {
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

  protected readonly localIds = new Map<Term, number>();

  protected localOf(
    fn: Extract<Term, { tag: "letrec" }>["functions"][number],
    isRecursive: boolean,
    local: NonNullable<Named["local"]>,
  ): Named {
    const named = this.namedOf({ ...fn, span: fn.term.span }, isRecursive, local);
    const id = this.localIds.get(fn.term) ?? named.id;
    this.localIds.set(fn.term, id);
    return { ...named, id };
  }

  abstract eval(term: Term, env: Env, out: BlockBuilder, tails: Tails): AbstractValue | undefined;

  /** A call of a definition or local function with all its arguments. */
  protected abstract call(
    call: Extract<AbstractValue, { tag: "named" }>,
    out: BlockBuilder,
    tails: Tails,
  ): AbstractValue | undefined;
}
