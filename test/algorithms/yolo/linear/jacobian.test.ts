// The Jacobian by columns of the linear half and by rows of its transpose: the same matrix, and that of forward and reverse sweeps.
import { describe, expect, test } from "vitest";
import { entryAt, largestDifference } from "../../../../app/algorithms/yolo/linear/jacobian/model.ts";
import { jacobianBothWays } from "../../../../engine/derive/both-ways.ts";
import { runJacobian } from "../../../../engine/derive/jacobian.ts";
import { DEFAULT_BUDGET } from "../../../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../../../engine/session/run/drive.ts";
import { EXAMPLES } from "../../../support/examples.ts";
import { checkedProgram } from "../../../support/run.ts";

function bothWays(text: string) {
  return finish(jacobianBothWays(checkedProgram(text), {}, DEFAULT_BUDGET));
}

const PAIR = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = (x * y, sin x, x + 2.0 * y)\n";

test("of a pair of inputs and three outputs", () => {
  const found = bothWays(PAIR);
  if (found.tag !== "done") throw new Error(found.tag);
  const { jacobian } = found;
  // the tangent 0 of y, times a negative partial
  const unsigned = (rows: readonly (readonly number[])[]) => rows.map((row) => row.map((entry) => entry + 0));
  expect(unsigned(jacobian.byColumns)).toEqual([
    [3, 2],
    [Math.cos(2), 0],
    [1, 2],
  ]);
  expect(unsigned(jacobian.byRows)).toEqual(unsigned(jacobian.byColumns));
  expect(jacobian.columns.map(({ name }) => name)).toEqual(["x", "y"]);
  // two runs of a linear half, three of its transpose
  expect(jacobian.work.columns % 2).toBe(0);
  expect(jacobian.work.rows % 3).toBe(0);
  expect(largestDifference(jacobian)).toBe(0);
  expect(entryAt({ ...jacobian, byRows: [[7]] }, 0, 0, { by: "row", place: 0 })).toBe(7);
  expect(entryAt({ ...jacobian, byRows: [[7]] }, 0, 0, { by: "column", place: 0 })).toBe(3);
});

test("a difference between both is told, by the size of the entries", () => {
  const found = bothWays(PAIR);
  if (found.tag !== "done") throw new Error(found.tag);
  const { jacobian } = found;
  const wrong = jacobian.byRows.map((row, index) => (index === 0 ? [6, 2] : row));
  expect(largestDifference({ ...jacobian, byRows: wrong })).toBe(0.5);
  const infinite = jacobian.byRows.map((row, index) => (index === 0 ? [Number.NaN, 2] : row));
  expect(largestDifference({ ...jacobian, byRows: infinite })).toBe(Number.POSITIVE_INFINITY);
});

test("of many Reals is counted, and not made", () => {
  const found = bothWays(`-- at: [${"1.0, ".repeat(24)}1.0]\ndef main (xs : [Real]) = sum xs\n`);
  expect(found).toEqual({ tag: "too-large", rows: 1, columns: 25, most: 24 });
});

describe("on the examples: both ways are the same within 10⁻¹², and agree with sweeps over the graph", () => {
  test.each(EXAMPLES)("$name", ({ text }) => {
    const found = bothWays(text);
    if (found.tag !== "done") {
      // the others are too large for a matrix, or for a run as a program
      expect(["too-large", "out-of-budget"]).toContain(found.tag);
      return;
    }
    const { jacobian } = found;
    expect(largestDifference(jacobian)).toBeLessThan(1e-12);
    const { jacobian: swept } = finish(runJacobian(checkedProgram(text), {}, undefined, DEFAULT_BUDGET));
    const entries = swept!.entries.map((row) => [...row]);
    expect(largestDifference({ ...jacobian, byRows: entries })).toBeLessThan(1e-9);
  });
});
