// Partial derivatives as formulas in the names of what they are taken by.
import { OPS } from "./ops.ts";

const BY_SYMBOL = new Map(
  Object.values(OPS)
    .filter(({ args, formulas }) => args[0] === "Real" && formulas.length > 0)
    .map((op) => [op.symbol, op] as const),
);

/** ∂op/∂operand, written with the operands' names; undefined where a name is missing, or the operation is the user's. */
export function formulaOf(
  op: string | undefined,
  operand: number,
  names: readonly (string | undefined)[],
): string | undefined {
  const formula = op === undefined ? undefined : BY_SYMBOL.get(op)?.formulas[operand];
  if (formula === undefined) return undefined;
  // the table writes the operands of atan2 as y and x
  const letters = op === "atan2" ? ["y", "x"] : ["x", "y"];
  let isNamed = true;
  const named = formula.replace(/\b[xy]\b/g, (letter) => {
    const name = names[letters.indexOf(letter)];
    if (name === undefined) isNamed = false;
    return name ?? letter;
  });
  return isNamed ? named : undefined;
}

/** Whether an operation is written between its operands. */
export function isInfix(op: string): boolean {
  return BY_SYMBOL.get(op)?.infix === true;
}
