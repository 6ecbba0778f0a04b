// The smallest input at which a broken stage goes wrong.
import { describe, expect, test } from "vitest";
import type { StageOptions } from "../../engine/algorithms/algorithm.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Inputs, smallestWrong } from "../../engine/lessons/smallest-input.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { INT, list, REAL, tuple } from "../../engine/types/type.ts";

const find = (text: string, options: StageOptions, stage = "tape") =>
  finish(smallestWrong(checkSource(text), { variations: { options } }, stageOf(stage)!, DEFAULT_BUDGET));

describe("inputs", () => {
  const inputs = new Inputs(checkSource("def main x = x"), REAL);

  test("are made by their weight, each once", () => {
    expect(inputs.of(REAL, 1)).toEqual(["1.0"]);
    expect(inputs.of(tuple(REAL, INT), 3)).toEqual(["(1.0, 1)", "(2.0, 0)"]);
    expect(inputs.of(list(REAL), 3)).toEqual(["[2.0]", "[1.0, 1.0]"]);
    const lists = [1, 2, 3, 4, 5].flatMap((weight) => inputs.of(list(list(REAL)), weight));
    expect(new Set(lists).size).toBe(lists.length);
  });
});

test("of a sum of squares, a list of one number is enough, and the empty list is not", () => {
  const found = find("def main xs = foldl (\\a x -> a + x * x) 0.0 xs", { overwrite: true });
  expect(found!.wrong!.at).toBe("[1.0]");
  expect(found!.wrong!.contradiction.tag).toBe("gradient");
  expect(found!.tried).toBe(2);
});

test("what contradicts it is told by a number of the input, with both derivatives", () => {
  const found = find("def main (x, y) = let s = x + y in s * s * x", { overwrite: true });
  // at (1, 1): 2 s x + s² by x
  expect(found!.wrong).toMatchObject({ at: "(1.0, 1.0)", contradiction: { tag: "gradient", of: "x", there: 8 } });
});

test("numbers are tried until the branch is taken that goes wrong", () => {
  const found = find("def main (x, y) = if x > 1.5 then y * y else x * y", { overwrite: true });
  expect(found!.wrong!.at).toBe("(2.0, 1.0)");
});

test("a program in which nothing is shared goes right everywhere, and so does a stage that is whole", () => {
  const found = find("def main (x, y) = sin x * y", { overwrite: true });
  expect(found!.wrong).toBeUndefined();
  expect(found!.tried).toBeGreaterThan(10);
  expect(find("def main x = x * x", {})!.wrong).toBeUndefined();
});
