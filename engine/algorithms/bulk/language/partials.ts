// Partials of operations element by element (thesis, §4.5): an operation of arrays has one of the same shape for each of its Real operands.
import { nth, present } from "../../../base/nth.ts";
import { OPS } from "../../../scalars/ops.ts";
import { type Bulk, type BulkOf, replicateOf, scalarOf } from "./syntax.ts";

/** A Real operand of an operation, and the factor that its Delta is scaled by, an array of the operation's shape; left out for 1. */
export interface Differentiated {
  readonly of: Bulk;
  readonly factor: Bulk | undefined;
}

/** The operands that an operation is differentiated by. */
export function differentiated(term: BulkOf<"op" | "custom">): readonly Differentiated[] {
  if (term.tag === "custom") return term.operands.map(({ of, partial }) => ({ of, factor: partial }));
  return term.args.flatMap((of, index) =>
    OPS[term.op].derivatives[index] === undefined ? [] : [{ of, factor: factorOf(term, index) }],
  );
}

/** ∂ᵢop as an array; undefined for 1. */
function factorOf({ op, args, shape, span }: BulkOf<"op">, index: number): Bulk | undefined {
  const { term } = present(OPS[op].derivatives[index]);
  if (term.tag === "operand") return nth(args, term.index);
  if (term.tag !== "number") return { tag: "partial", op, index, args, shape, element: "Real", span };
  if (term.value === 1) return undefined;
  return shape.reduceRight((inner, size) => replicateOf(size, inner), scalarOf(term.value, "Real", span));
}
