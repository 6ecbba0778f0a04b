// A run's result as a plot: the lists and arrays of numbers, or of pairs of numbers, in its value.
import { plural, t } from "@lingui/core/macro";
import { nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import type { RunReport } from "../../../../engine/derive/gradient.ts";
import type { PlotAxis, PlotKind, PlotSettings } from "../../../document/views.ts";
import type { MarkerName, Series } from "../../../plot/model.ts";
import type { NumberColumn } from "../../../plot/numbers.ts";
import { conjunction } from "../../../words/lists.ts";
import { grouped } from "../../../words/numbers.ts";
import { type Names, NO_NAMES, parameterNames } from "../../play/model/tables.ts";
import { NUMBER } from "./plottable.ts";
import { resultNames } from "./result-names.ts";
import { type Place, spanOf, thinned } from "./thinning.ts";

/** A list or array of numbers, or of pairs, within a value. */
export interface Numbers {
  /** Which component of the value it is in, from 0, where that is a tuple. */
  readonly component: number;
  /** The first numbers of pairs. */
  readonly xs: readonly number[] | undefined;
  readonly ys: readonly number[];
}

/** All lists and arrays of two or more numbers or pairs in a text of a value, which may be cut. Takes one pass. */
export function numbersIn(text: string): readonly Numbers[] {
  const found: Numbers[] = [];
  const isTuple = text.startsWith("(");
  let [depth, component] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "[") {
      const list = new ListReader(text, at);
      if (list.ys.length > 1) found.push({ component, xs: list.isOfPairs ? list.xs : undefined, ys: list.ys });
      if (list.ys.length > 0) {
        at = list.end - 1;
        continue;
      }
    }
    if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth--;
    else if (sign === "," && depth === 1 && isTuple) component++;
  }
  return found;
}

const AT_NUMBER = new RegExp(NUMBER, "y");

/** Reads a list from its bracket on, as far as it consists of numbers, or of pairs. */
class ListReader {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly isOfPairs: boolean;
  /** The end of the parsed text. */
  end: number;
  private readonly text: string;

  constructor(text: string, at: number) {
    this.text = text;
    this.end = at + 1;
    this.isOfPairs = text[this.end] === "(";
    for (;;) {
      const before = this.end;
      const item = this.isOfPairs ? this.pair() : this.single();
      // a cut item, or another kind than those before it
      const isItem = item !== undefined && (text[this.end] === "," || text[this.end] === "]");
      if (!isItem) {
        if (this.end < text.length) this.forget(at);
        else this.end = text.length;
        if (before === at + 1) this.end = at + 1;
        return;
      }
      this.xs.push(item[0]);
      this.ys.push(item[1]);
      if (text[this.end] === "]") {
        this.end++;
        return;
      }
      this.end += 2;
    }
  }

  /** It was no such list. */
  private forget(at: number): void {
    this.xs.length = 0;
    this.ys.length = 0;
    this.end = at + 1;
  }

  private single(): readonly [number, number] | undefined {
    const y = this.real();
    return y === undefined ? undefined : [this.ys.length, y];
  }

  private pair(): readonly [number, number] | undefined {
    if (this.text[this.end++] !== "(") return undefined;
    const x = this.real();
    if (x === undefined || this.text.slice(this.end, this.end + 2) !== ", ") return undefined;
    this.end += 2;
    const y = this.real();
    return y === undefined || this.text[this.end++] !== ")" ? undefined : [x, y];
  }

  private real(): number | undefined {
    AT_NUMBER.lastIndex = this.end;
    const [digits] = AT_NUMBER.exec(this.text) ?? [];
    if (digits === undefined) return undefined;
    this.end += digits.length;
    if (digits === "nan") return Number.NaN;
    return digits.endsWith("inf") ? (digits.startsWith("-") ? -Infinity : Infinity) : Number(digits);
  }
}

/** A run's value as it can be plotted. */
export interface PlotSource {
  readonly value: readonly Named[];
  /** Lists and arrays of numbers in the input that are as long as one of the value. */
  readonly inputs: readonly Named[];
  /** The gradients of these. */
  readonly gradients: readonly Named[];
  /** Whether the value's text is cut, so that this is the first part of it. */
  readonly isCut: boolean;
}

interface Named extends Numbers {
  readonly name: string;
}

/** Finds the lists that can be plotted in a run. */
export function plotSource(run: RunReport, program: string): PlotSource {
  const { value, at, gradient, entry } = run;
  const results = resultNames(program, entry);
  const named = namedAll(numbersIn(value?.text ?? ""), results, t({ message: "value", comment: "of a program" }));
  const lengths = new Set(named.map(({ ys }) => ys.length));
  const parameters = parameterNames(program, entry);
  const isAsLong = ({ xs, ys }: Numbers): boolean => xs === undefined && lengths.has(ys.length);
  const inputs = numbersIn(at?.text ?? "").filter(isAsLong);
  const gradients = numbersIn(gradient?.text ?? "").filter(isAsLong);
  const isWhole = inputs.length === gradients.length;
  const inputName = t({ message: "input", comment: "of a program" });
  return {
    value: named,
    inputs: namedAll(inputs, parameters, inputName),
    // a gradient has the shape of its input
    gradients: isWhole ? namedAll(gradients, parameters, inputName) : [],
    isCut: value?.isWhole === false,
  };
}

/** Lists with the names that the program has for them; those in one component are numbered. */
function namedAll(found: readonly Numbers[], { name, parts }: Names, otherwise: string): readonly Named[] {
  const isOne = new Set(found.map(({ component }) => component)).size === 1 && parts.length === 0;
  return found.map((one) => {
    const own = parts.length === 0 ? name : (parts[one.component] ?? NO_NAMES).name;
    const plain = own || (isOne ? otherwise : `${otherwise}.${one.component + 1}`);
    const twins = found.filter(({ component }) => component === one.component);
    return { ...one, name: twins.length === 1 ? plain : `${plain}[${twins.indexOf(one)}]` };
  });
}

/** Series that are drawn at once. */
const MOST_SERIES = 6;

/** Possible choices for a plot, and the present ones. */
export interface PlotChoices {
  readonly kinds: readonly PlotKind[];
  readonly axes: readonly PlotAxis[];
  readonly hasGradient: boolean;
  readonly chosen: PlotSettings;
}

/** The choices for a run's result; earlier choices hold as far as they are possible. */
export function plotChoices({ value, inputs, gradients }: PlotSource, asked: PlotSettings | undefined): PlotChoices {
  const hasPairs = value.some(({ xs }) => xs !== undefined);
  const hasLists = value.some(({ xs }) => xs === undefined);
  const axes: readonly PlotAxis[] = [
    ...(hasPairs ? (["x"] as const) : []),
    ...(hasLists ? (["index"] as const) : []),
    ...(hasLists && inputs.length > 0 ? (["input"] as const) : []),
  ];
  const over = axes.find((one) => one === asked?.over) ?? axes[0] ?? "index";
  const shown = value.filter(({ xs }) => (over === "x") === (xs !== undefined));
  const hasGradient = gradients.some(({ ys }) => shown.some((one) => one.ys.length === ys.length));
  const kinds: readonly PlotKind[] =
    shown.length > 1 ? ["line", "scatter", "bar", "overlay"] : ["line", "scatter", "bar"];
  // data are points, and a model over them is a line
  const usual = over !== "x" ? (over === "input" ? "scatter" : "line") : shown.length > 1 ? "overlay" : "scatter";
  const kind = kinds.find((one) => one === asked?.kind) ?? usual;
  return { kinds, axes, hasGradient, chosen: { kind, over, gradient: hasGradient && asked?.gradient === true } };
}

/** A plot, ready to be laid out. */
export interface ValuePlot {
  readonly series: readonly Series[];
  readonly xWords: string;
  /** All x that can be looked at, from left to right. */
  readonly xs: readonly number[];
  /** The least x and the largest, drawn or not. */
  readonly reach: readonly number[];
  /** Remarks on it: one sentence each. */
  readonly notes: readonly string[];
  /** Each series in a sentence. */
  readonly summary: string;
  /** The numbers of the series, those that are not drawn, too. */
  readonly columns: readonly NumberColumn[];
}

const COLOURS = ["var(--primal)", "var(--staged)", "var(--bp)", "var(--job)", "var(--rung-2)", "var(--ink)"] as const;
const MARKERS: readonly MarkerName[] = ["circle", "square", "triangle", "diamond", "star", "cross"];
const OF_GRADIENT = "var(--cot)";

/** The plot of a run's result, as it is chosen, for a picture of a width in pixels. */
export function valuePlot(source: PlotSource, { kind, over, gradient }: PlotSettings, width: number): ValuePlot {
  const { value, inputs, gradients } = source;
  const all = value.filter(({ xs }) => (over === "x") === (xs !== undefined));
  const [first] = all;
  const input = inputs.find(({ ys }) => over === "input" && ys.length === first?.ys.length);
  const shown = all.filter(({ ys }) => input === undefined || ys.length === input.ys.length);
  const own = gradients.filter(({ ys }) => gradient && shown.some((one) => one.ys.length === ys.length));
  const places = [...shown.slice(0, MOST_SERIES), ...own].map((one) => ({
    ...one,
    // a gradient has the xs of its numbers
    xs: input?.ys ?? one.xs ?? shown.find(({ xs, ys }) => xs !== undefined && ys.length === one.ys.length)?.xs,
  }));
  const made = places.map((one, index) => {
    const isGradient = index >= Math.min(shown.length, MOST_SERIES);
    const shape = shapeOf(kind, index);
    const points = one.ys.map((y, at): Place => ({ x: one.xs?.[at] ?? at, y }));
    const finite = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    const ordered = shape === "line" && (kind === "overlay" || over === "input") ? inOrder(finite) : finite;
    const { name } = one;
    return { name: isGradient ? t`gradient of ${name}` : name, isGradient, index, shape, points, finite, ordered };
  });
  const span = spanOf(made.flatMap(({ finite }) => finite));
  const series = made.map(
    ({ name, isGradient, index, shape, ordered }): Series => ({
      id: `${index}`,
      label: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name,
      note: undefined,
      colour: isGradient ? OF_GRADIENT : nth(COLOURS, index % COLOURS.length),
      marker: nth(MARKERS, index % MARKERS.length),
      isSecond: false,
      shape,
      points: thinned(ordered, shape, span, width),
      predicted: [],
    }),
  );
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const count = shown.length;
  const left = made.map(({ points, finite }) => [points.length - finite.length, points.length] as const);
  const drawn = series.reduce((sum, { points }) => sum + points.length, 0);
  const finite = made.reduce((sum, one) => sum + one.finite.length, 0);
  return {
    series,
    xs,
    reach: span.x.filter(Number.isFinite),
    xWords: input?.name ?? (over === "x" ? "x" : t({ message: "index", comment: "the place in a list" })),
    notes: [
      ...made.flatMap(({ name }, at) => oddWords(name, nth(left, at), made.length > 1)),
      ...(drawn < finite ? [thinnedWords(drawn, finite)] : []),
      ...(count > MOST_SERIES ? [t`The first ${MOST_SERIES} lists of ${count} are drawn.`] : []),
      ...(source.isCut ? [t`The value is too long to show in full. This is its beginning.`] : []),
    ],
    summary: made.map(({ name, finite: points }) => summaryOf(name, points)).join(" "),
    columns: made.map(({ name, points }) => ({ name, points })),
  };
}

const LONGEST_NAME = 24;

function shapeOf(kind: PlotKind, index: number): "line" | "dots" | "columns" {
  if (kind === "bar") return "columns";
  return kind === "scatter" || (kind === "overlay" && index === 0) ? "dots" : "line";
}

function inOrder(points: readonly Place[]): readonly Place[] {
  return [...points].sort((a, b) => a.x - b.x);
}

function thinnedWords(drawn: number, all: number): string {
  const [few, many] = [grouped(drawn), grouped(all)];
  return t`${few} of ${many} points are drawn, the lowest and the highest among them. The others lie on the same spots.`;
}

function oddWords(name: string, [odd, count]: readonly [number, number], isNamed: boolean): readonly string[] {
  if (odd === 0) return [];
  const words = plural(count, {
    one: `${odd} of ${count} value is not finite and is left out.`,
    other: plural(odd, {
      one: `${odd} of ${count} values is not finite and is left out.`,
      other: `${odd} of ${count} values are not finite and are left out.`,
    }),
  });
  return [isNamed ? `${name}: ${words}` : words];
}

/** `points: 5 points, x from 0 to 4, from 1 to 9.` */
function summaryOf(name: string, points: readonly Place[]): string {
  const count = points.length;
  if (count === 0) return t`${name}: no finite numbers.`;
  const { x, y } = spanOf(points);
  const [left, right, low, high] = [x[0], x[1], y[0], y[1]].map(shortReal);
  const counted = plural(count, { one: `${count} point`, other: `${count} points` });
  return t`${name}: ${counted}, from ${low} to ${high}, over ${left} to ${right}.`;
}

/** Numbers that are read out at one x. */
const MOST_SPOKEN = 4;

/** The values at an x. */
export function spokenAt({ series, xWords }: ValuePlot, x: number): string {
  const parts = series.flatMap(({ label, points }) => {
    const ys = points.filter((one) => one.x === x).map(({ y }) => shortReal(Number(y)));
    const rest = ys.length - MOST_SPOKEN;
    if (ys.length === 0) return [];
    return [`${label} ${conjunction(ys.slice(0, MOST_SPOKEN))}${rest > 0 ? " …" : ""}`];
  });
  return `${xWords} = ${shortReal(x)}: ${parts.join("; ")}`;
}
