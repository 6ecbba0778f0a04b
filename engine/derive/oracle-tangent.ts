// The tangent of a result by the oracle, to hold others' tangents and Jacobians against.
import { nth } from "../base/nth.ts";
import { isUsedUp, type Watch } from "../base/watch.ts";
import { formDifference, visitScalars } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import type { Code } from "../evaluate/code/code.ts";
import { Machine } from "../evaluate/machine.ts";
import { withTangents } from "../evaluate/oracle.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { ForwardScalar } from "../evaluate/values/closure.ts";
import type { Prepared } from "../session/input/prepare.ts";
import { type Contradiction, differ, valuesDiffer } from "../session/run/contradiction.ts";
import { drive, type Steps } from "../session/run/drive.ts";

/** The name of the oracle in messages. */
const FORWARD_MODE = "forward mode";

/** The oracle's check of tangents along a direction. */
export interface TangentCheck {
  /**
   * The largest difference, relative to the largest tangent and at least 1; null where the oracle came to no end, by the budget or by a
   * partial that fails.
   */
  readonly difference: number | null;
  readonly ranOut: boolean;
  readonly contradiction: Contradiction | undefined;
}

/** Tangents of a result, beside its value. */
export interface FoundTangents {
  readonly value: Value;
  readonly tangents: ArrayLike<number>;
}

/** Compares the tangents of a result with those that the oracle finds in the same direction, `code` being the source program's. */
export function* checkTangents(
  prepared: Prepared,
  code: Code,
  direction: readonly number[],
  found: FoundTangents,
  budget: Budget,
): Steps<TangentCheck> {
  try {
    return yield* oracleTangents(prepared, code, direction, found, budget);
  } catch (error) {
    if (!isUsedUp(error)) throw error;
    return { difference: null, ranOut: true, contradiction: undefined };
  }
}

function* oracleTangents(
  prepared: Prepared,
  code: Code,
  direction: readonly number[],
  found: FoundTangents,
  budget: Budget,
): Steps<TangentCheck> {
  const { paramShape, resultShape, input } = prepared;
  const watch = watchOf(budget);
  const machine = new Machine(code, { budget });
  machine.start(machine.entry, withTangents(paramShape, input, direction, watch));
  const outcome = yield* drive(machine, "checks");
  if (outcome.tag !== "done") return { difference: null, ranOut: outcome.tag !== "mistake", contradiction: undefined };
  const result = outcome.value;
  const isOther = valuesDiffer(prepared, found.value, result, watch);
  if (isOther && formDifference(resultShape, found.value, result, watch) !== undefined)
    return { difference: null, ranOut: false, contradiction: { tag: "value", by: FORWARD_MODE } };
  const { difference, contradiction } = compared(prepared, result, found.tangents, watch);
  return {
    difference,
    ranOut: false,
    contradiction: isOther ? { tag: "value", by: FORWARD_MODE } : contradiction,
  };
}

function compared(
  { resultShape }: Prepared,
  result: Value,
  tangents: ArrayLike<number>,
  watch: Watch,
): { readonly difference: number; readonly contradiction: Contradiction | undefined } {
  let [largest, scale, index] = [0, 1, 0];
  let contradiction: Contradiction | undefined;
  visitScalars(resultShape, result, watch, (scalar, kind) => {
    if (kind !== "real") return;
    const here = nth(tangents, index++);
    const [there, sweep] = scalar instanceof ForwardScalar ? [scalar.tangent, scalar.sweep] : [0, 0];
    if (differ(here, there, sweep)) contradiction ??= { tag: "gradient", by: FORWARD_MODE, here, there };
    if (Number.isFinite(there)) scale = Math.max(scale, Math.abs(there));
    const same = Object.is(here, there) || here === there;
    const apart = same ? 0 : Math.abs(here - there);
    largest = Math.max(largest, Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart);
  });
  return { difference: largest / scale, contradiction };
}
