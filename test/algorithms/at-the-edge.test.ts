// Where arithmetic ends: the stages, forward mode among them, agree at NaN and infinity.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NATIVES, STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { gradientOf, preparedProgram } from "../support/run.ts";
import { runs } from "../support/runs.ts";

/** Expressions of x and y, some with partials that are infinite or no numbers at special values. */
const expression = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom("x", "y", "2.0", "0.0"),
    fc.tuple(fc.constantFrom("sqrt", "log", "sin", "exp", "abs"), tie("e")).map(([op, a]) => `${op} (${a})`),
    fc.tuple(tie("e"), fc.constantFrom("+", "-", "*", "/"), tie("e")).map(([a, op, b]) => `(${a}) ${op} (${b})`),
    fc.tuple(tie("e"), tie("e"), tie("e")).map(([a, b, c]) => `(if ${a} > ${b} then ${b} else ${c})`),
  ),
})).e;
const special = fc.constantFrom(
  "0.0",
  "(-0.0)",
  "(1.0 / 0.0)",
  "(-1.0 / 0.0)",
  "(0.0 / 0.0)",
  "1.0e308",
  "(-1.0)",
  "1.5",
);

/** Numbers as they are compared: NaN is NaN; what overflows may overflow in another order of sums. */
function kind(x: number): string {
  return Number.isNaN(x) ? "nan" : Number.isFinite(x) ? "finite" : x > 0 ? "inf" : "-inf";
}

/** By the stages that skip what nothing is sent to. */
function gradients(text: string): ReadonlyMap<string, readonly number[]> {
  const skipping = STAGES.filter(({ unreached }) => unreached === "skipped");
  return new Map(skipping.map((stage) => [stage.id, gradientOf(text, stage).gradient!.scalars]));
}

describe("the stages at NaN and infinity", () => {
  test.each([
    ["the root of a square at 0", "-- at: 0.0\ndef main (x : Real) = sqrt (x * x)", ["nan"]],
    ["a constant's logarithm", "-- at: 1.0\ndef main (x : Real) = x + log 0.0", ["finite"]],
    [
      "0 times what has an infinite slope",
      "-- at: (0.0, 1.0)\ndef main (x : Real, y : Real) = 0.0 * sqrt x + y",
      ["nan", "finite"],
    ],
    [
      "what is not reached",
      "-- at: (0.0, 1.0)\ndef main (x : Real, y : Real) = let z = sqrt x in y",
      ["finite", "finite"],
    ],
  ])("%s", (_, text, wanted) => {
    for (const [stage, gradient] of gradients(text)) expect(gradient.map(kind), stage).toEqual(wanted);
  });

  test("where zeros are multiplied, an infinite partial makes NaN of them", () => {
    // those of whole arrays multiply the zeros within an array: test/algorithms/bulk.test.ts
    const multiplying = STAGES.filter(({ unreached, ofArrays }) => unreached !== "skipped" && ofArrays !== true);
    expect(multiplying.length).toBeGreaterThan(0);
    // tangents and whole gradients multiply the zeros of a constant, cotangents those of what nothing uses
    const texts = [
      "-- at: 1.0\ndef main (x : Real) = x + log 0.0",
      "-- at: 0.0\ndef main (x : Real) = let y = sqrt x in x",
    ];
    for (const stage of multiplying) {
      const found = texts.map((text) => gradientOf(text, stage).gradient!.scalars.map(kind).join());
      expect(found, stage.id).toContain("nan");
    }
  });

  test("on random expressions at special values", () => {
    const property = fc.property(expression, special, special, (body, x, y) => {
      const text = `-- at: (${x}, ${y})\ndef main (x : Real, y : Real) = ${body}`;
      const found = [...gradients(text)];
      const [, wanted] = found[0]!;
      for (const [stage, gradient] of found) expect(gradient.map(kind), `${stage}\n${text}`).toEqual(wanted.map(kind));
    });
    fc.assert(property, { numRuns: runs(60), seed: 19 });
  });

  test("what forward mode prints carries what does not move, and runs to the same", () => {
    const text = "-- at: (0.0, 2.0)\ndef main (x : Real, y : Real) = sqrt (x * x) * 0.0 + y * y";
    const program = transformed(stageOf("forward")!, preparedProgram(text));
    const printed = printProgram(program, { types: true });
    expect(printed).toContain("Still");
    expect(printProgram(readProgram(printed, program.entry, program.meaning, NATIVES), { types: true })).toBe(printed);
  });
});
