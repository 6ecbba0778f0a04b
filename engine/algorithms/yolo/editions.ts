// The differences between the editions of the papers, and where each stage leaves them.
import type { Editions, Stated } from "../algorithm.ts";

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

const PAPER = "Radul et al., POPL 2023";

/** By stage, the statement of its paper about the cost of a gradient. */
export const stated: Stated = {
  linearised: {
    says: "f.J does “no more than a constant times more work” than f, for each direction",
    from: `${PAPER}, Theorem 5.1`,
  },
  unzipped: { says: "the two halves together do the same work as f.J", from: `${PAPER}, Theorem 6.2` },
  transposed: {
    says: "W(f.lin.T) + in ≤ W(f.lin) + out: transposing does no more work, up to the Reals that go in and out",
    from: `${PAPER}, Theorem 7.1`,
  },
};

/** By stage, the change since the stage that it is based on, in one sentence. */
export const changed: Editions = {
  linearised:
    "J computes the tangents beside the values, in a language whose types prove that tangents are computed linearly: each is used exactly once.",
  unzipped:
    "U separates the linear part from the rest. The values that the linear half reads from the other half are the tape; they are computed once, for all directions.",
  transposed:
    "T transposes the linear half, line by line: dup becomes +, + becomes dup, drop becomes 0. That is the reverse pass.",
};
