// D on terms: a term gives its value and its backpropagator, which sends a cotangent of the value to the variables that are free in it (thesis,
// Fig. 5.3, 5.4 and 6.6). The rules are the same for all stages; what an environment is, `environment.ts` says.
//
//   D[x]              (x, λ̲d. one_x d)
//   D[let p = s in t] let (x, x̄) = D[s]; (y, ȳ) = let p = x in D[t] in (y, λ̲d. leave p's variables of ȳ d; x̄ of their cotangents)
//   D[(s, t)]         let (x, x̄) = D[s]; (y, ȳ) = D[t] in ((x, y), λ̲d. x̄ (lfst d) + ȳ (lsnd d))
//   D[πᵢ t]           let (x, x̄) = D[t] in (πᵢ x, λ̲d. x̄ (0, .., d, .., 0))
//   D[C s t]          as pairs, from the cotangents of the fields
//   D[case s of ..]   let (x, x̄) = D[s] in case x of { p → let (y, ȳ) = D[t] in (y, λ̲d. leave p's variables of ȳ d; x̄ of their cotangents) }
//   D[op(s, t)]       let (x, x̄) = D[s]; (y, ȳ) = D[t]; (z, n) = bornⁿ(op(x, y)) in
//                     (z, λ̲d. let d = reachⁿ(n, d) in x̄ (∂₁op(x, y)(d)) + ȳ (∂₂op(x, y)(d)))
//   D[f s t]          let (x, x̄) = D[s]; (y, ȳ) = D[t]; (z, z̄) = f x y in (z, λ̲d. let (ẋ, ẏ) = z̄ d in x̄ ẋ + ȳ ẏ)         a definition
//   D[λp. t], D[s t]  `functions.ts`, where functions are values
//   D[r], D[n], ..    (r, λ̲d. 0)
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { patternVariables } from "../../core/terms/map-term.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  OPEN_TYPE,
  type OpRef,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { isDifferentiable, OPS } from "../../scalars/ops.ts";
import { CONS, fun, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import { backName } from "../common/marked-names.ts";
import { global, letIn, open, pairOf, pairPattern } from "../common/rule-terms.ts";
import type { TypeTransform } from "../common/types.ts";
import { type Call, callOf, parametersOf, parameterTypes, resultType } from "../front/saturated.ts";
import { type Cotangents, NOTHING, one } from "./cotangents.ts";
import { cotangentOf, type Environment, type Scope, variableIn } from "./environment.ts";

/** The name of the backpropagators of terms, whose calls are counted. */
export const BACKPROPAGATOR = "bp";

/** Names of the rules' own variables, which no program has: a cotangent, the number of a scalar, the number at which a call began. */
const OWN = { d: "d₀", n: "n₀", mark: "m₀" } as const;

/** The surroundings of the rules, for all definitions of a program. */
export interface Surroundings {
  readonly program: CoreProgram;
  readonly known: ReadonlyMap<Term, Type>;
  /** D₁ on types. */
  readonly types: TypeTransform;
  readonly cotangents: Cotangents;
  readonly environment: Environment;
}

type Bound = readonly [CorePattern, Term];

/** A term's value and its backpropagator as variables, with the binding of both. */
interface Named {
  readonly binding: Bound;
  readonly value: Term;
  back(cotangent: Term): Term;
}

/** D on the terms of one definition. */
export class Rules {
  private readonly at: Surroundings;
  private readonly definitions: ReadonlyMap<string, Global>;
  private count = 0;
  private depth = 0;
  private readonly used: ReadonlySet<string>;

  /** `used` are the names that the definition at hand binds. */
  constructor(at: Surroundings, used: ReadonlySet<string>) {
    this.at = at;
    this.used = used;
    this.definitions = new Map(at.program.globals.map((global) => [global.name, global]));
  }

  /** D of a definition. A function takes its arguments to its result and a backpropagator, from that to the arguments' cotangents. */
  definition(of: Global): Global {
    const { types, cotangents, environment } = this.at;
    const { params, body } = parametersOf(of);
    if (params.length === 0) return { ...of, type: types.type(of.type), term: this.valueOf(body) };
    const from = parameterTypes(of.type, params.length);
    const to = resultType(of.type, params.length);
    const scope = this.inner(undefined, params);
    const { binding, value, back } = this.bound(body, scope);
    const sent = back(variable(OWN.d));
    const shares = one(params.map((param) => this.ofPattern(param)));
    const given = environment.run(scope, sent, shares, this.depth);
    const result = pairOf(value, this.linear(OWN.d, cotangents.type(to), given));
    const term = params.reduceRight<Term>(
      (rest, param) => lambda(types.pattern(param, OPEN_TYPE), rest, of.term.span),
      letIn([binding], result),
    );
    const shared = from.map((type) => cotangents.type(type));
    const gives = tuple(
      types.type(to),
      lin(cotangents.type(to), shared.length === 1 ? nth(shared, 0) : tuple(...shared)),
    );
    return { ...of, type: from.reduceRight<Type>((rest, type) => fun(types.type(type), rest), gives), term };
  }

  /** The value of a closed term. */
  private valueOf(term: Term): Term {
    const { binding, value } = this.bound(term, undefined);
    return letIn([binding], value);
  }

  /** (value, λ̲d. back d), under bindings. */
  private pair(of: Term, bindings: readonly Bound[], value: Term, back: (cotangent: Term) => Term): Term {
    const type = this.at.cotangents.type(this.typeOf(of));
    const param = varPattern(OWN.d, type);
    const body = back(variable(OWN.d));
    const fn: Term = { tag: "lam", linear: true, named: BACKPROPAGATOR, param, body, span: of.span };
    return letIn(bindings, pairOf(value, fn));
  }

  /** D of a subterm, bound to a variable and a backpropagator. */
  private bound(term: Term, scope: Scope, name = this.fresh()): Named {
    const back = backName(name);
    return {
      binding: [pairPattern(open(name), open(back)), this.term(term, scope)],
      value: variable(name),
      back: (d) => apply(variable(back), d),
    };
  }

  private typeOf(term: Term): Type {
    return this.at.known.get(term) ?? internal("a term has no type", term.tag);
  }

  private fresh(): string {
    let name: string;
    do name = subscript("t", ++this.count);
    while (this.used.has(name));
    return name;
  }

  private linear(name: string, type: Type, body: Term): Term {
    return { tag: "lam", linear: true, param: varPattern(name, type), body };
  }

  /** A scope with the variables of patterns that have cotangents. */
  private inner(scope: Scope, patterns: readonly CorePattern[]): Scope {
    let at = scope;
    for (const pattern of patterns)
      for (const { name, type } of patternVariables(pattern))
        if (this.at.cotangents.carries(type)) at = { name, type, outer: at, depth: (at?.depth ?? 0) + 1 };
    this.depth = Math.max(this.depth, at?.depth ?? 0);
    return at;
  }

  /** The cotangent of what a pattern took apart, of those of its variables. */
  private ofPattern(pattern: CorePattern): Term {
    const { cotangents } = this.at;
    switch (pattern.tag) {
      case "var":
        if (!cotangents.carries(pattern.type)) return NOTHING;
        return cotangentOf({ name: pattern.name, type: pattern.type, outer: undefined, depth: 0 });
      case "any":
        return cotangents.zero(pattern.type);
      case "number":
        return pattern.type === "Real" ? { tag: "real", value: 0 } : NOTHING;
      case "tuple":
        return cotangents.whole(
          pattern.items.map(typeOfPattern),
          pattern.items.map((item) => this.ofPattern(item)),
        );
      case "con":
        return cotangents.constructed(
          typeOfPattern(pattern),
          pattern.con,
          pattern.args.map((arg) => this.ofPattern(arg)),
        );
      case "dual":
        return internal("a dual number in a source program");
    }
  }

  // ---- the rules

  /** D[t]. */
  private term(term: Term, scope: Scope): Term {
    step();
    const { environment, cotangents } = this.at;
    switch (term.tag) {
      case "var": {
        const isSent = variableIn(scope, term.name) !== undefined;
        const back = (d: Term): Term => (isSent ? environment.one(scope, term.name, d) : environment.zero(scope));
        return this.pair(term, [], term, back);
      }
      case "real":
        return this.constant(term, [], prim("born", [], [term], term.span), scope);
      case "int":
        return this.constant(term, [], term, scope);
      case "global":
        // a value, for functions have all their arguments
        return this.constant(term, [], term, scope);
      case "tuple":
      case "fork":
        return this.parts(
          term,
          term.items,
          scope,
          (values) => ({ tag: "tuple", items: values, span: term.span }),
          (d) => {
            const types = term.items.map((item) => this.typeOf(item));
            return cotangents.carries(tuple(...types)) ? cotangents.parts(types, d) : undefined;
          },
        );
      case "con":
        return this.construct(term, scope);
      case "list":
        return this.list(term, scope);
      case "proj": {
        const whole = this.typeOf(term.term);
        const items = whole.tag === "tuple" ? whole.items : internal("a part of what has none", whole.tag);
        const { binding, value, back } = this.bound(term.term, scope);
        const hot = (d: Term): readonly Term[] =>
          items.map((type, index) => (index === term.index ? d : cotangents.zero(type)));
        return this.pair(term, [binding], { ...term, term: value }, (d) => back(cotangents.whole(items, hot(d))));
      }
      case "let":
        return this.lets(term, 0, scope);
      case "case":
        return this.choice(term, scope);
      case "op":
        return this.operation(term, scope);
      case "app":
        return this.application(term, scope);
      case "lam":
        return this.lambda(term, scope);
      case "prim":
        return this.native(term, scope);
      case "letrec":
      case "field":
      case "array":
      case "forkList":
      case "dual":
      case "partial":
        return internal("no term of this form comes here", term.tag);
    }
  }

  /** A value from which nothing goes back. */
  private constant(of: Term, bindings: readonly Bound[], value: Term, scope: Scope): Term {
    return this.pair(of, bindings, value, () => this.at.environment.zero(scope));
  }

  /**
   * A value of several parts. `apart` takes its cotangent apart into a tuple of theirs, or that of a single one alone; undefined where it
   * has none.
   */
  private parts(
    of: Term,
    terms: readonly Term[],
    scope: Scope,
    value: (values: readonly Term[]) => Term,
    apart: (d: Term) => Term | undefined,
  ): Term {
    const all = terms.map((term) => this.bound(term, scope));
    const bindings = all.map(({ binding }) => binding);
    return this.pair(of, bindings, value(all.map((part) => part.value)), (d) => {
      const taken = all.length === 0 ? undefined : apart(d);
      return taken === undefined ? this.at.environment.zero(scope) : this.spread(all, taken, scope);
    });
  }

  /** The sum of what backpropagators send, each of its part of a tuple; of a single one, of the whole. */
  private spread(to: readonly Named[], whole: Term, scope: Scope): Term {
    if (to.length === 1) return nth(to, 0).back(whole);
    const names = to.map((_, index) => subscript("d", index + 1));
    const pattern: CorePattern = { tag: "tuple", items: names.map(open) };
    const sent = to.map(({ back }, index) => back(variable(nth(names, index))));
    return letIn([[pattern, whole]], this.at.environment.sum(scope, sent));
  }

  private construct(term: Extract<Term, { tag: "con" }>, scope: Scope): Term {
    const { types, cotangents } = this.at;
    const type = this.typeOf(term);
    const make = (args: readonly Term[]): Term => ({
      ...term,
      data: types.dataName(term.data),
      con: types.constructorName(term.data, term.con),
      types: term.types.map((one) => types.type(one)),
      args,
    });
    const apart = (d: Term): Term | undefined =>
      cotangents.carries(type) ? cotangents.cast(type, term.con, d) : undefined;
    return this.parts(term, term.args, scope, make, apart);
  }

  /** s :: t, one after the other; [] is a constructor without fields. */
  private list(term: Extract<Term, { tag: "list" }>, scope: Scope): Term {
    const { types, cotangents } = this.at;
    const { item, tail } = term;
    const type = list(item);
    if (term.items.length === 0 && tail !== undefined) return this.term(tail, scope);
    const all = term.items.map((one) => this.bound(one, scope));
    const end = tail && this.bound(tail, scope);
    const items = all.map(({ value }) => value);
    const bindings = [...all, ...(end === undefined ? [] : [end])].map(({ binding }) => binding);
    const value: Term = { ...term, items, tail: end?.value, item: types.type(item) };
    return this.pair(term, bindings, value, (d) => {
      if (!cotangents.carries(type) || all.length === 0) return this.at.environment.zero(scope);
      const names = all.map((_, index) => subscript("d", index + 1));
      const rests = all.map((_, index) => subscript("r", index + 1));
      const apart = all.map((_, index): Bound => {
        const whole = index === 0 ? d : variable(nth(rests, index - 1));
        return [pairPattern(open(nth(names, index)), open(nth(rests, index))), cotangents.cast(type, CONS, whole)];
      });
      const sent = all.map(({ back }, index) => back(variable(nth(names, index))));
      const last = end?.back(variable(nth(rests, all.length - 1)));
      return letIn(apart, this.at.environment.sum(scope, last === undefined ? sent : [...sent, last]));
    });
  }

  private lets(term: Extract<Term, { tag: "let" }>, from: number, scope: Scope): Term {
    const binding = term.bindings[from];
    if (binding === undefined) return this.term(term.body, scope);
    const { pattern, bound } = binding;
    const { types, environment } = this.at;
    const first = this.bound(bound, scope, pattern.tag === "var" ? pattern.name : undefined);
    const opened: readonly Bound[] =
      pattern.tag === "var" || pattern.tag === "any" ? [] : [[types.pattern(pattern, OPEN_TYPE), first.value]];
    const inner = this.inner(scope, [pattern]);
    const name = this.fresh();
    const rest: Named = {
      binding: [pairPattern(open(name), open(backName(name))), this.lets(term, from + 1, inner)],
      value: variable(name),
      back: (d) => apply(variable(backName(name)), d),
    };
    return this.pair(term.body, [first.binding, ...opened, rest.binding], rest.value, (d) =>
      environment.leave(scope, inner, rest.back(d), first.back(this.ofPattern(pattern))),
    );
  }

  private choice(term: Extract<Term, { tag: "case" }>, scope: Scope): Term {
    const { types, environment } = this.at;
    const subject = this.bound(term.scrutinee, scope);
    const branches = term.branches.map(({ pattern, body }) => {
      const inner = this.inner(scope, [pattern]);
      const { binding, value, back } = this.bound(body, inner);
      const sent = (d: Term): Term => environment.leave(scope, inner, back(d), subject.back(this.ofPattern(pattern)));
      return { pattern: types.pattern(pattern, OPEN_TYPE), body: this.pair(term, [binding], value, sent) };
    });
    return letIn([subject.binding], { ...term, scrutinee: subject.value, branches });
  }

  private operation(term: Extract<Term, { tag: "op" }>, scope: Scope): Term {
    const { op, span } = term;
    const args = term.args.map((arg) => this.bound(arg, scope));
    const bindings = args.map(({ binding }) => binding);
    const values = args.map(({ value }) => value);
    const applied: Term = { ...term, args: values };
    if (op.tag === "builtin" && OPS[op.id].result !== "Real") return this.constant(term, bindings, applied, scope);
    if (op.tag === "builtin" && !isDifferentiable(OPS[op.id]))
      return this.constant(term, bindings, prim("born", [], [applied], span), scope);
    const name = this.fresh();
    const number = subscript(OWN.n, this.count);
    const numbered: Bound = [pairPattern(varPattern(name, REAL), open(number)), prim("numbered", [], [applied], span)];
    return this.pair(term, [...bindings, numbered], variable(name), (d) => {
      const reached = prim("reach", [], [variable(number), { tag: "int", value: 0 }, d], span);
      const shares = args.flatMap(({ back }, index) =>
        isReal(op, index) ? [back({ tag: "partial", op, index, args: values, cotangent: variable(OWN.d), span })] : [],
      );
      return letIn([[varPattern(OWN.d, REAL), reached]], this.at.environment.sum(scope, shares));
    });
  }

  /** A native operation that nothing flows through: what makes an error, and the like. */
  private native(term: Extract<Term, { tag: "prim" }>, scope: Scope): Term {
    const args = term.args.map((arg) => this.bound(arg, scope));
    const types = term.types.map((type) => this.at.types.type(type));
    const value: Term = { ...term, types, args: args.map((arg) => arg.value) };
    return this.constant(
      term,
      args.map(({ binding }) => binding),
      value,
      scope,
    );
  }

  // ---- calls and functions

  private application(term: Extract<Term, { tag: "app" }>, scope: Scope): Term {
    const call = callOf(term);
    const called = call && this.definitions.get(call.name);
    if (call !== undefined && called !== undefined && parametersOf(called).params.length === call.args.length)
      return this.call(term, call, scope);
    return this.applied(term, scope);
  }

  /** A call of a definition with all its arguments. */
  private call(term: Term, { name, args }: Call, scope: Scope): Term {
    const all = args.map((arg) => this.bound(arg, scope));
    const result = this.fresh();
    const { span } = term;
    const called: Term = { ...apply({ ...global(name), span }, ...all.map(({ value }) => value)), span };
    const back = backName(result);
    const bindings: readonly Bound[] = [
      ...all.map(({ binding }) => binding),
      [pairPattern(open(result), open(back)), called],
    ];
    return this.pair(term, bindings, variable(result), (d) => this.spread(all, apply(variable(back), d), scope));
  }

  /** s t, of a function that is a value (Fig. 5.4): what comes back is an entry of the function's log, and goes on to the argument. */
  private applied(term: Extract<Term, { tag: "app" }>, scope: Scope): Term {
    const { environment, cotangents, types } = this.at;
    const type = this.typeOf(term.fn);
    if (type.tag !== "fun") return internal("what is called is no function", type.tag);
    const log = environment.functions ?? internal("a function as a value");
    const fn = this.bound(term.fn, scope);
    const arg = this.bound(term.arg, scope);
    const name = this.fresh();
    const mark = subscript(OWN.mark, this.count);
    const bindings: readonly Bound[] = [
      fn.binding,
      arg.binding,
      [open(mark), prim("here", [], [])],
      [pairPattern(open(name), open(backName(name))), { ...apply(fn.value, arg.value), span: term.span }],
    ];
    const [from, to] = [types.type(type.from), cotangents.type(type.to)];
    return this.pair(term, bindings, variable(name), (d) =>
      environment.sum(scope, [
        fn.back(apply(log.entry(from, to, arg.value, variable(mark)), d)),
        arg.back(apply(variable(backName(name)), d)),
      ]),
    );
  }

  /** λp. t (Fig. 5.4): called, it keeps the half of the derivative that goes to its argument; the other half follows from its log. */
  private lambda(term: Extract<Term, { tag: "lam" }>, scope: Scope): Term {
    const { environment, cotangents, types } = this.at;
    const type = this.typeOf(term);
    if (type.tag !== "fun") return internal("a function of another type", type.tag);
    const log = environment.functions ?? internal("a function as a value");
    const [fn, argument, result] = [this.fresh(), this.fresh(), this.fresh()];
    const inner = this.inner(scope, [term.param]);
    const [from, to] = [types.type(type.from), cotangents.type(type.to)];
    const body = lambda(types.pattern(term.param, OPEN_TYPE), this.term(term.body, inner), term.span);
    const again: Bound = [pairPattern(open(result), open(backName(result))), apply(variable(fn), variable(argument))];
    const sent = apply(variable(backName(result)), variable(OWN.d));
    const half = log.argument(scope, inner, sent, this.ofPattern(term.param));
    const back: Term = { tag: "lam", linear: true, param: varPattern(OWN.d, to), body: half };
    const value = lambda(varPattern(argument, from), letIn([again], pairOf(variable(result), back)), term.span);
    const around = letIn([again], log.around(scope, inner, sent));
    const replayed = log.replayed(scope, [varPattern(argument, from), varPattern(OWN.d, to)], around);
    return this.pair(term, [[open(fn), body]], value, (d) => apply(replayed, d));
  }
}

/** The type of what a pattern takes apart. */
function typeOfPattern(pattern: CorePattern): Type {
  switch (pattern.tag) {
    case "var":
    case "any":
      return pattern.type;
    case "number":
      return { tag: "con", name: pattern.type, args: [] };
    case "tuple":
      return tuple(...pattern.items.map(typeOfPattern));
    case "con":
      return { tag: "con", name: pattern.data, args: pattern.types };
    case "dual":
      return internal("a dual number in a source program");
  }
}

function isReal(op: OpRef, index: number): boolean {
  return op.tag === "custom" || OPS[op.id].args[index] === "Real";
}
