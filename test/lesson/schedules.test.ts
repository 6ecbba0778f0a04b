// Gradients of several orders of jobs: how many there are, which is that of one worker, and where they differ.
import { expect, test } from "vitest";
import { readBreak } from "../../app/course/model/cells.ts";
import { lessonCell } from "../../app/document/document.ts";
import { schedulesOf } from "../../app/lesson/model/schedules.ts";

const of = (...numbers: readonly number[]) => Float64Array.from(numbers);

test("that are one gradient to the bit", () => {
  expect(schedulesOf([of(1, 2), of(1, 2), of(1, 2)], ["x", "y"])).toEqual({
    tried: 2,
    outcomes: [{ count: 2, component: 1, isSequential: true }],
    largest: 0,
    name: undefined,
  });
  expect(schedulesOf([], [])).toBeUndefined();
});

test("that differ in the last bits are told at the input where they differ most", () => {
  const found = schedulesOf(
    [of(1, 0.6), of(1, 0.1 + 0.5), of(1, 0.6000000000000001), of(1, 0.6000000000000001)],
    ["x"],
  );
  expect(found).toEqual({
    tried: 3,
    outcomes: [
      { count: 1, component: 0.6, isSequential: true },
      { count: 2, component: 0.6000000000000001, isSequential: false },
    ],
    largest: 0.6000000000000001 - 0.6,
    name: "#1",
  });
});

test("that the run of one worker is not among say so; NaN is one, and -0 is not 0", () => {
  const found = schedulesOf([of(0, Number.NaN), of(-0, Number.NaN), of(-0, Number.NaN)], ["x", "y"])!;
  expect(found.outcomes).toEqual([{ count: 2, component: -0, isSequential: false }]);
  expect([found.name, found.largest]).toEqual(["x", 0]);
});

test("a cell says how many it wants, within limits", () => {
  const read = (options: object) =>
    readBreak(lessonCell("break", "cell-1", `${JSON.stringify(options)}\nTry it.`)).schedules;
  expect(
    [{ schedules: 20 }, { schedules: 2.5 }, {}, { schedules: -1 }, { schedules: "9" }, { schedules: 1e9 }].map(read),
  ).toEqual([20, 2, 0, 0, 0, 60]);
});
