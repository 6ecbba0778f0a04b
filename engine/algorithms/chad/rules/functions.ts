// Functions as values (thesis, Fig. 5.4): a function is paired with nothing; what comes back to one is the log of its calls, the copower.
//
//   D[λp. t]          let f = λp. D[t] in
//                     ( λx. let (y, ȳ) = f x in (y, λ̲d. the half of ȳ d for p's variables)
//                     , λ̲l. the sum over (x, d, m) in l of againⁿ(m, λ(). let (y, ȳ) = f x in the half of ȳ d for the variables around) )
//   D[s t]            let (f, f̄) = D[s]; (x, x̄) = D[t]; m = hereⁿ(); (y, ȳ) = f x in (y, λ̲d. f̄ [(x, d, m)] + x̄ (ȳ d))

import { internal } from "../../../base/unreachable.ts";
import { apply, lambda, OPEN_TYPE, prim, type Term, variable, varPattern } from "../../../core/terms/term.ts";
import { letIn, open, pairOf } from "../../common/rule-terms.ts";
import type { Scope } from "../environments/environment.ts";
import { type Bound, OWN, type Writer } from "./writer.ts";

/** s t, of a function that is a value (Fig. 5.4): what comes back is an entry of the function's log, and goes on to the argument. */
export function applied(writer: Writer, term: Extract<Term, { tag: "app" }>, scope: Scope): Term {
  const { environment, cotangents, types } = writer.at;
  const type = writer.typeOf(term.fn);
  if (type.tag !== "fun") return internal("what is called is no function", type.tag);
  const log = environment.functions ?? internal("a function as a value");
  const fn = writer.bound(term.fn, scope);
  const arg = writer.bound(term.arg, scope);
  const result = writer.named(writer.fresh(), { ...apply(fn.value, arg.value), span: term.span });
  const mark = writer.numbered(OWN.mark);
  const bindings: readonly Bound[] = [fn.binding, arg.binding, [open(mark), prim("here", [], [])], result.binding];
  const [from, to] = [types.type(type.from), cotangents.type(type.to)];
  return writer.pair(term, bindings, result.value, (d) =>
    environment.sum(scope, [
      fn.back(apply(log.entry(from, to, arg.value, variable(mark)), d)),
      arg.back(result.back(d)),
    ]),
  );
}

/** λp. t (Fig. 5.4): called, it keeps the half of the derivative that goes to its argument; the other half follows from its log. */
export function lambdaRule(writer: Writer, term: Extract<Term, { tag: "lam" }>, scope: Scope): Term {
  const { environment, cotangents, types } = writer.at;
  const type = writer.typeOf(term);
  if (type.tag !== "fun") return internal("a function of another type", type.tag);
  const log = environment.functions ?? internal("a function as a value");
  const [fn, argument] = [writer.fresh(), writer.fresh()];
  const inner = writer.inner(scope, [term.param]);
  const [from, to] = [types.type(type.from), cotangents.type(type.to)];
  const body = lambda(types.pattern(term.param, OPEN_TYPE), writer.term(term.body, inner), term.span);
  const result = writer.named(writer.fresh(), apply(variable(fn), variable(argument)));
  const sent = result.back(variable(OWN.d));
  const half = log.argument(scope, inner, sent, writer.ofPattern(term.param));
  const back = writer.linear(OWN.d, to, half);
  const value = lambda(varPattern(argument, from), letIn([result.binding], pairOf(result.value, back)), term.span);
  const around = letIn([result.binding], log.around(scope, inner, sent));
  const replayed = log.replayed(scope, [varPattern(argument, from), varPattern(OWN.d, to)], around);
  return writer.pair(term, [[open(fn), body]], value, (d) => apply(replayed, d));
}
