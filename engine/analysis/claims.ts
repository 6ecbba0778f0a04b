// Curves against bounds: the growth of a counted quantity over n beside that of the bound of its stage.

import type { Bound, CountedBeside, RunSize } from "../algorithms/algorithm.ts";
import { log2Of } from "../base/magnitude.ts";
import { present } from "../base/nth.ts";
import { type Count, type FoundFit, fitGrowth, isAtMost, isExact, isPoor } from "./fit.ts";
import type { PassCosts, Quantity } from "./quantities.ts";

/** One run of a curve. */
export interface CurvePoint {
  readonly n: number;
  readonly cost: PassCosts;
  /** undefined where the graph could not be had. */
  readonly size: RunSize | undefined;
  /** Where the cost is that of the trace ({@link CountedBeside}). */
  readonly counts?: CountedBeside | undefined;
}

/** The growth of a curve, that of its bound, and whether the one is at most the other; undefined where that is not known, or is not asked. */
export interface Judgement {
  readonly growth: FoundFit | undefined;
  readonly bound: FoundFit | undefined;
  readonly agrees: boolean | undefined;
}

/** The numbers that the data-flow graph predicts exactly at an n where the stage was not run. */
export interface PredictedPoint {
  readonly n: number;
  readonly count: bigint;
  /** undefined where the program was not run alone. */
  readonly size: RunSize | undefined;
}

/**
 * Fits a curve, what is predicted of it and the bound of its stage, where it has one, on the same points. What counts a trace is not judged: the bound is for
 * the program.
 */
export function judge(
  points: readonly CurvePoint[],
  quantity: Quantity,
  bound: Bound | undefined,
  predicted: readonly PredictedPoint[] = [],
): Judgement {
  const run = points.map(({ n, cost, size }) => ({ n, count: quantity.of(cost), size }));
  const counts = [...run, ...predicted].sort((a, b) => a.n - b.n);
  const bounds = counts.flatMap(({ n, size }): Count[] => {
    if (size === undefined || bound === undefined) return [];
    const count = bound.of(size);
    return [{ n, count: quantity.isRatio ? Number(count) / Math.max(1, size.work) : count }];
  });
  const growth = fitGrowth(counts);
  const claimed = fitGrowth(bounds);
  const isJudged = points.every(({ counts: beside }) => beside === undefined);
  const agrees = isJudged && growth && claimed ? verdict(growth, claimed, counts, bounds) : undefined;
  return { growth, bound: claimed, agrees };
}

/** Whether counts grow no faster than their bounds; undefined where the counts do not decide it. */
function verdict(
  growth: FoundFit,
  claimed: FoundFit,
  counts: readonly Count[],
  bounds: readonly Count[],
): boolean | undefined {
  // what is known exactly is compared exactly
  if (isExact(growth.fit) && isExact(claimed.fit)) return isAtMost(growth.fit, claimed.fit);
  const isLevel = staysBelow(counts, bounds);
  if (isPoor(growth) || isPoor(claimed)) return isLevel ? true : undefined;
  return isLevel || growth.asGood.some((fit) => claimed.asGood.some((one) => isAtMost(fit, one)));
}

/** log₂ of 1.1: what the quotient of a count by its bound may grow on the upper half, in all. */
const LEVEL = Math.log2(1.1);
/** A quotient over fewer doublings of the bound, in the upper half, is not judged, unless the bound is constant. */
const LEAST_DOUBLINGS = 1;

/** Whether the quotient of counts by bounds does not grow on the upper half, which has to be long enough to show it. */
function staysBelow(counts: readonly Count[], bounds: readonly Count[]): boolean {
  const boundAt = new Map(bounds.map(({ n, count }) => [n, log2Of(count)]));
  const upper = counts
    .filter(({ n }) => n >= 1 && boundAt.has(n))
    .sort((a, b) => a.n - b.n)
    .slice(Math.floor(counts.length / 2));
  const quotients = upper.map(({ n, count }) => log2Of(count) - present(boundAt.get(n)));
  const middle = Math.ceil(quotients.length / 2);
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const moved = present(boundAt.get(upper.at(-1)?.n ?? 0)) - present(boundAt.get(upper[0]?.n ?? 0));
  if (moved > LEVEL && moved < LEAST_DOUBLINGS) return false;
  return most(quotients.slice(middle)) <= most(quotients.slice(0, middle)) + LEVEL;
}
