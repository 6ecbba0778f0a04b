// Every example: its header's value and gradient by every stage, checked against forward mode and finite differences.

import { describe, expect, test } from "vitest";
import { algorithm as bulk } from "../engine/algorithms/bulk/index.ts";
import { algorithm as chad } from "../engine/algorithms/chad/index.ts";
import { STAGES } from "../engine/algorithms/index.ts";
import { algorithm as lambda } from "../engine/algorithms/lambda/index.ts";
import { algorithm as yolo } from "../engine/algorithms/yolo/index.ts";
import { fragmentFor } from "../engine/derive/straight-run.ts";
import { disagreement } from "./support/conformance.ts";
import { dual } from "./support/dual.ts";
import { ASKING, EXAMPLES } from "./support/examples.ts";
import { expected } from "./support/header.ts";
import { checkedProgram, gradientOf, largestDifference, preparedProgram } from "./support/run.ts";
import { oneIn } from "./support/runs.ts";
import { takes } from "./support/takes.ts";

test("the examples that were asked for are there", () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(16);
  for (const { text } of EXAMPLES)
    for (const key of ["title", "about", "at", "value", "gradient"]) expect(text).toContain(`-- ${key}:`);
});

test("a description is right at every input: a number of one run has its input beside it", () => {
  for (const { name, text } of EXAMPLES) {
    const about = /^-- about:([\s\S]*?)^-- \w+:/m.exec(text)?.[1]?.replaceAll(/\s*\n--\s*/g, " ") ?? "";
    expect(about, name).not.toMatch(/\d here\b|\bhere,? (?:is )?-?\d|[:,] here -?\d/);
  }
  const first = EXAMPLES.find(({ name }) => name === "02-running-example.dual")!.text;
  const about = first.slice(0, first.indexOf("-- at:")).replace("Fig. 3.1", "");
  expect(about).not.toMatch(/\d/);
});

test("what asks for derivatives is refused, by all stages but those that take a run, and `nested`; arrays by those without rules for them; by those of whole arrays what numbers decide the form of; nothing else is", () => {
  for (const { name, text } of EXAMPLES) {
    const prepared = preparedProgram(text);
    const refused = STAGES.filter((stage) => fragmentFor(stage, prepared).tag === "outside");
    const refusing = ASKING.includes(name)
      ? STAGES.filter(({ id }) => !TAKES_DERIVATIVES.has(id))
      : BY_NUMBERS.includes(name)
        ? bulk.stages
        : name === "17-arrays.dual"
          ? [...lambda.stages, ...chad.stages.filter(({ id }) => id !== "chad-cells")]
          : [];
    expect([name, refused.map(({ id }) => id)]).toEqual([name, refusing.map(({ id }) => id)]);
  }
});
/** Recursion that ends by numbers, and a constructor that they choose. */
const BY_NUMBERS = ["15-newton.dual", "24-option-types.dual"];
const TAKES_DERIVATIVES: ReadonlySet<string> = new Set([...yolo.stages.map(({ id }) => id), "nested"]);

const ARRAYS_AND_DERIVATIVES = "-- at: #[1.0, 2.0]\ndef main a = sumA (grad (\\b -> sumA (mapA sin b)) a)";

test("the stage that a refusal names takes the program, or its run where the refusal says so", () => {
  for (const text of [...EXAMPLES.map((one) => one.text), ARRAYS_AND_DERIVATIVES]) {
    const prepared = preparedProgram(text);
    for (const stage of STAGES) {
      const fragment = fragmentFor(stage, prepared);
      if (fragment.tag !== "outside" || fragment.instead === undefined) continue;
      const taken = fragmentFor(STAGES.find(({ id }) => id === fragment.instead)!, prepared).tag;
      expect([stage.id, taken, text]).toEqual([stage.id, fragment.takesRun ? "traced" : "inside", text]);
    }
  }
});

describe.each(EXAMPLES)("$name", ({ name, text }) => {
  test("has no mistakes and no warnings", () => {
    expect(checkedProgram(text).diagnostics).toEqual([]);
  });

  const stages = STAGES.filter((stage) => takes(stage, text));
  const turn = EXAMPLES.findIndex((one) => one.name === name);
  // one of six by turns; all in the long tests
  test.each(oneIn(6, stages, turn))("gives the header's value and gradient by $id", (stage) => {
    const prepared = preparedProgram(text);
    const run = gradientOf(text, stage);
    expect(largestDifference(run.value!.scalars, expected(prepared, "value"))).toBeLessThan(1e-9);
    expect(largestDifference(run.gradient!.scalars, expected(prepared, "gradient"))).toBeLessThan(1e-9);
  });

  test("agrees with forward mode and finite differences", () => {
    // without a stage: over the graph of the run, which the inner derivatives are part of
    if (ASKING.includes(name)) expect(dual("grad", text, "--check")).toMatchObject({ err: "", status: 0 });
    else expect(disagreement(text, oneIn(3, stages, turn))).toBeUndefined();
  });
});
