// Partial derivatives as terms of the core.

import { scalarTerm } from "../../engine/core/terms/scalar-terms.ts";
import type { Term } from "../../engine/core/terms/term.ts";
import { OPS, type OpId } from "../../engine/scalars/ops.ts";

/** ∂op/∂operand at operands; undefined where the operation has none. Operands are used any number of times: names, or numbers. */
export function partialTerm(op: OpId, index: number, operands: readonly Term[]): Term | undefined {
  const partial = OPS[op].derivatives[index];
  return partial && scalarTerm(partial.term, operands);
}
