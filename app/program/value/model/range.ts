// Sliders for numbers.

/** Where a slider reaches, and how fine it is. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A slider for a number: from minus to plus a round number of at least twice its size, in two hundred steps. */
export function rangeOf(x: number): Range {
  const size = Number.isFinite(x) && x !== 0 ? roundUp(2 * Math.abs(x)) : 1;
  const reach = Math.min(1e300, Math.max(1e-300, size));
  return { min: -reach, max: reach, step: tidy(reach / 100) };
}

/** The multiple of a step that is nearest to a number, as people write it: `1.8`, and not `1.7999999999999998`. */
export function snapped(x: number, step: number): number {
  const nearest = tidy(Math.round(x / step) * step);
  return Number.isFinite(nearest) ? nearest : x;
}

/** A number without its rounding error in binary. */
export function tidy(x: number): number {
  return Number(x.toPrecision(12));
}

/** The next of 1, 2, 5, 10, 20, .. from a positive number on. */
function roundUp(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const round = [1, 2, 5].find((one) => one * power >= x) ?? 10;
  return Number((round * power).toPrecision(1));
}

/** The range for a number that has been moved: a larger one where it stands at an end. */
export function widened(range: Range, x: number): Range {
  return x <= range.min || x >= range.max ? rangeOf(x) : range;
}
