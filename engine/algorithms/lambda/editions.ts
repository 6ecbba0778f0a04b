// The differences between the editions of the papers, and where each stage leaves them.
import type { Editions } from "../algorithm.ts";

/** By stage, what the other edition does otherwise, and what is ours. */
export const editions: Editions = {
  closures:
    "The paper transforms closures when the program runs, without types, so that it can transform what it transformed; here terms are transformed once (first order). Sensitivities are a data type, for the sensitivity of an environment has no type of its own, and a function has its zero beside it. Recursion, data and case have rules of their own; the paper encodes them in functions. A backpropagator lists all variables that its function captured, so the length of the text depends on their number.",
  "lazy-zeros":
    "The paper asks that 0 and ⊕ be lazy and memoised, and leaves open how; a symbol that ⊕ absorbs does the same on what is transformed once.",
};
