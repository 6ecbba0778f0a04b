// The sentence about a number that was moved: true of the answer beside the input, also at kinks, jumps, and under rules that are wrong.
import { expect, test } from "vitest";
import { sentence } from "../../app/entrance/sentence.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { checkedProgram } from "../support/run.ts";

test.each([
  ["2.0", "def main x = x * x", "If x grew a little, the answer would grow 4 times as much."],
  ["2.0", "def main x = - x", "If x grew a little, the answer would fall as much."],
  ["2.0", "def main x = x * 0.0", "If x grew a little, the answer would stay the same."],
  ["0.0", "def main x = abs x", "x is at a kink: slopes −1 and 1, the derivative taken is 0."],
  ["3.0", "def main x = if x == 3.0 then 1.0 else 5.0", "x: 0 could not be compared: the value jumps here."],
  ["2.0", "def main x = stopGradient x * x", "The gradient by x is 2, but finite differences give 4."],
  ["0.0", "def main x = sqrt x * sqrt x", "The gradient by x is not a number."],
  ["2.0\n-- cotangent: 3.0", "def main x = x * x", "With the seed 3, the gradient by x is 12."],
])("at %s, %j", (at, text, expected) => {
  const checked = checkedProgram(`-- at: ${at}\n${text}\n`);
  const run = finish(runCompiled(checked, {}, DEFAULT_BUDGET, { checks: true }));
  expect(sentence(run, run.gradient?.scalars[0], "x")).toBe(expected);
});
