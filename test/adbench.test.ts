// The programs of ADBench: value and gradient of their headers, which come from NumPy with complex steps, by the compiled engine and
// the stages (`compile/module/export.test.ts` has their modules); and that the cost of a gradient grows as the number of points, observations, vertices and symbols.

import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../engine/algorithms/index.ts";
import { dual } from "./support/dual.ts";
import { ADBENCH } from "./support/examples.ts";
import { expected } from "./support/header.ts";
import { checkedProgram, gradientOf, largestDifference, preparedProgram } from "./support/run.ts";
import { IS_LONG, oneIn } from "./support/runs.ts";
import { takes } from "./support/takes.ts";

test("the four are there", () => {
  expect(ADBENCH.map(({ name }) => name)).toEqual(["ba.dual", "gmm.dual", "hand.dual", "lstm.dual"]);
});

describe.each(ADBENCH.map((one, turn) => ({ ...one, turn })))("$name", ({ text, turn }) => {
  const prepared = preparedProgram(text);
  const [value, gradient] = [expected(prepared, "value"), expected(prepared, "gradient")];

  test("has no mistakes and no warnings", () => {
    expect(checkedProgram(text).diagnostics).toEqual([]);
  });

  test("gives the header's value and gradient by the compiled engine", () => {
    const { status, out } = dual("grad", text, "--json");
    expect(status).toBe(0);
    const found = JSON.parse(out) as Record<"valueScalars" | "gradientScalars", number[]>;
    expect(largestDifference(found.valueScalars, value)).toBeLessThan(1e-9);
    expect(largestDifference(found.gradientScalars, gradient)).toBeLessThan(1e-9);
  });

  const stages = STAGES.filter((stage) => takes(stage, text));
  test.each(oneIn(8, stages, 2 * turn + 1))("gives them by $id", (stage) => {
    const run = gradientOf(text, stage);
    expect(largestDifference(run.value!.scalars, value)).toBeLessThan(1e-9);
    expect(largestDifference(run.gradient!.scalars, gradient)).toBeLessThan(1e-9);
  });

  test("costs as much more as n grows", () => {
    const [small, middle, large] = (IS_LONG ? [4, 8, 16] : [2, 4, 8]).map((n) => {
      const { forward, reverse } = gradientOf(text, stageOf("tape")!, { n }).cost!;
      return forward.steps + reverse.steps;
    }) as [number, number, number];
    expect((large - middle) / (middle - small) / 2).toBeCloseTo(1, 1);
  });
});
