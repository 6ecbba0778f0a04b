// The slope of a function of one number at a point, by differences: its derivative, both slopes of a kink, or why there is neither.
import { differenceSteps } from "./oracle.ts";

/** The slope of a function at a point. */
export type Slope =
  /** The derivative, by central differences, and how far it may be off by rounding and by the length of the step. */
  | { readonly tag: "smooth"; readonly slope: number; readonly error: number }
  /** The slopes on both sides, which differ however near one looks, and how far rounding may move them. */
  | { readonly tag: "kink"; readonly left: number; readonly right: number; readonly error: number }
  /** There is none to be had: the function jumps, has no value on a side, or its differences settle on nothing. */
  | { readonly tag: "unsettled"; readonly why: "jump" | "edge" | "unsteady" };

/** The derivative that is to be confirmed, and how far the slope may be from it, relative to the larger of them. */
export interface Wanted {
  readonly derivative: number;
  readonly tolerance: number;
}

/** No slope: differences settle on nothing. */
export const UNSTEADY: Slope = { tag: "unsettled", why: "unsteady" };

/** Differences of slopes below this, relative to their size, are not those of a kink. */
const KINK = 1e-3;
/** Of the difference at a step, what is left of it at half the step: one half where the function is smooth, all of it at a kink. */
const STAYS = 0.75;
/** Slopes of one side at two steps are the same up to this part of the difference of both sides; so are the values on it at a jump. */
const STEADY = 0.1;
/** Roundings of the function's value, in units of its last place, that a difference may consist of. */
const ROUNDINGS = 64;
/** Steps that are tried whatever rounding does to them; of smaller ones, those count that rounding leaves readable. */
const LARGE_STEPS = 3;
/** Neighbouring steps with the same slope: it does not change any more. */
const SETTLED = 3;
/** Steps below this part of the scale are tiny. */
const TINY = 2 ** -22;
/** Once so many have shown the same, the next step is smaller by this at least. */
const LEAP = 2 ** -12;
/** Central differences at a step and at half of it that are as close as this part are settled. */
const CLOSE = 1e-4;
/** Slopes at two steps are the same up to this part. */
const SAME = 1e-3;
/** A slope can be read where rounding makes up to this part of it. */
const READABLE = 1e-2;
/** Central differences at a step and at half of it that differ by more than this part say nothing of the derivative. */
const NEAR = 0.1;

/** A slope is told from another where its error is at most this part of their difference. */
const TELLS = 0.1;

type Smooth = Extract<Slope, { readonly tag: "smooth" }>;
type Kink = Extract<Slope, { readonly tag: "kink" }>;

/** The view of one step. */
interface Seen {
  readonly slope: Slope;
  /** Whether rounding hides it, or nothing moves. */
  readonly isHidden: boolean;
  /** The extrapolated derivative, also where the step is too large for it to be settled. */
  readonly guess?: Smooth;
}

/** Whether a slope is the wanted derivative. */
export function isAsWanted(found: Slope, { derivative, tolerance }: Wanted): boolean {
  if (found.tag !== "smooth" || !Number.isFinite(derivative)) return false;
  return Math.abs(derivative - found.slope) <= tolerance * sizeOf(derivative, found.slope) + found.error;
}

/** Whether a wanted derivative is one of the slopes of a kink, or lies between them. */
export function isAtKink(found: Kink, { derivative, tolerance }: Wanted): boolean {
  const { left, right, error } = found;
  const slack = tolerance * sizeOf(left, right) + error;
  return derivative >= Math.min(left, right) - slack && derivative <= Math.max(left, right) + slack;
}

/**
 * Finds the slope at 0 of a function whose value there is `here`, for an argument of the given scale. Asks for the function's value at the
 * numbers that it yields; undefined stands for no value. The wanted derivative at a step whose error is small beside it confirms it: four
 * values do where the function is smooth. Otherwise the slope is the one that neighbouring steps have in common, the smallest of those that rounding leaves readable.
 */
export function* slopeAt(here: number, scale: number, wanted: Wanted): Generator<number, Slope, number | undefined> {
  let found: Slope = { tag: "unsettled", why: "edge" };
  let settled: Slope | undefined;
  let [same, read] = [0, 0];
  let isFit = false;
  let largest = Number.POSITIVE_INFINITY;
  /** The slope at the last step that was not the wanted derivative; a step that confirms the wanted one has to tell both apart. */
  let refused: Smooth | undefined;
  /** The first slope that may be the wanted derivative, but has a large error beside it. */
  let possible: Smooth | undefined;
  const tells = ({ error }: Smooth): boolean =>
    refused === undefined || error <= TELLS * Math.abs(wanted.derivative - refused.slope);
  for (const [at, step] of differenceSteps(scale).entries()) {
    if (step > largest) continue;
    const seen = yield* seenAt(here, step, scale, wanted);
    if (seen === undefined) continue;
    const { slope, guess, isHidden } = seen;
    const isSmall = at >= LARGE_STEPS;
    if (guess !== undefined && !(isSmall && isHidden) && isAsWanted(guess, wanted) && tells(guess)) {
      // at smaller steps rounding is more, at least that of the value itself
      const told = READABLE * Math.abs(wanted.derivative);
      if (told === 0 || guess.error <= told || roundingOf(here, step) > told) return guess;
      possible ??= guess;
    } else if (slope.tag === "smooth") refused = slope;
    if (isHidden && (isSmall || read > 0)) continue;
    // the first step that fits a small argument begins anew
    if (step <= scale && !isFit) [isFit, settled] = [true, undefined];
    read++;
    same = isSame(found, slope) ? same + 1 : 1;
    found = slope;
    if (same < SETTLED || (slope.tag === "unsettled" && slope.why === "unsteady")) continue;
    // the first is the least rounded
    if (settled === undefined || !isSame(settled, slope)) settled = slope;
    largest = step * LEAP;
  }
  // steps of rounding look like jumps and kinks
  const isOther = found.tag === "smooth" && same > 1 && settled !== undefined && !isSame(settled, found);
  if (settled !== undefined && !isOther) return settled;
  const last = same > 1 || read <= 1 ? found : UNSTEADY;
  return last.tag === "unsettled" ? (possible ?? last) : last;
}

/** The part of a slope that rounding may be, of values of a size at a step. */
function roundingOf(value: number, step: number): number {
  return (ROUNDINGS * Number.EPSILON * Math.abs(value)) / (step / 2);
}

/** The slope as one step shows it; undefined where the function has no value on a side. */
function* seenAt(
  here: number,
  step: number,
  scale: number,
  { derivative }: Wanted,
): Generator<number, Seen | undefined, number | undefined> {
  const above = yield step;
  const below = above === undefined ? undefined : yield -step;
  if (above === undefined || below === undefined) return undefined;
  const [nearAbove, nearBelow] = [yield step / 2, yield -step / 2];
  if (nearAbove === undefined || nearBelow === undefined) return undefined;
  const half = step / 2;
  // smaller slopes are judged as if they were as large as this
  const least = 1 / Math.max(1, scale);
  const noise = roundingOf(Math.max(Math.abs(above), Math.abs(below), Math.abs(here)), step);
  const [right, left] = [(nearAbove - here) / half, (here - nearBelow) / half];
  const [farRight, farLeft] = [(above - here) / step, (here - below) / step];
  const [bend, farBend] = [Math.abs(right - left), Math.abs(farRight - farLeft)];
  const far = (above - below) / (2 * step);
  const near = (nearAbove - nearBelow) / step;
  if (!Number.isFinite(bend + farBend)) return { slope: UNSTEADY, isHidden: true };
  const moved = Math.max(Math.abs(above - here), Math.abs(below - here));
  const remains = Math.max(Math.abs(above - nearAbove), Math.abs(below - nearBelow)) <= STEADY * moved;
  if (remains && moved > noise * half) return { slope: { tag: "unsettled", why: "jump" }, isHidden: false };
  if (bend > KINK * Math.max(least, Math.min(Math.abs(right), Math.abs(left))) + noise && bend > STAYS * farBend) {
    const steady = STEADY * bend + noise;
    const isKink = Math.abs(right - farRight) <= steady && Math.abs(left - farLeft) <= steady;
    const slope: Slope = isKink
      ? { tag: "kink", left: 2 * left - farLeft, right: 2 * right - farRight, error: noise }
      : UNSTEADY;
    return { slope, isHidden: noise > NEAR * bend };
  }
  const size = Math.max(Math.abs(far), Math.abs(near));
  // where nothing moves by a tiny step, rounding may be why
  const isStill = [above, below, nearAbove, nearBelow].every((value) => value === here) && step < TINY * (scale || 1);
  const readable = Math.max(READABLE * least, size, Number.isFinite(derivative) ? Math.abs(derivative) : 0);
  const isHidden = isStill || noise > READABLE * readable;
  const apart = Math.abs(far - near);
  const guess: Smooth = { tag: "smooth", slope: (4 * near - far) / 3, error: noise + Math.min(apart, CLOSE * least) };
  if (apart <= CLOSE * Math.max(least, size)) return { slope: guess, isHidden, guess };
  const isNear = apart <= NEAR * size;
  return { slope: UNSTEADY, isHidden, ...(isNear && { guess }) };
}

/** Whether two steps show the same. */
function isSame(one: Slope, other: Slope): boolean {
  if (one.tag === "smooth" && other.tag === "smooth") {
    const slack = SAME * sizeOf(one.slope, other.slope) + one.error + other.error;
    return Math.abs(one.slope - other.slope) <= slack;
  }
  if (one.tag === "kink" && other.tag === "kink") {
    const slack = STEADY * Math.abs(one.right - one.left);
    return Math.abs(one.left - other.left) <= slack && Math.abs(one.right - other.right) <= slack;
  }
  return one.tag === "unsettled" && other.tag === "unsettled" && one.why === other.why;
}

/** The size of slopes. */
function sizeOf(one: number, other: number): number {
  return Math.max(Math.abs(one), Math.abs(other));
}

/** The slope of a function that has all its values at once. */
export function slopeOf(value: (by: number) => number | undefined, scale: number, wanted: Wanted): Slope {
  const here = value(0);
  if (here === undefined) return { tag: "unsettled", why: "edge" };
  const asking = slopeAt(here, scale, wanted);
  let next = asking.next();
  while (!next.done) next = asking.next(value(next.value));
  return next.value;
}
