// The differences between the editions of the papers, and where each stage leaves them.
import type { Editions, Stated } from "../algorithm.ts";

/** By stage, what the other edition does otherwise, and what is ours. */
export const editions: Editions = {
  closures:
    "The paper transforms closures when the program runs, without types, so that it can transform what it transformed; here terms are transformed once (first order). Sensitivities are a data type, for the sensitivity of an environment has no type of its own, and a function has its zero beside it. Recursion, data and case have rules of their own; the paper encodes them in functions. A backpropagator lists all variables that its function captured, so the length of the text depends on their number.",
  "lazy-zeros":
    "The paper asks that 0 and ⊕ be lazy and memoised, and leaves open how; a symbol that ⊕ absorbs does the same on what is transformed once.",
  nested:
    "The paper's J works when the program runs, on any closure. Here R works on text, before: functions that a program differentiates become definitions with what they captured for parameters, which the paper suggests for its implementation (§1), and ↼f, ↼↼f, .. are made as far as derivatives are nested. Within ↼f, sums with a zero that stands in the text are left out, and so are the backpropagators of single operations.",
};

const PAPER = "Pearlmutter and Siskind, TOPLAS 2008";

/** By stage, the statement of its paper about the cost of a gradient. */
export const stated: Stated = {
  closures: {
    says: "the reverse phase has the primitive operations of the program “up to a small constant factor”, where 0 and ⊕ are lazy and memoised; here they are not",
    from: `${PAPER}, §4`,
  },
  "lazy-zeros": {
    says: "the reverse phase has the primitive operations of the program “up to a small constant factor”",
    from: `${PAPER}, §4`,
  },
  nested: {
    says: "“the transformation of a lambda-calculus expression is itself a lambda-calculus expression, allowing repeated application to compute higher-order derivatives”, and “the temporal complexity of a function is preserved under transformation”",
    from: `${PAPER}, §8`,
  },
};

/** By stage, the change since the stage that it is based on, in one sentence. */
export const changed: Editions = {
  closures:
    "A function also gives its backpropagator, which returns two sensitivities: that of its argument, and that of the variables that it captured. The tape is the chain of these closures.",
  "lazy-zeros": "Each function also gives its backpropagator. Zero is a symbol: ⊕ walks only what both sides have.",
  nested:
    "A program may contain `grad`: it stands for R of its function, called with 1, and R takes that as any other text.",
};
