// Curves against the papers: the growth of a counted quantity over n beside that of the bound which the papers claim for its stage.
import type { Bound, RunSize } from "../algorithms/algorithm.ts";
import { log2Of } from "../base/magnitude.ts";
import { type Count, type FoundFit, fitGrowth, isAtMost } from "./fit.ts";
import type { PassCosts, Quantity } from "./quantities.ts";

/** One run of a curve. */
export interface CurvePoint {
  readonly n: number;
  readonly cost: PassCosts;
  /** undefined where the graph could not be had. */
  readonly size: RunSize | undefined;
}

/** The growth of a curve, that of its bound, and whether the one is at most the other; each undefined with too few points. */
export interface Judgement {
  readonly growth: FoundFit | undefined;
  readonly bound: FoundFit | undefined;
  readonly agrees: boolean | undefined;
}

/** Fits a curve and the bound that its stage claims, on the same points. */
export function judge(points: readonly CurvePoint[], quantity: Quantity, bound: Bound): Judgement {
  const counts = points.map(({ n, cost }) => ({ n, count: quantity.of(cost) }));
  const bounds = points.flatMap(({ n, size }): Count[] => {
    if (size === undefined) return [];
    const count = bound.of(size);
    return [{ n, count: quantity.isRatio ? Number(count) / Math.max(1, size.work) : count }];
  });
  const growth = fitGrowth(counts);
  const claimed = fitGrowth(bounds);
  if (growth === undefined || claimed === undefined) return { growth, bound: claimed, agrees: undefined };
  const isWithin = [claimed.fit, claimed.or].some((one) => one !== undefined && isAtMost(growth.fit, one));
  return { growth, bound: claimed, agrees: isWithin || staysBelow(counts, bounds) };
}

/** log₂ of 1.1: what the quotient of a count by its bound may grow on the upper half, in all. */
const LEVEL = Math.log2(1.1);

/** Whether the quotient of counts by bounds does not grow on the upper half. */
function staysBelow(counts: readonly Count[], bounds: readonly Count[]): boolean {
  const boundAt = new Map(bounds.map(({ n, count }) => [n, count]));
  const quotients = counts
    .filter(({ n }) => n >= 1 && boundAt.has(n))
    .sort((a, b) => a.n - b.n)
    .map(({ n, count }) => log2Of(count) - log2Of(boundAt.get(n)!));
  const upper = quotients.slice(Math.floor(quotients.length / 2));
  return upper.at(-1)! <= upper[0]! + LEVEL;
}
