// The bound that the papers prove from mutable arrays on (thesis §3.4.2, §3.7): the cost of a gradient is at most a constant
// times the cost of the primal and the sizes of its input and output.
import { LINEAR_FACTOR } from "../../engine/algorithms/algorithm.ts";
import { type Counters, costOf } from "../../engine/core/events/counters.ts";

/**
 * The constant c: cost(forward) + cost(reverse) ≤ c · (cost(primal) + size(input) + size(output)), for every stage from
 * `mutable` on, without options, and every program whose ops' partials cost at most 8 times the op. The largest ratio that is known is 191, of
 * `parallel` on nested forks of literals that are dropped; of the sequential stages, 121.
 */
export const COST_BOUND = LINEAR_FACTOR.factor;

/** Parallel overhead: cost(parallel) ≤ factor · cost(defunctionalised) + perJob · jobs of the forward pass. */
export const PARALLEL_OVERHEAD = { factor: 1.8, perJob: 120 } as const;

/** The ratio that {@link COST_BOUND} bounds; sizes are those of trees. */
export function costRatio(run: {
  readonly cost: { readonly primal: Counters; readonly forward: Counters; readonly reverse: Counters };
  readonly inputSize: number;
  readonly outputSize: number;
}): number {
  const { primal, forward, reverse } = run.cost;
  return (costOf(forward) + costOf(reverse)) / (costOf(primal) + run.inputSize + run.outputSize);
}
