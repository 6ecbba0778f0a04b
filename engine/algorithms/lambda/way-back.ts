// ρ: backpropagators of bodies, which go through their bindings from the last to the first (Pearlmutter and Siskind 2008, §4).
//
//   λẋₙ. let ẋ' = 0; ..; ẋₙ₋₁ = 0; ρ[xₙ = eₙ]; ..; ρ[x₁ = e₁] in ([ẋ'..], ẋ₀)       by the rules in `reverse.ts`
//
// In a text that is transformed again (`nested/`), what is zero where the text is made is left out, with what it would send on.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { apply, type CorePattern, lambda, type Term, variable, varPattern } from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { REAL, type Type } from "../../types/type.ts";
import { backName, renewed, rowName, sensitivityName } from "../common/marked-names.ts";
import { letIn, pairOf, pairPattern } from "../common/rule-terms.ts";
import { type Binding, type Body, boundBy } from "../front/anf.ts";
import { type Applied, isReal, type Line, OWN, type Subject } from "./context.ts";
import { backCode, further, legIn, overRow } from "./nested/told.ts";
import { ofScalar, parts, SENS, scalar, ZERO } from "./sensitivities.ts";

/** ρ on the bodies of a definition. */
export class WayBack {
  private readonly subject: Subject;

  constructor(subject: Subject) {
    this.subject = subject;
  }

  /** The backpropagator of a body. `around` are the variables that come in; `argument` is made of the sensitivities at the end. */
  of(
    body: Body,
    free: readonly string[],
    around: readonly string[],
    argument: (at: (name: string) => Term) => Term,
  ): Term {
    const lines: Line[] = [];
    const sums = new Map<string, Term>();
    const often = new Map<string, number>();
    const { result } = body;
    const seed = this.subject.carries(result) ? sensitivityName(result) : OWN.s;
    const begin = (name: string): void => {
      if (name === result || !this.subject.carries(name)) return;
      lines.push([varPattern(sensitivityName(name), SENS), this.subject.zero(name)]);
      sums.set(name, variable(sensitivityName(name)));
    };
    if (!this.subject.isInner) new Set([...free, ...around, ...body.bindings.flatMap(boundBy)]).forEach(begin);
    sums.set(result, variable(sensitivityName(result)));
    const at = (name: string): Term => (this.subject.carries(name) ? (sums.get(name) ?? ZERO) : this.subject.nothing());
    const renew = (word: string): string => {
      const count = (often.get(word) ?? 0) + 1;
      often.set(word, count);
      return renewed(word, count);
    };
    const add = (name: string, amount: Term): void => {
      if (!this.subject.carries(name)) return;
      const before = at(name);
      if (this.subject.isInner && (before === ZERO || amount === ZERO)) {
        sums.set(name, before === ZERO ? amount : before);
        return;
      }
      const sum = renew(sensitivityName(name));
      lines.push([varPattern(sum, SENS), this.subject.at.sum(before, amount)]);
      sums.set(name, variable(sum));
    };
    const own = (word: string): string => (this.subject.isInner ? renew(word) : word);
    for (const binding of body.bindings.toReversed()) this.backOf(binding, { lines, at, add, own });
    return lambda(varPattern(seed, SENS), letIn(lines, pairOf(parts(free.map(at)), argument(at))));
  }

  private backOf({ name, step, span }: Binding, sums: Sums): void {
    const { lines, at, add, own } = sums;
    // what is zero where the text is made sends nothing
    if (this.subject.isInner && step.tag !== "open" && at(name) === ZERO) return;
    const called = (): readonly [env: Term, arg: Term] => {
      const [env, arg] = [own(OWN.env), own(OWN.arg)];
      const isUsed = step.tag !== "op";
      const pattern = pairPattern(isUsed ? varPattern(env, SENS) : { tag: "any", type: SENS }, varPattern(arg, SENS));
      lines.push([pattern, apply(variable(backName(name)), at(name))]);
      return [variable(env), variable(arg)];
    };
    switch (step.tag) {
      case "copy":
        return add(step.of, at(name));
      case "constant":
      case "discrete":
      case "global":
        return;
      case "native": {
        const leg = legIn(step.term);
        if (leg === undefined) return;
        return add(leg.value, overRow(leg.row, further(leg.code, true), SENS, at(name), span));
      }
      case "op": {
        if (this.subject.isInner) return this.sent(step, name, span, sums);
        const [, arg] = called();
        if (step.args.length === 1) return add(nth(step.args, 0), arg);
        return this.spread(step.args, arg, sums);
      }
      case "apply": {
        const [env, arg] = called();
        add(step.fn, env);
        return add(step.arg, arg);
      }
      case "tuple":
        return this.spread(step.items, at(name), sums);
      case "con":
        return this.spread(step.args, at(name), sums);
      case "open":
        return add(step.of, this.ofPattern(step.pattern, at));
      case "part": {
        const whole = this.subject.typeOf(step.of);
        const items = whole.tag === "tuple" ? whole.items : internal("a part of what has none", whole.tag);
        const hot = items.map((type, index) => (index === step.index ? at(name) : this.zeroAt(type, step, index)));
        return add(step.of, parts(hot));
      }
      case "lambda":
        if (this.subject.at.isEnvironmentForgotten) return;
        return this.spread(step.fn.free, at(name), sums);
      case "case": {
        const [env, arg] = called();
        this.spread(step.free, env, sums);
        return add(step.of, arg);
      }
    }
  }

  /** The way back through an operation within: its partials times what came, where that is no zero. */
  private sent(step: Applied, of: string, span: Span | undefined, { lines, at, add, own }: Sums): void {
    const { there } = this.subject.at;
    const z = own(OWN.z);
    const told = there === undefined || span === undefined ? undefined : own(OWN.z);
    const reals = step.args.flatMap((name, index) => (isReal(step.op, index) ? [{ name, index, own: own("p") }] : []));
    const one = <T>(items: readonly T[], many: (items: readonly T[]) => T): T =>
      items.length === 1 ? nth(items, 0) : many(items);
    const tuple = (items: readonly Term[]): Term => ({ tag: "tuple", items });
    const shares = reals.map(({ index }) => scalar(this.subject.partial(step, index, z, span)));
    const zeros = reals.map((): Term => ZERO);
    const sent = one(shares, tuple);
    const over = told && overRow(rowName(of), backCode(present(there)), REAL, variable(told), span);
    const body = ofScalar(
      at(of),
      told ?? z,
      over ? letIn([[varPattern(z, REAL), over]], sent) : sent,
      one(zeros, tuple),
    );
    const patterns = reals.map((real) => varPattern(real.own, SENS));
    lines.push([one<CorePattern>(patterns, (items) => ({ tag: "tuple", items })), body]);
    for (const real of reals) add(real.name, variable(real.own));
  }

  /** Adds the parts of a sensitivity to those of variables, in order. */
  private spread(to: readonly string[], whole: Term, { lines, add, own }: Sums): void {
    if (!to.some((one) => this.subject.carries(one))) return;
    const parts = to.map((_, index) => (this.subject.isInner ? own("p") : renewed("p", index + 1)));
    const patterns = to.map(
      (one, index): CorePattern =>
        this.subject.carries(one) ? varPattern(nth(parts, index), SENS) : { tag: "any", type: SENS },
    );
    const pattern: CorePattern = patterns.length === 1 ? nth(patterns, 0) : { tag: "tuple", items: patterns };
    lines.push([pattern, this.subject.at.apart.of(to.length, whole)]);
    for (const [index, one] of to.entries()) add(one, variable(nth(parts, index)));
  }

  private zeroAt(type: Type, { of, size }: Extract<Binding["step"], { tag: "part" }>, index: number): Term {
    const { zeros } = this.subject.at;
    if (zeros === undefined) return ZERO;
    return apply(zeros.at(type), { tag: "proj", index, size, term: variable(of) });
  }

  /** The sensitivity of a value that a pattern took apart. */
  ofPattern(pattern: CorePattern, at: Sums["at"]): Term {
    switch (pattern.tag) {
      case "var":
        return at(pattern.name);
      case "number":
        return pattern.type === "Real" && this.subject.at.zeros !== undefined
          ? scalar({ tag: "real", value: 0 })
          : this.subject.nothing();
      case "tuple":
        return parts(pattern.items.map((item) => this.ofPattern(item, at)));
      case "con":
        return parts(pattern.args.map((arg) => this.ofPattern(arg, at)));
      case "any":
      case "dual":
        return internal("a pattern that names nothing", pattern.tag);
    }
  }
}

/** The reverse half of a body that is being written: its lines, the sensitivities so far, and how one grows. */
interface Sums {
  readonly lines: Line[];
  at(name: string): Term;
  add(name: string, amount: Term): void;
  /** A name for what comes back: in a text that is transformed again, a new one each time. */
  own(word: string): string;
}
