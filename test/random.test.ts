// Random well-typed programs: every stage against every other answer, and what is printed against what runs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES } from "../engine/algorithms/index.ts";
import { printProgram } from "../engine/core/notation/print.ts";
import { readProgram } from "../engine/core/notation/read.ts";
import { checkProgram } from "../engine/core/terms/check.ts";
import { transformed } from "../engine/session/derivatives/gradient.ts";
import { disagreement } from "./support/conformance.ts";
import { programs } from "./support/generate/index.ts";
import { preparedProgram } from "./support/run.ts";
import { runs } from "./support/runs.ts";
import { runTransformed } from "./support/transformed.ts";

const seed = 20261120;

describe("random programs", () => {
  test("all stages, forward mode and finite differences agree", () => {
    const property = fc.property(programs(), ({ source }) => {
      expect(disagreement(source)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(24), seed });
  });

  test("transformed programs have the types that they declare, and what is printed runs as they do", () => {
    const property = fc.property(programs(), ({ source }) => {
      const prepared = preparedProgram(source);
      for (const stage of STAGES) {
        const program = transformed(stage, prepared);
        const printed = printProgram(program, { types: true });
        const read = readProgram(printed, program.entry, program.meaning);
        checkProgram(read);
        expect(printProgram(read, { types: true })).toBe(printed);
        const [exact, again] = [program, read].map((one) => runTransformed(one, prepared, stage.mode));
        expect(again).toEqual(exact);
      }
    });
    fc.assert(property, { numRuns: runs(4), seed: seed + 1 });
  });
});
