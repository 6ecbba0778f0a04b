// D on terms that are not monadic (Fig. 3.6): homomorphic except on scalar constants and operations.
//
//   D[x] = x       D[λ(x : τ). t] = λ(x : D[τ]). D[t]       D[let x : τ = s in t] = let x : D[τ] = D[s] in D[t]
//   D[(s, t)] = (D[s], D[t])      D[s t] = D[s] D[t]        D[C t..] = DC D[t]..       D[s ⋆ t] = D[s] ⋆ D[t]
//   D[case s of { p → t }] = case D[s] of { D[p] → D[t] }   D[p] for a literal pattern r : ℝ is ⟨r, _⟩
//   D[sign t] = sign (fst D[t])   and likewise every operation whose result is discrete
//
// The stage defines D[r] and D[op(t₁, .., tₙ)].

import { nth } from "../../../base/nth.ts";
import { unreachable } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import {
  type CoreBinding,
  type CoreFunction,
  type CorePattern,
  type CoreProgram,
  type Global,
  type OpRef,
  subscript,
  type Term,
  varPattern,
} from "../../../core/terms/term.ts";
import { isDifferentiable, OPS } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";
import { INT, REAL, type Type } from "../../../types/type.ts";
import type { PlainOperands } from "../plain.ts";
import { TypeTransform } from "../types.ts";

/** An operand of D[op(..)]: a variable for its value, and one for its dual part where it is a Real. */
export interface Operand {
  readonly primal: string;
  readonly dual: string | undefined;
}

/** Names for the operands of an operation, and the patterns that bind them; a dual part that nothing is passed on to is left out. */
export function operandsOf(
  { op: ref, args }: Extract<Term, { tag: "op" }>,
  dualPart: Type,
  forgotten: ReadonlySet<Term> | undefined,
): { readonly operands: readonly Operand[]; readonly patterns: readonly CorePattern[] } {
  const op = ref.tag === "builtin" ? OPS[ref.id] : undefined;
  const isReal = (index: number): boolean => op === undefined || op.args[index] === "Real";
  const isDiscrete = op !== undefined && op.result !== "Real";
  const operands = args.map((arg, index): Operand => {
    const isPassedTo = isReal(index) && forgotten?.has(arg) !== true;
    return { primal: subscript("x", index + 1), dual: isPassedTo ? subscript("d", index + 1) : undefined };
  });
  const patterns = operands.map(({ primal, dual }, index): CorePattern => {
    const value = varPattern(primal, isReal(index) ? REAL : INT);
    const isUnused = isDiscrete || dual === undefined;
    const part: CorePattern = isUnused ? { tag: "any", type: dualPart } : varPattern(dual, dualPart);
    return isReal(index) ? { tag: "dual", primal: value, dual: part } : value;
  });
  return { operands, patterns };
}

/** A stage's rules for scalars. */
export interface ScalarRules {
  /** The dual part of a scalar: D[ℝ] = ℝ × dualPart. */
  readonly dualPart: Type;
  /** D[r]. */
  literal(value: Term, span: Span | undefined): Term;
  /** Keeps the operands of discrete operations plain, where that is asked for. */
  readonly plain?: PlainOperands | undefined;
  /** Operands that nothing is passed on to: a fault that was asked for. */
  readonly forgotten?: ReadonlySet<Term> | undefined;
  /** The dual part of D[op(t₁, .., tₙ)], given names for the parts of the operands. */
  operation(op: OpRef, operands: readonly Operand[], span: Span | undefined): Term;
}

/** D on the terms of one program. */
export class TermTransform {
  readonly types: TypeTransform;
  private readonly rules: ScalarRules;

  constructor(program: CoreProgram, rules: ScalarRules) {
    this.types = new TypeTransform(program.data);
    this.rules = rules;
  }

  /** D of the definitions of a program. */
  globals(globals: readonly Global[]): readonly Global[] {
    return globals.map((one) => ({ ...one, type: this.types.type(one.type), term: this.term(one.term) }));
  }

  private pattern(pattern: CorePattern): CorePattern {
    return this.types.pattern(pattern, this.rules.dualPart);
  }

  /** D[t]. */
  term(term: Term): Term {
    step();
    const D = (inner: Term) => this.term(inner);
    const type = (inner: Type) => this.types.type(inner);
    switch (term.tag) {
      case "var":
      case "global":
        return { ...term, types: term.types.map(type) };
      case "int":
        return term;
      case "real":
        return this.rules.literal(term, term.span);
      case "tuple":
      case "fork":
        return { ...term, items: term.items.map(D) };
      case "list":
        return {
          ...term,
          items: term.items.map(D),
          tail: term.tail === undefined ? undefined : D(term.tail),
          item: type(term.item),
        };
      case "array":
        return { ...term, items: term.items.map(D), item: type(term.item) };
      case "con":
        return {
          ...term,
          data: this.types.dataName(term.data),
          con: this.types.constructorName(term.data, term.con),
          types: term.types.map(type),
          args: term.args.map(D),
        };
      case "lam":
        return { ...term, param: this.pattern(term.param), body: D(term.body) };
      case "app":
        return { ...term, fn: D(term.fn), arg: D(term.arg) };
      case "let": {
        const bindings = term.bindings.map(
          (binding): CoreBinding => ({ ...binding, pattern: this.pattern(binding.pattern), bound: D(binding.bound) }),
        );
        return { ...term, bindings, body: D(term.body) };
      }
      case "letrec": {
        const functions = term.functions.map((fn): CoreFunction => ({ ...fn, type: type(fn.type), term: D(fn.term) }));
        return { ...term, functions, body: D(term.body) };
      }
      case "case": {
        const branches = term.branches.map(({ pattern, body }) => ({ pattern: this.pattern(pattern), body: D(body) }));
        return { ...term, scrutinee: D(term.scrutinee), branches };
      }
      case "op":
        return this.operation(term);
      case "prim":
        return { ...term, types: term.types.map(type), args: term.args.map(D) };
      case "forkList":
        return { ...term, thunks: D(term.thunks), item: type(term.item) };
      case "proj":
        return { ...term, term: D(term.term) };
      case "field":
        return {
          ...term,
          con: this.types.constructorName(term.data, term.con),
          data: this.types.dataName(term.data),
          term: D(term.term),
        };
      case "dual":
      case "partial":
        throw new Error(`internal: a ${term.tag} in a source program`);
      default:
        return unreachable(term);
    }
  }

  private operation(term: Extract<Term, { tag: "op" }>): Term {
    const { span } = term;
    const op = term.op.tag === "builtin" ? OPS[term.op.id] : undefined;
    const isReal = (index: number) => op === undefined || op.args[index] === "Real";
    const plain = this.rules.plain?.operation(term);
    if (plain !== undefined) return plain;
    if (op !== undefined && op.result !== "Real") {
      const args = term.args.map(
        (arg, index): Term =>
          isReal(index) ? { tag: "proj", index: 0, size: 2, term: this.term(arg), span } : this.term(arg),
      );
      return { ...term, args };
    }
    if (op !== undefined && !isDifferentiable(op)) {
      // a Real made of Ints: a constant as far as derivatives go
      return this.rules.literal({ ...term, args: term.args.map((arg) => this.term(arg)) }, span);
    }
    const { operands, patterns } = operandsOf(term, this.rules.dualPart, this.rules.forgotten);
    const bindings = patterns.map(
      (pattern, index): CoreBinding => ({ pattern, variables: [], bound: this.term(nth(term.args, index)) }),
    );
    const primal: Term = {
      tag: "op",
      op: term.op,
      args: operands.map((operand) => ({ tag: "var", name: operand.primal, types: [], span })),
      span,
    };
    const body: Term = { tag: "dual", primal, dual: this.rules.operation(term.op, operands, span), span };
    return { tag: "let", bindings, body, span };
  }
}

/** ∂ᵢop(x₁, .., xₙ)(z) for every operand with a dual part, with the operand. */
export function partialsOf(
  op: OpRef,
  operands: readonly Operand[],
  applied: (operand: Operand) => Term,
  span: Span | undefined,
): readonly { readonly operand: Operand; readonly partial: Term }[] {
  const args = operands.map((operand): Term => ({ tag: "var", name: operand.primal, types: [], span }));
  return operands.flatMap((operand, index) =>
    operand.dual === undefined
      ? []
      : [{ operand, partial: { tag: "partial", op, index, args, cotangent: applied(operand), span } as const }],
  );
}
