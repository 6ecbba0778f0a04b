// Functions that are known before a program runs, as definitions: those that they captured are parameters, and a definition that takes
// functions has an instance for each list of them. Then each `grad` names the function that it differentiates. Of programs at closed types
// without local recursion (`front/front.ts`).
//
//   let g = λy. a * y in map g xs + grad g x        map₁ a xs + grad(g₁ a, x)
//                                                   def g₁ = λa. λy. a * y        def map₁ = λa. λxs. .. g₁ a ..
//
// The paper suggests this for its implementation: flow analysis and partial evaluation, so that J is gone before a program runs (§1).
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import { termTypes } from "../../../core/terms/check.ts";
import { freeVariablesOf } from "../../../core/terms/free-variables.ts";
import { isDerivative } from "../../../core/terms/prims.ts";
import { patternType } from "../../../core/terms/scope.ts";
import {
  apply,
  type CoreBinding,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { fun, type Type, UNIT } from "../../../types/type.ts";
import { FreshNames } from "../../common/fresh-names.ts";
import { parametersOf } from "../../front/saturated.ts";
import { Block } from "./block.ts";
import {
  depthOf,
  holdsFunctions,
  type Known,
  lookUp,
  type Scope,
  scopeOf,
  signature,
  unknownIn,
  type Value,
} from "./known-functions.ts";
import { NotUnfolded } from "./refused.ts";

const UNKNOWN =
  "which function is differentiated here, or a function that it uses, is known only when the program runs, and R transforms text";

const MANY = "its functions are given so many different functions that it would have more than 1000 definitions";

/** Known functions that capture each other so deep are values: those that a recursion makes of each other have no end. */
const MOST_NESTED = 8;
/** Definitions that a program may get. */
const MOST_INSTANCES = 1000;

type Lambda = Extract<Term, { tag: "lam" }>;

/** The program in which each derivative is one of a definition. Throws {@link NotUnfolded}. */
export function withKnownFunctions(program: CoreProgram): CoreProgram {
  return new Knowing(program).run();
}

class Knowing {
  private readonly program: CoreProgram;
  private readonly types: ReadonlyMap<Term, Type>;
  private readonly byName: ReadonlyMap<string, Global>;
  private readonly sites = new Map<Term, string>();
  private readonly made = new Map<string, Global>();
  private readonly instances = new Map<string, string>();
  private readonly names: FreshNames;
  private readonly pending: (() => void)[] = [];
  /** The functions whose bodies are being written where they are called. */
  private readonly inlined = new Set<string>();
  private block = new Block();

  constructor(program: CoreProgram) {
    this.program = program;
    this.types = termTypes(program);
    this.byName = new Map(program.globals.map((one) => [one.name, one]));
    this.names = new FreshNames(program);
  }

  run(): CoreProgram {
    const { program } = this;
    const alone = (term: Term): Term => this.alone(term);
    const ops = program.ops.map((op) => ({ ...op, value: alone(op.value), partials: op.partials.map(alone) }));
    this.definition(this.find(program.entry));
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) next();
    return { ...program, ops, globals: [...this.made.values()] };
  }

  private find(name: string): Global {
    return this.byName.get(name) ?? internal("a definition is unknown", name);
  }

  /** A closed term by itself. */
  private alone(term: Term): Term {
    this.block = new Block();
    if (term.tag === "lam") return this.written(this.lambda(term, undefined));
    return this.body(term, undefined);
  }

  /** A definition as it is, without functions that are known. */
  private definition(global: Global): void {
    if (this.made.has(global.name)) return;
    // keeps its place
    this.made.set(global.name, global);
    this.pending.push(() => this.made.set(global.name, { ...global, term: this.alone(global.term) }));
  }

  // ---- blocks

  /** A term with the bindings that it needs before it. */
  private body(term: Term, scope: Scope | undefined): Term {
    const outer = this.block;
    this.block = new Block(outer);
    const body = this.block.around(this.residual(this.term(term, scope)), term.span);
    this.block = outer;
    return body;
  }

  /** Terms from left to right: where a later one needs bindings, the earlier ones are bound before them. */
  private inOrder(terms: readonly Term[], scope: Scope | undefined): readonly Value[] {
    const values: Value[] = [];
    for (const term of terms) {
      const { lines } = this.block;
      this.block.lines = [];
      const value = this.term(term, scope);
      const added = this.block.lines;
      this.block.lines = lines;
      if (added.length > 0) for (const [at, one] of values.entries()) values[at] = this.block.bound(one);
      lines.push(...added);
      values.push(value);
    }
    return values;
  }

  private residuals(terms: readonly Term[], scope: Scope | undefined): readonly Term[] {
    return this.inOrder(terms, scope).map((one) => this.residual(one));
  }

  // ---- terms

  private typeOf(term: Term): Type {
    return this.types.get(term) ?? internal("a term has no type", term.tag);
  }

  private term(term: Term, scope: Scope | undefined): Value {
    step();
    const plain = (made: Term): Value => ({ term: made, type: this.typeOf(term) });
    switch (term.tag) {
      case "var":
        return lookUp(scope, term.name);
      case "global":
        return this.global(term);
      case "real":
      case "int":
        return plain({ ...term });
      case "tuple":
      case "fork":
      case "array":
        return plain({ ...term, items: this.residuals(term.items, scope) });
      case "list": {
        const all = this.residuals(term.tail === undefined ? term.items : [...term.items, term.tail], scope);
        if (term.tail === undefined) return plain({ ...term, items: all });
        return plain({ ...term, items: all.slice(0, -1), tail: nth(all, all.length - 1) });
      }
      case "con":
      case "op":
        return plain({ ...term, args: this.residuals(term.args, scope) });
      case "prim":
        return isDerivative(term.prim)
          ? this.derivative(term, scope)
          : plain({ ...term, args: this.residuals(term.args, scope) });
      case "proj":
      case "field":
        return plain({ ...term, term: this.residual(this.term(term.term, scope)) });
      case "lam":
        return { term, type: this.typeOf(term), known: this.lambda(term, scope) };
      case "app":
        return this.application(term, scope);
      case "let": {
        let inner = scope;
        for (const binding of term.bindings) inner = this.binding(binding, inner);
        return this.term(term.body, inner);
      }
      case "case": {
        const scrutinee = this.residual(this.term(term.scrutinee, scope));
        const branches = term.branches.map(({ pattern, body }) => {
          const made = this.block.pattern(pattern, scope);
          return { pattern: made.pattern, body: this.body(body, made.scope) };
        });
        return plain({ ...term, scrutinee, branches });
      }
      default:
        return internal("no term of this form comes here", term.tag);
    }
  }

  private binding({ pattern, bound, ...rest }: CoreBinding, scope: Scope | undefined): Scope | undefined {
    const value = this.term(bound, scope);
    if (pattern.tag === "var" && value.known !== undefined) {
      const { known } = value;
      const named = known.global === undefined ? { ...known, word: pattern.name } : known;
      return { name: pattern.name, value: { ...value, known: named }, outer: scope };
    }
    const made = this.block.pattern(pattern, scope);
    this.block.lines.push({ ...rest, pattern: made.pattern, bound: this.residual(value) });
    return made.scope;
  }

  /** A use of a definition; of a function, which is known. */
  private global(term: Extract<Term, { tag: "global" }>): Value {
    const global = this.find(term.name);
    const { params, body } = parametersOf(global);
    const type = this.typeOf(term);
    if (params.length === 0) {
      if (global.term.tag === "lam")
        return { term, type, known: { ...this.lambda(global.term, undefined), word: global.name } };
      this.definition(global);
      return { term, type };
    }
    const result = this.typeOf(body);
    const known = { site: global.name, word: global.name, params, body, result, captured: [], args: [], global };
    return { term, type, known: { ...known, span: term.span } };
  }

  private lambda(term: Lambda, scope: Scope | undefined): Known {
    let site = this.sites.get(term);
    if (site === undefined) {
      site = `λ${this.sites.size}`;
      this.sites.set(term, site);
    }
    const params: CorePattern[] = [];
    let body: Term = term;
    while (body.tag === "lam") {
      params.push(body.param);
      body = body.body;
    }
    const captured = [...freeVariablesOf(term)].sort().map((name) => [name, lookUp(scope, name)] as const);
    const result = this.typeOf(body);
    return { site, word: "fn", params, body, result, captured, args: [], span: term.span };
  }

  private application(term: Extract<Term, { tag: "app" }>, scope: Scope | undefined): Value {
    const type = this.typeOf(term);
    const fn = this.term(term.fn, scope);
    if (fn.known === undefined) {
      const before = this.block.bound(fn);
      const arg = this.residual(this.term(term.arg, scope));
      return { term: { ...term, fn: before.term, arg }, type };
    }
    const given = this.term(term.arg, scope);
    const isDeep = given.known !== undefined && depthOf(given.known) >= MOST_NESTED;
    const arg = this.block.bound(isDeep ? { term: this.residual(given), type: given.type } : given);
    const known = { ...fn.known, args: [...fn.known.args, arg] };
    if (known.args.length < known.params.length) return { term, type, known };
    return this.call(known, term.span);
  }

  // ---- calls

  /** A call of a known function that has all its arguments. One that gives a function is written where it is called, so that this is known, too. */
  private call(known: Known, span: Span | undefined): Value {
    const { site, result } = known;
    if (result.tag === "fun" && !this.inlined.has(site)) {
      this.inlined.add(site);
      const value = this.term(known.body, this.entered(known));
      this.inlined.delete(site);
      return value;
    }
    return { term: { ...this.applied(known), span }, type: result };
  }

  /** The scope of a function's body, where its parameters are bound to its arguments. */
  private entered({ captured, params, args }: Known): Scope | undefined {
    let scope = scopeOf(captured);
    for (const [index, param] of params.entries()) {
      const value = nth(args, index);
      if (param.tag === "var") scope = { name: param.name, value, outer: scope };
      else if (param.tag !== "any") {
        const made = this.block.pattern(param, scope);
        this.block.lines.push({ pattern: made.pattern, variables: [], bound: this.residual(value) });
        scope = made.scope;
      }
    }
    return scope;
  }

  /** The instance of a known function, applied to what it captured and to its arguments. */
  private applied(known: Known): Term {
    const values = unknownIn(known);
    const name: Term = { tag: "global", name: this.instance(known, values), types: [], span: known.span };
    return apply(
      name,
      ...(values.length === 0 ? [{ tag: "tuple", items: [] } as const] : values.map(({ term }) => term)),
    );
  }

  /** The definition of a known function: one for each list of known functions that it captured or is applied to. */
  private instance(known: Known, values: readonly Value[]): string {
    const key = signature(known);
    const found = this.instances.get(key);
    if (found !== undefined) return found;
    const { global } = known;
    if (global !== undefined && known.args.every((arg) => arg.known === undefined)) {
      this.instances.set(key, global.name);
      this.definition(global);
      return global.name;
    }
    if (this.instances.size > MOST_INSTANCES) throw new NotUnfolded(MANY, known.span);
    const name = this.names.name(known.word);
    this.instances.set(key, name);
    const result = known.result;
    const types = values.length === 0 ? [UNIT] : values.map((one) => one.type);
    const type = types.reduceRight<Type>((to, from) => fun(from, to), result);
    const origin = global ?? { variables: [], span: known.span };
    // keeps its place
    const place: Global = { ...origin, name, kind: "function", variables: [], type, term: known.body };
    this.made.set(name, place);
    this.pending.push(() => {
      this.block = new Block();
      const params: CorePattern[] = [];
      const renamed = this.renamed(known, params);
      if (params.length === 0) params.push({ tag: "any", type: UNIT });
      const outer = this.block;
      this.block = new Block(outer);
      const scope = this.entered(renamed);
      const body = this.block.around(this.residual(this.term(known.body, scope)), known.body.span);
      const term = params.reduceRight<Term>((rest, param) => lambda(param, rest, known.span), body);
      this.made.set(name, { ...place, term });
    });
    return name;
  }

  /** A known function over parameters of its instance, which are added to a list. */
  private renamed(known: Known, params: CorePattern[]): Known {
    const parameter = (value: Value, name: string): Value => {
      if (value.known !== undefined) return { ...value, known: this.renamed(value.known, params) };
      const chosen = this.block.fresh(name);
      params.push(varPattern(chosen, value.type));
      return { term: variable(chosen), type: value.type };
    };
    const captured = known.captured.map(([name, value]) => [name, parameter(value, name)] as const);
    const args = known.args.map((value, index) => {
      const param = nth(known.params, index);
      return parameter(value, param.tag === "var" ? param.name : "x");
    });
    return { ...known, captured, args };
  }

  // ---- functions as values

  /** A value as a term: a known function as a λ. */
  private residual({ term, known }: Value): Term {
    if (known === undefined) return term;
    if (known.global === undefined && known.args.length === 0) return this.written(known);
    if (known.global !== undefined && known.args.length === 0) {
      this.definition(known.global);
      return { tag: "global", name: known.global.name, types: [], span: known.span };
    }
    const missing = known.params.slice(known.args.length);
    const params = missing.map((param) => {
      const value = { type: patternType(param), name: this.block.fresh(param.tag === "var" ? param.name : "x") };
      return { pattern: varPattern(value.name, value.type), value: { term: variable(value.name), type: value.type } };
    });
    const call = this.applied({ ...known, args: [...known.args, ...params.map(({ value }) => value)] });
    return params.reduceRight<Term>((body, { pattern }) => lambda(pattern, body, known.span), call);
  }

  /** A λ as a term, in the scope that it captured. */
  private written({ params, body, captured, span }: Known): Term {
    let scope = scopeOf(captured);
    const patterns = params.map((param) => {
      const made = this.block.pattern(param, scope);
      scope = made.scope;
      return made.pattern;
    });
    const inner = this.body(body, scope);
    return patterns.reduceRight<Term>((rest, param) => lambda(param, rest, span), inner);
  }

  // ---- derivatives

  /** A derivative of a known function: of its definition, at what it captured. */
  private derivative(term: Extract<Term, { tag: "prim" }>, scope: Scope | undefined): Value {
    const [fn, ...rest] = this.inOrder(term.args, scope);
    const known = fn?.known;
    if (known === undefined || known.params.length !== known.args.length + 1) throw new NotUnfolded(UNKNOWN, term.span);
    const last = nth(known.params, known.params.length - 1);
    const argument: Value = { term: variable("?"), type: patternType(last) };
    const whole = { ...known, args: [...known.args, argument] };
    const values = unknownIn(whole);
    if (values.slice(0, -1).some(({ type }) => holdsFunctions(type, this.program.data)))
      throw new NotUnfolded(UNKNOWN, term.span);
    const name: Term = { tag: "global", name: this.instance(whole, values), types: [], span: known.span };
    const applied = apply(name, ...values.slice(0, -1).map((one) => one.term));
    const args = [applied, ...rest.map((one) => this.residual(one))];
    return { term: { ...term, args }, type: this.typeOf(term) };
  }
}
