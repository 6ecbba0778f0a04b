// The differences between the editions of the papers, and where each stage leaves them.
import type { Editions, Stated } from "../algorithm.ts";

/** By stage, what the other edition does otherwise, and what is ours. */
export const editions: Editions = {
  vectors:
    "The paper puts the cotangent of the result, dt, in at the inputs; here it comes in at the outputs, by linearity, so that the linear function can be called again. Operations scale every operand's vector by the partial, as in Fig. 14; the paper writes + without factors of 1. An operation has one result: what has several in Fig. 14 is an operation for each. The paper has no zero vector for inputs with sums, whose shape depends on the run; here 𝟎 is bound to the zero with the shape of the input. A vector holds zeros, too, and an infinite partial makes NaN of them.",
  deltas:
    "eval takes a pair and gives an action on the array, instead of eval₂ : ℝ → Delta → ℝᵃ ⊸ ℝᵃ; the order of its visits is the paper's.",
  "delta-lets":
    "Let is a type of its own, Lets, for only runDelta makes it. The body is the result's terms at its cotangents, so that dt comes in where the paper's eval begins, for results of any type (Fig. 15 adds t · dt to the program). save(i, u) is the pair (i, u): it tells who watches that a binding is made. resume calls eval for a binding. Literals have no binding (D[r] = pure (r, Zero)); in Fig. 12 they have one, which is an option here.",
  "delta-array":
    "The paper describes it in prose, and needs no deletion; here a cell says whether anything came to it, so that what nothing reaches is skipped, as with the map.",
};

const PAPER = "Krawiec et al., POPL 2022";

/** By stage, the statement of its paper about the cost of a gradient. */
export const stated: Stated = {
  vectors: {
    says: "a constant factor more operations, each on vectors as long as the input",
    from: `${PAPER}, §6`,
  },
  deltas: {
    says: "evaluation can unravel shared terms “into a tree of exponential size”",
    from: `${PAPER}, §7`,
  },
  "delta-lets": {
    says: "each term is evaluated “exactly once”; linear time is argued for cotangents in an array",
    from: `${PAPER}, §7.4`,
  },
  "delta-array": {
    says: "“linear in the run time of the original program”, the input's size left out",
    from: `${PAPER}, §7.3, §7.4`,
  },
};

/** By stage, the change since the stage that it is based on, in one sentence. */
export const changed: Editions = {
  vectors: "Every scalar is paired with its whole gradient, a vector as long as the input: right, and slow.",
  deltas:
    "The vector becomes a term that says how to compute it, which is evaluated at the end into one mutable array. Terms are shared, and evaluation does not see it: it visits a shared term once for each use.",
  "delta-lets":
    "A monad binds every new term to an ID. Evaluation does the body of a Let first, and then its binding, once, at the sum of everything sent to its ID; bindings that nothing reached are skipped.",
  "delta-array":
    "The bindings are written to a growing array, and the map of cotangents becomes an array indexed by their IDs: evaluation walks it backwards.",
};
