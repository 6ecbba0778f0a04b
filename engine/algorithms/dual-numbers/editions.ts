// The differences between the editions of the papers, and where each stage leaves them.
import type { Editions, Stated } from "../algorithm.ts";

/** By stage, what the other edition does otherwise, and what is ours. */
export const editions: Editions = {
  forward:
    "Both editions have a tangent of 0 for values that do not depend on the direction. Here this tangent is Still, and its partials are not taken: 0 times an infinite slope would give a NaN that reverse mode, which never gets there, does not have.",
  vectorised:
    "The thesis has the vector at the n inputs, D[ℝ] = ℝ × c; here the directions are given, and an entry says whether its scalar moves at all.",
  naive:
    "POPL 2023 has the same transformation; it writes (s, t) for ⟨s, t⟩, as the programs here do. Both have a 0 of type c wherever one is needed; here 𝟎 is a name for the whole run, which Wrap binds to the zero with the shape of the input. With plain operands of comparisons (§3.9), what an operand uses is converted by φ each time, at a cost of its size; an operand that uses a function value keeps its dual parts, where the thesis converts functions, too.",
  staged:
    "POPL 2023 takes two steps, D² with maps keyed by functions and D³ with IDs, and writes StagedCall, InitStaged and ResolveStaged.",
  cayley:
    "POPL 2023 writes StagedMapCot for SCotan, and StagedRunZero for the function that applies an update to the empty object. The thesis' products are pairs, so that a setter costs the depth of the input; tuples and constructors here can have a thousand fields, and a setter takes each of those on its way apart and makes it again, field by field: n Reals in one tuple cost n². hot(..) gives its argument: it marks what a setter makes anew, whose untouched fields are counted as one-hot work.",
  sparse: "POPL 2023 does not have this stage: it goes from the whole of c to mutable arrays.",
  mutable:
    "POPL 2023 threads the arrays through resource-linear functions, State ⊸ State, instead of a monad, and writes StateAlloc, InputCot and ResolveState; its IDs start at 1 from there on. Both fill the staging array with zeros; here a cell that nothing reached is told apart and skipped. The function that rebuilds the input looks up cotangents by ID, as in §3.6; in Fig. 3.12 it takes the immutable array.",
  "one-array":
    "Both editions call the output's backpropagators directly, and so would lose the cotangent of an input that is also an output, because nothing collects it any more; here its call is staged.",
  defunctionalised:
    "POPL 2023 has the triples (ID, Contrib, partial) for the thesis' (partial, (ID, Contrib)). Both editions leave the rules to prose. From here on partials are computed in the forward pass: one that fails does so even if no cotangent would reach it.",
  tape: "POPL 2023 threads the tape resource-linearly. Both editions accumulate cotangents in the tape's own cells; here the reverse pass has its own array for them, so that the linear function can be called again.",
  parallel:
    "POPL 2023 is sequential. The thesis allocates all cells before it resolves, and adds contributions atomically, in the order of the schedule; here a job's cells are allocated when it is resolved, and contributions are added in the order of jobs: k of them to one job take O(k log k) steps of its span, or O(k) where they come in order. The thesis' form is an option; its counts have no contention, where here many contributions to one scalar wait for each other, and make the span of the reverse pass longer. Interleave and rebuilding fork at pairs and wider products here; the thesis has them in sequence.",
};

/** By stage, the statement of its paper about the cost of a gradient. */
export const stated: Stated = {
  forward: {
    says: "O(T + I) for each direction, so a pass for each scalar of the input",
    from: "thesis §2.2.5, §2.2.2",
  },
  vectorised: {
    says: "O(nT), n the scalars of the input; “‘simply’ n times too slow”",
    from: "thesis §2.2.8, §3.13.1",
  },
  naive: {
    says: "“easily ran into exponential blowup” where “the results of primitive operations were used in multiple places”",
    from: "thesis §3.3.4, §3.4.2",
  },
  staged: { says: "O(T (I + log T))", from: "thesis §2.2.6, §3.4.2" },
  cayley: {
    says: "the backpropagator of an input is “proportional to the depth” of its type: logarithmic in its size if that is balanced, linear at worst",
    from: "thesis §3.4.2, §3.5.3",
  },
  sparse: { says: "O(T max(log T, log I) + I log I)", from: "thesis §3.6" },
  mutable: { says: "O(T + I)", from: "thesis §3.7" },
  "one-array": { says: "“more frugal with resources” than the stage before", from: "POPL 2023, §9" },
  defunctionalised: { says: "changes the stage before by a constant factor at most", from: "POPL 2023, §9.2" },
  tape: {
    says: "differs from mutable arrays by a constant factor at most",
    from: "POPL 2023, §9.3, footnote 32",
  },
  parallel: {
    says: "“the correct asymptotic complexity”; “forks in the primal become joins in the dual”, without a bound on the span",
    from: "thesis, chapter 3 (contributions) and §3.10.4",
  },
};

/** By stage, the change since the stage that it is based on, in one sentence. */
export const changed: Editions = {
  forward: "Every scalar is paired with its tangent; one pass gives the derivative in one direction.",
  vectorised:
    "Every scalar is paired with its tangents in n directions at once: one pass gives the derivatives in all of them, and a partial is computed once.",
  naive:
    "A backpropagator replaces the tangent of a scalar: a linear function from its cotangent to the cotangent of the input.",
  staged:
    "Backpropagators have IDs. Their calls wait in a map, the calls of one backpropagator are added up, and the highest ID is resolved first.",
  cayley:
    "Zero becomes the identity and plus becomes composition: backpropagators update a staged object, and touch c only where they change it.",
  sparse:
    "The collector is a balanced map of the input's scalars: an input's backpropagator costs the logarithm of their number, for an input of any shape.",
  mutable: "Both maps become mutable arrays, indexed by the IDs: every step of resolving takes constant time.",
  "one-array":
    "The collector array disappears: the staging array already accumulates the cotangents of the inputs, like all others.",
  defunctionalised:
    "A backpropagator is the list of its contributions: partial derivatives, already computed, and the scalars they go to.",
  tape: "The contributions are written to the tape in the forward pass; a scalar carries only its place there.",
  parallel:
    "IDs are pairs of a job and a number in it; the graph of jobs is recorded, and resolving walks it backwards: forks of the primal become joins of the dual.",
};
