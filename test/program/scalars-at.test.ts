// The run in a tooltip: the scalars at a place, and of names only those that the name there means.
import { describe, expect, test } from "vitest";
import { scalarsAt } from "../../app/program/model/scalars-at.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { nameAt } from "../../engine/session/program/names.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

/** The values and cotangents of what stands between the marks of a program. */
function at(marked: string): readonly string[] {
  const from = marked.indexOf("‹");
  const to = marked.indexOf("›") - 1;
  const text = marked.replace("‹", "").replace("›", "");
  const checked = checkSource(text);
  const explored = finish(new Exploration(checked, {}, DEFAULT_BUDGET).open());
  const found = scalarsAt(explored, { from, to }, nameAt(checked, from));
  return found.map(({ value, cotangent, index, count }) => `${value} ${cotangent} ${index}/${count}`);
}

const HEADER = "-- at: (3.0, 4.0)\n";

describe("the scalars at a place", () => {
  test.each([
    ["a parameter", "def main (‹x›, y) = x * y", ["3 4 1/1"]],
    ["its use", "def main (x, y) = x * ‹y›", ["4 3 1/1"]],
    ["an operation", "def main (x, y) = ‹x * y›", ["12 1 1/1"]],
    ["what a let binds", "def main (x, y) = let ‹a› = x * y in a + x", ["12 1 1/1"]],
    ["its use", "def main (x, y) = let a = x * y in ‹a› + x", ["12 1 1/1"]],
    ["what the result does not depend on", "def main (x, y) = let a = ‹x * y› in x", ["12 undefined 1/1"]],
    [
      "each turn of a loop",
      "def main (x, y : Real) = sum (map (\\z -> ‹z * x›) [1.0, 2.0, 3.0, 4.0])",
      ["3 1 1/4", "6 1 2/4", "9 1 3/4"],
    ],
    ["a parameter of another definition", "def f ‹x› = x * x\ndef main (x, y) = f y", []],
    ["a variable that hides another", "def main (x, y) = (\\x -> ‹x› * 2.0) y", []],
  ])("%s: %s", (_, text, wanted) => {
    expect(at(HEADER + text)).toEqual(wanted);
  });
});
