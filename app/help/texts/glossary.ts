// The glossary: the meanings of the field's words, as the papers define them, and views of them.
import { t } from "@lingui/core/macro";
import type { AlgorithmCards, Card } from "../../algorithms/algorithm.ts";
import { OWN_CARDS } from "./own-cards.ts";

/** By paper that defines words, how a section of it is cited. */
export const CITED: AlgorithmCards["papers"] = Object.assign({}, ...OWN_CARDS.map(({ papers }) => papers));

/** The cards of words that belong to no algorithm. */
const COMMON = {
  scalar: {
    words: t`One real number of a run: a Real of the input, or the result of one primitive operation. Ints and Bools are not scalars.`,
    notation: "ℝ",
    sources: { thesis: "§3.1" },
    view: "graph",
  },
  primal: {
    words: t`What the program itself computes, without derivatives: the primal value of a scalar, the primal program, the primal pass.`,
    also: t`forward value`,
    sources: { thesis: "§2.2.3" },
  },
  tangent: {
    words: t`The derivative of a scalar along a direction of the input: how fast it changes as the input moves in that direction. Forward mode computes tangents.`,
    notation: "dx",
    sources: { thesis: "§2.2.3, §2.2.5" },
    view: "explorer",
  },
  cotangent: {
    words: t`The derivative of the result with respect to a scalar: how fast the result changes as the scalar changes. Reverse mode computes cotangents. If a scalar is used several times, the contributions of its uses are added. If the result has several Reals, it is the derivative of their sum, each weighted by the seed.`,
    also: t`adjoint`,
    notation: "dx",
    sources: { thesis: "§2.2.6" },
    view: "explorer",
  },
  seed: {
    words: t`The derivative that a sweep begins with: a direction of the input in forward mode, a cotangent of the result in reverse mode. For one result it is 1.`,
    also: t`initial cotangent`,
    sources: { thesis: "§2.2.6" },
  },
  gradient: {
    words: t`The partial derivatives of one result with respect to all Reals of the input. It has the shape of the input. One reverse pass computes it, for an input of any size.`,
    notation: "∇f = (Df)ᵀ x 1",
    sources: { thesis: "§2.2.1" },
    view: "document",
  },
  jacobian: {
    words: t`The matrix of all partial derivatives: a row for each Real of the result, a column for each Real of the input. The rows are the gradients of the results.`,
    notation: "Jf x",
    sources: { thesis: "§2.2.1" },
  },
  jvp: {
    words: t`Jacobian times vector: the tangent of the result along a direction of the input. One forward-mode sweep computes it.`,
    also: t`forward derivative, pushforward`,
    notation: "Df x u = Jf x · u",
    sources: { thesis: "§2.2.1" },
  },
  vjp: {
    words: t`Vector times Jacobian: the cotangent of the input for a cotangent of the result. One reverse-mode sweep computes it. The gradient is the VJP of one result with seed 1.`,
    also: t`reverse derivative, pullback`,
    notation: "(Df)ᵀ x u = (Jf x)ᵀ · u",
    sources: { thesis: "§2.2.2" },
  },
  partial: {
    words: t`The derivative of an operation with respect to one of its operands, the others held fixed. It labels an edge of the data-flow graph.`,
    notation: "∂₁op(x, y)",
    sources: { thesis: "§2.2.4" },
    view: "graph",
  },
  graph: {
    words: t`The scalars of one run as nodes, and their uses as edges from operand to result, each labelled with its partial derivative. Two uses by one operation are two edges. Another run may have a different graph.`,
    also: t`computation graph`,
    sources: { thesis: "§2.2.4" },
    view: "graph",
  },
  path: {
    words: t`A chain of edges of the data-flow graph. A derivative is the sum over all paths of the product of the partial derivatives along each: the chain rule. With sharing, paths can be exponentially many.`,
    sources: { thesis: "§2.2.4" },
    view: "graph",
  },
  sharing: {
    words: t`Several uses of one value. In reverse mode, sharing becomes addition; a value that is not used gets the cotangent zero.`,
    sources: { thesis: "§2.2.6" },
    view: "graph",
  },
  forwardMode: {
    words: t`Differentiation in the order of evaluation: each scalar gets its tangent when it is computed. A gradient takes one sweep for each Real of the input.`,
    also: t`forward AD, tangent mode`,
    sources: { thesis: "§2.2.5" },
    view: "explorer",
  },
  reverseMode: {
    words: t`Differentiation against the order of evaluation: a forward pass keeps what the reverse pass needs, and the reverse pass goes from the result back to the input. One sweep gives a whole gradient.`,
    also: t`reverse AD, backpropagation`,
    sources: { thesis: "§2.2.6" },
    view: "explorer",
  },
  forwardPass: {
    words: t`The first half of reverse mode: it computes the primal values and keeps what the reverse pass needs.`,
    also: t`primal pass`,
    sources: { thesis: "§2.2.6" },
    view: "explorer",
  },
  reversePass: {
    words: t`The second half of reverse mode: it begins with the seed and visits the scalars from the last to the first, so that each cotangent is complete before it is passed on.`,
    also: t`dual pass, backward pass`,
    sources: { thesis: "§2.2.6" },
    view: "explorer",
  },
  finiteDifferences: {
    words: t`Derivatives estimated from values at nearby inputs. They are inexact, but they do not use the rules of differentiation, so they check a gradient independently.`,
    also: t`numerical differentiation`,
    view: "document",
  },
  dualNumber: {
    words: t`A scalar paired with derivative information: its tangent in forward mode, its backpropagator in dual-numbers reverse mode.`,
    notation: "⟨x, d⟩ : D[ℝ]",
    sources: { thesis: "§2.2.3, §3.2" },
    view: "explorer",
  },
  backpropagator: {
    words: t`The function that dual-numbers reverse mode pairs with a scalar: it maps a cotangent of the scalar to its contribution to the cotangent of the input. It is linear.`,
    notation: "ℝ ⊸ c",
    sources: { thesis: "§3.2, §3.3" },
    view: "explorer",
  },
  linear: {
    words: t`A function that respects zero and sums: f 0 = 0 and f (x + y) = f x + f y. Backpropagators are linear, which is why their calls can be merged.`,
    notation: "⊸",
    sources: { thesis: "§3.3" },
  },
  linearFactoring: {
    words: t`Two calls of one linear function become one: f x + f y = f (x + y). This saves dual-numbers reverse mode from exponential cost.`,
    notation: "f x + f y = f (x + y)",
    sources: { thesis: "§3.4" },
    view: "explorer",
  },
  stagedCall: {
    words: t`A call of a backpropagator that is noted but not made yet, so that further calls of the same backpropagator can be merged with it. It has nothing to do with staging in metaprogramming.`,
    notation: "SCall",
    sources: { thesis: "§3.4" },
    view: "explorer",
  },
  stagingMap: {
    words: t`The staged calls by the ID of their backpropagator, each with the sum of its arguments so far. It is the second part of the staged object; the first is the collector.`,
    notation: "Map ℤ ((ℝ ⊸ Staged c) × ℝ)",
    sources: { thesis: "§3.4" },
    view: "explorer",
  },
  merge: {
    words: t`One use of linear factoring: a staged call meets another one with the same ID, and their arguments are added.`,
    sources: { thesis: "§3.4" },
    view: "explorer",
  },
  resolve: {
    words: t`To make the staged call with the highest ID, again and again, until none is left. A backpropagator stages only calls with lower IDs, so each is called at most once here. What stands in the result is called directly, too, once for each place that it has there (footnote 22).`,
    notation: "SResolve",
    sources: { thesis: "§3.4" },
    view: "explorer",
  },
  id: {
    words: t`The number of a backpropagator, in order of creation. A scalar depends only on scalars with lower IDs.`,
    sources: { thesis: "§3.4" },
    view: "explorer",
  },
  compoundId: {
    words: t`The ID of a scalar in a parallel program: the ID of its job and its number within the job. Two compound IDs are ordered only if they are of one job, or if forks and joins make one job depend on the other.`,
    notation: "⟨α, i⟩",
    sources: { thesis: "§3.10" },
    view: "explorer",
  },
  collector: {
    words: t`The place where the cotangent of the input is gathered: a value of the input’s shape, or in later stages a map or an array of its scalars.`,
    notation: "c",
    sources: { thesis: "§3.3, §3.6" },
    view: "explorer",
  },
  zero: {
    words: t`The zero and the addition of the collector. In the naive algorithm each touches as many scalars as the input has: problem (A).`,
    notation: "0 : c, (+) : c → c → c",
    sources: { thesis: "§3.4" },
  },
  oneHot: {
    words: t`A value of the input’s shape that is zero except in one place. The backpropagator of an input scalar makes one.`,
    sources: { thesis: "§3.3, §3.4" },
    view: "ladder",
  },
  billA: {
    words: t`The first of three problems that remain after linear factoring: zeros and sums of the collector touch all of its scalars, again and again. The Cayley transform removes it.`,
    also: t`zeros and sums`,
    sources: { thesis: "§3.4" },
    view: "ladder",
  },
  billB: {
    words: t`The second problem: one-hots touch parts of the collector where they are zero. With the Cayley transform, the work is proportional to the depth of the input where products are pairs, as in the thesis, and here to the widths of the tuples and constructors on the way; with a sparse collector, it is logarithmic.`,
    also: t`one-hots`,
    sources: { thesis: "§3.4" },
    view: "ladder",
  },
  billC: {
    words: t`The third problem: each operation on the staging map takes logarithmic time. Mutable arrays remove it.`,
    also: t`map operations`,
    sources: { thesis: "§3.4" },
    view: "ladder",
  },
  deinterleave: {
    words: t`The part of the wrapper that takes the result apart: its primal values, and a function that passes a cotangent of the result to its backpropagators.`,
    sources: { thesis: "§3.3" },
  },
  cayley: {
    words: t`A value m is represented by the function that adds m. Then zero is the identity and a sum is a composition: both cost constant time. Difference lists are the same idea.`,
    also: t`difference list`,
    notation: "m ↦ (m +)",
    sources: { thesis: "§3.5" },
    view: "ladder",
  },
  mutableArray: {
    words: t`An array that is changed in place, in constant time. IDs are numbers from 0 without gaps, so arrays can replace both maps, and the logarithms disappear.`,
    sources: { thesis: "§3.7" },
    view: "ladder",
  },
  defunctionalisation: {
    words: t`Functions become data: every backpropagator has one of a few forms, so a list of contributions can replace the function.`,
    notation: "Contrib",
    sources: { thesis: "§3.8.2" },
    view: "ladder",
  },
  contribution: {
    words: t`The amount that one use of a scalar adds to its cotangent: the partial derivative of the operation that uses it, times the cotangent of that operation.`,
    notation: "Contrib [(i, ∂ᵢop)]",
    sources: { thesis: "§3.8.2" },
    view: "explorer",
  },
  tape: {
    words: t`The contributions of all operations, written in the order of the forward pass. The reverse pass reads them from the end. Where a program is unzipped, the tape is what the linear half reads of the other half.`,
    also: t`Wengert list`,
    sources: { thesis: "§2.2.8, §3.8.3" },
    view: "explorer",
  },
  job: {
    words: t`A part of a parallel program that runs in one piece, between forks and joins.`,
    notation: "α, β, γ",
    sources: { thesis: "§3.10" },
    view: "jobs",
  },
  fork: {
    words: t`The end of a job that starts others, which may run at the same time. A parallel pair s ⋆ t forks. In the reverse pass, a fork becomes a join.`,
    notation: "s ⋆ t",
    sources: { thesis: "§3.10" },
    view: "jobs",
  },
  join: {
    words: t`The start of a job that waits for others. In the reverse pass, a join becomes a fork: each job of the reverse pass mirrors a job of the forward pass, whose scalars it resolves.`,
    sources: { thesis: "§3.10" },
    view: "jobs",
  },
  work: {
    words: t`The cost of all jobs together: the time on one worker. In Linear A, it is the number of operations on Reals and of Reals that are dropped.`,
    notation: "T₁",
    sources: { thesis: "§2.1" },
    view: "jobs",
  },
  span: {
    words: t`The cost of the longest chain of jobs that depend on each other: the time on unlimited workers.`,
    also: t`depth`,
    notation: "T∞",
    sources: { thesis: "§2.1" },
    view: "jobs",
  },
  parallelism: {
    words: t`Work divided by span: the most by which any number of workers can speed the run up.`,
    notation: "T₁ / T∞",
    view: "jobs",
  },
  criticalPath: {
    words: t`The longest chain of jobs that depend on each other. Its cost is the span.`,
    view: "jobs",
  },
  schedule: {
    words: t`The plan of which worker runs which job, and when. The gradient is the same for every schedule, bit for bit, unless contributions are atomic: then the last digits depend on the order.`,
    view: "jobs",
  },
  brent: {
    words: t`How long P workers take, whatever the schedule, as long as none waits while a job is ready: at least the work divided by P, and the span; at most the span plus the rest of the work divided by P.`,
    notation: "max(T₁/P, T∞) ≤ T_P ≤ (T₁ − T∞)/P + T∞",
    view: "jobs",
  },
  ladder: {
    words: t`The stages, one above the other. Each changes one thing; in the thesis, those up to \`one-array\` remove a cost, and what follows changes the cost by a constant factor.`,
    sources: { thesis: "§3.1, Fig. 3.3, §3.8" },
    view: "ladder",
  },
  stage: {
    words: t`One version of the algorithm: a program transformation that Dualscope prints, checks, runs and counts. Each says which stage it is based on: mostly the one before, but \`naive\` is based on forward mode, \`parallel\` on \`defunctionalised\`, and the first of each paper on none of its own.`,
    sources: { thesis: "§3.1, Fig. 3.3" },
    view: "ladder",
  },
  engine: {
    words: t`An optimising compiler of the same derivative: your program as JavaScript, with a block tape and generated adjoints, and no dual numbers at run time. Its results equal those of the stages up to rounding and the sign of zero. It is fast, and counts nothing.`,
    view: "compiled",
  },
  counter: {
    words: t`A number that a stage counts in every run, exactly and never by the clock: evaluation steps, calls, scalars touched, map nodes visited, array cells, tape entries.`,
    view: "complexity",
  },
  cost: {
    words: t`Steps, scalars touched, map nodes visited, array cells allocated, read, written or frozen, and tape entries, all added up.`,
    view: "complexity",
  },
  sweep: {
    words: t`A family of inputs of growing size n, for cost curves. It is written in the program’s header: \`-- sweep: n = 1 .. 24\`. The word also means one pass of differentiation over the data-flow graph.`,
    view: "complexity",
  },
  growth: {
    words: t`How a cost depends on n: constant, logarithmic, linear, quadratic, exponential and so on. It is the simplest law that fits the counts.`,
    view: "complexity",
  },
} as const satisfies Readonly<Record<string, Card>>;

/** The cards of the glossary, by their words. */
export const GLOSSARY: Readonly<Record<string, Card>> = Object.assign(
  {},
  COMMON,
  ...OWN_CARDS.map(({ cards }) => cards),
);
