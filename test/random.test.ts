// Random well-typed programs: every stage against every other answer, and what is printed against what runs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NATIVES, STAGES, stageOf } from "../engine/algorithms/index.ts";
import { UNWATCHED } from "../engine/base/watch.ts";
import { Compiled } from "../engine/compile/engine.ts";
import { printProgram } from "../engine/core/notation/print.ts";
import { readProgram } from "../engine/core/notation/read.ts";
import { checkProgram } from "../engine/core/terms/check.ts";
import { showValue } from "../engine/core/values/show-value.ts";
import { compiledRun } from "../engine/derive/compiled.ts";
import { transformed } from "../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../engine/session/program/program.ts";
import { finish } from "../engine/session/run/drive.ts";
import { DIFFERENCE_TOLERANCE, disagreement, UNLIMITED } from "./support/conformance.ts";
import { programs } from "./support/generate/index.ts";
import { plainData } from "./support/plain.ts";
import { gradientOf, largestDifference, preparedProgram, tracedRunOf } from "./support/run.ts";
import { runs } from "./support/runs.ts";
import { takes } from "./support/takes.ts";
import { runTransformed } from "./support/transformed.ts";

const seed = 20261120;
/** How far two orders of adding up may be apart, in parts of the value, or of 1 where that is less. */
const NEAR = 1e-9;

/** The numbers in plain data, from left to right. */
function numbersIn(data: unknown): readonly number[] {
  if (typeof data === "number") return [data];
  if (typeof data !== "object" || data === null) return [];
  return (Array.isArray(data) ? data : (data as { readonly fields: readonly unknown[] }).fields).flatMap(numbersIn);
}

describe("random programs", () => {
  test("all stages, forward mode and finite differences agree", () => {
    const property = fc.property(programs(), ({ source }) => {
      const taking = STAGES.filter((stage) => takes(stage, source));
      expect(disagreement(source, taking)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(10), seed });
  });

  test("the machine and the compiled engine compute what the generator's own interpreter does", () => {
    const property = fc.property(programs(), ({ source, value }) => {
      const { core, input, resultShape } = preparedProgram(source);
      const found = Compiled.of(core, "plain").value(input, UNLIMITED);
      const numbers = numbersIn(plainData(resultShape, found));
      expect(numbers).toHaveLength(value.length);
      for (const [index, wanted] of value.entries())
        expect(Math.abs(numbers[index]! - wanted)).toBeLessThanOrEqual(NEAR * Math.max(1, Math.abs(wanted)));
      const machine = gradientOf(source, stageOf("tape")!, {}, { checks: false }).value!.text;
      expect(machine).toBe(showValue(resultShape, found, UNWATCHED));
    });
    fc.assert(property, { numRuns: runs(25), seed: seed + 2 });
  });

  test("derivatives within a program agree: compiled, on the machine, by forward mode, and by differences", () => {
    const property = fc.property(programs({ hasDerivatives: true }), ({ source, value }) => {
      const program = checkSource(source);
      const begun = finish(compiledRun(program, {}, DEFAULT_BUDGET, { checks: true }));
      const run = "onMachine" in begun ? finish(begun.onMachine(stageOf("tape")!)) : begun;
      const { contradiction, forwardMode, finiteDifferences } = run.checks!;
      expect(contradiction).toBeUndefined();
      expect(forwardMode).toBeLessThan(NEAR);
      expect(finiteDifferences).toBeLessThan(DIFFERENCE_TOLERANCE);
      const traced = tracedRunOf(source);
      expect(largestDifference(run.gradient!.scalars, traced.gradient!.scalars)).toBeLessThan(NEAR);
      expect(largestDifference(run.value!.scalars, traced.value!.scalars)).toBeLessThan(NEAR);
      const { core, input, resultShape } = preparedProgram(source);
      if ("onMachine" in begun) return;
      const numbers = numbersIn(plainData(resultShape, Compiled.of(core, "plain").value(input, UNLIMITED)));
      expect(largestDifference(numbers, value)).toBeLessThan(DIFFERENCE_TOLERANCE);
    });
    fc.assert(property, { numRuns: runs(60), seed: seed + 3 });
  });

  test("transformed programs have the types that they declare, and what is printed runs as they do", () => {
    const property = fc.property(programs(), ({ source }) => {
      const prepared = preparedProgram(source);
      for (const stage of STAGES.filter((one) => takes(one, source))) {
        const program = transformed(stage, prepared);
        const printed = printProgram(program, { types: true });
        const read = readProgram(printed, program.entry, program.meaning, NATIVES);
        checkProgram(read);
        expect(printProgram(read, { types: true })).toBe(printed);
        const [exact, again] = [program, read].map((one) => runTransformed(one, prepared, stage.entry));
        expect(again).toEqual(exact);
      }
    });
    fc.assert(property, { numRuns: runs(4), seed: seed + 1 });
  });
});
