// Programs in which a use of a definition that is a function has all its arguments: a call is then one step. Of programs at closed types without
// local recursion (`monomorphic.ts`, `lifted.ts`).
//
//   f t          for def f = λx. λy. s        let p = t in λy. f p y
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { mapTerm } from "../../core/terms/map-term.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import type { Type } from "../../types/type.ts";

/** The parameters of a definition, one after the other, and its body; no parameters where it is a value. */
export interface Parameters {
  readonly params: readonly CorePattern[];
  readonly body: Term;
}

/** Takes the parameters of a definition apart. */
export function parametersOf({ kind, term }: Global): Parameters {
  const params: CorePattern[] = [];
  let body = term;
  while (kind === "function" && body.tag === "lam" && !body.linear) {
    params.push(body.param);
    body = body.body;
  }
  return { params, body };
}

/** A call of a definition with its arguments, where a term is one. */
export interface Call {
  readonly name: string;
  readonly args: readonly Term[];
}

/** The definition that a term applies, with the arguments, in order; or a use of it without any. */
export function callOf(term: Term): Call | undefined {
  const args: Term[] = [];
  let head = term;
  while (head.tag === "app") {
    args.unshift(head.arg);
    head = head.fn;
  }
  return head.tag === "global" ? { name: head.name, args } : undefined;
}

/** The built-in functions that are projections. */
const PARTS = ["fst", "snd"];

/** The program with each use of a definition that is a function as a call with all its arguments. */
export function saturated(program: CoreProgram): CoreProgram {
  const types = new Map(program.globals.map((one) => [one.name, one]));
  const arities = new Map(program.globals.map((one) => [one.name, parametersOf(one).params.length]));
  const within = (term: Term): Term => {
    let count = 0;
    const visit = (at: Term): Term | undefined => {
      const call = callOf(at);
      if (call === undefined) return undefined;
      const arity = arities.get(call.name) ?? internal("a definition is unknown", call.name);
      const args = call.args.map((arg) => mapTerm(arg, visit));
      const part = PARTS.indexOf(types.get(call.name)?.builtin ?? "");
      if (part >= 0 && args.length === 1)
        return { tag: "proj", index: part, size: 2, term: nth(args, 0), span: at.span };
      if (args.length >= arity) return applied(call.name, args, at.span);
      const names = Array.from({ length: arity }, () => subscript("p₀", ++count));
      const type = types.get(call.name)?.type ?? internal("a definition is unknown", call.name);
      return partial(call.name, type, args, names, at.span);
    };
    return mapTerm(term, visit);
  };
  const ops = program.ops.map((op) => ({ ...op, value: within(op.value), partials: op.partials.map(within) }));
  const globals = program.globals.map((one) => ({ ...one, term: within(one.term) }));
  return { ...program, ops, globals };
}

function applied(name: string, args: readonly Term[], span: Span | undefined): Term {
  return { ...apply({ tag: "global", name, types: [], span }, ...args), span };
}

/** A call with too few arguments: they are computed, and the rest is waited for. */
function partial(
  name: string,
  type: Type,
  args: readonly Term[],
  names: readonly string[],
  span: Span | undefined,
): Term {
  const called = applied(name, names.map(variable), span);
  const types = parameterTypes(type, names.length);
  const rest = names
    .slice(args.length)
    .reduceRight((body, one, index) => lambda(varPattern(one, nth(types, args.length + index)), body, span), called);
  if (args.length === 0) return rest;
  const bindings = args.map((bound, index) => ({
    pattern: varPattern(nth(names, index), nth(types, index)),
    variables: [],
    bound,
  }));
  return { tag: "let", bindings, body: rest, span };
}

/** The types of the first parameters of a function. */
export function parameterTypes(type: Type, count: number): readonly Type[] {
  const types: Type[] = [];
  let at = type;
  for (let index = 0; index < count; index++) {
    if (at.tag !== "fun") return internal("a function of another type", type.tag);
    types.push(at.from);
    at = at.to;
  }
  return types;
}

/** The type of the result of a function after so many arguments. */
export function resultType(type: Type, count: number): Type {
  let at = type;
  for (let index = 0; index < count; index++) at = at.tag === "fun" ? at.to : internal("a function of another type");
  return at;
}
