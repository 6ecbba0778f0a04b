// The differences from the thesis, and its statements on costs.
import type { Editions, Stated } from "../algorithm.ts";

const INDEX_FUNCTIONS =
  "Index functions are evaluated at all their places at once, as operations on arrays of Ints: the thesis leaves them as functions. An index outside an array reads 0 and writes nothing; an Int that an operation does not have is 0.";

/** By stage, what is ours. */
export const editions: Editions = {
  "one-hots": `Fig. 4.15, the first half of D, is missing in the text; its rules follow from the types of Delta and from Fig. 4.18. IDs are places in the order of evaluation, which is known, so no monad hands them out. A choice of Reals is the index of a stack, as Delta has no branch. ${INDEX_FUNCTIONS}`,
  bulk: "Three rules are ours: a gather or a `let` that does not change in a loop is not made for each of its turns, and a gather without index variables is an index; else a matrix times a vector would copy the vector for each row (option: the rules as printed). An index at a known row of a stack is that row.",
  symbolic:
    "Shared cotangents become variables when they are shared; the thesis marks them first, and makes variables at the end. What no part of the gradient needs is left out.",
};

const MOSTLY = { says: "correct time complexity “mostly”", from: "thesis §8.1, Table 8.1" };

/** By stage, the statement of the thesis about the cost of a gradient. */
export const stated: Stated = {
  "one-hots": { says: "a dot product “takes O(n²) time instead of O(n) time”", from: "thesis §4.3.4" },
  bulk: MOSTLY,
  symbolic: MOSTLY,
};

/** By stage, the change since the stage that it is based on, in one sentence. */
export const changed: Editions = {
  "one-hots": "Each array of Reals is paired with one Delta; loops make as many as they have turns.",
  bulk: "Loops are pushed down until none is left, so that the number of Deltas depends on the text of the program alone.",
  symbolic:
    "The reverse pass is evaluated when the program is transformed: one program is left for value and gradient.",
};
