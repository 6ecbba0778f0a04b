// Curves in a terminal, and the growth of each beside our bound for its stage.

import plot from "simple-ascii-chart";
import { stageOf } from "../algorithms/index.ts";
import { type CurvePoint, judge, type PredictedPoint } from "../analysis/claims.ts";
import { FEWEST_COUNTS, fitText, isExact, isPoor, offText } from "../analysis/fit.ts";
import type { Quantity } from "../analysis/quantities.ts";
import { lastOf, nth } from "../base/nth.ts";

/** A curve: the runs of one stage that came to their end. */
export interface StageCurve {
  readonly stage: string;
  readonly points: readonly CurvePoint[];
  /** The calls that the graph predicts where the budget ran out. */
  readonly predicted: readonly PredictedPoint[];
}

const WIDTH = 64;
const HEIGHT = 18;
/** The signs of curves, in their order. */
const SIGNS = "●■▲◆○□△◇×+";

/** The curves of a quantity on logarithmic axes; values of 0 are drawn as 1. Empty where nothing can be drawn. */
export function terminalPlot(curves: readonly StageCurve[], quantity: Quantity): string {
  const drawn = curves.map(({ points }) =>
    points
      .filter(({ n }) => n >= 1)
      .map(({ n, cost }): [number, number] => [Math.log10(n), Math.log10(Math.max(1, quantity.of(cost)))]),
  );
  const shown = curves
    .map((curve, index) => ({ ...curve, line: nth(drawn, index) }))
    .filter(({ line }) => line.length > 0);
  if (shown.length === 0) return "";
  const signs = shown.map(({ stage }, index) => ({ stage, sign: nth(SIGNS, index % SIGNS.length) }));
  // the renderer gets a point's place, not its line
  const signAt = new Map(
    shown.flatMap(({ line }, index) => line.map(([x, y]) => [`${x} ${y}`, nth(signs, index).sign])),
  );
  const lines = shown.map(({ line }) => line);
  const values = lines.flat().map(([, y]) => y);
  const least = Math.floor(values.reduce((a, b) => Math.min(a, b)));
  const most = Math.ceil(values.reduce((a, b) => Math.max(a, b)));
  const text = plot(lines, {
    width: WIDTH,
    height: HEIGHT,
    mode: "point",
    yRange: [least, Math.max(least + 1, most)],
    customXAxisTicks: [...ticksOf(lines.flat().map(([x]) => x))],
    customYAxisTicks: Array.from({ length: most - least + 1 }, (_, index) => least + index),
    lineFormatter: ({ x, y, plotX, plotY }) => ({
      x: plotX,
      y: plotY,
      symbol: signAt.get(`${x} ${y}`) ?? nth(SIGNS, 0),
    }),
    formatter: (value) => axisText(10 ** value),
  });
  const legend = signs.map(({ stage, sign }) => `  ${sign} ${stage}`);
  const places = new Set(lines.flat().map(([x, y]) => `${x} ${y}`));
  const covered = lines.flat().length > places.size ? "  where curves meet, the last of them is seen\n" : "";
  return `${quantity.words}, over n; both axes logarithmic\n${text}\n${legend.join("\n")}\n${covered}`;
}

/** The places of n that have room for their numbers, from the right. */
function ticksOf(places: readonly number[]): readonly number[] {
  const sorted = [...new Set(places)].sort((a, b) => b - a);
  const room = (TICK_ROOM * (nth(sorted, 0) - lastOf(sorted))) / WIDTH;
  const ticks: number[] = [];
  for (const place of sorted) if (ticks.length === 0 || lastOf(ticks) - place >= room) ticks.push(place);
  return ticks.reverse();
}

/** Characters that the number of a tick takes. */
const TICK_ROOM = 6;

function axisText(x: number): string {
  if (x >= 100_000) return x.toExponential(0).replace("e+", "e");
  return String(x < 10 ? Math.round(x * 10) / 10 : Math.round(x));
}

/** A line for each curve: its growth, how far off, and our bound for its stage, unless the curve counts traces. */
export function fitLines(curves: readonly StageCurve[], quantity: Quantity): string {
  const lines = curves.map(({ stage, points, predicted: foretold }) => {
    const described = stageOf(stage);
    if (described === undefined) return "";
    const { bound } = described;
    const predicted = quantity.isPredicted === true ? foretold : [];
    const { growth, agrees } = judge(points, quantity, bound, predicted);
    if (growth === undefined) return `  ${stage.padEnd(17)} a fit needs ${FEWEST_COUNTS} points`;
    const { fit, or } = growth;
    const off = isExact(fit) ? "exactly" : `off by ${offText(fit)}`;
    const formula = quantity.isRatio ? `(${bound?.formula}) / T` : bound?.formula;
    const verdict = agrees === undefined ? "" : agrees ? ": agrees" : ": does not agree";
    const isTraced = points.some(({ counts }) => counts === "trace");
    const beside = isTraced
      ? "counts the trace alone: not judged"
      : bound === undefined
        ? `no bound is claimed: ${described.growth}`
        : `our bound O(${formula})${verdict}`;
    if (isPoor(growth)) return `  ${stage.padEnd(17)} no class fits: the nearest, ${fitText(fit)}, is ${off}`;
    const withPredicted = predicted.length === 0 ? "" : `, ${predicted.length} points predicted from the graph`;
    const other = or === undefined ? "" : `, or ${fitText(or)}`;
    return `  ${stage.padEnd(17)} ${`${fitText(fit)}${other}, ${off}`.padEnd(40)} ${beside}${withPredicted}`;
  });
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}
