// Two answers to one question, too far apart for rounding: one of them is wrong, and this is shown.
import { nth } from "../../base/nth.ts";
import type { Watch } from "../../base/watch.ts";
import { asksForDerivatives } from "../../core/terms/derivatives.ts";
import type { CoreProgram } from "../../core/terms/term.ts";
import { formDifference, type Shape, visitScalars } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { plainReal } from "../../evaluate/scalars/forward-op.ts";

/** Evidence against a result. */
export type Contradiction =
  /** Another evaluation of the program gives another value. */
  | { readonly tag: "value"; readonly by: string }
  /** Another evaluation of the program ends in a mistake, and this one has a value. */
  | { readonly tag: "mistake"; readonly by: string }
  | WrongDerivative;

/** Another way of differentiating gives another derivative: by one Real of the input, or along a line. */
export interface WrongDerivative {
  readonly tag: "gradient";
  readonly by: string;
  readonly here: number;
  readonly there: number;
  /** The name of the Real of the input; undefined for a line. */
  readonly of?: string | undefined;
}

/** The largest difference of two derivatives that is taken for rounding, relative to the sweep on absolute values. */
const ROUNDING = 1e-6;

/** Sweeps below this are taken for it: products of very small numbers round to 0 in one order and not in another. */
const SMALLEST_SWEEP = 1e-100;

/**
 * Whether two derivatives differ by more than rounding. `sweep` is the sum of the absolute products of partials over all paths, times
 * the cotangents: no order of adding and multiplying rounds by much more than its last digits. Where it is not finite it says nothing.
 */
export function differ(here: number, there: number, sweep: number): boolean {
  if (here === there || Object.is(here, there) || !Number.isFinite(sweep)) return false;
  return !(Math.abs(here - there) <= ROUNDING * Math.max(sweep, SMALLEST_SWEEP));
}

/** The largest difference of two values that is taken for rounding, for numbers up to 1. */
const CANCELLED = 1e-12;

/**
 * Whether two results of a program differ: in their form, or in a number. They are computed alike, so each bit counts but the sign of NaN;
 * but where the program asks for derivatives, contributions to these may be added up in another order.
 */
export function valuesDiffer(
  { core, resultShape }: { readonly core: CoreProgram; readonly resultShape: Shape },
  here: Value,
  there: Value,
  watch: Watch,
): boolean {
  if (formDifference(resultShape, here, there, watch) !== undefined) return true;
  const [some, others] = [here, there].map((value) => {
    const numbers: number[] = [];
    visitScalars(resultShape, value, watch, (scalar) => numbers.push(plainReal(scalar)));
    return numbers;
  }) as [number[], number[]];
  const isRounded = asksForDerivatives(core);
  const largest = isRounded
    ? some.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 1)
    : 0;
  return some.some((x, index) => {
    const other = nth(others, index);
    if (Object.is(x, other)) return false;
    return !isRounded || !(Math.abs(x - other) <= Math.max(ROUNDING * Math.abs(x), CANCELLED * largest));
  });
}

/** A contradiction in a sentence, for people. */
export function contradictionText(found: Contradiction): string {
  switch (found.tag) {
    case "value":
      return `${found.by} gives another value`;
    case "mistake":
      return `${found.by} ends in an error where this run has a value`;
    case "gradient":
      return `${found.of === undefined ? "a derivative" : `the derivative by \`${found.of}\``} is ${found.here} here, and ${found.there} by ${found.by}`;
  }
}

/** Why a stage gives NaN where others do not, for people: it is what the stage does, and no mistake of ours. */
export const MULTIPLIED_ZEROS =
  "this stage multiplies the zeros of what nothing reaches by an infinite partial (0 · ∞ = NaN); `tape` skips them";
