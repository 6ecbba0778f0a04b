// Scalar operations on active scalars: those of the forward-mode oracle, and those that record what they are computed from.

import type { Value } from "../../core/values/values.ts";
import { isDifferentiable, type Op } from "../../scalars/ops.ts";
import { ActiveScalar } from "../values/closure.ts";

/** The number of a scalar, whatever else it carries. */
export function plainReal(value: Value): number {
  return value instanceof ActiveScalar ? value.primal : (value as number);
}

/** An operation on scalars of which at least one is active. */
export function forwardOp(op: Op, args: readonly Value[]): Value {
  const plain = args.map(plainReal);
  const value = op.value(...plain);
  if (!isDifferentiable(op)) return value;
  return chained(value, args, (index) => op.partials[index]?.(...plain));
}

/** A value, of arguments of which some are active, by its partials. An argument may have none, as an Int. */
export function chained(value: number, args: readonly Value[], partial: (index: number) => number | undefined): Value {
  const active = args.find((arg) => arg instanceof ActiveScalar);
  return active === undefined ? value : active.chained(value, args, partial);
}
