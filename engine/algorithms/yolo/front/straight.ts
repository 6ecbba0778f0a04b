// From a source program to Linear A, where it is inside of that: definitions on Reals and tuples of them, without branches, recursion
// or functions as values. Calls of definitions stay calls. Tuples are taken apart: their Reals are parameters and results of their own.

import { nth, present } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import {
  type CorePattern,
  type CoreProgram,
  type Global,
  subscript,
  type Term,
  varPattern,
} from "../../../core/terms/term.ts";
import { OPS } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";
import { showType, substitute, type Type } from "../../../types/type.ts";
import { Fresh } from "../linear-a/names.ts";
import {
  type Binding,
  bindNonlinear,
  boundBy,
  type Definition,
  dropping,
  type Expression,
  type LinearProgram,
  type Operand,
  R,
  readBy,
  type Variable,
} from "../linear-a/syntax.ts";

/** Why a program is not in the fragment, and where. */
export class Outside extends Error {
  readonly at: Span | undefined;

  constructor(why: string, at: Span | undefined) {
    super(why);
    this.at = at;
  }
}

/** A program of Linear A; its last definition is the entry. Throws {@link Outside} where there is none. */
export function straightProgram(program: CoreProgram): LinearProgram {
  return new Translation(program).program(program.entry);
}

/** A value, taken apart: a variable for each Real. */
type Parts =
  | { readonly tag: "real"; readonly name: string }
  | { readonly tag: "tuple"; readonly items: readonly Parts[] };

/** How many Reals a type has. Fails where it has anything else. */
export function realsIn(type: Type, what: string, at: Span | undefined): number {
  if (type.tag === "tuple") return type.items.reduce((sum, item) => sum + realsIn(item, what, at), 0);
  if (type.tag === "con" && type.name === "Real") return 1;
  throw new Outside(
    type.tag === "fun" ? `${what} is a function` : `${what} holds more than Reals and tuples of them`,
    at,
  );
}

class Translation {
  private readonly globals: ReadonlyMap<string, Global>;
  readonly done = new Map<string, Definition>();
  private readonly busy = new Set<string>();

  constructor(program: CoreProgram) {
    this.globals = new Map(program.globals.map((one) => [one.name, one]));
  }

  program(entry: string): LinearProgram {
    this.definition(entry, [], undefined);
    return [...this.done.values()];
  }

  /** The type that a definition at the types of its variables gives for `args` arguments; undefined where that is a function. */
  typeOf(name: string, types: readonly Type[], args: number): Type | undefined {
    const global = present(this.globals.get(name));
    let type = substitute(global.type, variablesOf(global, types));
    for (let left = args; left > 0; left--) {
      if (type.tag !== "fun") return undefined;
      type = type.to;
    }
    return type.tag === "fun" ? undefined : type;
  }

  /** The definition of a name that is used at a place: of one that is polymorphic, one for each of the types at which it is used. */
  definition(name: string, types: readonly Type[], at: Span | undefined): Definition {
    const key = [name, ...types.map(showType)].join(" @ ");
    const found = this.done.get(key);
    if (found !== undefined) return found;
    const global = present(this.globals.get(name));
    const shown = global.builtin ?? name;
    if (this.busy.has(name)) throw new Outside(`\`${shown}\` calls itself`, at);
    if (global.term.tag !== "lam") throw new Outside(`\`${shown}\` is a value that is computed once`, at);
    this.busy.add(name);
    const made = new Body(this, global, types, shown, at).definition();
    this.busy.delete(name);
    const others = [...this.done.keys()].filter((one) => one.split(" @ ")[0] === name).length;
    const named = others === 0 ? made : { ...made, name: subscript(name, others + 1) };
    this.done.set(key, named);
    return named;
  }
}

/** The types of a definition's type variables. */
function variablesOf({ variables }: Global, types: readonly Type[]): ReadonlyMap<string, Type> {
  return new Map(variables.map((name, index) => [name, nth(types, index)]));
}

/** The translation of one definition. */
class Body {
  private readonly translation: Translation;
  private readonly global: Global;
  private readonly variables: ReadonlyMap<string, Type>;
  private readonly shown: string;
  private readonly at: Span | undefined;
  private readonly fresh = new Fresh();
  private readonly made: Binding[] = [];
  private scalars = 0;

  constructor(translation: Translation, global: Global, types: readonly Type[], shown: string, at: Span | undefined) {
    this.translation = translation;
    this.global = global;
    this.variables = variablesOf(global, types);
    this.shown = shown;
    this.at = at;
  }

  definition(): Definition {
    const { name, term, type, span } = this.global;
    const params: Variable[] = [];
    const scope = new Map<string, Parts>();
    let body = term;
    let result = substitute(type, this.variables);
    for (; body.tag === "lam" && result.tag === "fun"; body = body.body, result = result.to) {
      realsIn(result.from, `the parameter of \`${this.shown}\``, this.at ?? body.span ?? span);
      this.bind(body.param, this.parameter(result.from, body.param, params), scope);
    }
    const count = realsIn(result, `the result of \`${this.shown}\``, this.at ?? body.span ?? span);
    const names = leaves(this.term(body, scope, undefined));
    return {
      name,
      span,
      nonlinear: params,
      linear: [],
      results: { nonlinear: Array.from({ length: count }, () => R), linear: [] },
      body: { bindings: withDrops(params, this.made, names), result: { nonlinear: names, linear: [] } },
      scalars: this.scalars,
    };
  }

  /** Variables for the Reals of a type, named as a pattern names them. */
  private parameter(type: Type, wanted: CorePattern, params: Variable[]): Parts {
    if (type.tag === "tuple") {
      const items = type.items.map((one, index) =>
        this.parameter(one, (wanted.tag === "tuple" ? wanted.items[index] : undefined) ?? wanted, params),
      );
      return { tag: "tuple", items };
    }
    const name = this.fresh.name(wanted.tag === "var" ? wanted.name : "x");
    params.push({ name, type: R });
    return { tag: "real", name };
  }

  /** Binds the variables of a pattern; parameters get their names. */
  private bind(pattern: CorePattern, parts: Parts, scope: Map<string, Parts>): void {
    switch (pattern.tag) {
      case "var":
        scope.set(pattern.name, parts);
        return;
      case "any":
        return;
      case "tuple":
        if (parts.tag !== "tuple") throw new Outside("this pattern is of more than Reals and tuples", this.at);
        return pattern.items.forEach((item, index) => this.bind(item, nth(parts.items, index), scope));
      default:
        throw new Outside("this pattern is of more than Reals and tuples", this.at);
    }
  }

  private term(term: Term, scope: ReadonlyMap<string, Parts>, wanted: string | undefined): Parts {
    step();
    const { span } = term;
    switch (term.tag) {
      case "var":
        return scope.get(term.name) ?? refuse("this variable is a function", span);
      case "real":
        return this.scalar(wanted ?? "c", { tag: "literal", value: term.value }, span);
      case "tuple":
        return { tag: "tuple", items: term.items.map((item) => this.term(item, scope, undefined)) };
      case "proj": {
        const of = this.term(term.term, scope, undefined);
        return of.tag === "tuple" ? nth(of.items, term.index) : refuse("this is of more than Reals and tuples", span);
      }
      case "let": {
        const inner = new Map(scope);
        for (const { pattern, bound } of term.bindings)
          this.bind(pattern, this.term(bound, inner, pattern.tag === "var" ? pattern.name : undefined), inner);
        return this.term(term.body, inner, wanted);
      }
      case "op": {
        const isCustom = term.op.tag === "custom";
        if (term.op.tag === "builtin" && OPS[term.op.id].result !== "Real")
          throw new Outside(`this is ${OPS[term.op.id].result === "Int" ? "an Int" : "a comparison"}`, span);
        const operands = term.args.map((arg): Operand => {
          if (arg.tag === "int") return { tag: "int", value: arg.value };
          const part = this.term(arg, scope, undefined);
          return part.tag === "real" ? { tag: "variable", name: part.name } : refuse("this is no Real", arg.span);
        });
        return this.scalar(wanted ?? (isCustom ? "y" : "v"), { tag: "op", op: term.op, operands }, span);
      }
      case "app":
        return this.call(term, scope, wanted);
      case "case":
        throw new Outside("the program branches here", span);
      case "letrec":
        throw new Outside("a local definition calls itself here", span);
      case "global":
        // a value that is computed once is told as that
        this.translation.definition(term.name, this.typesAt(term.types), span);
        throw new Outside("a function is a value here", span);
      case "lam":
        throw new Outside("a function is a value here", span);
      case "fork":
      case "forkList":
        throw new Outside("the program forks here", span);
      case "int":
        throw new Outside("this is an Int", span);
      default:
        throw new Outside("this is more than Reals and tuples of them", span);
    }
  }

  private scalar(wanted: string, bound: Expression, span: Span | undefined): Parts {
    const name = this.fresh.name(wanted);
    this.made.push({ ...bindNonlinear({ name, type: R }, bound), span, scalar: this.scalars++ });
    return { tag: "real", name };
  }

  /** Types of this body, at the types that it is used at. */
  private typesAt(types: readonly Type[]): readonly Type[] {
    return types.map((type) => substitute(type, this.variables));
  }

  private call(term: Term, scope: ReadonlyMap<string, Parts>, wanted: string | undefined): Parts {
    const args: Term[] = [];
    let fn = term;
    for (; fn.tag === "app"; fn = fn.fn) args.unshift(fn.arg);
    if (fn.tag !== "global") throw new Outside("a function that is a value is called here", fn.span ?? term.span);
    const place = fn.span ?? term.span;
    const types = this.typesAt(fn.types);
    const callee = this.translation.definition(fn.name, types, place);
    const type = this.translation.typeOf(fn.name, types, args.length) ?? refuse("a function is a value here", place);
    const given = args.flatMap((arg) => leaves(this.term(arg, scope, undefined)));
    const results: Variable[] = [];
    const parts = this.parameter(type, varPattern(wanted ?? "v", type), results);
    const bound: Expression = { tag: "call", name: callee.name, nonlinear: given, linear: [] };
    this.made.push({ tag: "let", nonlinear: results, linear: [], bound, span: term.span, scalar: this.scalars });
    this.scalars += callee.scalars;
    return parts;
  }
}

function refuse(why: string, at: Span | undefined): never {
  throw new Outside(why, at);
}

function leaves(parts: Parts): readonly string[] {
  return parts.tag === "real" ? [parts.name] : parts.items.flatMap(leaves);
}

/** Bindings, with a drop of every variable that nothing uses: every variable is used at least once in Linear A. */
export function withDrops(
  params: readonly Variable[],
  bindings: readonly Binding[],
  results: readonly string[],
): readonly Binding[] {
  const used = new Set([...results, ...bindings.flatMap((one) => readBy(one).nonlinear)]);
  const drops = (variables: readonly Variable[], span: Span | undefined): readonly Binding[] =>
    variables.flatMap(({ name }) => (used.has(name) ? [] : [{ ...dropping({ nonlinear: [name], linear: [] }), span }]));
  return [...drops(params, undefined), ...bindings.flatMap((one) => [one, ...drops(boundBy(one).nonlinear, one.span)])];
}
