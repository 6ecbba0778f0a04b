// The slope of a function of one number at a point, by differences: its derivative, both slopes of a kink, or why there is neither.
import { differenceSteps, extrapolated } from "./oracle.ts";

/** The slope of a function at a point. */
export type Slope =
  /** The derivative, by central differences; and the largest part of it that rounding may be. */
  | { readonly tag: "smooth"; readonly slope: number; readonly noise: number }
  /** The slopes on both sides, which differ however near one looks. */
  | { readonly tag: "kink"; readonly left: number; readonly right: number }
  /** There is none to be had: the function jumps, has no value on a side, or its differences settle on nothing. */
  | { readonly tag: "unsettled"; readonly why: "jump" | "edge" | "unsteady" };

/** Differences of slopes below this, relative to max(1, |slope|), are not those of a kink. */
const KINK = 1e-3;
/** Of the difference at a step, what is left of it at half the step: one half where the function is smooth, all of it at a kink. */
const STAYS = 0.75;
/** A slope of one side at a step and at half of it are the same up to this part of the difference of both sides. */
const STEADY = 0.1;
/** Roundings of the function's value, in units of its last place, that a difference may consist of. */
const ROUNDINGS = 64;

/**
 * Finds the slope at 0 of a function whose value there is `here`, for an argument of the given scale. Asks for the function's value at the
 * numbers that it yields; undefined stands for no value. Five values do where the function is smooth.
 */
export function* slopeAt(here: number, scale: number): Generator<number, Slope, number | undefined> {
  let found: Slope = { tag: "unsettled", why: "edge" };
  for (const step of differenceSteps(scale)) {
    const [above, below] = [yield step, yield -step];
    const [nearAbove, nearBelow] = [yield step / 2, yield -step / 2];
    if (above === undefined || below === undefined || nearAbove === undefined || nearBelow === undefined) continue;
    const half = step / 2;
    const noise = (ROUNDINGS * Number.EPSILON * Math.max(Math.abs(above), Math.abs(below), Math.abs(here))) / half;
    const [right, left] = [(nearAbove - here) / half, (here - nearBelow) / half];
    const [farRight, farLeft] = [(above - here) / step, (here - below) / step];
    const [bend, farBend] = [Math.abs(right - left), Math.abs(farRight - farLeft)];
    const least = KINK * Math.max(1, Math.min(Math.abs(right), Math.abs(left))) + noise;
    if (bend > least && bend > STAYS * farBend) {
      const steady = STEADY * bend + noise;
      const isKink = Math.abs(right - farRight) <= steady && Math.abs(left - farLeft) <= steady;
      // a kink that is only near is none at a smaller step
      if (isKink) found = { tag: "kink", left: 2 * left - farLeft, right: 2 * right - farRight };
      else found = { tag: "unsettled", why: bend > farBend / STAYS ? "jump" : "unsteady" };
      continue;
    }
    const slope = extrapolated((above - below) / (2 * step), (nearAbove - nearBelow) / step);
    if (slope !== undefined) return { tag: "smooth", slope, noise };
    found = { tag: "unsettled", why: "unsteady" };
  }
  return found;
}

/** The slope of a function that has all its values at once. */
export function slopeOf(value: (by: number) => number | undefined, scale: number): Slope {
  const here = value(0);
  if (here === undefined) return { tag: "unsettled", why: "edge" };
  const asking = slopeAt(here, scale);
  let next = asking.next();
  while (!next.done) next = asking.next(value(next.value));
  return next.value;
}
