// The race: where stages are on a clock whose ticks are powers of ten.
import { expect, test } from "vitest";
import { durationText, lengthOf, standingsAt } from "../../app/lesson/model/race.ts";

const RUNNERS = [
  { name: "naive", calls: 1_000_000 },
  { name: "staged", calls: 100 },
];

test("all begin at one call, each ends at its own tick, the slowest at the last", () => {
  expect(lengthOf(RUNNERS)).toBe(6);
  expect(standingsAt(RUNNERS, 0).map(({ part }) => part)).toEqual([expect.closeTo(1e-6), expect.closeTo(0.01)]);
  expect(standingsAt(RUNNERS, 2)).toEqual([
    { name: "naive", part: expect.closeTo(1e-4), isDone: false },
    { name: "staged", part: 1, isDone: true },
  ]);
  expect(standingsAt(RUNNERS, lengthOf(RUNNERS)).every(({ isDone }) => isDone)).toBe(true);
  expect(lengthOf([{ name: "one", calls: 1 }])).toBe(1);
});

test.each([
  [26, "26\u00a0µs"],
  [242_785, "243\u00a0ms"],
  [119_000_000, "119\u00a0s"],
  [600_000_000, "10\u00a0min"],
  [1.854745e21, "59\u202f000\u202f000\u00a0years"],
])("%d calls take %s", (calls, text) => {
  expect(durationText(calls)).toBe(text);
});
