// Curves as they are drawn: axes, lines, marks and labels in pixels, from series of numbers of any size.

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { lastOf, nth } from "../../engine/base/nth.ts";
import { log10Of } from "../words/magnitude.ts";
import { grouped, superscript } from "../words/numbers.ts";

/** How an axis is divided. */
export type Axis = "linear" | "log";

/** A point of a curve. */
export interface Datum {
  readonly x: number;
  readonly y: number | bigint;
}

/** One curve. */
export interface Series {
  readonly id: string;
  readonly label: string;
  /** Under the label. */
  readonly note: string | undefined;
  /** A CSS colour. */
  readonly colour: string;
  readonly marker: MarkerName;
  /** Drawn thin, with hollow marks: of the program that is compared with. */
  readonly isSecond: boolean;
  readonly points: readonly Datum[];
  /** Known without a run, and drawn dashed. */
  readonly predicted: readonly Datum[];
  /** Where points spread: drawn as a bar through each. */
  readonly spread?: readonly { readonly x: number; readonly low: number; readonly high: number }[];
  /** A line without marks. */
  readonly isBound?: boolean;
  /** Drawn as one shape, for thousands of points; left out: a line with a mark at each point. */
  readonly shape?: "line" | "dots" | "columns";
  /** Why the curve ends before the last x. */
  readonly end?: string | undefined;
}

/** The shapes of the marks at points, one for each curve. */
export type MarkerName =
  | "circle"
  | "square"
  | "triangle"
  | "diamond"
  | "star"
  | "wye"
  | "asterisk"
  | "cross"
  | "times"
  | "triangle-down";

/** A mark of an axis, with its label; `at` is in pixels. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A curve in pixels. */
export interface DrawnCurve {
  readonly series: Series;
  readonly line: string;
  readonly dashed: string;
  readonly marks: readonly { readonly datum: Datum; readonly x: number; readonly y: number }[];
  readonly bars: readonly { readonly x: number; readonly from: number; readonly to: number }[];
  /** Dots or columns as one path; empty where the series is no shape of these. */
  readonly path: string;
  /** Where the label begins; its baseline. */
  readonly label: { readonly x: number; readonly y: number };
  /** Where the curve ends early. */
  readonly end: { readonly x: number; readonly y: number } | undefined;
}

/** A plot that has been laid out; all lengths and places are pixels. */
export interface DrawnPlot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly curves: readonly DrawnCurve[];
  /** Whether there is room for the names of curves beside them. */
  readonly hasLabels: boolean;
  /** The pixel of an x. */
  xAt(x: number): number;
}

/** A plot's input: the series, the size in pixels, and the scales of the axes. */
export interface PlotAsk {
  readonly series: readonly Series[];
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
  /** The least range of the x axis, whether there are points yet or not. */
  readonly xs?: readonly number[];
  /** Whether a linear axis begins at 0. */
  readonly fromZero?: boolean;
  /** Whether the x axis is of any Reals, and not of sizes n. */
  readonly ofReals?: boolean;
  /** Whether the x axis has ticks at whole numbers alone, as an index has. */
  readonly ofWholes?: boolean;
}

/** Powers of ten that a predicted curve may rise above the runs. */
const ABOVE = 2;
const FAR = 1e5;
/** The largest number that is placed on a linear axis. */
const BEYOND = 1e300;
const LINE_HEIGHT = 17;

/** Draws curves. A logarithmic axis has only positive numbers. */
export function drawPlot(ask: PlotAsk): DrawnPlot {
  const { series, width, height, x, y, xs = [], fromZero = true, ofReals = false, ofWholes = false } = ask;
  const narrow = width < 520;
  const longest = series.reduce((most, one) => Math.max(most, one.label.length, (one.note?.length ?? 0) * 0.85), 0);
  const beside = narrow ? 12 : Math.max(110, 28 + 8.2 * longest);
  const [right, top, bottom] = [width - beside, 14, height - 34];
  const shows = ({ x: n, y: value }: Datum): boolean => (x === "linear" || n > 0) && (y === "linear" || value > 0);
  const kept = series.map((one) => ({
    ...one,
    points: one.points.filter(shows),
    predicted: one.predicted.filter(shows),
  }));
  // beyond floating point is far beyond the picture
  const yOf = (value: number | bigint): number =>
    y === "log" ? log10Of(value) : Math.max(-BEYOND, Math.min(Number(value), BEYOND));
  const xOf = (value: number): number => (x === "log" ? Math.log10(value) : value);
  const [low, high] = rangeOf(kept, yOf, { y, fromZero, ofReals });
  const drawn = kept.flatMap(({ points, predicted }) => [...points, ...predicted].map((one) => one.x));
  const all = [...new Set([...drawn, ...xs])].filter((one) => x === "linear" || one > 0);
  const ns = all.map(xOf);
  const [first, last] = ns.length === 0 ? [0, 1] : [min(ns), max(ns)];
  const up = scaleLinear([low, high], [bottom, top]);
  const yTicks = yTicksOf(y, [low, high], up, ofReals);
  const left = Math.max(58, 16 + 7.5 * yTicks.reduce((most, { text }) => Math.max(most, text.length), 0));
  const columns = kept.filter(({ shape }) => shape === "columns");
  const inset = columns.length === 0 ? 8 : 8 + Math.min(30, (right - left) / (2 * Math.max(1, all.length)));
  const across = scaleLinear([first, last === first ? first + 1 : last], [left + inset, right - inset]);
  // no pixel is further off than a browser can draw
  const place = (one: Datum): [number, number] => [across(xOf(one.x)), Math.max(-FAR, up(yOf(one.y)))];
  const columnWidth = widthOfColumns(ns.map((one) => across(one))) / Math.max(1, columns.length);
  const pathOf = (one: Series): string => {
    if (one.shape === "dots") return dots(one.points.map(place));
    if (one.shape !== "columns") return "";
    // side by side
    const aside = (columns.findIndex(({ id }) => id === one.id) - (columns.length - 1) / 2) * columnWidth;
    return bars(one.points.map(place), up(Math.max(low, 0)), columnWidth * 0.86, aside);
  };
  const path = (data: readonly Datum[]): string => (data.length < 2 ? "" : (line()(data.map(place)) ?? ""));
  // a curve of which nothing can be drawn has no name in the picture either
  const curves = kept.filter(hasPlace).map((one): DrawnCurve => {
    const bridge = one.points.at(-1);
    const dashed = one.predicted.length === 0 ? [] : [...(bridge === undefined ? [] : [bridge]), ...one.predicted];
    return {
      series: one,
      line: one.shape === "dots" || one.shape === "columns" ? "" : path(one.points),
      path: pathOf(one),
      dashed: path(dashed),
      marks: one.isBound === true ? [] : one.points.map((datum) => ({ datum, x: place(datum)[0], y: place(datum)[1] })),
      bars: (one.spread ?? []).map((bar) => ({ x: across(xOf(bar.x)), from: up(yOf(bar.low)), to: up(yOf(bar.high)) })),
      label: labelAt(dashed.length > 0 ? dashed : one.points, place, { right, top }),
      end: one.end === undefined || bridge === undefined ? undefined : { x: place(bridge)[0], y: place(bridge)[1] },
    };
  });
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    xTicks: ofReals
      ? realTicks(
          ticksIn(first, last, narrow ? 5 : 8).filter((tick) => !ofWholes || Number.isInteger(tick)),
          across,
        )
      : xTicksOf(x, [first, last], across, all),
    yTicks,
    curves: narrow ? curves : apart(curves, bottom, right),
    hasLabels: !narrow,
    xAt: (value) => across(xOf(value)),
  };
}

/** The range of the y axis. */
function rangeOf(
  kept: readonly Series[],
  yOf: (value: number | bigint) => number,
  { y, fromZero, ofReals }: Required<Pick<PlotAsk, "y" | "fromZero" | "ofReals">>,
): readonly [low: number, high: number] {
  const run = kept.flatMap(({ points, spread = [] }) => [
    ...points.map((one) => yOf(one.y)),
    ...spread.flatMap(({ low, high }) => [yOf(low), yOf(high)]),
  ]);
  const foretold = kept.flatMap(({ predicted }) => predicted.map((one) => yOf(one.y)));
  const values = run.length > 0 ? run : foretold;
  const highest = max(
    run.length === 0
      ? foretold
      : y === "log"
        ? [...run, ...foretold.map((one) => Math.min(one, max(run) + ABOVE))]
        : fromZero
          ? [...run, 0]
          : run,
  );
  const lowest = fromZero ? Math.min(0, min(values)) : min(values);
  // the largest does not lie on the edge, nor the smallest where it is no natural ground
  const isGround = !ofReals || (fromZero && lowest === 0) || !Number.isFinite(lowest);
  const low = y === "log" ? Math.floor(min(values)) : isGround ? lowest : -above(-lowest, -highest);
  const high = y === "log" ? Math.max(Math.ceil(highest), low + 1) : above(highest, low);
  return [low, high];
}

/** A little above the highest value, as far as numbers go. */
function above(highest: number, low: number): number {
  return highest > low
    ? Math.min(highest + (highest - low) * 0.04, Math.max(highest, BEYOND))
    : low + Math.max(1, Math.abs(low) * 0.04);
}

/** Round dots: lines without a length, with round ends. */
function dots(places: readonly (readonly [number, number])[]): string {
  return places.map(([x, y]) => `M${short(x)} ${short(y)}h0`).join("");
}

/** Columns from the height of 0 to each place. */
function bars(places: readonly (readonly [number, number])[], ground: number, width: number, aside: number): string {
  return places
    .map(([x, y]) => `M${short(x + aside - width / 2)} ${short(ground)}V${short(y)}h${short(width)}V${short(ground)}Z`)
    .join("");
}

/** Pixels for a column, and as many as there is one beside the other. */
function widthOfColumns(pixels: readonly number[]): number {
  const sorted = [...pixels].sort((a, b) => a - b);
  const least = sorted.slice(1).reduce((gap, one, index) => Math.min(gap, one - nth(sorted, index)), MOST_COLUMN);
  return Math.max(1, least);
}

const MOST_COLUMN = 48;

/** A tenth of a pixel is enough. */
function short(pixel: number): number {
  return Math.round(pixel * 10) / 10;
}

function hasPlace({ points, predicted }: Series): boolean {
  return points.length + predicted.length > 0;
}

function max(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

function min(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

/** Beside the end of the curve, or where it leaves the picture. */
function labelAt(
  data: readonly Datum[],
  place: (one: Datum) => [number, number],
  { right, top }: { readonly right: number; readonly top: number },
): { readonly x: number; readonly y: number } {
  const places = data.map(place);
  const inside = places.findLast(([, y]) => y >= top) ?? [right, top];
  const leaves = places[places.indexOf(inside as [number, number]) + 1];
  if (leaves === undefined) return { x: inside[0] + 12, y: inside[1] + 5 };
  const share = (inside[1] - top) / (inside[1] - leaves[1]);
  return { x: inside[0] + share * (leaves[0] - inside[0]) + 12, y: top + 12 };
}

/** Labels that stand side by side at the right edge, moved until none covers another. */
function apart(curves: readonly DrawnCurve[], bottom: number, right: number): readonly DrawnCurve[] {
  const beside = curves.filter(({ label }) => label.x > right - 40).sort((a, b) => a.label.y - b.label.y);
  const room = ({ series }: DrawnCurve): number => LINE_HEIGHT * (series.note === undefined ? 1 : 2) + 2;
  const places: number[] = [];
  for (const [index, curve] of beside.entries()) {
    const before = index === 0 ? 14 : nth(places, index - 1) + room(nth(beside, index - 1));
    places.push(Math.max(curve.label.y, before));
  }
  // labels pushed below the picture move up again
  let floor = bottom + LINE_HEIGHT;
  for (let index = beside.length - 1; index >= 0; index--) {
    places[index] = Math.min(nth(places, index), floor - room(nth(beside, index)) + LINE_HEIGHT);
    floor = nth(places, index) - LINE_HEIGHT + 2;
  }
  const moved = new Map(beside.map((curve, index) => [curve.series.id, nth(places, index)]));
  return curves.map((curve) => {
    const y = moved.get(curve.series.id);
    return y === undefined ? curve : { ...curve, label: { x: right + 10, y } };
  });
}

type Scale = (value: number) => number;

/** Pixels between two ticks at least. */
const TICK_ROOM = 44;

function xTicksOf(
  axis: Axis,
  [first, last]: readonly [number, number],
  across: Scale,
  ns: readonly number[],
): readonly Tick[] {
  if (axis === "linear")
    return scaleLinear([first, last === first ? first + 1 : last], [0, 1])
      .ticks(8)
      .filter(Number.isInteger)
      .map((value) => ({ at: across(value), text: grouped(value) }));
  // from the right, so that the largest n is there
  const ticks: Tick[] = [];
  for (const n of [...ns].sort((a, b) => b - a)) {
    const at = across(Math.log10(n));
    if (ticks.length === 0 || lastOf(ticks).at - at >= TICK_ROOM) ticks.push({ at, text: grouped(n) });
  }
  return ticks.reverse();
}

/** Round numbers from one to another; that one alone where no step lies between them. */
function ticksIn(low: number, high: number, count: number): readonly number[] {
  return high - low > LEAST_SPAN ? scaleLinear([low, high], [0, 1]).ticks(count) : [low];
}

/** Below it the steps of an axis are no numbers any more. */
const LEAST_SPAN = 1e-300;

/** Ticks at any Reals, each with enough digits to be distinct. */
function realTicks(values: readonly number[], scale: Scale): readonly Tick[] {
  const texts = DIGITS.map((digits) => values.map((value) => realText(value, digits)));
  const found = texts.find((some) => new Set(some).size === some.length) ?? lastOf(texts);
  return values.map((value, index) => ({ at: scale(value), text: nth(found, index) }));
}

const DIGITS = [3, 4, 5, 6, 8, 10, 12, 16] as const;

/** 1500 as `1500`, 0.25 as `0.25`, −2 · 10⁹ as `−2 · 10⁹`. */
function realText(value: number, digits: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
    const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
    return `${String(Number(mantissa)).replace("-", "−")} · 10${superscript(Number(exponent))}`;
  }
  const rounded = Number(value.toPrecision(digits));
  return (Number.isInteger(rounded) && size >= 1e4 ? grouped(rounded) : String(rounded)).replace("-", "−");
}

function yTicksOf(axis: Axis, [low, high]: readonly [number, number], up: Scale, ofReals: boolean): readonly Tick[] {
  if (ofReals && axis === "linear") return realTicks(ticksIn(low, high, 6), up);
  if (axis === "linear")
    return scaleLinear([low, high], [0, 1])
      .ticks(6)
      .map((value) => ({ at: up(value), text: shortNumber(value) }));
  // few powers of ten: values between them, too
  if (high - low <= 2) {
    const values = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)).flatMap((power) =>
      (high - low === 1 ? [1, 2, 3, 5] : [1, 2, 5]).map((digit) => digit * power),
    );
    return values
      .filter((value) => Math.log10(value) <= high + 1e-9)
      .map((value) => ({ at: up(Math.log10(value)), text: shortNumber(value) }));
  }
  const step = Math.max(1, Math.ceil((high - low) / 9));
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step).map((power) => ({
    at: up(power),
    text: power === 0 ? "1" : power === 1 ? "10" : power === 2 ? "100" : `10${superscript(power)}`,
  }));
}

function shortNumber(value: number): string {
  if (Math.abs(value) >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  return Number.isInteger(value) ? grouped(value) : String(Number(value.toPrecision(3)));
}
