// R on terms in A-normal form (Pearlmutter and Siskind 2008, §4): a function also gives a backpropagator, which takes the sensitivity of its
// result to those of its environment and of its argument.
//
//   R[λx₀. let x₁ = e₁; ..; xₙ = eₙ in xₙ]
//     = λx₀. let φ[x₁ = e₁]; ..; φ[xₙ = eₙ]
//            in (xₙ, λẋₙ. let ẋ' = 0; .. for the captured x'; ẋ₀ = 0; ..; ẋₙ₋₁ = 0; ρ[xₙ = eₙ]; ..; ρ[x₁ = e₁] in ([ẋ'..], ẋ₀))
//
//   φ[x = y]         x = y                       ρ  ẏ ⊕= ẋ
//   φ[x = y z]       (x, x̄) = y z                ρ  (ẏ, ż) ⊕= x̄ ẋ
//   φ[x = λy. e]     x = R[λy. e]                ρ  [ẏ₁, .., ẏₗ] ⊕= ẋ            for the variables y₁, .., yₗ that it captures
//   φ[x = op(y, z)]  (x, x̄) = R[op] (y, z)       ρ  (ẏ, ż) ⊕= x̄ ẋ
//   φ[x = (y, z)]    x = (y, z)                  ρ  (ẏ, ż) ⊕= ẋ                  and likewise data (ours)
//   φ[p = y]         p = y                       ρ  ẏ ⊕= the sensitivities of what p binds (ours)
//   φ[x = case y of { p → e }]                   (x, x̄) = case y of { p → let φ[e] in (.., a backpropagator) }       (ours)
//                                                ρ  ([ẏ₁, .., ẏₗ], ẏ) ⊕= x̄ ẋ     for the variables that its branches read
//
//   R[op] = λ(y, z). let (x, n) = bornⁿ(op(y, z)) in (x, λẋ. ([], (∂₁op(y, z)(ẋ), ∂₂op(y, z)(ẋ))))
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { apply, type CorePattern, lambda, prim, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { CONS, LIST, REAL, type Type } from "../../types/type.ts";
import { backName, renewed, sensitivityName } from "../common/marked-names.ts";
import { global, letIn, open, pairOf, pairPattern, second } from "../common/rule-terms.ts";
import type { TypeTransform } from "../common/types.ts";
import type { Family } from "../common/wrapper.ts";
import { type Binding, type Body, boundBy, type Fn, namesOf } from "../front/anf.ts";
import { added, BACK, NAMES, type PartsOf, parts, SENS, scalar, ZERO } from "./sensitivities.ts";

/** R's context, for all definitions of a program. */
export interface Surroundings {
  readonly types: TypeTransform;
  readonly apart: PartsOf;
  /** 0_τ by type; undefined where a zero is the symbol Zero. */
  readonly zeros: Family | undefined;
  /** The definitions that are functions; the others are values. */
  readonly functions: ReadonlySet<string>;
  /** Broken on purpose: a function passes nothing on to what it captured. */
  readonly isEnvironmentForgotten: boolean;
}

type Line = readonly [CorePattern, Term];

/** Names of variables that no program has: those of R[op], and what backpropagators return: for an environment, and for an argument. */
const OWN = { y: "y₀", n: "n₀", s: "s₀", z: "z₀", env: "e₀", arg: "a₀" } as const;

/** R on the definitions of a program. */
export class Reverse {
  private readonly at: Surroundings;
  private readonly variables: ReadonlyMap<string, Type>;

  /** `variables` are those of the definition at hand, with their types. */
  constructor(at: Surroundings, variables: ReadonlyMap<string, Type>) {
    this.at = at;
    this.variables = variables;
  }

  /** R[λx. body], as code alone. */
  code({ param, body, free, span }: Fn): Term {
    const forward = this.forward(body);
    const back = this.back(body, free, [param], (at) => at(param));
    const type = this.at.types.type(this.typeOf(param));
    return lambda(
      varPattern(param, type),
      letIn(forward, pairOf(variable(body.result), made({ ...back, span }))),
      span,
    );
  }

  /** The value of a body from which nothing goes back. */
  value(body: Body): Term {
    return letIn(this.forward(body), variable(body.result));
  }

  private typeOf(name: string): Type {
    return this.variables.get(name) ?? internal("a variable has no type", name);
  }

  /** Whether a Real may be in a value: numbers that are none have no sensitivity to be kept. */
  private carries(name: string): boolean {
    const type = this.typeOf(name);
    return type.tag !== "con" || (type.name !== "Int" && type.name !== "Bool");
  }

  // ---- φ

  private forward({ bindings }: Body): readonly Line[] {
    return bindings.map((binding) => this.forwardOf(binding));
  }

  private forwardOf({ name, step, span }: Binding): Line {
    const { types } = this.at;
    switch (step.tag) {
      case "copy":
        return [open(name), { ...variable(step.of), span }];
      case "constant":
        return [open(name), prim("born", [], [step.term], span)];
      case "discrete":
        return [open(name), step.term];
      case "native":
        return [open(name), this.native(step.term)];
      case "op":
        return [this.withBack(name), this.operation(step, span)];
      case "apply":
        return [this.withBack(name), { ...apply(this.callable(step.fn), variable(step.arg)), span }];
      case "global": {
        const found: Term = { ...global(step.name), span };
        return [open(name), this.at.functions.has(step.name) ? this.asValue(found, parts([])) : found];
      }
      case "tuple":
        return [open(name), { tag: "tuple", items: step.items.map(variable), span }];
      case "con":
        return [open(name), this.construct(step, span)];
      case "open":
        return [types.pattern(step.pattern, SENS), { ...variable(step.of), span }];
      case "part":
        return [open(name), { tag: "proj", index: step.index, size: step.size, term: variable(step.of), span }];
      case "lambda": {
        const { fn } = step;
        const environment = this.at.zeros === undefined ? ZERO : parts(fn.free.map((one) => this.zero(one)));
        return [open(name), this.asValue(this.code(fn), environment)];
      }
      case "case": {
        const branches = step.branches.map(({ pattern, body }) => {
          const back = this.back(body, step.free, namesOf(pattern), (at) => this.ofPattern(pattern, at));
          const result = pairOf(variable(body.result), made({ ...back, span }));
          return { pattern: types.pattern(pattern, SENS), body: letIn(this.forward(body), result) };
        });
        return [this.withBack(name), { tag: "case", scrutinee: variable(step.of), branches, span }];
      }
    }
  }

  private withBack(name: string): CorePattern {
    return pairPattern(open(name), varPattern(backName(name), BACK));
  }

  /** A function as a value: where zeros are made, that of its environment is beside it. */
  private asValue(code: Term, environment: Term): Term {
    return this.at.zeros === undefined ? code : pairOf(environment, code);
  }

  private callable(name: string): Term {
    return this.at.zeros === undefined ? variable(name) : second(variable(name));
  }

  private native(term: Term): Term {
    if (term.tag !== "prim") return internal("a native operation was expected", term.tag);
    return { ...term, types: term.types.map((type) => this.at.types.type(type)) };
  }

  private construct(step: Extract<Binding["step"], { tag: "con" }>, span: Span | undefined): Term {
    const { types } = this.at;
    const args = step.args.map(variable);
    const at = step.types.map((type) => types.type(type));
    if (step.data === LIST) {
      const [item, tail] = args;
      return { tag: "list", items: step.con === CONS ? [present(item)] : [], tail, item: nth(at, 0), span };
    }
    const [data, con] = [types.dataName(step.data), types.constructorName(step.data, step.con)];
    return { tag: "con", data, con, types: at, args, span };
  }

  /** R[op] at its operands. */
  private operation({ op, args }: Extract<Binding["step"], { tag: "op" }>, span: Span | undefined): Term {
    const operands = args.map(variable);
    const shares = args.map((_, index): Term => {
      if (!isReal(op, index)) return this.nothing();
      return scalar({ tag: "partial", op, index, args: operands, cotangent: variable(OWN.z), span });
    });
    const share = shares.length === 1 ? nth(shares, 0) : parts(shares);
    const announced = prim("reach", [], [variable(OWN.n), { tag: "int", value: 0 }, variable(OWN.z)], span);
    const back: Term = {
      tag: "case",
      scrutinee: variable(OWN.s),
      branches: [
        {
          pattern: { tag: "con", data: "Sens°", con: "Scalar°", types: [], args: [varPattern(OWN.z, REAL)] },
          body: letIn([[varPattern(OWN.z, REAL), announced]], pairOf(parts([]), share)),
        },
        { pattern: { tag: "any", type: SENS }, body: pairOf(parts([]), ZERO) },
      ],
      span,
    };
    const numbered = prim("numbered", [], [{ tag: "op", op, args: operands, span }], span);
    return letIn(
      [[pairPattern(varPattern(OWN.y, REAL), open(OWN.n)), numbered]],
      pairOf(variable(OWN.y), made(lambda(varPattern(OWN.s, SENS), back, span))),
    );
  }

  // ---- ρ

  /** 0 of a variable. */
  private zero(name: string): Term {
    const { zeros } = this.at;
    if (!this.carries(name)) return this.nothing();
    return zeros === undefined ? ZERO : apply(zeros.at(this.typeOf(name)), variable(name));
  }

  /** The sensitivity of what has none. */
  private nothing(): Term {
    return this.at.zeros === undefined ? ZERO : parts([]);
  }

  /** The backpropagator of a body. `around` are the variables that come in; `argument` is made of the sensitivities at the end. */
  private back(
    body: Body,
    free: readonly string[],
    around: readonly string[],
    argument: (at: (name: string) => Term) => Term,
  ): Term {
    const lines: Line[] = [];
    const sums = new Map<string, string>();
    const often = new Map<string, number>();
    const { result } = body;
    const seed = this.carries(result) ? sensitivityName(result) : OWN.s;
    const begin = (name: string): void => {
      if (name === result || !this.carries(name)) return;
      lines.push([varPattern(sensitivityName(name), SENS), this.zero(name)]);
    };
    const known = [...new Set([...free, ...around, ...body.bindings.flatMap(boundBy)])];
    known.forEach(begin);
    for (const name of known) sums.set(name, sensitivityName(name));
    sums.set(result, sensitivityName(result));
    const at = (name: string): Term => (this.carries(name) ? variable(present(sums.get(name))) : this.nothing());
    const add = (name: string, amount: Term): void => {
      if (!this.carries(name)) return;
      const count = (often.get(name) ?? 0) + 1;
      often.set(name, count);
      const sum = renewed(sensitivityName(name), count);
      lines.push([varPattern(sum, SENS), added(at(name), amount)]);
      sums.set(name, sum);
    };
    for (const binding of body.bindings.toReversed()) this.backOf(binding, { lines, at, add });
    return lambda(varPattern(seed, SENS), letIn(lines, pairOf(parts(free.map(at)), argument(at))));
  }

  private backOf({ name, step }: Binding, { lines, at, add }: Sums): void {
    switch (step.tag) {
      case "copy":
        return add(step.of, at(name));
      case "constant":
      case "discrete":
      case "native":
      case "global":
        return;
      case "op": {
        lines.push([pairPattern({ tag: "any", type: SENS }, varPattern(OWN.arg, SENS)), this.called(name, at)]);
        if (step.args.length === 1) return add(nth(step.args, 0), variable(OWN.arg));
        return this.spread(step.args, variable(OWN.arg), { lines, at, add });
      }
      case "apply": {
        lines.push([pairPattern(varPattern(OWN.env, SENS), varPattern(OWN.arg, SENS)), this.called(name, at)]);
        add(step.fn, variable(OWN.env));
        return add(step.arg, variable(OWN.arg));
      }
      case "tuple":
        return this.spread(step.items, at(name), { lines, at, add });
      case "con":
        return this.spread(step.args, at(name), { lines, at, add });
      case "open":
        return add(step.of, this.ofPattern(step.pattern, at));
      case "part": {
        const whole = this.typeOf(step.of);
        const items = whole.tag === "tuple" ? whole.items : internal("a part of what has none", whole.tag);
        const hot = items.map((type, index) => (index === step.index ? at(name) : this.zeroAt(type, step, index)));
        return add(step.of, parts(hot));
      }
      case "lambda":
        if (this.at.isEnvironmentForgotten) return;
        return this.spread(step.fn.free, at(name), { lines, at, add });
      case "case": {
        lines.push([pairPattern(varPattern(OWN.env, SENS), varPattern(OWN.arg, SENS)), this.called(name, at)]);
        this.spread(step.free, variable(OWN.env), { lines, at, add });
        return add(step.of, variable(OWN.arg));
      }
    }
  }

  private called(name: string, at: Sums["at"]): Term {
    return apply(variable(backName(name)), at(name));
  }

  /** Adds the parts of a sensitivity to those of variables, in order. */
  private spread(to: readonly string[], whole: Term, { lines, add }: Sums): void {
    if (!to.some((one) => this.carries(one))) return;
    const parts = to.map((_, index) => renewed("p", index + 1));
    const patterns = to.map(
      (one, index): CorePattern =>
        this.carries(one) ? varPattern(nth(parts, index), SENS) : { tag: "any", type: SENS },
    );
    const pattern: CorePattern = patterns.length === 1 ? nth(patterns, 0) : { tag: "tuple", items: patterns };
    lines.push([pattern, this.at.apart.of(to.length, whole)]);
    for (const [index, one] of to.entries()) add(one, variable(nth(parts, index)));
  }

  private zeroAt(type: Type, { of, size }: Extract<Binding["step"], { tag: "part" }>, index: number): Term {
    const { zeros } = this.at;
    if (zeros === undefined) return ZERO;
    return apply(zeros.at(type), { tag: "proj", index, size, term: variable(of) });
  }

  /** The sensitivity of a value that a pattern took apart. */
  private ofPattern(pattern: CorePattern, at: Sums["at"]): Term {
    switch (pattern.tag) {
      case "var":
        return at(pattern.name);
      case "number":
        return pattern.type === "Real" && this.at.zeros !== undefined
          ? scalar({ tag: "real", value: 0 })
          : this.nothing();
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
}

function isReal(op: Extract<Binding["step"], { tag: "op" }>["op"], index: number): boolean {
  return op.tag === "custom" || OPS[op.id].args[index] === "Real";
}

/** A backpropagator, which is counted. */
function made(back: Term): Term {
  return apply(global(NAMES.made), back);
}
