// The notes of a result that has nothing to differentiate, or several Reals.
import { expect, test } from "vitest";
import { ofSum, withoutReals } from "../../app/program/model/outcome.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { checkedProgram } from "../support/run.ts";

test.each([
  ["3", "def main (n : Int) = real n", "The input has no Real to differentiate by, so there is no gradient."],
  ["2.0", "def main x = x > 1.0", "The result has no Real that could be differentiated, so every derivative is 0."],
  ["2.0", "def main x = floor x", "The result has no Real that could be differentiated, so every derivative is 0."],
  ["2.0", "def main x = Just x", undefined],
])("at %s, %j: %s", (at, text, words) => {
  const run = finish(runCompiled(checkedProgram(`-- at: ${at}\n${text}\n`), {}, DEFAULT_BUDGET, { checks: false }));
  expect(withoutReals(run)).toBe(words);
});

test.each([
  ["(x * x, [x])", "", "The value has 2 Reals, and the gradient is that of their sum: the seed is 1 at each."],
  ["(x * x, [x])", "-- cotangent: (2.0, [1.0])\n", undefined],
  ["(x * x, floor x)", "", undefined],
])("the gradient of %s, with %j, is that of a sum: %s", (result, header, words) => {
  const text = `-- at: 2.0\n${header}def main (x : Real) = ${result}\n`;
  const run = finish(runCompiled(checkedProgram(text), {}, DEFAULT_BUDGET, { checks: false }));
  expect(ofSum(run)).toBe(words);
});
