// Data of a program: the numbers of files, as values of names in its header.
import { describe, expect, test } from "vitest";
import type { Files } from "../../../engine/session/program/data.ts";
import { completionsAt, hoverAt } from "../../../engine/session/program/editor.ts";
import { nameAt } from "../../../engine/session/program/names.ts";
import { readNumbers } from "../../../engine/session/program/numbers-file.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { formatted } from "../../../engine/syntax/layout/format.ts";
import { called, dual } from "../../support/dual.ts";
import { IS_LONG } from "../../support/runs.ts";

describe("the numbers of a file", () => {
  test.each([
    ["1\n-2.5\n1e-3\n", [[1], [-2.5], [1e-3]]],
    [
      "1,2\r\n3, 4\r\n",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["x;y\n\n.5;+6.\n", [[0.5, 6]]],
    [
      "1\t2\n3\t4",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "  1   2 \n 3\t4  \n",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["\uFEFFname\n1\nnan\n-inf\nInfinity", [[1], [Number.NaN], [-Infinity], [Infinity]]],
  ])("%j", (text, rows) => {
    expect(readNumbers(text)).toEqual({ tag: "numbers", rows });
  });

  test.each([
    ["", "it is empty"],
    ["\n \n", "it is empty"],
    ["x,y\n", "it has names of columns, and no numbers below them"],
    ["1,2\n\n3,x\n", "row 3, column 2: `x` is no number"],
    ["1;2\n3;4,5", "row 2, column 2: `4,5` is no number; decimals have a point"],
    ["1,x\n2,3", "row 1, column 2: `x` is no number"],
    ["1,2\n3,\n", "row 2, column 2: a number is missing"],
    ["1,2\n3\n", "row 2: it has 1 number, and the rows above it 2"],
    ["1\n1e999", "row 2, column 1: `1e999` is too large for a Real"],
    ["0x10\n1\n1_000", "row 3, column 1: `1_000` is no number"],
    [`1\n${"a".repeat(40)}`, `row 2, column 1: \`${"a".repeat(30)}…\` is no number`],
    ["1 ".repeat(1_000_001), "it has more than 1000000 numbers"],
  ])("mistakes: %.20j", (text, message) => {
    expect(readNumbers(text)).toEqual({ tag: "mistake", message });
  });
});

const TEXT = `-- title: Data
-- data: points = points.csv
-- data: table = table.txt
-- at: 2.0
def main x = x * sum points + sum (map sum table)
`;
const FILES = { "points.csv": "1\n2\n3\n", "table.txt": "a b\n1 -2\n0.5 0\n" };
const files: Files = (name) => {
  const text = (FILES as Readonly<Record<string, string>>)[name];
  return text === undefined ? { tag: "none", reason: "there is no such file" } : { tag: "text", text };
};

describe("a program with data", () => {
  test("has their sums in its value, its gradient and its module", async () => {
    const grad = dual("grad", { p: TEXT, ...FILES }, "--json");
    expect(JSON.parse(grad.out)).toMatchObject({ value: "11.5", gradient: "6.0" });
    expect(dual("grad", { p: TEXT, ...FILES }, "--stage", "tape", "--json").out).toContain('"gradient": "6.0"');
    const { out } = dual("export", { p: TEXT, ...FILES });
    const module = (await import(`data:text/javascript,${encodeURIComponent(out)}`)) as {
      gradient(x: number): { value: number; gradient: number };
    };
    expect(module.gradient(2)).toMatchObject({ value: 11.5, gradient: 6 });
  });

  test("reads them beside itself; standard input reads in the working folder", () => {
    const read: string[] = [];
    const note = (file: string): string => {
      read.push(file);
      return file.endsWith(".csv") ? "1\n2" : "-- data: p = sub/p.csv\n-- at: 1.0\ndef main x = x * sum p\n";
    };
    expect(called(["run", "there/q.dual"], note).out).toBe("3.0\n");
    expect(called(["run", "-"], note).out).toBe("3.0\n");
    expect(read).toEqual(["there/q.dual", "there/sub/p.csv", "-", "sub/p.csv"]);
  });

  test("has another result where the file is another", () => {
    expect(dual("run", { p: TEXT, ...FILES }).out).toBe("11.5\n");
    expect(dual("run", { p: TEXT, ...FILES, "points.csv": "10" }).out).toBe("19.5\n");
  });

  test("shows their types, and finds and completes their names", () => {
    const checked = checkSource(TEXT, [], files);
    expect(checked.diagnostics).toEqual([]);
    const use = TEXT.indexOf("points +");
    expect(hoverAt(checked, use)).toMatchObject({ text: "points : [Real]" });
    expect(hoverAt(checked, TEXT.indexOf("table)"))).toMatchObject({ text: "table : [[Real]]" });
    expect(completionsAt(checked, use).find(({ label }) => label === "points")?.type).toBe("[Real]");
    const header = TEXT.indexOf("points =");
    for (const offset of [use, header])
      expect(nameAt(checked, offset)?.occurrences.map(({ from }) => from)).toEqual([header, use]);
    // the texts below it have them as well
    expect(checkSource("def main x = x * sum points\n", [TEXT], files).hasErrors).toBe(false);
  });

  test("keeps its lines when it is formatted", () => {
    expect(formatted(TEXT.replace("def main", "def  main"))).toBe(TEXT);
  });

  test("has the mistakes of its data at their lines", () => {
    const text = `-- data: a = no.csv
-- data: main = points.csv
-- data: b
-- data: c = points.csv
-- data: c = table.txt
-- data: let = points.csv
def main x = x * sum a + sum c
`;
    const found = checkSource(text, [], files).diagnostics.map(({ span: { from, to }, message }) => [
      text.slice(0, from).split("\n").length,
      text.slice(from, to),
      message,
    ]);
    const form = "data are a name and a file, as in `points = points.csv`";
    expect(found).toEqual([
      [1, "no.csv", "no.csv: there is no such file"],
      [2, "main", "`main` is defined below as well: give the data another name"],
      [3, "b", form],
      [5, "c", "`c` is defined above as well: give the data another name"],
      [6, "let = points.csv", form],
    ]);
  });
});

describe("a hundred thousand numbers", () => {
  const text = "-- data: points = points.csv\n-- at: points\ndef main xs = sum (map (\\x -> x * x) xs)\n";
  const numbers = Array.from({ length: 100_000 }, (_, index) => index % 100).join("\n");
  let reads = 0;
  const counted: Files = () => {
    reads++;
    return { tag: "text", text: numbers };
  };

  test("are one definition, which an edit of the program leaves as it is", () => {
    const first = checkSource(text, [], counted);
    const edited = checkSource(text.replace("x * x", "2.0 * x"), [], counted);
    // the checks themselves are of the program alone
    expect(first.steps).toBeLessThan(1000);
    expect(edited.module.parent).toBe(first.module.parent);
    expect(first.module.parent?.table.exprs.size).toBe(100_001);
    expect(reads).toBeGreaterThan(0);
  });

  test("are an input whose gradient is there, and each day a tenth of them", () => {
    const count = IS_LONG ? 100_000 : 10_000;
    const lines = numbers.split("\n").slice(0, count).join("\n");
    const { out, status } = dual("grad", { p: text, "points.csv": lines }, "--json", "--seconds", "600");
    expect(status).toBe(0);
    const { gradientScalars } = JSON.parse(out) as { readonly gradientScalars: readonly number[] };
    expect(gradientScalars.length).toBe(count);
    expect(gradientScalars.slice(98, 101)).toEqual([196, 198, 0]);
  });
});
