// The note of a result that has nothing to differentiate.
import { expect, test } from "vitest";
import { withoutReals } from "../../app/program/model/outcome.ts";
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
