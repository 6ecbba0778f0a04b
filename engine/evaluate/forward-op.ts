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
  let tangent = 0;
  args.forEach((arg, index) => {
    const partial = op.partials[index];
    if (arg instanceof ForwardScalar && partial !== undefined) tangent += partial(...plain) * arg.tangent;
  });
  return new ForwardScalar(value, tangent);
}
