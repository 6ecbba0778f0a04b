// The numbers of a plot as a table: which rows there are, and the text that is copied.
import { expect, test } from "vitest";
import { plotChoices, plotSource, valuePlot } from "../../../app/panels/plot/model/value-plot.ts";
import { numberRows, numbersCsv, wholeNumber } from "../../../app/plot/numbers.ts";
import { csvText } from "../../../app/words/csv.ts";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { gradientOf } from "../../support/run.ts";

const at = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => ({ x, y }));

test("series over the same places keep their order, where a place comes twice, too", () => {
  const circle = { name: "a", points: at([1, 0], [0, 1], [-1, 0], [0, -1]) };
  const other = { name: "b", points: at([1, 5], [0, 6], [-1, 7], [0, 8]) };
  expect(numberRows([circle, other])).toEqual([
    { x: 1, ys: [0, 5] },
    { x: 0, ys: [1, 6] },
    { x: -1, ys: [0, 7] },
    { x: 0, ys: [-1, 8] },
  ]);
});

test("other places are merged in order, and what is no number comes last", () => {
  const data = { name: "data", points: at([2, 4], [Number.NaN, 1], [1, 2], [1, 3]) };
  const line = { name: "line", points: at([0, 0], [1, 9], [Number.POSITIVE_INFINITY, 7]) };
  expect(numberRows([data, line])).toEqual([
    { x: 0, ys: [undefined, 0] },
    { x: 1, ys: [2, 9] },
    { x: 1, ys: [3, undefined] },
    { x: 2, ys: [4, undefined] },
    { x: Number.POSITIVE_INFINITY, ys: [undefined, 7] },
    { x: Number.NaN, ys: [1, undefined] },
  ]);
  expect(numberRows([])).toEqual([]);
});

test("a copy has all digits, and a head", () => {
  const calls = { name: "naive, predicted", points: [{ x: 64, y: 2n ** 65n - 1n }] };
  const odd = { name: "=x", points: at([64, 0.1 + 0.2], [65, -Infinity]) };
  expect(numbersCsv("n", [calls, odd])).toBe(
    'n,"naive, predicted",\'=x\r\n64,36893488147419103231,0.30000000000000004\r\n65,,-Infinity\r\n',
  );
  expect([0.1 + 0.2, -1.5e-9, Number.NaN, -Infinity, 2n ** 65n].map(wholeNumber)).toEqual([
    "0.30000000000000004",
    "−1.5e−9",
    "nan",
    "−∞",
    "36893488147419103232",
  ]);
});

test("texts in a table are no formulas, and numbers are numbers", () => {
  expect(csvText([["=1+1", "+a", "@b", -3, 'say "x"', "two\nlines"]])).toBe(
    '\'=1+1,\'+a,\'@b,-3,"say ""x""","two\nlines"\r\n',
  );
});

test("of a plot the table has every number, thinned out, not finite, and the gradient's", () => {
  const program = "-- at: 2.0\ndef main a = build 20000 (\\i -> a / (real (i - 500)))\n";
  const source = plotSource(gradientOf(program, stageOf("tape")!), program);
  const { columns } = valuePlot(source, plotChoices(source, undefined).chosen, 600);
  const rows = numberRows(columns);
  expect(rows).toHaveLength(20_000);
  expect(rows[500]).toEqual({ x: 500, ys: [Number.POSITIVE_INFINITY] });
  expect(rows[502]).toEqual({ x: 502, ys: [1] });
  const squares = "-- at: [0.0, 1.0, 2.0]\ndef main xs = map (\\x -> x * x) xs\n";
  const both = plotSource(gradientOf(squares, stageOf("tape")!), squares);
  const plot = valuePlot(both, { kind: "line", over: "input", gradient: true }, 600);
  expect(numbersCsv(plot.xWords, plot.columns)).toBe("xs,value,gradient of xs\r\n0,0,0\r\n1,1,2\r\n2,4,4\r\n");
});
