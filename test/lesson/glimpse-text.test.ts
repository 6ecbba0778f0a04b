// The boxes of a graph in a lesson: every number, name and operation fits in the box that is drawn around it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitted } from "../../app/lesson/model/glimpse-text.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { BOX_LETTERS } from "../../engine/lessons/box-letters.ts";
import { glimpsed } from "../../engine/lessons/lesson.ts";
import { AS_IT_STANDS } from "../../engine/queries/evaluate.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

/** Pixels of a letter of code of the sizes of glimpse.css: 12 px for the line, 15 px for the value. */
const LETTER = 7.2;
const VALUE_LETTER = 9;

function nodesOf(text: string, address: string) {
  const found = finish(
    glimpsed(checkSource(text), undefined, AS_IT_STANDS, { stages: ["tape"], address }, DEFAULT_BUDGET),
  );
  if (found.tag === "mistake") throw new Error(found.message);
  return found.glimpse.nodes;
}

const LONG = `-- at: -0.000123456
op quarticly (x : Real) = x * x * x * x by 4.0 * x ^ 3
def main x =
  let aVeryLongName = sin x * 1e-200 in
  let result = quarticly x * 123456789.0 in
  result + aVeryLongName
`;

test("a long number fits in the box of `result`", () => {
  const nodes = nodesOf(LONG, "end");
  expect(nodes.map(({ name }) => name)).toContain("result");
  for (const node of nodes) {
    const { line, value, width } = node;
    expect(line.length * LETTER, line).toBeLessThanOrEqual(width - 8);
    expect(fitted(value!).length * VALUE_LETTER, line).toBeLessThanOrEqual(width - 8);
  }
});

test("what a scalar is computed by stands as in the program, apart from its value", () => {
  const text = "-- at: (2.0, 3.0)\ndef main (x, y) = let a = x * y in let b = sin a in let c = max a b in c - 2.5";
  const lines = nodesOf(text, "end").map(({ line, value }) => [line, value === undefined ? "?" : fitted(value)]);
  expect(lines).toEqual([
    ["x", "2"],
    ["y", "3"],
    ["a = x·y", "6"],
    ["b = sin a", "−0.2794"],
    ["c = max (a, b)", "6"],
    ["", "2.5"],
    ["result = c - 2.5", "3.5"],
  ]);
  const long = nodesOf(LONG, "end").map(({ line }) => line);
  expect(long.filter((line) => line !== "")).toEqual([
    "x",
    "#1 = sin x",
    "…ongName *",
    "#4 = quarticly x",
    "result *",
    "result +",
  ]);
});

test("the width of a box tells nothing of its number", () => {
  const widths = (at: string) => nodesOf(LONG.replace("-0.000123456", at), "end").map(({ width }) => width);
  expect(widths("1.0")).toEqual(widths("-0.000123456"));
});

test("a number is as near as its letters allow", () => {
  const cases = [0, 3, -12.5, 0.33333333, -0.000123456, 123456789, -1.23456e-10, 1e-200, -1.2345e300, 1e21, 8e-7];
  expect(cases.map(fitted)).toEqual([
    "0",
    "3",
    "−12.5",
    "0.3333",
    "−1.23e−4",
    "1.235e8",
    "−1.2e−10",
    "1e−200",
    "−1.2e300",
    "1e21",
    "8e−7",
  ]);
  expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(fitted)).toEqual(["nan", "∞", "−∞"]);
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e308, max: 1e308 }), (x) => {
      expect(fitted(x).length).toBeLessThanOrEqual(BOX_LETTERS.number);
      expect(Math.abs(Number(fitted(x).replaceAll("−", "-")) - x)).toBeLessThanOrEqual(
        0.5 * Math.abs(x) + Number.MIN_VALUE,
      );
    }),
  );
});
