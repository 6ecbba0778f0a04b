// Curves as files for papers: a picture for PGFPlots, and data for gnuplot.
import { latex } from "../../engine/base/latex.ts";
import type { Axis, Datum, Series } from "./model.ts";
import { type NumberColumn, numberRows } from "./numbers.ts";

/** Curves with their title, and with a label and a scale for each axis. */
export interface CurveSheet {
  readonly title: string;
  readonly xWords: string;
  readonly yWords: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

/** Curves as a `tikzpicture` with axes, title and legend, for the package pgfplots. A logarithmic axis has only positive numbers. */
export function pgfplots({ title, xWords, yWords, x, y, series }: CurveSheet): string {
  const options = [
    `title={${latex(title)}}`,
    `xlabel={${latex(xWords)}}`,
    `ylabel={${latex(yWords)}}`,
    ...(x === "log" ? ["xmode=log"] : []),
    ...(y === "log" ? ["ymode=log"] : []),
  ];
  const shown = (data: readonly Datum[]): readonly Datum[] =>
    data.filter((one) => isShown(one.x, x) && isShown(one.y, y));
  const lines = series.flatMap(({ label, points, predicted, spread = [], isBound, shape }) => [
    ...curve(shown(points), label, [isBound === true ? "no marks" : shape === "dots" ? "only marks" : "solid"], spread),
    ...curve(shown(predicted), `${label}, predicted`, ["dashed"], []),
  ]);
  return [
    `% ${oneLine(title)}`,
    "% \\usepackage{pgfplots} \\pgfplotsset{compat=1.18}",
    "\\begin{tikzpicture}",
    `\\begin{axis}[${options.join(", ")},legend pos=outer north east,legend cell align=left]`,
    ...lines.map((line) => `  ${line}`),
    "\\end{axis}",
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}

function isShown(value: number | bigint, axis: Axis): boolean {
  return (typeof value === "bigint" || Number.isFinite(value)) && (axis === "linear" || value > 0);
}

/** One curve with its name in the legend, and with bars where its points spread; nothing without points. */
function curve(
  points: readonly Datum[],
  label: string,
  options: readonly string[],
  spread: NonNullable<Series["spread"]>,
): readonly string[] {
  if (points.length === 0) return [];
  const bars = spread.length === 0 ? [] : ["error bars/y dir=both", "error bars/y explicit"];
  const places = points.map((point) => {
    const bar = spread.find(({ x }) => x === point.x);
    const ends = bar && ` += (0,${bar.high - Number(point.y)}) -= (0,${Number(point.y) - bar.low})`;
    return `(${point.x},${numeral(point.y)})${ends ?? ""}`;
  });
  return [
    `\\addplot+[${[...options, ...bars].join(", ")}] coordinates {${places.join(" ")}};`,
    `\\addlegendentry{${latex(label)}}`,
  ];
}

/** Curves as a table for gnuplot: title and names of the columns are comments, a number that a curve does not have is `nan`. */
export function gnuplotData({ title, xWords, series }: CurveSheet): string {
  const columns = series.flatMap(({ label, points, predicted, spread = [] }): readonly NumberColumn[] => [
    { name: label, points },
    ...(predicted.length === 0 ? [] : [{ name: `${label}, predicted`, points: predicted }]),
    ...(spread.length === 0
      ? []
      : [
          { name: `${label}, first quartile`, points: spread.map(({ x, low }) => ({ x, y: low })) },
          { name: `${label}, third quartile`, points: spread.map(({ x, high }) => ({ x, y: high })) },
        ]),
  ]);
  const heads = [xWords, ...columns.map(({ name }) => name)].map((name) => `"${oneLine(name).replaceAll('"', "'")}"`);
  const rows = numberRows(columns).map(({ x, ys }) => [x, ...ys.map((y) => y ?? Number.NaN)].map(numeral).join("\t"));
  return [`# ${oneLine(title)}`, `# ${heads.join("\t")}`, ...rows, ""].join("\n");
}

/** Most digits of an integer that is written out. */
const MOST_DIGITS = 17;

/** A number as programs read it; integers beyond floating point by their first digits and a power of ten. */
function numeral(value: number | bigint): string {
  const digits = String(value);
  if (typeof value === "number") return Number.isNaN(value) ? "nan" : digits.replace("Infinity", "inf");
  if (digits.length <= MOST_DIGITS) return digits;
  return `${digits[0]}.${digits.slice(1, MOST_DIGITS)}e${digits.length - 1}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
