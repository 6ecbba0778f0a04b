// The differences between the thesis and the stages, and where each stage leaves it.
import type { Editions, Stated } from "../algorithm.ts";

const NUMBERS =
  "Scalars have numbers here, so that they can be found in other stages: the printed text with types has them, the thesis does not.";

/** By stage, where it leaves the thesis. */
export const editions: Editions = {
  chad: `The core has no dependent types: a cotangent of a sum is 0 or of one side, and a cotangent of the other side is an error when the program runs. A call of a definition with all its arguments is one step; by the book a curried definition is a function within a function, and each level doubles the calls. Variables without a Real have no place in an environment. Data and recursion have rules of ours. An entry of a log has the number of the call's first scalar, for the half of the derivative that is computed again. ${NUMBERS}`,
  "chad-sparse": `The thesis packs a closed function with the variables that it captured at an existential type; here closures are one data type for each type of functions. The union moves the entries of the smaller map into the larger one, each in a logarithm. ${NUMBERS}`,
  "chad-local": `The text is that of Fig. 6.6; scope is written with the variable that it is for. ${NUMBERS}`,
  "chad-cells": `The thesis grows one array; here each call of a definition has an array of its own, as long as its deepest scope. \`build\` takes a function, which closure conversion has made data, where the thesis binds an index; \`foldA\` goes from the left and has a start, where the thesis' fold has any order, and its tree. Both are definitions over \`!\`, \`fromList\` and \`toList\` here, with the rules of those: a bag is collected where its array was made. ${NUMBERS}`,
};

/** By stage, the thesis' statement of its cost. */
export const stated: Stated = {
  chad: { says: "the basic algorithm “fails to satisfy the complexity criterion”", from: "thesis §6.3" },
  "chad-sparse": {
    says: "“even with an optimal union implementation, CHAD does not yet attain the correct complexity for reverse AD”",
    from: "thesis §6.10.1",
  },
  "chad-local": {
    says: "the tree-map “introduces log-factors in the complexity of certain operations”",
    from: "thesis §6.2",
  },
  "chad-cells": {
    says: "at most c · cost + c″ · n + size d, for n variables and a cotangent d: proved in Agda, without arrays and functions",
    from: "thesis §6.5, Eq. (6.8)",
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
