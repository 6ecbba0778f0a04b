// The context of R's two halves: φ goes forward (`reverse.ts`), ρ back (`way-back.ts`).
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { scalarTerm } from "../../core/terms/scalar-terms.ts";
import { apply, builtin, type CorePattern, type CustomOp, type Term, variable } from "../../core/terms/term.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import type { Type } from "../../types/type.ts";
import type { TypeTransform } from "../common/types.ts";
import type { Family } from "../common/wrapper.ts";
import type { Binding } from "../front/anf.ts";
import { type PartsOf, parts, ZERO } from "./sensitivities.ts";

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
  /** The scalars that get numbers: all; those of the user's text, which have a place; none, in the derivative of an inner function. */
  readonly numbers: "all" | "placed" | "none";
  /** In the derivative of an inner function that tells of its legs: how many derivatives the text has gone through. */
  readonly there?: number | undefined;
  /** The partials of the program's own operations, where they are terms of the result. */
  readonly ops: ReadonlyMap<string, CustomOp>;
  /** s ⊕ t. */
  sum(s: Term, t: Term): Term;
  /** The name of R of a definition. */
  definition(name: string): string;
}

/** An operation at its operands. */
export type Applied = Pick<Extract<Binding["step"], { tag: "op" }>, "op" | "args">;

/** A binding of the transformed text. */
export type Line = readonly [CorePattern, Term];

/** Names of variables that no program has: those of R[op], and what backpropagators return: for an environment, and for an argument. */
export const OWN = { y: "y₀", n: "n₀", s: "s₀", z: "z₀", env: "e₀", arg: "a₀" } as const;

/** A definition that is transformed: its variables, and the context. */
export class Subject {
  readonly at: Surroundings;
  private readonly variables: ReadonlyMap<string, Type>;

  /** `variables` are those of the definition at hand, with their types. */
  constructor(at: Surroundings, variables: ReadonlyMap<string, Type>) {
    this.at = at;
    this.variables = variables;
  }

  /** Whether the text is transformed again: the derivative of an inner function. */
  get isInner(): boolean {
    return this.at.numbers === "none";
  }

  /** The type of a variable. */
  typeOf(name: string): Type {
    return this.variables.get(name) ?? internal("a variable has no type", name);
  }

  /** Whether a Real may be in a value: numbers that are none have no sensitivity to be kept. */
  carries(name: string): boolean {
    const type = this.typeOf(name);
    return type.tag !== "con" || (type.name !== "Int" && type.name !== "Bool");
  }

  /** 0 of a variable. */
  zero(name: string): Term {
    const { zeros } = this.at;
    if (!this.carries(name)) return this.nothing();
    return zeros === undefined ? ZERO : apply(zeros.at(this.typeOf(name)), variable(name));
  }

  /** The sensitivity of what has none. */
  nothing(): Term {
    return this.at.zeros === undefined ? ZERO : parts([]);
  }

  /** ∂ᵢop at the operands, times the cotangent z; in the derivative of an inner function as a term, which can be differentiated again. */
  partial({ op, args }: Applied, index: number, name: string, span: Span | undefined): Term {
    const [operands, z] = [args.map(variable), variable(name)];
    if (!this.isInner) return { tag: "partial", op, index, args: operands, cotangent: z, span };
    if (op.tag === "custom") {
      const { partials } = this.at.ops.get(op.name) ?? internal("an operation is unknown", op.name);
      const argument = operands.length === 1 ? nth(operands, 0) : ({ tag: "tuple", items: operands } as const);
      return builtin("mul", [apply(nth(partials, index), argument), z]);
    }
    const { term } = present(nth(OPS[op.id].derivatives, index));
    if (term.tag === "number" && term.value === 1) return z;
    if (term.tag === "number" && term.value === -1) return builtin("neg", [z]);
    return builtin("mul", [scalarTerm(term, operands), z]);
  }
}

/** Whether an operand of an operation is a Real. */
export function isReal(op: Applied["op"], index: number): boolean {
  return op.tag === "custom" || OPS[op.id].args[index] === "Real";
}
