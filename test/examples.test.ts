// Every example: its header's value and gradient by every stage, checked against forward mode and finite differences.

import { describe, expect, test } from "vitest";
import { STAGES } from "../engine/algorithms/index.ts";
import { disagreement } from "./support/conformance.ts";
import { EXAMPLES } from "./support/examples.ts";
import { expected } from "./support/header.ts";
import { checkedProgram, gradientOf, largestDifference, preparedProgram } from "./support/run.ts";

test("the examples that were asked for are there", () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(16);
  for (const { text } of EXAMPLES)
    for (const key of ["title", "about", "at", "value", "gradient"]) expect(text).toContain(`-- ${key}:`);
});

describe.each(EXAMPLES)("$name", ({ text }) => {
  test("has no mistakes and no warnings", () => {
    expect(checkedProgram(text).diagnostics).toEqual([]);
  });

  test.each(STAGES)("gives the header's value and gradient by $id", (stage) => {
    const prepared = preparedProgram(text);
    const run = gradientOf(text, stage);
    expect(largestDifference(run.value!.scalars, expected(prepared, "value"))).toBeLessThan(1e-9);
    expect(largestDifference(run.gradient!.scalars, expected(prepared, "gradient"))).toBeLessThan(1e-9);
  });

  test("agrees with forward mode and finite differences", () => {
    expect(disagreement(text)).toBeUndefined();
  });
});
