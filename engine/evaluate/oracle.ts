// Independent gradients: forward mode by non-standard evaluation, and finite differences. Neither uses a transformation.

import { mulberry32 } from "../base/mulberry32.ts";
import { nth } from "../base/nth.ts";
import type { Watch } from "../base/watch.ts";
import { mapReals, realsOf, type Shape, visitScalars } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { ForwardScalar } from "./values/closure.ts";

/** The input with a tangent at each Real where the direction is not zero; the others do not depend on it. */
export function withTangents(shape: Shape, input: Value, direction: readonly number[], watch: Watch): Value {
  return mapReals(shape, input, watch, (real, index) =>
    direction[index] === 0
      ? real
      : new ForwardScalar(real as number, nth(direction, index), Math.abs(nth(direction, index))),
  );
}

/** ⟨cotangent, tangent of the result⟩, for a result that forward mode gave; and the same on absolute values. */
export function directionalDerivative(
  shape: Shape,
  result: Value,
  cotangent: readonly number[],
  watch: Watch,
): { readonly derivative: number; readonly sweep: number } {
  let [derivative, sweep] = [0, 0];
  let index = 0;
  visitScalars(shape, result, watch, (scalar, kind) => {
    if (kind !== "real") return;
    const weight = nth(cotangent, index++);
    if (!(scalar instanceof ForwardScalar)) return;
    derivative += scalar.tangent * weight;
    sweep += scalar.sweep * Math.abs(weight);
  });
  return { derivative, sweep };
}

/** The input moved along a direction, `step` times its entries. */
export function moved(shape: Shape, input: Value, direction: readonly number[], step: number, watch: Watch): Value {
  return mapReals(shape, input, watch, (real, index) => (real as number) + nth(direction, index) * step);
}

/** ⟨cotangent, result⟩ for a plain result. */
export function weighted(shape: Shape, result: Value, cotangent: readonly number[], watch: Watch): number {
  return realsOf(shape, result, watch).reduce((sum, real, index) => sum + real * nth(cotangent, index), 0);
}

/** The powers of two by which a step is smaller than its scale, down to the last place of a number of that scale. */
const STEP_POWERS = [-13, -17, -21, -25, -29, -33, -37, -41, -45, -49, -51];

/** Smaller still, for an argument near 0. */
const POWERS_NEAR_ZERO = [...STEP_POWERS, -77, -109];

/** A scale below 2 to this has steps of its own, beside those near 0. */
const SMALL_SCALE = -8;

/**
 * The steps of the central differences to try in turn, for an input of a scale, each judged by its half. They are powers of two, so that
 * a step from a number of that scale is exact.
 */
export function differenceSteps(scale: number): readonly number[] {
  const own = scale === 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log2(scale));
  if (own >= SMALL_SCALE) return STEP_POWERS.map((power) => 2 ** (Math.max(0, own) + power));
  const powers = POWERS_NEAR_ZERO.filter((power) => power > own + nth(STEP_POWERS, 0));
  const ownPowers = STEP_POWERS.map((power) => own + power);
  // half of the smallest number is 0
  return [...powers, ...ownPowers].map((power) => 2 ** power).filter((step) => step / 2 > 0);
}

/** Seeded directions with entries in [-1, 1). */
export function directions(count: number, dimension: number, watch: Watch): readonly (readonly number[])[] {
  const random = mulberry32(0x9e3779b9);
  const next = (): number => {
    watch.step();
    return 2 * random() - 1;
  };
  return Array.from({ length: count }, () => Array.from({ length: dimension }, next));
}
