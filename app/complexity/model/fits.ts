// The growth of curves beside the bounds of their stages, in words: from runs, and from the graph's predictions.
import { plural, t } from "@lingui/core/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { describedStage } from "../../../engine/algorithms/catalogue.ts";
import { type CurvePoint, judge } from "../../../engine/analysis/claims.ts";
import {
  FEWEST_COUNTS,
  type FoundFit,
  fitGrowth,
  fitText,
  isExact,
  isPoor,
  leadingText,
  offText,
} from "../../../engine/analysis/fit.ts";
import { isCounted, QUANTITIES, type Quantity } from "../../../engine/analysis/quantities.ts";
import { internal } from "../../../engine/base/unreachable.ts";
import { type LabCurve, predictedOf, runsThatCount } from "./lab.ts";

/** The growth of a curve beside the bound of its stage, in words. */
export interface FitRow {
  readonly id: string;
  readonly label: string;
  readonly stage: StageId;
  readonly isSecond: boolean;
  /** A formula, or why there is none. */
  readonly growth: string;
  readonly isFit: boolean;
  readonly or: string | undefined;
  readonly off: string;
  readonly bound: string;
  readonly agrees: boolean | undefined;
  /** Whether the counts are those of the trace, and say nothing of the bound. */
  readonly isTraced: boolean;
  /** How many of the points that are fitted are predicted from the graph. */
  readonly predicted: number;
  /** Where too few runs came to their end to fit: the growth of the calls alone, predicted from the graph. */
  readonly calls: string | undefined;
}

/** The place of a bound where none is claimed. */
const NO_BOUND = "–";

/** The growth of each curve beside the bound of its stage. */
export function fitRows(curves: readonly LabCurve[], quantity: Quantity): readonly FitRow[] {
  return curves.map((one): FitRow => {
    const { bound } = describedStage(one.stage) ?? internal("an unknown stage has a curve", one.stage);
    const predicted = predictedOf(one, quantity);
    const { growth, agrees } = judge(runsThatCount(one, quantity), quantity, bound, predicted);
    return {
      id: one.id,
      label: one.label,
      stage: one.stage,
      isSecond: one.subject > 0,
      growth:
        one.curve.refused !== undefined
          ? t`refused`
          : !isCounted(one.stage, quantity.id)
            ? t`not counted`
            : growth === undefined
              ? needsWords(FEWEST_COUNTS)
              : isPoor(growth)
                ? t`no growth law fits`
                : fitText(growth.fit),
      isFit: growth !== undefined && !isPoor(growth),
      or: growth?.or && !isPoor(growth) ? fitText(growth.or) : undefined,
      off: growth === undefined ? "" : offWords(growth),
      bound: bound === undefined ? NO_BOUND : quantity.isRatio ? `(${bound.formula}) / T` : bound.formula,
      agrees,
      isTraced: countsTrace(one),
      predicted: growth === undefined ? 0 : predicted.length,
      calls: growth === undefined && quantity.isPredicted !== true ? callsGrowth(one) : undefined,
    };
  });
}

/** Whether a curve counts the trace of runs. */
export function countsTrace({ curve }: LabCurve): boolean {
  return curve.runs.some(({ counts }) => counts === "trace");
}

/** The growth of the calls by runs and by the graph; undefined where there are none, or nothing fits. */
function callsGrowth(curve: LabCurve): string | undefined {
  const calls = QUANTITIES.find(({ isPredicted }) => isPredicted) ?? internal("no quantity is predicted");
  const counts = [
    ...runsThatCount(curve, calls).map(({ n, cost }) => ({ n, count: calls.of(cost) })),
    ...predictedOf(curve, calls),
  ];
  const growth = fitGrowth(counts);
  return growth === undefined || isPoor(growth) || counts.every(({ count }) => Number(count) === 0)
    ? undefined
    : leadingText(growth.fit);
}

function offWords({ fit }: FoundFit): string {
  return isExact(fit) ? t`exact` : offText(fit);
}

function needsWords(count: number): string {
  return plural(count, { one: `a fit needs ${count} point`, other: `a fit needs ${count} points` });
}

/** T and I of a program, as growths of n; empty while there are too few runs. */
export function sizeWords(curves: readonly LabCurve[], subject: number): string {
  const runs = mostRuns(curves.filter((one) => one.subject === subject));
  const sizes = runs.flatMap(({ n, size }) => (size === undefined ? [] : [{ n, ...size }]));
  const work = fitGrowth(sizes.map(({ n, work }) => ({ n, count: work })));
  const input = fitGrowth(sizes.map(({ n, input }) => ({ n, count: input })));
  if (work === undefined || input === undefined) return "";
  const cost = `T ${equals(work)} ${fitText(work.fit)}`;
  const size = `I ${equals(input)} ${fitText(input.fit)}`;
  return t({
    message: `${cost}, the cost of the primal and the size of its result; ${size}, the size of the input`,
    comment: "cost and size are equations: “T = 3 n”, “I = n”",
  });
}

function equals({ fit }: FoundFit): string {
  return isExact(fit) ? "=" : "≈";
}

function mostRuns(curves: readonly LabCurve[]): readonly CurvePoint[] {
  return curves.reduce<readonly CurvePoint[]>(
    (most, { curve }) => (curve.runs.length > most.length ? curve.runs : most),
    [],
  );
}
