// The differences between the thesis and the stages, and where each stage leaves it.
import type { Editions, Stated } from "../algorithm.ts";

const NUMBERS =
  "Scalars have numbers here, so that they can be found in other stages: the printed text with types has them, the thesis does not.";

/** By stage, where it leaves the thesis. */
export const editions: Editions = {
  chad: `The core has no dependent types: a cotangent of a sum is 0 or of one side, and a cotangent of the other side is an error when the program runs. A call of a definition with all its arguments is one step; by the book a curried definition is a function within a function, and each level doubles the calls. Variables without a Real have no place in an environment. Data and recursion have rules of ours. An entry of a log has the number of the call's first scalar, for the half of the derivative that is computed again. ${NUMBERS}`,
  "chad-sparse": `The thesis packs a closed function with the variables that it captured at an existential type; here closures are one data type for each type of functions. The union moves the entries of the smaller map into the larger one, each in a logarithm. ${NUMBERS}`,
  "chad-local": `The text is that of Fig. 6.6; scope is written with the variable that it is for. ${NUMBERS}`,
  "chad-cells": `The thesis grows one array; here each call of a definition has an array of its own, as long as its deepest scope. ${NUMBERS}`,
};

const THESIS = "Smeding, PhD thesis 2025";

/** By stage, the thesis' statement of its cost. */
export const stated: Stated = {
  chad: {
    says: "the time complexity is not right: environments are dense, and functions double the work",
    from: `${THESIS}, §5.4`,
  },
  "chad-sparse": { says: "adding two environment cotangents is not in constant time", from: `${THESIS}, §6.10.1` },
  "chad-local": {
    says: "the cost of the reverse pass is at most 34 times that of the program, with 5 + |d| + 4|Γ|, up to a logarithm for the map",
    from: `${THESIS}, §6.4 and §6.10`,
  },
  "chad-cells": {
    says: "the cost of the reverse pass is at most 34 times that of the program, with 5 + |d| + 4|Γ|, where + and one-hots are in constant time",
    from: `${THESIS}, §6.4 and §6.10`,
  },
};

/** By stage, the change since the stage that it is based on, in one sentence. */
export const changed: Editions = {
  chad: "A term also gives its backpropagator, which sends a cotangent of its value to all variables in scope, as one tuple: the cotangent of an environment.",
  "chad-sparse":
    "A zero is a symbol, an environment holds only what was sent to it, and a function is data: the text of the rules stays, its types change.",
  "chad-local":
    "One environment goes through the reverse pass: what is sent to a variable is added to its entry, and no two environments are added.",
  "chad-cells": "The environment is an array of cells that are written in place.",
};
