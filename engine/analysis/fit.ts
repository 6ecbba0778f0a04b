// The growth of exact counts: which of a few classes, alone or as a sum of two, a curve follows on its upper half.
//
// Least squares on relative deviations: Σᵢ (a f(nᵢ)/yᵢ + b g(nᵢ)/yᵢ − 1)². Quotients are taken between logarithms, so counts of any
// size can be fitted; for 2^(cn) the best c is searched. Counts have no noise: a fit that gives every count exactly is the answer;
// else, of all fits within one per cent of the best, the one of the smallest class, and beside it a larger one that is twice as good.

import { log2Of } from "../base/magnitude.ts";
import { lastOf, nth } from "../base/nth.ts";

/** The classes, from the smallest to the largest; `c` of the last two is the term's `rate`. */
export const CLASSES = ["1", "log n", "n", "n log n", "n²", "n³", "n⁴", "2^(cn)", "n·2^(cn)"] as const;
/** A function of n that counts are compared with; a fit has one term of a class, or two. */
export type GrowthClass = (typeof CLASSES)[number];

/** log₂ of each class's function; `rate` is c. */
const LOG2: Readonly<Record<GrowthClass, (n: number, rate: number) => number>> = {
  "1": () => 0,
  "log n": (n) => Math.log2(Math.log2(n)),
  n: (n) => Math.log2(n),
  "n log n": (n) => Math.log2(n) + Math.log2(Math.log2(n)),
  "n²": (n) => 2 * Math.log2(n),
  "n³": (n) => 3 * Math.log2(n),
  // T · I of a program on n × n matrices
  "n⁴": (n) => 4 * Math.log2(n),
  "2^(cn)": (n, rate) => rate * n,
  "n·2^(cn)": (n, rate) => Math.log2(n) + rate * n,
};

/** coefficient · class(n). */
export interface Term {
  readonly growth: GrowthClass;
  readonly coefficient: number;
  /** c of 2^(cn); undefined for the other classes. */
  readonly rate: number | undefined;
}

/** A sum of one or two terms, the larger class first. */
export interface Fit {
  readonly terms: readonly Term[];
  /** The largest relative deviation from a count that was fitted. */
  readonly residual: number;
  /** The leading term's part of the last count. */
  readonly share: number;
  /** The last n by the first that was fitted. */
  readonly stretch: number;
}

/** The answer for a curve: the fit to show, and the fits that the counts do not tell apart from it. */
export interface FoundFit {
  readonly fit: Fit;
  /** A fit of a larger class that is twice as good, but by less than one per cent. */
  readonly or: Fit | undefined;
  /** All fits that are as good as the best, by less than one per cent. */
  readonly asGood: readonly Fit[];
}

/** A count at n. */
export interface Count {
  readonly n: number;
  readonly count: number | bigint;
}

/** As few counts as can be fitted. */
export const FEWEST_COUNTS = 8;
/** Deviations below this are rounding. */
const EXACT = 1e-9;
/** Fits that are as good as the best. */
const AS_GOOD = 0.01;

/** A fit that is further off than this says nothing of the curve. */
const POOR = 0.1;
/** The range of n that separates classes, unless a fit is exact: from n to 1.2 n. */
const NARROWEST = 1.2;
/** As many points are looked at. */
const MOST_POINTS = 48;

/** The growth of a curve on its upper half; undefined where there are fewer than {@link FEWEST_COUNTS} at different n ≥ 1. */
export function fitGrowth(counts: readonly Count[]): FoundFit | undefined {
  // beyond floating point a count is a bigint, or is not known
  const known = counts.filter(({ n, count }) => n >= 1 && (typeof count === "bigint" || Number.isFinite(count)));
  const byN = new Map(known.map((one) => [one.n, one]));
  if (byN.size < FEWEST_COUNTS) return undefined;
  const sorted = [...byN.values()].sort((a, b) => a.n - b.n);
  const points = thinned(sorted.slice(Math.floor(sorted.length / 2))).map(pointOf);
  const powers = POWERS.map((candidate) => fitted(candidate, points)).filter((fit) => fit !== undefined);
  const isKnown = powers.some((fit) => fit.residual < EXACT);
  const exponentials = isKnown ? [] : EXPONENTIALS.map((candidate) => fitted(candidate, points));
  const fits = [...powers, ...exponentials.filter((fit) => fit !== undefined)];
  const plausible = fits.filter(isPlausible);
  return chosen(plausible.length > 0 ? plausible : fits);
}

function thinned<T>(items: readonly T[]): readonly T[] {
  if (items.length <= MOST_POINTS) return items;
  return Array.from({ length: MOST_POINTS }, (_, at) =>
    nth(items, Math.round((at * (items.length - 1)) / (MOST_POINTS - 1))),
  );
}

/** Whether a fit that is not exact describes a curve by its leading term, instead of imitating it by a difference. */
function isPlausible(fit: Fit): boolean {
  if (fit.residual < EXACT) return true;
  if (isExponential(leading(fit)) && fit.residual > MOST_OFF) return false;
  return fit.terms.length === 1 || (fit.share >= LEAST_SHARE && fit.share <= MOST_SHARE);
}

/** Most of the last count for the leading term where the other is subtracted from it. */
const MOST_SHARE = 1.5;
/** An exponential that is further off than this is another curve. */
const MOST_OFF = 0.03;

/**
 * Of fits, the smaller classes first: of the smallest class that is as good as the best, one term where that suffices, else the
 * best sum; and beside it a larger class that is twice as good.
 */
function chosen(fits: readonly Fit[]): FoundFit {
  const { residual: least } = bestOf(fits);
  const isSum = ({ terms }: Fit): boolean => terms.every(({ coefficient }) => coefficient >= 0);
  const near = fits.filter(({ residual }) => residual <= (least < EXACT ? EXACT : least + AS_GOOD));
  // a difference can imitate a smaller class: it has to be nearly as good as the best, and not only within one per cent
  const asGood = near.filter((fit) => isSum(fit) || fit.residual <= Math.max(EXACT, 3 * least));
  const [smallest] = asGood as [Fit];
  const alike = asGood.filter((one) => leading(one) === leading(smallest) && isRound(one) === isRound(smallest));
  const fit = alike.find(({ terms }) => terms.length === 1) ?? (isExact(smallest) ? smallest : bestOf(alike));
  const or = asGood.find(
    (one) =>
      leading(one) !== leading(fit) &&
      one.residual < 0.5 * fit.residual &&
      // exponentials of rates that are nearly the same are not worth telling apart
      !(isExponential(leading(fit)) && !isRound(one)),
  );
  return { fit, or: isExact(fit) ? undefined : or, asGood };
}

/** Whether no class fits: the curve is none of those, or too short. */
export function isPoor({ fit }: FoundFit): boolean {
  return fit.residual > POOR || (!isExact(fit) && fit.stretch < NARROWEST);
}

/** Least share of the leading term in the last count to be named beside another fit. */
const LEAST_SHARE = 0.1;

/** Whether c of an exponential is a whole number of quarters. */
function isRound({ terms }: Fit): boolean {
  return Number.isInteger(4 * (nth(terms, 0).rate ?? 0));
}

function bestOf(fits: readonly Fit[]): Fit {
  return fits.reduce((a, b) => (b.residual < a.residual ? b : a));
}

/** Whether a fit gives every count. */
export function isExact({ residual }: Fit): boolean {
  return residual < EXACT;
}

/** The class of the term that grows most. */
export function leading({ terms }: Fit): GrowthClass {
  return nth(terms, 0).growth;
}

/** Rates of exponentials closer than this are the same: of exact fits, and of others. */
const SAME_RATE = { exact: 0.001, other: 0.1 };

/** Whether one growth is at most another: by class, and among exponentials by the rate. */
export function isAtMost(growth: Fit, bound: Fit): boolean {
  const [a, b] = [nth(growth.terms, 0), nth(bound.terms, 0)];
  const same = isExact(growth) && isExact(bound) ? SAME_RATE.exact : SAME_RATE.other;
  if (a.rate !== undefined && b.rate !== undefined && Math.abs(a.rate - b.rate) > same * b.rate) return a.rate < b.rate;
  return CLASSES.indexOf(a.growth) <= CLASSES.indexOf(b.growth);
}

interface Point {
  readonly n: number;
  /** log₂ of what deviations are relative to: the count, and at least 1. */
  readonly scale: number;
  /** The count by that: 1, or 0. */
  readonly target: number;
}

function pointOf({ n, count }: Count): Point {
  const scale = Math.max(0, log2Of(count));
  return { n, scale, target: scale === 0 ? Number(count) : 1 };
}

/** A fit: the classes of the terms, and whether c is a whole number of quarters. */
interface Candidate {
  readonly classes: readonly GrowthClass[];
  readonly isRound: boolean;
}

/** Fits to be tried, the smaller and simpler ones first. */
const POWERS: readonly Candidate[] = CLASSES.filter((growth) => !isExponential(growth)).flatMap((growth, index) =>
  [[growth], ...CLASSES.slice(0, index).map((smaller) => [growth, smaller])].map((classes) => ({
    classes,
    isRound: false,
  })),
);

/** A sum with an exponential shows its other part only where the fit is exact, or where that part grows exponentially, too. */
const EXPONENTIALS: readonly Candidate[] = [true, false].flatMap((isRound) =>
  (
    [["2^(cn)"], ["2^(cn)", "1"], ["2^(cn)", "n"], ["n·2^(cn)"], ["n·2^(cn)", "1"], ["n·2^(cn)", "2^(cn)"]] as const
  ).map((classes) => ({ classes, isRound })),
);

/** Doublings between the first and the last point that separate an exponential from a power. */
const FEWEST_DOUBLINGS = 2;

function fitted({ classes, isRound }: Candidate, points: readonly Point[]): Fit | undefined {
  if (!classes.some(isExponential)) return leastSquares(classes, undefined, points);
  const [before, last] = points.slice(-2) as [Point, Point];
  // the slope on a logarithmic axis is c and what the other factors add to it
  const slope = (last.scale - before.scale) / (last.n - before.n);
  if (!(slope > 0)) return undefined;
  const free = searched(0.2 * slope, 1.6 * slope, (rate) => leastSquares(classes, rate, points));
  const rate = free?.terms[0]?.rate;
  if (rate === undefined || rate * (last.n - nth(points, 0).n) < FEWEST_DOUBLINGS) return undefined;
  return isRound ? leastSquares(classes, Math.round(rate * 4) / 4, points) : free;
}

function isExponential(growth: GrowthClass): boolean {
  return growth === "2^(cn)" || growth === "n·2^(cn)";
}

/** The least residual over an interval of rates: a look at 32 of them, then a golden section around the best. */
function searched(from: number, to: number, at: (rate: number) => Fit | undefined): Fit | undefined {
  const looks = 32;
  const width = (to - from) / looks;
  const residual = (rate: number): number => at(rate)?.residual ?? Number.POSITIVE_INFINITY;
  let best = { rate: from, residual: Number.POSITIVE_INFINITY };
  for (let look = 0; look <= looks; look++) {
    const rate = from + look * width;
    const found = residual(rate);
    if (found < best.residual) best = { rate, residual: found };
  }
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [best.rate - width, best.rate + width];
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
  let [atLeft, atRight] = [residual(left), residual(right)];
  for (let round = 0; round < 70; round++) {
    if (atLeft <= atRight) {
      high = right;
      [right, atRight] = [left, atLeft];
      left = high - golden * (high - low);
      atLeft = residual(left);
    } else {
      low = left;
      [left, atLeft] = [right, atRight];
      right = low + golden * (high - low);
      atRight = residual(right);
    }
  }
  return at((low + high) / 2);
}

/** The best coefficients by Gram and Schmidt; undefined where the larger class would be subtracted. */
function leastSquares(
  classes: readonly GrowthClass[],
  rate: number | undefined,
  points: readonly Point[],
): Fit | undefined {
  const columns = classes.map((growth) => points.map(({ n, scale }) => 2 ** (LOG2[growth](n, rate ?? 0) - scale)));
  const target = points.map((point) => point.target);
  const [first, second] = columns as [number[], number[] | undefined];
  const coefficients = second === undefined ? [along(target, first)] : pair(target, first, second);
  if (!coefficients.every(Number.isFinite) || nth(coefficients, 0) < 0) return undefined;
  if (coefficients[0] === 0 && (classes.length > 1 || classes[0] !== "1")) return undefined;
  const residual = points.reduce((most, _, i) => {
    const sum = columns.reduce((total, column, k) => total + nth(coefficients, k) * nth(column, i), 0);
    return Math.max(most, Math.abs(sum - nth(target, i)));
  }, 0);
  const terms = classes.map((growth, k) => ({
    growth,
    coefficient: nth(coefficients, k),
    rate: isExponential(growth) ? rate : undefined,
  }));
  const stretch = lastOf(points).n / nth(points, 0).n;
  return { terms, residual, share: nth(coefficients, 0) * lastOf(nth(columns, 0)), stretch };
}

/** Coefficients of two columns: what of the second is not along the first is fitted first. */
function pair(target: readonly number[], first: readonly number[], second: readonly number[]): readonly number[] {
  const shared = along(second, first);
  const rest = second.map((x, i) => x - shared * nth(first, i));
  // columns that are multiples of each other are one
  if (dot(rest, rest) <= 1e-20 * dot(second, second)) return [Number.NaN, Number.NaN];
  const b = along(target, rest);
  const a = along(
    target.map((x, i) => x - b * nth(second, i)),
    first,
  );
  return [a, b];
}

/** The coefficient of the projection on a column. */
function along(target: readonly number[], column: readonly number[]): number {
  return dot(target, column) / dot(column, column);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * nth(b, i), 0);
}

/** As text, with at most two significant digits unless it is exact: `10 n² + 11 n log n`, `2·2^n − 1`. */
export function fitText(fit: Fit): string {
  const shown = fit.terms.map((term) => ({ ...term, size: rounded(Math.abs(term.coefficient), isExact(fit)) }));
  const visible = shown.filter(({ size }, index) => index === 0 || size !== "0");
  return visible
    .map((term, index) => {
      const sign = index === 0 ? (term.coefficient < 0 ? "−" : "") : term.coefficient < 0 ? " − " : " + ";
      return `${sign}${termText(term.growth, term.size, term.rate)}`;
    })
    .join("");
}

function termText(growth: GrowthClass, size: string, rate: number | undefined): string {
  if (growth === "1") return size;
  const factor = classText(growth, rate);
  if (size === "1") return factor;
  return growth === "2^(cn)" ? `${size}·${factor}` : `${size} ${factor}`;
}

/** A class as text; `2^n` where c is 1. */
function classText(growth: GrowthClass, rate: number | undefined): string {
  if (!isExponential(growth)) return growth === "1" ? "constant" : growth;
  const c = rate === undefined ? "c" : rounded(rate, false, 3);
  const power = c === "1" ? "2^n" : `2^(${c} n)`;
  return growth === "2^(cn)" ? power : `n·${power}`;
}

/** A growth as text, without its coefficients: `n²`, `2^(0.69 n)`. */
export function leadingText(fit: Fit): string {
  return classText(leading(fit), nth(fit.terms, 0).rate);
}

/** How far a fit is off, as text: `0.5 %`. */
export function offText({ residual }: Fit): string {
  const percent = 100 * residual;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}

/** Integers up to here are written out where a fit is exact. */
const WRITTEN_OUT = 1e7;

function rounded(x: number, exact: boolean, digits = 2): string {
  if (x === 0) return "0";
  const near = Math.round(x);
  const isWhole = near > 0 && Math.abs(x - near) < 1e-6 * Math.max(1, near);
  if (isWhole && near <= (exact ? WRITTEN_OUT : 1000)) return String(near);
  // an exact coefficient is a fraction, or has too many digits to be read
  const short = Number(x.toPrecision(exact ? 4 : digits));
  if (short >= 1e-3 && short < WRITTEN_OUT) return String(short);
  const [mantissa, exponent] = x.toExponential(1).split("e");
  return `${mantissa} × 10^(${Number(exponent)})`;
}
