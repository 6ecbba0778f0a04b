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
import type { Span } from "../../source/span.ts";
import { CONS, INT, LIST, REAL, type Type } from "../../types/type.ts";
import { backName, rowName } from "../common/marked-names.ts";
import { global, letIn, open, pairOf, pairPattern, second } from "../common/rule-terms.ts";
import { type Binding, type Body, type Fn, namesOf } from "../front/anf.ts";
import { isReal, type Line, OWN, Subject, type Surroundings } from "./context.ts";
import { further, legIn, overRow, rowOf } from "./nested/told.ts";
import { BACK, NAMES, ofScalar, parts, SENS, scalar, ZERO } from "./sensitivities.ts";
import { WayBack } from "./way-back.ts";

/** R on the definitions of a program. */
export class Reverse {
  private readonly at: Surroundings;
  private readonly subject: Subject;
  private readonly wayBack: WayBack;

  /** `variables` are those of the definition at hand, with their types. */
  constructor(at: Surroundings, variables: ReadonlyMap<string, Type>) {
    this.at = at;
    this.subject = new Subject(at, variables);
    this.wayBack = new WayBack(this.subject);
  }

  /** R[λx. body], as code alone. */
  code({ param, body, free, span }: Fn): Term {
    const forward = this.forward(body);
    const back = this.wayBack.of(body, free, [param], (at) => at(param));
    const type = this.at.types.type(this.subject.typeOf(param));
    return lambda(
      varPattern(param, type),
      letIn(forward, pairOf(variable(body.result), this.made({ ...back, span }))),
      span,
    );
  }

  /** The value of a body from which nothing goes back. */
  value(body: Body): Term {
    return letIn(this.forward(body), variable(body.result));
  }

  // ---- φ

  private forward({ bindings }: Body): readonly Line[] {
    return bindings.flatMap((binding) => {
      const { name, step, span } = binding;
      const line = this.forwardOf(binding);
      const isRow = this.at.there !== undefined && step.tag === "op" && span !== undefined;
      return isRow ? [line, [varPattern(rowName(name), INT), rowOf(name, REAL, span)]] : [line];
    });
  }

  private forwardOf({ name, step, span }: Binding): Line {
    const { types } = this.at;
    switch (step.tag) {
      case "copy":
        return [open(name), { ...variable(step.of), span }];
      case "constant":
        return [open(name), this.isNumbered(span) ? prim("born", [], [step.term], span) : step.term];
      case "discrete":
        return [open(name), step.term];
      case "native":
        return [open(name), this.native(step.term)];
      case "op":
        if (this.subject.isInner) return [open(name), { tag: "op", op: step.op, args: step.args.map(variable), span }];
        return [this.withBack(name), this.operation(step, span)];
      case "apply":
        return [this.withBack(name), { ...apply(this.callable(step.fn), variable(step.arg)), span }];
      case "global": {
        const found: Term = { ...global(this.at.definition(step.name)), span };
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
        const environment = this.at.zeros === undefined ? ZERO : parts(fn.free.map((one) => this.subject.zero(one)));
        return [open(name), this.asValue(this.code(fn), environment)];
      }
      case "case": {
        const branches = step.branches.map(({ pattern, body }) => {
          const back = this.wayBack.of(body, step.free, namesOf(pattern), (at) => this.wayBack.ofPattern(pattern, at));
          const result = pairOf(variable(body.result), this.made({ ...back, span }));
          return { pattern: types.pattern(pattern, SENS), body: letIn(this.forward(body), result) };
        });
        return [this.withBack(name), { tag: "case", scrutinee: variable(step.of), branches, span }];
      }
    }
  }

  private isNumbered(span: Span | undefined): boolean {
    const { numbers } = this.at;
    return numbers === "all" || (numbers === "placed" && span !== undefined);
  }

  /** A backpropagator: of a scalar or a case that has a number, it is counted. */
  private made(back: Term): Term {
    return this.subject.isInner ? back : apply(global(NAMES.made), back);
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
    const types = term.types.map((type) => this.at.types.type(type));
    const leg = legIn(term);
    if (leg === undefined) return { ...term, types };
    return overRow(leg.row, further(leg.code, false), nth(types, 0), variable(leg.value), term.span);
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
      if (!isReal(op, index)) return this.subject.nothing();
      return scalar(this.subject.partial({ op, args }, index, OWN.z, span));
    });
    const share = shares.length === 1 ? nth(shares, 0) : parts(shares);
    const isNumbered = this.isNumbered(span);
    const announced = prim("reach", [], [variable(OWN.n), { tag: "int", value: 0 }, variable(OWN.z)], span);
    const sent = pairOf(parts([]), share);
    const told = isNumbered ? letIn([[varPattern(OWN.z, REAL), announced]], sent) : sent;
    const back = ofScalar(variable(OWN.s), OWN.z, told, pairOf(parts([]), ZERO), span);
    const applied: Term = { tag: "op", op, args: operands, span };
    const given: Line = isNumbered
      ? [pairPattern(varPattern(OWN.y, REAL), open(OWN.n)), prim("numbered", [], [applied], span)]
      : [varPattern(OWN.y, REAL), applied];
    return letIn([given], pairOf(variable(OWN.y), this.made(lambda(varPattern(OWN.s, SENS), back, span))));
  }
}
