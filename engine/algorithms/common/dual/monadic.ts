// D on terms in the ID generation monad ℤ → - × ℤ (Fig. 3.8): the structure of the program is kept, the next ID is
// threaded through it from left to right.
//
//   D[σ → τ] = D[σ] → ℤ → D[τ] × ℤ               If Γ ⊢ t : τ then D[Γ] ⊢ D[t] : ℤ → D[τ] × ℤ
//   D[x] = λi. (x, i)                             D[λ(x : τ). t] = λi. (λ(x : D[τ]). D[t], i)
//   D[(s, t)] = λi. let (x, i') = D[s] i in let (y, i'') = D[t] i' in ((x, y), i'')
//   D[s t] = λi. let (f, i') = D[s] i in let (x, i'') = D[t] i' in f x i''
//   D[let x : τ = s in t] = λi. let (x, i') = D[s] i in D[t] i'      and likewise case, data, letrec
//   D[s ⋆ t] is that of the pair, and D[⋆ t] runs the parts one after the other: the order of IDs is sequential here
//   D[r] = λi. (⟨r, (i, b)⟩, i + 1)
//   D[op(t₁, .., tₙ)] = λi. let (⟨x₁, d₁⟩, i₁) = D[t₁] i in .. in (⟨op(x₁, .., xₙ), (iₙ, b)⟩, iₙ + 1)
//
// The stage defines b. A definition without parameters is a computation that is run once.

import { nth, present } from "../../../base/nth.ts";
import { internal, unreachable } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import { readDefinitions } from "../../../core/notation/read.ts";
import {
  apply,
  type CoreBinding,
  type CoreFunction,
  type CorePattern,
  type CoreProgram,
  type Global,
  OPEN_TYPE,
  type OpRef,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { isDifferentiable, OPS } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";
import { fun, type Type } from "../../../types/type.ts";
import type { PlainOperands } from "../plain.ts";
import { TypeTransform } from "../types.ts";
import { numberedPair, type Scalars, type StateMonad } from "./monad.ts";
import { type Operand, operandsOf } from "./terms.ts";

/** A stage's rules for scalars and parallel parts. */
export interface MonadicRules {
  readonly scalars: Scalars;
  /** The backpropagator of a constant. */
  constant(span: Span | undefined): Term;
  /** The backpropagator of an operation; the dual parts of the operands are bound. */
  operation(op: OpRef, operands: readonly Operand[], span: Span | undefined): Term;
  /** Keeps the operands of discrete operations plain, where that is asked for. */
  readonly plain?: PlainOperands | undefined;
  /** Operands that nothing is passed on to: a fault that was asked for. */
  readonly forgotten?: ReadonlySet<Term> | undefined;
  /** A stage's rules for parallelism (§3.10); left out, parallel parts run one after the other. */
  readonly jobs?: JobRules | undefined;
}

/** D[t₁ ⋆ .. ⋆ tₙ] and its like, for a stage that keeps the parallelism of the program. */
export interface JobRules {
  /** The computation of (x₁, .., xₙ), given those of its parts. */
  fork(parts: readonly Term[], span: Span | undefined): Term;
  /** The definition that runs a list of thunks: [𝟏 → M α] → M [α]. */
  readonly list: string;
  /** The computation of a definition without parameters, which whoever comes first runs for all. */
  shared(computation: Term): Term;
}

/** The definition that runs thunks one after the other: [𝟏 → S → α × S] → S → [α] × S. */
const SEQUENCE = "inSequence";

/** D in the monad, for one program. */
export class MonadicTransform {
  readonly types: TypeTransform;
  private readonly rules: MonadicRules;
  private readonly monad: StateMonad;
  private usesSequence = false;
  /** The names of the definitions without parameters. */
  private readonly once: ReadonlySet<string>;

  constructor(program: CoreProgram, rules: MonadicRules) {
    this.monad = rules.scalars.monad;
    this.types = new TypeTransform(program.data, {
      fn: (from, to) => fun(from, this.monad.computation(to)),
    });
    this.rules = rules;
    this.once = new Set(program.globals.flatMap((global) => (global.kind === "function" ? [] : [global.name])));
  }

  /** D of the definitions of a program, and what they need besides. */
  globals(globals: readonly Global[]): readonly Global[] {
    const transformed = globals.map((global) => this.global(global));
    return this.usesSequence ? [...sequence(this.monad), ...transformed] : transformed;
  }

  private global(global: Global): Global {
    const type = this.types.type(global.type);
    if (global.kind === "function") return { ...global, type, term: this.value(global.term) };
    const own = this.term(global.term);
    // a definition that is another one is a computation by name: here it gets a λ of its own, which runs once
    const term = own.tag === "lam" ? own : this.monad.computing(apply(own, this.monad.at(0)), own.span);
    const shared = this.rules.jobs?.shared(term) ?? term;
    return { ...global, kind: "once", type: this.monad.computation(type), term: shared };
  }

  /** A λ-abstraction as the value that its computation returns. */
  private value(term: Term): Term {
    if (term.tag !== "lam") return internal("a function is no λ-abstraction");
    return { ...term, param: this.pattern(term.param), body: this.term(term.body) };
  }

  private pattern(pattern: CorePattern): CorePattern {
    return this.types.pattern(pattern, this.rules.scalars.dualPart);
  }

  /** D[t], a computation. */
  term(term: Term): Term {
    step();
    const { span } = term;
    const types = (all: readonly Type[]) => all.map((type) => this.types.type(type));
    switch (term.tag) {
      case "var":
        return this.pure({ ...term, types: types(term.types) });
      case "global":
        // a definition without parameters is a computation itself
        if (this.once.has(term.name)) return { ...term, types: types(term.types) };
        return this.pure({ ...term, types: types(term.types) });
      case "int":
        return this.pure(term);
      case "real":
        return this.constant([], () => term, span);
      case "fork":
        if (this.rules.jobs !== undefined) return this.forked(this.rules.jobs, term);
        return this.sequenced(term.items, (items) => ({ tag: "tuple", items, span }), span);
      case "tuple":
        return this.sequenced(term.items, (items) => ({ tag: "tuple", items, span }), span);
      case "list": {
        const parts = term.tail === undefined ? term.items : [...term.items, term.tail];
        const item = this.types.type(term.item);
        const make = (all: readonly Term[]): Term => ({
          tag: "list",
          items: all.slice(0, term.items.length),
          tail: term.tail === undefined ? undefined : all.at(-1),
          item,
          span,
        });
        return this.sequenced(parts, make, span);
      }
      case "array": {
        const item = this.types.type(term.item);
        return this.sequenced(term.items, (items) => ({ ...term, items, item }), span);
      }
      case "con":
        return this.sequenced(
          term.args,
          (args) => ({
            ...term,
            data: this.types.dataName(term.data),
            con: this.types.constructorName(term.data, term.con),
            types: types(term.types),
            args,
          }),
          span,
        );
      case "prim":
        return this.sequenced(term.args, (args) => ({ ...term, types: types(term.types), args }), span);
      case "lam":
        return this.pure(this.value(term));
      case "app": {
        const call = (fn: Term, arg: Term): Term => ({ tag: "app", fn, arg, span });
        return this.called([term.fn, term.arg], ([fn, arg]) => call(present(fn), present(arg)), span);
      }
      case "let":
        return this.let(term);
      case "letrec":
        return this.letrec(term);
      case "case":
        return this.case(term);
      case "op":
        return this.operation(term);
      case "forkList": {
        const name = this.rules.jobs?.list ?? SEQUENCE;
        this.usesSequence ||= name === SEQUENCE;
        const fn: Term = { tag: "global", name, types: [this.types.type(term.item)], span };
        return this.called([term.thunks], ([thunks]) => ({ tag: "app", fn, arg: present(thunks), span }), span);
      }
      case "proj":
      case "field":
      case "dual":
      case "partial":
        return internal(`a ${term.tag} in a source program`);
      default:
        return unreachable(term);
    }
  }

  private forked(jobs: JobRules, { items, span }: Extract<Term, { tag: "fork" }>): Term {
    const parts = items.map((item) => this.term(item));
    return jobs.fork(parts, span);
  }

  /** λi. (t, i). */
  private pure(term: Term): Term {
    return this.monad.computing(this.monad.returning(term, 0, term.span), term.span);
  }

  /** Computes terms from left to right and runs the computation that is made of their values. */
  private called(terms: readonly Term[], make: (values: readonly Term[]) => Term, span: Span | undefined): Term {
    const { bindings, names, step } = this.bindAll(terms);
    const body: Term = { tag: "app", fn: make(names.map(variable)), arg: this.monad.at(step), span };
    return this.monad.computing({ tag: "let", bindings, body, span }, span);
  }

  /** let (x₁, i₁) = D[t₁] i₀ in .. in let (xₙ, iₙ) = D[tₙ] iₙ₋₁: fresh names for the values, and the last step. */
  private bindAll(terms: readonly Term[], patterns?: readonly CorePattern[]) {
    const names = terms.map((_, index) => subscript("x", index + 1));
    const bindings = terms.map((term, index): CoreBinding => {
      const pattern = patterns?.[index] ?? varPattern(nth(names, index), OPEN_TYPE);
      return this.bind(pattern, term, index);
    });
    return { bindings, names, step: terms.length };
  }

  /** let (p, iₖ₊₁) = D[t] iₖ. */
  private bind(pattern: CorePattern, term: Term, step: number, variables: readonly string[] = []): CoreBinding {
    const bound: Term = { tag: "app", fn: this.term(term), arg: this.monad.at(step), span: term.span };
    return {
      span: term.span,
      pattern: { tag: "tuple", items: [pattern, this.monad.binder(step + 1)] },
      variables,
      bound,
    };
  }

  /** Computes terms from left to right and returns what is made of their values. */
  private sequenced(terms: readonly Term[], make: (values: readonly Term[]) => Term, span: Span | undefined): Term {
    if (terms.length === 0) return this.monad.computing(this.monad.returning(make([]), 0, span), span);
    const { bindings, names, step } = this.bindAll(terms);
    return this.monad.computing(
      { tag: "let", bindings, body: this.monad.returning(make(names.map(variable)), step, span), span },
      span,
    );
  }

  private let(term: Extract<Term, { tag: "let" }>): Term {
    let step = 0;
    const bindings = term.bindings.map((binding): CoreBinding => {
      // a polymorphic function is bound as the value that it is
      if (binding.variables.length > 0 && binding.bound.tag === "lam") {
        return { ...binding, pattern: this.pattern(binding.pattern), bound: this.value(binding.bound) };
      }
      const bound = this.bind(this.pattern(binding.pattern), binding.bound, step, binding.variables);
      step++;
      return { ...bound, span: binding.span };
    });
    const body: Term = { tag: "app", fn: this.term(term.body), arg: this.monad.at(step), span: term.span };
    return this.monad.computing({ tag: "let", bindings, body, span: term.span }, term.span);
  }

  private letrec(term: Extract<Term, { tag: "letrec" }>): Term {
    const { span } = term;
    const functions = term.functions.map(
      (fn): CoreFunction => ({ ...fn, type: this.types.type(fn.type), term: this.value(fn.term) }),
    );
    const body: Term = { tag: "app", fn: this.term(term.body), arg: this.monad.at(0), span };
    return this.monad.computing({ tag: "letrec", functions, body, span }, span);
  }

  private case(term: Extract<Term, { tag: "case" }>): Term {
    const { span } = term;
    const { bindings, names, step } = this.bindAll([term.scrutinee]);
    const branches = term.branches.map(({ pattern, body }) => ({
      pattern: this.pattern(pattern),
      body: { tag: "app", fn: this.term(body), arg: this.monad.at(step), span: body.span } as const,
    }));
    const body: Term = { tag: "case", scrutinee: variable(nth(names, 0)), branches, span };
    return this.monad.computing({ tag: "let", bindings, body, span }, span);
  }

  /** A Real that does not depend on the input: computed from terms without dual parts. */
  private constant(args: readonly Term[], make: (values: readonly Term[]) => Term, span: Span | undefined): Term {
    const { bindings, names, step } = this.bindAll(args);
    return this.scalar(bindings, make(names.map(variable)), this.rules.constant(span), step, span);
  }

  /** Under bindings, (⟨x, d⟩, s): the scalar with its ID and backpropagator. */
  private scalar(
    bindings: readonly CoreBinding[],
    primal: Term,
    back: Term,
    step: number,
    span: Span | undefined,
  ): Term {
    const numbered = this.rules.scalars.number(primal, () => back, step, span);
    return this.monad.computing(
      numberedPair({ ...numbered, bindings: [...bindings, ...numbered.bindings] }, span),
      span,
    );
  }

  private operation(term: Extract<Term, { tag: "op" }>): Term {
    const { span } = term;
    const op = term.op.tag === "builtin" ? OPS[term.op.id] : undefined;
    if (op !== undefined && op.result === "Real" && !isDifferentiable(op)) {
      return this.constant(term.args, (args) => ({ ...term, args }), span);
    }
    const plain = this.rules.plain?.operation(term);
    if (plain !== undefined) return this.monad.computing(this.monad.returning(plain, 0, span), span);
    const { operands, patterns } = operandsOf(term, this.rules.scalars.dualPart, this.rules.forgotten);
    const isDiscrete = op !== undefined && op.result !== "Real";
    const { bindings, step } = this.bindAll(term.args, patterns);
    const primal: Term = { ...term, args: operands.map((operand) => variable(operand.primal)) };
    if (!isDiscrete) return this.scalar(bindings, primal, this.rules.operation(term.op, operands, span), step, span);
    const body = this.monad.returning(primal, step, span);
    return this.monad.computing({ tag: "let", bindings, body, span }, span);
  }
}

/** The definition that runs thunks one after the other, in a monad. */
function sequence(monad: StateMonad): readonly Global[] {
  const text = `
    def ${SEQUENCE}⟦a⟧ : [𝟏 → S → a × S] → S → [a] × S =
      λ(ts : [𝟏 → S → a × S]). λ(s : S). case ts of {
        [] → ([]⟦a⟧, s)
      | (t :: r) → let (x, s₁) = t () s in let (xs, s₂) = ${SEQUENCE}⟦a⟧ r s₁ in (x :: xs, s₂) }`;
  return readDefinitions(text, { S: monad.state }).globals;
}
