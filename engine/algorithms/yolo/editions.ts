// The differences between the editions of the papers, and where each stage leaves them.
import type { Editions } from "../algorithm.ts";

const FRAGMENT =
  "Linear A has no branches, recursion, functions as values or data types. A program that has them is traced: what is transformed is the run at its input.";

/** By stage, what the other edition does otherwise, and what is ours. */
export const editions: Editions = {
  linearised: `${FRAGMENT} Fig. 7 has rules for sin and *, and the paper omits the other operations (§5.1.3); those of other operations are ours, and so is -v̇ in the grammar.`,
  unzipped:
    "A call hands on the tape of what it calls as one tuple. A binding can be computed again in the linear half instead of being taped; what is then not needed is left out of the other half.",
  transposed:
    "The rule for let is printed so that it lists all waiting cotangents at every let, which makes the text quadratic; here they are returned once, at the end. A dropped expression that reads what is not linear is followed by a drop of that, for every variable is used at least once.",
};
