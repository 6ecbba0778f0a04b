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
  const letters = lettersOf(op);
  let isNamed = true;
  const named = formula.replace(/\b[xy]\b/g, (letter) => {
    const name = names[letters.indexOf(letter)];
    if (name === undefined) isNamed = false;
    return name ?? letter;
  });
  return isNamed ? named : undefined;
}

/** The operands of an operation as its formulas write them: those of atan2 are y and x. */
function lettersOf(op: string | undefined): readonly string[] {
  return op === "atan2" ? ["y", "x"] : ["x", "y"];
}

/** A partial derivative of an operation, for people. */
export interface PartialFormula {
  /** The operand that it is taken by: a letter of the formula. */
  readonly by: string;
  readonly formula: string;
}

/** The partials of a built-in operation by its Real operands; none for what has no derivative of its own. */
export function partialFormulas(op: string): readonly PartialFormula[] {
  const letters = lettersOf(op);
  return (BY_SYMBOL.get(op)?.formulas ?? []).map((formula, index) => ({ by: letters[index]!, formula }));
}

/** Whether an operation is written between its operands. */
export function isInfix(op: string): boolean {
  return BY_SYMBOL.get(op)?.infix === true;
}
