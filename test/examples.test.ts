// Every example: its header's value and gradient by every stage, checked against forward mode and finite differences.

import { describe, expect, test } from "vitest";
import { STAGES } from "../engine/algorithms/index.ts";
import { UNWATCHED } from "../engine/base/watch.ts";
import { realsOf, type Shape } from "../engine/core/values/shape.ts";
import { DEFAULT_BUDGET } from "../engine/evaluate/tasks/budget.ts";
import { evaluateInput } from "../engine/session/input/input.ts";
import type { Prepared } from "../engine/session/input/prepare.ts";
import { finish } from "../engine/session/run/drive.ts";
import { disagreement } from "./support/conformance.ts";
import { EXAMPLES } from "./support/examples.ts";
import { checkedProgram, gradientOf, largestDifference, preparedProgram } from "./support/run.ts";

/** The scalars of a header's `value` or `gradient`. */
function expected(prepared: Prepared, key: "value" | "gradient"): readonly number[] {
  const directive = prepared.checked.header[key];
  if (directive === undefined) throw new Error(`the header has no ${key}`);
  const [type, shape]: readonly [Prepared["entry"]["param"], Shape] =
    key === "value" ? [prepared.entry.result, prepared.resultShape] : [prepared.entry.param, prepared.paramShape];
  const input = { source: "<at>", text: directive.text, directive, type, what: `the ${key}`, n: prepared.n } as const;
  const evaluated = finish(evaluateInput(prepared.checked, input, DEFAULT_BUDGET));
  if (evaluated.tag !== "value")
    throw new Error(`the header's ${key} cannot be evaluated: ${JSON.stringify(evaluated)}`);
  return realsOf(shape, evaluated.value, UNWATCHED);
}

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
