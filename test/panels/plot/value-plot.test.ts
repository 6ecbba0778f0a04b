// A run's result as a plot: which lists are found, their names, the choices, and the drawing of many points.
import { describe, expect, test } from "vitest";
import { readViews } from "../../../app/document/views.ts";
import { isPlottable } from "../../../app/panels/plot/model/plottable.ts";
import { resultNames } from "../../../app/panels/plot/model/result-names.ts";
import { numbersIn, plotChoices, plotSource, spokenAt, valuePlot } from "../../../app/panels/plot/model/value-plot.ts";
import { drawPlot } from "../../../app/plot/model.ts";
import { stageOf } from "../../../engine/algorithms/index.ts";
import type { RunReport } from "../../../engine/derive/gradient.ts";
import { gradientOf } from "../../support/run.ts";

/** The run of a program. */
const ran = (program: string): RunReport => gradientOf(program, stageOf("tape")!);

const FIT = `-- at: (2.0, 1.0)
def points : [(Real, Real)] = [(0.0, 1.0), (1.0, 2.5), (2.0, 5.5)]
def main (a, b) =
  let line = map (\\(x, _) -> (x, a * x + b)) points in
  -- the sum of squares
  let loss = sum (map (\\(x, y) -> (a * x + b - y)^2) points) in
  (loss, points, line)

def other x = x
`;

const SINES = "-- at: [0.0, 1.0, 2.0]\ndef main xs = map (\\x -> x * x) xs\n";

describe("in a value", () => {
  test("lists and arrays of numbers and of pairs are found, wherever they stand", () => {
    expect(numbersIn("[1.0, -2.5e-3, inf, nan]")).toEqual([
      { component: 0, xs: undefined, ys: [1, -0.0025, Infinity, Number.NaN] },
    ]);
    expect(numbersIn("(3.0, #[(1.0, 2.0), (-1.0, -inf)], True, [1, 2])")).toEqual([
      { component: 1, xs: [1, -1], ys: [2, -Infinity] },
      { component: 3, xs: undefined, ys: [1, 2] },
    ]);
    expect(numbersIn("[[1.0, 2.0], [3.0], [4.0, 5.0]]").map(({ ys }) => ys)).toEqual([
      [1, 2],
      [4, 5],
    ]);
    expect(numbersIn("Some #[1.0, 2.0]").map(({ ys }) => ys)).toEqual([[1, 2]]);
    for (const none of [
      "[]",
      "[1.0]",
      "3.0",
      "(1.0, 2.0)",
      "[(1.0, 2.0, 3.0), (1.0, 2.0, 3.0)]",
      "[True, False]",
      "[Node 1.0, Leaf]",
    ])
      expect(numbersIn(none), none).toEqual([]);
  });

  test("what is cut is taken as far as it goes", () => {
    for (const [cut, ys] of [
      ["[1.0, 2.0, 3", [1, 2]],
      ["[1.0, 2.0, ", [1, 2]],
      ["[(1.0, 2.0), (1.0, 3.0), (1.", [2, 3]],
    ] as const)
      expect(numbersIn(cut)[0]?.ys, cut).toEqual(ys);
  });

  test("a million characters of anything take no time", () => {
    for (const text of [
      "[".repeat(1e6),
      `[${"1.0, ".repeat(2e5)}1.0]`,
      `[${"(1.0, 2.0), ".repeat(8e4)}`,
      "[1.0, (".repeat(1e5),
    ]) {
      const began = performance.now();
      numbersIn(text);
      expect(performance.now() - began).toBeLessThan(5000);
    }
  });

  test("a plot is offered where something is found", () => {
    for (const [value, isOffered] of [
      ["[1.0, 2.0]", true],
      ["#[(-1.0, 2e-5), (1.0, 2.0)]", true],
      ["(1.0, [1, -2])", true],
      ["[1.0]", false],
      ["(1.0, 2.0)", false],
      ["[True, False]", false],
      ["[(1.0, 2.0, 3.0), (1.0, 2.0, 3.0)]", false],
    ] as const) {
      expect(isPlottable({ value: { text: value } } as RunReport), value).toBe(isOffered);
      expect(numbersIn(value).length > 0, value).toBe(isOffered);
    }
    expect(isPlottable(undefined)).toBe(false);
  });
});

test("lists are called as the program calls them", () => {
  const names = (body: string) => {
    const { name, parts } = resultNames(`-- at: 1.0\ndef main x =${body}\ndef next y = (y, y)\n`, "main");
    return parts.length === 0 ? name : parts.map((part) => part.name);
  };
  expect(names(" (a, b)")).toEqual(["a", "b"]);
  expect(names("\n  let a = (x, x) in -- (c, d)\n  (loss a, [x, x], f (a, b)) -- done")).toEqual([
    "loss a",
    "[x, x]",
    "f (a, b)",
  ]);
  expect(names(" (a, some very long expression that is no name)")).toEqual(["a", ""]);
  expect(names(" f (a, b)")).toBe("");
  expect(names(" let a = f x in a")).toBe("a");
  expect(names(" f a")).toBe("");
  expect(resultNames("def main x = (", "main").parts).toEqual([]);
  expect(resultNames("", "main").parts).toEqual([]);
});

describe("the fit of a line", () => {
  const source = plotSource(ran(FIT), FIT);
  const { kinds, axes, hasGradient, chosen } = plotChoices(source, undefined);
  const plot = valuePlot(source, chosen, 900);

  test("is points with the model's line over them", () => {
    expect({ kinds, axes, hasGradient, chosen }).toEqual({
      kinds: ["line", "scatter", "bar", "overlay"],
      axes: ["x"],
      hasGradient: false,
      chosen: { kind: "overlay", over: "x", gradient: false },
    });
    expect(plot.series.map(({ label, shape }) => [label, shape])).toEqual([
      ["points", "dots"],
      ["line", "line"],
    ]);
    expect(plot.series[1]!.points).toEqual([
      { x: 0, y: 1 },
      { x: 1, y: 3 },
      { x: 2, y: 5 },
    ]);
    expect(plot.xs).toEqual([0, 1, 2]);
    expect(plot.notes).toEqual([]);
    expect(spokenAt(plot, 1)).toBe("x = 1: points 2.5; line 3");
    expect(plot.summary).toBe(
      "points: 3 points, from 1 to 5.5, over 0 to 2. line: 3 points, from 1 to 5, over 0 to 2.",
    );
  });

  test("over the index it has ticks at whole numbers alone", () => {
    const ticks = (ofWholes: boolean): readonly string[] =>
      drawPlot({
        series: [{ ...plot.series[0]!, points: [0, 1, 2].map((x) => ({ x, y: x })) }],
        width: 700,
        height: 280,
        x: "linear",
        y: "linear",
        ofReals: true,
        ofWholes,
      }).xTicks.map(({ text }) => text);
    expect(ticks(true)).toEqual(["0", "1", "2"]);
    expect(ticks(false)).toContain("0.2");
  });

  test("lies within the picture, with ticks that can be read", () => {
    const drawn = drawPlot({
      series: plot.series,
      width: 700,
      height: 280,
      x: "linear",
      y: "linear",
      fromZero: false,
      ofReals: true,
    });
    for (const { marks } of drawn.curves)
      for (const { x, y } of marks) {
        expect(x).toBeGreaterThanOrEqual(drawn.left);
        expect(x).toBeLessThanOrEqual(drawn.right);
        expect(y).toBeGreaterThanOrEqual(drawn.top);
        expect(y).toBeLessThanOrEqual(drawn.bottom);
      }
    expect(drawn.xTicks.map(({ text }) => text)).toEqual([
      "0",
      "0.2",
      "0.4",
      "0.6",
      "0.8",
      "1",
      "1.2",
      "1.4",
      "1.6",
      "1.8",
      "2",
    ]);
    expect(drawn.curves[0]!.path).toMatch(/^M[\d.]+ [\d.]+h0M/);
  });
});

test("the gradient of a list stands beside a value of its length, over the index or the input", () => {
  const source = plotSource(ran(SINES), SINES);
  const { axes, hasGradient, chosen } = plotChoices(source, undefined);
  expect({ axes, hasGradient, chosen }).toEqual({
    axes: ["index", "input"],
    hasGradient: true,
    chosen: { kind: "line", over: "index", gradient: false },
  });
  const plot = valuePlot(source, { kind: "line", over: "input", gradient: true }, 900);
  expect(plot.xWords).toBe("xs");
  expect(plot.series.map(({ label, points }) => [label, points.map(({ y }) => y)])).toEqual([
    ["value", [0, 1, 4]],
    ["gradient of xs", [0, 2, 4]],
  ]);
  expect(spokenAt(plot, 2)).toBe("xs = 2: value 4; gradient of xs 4");
});

test("what was chosen is foreign, and holds as far as it can be had", () => {
  const source = plotSource(ran(SINES), SINES);
  const read = (plot: unknown) => readViews({ plot }).plot;
  expect(read({ kind: "pie", over: "index", gradient: true })).toBeUndefined();
  expect(read({ kind: "bar", over: "__proto__", gradient: true })).toBeUndefined();
  expect(read({ kind: "bar", over: "x", gradient: 1 })).toEqual({ kind: "bar", over: "x", gradient: false });
  expect(plotChoices(source, { kind: "overlay", over: "x", gradient: true }).chosen).toEqual({
    kind: "line",
    over: "index",
    gradient: true,
  });
});

describe("of odd and many numbers", () => {
  /** The plot of a value's text. */
  const plotOf = (text: string, kind: "line" | "scatter" | "bar", over: "index" | "x" = "index") => {
    const run = { value: { text, isWhole: true }, entry: "main" } as unknown as RunReport;
    return valuePlot(plotSource(run, ""), { kind, over, gradient: false }, 800);
  };

  test("those that are not finite are told of, and left out", () => {
    const plot = plotOf("[1.0, nan, 3.0, inf, -inf, 6.0]", "line");
    expect(plot.notes).toEqual(["3 of 6 values are not finite and are left out."]);
    expect(plot.series[0]!.points.map(({ x }) => x)).toEqual([0, 2, 5]);
    expect(plotOf("[nan, nan]", "line").summary).toBe("value: no finite numbers.");
  });

  test("of thousands, as many are drawn as can be seen, the lowest and highest among them, and that is told", () => {
    const ys = Array.from(
      { length: 20_000 },
      (_, at) => Math.sin(at / 500) + (at === 7777 ? 9 : 0) - (at === 13_001 ? 7 : 0),
    );
    const text = `[${ys.map((y) => y.toFixed(6)).join(", ")}]`;
    for (const kind of ["line", "scatter", "bar"] as const) {
      const began = performance.now();
      const plot = plotOf(text, kind);
      const drawn = drawPlot({ series: plot.series, width: 800, height: 280, x: "linear", y: "linear", ofReals: true });
      expect(performance.now() - began, kind).toBeLessThan(3000);
      const { points } = plot.series[0]!;
      expect(points.length, kind).toBeLessThan(6000);
      expect(points.length, kind).toBeGreaterThan(300);
      expect(
        points.some(({ x }) => x === 7777),
        kind,
      ).toBe(true);
      expect(
        points.some(({ x }) => x === 13_001),
        kind,
      ).toBe(true);
      expect(plot.notes.join(), kind).toMatch(/^[\d\u202f]+ of 20\u202f000 points are drawn/);
      expect(drawn.curves[0]!.line.length + drawn.curves[0]!.path.length, kind).toBeLessThan(300_000);
    }
  });

  test("of any size they have a place", () => {
    for (const text of [
      "[1.0e308, -1.0e308]",
      "[5.0, 5.0]",
      "[-3.0, -2.0]",
      "[1.0e-320, 2.0e-320]",
      "[1000000.0001, 1000000.0002]",
    ])
      for (const kind of ["line", "bar"] as const) {
        const { series } = plotOf(text, kind);
        const drawn = drawPlot({
          series,
          width: 600,
          height: 280,
          x: "linear",
          y: "linear",
          fromZero: kind === "bar",
          ofReals: true,
        });
        const { marks, line, path } = drawn.curves[0]!;
        expect(
          marks.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
          text,
        ).toBe(true);
        expect(`${line}${path}`, text).not.toMatch(/NaN|Infinity/);
        const ticks = drawn.yTicks.map((tick) => tick.text);
        expect(new Set(ticks).size, `${text}: ${ticks}`).toBe(ticks.length);
      }
  });

  test("columns stand on 0, side by side", () => {
    const { series } = plotOf("([1.0, -2.0], [3.0, 4.0])", "bar");
    const drawn = drawPlot({ series, width: 600, height: 280, x: "linear", y: "linear", ofReals: true });
    const zero = drawn.yTicks.find(({ text }) => text === "0")!.at;
    const lefts = drawn.curves.map(({ path }) => Number(/^M([\d.]+) ([\d.]+)/.exec(path)![1]));
    expect(lefts[1]! - lefts[0]!).toBeCloseTo(24, 0);
    expect(Number(/^M[\d.]+ ([\d.]+)/.exec(drawn.curves[0]!.path)![1])).toBeCloseTo(zero, 0);
  });
});
