// Forward mode as a transformation of terms (thesis §2.2.3): D[ℝ] = ℝ × ℝ, a Real and its tangent, everything else part by part. So a
// function of type σ → τ becomes one of type D[σ] → D[τ], and what D gives can be transformed again.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { childrenOf } from "../../core/terms/map-term.ts";
import { isDerivative, isRuled } from "../../core/terms/prims.ts";
import { scalarTerm } from "../../core/terms/scalar-terms.ts";
import {
  apply,
  builtin,
  type CoreFunction,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { loopOf } from "../../prelude/loops.ts";
import { OPS, type Op } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { type DataType, fun, REAL, type Type, tuple } from "../../types/type.ts";
import { LeftToMachine } from "../ir/layout.ts";
import { ADDED, pull, ruleOf, SCALED, swap } from "./tangent-prims.ts";
import { typesIn } from "./types-in-terms.ts";

/** Ends the names of what has tangents. No program can have written it. */
const TANGENT_MARK = "′";

/** How often tangents can be taken: derivatives that nest deeper are left to the machine. */
const DEEPEST = 3;

/** Makes the terms with tangents of a program; each is made once, so that what is specialised to it is, too. */
export class Tangents {
  private readonly made = new Map<Term, Term>();
  private readonly groups = new Map<readonly CoreFunction[], readonly CoreFunction[]>();
  /** Definitions without Reals, but those of the types that they are used at. */
  private readonly neutral = new Set<string>();
  private readonly withReals = new Set<string>();
  private readonly program: CoreProgram;
  private readonly lambdas: Map<Term, Type>;
  private count = 0;

  /** `lambdas` has the types of all λs, and gets those of the λs that are made. */
  constructor(program: CoreProgram, lambdas: Map<Term, Type>) {
    this.program = program;
    this.lambdas = lambdas;
    for (let before = -1; before < this.withReals.size; ) {
      before = this.withReals.size;
      for (const { name, constructors } of program.data)
        if (constructors.some(({ fields }) => fields.some((field) => this.mentionsReal(field))))
          this.withReals.add(name);
    }
    const used = new Map(program.globals.map(({ name, term }) => [name, this.withoutReals(term)]));
    for (const { name, type } of program.globals)
      if (used.get(name) !== undefined && !this.mentionsReal(type)) this.neutral.add(name);
    for (let before = -1; before !== this.neutral.size; ) {
      before = this.neutral.size;
      for (const name of this.neutral)
        if (present(used.get(name)).some((one) => !this.neutral.has(one))) this.neutral.delete(name);
    }
  }

  /** The data types with tangents in them, to any depth that is taken. */
  data(): readonly DataType[] {
    const all: DataType[] = [];
    let now = this.program.data.filter(({ name }) => this.withReals.has(name));
    for (let depth = 0; depth < DEEPEST; depth++) {
      now = now.map(({ name, params, constructors }) => ({
        name: name + TANGENT_MARK,
        params,
        constructors: constructors.map((one) => ({ ...one, fields: one.fields.map((field) => this.type(field)) })),
      }));
      all.push(...now);
    }
    return all;
  }

  /** D[τ]. */
  type(type: Type): Type {
    switch (type.tag) {
      case "var":
        return type;
      case "con": {
        if (type.name === "Real") return tuple(REAL, REAL);
        const name = this.withReals.has(type.name.replaceAll(TANGENT_MARK, "")) ? type.name + TANGENT_MARK : type.name;
        return { tag: "con", name, args: type.args.map((arg) => this.type(arg)) };
      }
      case "tuple":
        return { tag: "tuple", items: type.items.map((item) => this.type(item)) };
      case "fun":
      case "lin":
        return { tag: type.tag, from: this.type(type.from), to: this.type(type.to) };
    }
  }

  private types(types: readonly Type[]): readonly Type[] {
    return types.map((type) => this.type(type));
  }

  mentionsReal(type: Type): boolean {
    switch (type.tag) {
      case "var":
        return false;
      case "con":
        return (
          type.name === "Real" ||
          this.withReals.has(type.name.replaceAll(TANGENT_MARK, "")) ||
          type.args.some((arg) => this.mentionsReal(arg))
        );
      case "tuple":
        return type.items.some((item) => this.mentionsReal(item));
      default:
        return this.mentionsReal(type.from) || this.mentionsReal(type.to);
    }
  }

  /** The definition with tangents; itself where no Reals are in it but those of the types that it is used at. */
  nameOf(name: string): string {
    return this.neutral.has(name) ? name : name + TANGENT_MARK;
  }

  /** The definition that a name with a mark stands for; undefined for a name without, or one that is too deep. */
  global(name: string, known: (name: string) => Global | undefined): Global | undefined {
    if (!name.endsWith(TANGENT_MARK) || name.endsWith(TANGENT_MARK.repeat(DEEPEST + 1))) return undefined;
    const plain = known(name.slice(0, -TANGENT_MARK.length));
    if (plain === undefined) return undefined;
    // a sum of pairs is no sum of Reals
    const builtin = ADDING.has(loopOf(plain)?.does ?? "") ? undefined : plain.builtin;
    return { ...plain, name, builtin, type: this.type(plain.type), term: this.term(plain.term) };
  }

  /** The definitions that a term uses; undefined where there are Reals in it. */
  private withoutReals(term: Term): readonly string[] | undefined {
    const used: string[] = [];
    const open = [term];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at.tag === "real" || (at.tag === "prim" && isDerivative(at.prim))) return undefined;
      if (at.tag === "op" && (at.op.tag === "custom" || isOnReals(OPS[at.op.id]))) return undefined;
      if (typesIn(at).some((type) => this.mentionsReal(type))) return undefined;
      if (at.tag === "global") used.push(at.name);
      open.push(...childrenOf(at));
    }
    return used;
  }

  /** D of the functions of a `letrec`. */
  group(functions: readonly CoreFunction[]): readonly CoreFunction[] {
    let made = this.groups.get(functions);
    if (made === undefined) {
      made = functions.map((fn) => ({ ...fn, type: this.type(fn.type), term: this.term(fn.term) }));
      this.groups.set(functions, made);
    }
    return made;
  }

  /** D[t]: a term of the same free variables, which have tangents. */
  term(term: Term): Term {
    let made = this.made.get(term);
    if (made === undefined) {
      made = this.make(term);
      this.made.set(term, made);
      const type = this.lambdas.get(term);
      if (type !== undefined) this.lambdas.set(made, this.type(type));
    }
    return made;
  }

  private make(term: Term): Term {
    const { span } = term;
    const map = (one: Term): Term => this.term(one);
    switch (term.tag) {
      case "var":
        return { ...term, types: this.types(term.types) };
      case "global":
        return { ...term, name: this.nameOf(term.name), types: this.types(term.types) };
      case "real":
        return pairOf(term, ZERO, span);
      case "int":
        return term;
      case "tuple":
      case "fork":
        return { ...term, items: term.items.map(map) };
      case "array":
        return { ...term, items: term.items.map(map), item: this.type(term.item) };
      case "list":
        return {
          ...term,
          items: term.items.map(map),
          tail: term.tail && map(term.tail),
          item: this.type(term.item),
        };
      case "con":
        return { ...term, ...this.dataOf(term), args: term.args.map(map) };
      case "proj":
        return { ...term, term: map(term.term) };
      case "lam":
        return { ...term, param: this.pattern(term.param), body: map(term.body) };
      case "app":
        return { ...term, fn: map(term.fn), arg: map(term.arg) };
      case "let":
        return {
          ...term,
          bindings: term.bindings.map((one) => ({ ...one, pattern: this.pattern(one.pattern), bound: map(one.bound) })),
          body: map(term.body),
        };
      case "letrec":
        return { ...term, functions: this.group(term.functions), body: map(term.body) };
      case "case":
        return {
          ...term,
          scrutinee: map(term.scrutinee),
          branches: term.branches.map(({ pattern, body }) => ({ pattern: this.pattern(pattern), body: map(body) })),
        };
      case "op":
        return this.operation(term);
      case "prim":
        return this.native(term);
      case "forkList":
        return { ...term, thunks: map(term.thunks), item: this.type(term.item) };
      default:
        return internal("a source program has no such term", term.tag);
    }
  }

  private dataOf({ data, types }: { readonly data: string; readonly types: readonly Type[] }) {
    const isMarked = this.withReals.has(data.replaceAll(TANGENT_MARK, ""));
    return { data: isMarked ? data + TANGENT_MARK : data, types: this.types(types) };
  }

  private pattern(pattern: CorePattern): CorePattern {
    switch (pattern.tag) {
      case "var":
      case "any":
        return { ...pattern, type: this.type(pattern.type) };
      case "number":
        return pattern.type === "Int" ? pattern : { tag: "tuple", items: [pattern, { tag: "any", type: REAL }] };
      case "tuple":
        return { tag: "tuple", items: pattern.items.map((item) => this.pattern(item)) };
      case "con":
        return { ...pattern, ...this.dataOf(pattern), args: pattern.args.map((arg) => this.pattern(arg)) };
      case "dual":
        return internal("a source program has no such pattern", pattern.tag);
    }
  }

  /** The chain rule. */
  private operation(term: Extract<Term, { tag: "op" }>): Term {
    const { op, span } = term;
    const table = op.tag === "builtin" ? OPS[op.id] : undefined;
    const isReal = (place: number): boolean => table === undefined || table.args[place] === "Real";
    const xs: Term[] = [];
    const tangents: (Term | undefined)[] = [];
    const bindings = term.args.map((arg, place) => {
      const x = this.fresh();
      xs.push(variable(x));
      if (!isReal(place)) {
        tangents.push(undefined);
        return { pattern: varPattern(x, { tag: "con", name: "Int", args: [] }), variables: [], bound: this.term(arg) };
      }
      const t = this.fresh();
      tangents.push(variable(t));
      const items = [varPattern(x, REAL), varPattern(t, REAL)];
      return { pattern: { tag: "tuple", items } as CorePattern, variables: [], bound: this.term(arg) };
    });
    const value: Term = { ...term, args: xs };
    let body: Term = value;
    if (table === undefined || table.result === "Real") {
      let sum: Term | undefined;
      tangents.forEach((tangent, place) => {
        if (tangent === undefined || (table !== undefined && table.derivatives[place] === undefined)) return;
        const scaled = prim(SCALED, [], [this.partial(op, table, place, xs, span), tangent], span);
        sum = sum === undefined ? scaled : prim(ADDED, [], [sum, scaled], span);
      });
      body = pairOf(value, sum ?? ZERO, span);
    }
    return { tag: "let", bindings, body, span };
  }

  private partial(
    op: Extract<Term, { tag: "op" }>["op"],
    table: Op | undefined,
    place: number,
    xs: readonly Term[],
    span: Span | undefined,
  ): Term {
    if (table !== undefined) return scalarTerm(present(table.derivatives[place]).term, xs, span);
    const name = op.tag === "custom" ? op.name : internal("an operation has no partials");
    const own = this.program.ops.find((one) => one.name === name) ?? internal("no such op", name);
    const arg: Term = xs.length === 1 ? nth(xs, 0) : { tag: "tuple", items: xs };
    return { ...apply(nth(own.partials, place), arg), span };
  }

  private native(term: Extract<Term, { tag: "prim" }>): Term {
    if (isRuled(term.prim))
      throw new LeftToMachine("takes a derivative of a function with a pullback of its own, which is not compiled");
    const { span, args, types } = term;
    const rule = typeof term.prim === "string" ? undefined : ruleOf(term.prim);
    switch (rule?.tag) {
      case "pull":
        return this.pulled(rule.count, term);
      case "scaled":
        return this.term(builtin("mul", args, span));
      case "added":
        return this.term(builtin("add", args, span));
      case "swap":
        // the leaves are pairs of what has tangents now
        return { ...term, args: args.map((arg) => this.term(arg)) };
      default:
        break;
    }
    if (term.prim === "grad" || term.prim === "valueAndGrad") return this.term(asPull(term));
    return { ...term, types: this.types(types), args: args.map((arg) => this.term(arg)) };
  }

  /**
   * The gradient of the first Real that f gives, with its tangent: both are gradients of the tangent of that Real, by the point and by the
   * direction, for D[f] is linear in the direction.
   */
  private pulled(count: number, { types, args, span }: Extract<Term, { tag: "prim" }>): Term {
    const [f, x] = args.map((arg) => this.term(arg)) as [Term, Term];
    const point = this.type(nth(types, 0));
    const names = Array.from({ length: 2 * count }, () => this.fresh());
    const [own, p, g] = [this.fresh(), this.fresh(), this.fresh()];
    const pairs = (from: readonly string[]): readonly string[][] =>
      Array.from({ length: count }, (_, index) => [nth(from, 2 * index), nth(from, 2 * index + 1)]);
    const given: CorePattern = nested(pairs(names));
    const tangentFirst = [nth(names, 1), nth(names, 0), ...names.slice(2)];
    const reals = new Array<Type>(2 * count).fill(REAL);
    const result = tuple(...reals);
    const bound = apply(variable(own), variable(p));
    const turned = lambda(
      varPattern(p, point),
      {
        tag: "let",
        bindings: [{ pattern: given, variables: [], bound }],
        body: { tag: "tuple", items: tangentFirst.map(variable) },
        span,
      },
      span,
    );
    this.lambdas.set(turned, fun(point, result));
    const realTypes = new Array<Type>(count).fill(REAL);
    const ownType = fun(point, this.type(count === 1 ? REAL : tuple(...realTypes)));
    const results: CorePattern = {
      tag: "tuple",
      items: [...tangentFirst.map((name) => varPattern(name, REAL)), varPattern(g, point)],
    };
    const values = pairs(names).map(
      ([value, tangent]): Term => pairOf(variable(present(value)), variable(present(tangent)), span),
    );
    return {
      tag: "let",
      bindings: [
        { pattern: varPattern(own, ownType), variables: [], bound: f },
        { pattern: results, variables: [], bound: prim(pull(2 * count), [point], [turned, x], span) },
      ],
      body: { tag: "tuple", items: [...values, prim(swap(nth(types, 0)), [point], [variable(g)], span)] },
      span,
    };
  }

  private fresh(): string {
    return `δ${++this.count}${TANGENT_MARK}`;
  }
}

/** `grad` and `valueAndGrad` by {@link pull}. */
export function asPull(term: Extract<Term, { tag: "prim" }>): Term {
  const { types, args, span } = term;
  const both = prim(pull(1), types, args, span);
  return term.prim === "grad" ? { tag: "proj", index: 1, size: 2, term: both, span } : both;
}

/** Loops that add or multiply numbers. */
const ADDING: ReadonlySet<string> = new Set(["sum-list", "multiply-list", "sum-array", "scatter-array"]);

const ZERO: Term = { tag: "real", value: 0 };

function pairOf(value: Term, tangent: Term, span: Span | undefined): Term {
  return { tag: "tuple", items: [value, tangent], span };
}

/** Pairs as one pattern; one pair stands alone. */
function nested(pairs: readonly (readonly string[])[]): CorePattern {
  const items = pairs.map((pair): CorePattern => ({ tag: "tuple", items: pair.map((name) => varPattern(name, REAL)) }));
  return items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
}

function isOnReals({ args, result }: Op): boolean {
  return result === "Real" || args.includes("Real");
}
