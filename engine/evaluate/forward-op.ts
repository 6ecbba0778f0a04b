// Scalar operations of the forward-mode oracle: the chain rule on (value, tangent), term by term.
import { isDifferentiable, type Op } from "../core/ops.ts";
import type { Value } from "../core/values.ts";
import { ForwardScalar } from "./closure.ts";

/** The number of a scalar, its tangent forgotten. */
export function plainReal(value: Value): number {
  return value instanceof ForwardScalar ? value.primal : (value as number);
}

/** An operation on scalars of which at least one has a tangent. A scalar without one does not depend on the direction. */
export function forwardOp(op: Op, args: readonly Value[]): Value {
  const plain = args.map(plainReal);
  const value = op.value(...plain);
  if (!isDifferentiable(op)) return value;
  return chained(value, args, (index) => op.partials[index]?.(...plain));
}

/** The chain rule: a value, of operands of which some have tangents, by its partials. An operand may have none, as an Int. */
export function chained(
  value: number,
  args: readonly Value[],
  partial: (index: number) => number | undefined,
): ForwardScalar {
  let [tangent, sweep] = [0, 0];
  args.forEach((arg, index) => {
    if (!(arg instanceof ForwardScalar)) return;
    const slope = partial(index);
    if (slope === undefined) return;
    tangent += slope * arg.tangent;
    sweep += Math.abs(slope) * arg.sweep;
  });
  return new ForwardScalar(value, tangent, sweep);
}
