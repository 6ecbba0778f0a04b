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

/** The steps of the central differences to try in turn, for an input of a scale; each is judged by its half. */
export function differenceSteps(scale: number): readonly number[] {
  return [-13, -17, -21].map((exponent) => 2 ** exponent * Math.max(1, scale));
}

/** The extrapolated derivative from central differences at h and h/2; undefined where they do not agree. */
export function extrapolated(atH: number, atHalf: number): number | undefined {
  const difference = Math.abs(atH - atHalf);
  const scale = Math.max(1, Math.abs(atH), Math.abs(atHalf));
  if (!(difference <= 1e-4 * scale)) return undefined;
  return (4 * atHalf - atH) / 3;
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
