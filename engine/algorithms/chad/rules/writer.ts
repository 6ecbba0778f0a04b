// The parts that the rules of D have in common: a term's pair of a value and a backpropagator, names, scopes, and the cotangents of patterns.
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { patternVariables } from "../../../core/terms/map-term.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type Global,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import { type Type, tuple } from "../../../types/type.ts";
import { backName } from "../../common/marked-names.ts";
import { letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import type { TypeTransform } from "../../common/types.ts";
import type { Bags } from "../cotangents/bags.ts";
import type { Cotangents } from "../cotangents/cotangents.ts";
import { NOTHING } from "../cotangents/pieces.ts";
import { cotangentOf, type Environment, type Scope } from "../environments/environment.ts";
import { FITS } from "../natives.ts";

/** The name of the backpropagators of terms, whose calls are counted; no definition has it. */
export const BACKPROPAGATOR = "bp₀";

/** Names of the rules' own variables, which no program has: a cotangent, the number of a scalar, the number at which a call began. */
export const OWN = { d: "d", n: "n₀", mark: "m₀" } as const;

/** The surroundings of the rules, for all definitions of a program. */
export interface Surroundings {
  readonly program: CoreProgram;
  readonly known: ReadonlyMap<Term, Type>;
  /** D₁ on types. */
  readonly types: TypeTransform;
  readonly cotangents: Cotangents;
  readonly environment: Environment;
  /** Cotangents of arrays, where a stage has arrays. */
  readonly bags: Bags | undefined;
  /** Whether each backpropagator of data checks that its cotangent fits the value. */
  readonly isChecked: boolean;
}

/** A binding of a `let`; its place is the pattern's, where that may not match. */
export type Bound = readonly [CorePattern, Term, (Span | undefined)?];

/** A term's value and its backpropagator as variables, with the binding of both. */
export interface Named {
  readonly binding: Bound;
  readonly value: Term;
  back(cotangent: Term): Term;
}

/** D of a term. */
export type Rule = (writer: Writer, term: Term, scope: Scope) => Term;

/** Writes D on the terms of one definition. */
export class Writer {
  readonly at: Surroundings;
  /** The definitions of the program. */
  readonly definitions: ReadonlyMap<string, Global>;
  /** The most variables in scope so far. */
  depth = 0;
  private count = 0;
  private readonly used: ReadonlySet<string>;
  private readonly rule: Rule;

  /** `used` are the names that the definition at hand binds. */
  constructor(at: Surroundings, used: ReadonlySet<string>, rule: Rule) {
    this.at = at;
    this.used = used;
    this.rule = rule;
    this.definitions = new Map(at.program.globals.map((one) => [one.name, one]));
  }

  /** D[t]. */
  term(term: Term, scope: Scope): Term {
    return this.rule(this, term, scope);
  }

  /** (value, λ̲d. back d), under bindings: of a term, at a place that is not its own where it has the value of another one. */
  pair(
    of: Term,
    bindings: readonly Bound[],
    value: Term,
    back: (cotangent: Term) => Term,
    span: Span | undefined = of.span,
  ): Term {
    const { cotangents, types, isChecked } = this.at;
    const source = this.typeOf(of);
    const type = cotangents.type(source);
    const param = varPattern(OWN.d, type);
    const lam = (body: Term): Term => ({ tag: "lam", linear: true, named: BACKPROPAGATOR, param, body, span });
    if (!isChecked || !cotangents.hasSides(source)) return letIn(bindings, pairOf(value, lam(back(variable(OWN.d)))));
    const name = this.fresh();
    const checked = prim(FITS, [type, types.type(source)], [variable(name), variable(OWN.d)], of.span);
    const body = letIn([[param, checked]], back(variable(OWN.d)));
    return letIn([...bindings, [open(name), value]], pairOf(variable(name), lam(body)));
  }

  /** D of a subterm, bound to a variable and a backpropagator. */
  bound(term: Term, scope: Scope, name = this.fresh()): Named {
    return this.named(name, this.term(term, scope));
  }

  /** A pair of a value and a backpropagator, bound to a variable and its backpropagator. */
  named(name: string, pair: Term): Named {
    const back = backName(name);
    return {
      binding: [pairPattern(open(name), open(back)), pair],
      value: variable(name),
      back: (d) => apply(variable(back), d),
    };
  }

  /** A value from which nothing goes back. */
  constant(of: Term, bindings: readonly Bound[], value: Term, scope: Scope): Term {
    return this.pair(of, bindings, value, () => this.at.environment.zero(scope));
  }

  /**
   * A value of several parts. `apart` takes its cotangent apart into a tuple of theirs, or that of a single one alone; undefined where it
   * has none.
   */
  parts(
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
  spread(to: readonly Named[], whole: Term, scope: Scope): Term {
    if (to.length === 1) return nth(to, 0).back(whole);
    const names = to.map((_, index) => subscript("d", index + 1));
    const pattern: CorePattern = { tag: "tuple", items: names.map(open) };
    const sent = to.map(({ back }, index) => back(variable(nth(names, index))));
    return letIn([[pattern, whole]], this.at.environment.sum(scope, sent));
  }

  /** λ̲name. body. */
  linear(name: string, type: Type, body: Term): Term {
    return { tag: "lam", linear: true, param: varPattern(name, type), body };
  }

  /** The name of a number beside a variable that was just made. */
  numbered(name: string): string {
    return subscript(name, this.count);
  }

  /** The type of a term of the source. */
  typeOf(term: Term): Type {
    return this.at.known.get(term) ?? internal("a term has no type", term.tag);
  }

  /** A name for a variable, which neither the definition at hand nor another one has. */
  fresh(): string {
    let name: string;
    do name = subscript("t", ++this.count);
    while (this.used.has(name) || this.definitions.has(name));
    return name;
  }

  /** A scope with the variables of patterns that have cotangents. */
  inner(scope: Scope, patterns: readonly CorePattern[]): Scope {
    let at = scope;
    for (const pattern of patterns)
      for (const { name, type } of patternVariables(pattern))
        if (this.at.cotangents.carries(type)) at = { name, type, outer: at, depth: (at?.depth ?? 0) + 1 };
    this.depth = Math.max(this.depth, at?.depth ?? 0);
    return at;
  }

  /** The cotangent of what a pattern took apart, of those of its variables. */
  ofPattern(pattern: CorePattern): Term {
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
