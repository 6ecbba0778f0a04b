// The bound that the papers prove from mutable arrays on (thesis §3.4.2, §3.7): the cost of a gradient is at most a constant
// times the cost of the primal and the sizes of its input and output.
import { type Counters, costOf } from "../core/counters.ts";

/**
 * The constant c: cost(forward) + cost(reverse) ≤ c · (cost(primal) + size(input) + size(output)), for every stage from
 * `mutable` on and every program whose ops' partials cost at most 8 times the op. The largest ratio that is known is 129, of
 * `parallel` on a long chain of unary operations.
 */
export const COST_BOUND = 150;

/** The ratio that {@link COST_BOUND} bounds; sizes are those of trees. */
export function costRatio(run: {
  readonly cost: { readonly primal: Counters; readonly forward: Counters; readonly reverse: Counters };
  readonly inputSize: number;
  readonly outputSize: number;
}): number {
  const { primal, forward, reverse } = run.cost;
  return (costOf(forward) + costOf(reverse)) / (costOf(primal) + run.inputSize + run.outputSize);
}
