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
// What b is, is the stage's. A definition without parameters is a computation that is run once.
import { internal, unreachable } from "../../base/unreachable.ts";
import { isDifferentiable, OPS } from "../../core/ops.ts";
import {
  builtin,
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
} from "../../core/term.ts";
import type { Span } from "../../source/span.ts";
import { fun, INT, LIST, list, REAL, type Type, tuple, typeVariable, UNIT } from "../../types/type.ts";
import type { Operand } from "./terms.ts";
import { TypeTransform } from "./types.ts";

/** What a stage says of scalars: the function part of their dual, ℝ̲ ⊸ M. */
export interface MonadicRules {
  /** D[ℝ] = ℝ × dualPart; here ℤ × (ℝ̲ ⊸ M). */
  readonly dualPart: Type;
  /** The backpropagator of a constant. */
  constant(span: Span | undefined): Term;
  /** The backpropagator of an operation; the dual parts of the operands are bound. */
  operation(op: OpRef, operands: readonly Operand[], span: Span | undefined): Term;
}

/** The type of computations of a type: ℤ → τ × ℤ. */
export function computation(type: Type): Type {
  return fun(INT, tuple(type, INT));
}

/** The name of the state after so many steps; the state at the beginning is i₀. */
function state(step: number): string {
  return subscript("i", step);
}

/** λi. body, for a body that starts at {@link state} 0. */
export function computing(body: Term, span?: Span): Term {
  return { tag: "lam", linear: false, param: varPattern(state(0), INT), body, span };
}

/** (t, i), at a step. */
function returning(term: Term, step: number, span?: Span): Term {
  return { tag: "tuple", items: [term, variable(state(step))], span };
}

/** i + 1. */
export function nextId(step: number): Term {
  return builtin("addInt", [variable(state(step)), { tag: "int", value: 1 }]);
}

/** The definition that runs thunks one after the other: [𝟏 → ℤ → α × ℤ] → ℤ → [α] × ℤ. */
const SEQUENCE = "inSequence";

/** D in the monad, for one program. */
export class MonadicTransform {
  readonly types: TypeTransform;
  private readonly rules: MonadicRules;
  private usesSequence = false;

  constructor(program: CoreProgram, rules: MonadicRules) {
    this.types = new TypeTransform(program.data, computation);
    this.rules = rules;
  }

  /** D of the definitions of a program, and what they need besides. */
  globals(globals: readonly Global[]): readonly Global[] {
    const transformed = globals.map((global) => this.global(global));
    return this.usesSequence ? [sequence(), ...transformed] : transformed;
  }

  private global(global: Global): Global {
    const type = this.types.type(global.type);
    if (global.kind === "function") return { ...global, type, term: this.value(global.term) };
    return { ...global, kind: "once", type: computation(type), term: this.term(global.term) };
  }

  /** A λ-abstraction as the value that its computation returns. */
  private value(term: Term): Term {
    if (term.tag !== "lam") return internal("a function is no λ-abstraction");
    return { ...term, param: this.pattern(term.param), body: this.term(term.body) };
  }

  /** D[p]. */
  pattern(pattern: CorePattern): CorePattern {
    switch (pattern.tag) {
      case "var":
      case "any":
        return { ...pattern, type: this.types.type(pattern.type) };
      case "number": {
        if (pattern.type === "Int") return pattern;
        return { tag: "dual", primal: pattern, dual: { tag: "any", type: this.rules.dualPart } };
      }
      case "tuple":
        return { tag: "tuple", items: pattern.items.map((item) => this.pattern(item)) };
      case "con":
        return {
          tag: "con",
          data: this.types.dataName(pattern.data),
          con: this.types.constructorName(pattern.data, pattern.con),
          types: pattern.types.map((type) => this.types.type(type)),
          args: pattern.args.map((arg) => this.pattern(arg)),
        };
      case "dual":
        return internal("a dual number in a source program");
    }
  }

  /** D[t], a computation. */
  term(term: Term): Term {
    const { span } = term;
    const types = (all: readonly Type[]) => all.map((type) => this.types.type(type));
    switch (term.tag) {
      case "var":
        return computing(returning({ ...term, types: types(term.types) }, 0, span), span);
      case "global":
        return this.reference({ ...term, types: types(term.types) });
      case "int":
        return computing(returning(term, 0, span), span);
      case "real":
        return this.constant([], () => term, span);
      case "tuple":
      case "fork":
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
        return computing(returning(this.value(term), 0, span), span);
      case "app": {
        const { bindings, names, step } = this.bindAll([term.fn, term.arg]);
        const call: Term = { tag: "app", fn: variable(names[0]!), arg: variable(names[1]!), span };
        const body: Term = { tag: "app", fn: call, arg: variable(state(step)), span };
        return computing({ tag: "let", bindings, body, span }, span);
      }
      case "let":
        return this.let(term);
      case "letrec": {
        const functions = term.functions.map(
          (fn): CoreFunction => ({ ...fn, type: this.types.type(fn.type), term: this.value(fn.term) }),
        );
        const body: Term = { tag: "app", fn: this.term(term.body), arg: variable(state(0)), span };
        return computing({ tag: "letrec", functions, body, span }, span);
      }
      case "case": {
        const { bindings, names, step } = this.bindAll([term.scrutinee]);
        const branches = term.branches.map(({ pattern, body }) => ({
          pattern: this.pattern(pattern),
          body: { tag: "app", fn: this.term(body), arg: variable(state(step)), span: body.span } as const,
        }));
        const body: Term = { tag: "case", scrutinee: variable(names[0]!), branches, span };
        return computing({ tag: "let", bindings, body, span }, span);
      }
      case "op":
        return this.operation(term);
      case "forkList": {
        this.usesSequence = true;
        const { bindings, names, step } = this.bindAll([term.thunks]);
        const fn: Term = { tag: "global", name: SEQUENCE, types: [this.types.type(term.item)], span };
        const call: Term = { tag: "app", fn, arg: variable(names[0]!), span };
        const body: Term = { tag: "app", fn: call, arg: variable(state(step)), span };
        return computing({ tag: "let", bindings, body, span }, span);
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

  private reference(term: Extract<Term, { tag: "global" }>): Term {
    // a definition without parameters is a computation itself
    return this.once.has(term.name) ? term : computing(returning(term, 0, term.span), term.span);
  }

  /** The names of the definitions without parameters. */
  private readonly once = new Set<string>();

  /** Says which definitions have no parameters; called before any term is transformed. */
  declare(globals: readonly Global[]): this {
    for (const global of globals) if (global.kind !== "function") this.once.add(global.name);
    return this;
  }

  /** let (x₁, i₁) = D[t₁] i₀ in .. in let (xₙ, iₙ) = D[tₙ] iₙ₋₁: fresh names for the values, and the last step. */
  private bindAll(terms: readonly Term[], patterns?: readonly CorePattern[]) {
    const names = terms.map((_, index) => subscript("x", index + 1));
    const bindings = terms.map((term, index): CoreBinding => {
      const pattern = patterns?.[index] ?? varPattern(names[index]!, OPEN_TYPE);
      return this.bind(pattern, term, index);
    });
    return { bindings, names, step: terms.length };
  }

  /** let (p, iₖ₊₁) = D[t] iₖ. */
  private bind(pattern: CorePattern, term: Term, step: number, variables: readonly string[] = []): CoreBinding {
    const bound: Term = { tag: "app", fn: this.term(term), arg: variable(state(step)), span: term.span };
    return {
      span: term.span,
      pattern: { tag: "tuple", items: [pattern, varPattern(state(step + 1), INT)] },
      variables,
      bound,
    };
  }

  /** Computes terms from left to right and returns what is made of their values. */
  private sequenced(terms: readonly Term[], make: (values: readonly Term[]) => Term, span: Span | undefined): Term {
    if (terms.length === 0) return computing(returning(make([]), 0, span), span);
    const { bindings, names, step } = this.bindAll(terms);
    return computing({ tag: "let", bindings, body: returning(make(names.map(variable)), step, span), span }, span);
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
    const body: Term = { tag: "app", fn: this.term(term.body), arg: variable(state(step)), span: term.span };
    return computing({ tag: "let", bindings, body, span: term.span }, term.span);
  }

  /** A Real that does not depend on the input: computed from terms without dual parts. */
  private constant(args: readonly Term[], make: (values: readonly Term[]) => Term, span: Span | undefined): Term {
    const { bindings, names, step } = this.bindAll(args);
    const body = this.scalar(make(names.map(variable)), this.rules.constant(span), step, span);
    return computing(bindings.length === 0 ? body : { tag: "let", bindings, body, span }, span);
  }

  /** (⟨x, (i, b)⟩, i + 1). */
  private scalar(primal: Term, back: Term, step: number, span: Span | undefined): Term {
    const dual: Term = {
      tag: "dual",
      primal,
      dual: { tag: "tuple", items: [variable(state(step)), back], span },
      span,
    };
    return { tag: "tuple", items: [dual, nextId(step)], span };
  }

  private operation(term: Extract<Term, { tag: "op" }>): Term {
    const { span } = term;
    const op = term.op.tag === "builtin" ? OPS[term.op.id] : undefined;
    const isReal = (index: number) => op === undefined || op.args[index] === "Real";
    if (op !== undefined && op.result === "Real" && !isDifferentiable(op)) {
      return this.constant(term.args, (args) => ({ ...term, args }), span);
    }
    const operands = term.args.map((_, index): Operand => {
      return { primal: subscript("x", index + 1), dual: isReal(index) ? subscript("d", index + 1) : undefined };
    });
    const isDiscrete = op !== undefined && op.result !== "Real";
    const patterns = operands.map(({ primal, dual }, index): CorePattern => {
      const value = varPattern(primal, isReal(index) ? REAL : INT);
      if (dual === undefined) return value;
      const part: CorePattern = isDiscrete
        ? { tag: "any", type: this.rules.dualPart }
        : varPattern(dual, this.rules.dualPart);
      return { tag: "dual", primal: value, dual: part };
    });
    const { bindings, step } = this.bindAll(term.args, patterns);
    const primal: Term = { ...term, args: operands.map((operand) => variable(operand.primal)) };
    const body = isDiscrete
      ? returning(primal, step, span)
      : this.scalar(primal, this.rules.operation(term.op, operands, span), step, span);
    return computing({ tag: "let", bindings, body, span }, span);
  }
}

/** inSequence = λts. λi. case ts of { [] → ([], i) | t :: r → let (x, i₁) = t () i in let (xs, i₂) = inSequence r i₁ in (x :: xs, i₂) }. */
function sequence(): Global {
  const a = typeVariable("a");
  const thunk = fun(UNIT, computation(a));
  const self: Term = { tag: "global", name: SEQUENCE, types: [a] };
  const apply2 = (fn: Term, x: Term, i: Term): Term => ({ tag: "app", fn: { tag: "app", fn, arg: x }, arg: i });
  const bind = (name: string, type: Type, step: number, bound: Term): CoreBinding => ({
    pattern: { tag: "tuple", items: [varPattern(name, type), varPattern(state(step), INT)] },
    variables: [],
    bound,
  });
  const unit: Term = { tag: "tuple", items: [] };
  const cons: Term = {
    tag: "let",
    bindings: [
      bind("x", a, 1, apply2(variable("t"), unit, variable(state(0)))),
      bind("xs", list(a), 2, apply2(self, variable("r"), variable(state(1)))),
    ],
    body: returning({ tag: "list", items: [variable("x")], tail: variable("xs"), item: a }, 2),
  };
  const pattern = (name: string, args: readonly CorePattern[]): CorePattern => ({
    tag: "con",
    data: LIST,
    con: name,
    types: [thunk],
    args,
  });
  const body: Term = {
    tag: "case",
    scrutinee: variable("ts"),
    branches: [
      { pattern: pattern("[]", []), body: returning({ tag: "list", items: [], tail: undefined, item: a }, 0) },
      { pattern: pattern("::", [varPattern("t", thunk), varPattern("r", list(thunk))]), body: cons },
    ],
  };
  const term: Term = { tag: "lam", linear: false, param: varPattern("ts", list(thunk)), body: computing(body) };
  return {
    name: SEQUENCE,
    kind: "function",
    variables: ["a"],
    type: fun(list(thunk), computation(list(a))),
    term,
    span: undefined,
  };
}
