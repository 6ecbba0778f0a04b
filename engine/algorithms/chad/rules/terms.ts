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
//   D[r], D[n], ..    let (x, n) = bornⁿ(r) in (x, λ̲d. let _ = reachⁿ(n, d) in 0); for what is no Real, (n, λ̲d. 0)

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
import type { Span } from "../../../source/span.ts";
import { CONS, fun, lin, list, REAL, type Type, tuple } from "../../../types/type.ts";
import { global, letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import { type Call, callOf, parametersOf, parameterTypes, resultType } from "../../front/saturated.ts";
import { one } from "../cotangents/pieces.ts";
import { type Scope, variableIn } from "../environments/environment.ts";
import { arrayRule } from "./arrays.ts";
import { applied, lambdaRule } from "./functions.ts";
import { type Bound, OWN, type Writer } from "./writer.ts";

/** D of a definition. A function takes its arguments to its result and a backpropagator, from that to the arguments' cotangents. */
export function definitionRule(writer: Writer, of: Global): Global {
  const { types, cotangents, environment } = writer.at;
  const { params, body } = parametersOf(of);
  if (params.length === 0) return { ...of, type: types.type(of.type), term: valueOf(writer, body) };
  const from = parameterTypes(of.type, params.length);
  const to = resultType(of.type, params.length);
  const scope = writer.inner(undefined, params);
  const { binding, value, back } = writer.bound(body, scope);
  const sent = back(variable(OWN.d));
  const shares = one(params.map((param) => writer.ofPattern(param)));
  const given = environment.run(scope, sent, shares, writer.depth);
  const result = pairOf(value, writer.linear(OWN.d, cotangents.type(to), given));
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
function valueOf(writer: Writer, term: Term): Term {
  const { binding, value } = writer.bound(term, undefined);
  return letIn([binding], value);
}

/** D[t]. */
export function termRule(writer: Writer, term: Term, scope: Scope): Term {
  step();
  const { environment, cotangents } = writer.at;
  switch (term.tag) {
    case "var": {
      const isSent = variableIn(scope, term.name) !== undefined;
      const back = (d: Term): Term => (isSent ? environment.one(scope, term.name, d) : environment.zero(scope));
      return writer.pair(term, [], term, back);
    }
    case "real":
      return scalarRule(writer, term, [], term, scope);
    case "int":
      return writer.constant(term, [], term, scope);
    case "global":
      // a value, for functions have all their arguments
      return writer.constant(term, [], term, scope);
    case "tuple":
    case "fork":
      return writer.parts(
        term,
        term.items,
        scope,
        (values) => ({ tag: "tuple", items: values, span: term.span }),
        (d) => {
          const types = term.items.map((item) => writer.typeOf(item));
          return cotangents.carries(tuple(...types)) ? cotangents.parts(types, d) : undefined;
        },
      );
    case "con":
      return constructRule(writer, term, scope);
    case "list":
      return listRule(writer, term, scope);
    case "proj": {
      const whole = writer.typeOf(term.term);
      const items = whole.tag === "tuple" ? whole.items : internal("a part of what has none", whole.tag);
      const { binding, value, back } = writer.bound(term.term, scope);
      const hot = (d: Term): readonly Term[] =>
        items.map((type, index) => (index === term.index ? d : cotangents.zero(type)));
      return writer.pair(term, [binding], { ...term, term: value }, (d) => back(cotangents.whole(items, hot(d))));
    }
    case "let":
      return letsRule(writer, term, 0, scope);
    case "case":
      return choiceRule(writer, term, scope);
    case "op":
      return operationRule(writer, term, scope);
    case "app":
      return applicationRule(writer, term, scope);
    case "lam":
      return lambdaRule(writer, term, scope);
    case "prim":
      return arrayRule(writer, term, scope) ?? nativeRule(writer, term, scope);
    case "letrec":
    case "field":
    case "array":
    case "forkList":
    case "dual":
    case "partial":
      return internal("no term of this form comes here", term.tag);
  }
}

function constructRule(writer: Writer, term: Extract<Term, { tag: "con" }>, scope: Scope): Term {
  const { types, cotangents } = writer.at;
  const type = writer.typeOf(term);
  const make = (args: readonly Term[]): Term => ({
    ...term,
    data: types.dataName(term.data),
    con: types.constructorName(term.data, term.con),
    types: term.types.map((one) => types.type(one)),
    args,
  });
  const apart = (d: Term): Term | undefined =>
    cotangents.carries(type) ? cotangents.cast(type, term.con, d) : undefined;
  return writer.parts(term, term.args, scope, make, apart);
}

/** s :: t, one after the other; [] is a constructor without fields. */
function listRule(writer: Writer, term: Extract<Term, { tag: "list" }>, scope: Scope): Term {
  const { types, cotangents } = writer.at;
  const { item, tail } = term;
  const type = list(item);
  if (term.items.length === 0 && tail !== undefined) return writer.term(tail, scope);
  const all = term.items.map((one) => writer.bound(one, scope));
  const end = tail && writer.bound(tail, scope);
  const items = all.map(({ value }) => value);
  const bindings = [...all, ...(end === undefined ? [] : [end])].map(({ binding }) => binding);
  const value: Term = { ...term, items, tail: end?.value, item: types.type(item) };
  return writer.pair(term, bindings, value, (d) => {
    if (!cotangents.carries(type) || all.length === 0) return writer.at.environment.zero(scope);
    const names = all.map((_, index) => subscript("d", index + 1));
    const rests = all.map((_, index) => subscript("r", index + 1));
    const apart = all.map((_, index): Bound => {
      const whole = index === 0 ? d : variable(nth(rests, index - 1));
      return [pairPattern(open(nth(names, index)), open(nth(rests, index))), cotangents.cast(type, CONS, whole)];
    });
    const sent = all.map(({ back }, index) => back(variable(nth(names, index))));
    const last = end?.back(variable(nth(rests, all.length - 1)));
    return letIn(apart, writer.at.environment.sum(scope, last === undefined ? sent : [...sent, last]));
  });
}

function letsRule(writer: Writer, term: Extract<Term, { tag: "let" }>, from: number, scope: Scope): Term {
  const binding = term.bindings[from];
  if (binding === undefined) return writer.term(term.body, scope);
  const { pattern, bound } = binding;
  const { types, environment } = writer.at;
  const first = writer.bound(bound, scope, pattern.tag === "var" ? pattern.name : undefined);
  const opened: readonly Bound[] =
    pattern.tag === "var" || pattern.tag === "any"
      ? []
      : [[types.pattern(pattern, OPEN_TYPE), first.value, binding.span]];
  const inner = writer.inner(scope, [pattern]);
  const rest = writer.named(writer.fresh(), letsRule(writer, term, from + 1, inner));
  const back = (d: Term): Term => environment.leave(scope, inner, rest.back(d), first.back(writer.ofPattern(pattern)));
  return writer.pair(term.body, [first.binding, ...opened, rest.binding], rest.value, back, placeOf(term, from));
}

/** The place of a `let` from one of its bindings on. */
function placeOf({ span, bindings }: Extract<Term, { tag: "let" }>, from: number): Span | undefined {
  const begin = from === 0 ? undefined : bindings[from]?.bound.span;
  return span === undefined || begin === undefined ? span : { ...span, from: begin.from };
}

function choiceRule(writer: Writer, term: Extract<Term, { tag: "case" }>, scope: Scope): Term {
  const { types, environment } = writer.at;
  const subject = writer.bound(term.scrutinee, scope);
  const branches = term.branches.map(({ pattern, body }) => {
    const inner = writer.inner(scope, [pattern]);
    const { binding, value, back } = writer.bound(body, inner);
    const sent = (d: Term): Term => environment.leave(scope, inner, back(d), subject.back(writer.ofPattern(pattern)));
    return { pattern: types.pattern(pattern, OPEN_TYPE), body: writer.pair(term, [binding], value, sent) };
  });
  return letIn([subject.binding], { ...term, scrutinee: subject.value, branches });
}

/** A Real that no Real flows into: it has a number, and its cotangent goes nowhere. */
function scalarRule(writer: Writer, of: Term, bindings: readonly Bound[], value: Term, scope: Scope): Term {
  const name = writer.fresh();
  const number = writer.numbered(OWN.n);
  const made: Bound = [pairPattern(varPattern(name, REAL), open(number)), prim("numbered", [], [value], of.span)];
  return writer.pair(of, [...bindings, made], variable(name), (d) =>
    letIn([[{ tag: "any", type: REAL }, reached(number, d, of.span)]], writer.at.environment.zero(scope)),
  );
}

/** reachⁿ(n, d): the whole cotangent of a scalar is known. */
function reached(number: string, cotangent: Term, span: Span | undefined): Term {
  return prim("reach", [], [variable(number), { tag: "int", value: 0 }, cotangent], span);
}

function operationRule(writer: Writer, term: Extract<Term, { tag: "op" }>, scope: Scope): Term {
  const { op, span } = term;
  const args = term.args.map((arg) => writer.bound(arg, scope));
  const bindings = args.map(({ binding }) => binding);
  const values = args.map(({ value }) => value);
  const applied: Term = { ...term, args: values };
  if (op.tag === "builtin" && OPS[op.id].result !== "Real") return writer.constant(term, bindings, applied, scope);
  if (op.tag === "builtin" && !isDifferentiable(OPS[op.id])) return scalarRule(writer, term, bindings, applied, scope);
  const name = writer.fresh();
  const number = writer.numbered(OWN.n);
  const numbered: Bound = [pairPattern(varPattern(name, REAL), open(number)), prim("numbered", [], [applied], span)];
  return writer.pair(term, [...bindings, numbered], variable(name), (d) => {
    const shares = args.flatMap(({ back }, index) =>
      isReal(op, index) ? [back({ tag: "partial", op, index, args: values, cotangent: variable(OWN.d), span })] : [],
    );
    return letIn([[varPattern(OWN.d, REAL), reached(number, d, span)]], writer.at.environment.sum(scope, shares));
  });
}

/** A native operation that nothing flows through: what makes an error, and the like. */
function nativeRule(writer: Writer, term: Extract<Term, { tag: "prim" }>, scope: Scope): Term {
  const args = term.args.map((arg) => writer.bound(arg, scope));
  const types = term.types.map((type) => writer.at.types.type(type));
  const value: Term = { ...term, types, args: args.map((arg) => arg.value) };
  return writer.constant(
    term,
    args.map(({ binding }) => binding),
    value,
    scope,
  );
}

function applicationRule(writer: Writer, term: Extract<Term, { tag: "app" }>, scope: Scope): Term {
  const call = callOf(term);
  const called = call && writer.definitions.get(call.name);
  if (call !== undefined && called !== undefined && parametersOf(called).params.length === call.args.length)
    return callRule(writer, term, call, scope);
  return applied(writer, term, scope);
}

/** A call of a definition with all its arguments. */
function callRule(writer: Writer, term: Term, { name, args }: Call, scope: Scope): Term {
  const all = args.map((arg) => writer.bound(arg, scope));
  const { span } = term;
  const called: Term = { ...apply({ ...global(name), span }, ...all.map(({ value }) => value)), span };
  const result = writer.named(writer.fresh(), called);
  const bindings = [...all, result].map(({ binding }) => binding);
  return writer.pair(term, bindings, result.value, (d) => writer.spread(all, result.back(d), scope));
}

function isReal(op: OpRef, index: number): boolean {
  return op.tag === "custom" || OPS[op.id].args[index] === "Real";
}
