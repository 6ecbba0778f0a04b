// The two theorems on CHAD's cost (§6.10.4, `TH1-STATEMENT` and `TH2-STATEMENT`), as the numbers on their two sides.
import { costOf, evaluate } from "./evaluate.ts";
import { size } from "./linear.ts";
import { type Cells, run } from "./monad.ts";
import { SKIP, sink } from "./sink.ts";
import type { SourceTerm, Term } from "./terms.ts";
import { chad, zeroTerm } from "./transform.ts";
import type { Type } from "./types.ts";
import { as, type Linear, linearOf, type Plain, plainOf, type Value } from "./values.ts";

/** A term with the types and the values of its variables, innermost first, and a cotangent of its result. */
export interface Subject {
  readonly types: readonly Type[];
  readonly values: readonly Plain[];
  readonly term: SourceTerm;
  readonly cotangent: Linear;
}

/** Both sides of a theorem's inequality. */
export interface Inequality {
  readonly found: number;
  readonly most: number;
}

/** A run of D[t] and its backpropagator on given cells. */
export interface Reverse {
  readonly primal: Value;
  readonly cells: Cells;
  /** The steps of D[t], of the backpropagator's call, and of the computation (as `LACM.run` counts them). */
  readonly cost: number;
}

/** Runs D[t], then its backpropagator from the given cells. */
export function reverse({ types, values, term, cotangent }: Subject, before: Cells): Reverse {
  const [result, made] = evaluate(values, chad(types, term));
  const { left: primal, right: backpropagator } = as("pair", result);
  const [computation, called] = as("function", backpropagator).call(cotangent);
  const [, cells, ran] = run(as("computation", computation).run, before);
  return { primal, cells, cost: made + called + ran };
}

/**
 * Theorem 1: the cost of D[t] and its backpropagator, less the potential that goes in, plus the one that comes out, is at most 34 times the
 * cost of t. The Agda source counts the whole of `LACM.run`, |Γ| + 1 more than the steps of the computation, before it takes |Γ| away.
 */
export function theorem1(subject: Subject, before: Cells): Inequality {
  const { cost, cells } = reverse(subject, before);
  const potential = size(subject.cotangent) + potentialOf(before) - potentialOf(cells);
  return { found: cost - potential - before.length, most: 34 * costOf(subject.values, subject.term) };
}

/** Theorem 2: the cost of the gradient from zero, in one term, is at most 5 + 34 cost t + size d + 4 |Γ|. */
export function theorem2({ types, values, term, cotangent }: Subject): Inequality {
  return {
    found: costOf([cotangent, ...values], gradientTerm(types, term)),
    most: 5 + 34 * costOf(values, term) + size(cotangent) + 4 * types.length,
  };
}

/** The value of a term, and the cotangents of its variables, by the term of theorem 2. */
export function gradient({ types, values, term, cotangent }: Subject): { value: Plain; cotangents: Cells } {
  const [value] = evaluate(values, term);
  const [result] = evaluate([cotangent, ...values], gradientTerm(types, term));
  const cotangents: Linear[] = [];
  let rest = as("pair", result).right;
  for (let index = 0; index < types.length; index++) {
    const { left, right } = as("pair", rest);
    cotangents.push(linearOf(left));
    rest = right;
  }
  return { value: plainOf(value), cotangents };
}

/** The term whose cost theorem 2 bounds: its innermost variable is the cotangent. */
function gradientTerm(types: readonly Type[], term: SourceTerm): Term {
  const backpropagator: Term = { tag: "snd", of: sink(SKIP, chad(types, term)) };
  return {
    tag: "runevm",
    left: { tag: "app", left: backpropagator, right: { tag: "var", index: 0 } },
    right: types.reduceRight<Term>((right, type) => ({ tag: "pair", left: zeroTerm(type), right }), { tag: "unit" }),
  };
}

function potentialOf(cells: Cells): number {
  return cells.reduce<number>((sum, cell) => sum + size(cell), 0);
}
