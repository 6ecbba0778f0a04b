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

import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import {
  apply,
  type Global,
  lambda,
  OPEN_TYPE,
  type OpRef,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { isDifferentiable, OPS } from "../../../scalars/ops.ts";
import { CONS, fun, lin, list, REAL, type Type, tuple } from "../../../types/type.ts";
import { backName } from "../../common/marked-names.ts";
import { global, letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import { type Call, callOf, parametersOf, parameterTypes, resultType } from "../../front/saturated.ts";
import { one } from "../cotangents/pieces.ts";
import { type Scope, variableIn } from "../environments/environment.ts";
import { arrayRule } from "./arrays.ts";
import { applied, lambdaRule } from "./functions.ts";
import { type Bound, type Named, OWN, type Surroundings, Writer } from "./writer.ts";

/** D on the terms of one definition. */
export class Rules extends Writer {
  private readonly definitions: ReadonlyMap<string, Global>;

  /** `used` are the names that the definition at hand binds. */
  constructor(at: Surroundings, used: ReadonlySet<string>) {
    super(at, used);
    this.definitions = new Map(at.program.globals.map((global) => [global.name, global]));
  }

  /** D of a definition. A function takes its arguments to its result and a backpropagator, from that to the arguments' cotangents. */
  definition(of: Global): Global {
    const { types, cotangents, environment } = this.at;
    const { params, body } = parametersOf(of);
    if (params.length === 0) return { ...of, type: types.type(of.type), term: this.closedValue(body) };
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
  private closedValue(term: Term): Term {
    const { binding, value } = this.bound(term, undefined);
    return letIn([binding], value);
  }

  // ---- the rules

  /** D[t]. */
  override term(term: Term, scope: Scope): Term {
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
        return lambdaRule(this, term, scope);
      case "prim":
        return arrayRule(this, term, scope) ?? this.native(term, scope);
      case "letrec":
      case "field":
      case "array":
      case "forkList":
      case "dual":
      case "partial":
        return internal("no term of this form comes here", term.tag);
    }
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
    const number = this.numbered(OWN.n);
    const numbered: Bound = [pairPattern(varPattern(name, REAL), open(number)), prim("numbered", [], [applied], span)];
    return this.pair(term, [...bindings, numbered], variable(name), (d) => {
      const reached = prim("reach", [], [variable(number), { tag: "int", value: 0 }, d], span);
      const shares = args.flatMap(({ back }, index) =>
        isReal(op, index) ? [back({ tag: "partial", op, index, args: values, cotangent: variable(OWN.d), span })] : [],
      );
      return letIn([[varPattern(OWN.d, REAL), reached]], this.at.environment.sum(scope, shares));
    });
  }

  // ---- calls and functions

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

  private application(term: Extract<Term, { tag: "app" }>, scope: Scope): Term {
    const call = callOf(term);
    const called = call && this.definitions.get(call.name);
    if (call !== undefined && called !== undefined && parametersOf(called).params.length === call.args.length)
      return this.call(term, call, scope);
    return applied(this, term, scope);
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
}

function isReal(op: OpRef, index: number): boolean {
  return op.tag === "custom" || OPS[op.id].args[index] === "Real";
}
