// Exercises: an attempt is right where it has the values and gradients of the reference, to the last Int and constructor.
import { expect, test } from "vitest";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import type { ExerciseAsk } from "../../engine/lessons/exercise.ts";
import { exercised } from "../../engine/lessons/lesson.ts";
import { finish } from "../../engine/session/run/drive.ts";

const ASK: ExerciseAsk = {
  inputs: [],
  seed: 1,
  isPositive: false,
  withGradient: true,
  forbid: [],
  limits: [],
  hints: [],
  asked: [],
};

function tried(attempt: string, reference: string, ask: Partial<ExerciseAsk> = {}) {
  return finish(exercised(attempt, reference, [], { ...ASK, ...ask }, DEFAULT_BUDGET));
}

test.each([
  ["def main (xs : [Real]) = 0", "def main (xs : [Real]) = length xs"],
  ["def main (x : Real) = (x, 1)", "def main (x : Real) = (x, 2)"],
  ["def main (x : Real) : (Real, Int) = (x, 10000000001)", "def main (x : Real) : (Real, Int) = (x, 10000000000)"],
  ["data T = P1 Real | P2 Real\ndef main (x : Real) = P1 x", "data T = P1 Real | P2 Real\ndef main (x : Real) = P2 x"],
  ["def main (x : Real) = if x > 100.0 then nan else x", "def main (x : Real) = x"],
])("%j is not %j", (attempt, reference) => {
  const inputs = attempt.includes("nan") ? ["200.0"] : [];
  expect(tried(attempt, reference, { inputs }).isSolved).toBe(false);
});

test.each([
  ["def main (x : Real) = (x + x, 1)", "def main (x : Real) = (2.0 * x, 1)"],
  ["def main (x : Real) = 1e200 * x * 3.0", "def main (x : Real) = 3e200 * x"],
  ["def main (x : Real) = Just (x * 0.1 * 3.0)", "def main (x : Real) = Just (x * 0.3)"],
])("%j is %j", (attempt, reference) => {
  expect(tried(attempt, reference)).toMatchObject({ isSolved: true, tried: 20 });
});

test("an attempt of another type is told which one is asked for", () => {
  const [found] = tried("def main (x : Int) = x * x", "def main (x : Real) = x * x").mistakes;
  expect(found?.message).toBe("`main` has the type `Int -> Int`, and this exercise asks for `Real -> Real`");
  const alias = "type P = (Real, Real)\ndef main (p : P) : Real = let (a, b) = p in a * b";
  expect(tried(alias, "def main (x, y) = x * y").isSolved).toBe(true);
  expect(tried("def main x = [x, x]", "-- at: [1.0]\ndef main (x : [Real]) = [x, x]").isSolved).toBe(true);
});

test("limits are counted at the reference's input where the attempt has none", () => {
  const limits = ["operations() <= 2"];
  const reference = "-- at: 2.0\ndef main x = x * x * x";
  expect(tried("def main x = x * x * x", reference, { limits })).toMatchObject({ isSolved: true });
  const long = tried("def main x = x * x * x + 0.0", reference, { limits });
  expect(long.limits).toEqual([{ text: "operations() <= 2", holds: false, mistake: undefined }]);
});
