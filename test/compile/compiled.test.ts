// The compiled engine against the machine: same values, gradients within 1e-12 of the sweep on absolute values.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { realsOf } from "../../engine/core/shape.ts";
import { showValue } from "../../engine/core/show-value.ts";
import { EXAMPLES } from "../support/examples.ts";
import { gradientOf, largestDifference, preparedProgram } from "../support/run.ts";

const unlimited = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY, tick: () => undefined };

describe.each(EXAMPLES)("$name", ({ text }) => {
  test("gives the machine's value and gradient", () => {
    const prepared = preparedProgram(text);
    const run = gradientOf(text, stageOf("tape")!);
    const plain = new Compiled(prepared.core, "plain");
    expect(showValue(prepared.resultShape, plain.value(prepared.input, unlimited))).toBe(run.value!.text);
    const active = new Compiled(prepared.core, "active");
    const value = active.value(prepared.input, unlimited);
    expect(showValue(prepared.resultShape, value)).toBe(run.value!.text);
    const gradient = active.gradient(run.cotangent!.scalars);
    expect(gradient.length).toBe(realsOf(prepared.paramShape, prepared.input).length);
    expect(largestDifference(gradient, run.gradient!.scalars)).toBeLessThan(1e-12);
  });
});
