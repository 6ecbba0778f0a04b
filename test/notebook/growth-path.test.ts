// The curve beside a gradient that vanishes or explodes.
import { expect, test } from "vitest";
import { growthPath } from "../../app/notebook/result/examination/growth-path.ts";

test("a curve is straight where each round has the same factor, and zeros stand at its bottom", () => {
  expect(growthPath([1, 10, 100], 100, 22)).toBe("M0.0 21.0L50.0 11.0L100.0 1.0");
  expect(growthPath([0, 1, 10], 100, 22)).toBe("M0.0 21.0L50.0 21.0L100.0 1.0");
  expect(growthPath([], 100, 22)).toBe("");
});
