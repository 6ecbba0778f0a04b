// Curves as files for papers: PGFPlots, gnuplot data, and times as a table.
import { expect, test } from "vitest";
import { timedCsv, timedRow } from "../../app/complexity/model/timed.ts";
import { type CurveSheet, gnuplotData, pgfplots } from "../../app/plot/curve-files.ts";
import type { Series } from "../../app/plot/model.ts";

function seriesOf(label: string, more: Partial<Series>): Series {
  const none = {
    note: undefined,
    colour: "red",
    marker: "circle",
    isSecond: false,
    points: [],
    predicted: [],
  } as const;
  return { id: label, label, ...none, ...more };
}

const SHEET: CurveSheet = {
  title: "50 % of λ_1 {and} $2^n$",
  xWords: "n",
  yWords: "Calls & evaluations",
  x: "log",
  y: "log",
  series: [
    seriesOf("naive", {
      points: [
        { x: 1, y: 0 },
        { x: 2, y: 4 },
        { x: 4, y: 16 },
      ],
      predicted: [{ x: 8, y: 12345678901234567890123n }],
    }),
    seriesOf("tape_1", { points: [{ x: 2, y: 2.5 }], spread: [{ x: 2, low: 2, high: 4 }] }),
    seriesOf("empty", {}),
  ],
};

test("PGFPlots: title, labels, scales, curves with their names, and bars", () => {
  const text = pgfplots(SHEET);
  expect(text).toContain(
    "title={50\\ \\%\\ of\\ \\ensuremath{\\lambda}\\_1\\ \\{and\\}\\ \\$2\\textasciicircum{}n\\$}, xlabel={n}, ylabel={Calls\\ \\&\\ evaluations}, xmode=log, ymode=log",
  );
  const curves = text.split("\n").filter((line) => /addplot|legendentry/.test(line));
  expect(curves.map((line) => line.trim())).toEqual([
    // 0 has no place on a logarithmic axis
    "\\addplot+[solid] coordinates {(2,4) (4,16)};",
    "\\addlegendentry{naive}",
    "\\addplot+[dashed] coordinates {(8,1.2345678901234567e22)};",
    "\\addlegendentry{naive,\\ predicted}",
    "\\addplot+[solid, error bars/y dir=both, error bars/y explicit] coordinates {(2,2.5) += (0,1.5) -= (0,0.5)};",
    "\\addlegendentry{tape\\_1}",
  ]);
  const braces = text.replace(/\\[{}]/g, "");
  expect(braces.match(/\{/g)?.length).toBe(braces.match(/\}/g)?.length);
  expect(text.match(/\\(?:begin|end)\{\w+\}/g)).toEqual(
    ["begin{tikzpicture}", "begin{axis}", "end{axis}", "end{tikzpicture}"].map((part) => `\\${part}`),
  );
  expect(pgfplots({ ...SHEET, x: "linear", y: "linear" })).toContain("(1,0) (2,4)");
});

test("gnuplot: title and columns as comments, then numbers, nan where a curve has none", () => {
  expect(gnuplotData({ ...SHEET, title: "two\nlines" }).split("\n")).toEqual([
    "# two lines",
    '# "n"\t"naive"\t"naive, predicted"\t"tape_1"\t"tape_1, first quartile"\t"tape_1, third quartile"\t"empty"',
    "1\t0\tnan\tnan\tnan\tnan\tnan",
    "2\t4\tnan\t2.5\t2\t4\tnan",
    "4\t16\tnan\tnan\tnan\tnan\tnan",
    "8\tnan\t1.2345678901234567e22\tnan\tnan\tnan\tnan",
    "",
  ]);
});

test("times: medians and quartiles, by n", () => {
  const row = timedRow(10, { gradient: [4, 8, 6], primal: [2, 2, 2], tapeBytes: 80, cellBytes: 16 } as never)!;
  const [heads, first, ...rest] = timedCsv([row]).split("\r\n");
  expect(heads!.split(",").length).toBe(first!.split(",").length);
  expect(heads).toContain("n,gradient (µs) median,gradient (µs) first quartile");
  expect(first).toBe("10,6,5,7,2,2,2,3,2.5,3.5,80,16,3");
  expect(rest).toEqual([""]);
});
