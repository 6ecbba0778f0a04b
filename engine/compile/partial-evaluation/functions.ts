// Functions while compiling: what is known of them, what is in scope in their bodies, and how they become objects.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { freeVariablesOf } from "../../core/terms/free-variables.ts";
import type { CorePattern, Global, Term } from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { substitute, type Type, UNIT } from "../../types/type.ts";
import { usesOf } from "../core-facts/uses.ts";
import type { Atom, Block, Fn, Mode, Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { componentsOf } from "../ir/layout.ts";
import {
  Abstraction,
  type AbstractValue,
  BlockBuilder,
  bind,
  EMPTY,
  type Env,
  fresh,
  type Named,
} from "./abstract-value.ts";
import { bindParameter, made, matches } from "./binding.ts";
import { type Call, type Compilation, type Context, NONE, type Tails } from "./compilation.ts";
import { components, refresh, settle } from "./materialise.ts";

/** Whether a value of its type may not match a pattern. */
export function mayFail(c: Compilation, pattern: CorePattern): boolean {
  switch (pattern.tag) {
    case "var":
    case "any":
      return false;
    case "number":
      return true;
    case "tuple":
      return pattern.items.some((item) => mayFail(c, item));
    case "dual":
      return mayFail(c, pattern.primal) || mayFail(c, pattern.dual);
    case "con": {
      const data = c.program.data.find(({ name }) => name === pattern.data);
      return data?.constructors.length !== 1 || pattern.args.some((arg) => mayFail(c, arg));
    }
  }
}

/**
 * Whether a function does nothing before it has two arguments: else what it does comes before whatever the second argument takes. Of a
 * function that is an object this is not known.
 */
export function takesTwo(c: Compilation, fn: AbstractValue): boolean {
  if (fn.tag === "named") {
    const [first, second] = fn.fn.params.slice(fn.args.length);
    return second !== undefined && !mayFail(c, present(first));
  }
  return fn.tag === "closure" && fn.lam.body.tag === "lam" && !mayFail(c, fn.lam.param);
}

/** A definition as a function, with the parameters that it takes at once. */
export function namedOf(
  c: Compilation,
  { name, builtin, variables, type, term, span }: Omit<Global, "kind">,
  isRecursive: boolean,
  local?: Named["local"],
): Named {
  const params = [];
  const paramSpans = [];
  let body = term;
  for (; body.tag === "lam"; body = body.body) {
    params.push(body.param);
    paramSpans.push(body.span);
  }
  return { id: c.namedCount++, name, builtin, variables, type, params, paramSpans, body, span, local, isRecursive };
}

/** A function to be filled; `span` is that of its definition. */
export function newFn(
  c: Compilation,
  name: string,
  mode: Mode,
  passing: Fn["passing"],
  params: readonly Var[],
  results: readonly Kind[],
  span: Span | undefined,
): Fn {
  const body: Block = { stmts: [], end: { tag: "stop" } };
  const fn: Fn = { id: c.fns.length, name, mode, passing, params, results, body, at: c.origins.of(span) };
  c.fns.push(fn);
  return fn;
}

/** Compiles the body of a function on its own; `run` gives what it yields. */
export function inContext(c: Compilation, mode: Mode, fn: Fn, run: (out: BlockBuilder) => Atom[] | undefined): void {
  const { context } = c;
  c.context = { mode, instances: [], outer: context };
  const out = new BlockBuilder(c);
  const atoms = run(out);
  if (atoms !== undefined) out.block.end = { tag: "yield", atoms };
  fn.body = out.block;
  c.context = context;
}

/** How many calls of a function are being compiled, one within the other. */
export function nestedIn(c: Compilation, id: number): number {
  let count = 0;
  for (let at: Context | undefined = c.context; at !== undefined; at = at.outer)
    for (const { named } of at.instances) if (named.id === id) count++;
  return count;
}

/** The type of a function that is known. */
export function functionType(c: Compilation, sym: AbstractValue): Extract<Type, { tag: "fun" }> {
  if (sym.tag === "function") return { tag: "fun", from: sym.from, to: sym.to };
  const type =
    sym.tag === "closure"
      ? substitute(c.lambdas.get(sym.lam) ?? internal("a λ has no type"), sym.env.types)
      : sym.tag === "named"
        ? typeOfNamed(sym)
        : internal("a function was expected", sym.tag);
  return type.tag === "fun" ? type : internal("a function has no function type", sym.tag);
}

/** The type of a definition at its type arguments, after those of its arguments that are given. */
export function typeOfNamed({ fn, types, args }: Call): Type {
  let type = substitute(fn.type, typesOf(fn, types));
  for (const _ of args) type = type.tag === "fun" ? type.to : internal("a function has too many arguments", fn.name);
  return type;
}

/** The type variables of a function at its type arguments. */
export function typesOf(fn: Named, types: readonly Type[]): ReadonlyMap<string, Type> {
  const env = fn.local?.env.types ?? EMPTY.types;
  if (fn.variables.length === 0) return env;
  return new Map([...env, ...fn.variables.map((name, index) => [name, types[index] ?? UNIT] as const)]);
}

/** The form of a function of one argument within the program. */
interface UnaryForm extends Pick<Fn, "name" | "mode" | "passing"> {
  readonly from: Type;
  readonly to: Type;
  readonly span: Span | undefined;
}

/**
 * A settled function of one argument as a function of the program, whose first parameters are what it captures; `kinds` are those. Its body is
 * there when `compile` has been called: until then calls of it can be made.
 */
export function unaryFn(
  c: Compilation,
  settled: AbstractValue,
  kinds: readonly Kind[],
  { name, mode, passing, from, to, span }: UnaryForm,
): { readonly fn: Fn; readonly compile: () => void } {
  const captured = kinds.map((kind) => c.variables.newVar(kind));
  const argument = fresh(c.layouts.of(from), c.variables);
  const result = c.layouts.of(to);
  const fn = newFn(c, name, mode, passing, [...captured, ...argument.vars], componentsOf(result), span);
  let at = 0;
  const inside = refresh(settled, () => nth(captured, at++));
  const compile = (): void =>
    inContext(c, mode, fn, (body) => {
      const value = apply(c, inside, argument.sym, body, NONE);
      return value && components(c, value, result, body);
    });
  return { fn, compile };
}

/** A function that is known, as an object that any caller can apply. */
export function closure(c: Compilation, sym: AbstractValue, from: Type, to: Type, out: BlockBuilder): Atom {
  const settled = settle(c, sym, out);
  const { key, leaves, kinds } = new Abstraction(c).add(settled);
  const object = (mode: Mode): Fn => {
    const whole = `${mode} object ${key}`;
    const known = c.known.get(whole);
    if (known !== undefined) return known;
    const name = settled.tag === "named" ? settled.fn.name : "λ";
    const span = settled.tag === "named" ? settled.fn.span : settled.tag === "closure" ? settled.lam.span : undefined;
    const { fn, compile } = unaryFn(c, settled, kinds, { name, mode, passing: "reference", from, to, span });
    c.known.set(whole, fn);
    compile();
    return fn;
  };
  // what a plain part of the program makes may be applied where derivatives are taken; never the other way round
  const active = c.mode === "active" ? object("active") : undefined;
  const plain = c.context.mode === "plain" ? object("plain") : undefined;
  const atom = out.newVar("pointer");
  out.emit({ tag: "closure", out: atom, active, plain, captured: leaves });
  return atom;
}

/** A function applied to one argument. */
export function apply(
  c: Compilation,
  fn: AbstractValue,
  argument: AbstractValue,
  out: BlockBuilder,
  tails: Tails,
): AbstractValue | undefined {
  switch (fn.tag) {
    case "closure": {
      const { param, body, span } = fn.lam;
      const env = bindParameter(c, param, argument, fn.env, (name) => usesOf(name, body), span, out);
      return env && c.eval(body, env, out, tails);
    }
    case "named": {
      const given = { ...fn, args: [...fn.args, argument] };
      if (given.args.length === fn.fn.params.length) return c.call(given, out, tails);
      const value = made(c, argument, out);
      const pattern = nth(fn.fn.params, fn.args.length);
      // a pattern that may fail is looked at before the next argument is evaluated
      if (mayFail(c, pattern) && !matches(pattern, value, fn.fn.paramSpans[fn.args.length], out)) return undefined;
      return { ...fn, args: [...fn.args, value] };
    }
    case "function": {
      const args = components(c, argument, c.layouts.of(fn.from), out);
      const { sym, vars } = fresh(c.layouts.of(fn.to), out);
      out.emit({ tag: "apply", of: fn.atom, args, outs: vars, mode: c.context.mode });
      return sym;
    }
    default:
      return internal("what is applied is no function", fn.tag);
  }
}

/** The scope in the body of a function before its parameters. */
export function envOf(c: Compilation, fn: Named, types: readonly Type[]): Env {
  const inner: Env = { vars: fn.local?.env.vars, types: typesOf(fn, types) };
  return fn.local === undefined ? inner : bindGroup(c, fn.local.group, { ...inner, types: fn.local.env.types }, inner);
}

/** Binds the functions of a group, each by its name, in an environment. */
export function bindGroup(
  c: Compilation,
  group: Extract<Term, { tag: "letrec" }>["functions"],
  at: Env,
  env: Env,
): Env {
  const names = new Set(group.map(({ name }) => name));
  const free = [...new Set(group.flatMap(({ term }) => freeVariablesOf(term)))].filter((name) => !names.has(name));
  const isRecursive = group.some(({ term }) => freeVariablesOf(term).some((name) => names.has(name)));
  const local = { env: at, group, free };
  let inner = env;
  for (const fn of group) {
    const named = localOf(c, fn, isRecursive, local);
    if (named.params.length === 0) return internal("a recursive definition is no function", fn.name);
    inner = bind(inner, fn.name, { tag: "named", fn: named, types: [], args: [] });
  }
  return inner;
}

function localOf(
  c: Compilation,
  fn: Extract<Term, { tag: "letrec" }>["functions"][number],
  isRecursive: boolean,
  local: NonNullable<Named["local"]>,
): Named {
  const named = namedOf(c, { ...fn, span: fn.term.span }, isRecursive, local);
  const id = c.localIds.get(fn.term) ?? named.id;
  c.localIds.set(fn.term, id);
  return { ...named, id };
}
