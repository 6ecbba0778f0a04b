// The compiled engine against the machine: same values, gradients within 1e-12 of the sweep on absolute values.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compiledDisagreement } from "../support/conformance.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { runs } from "../support/runs.ts";

test.each(EXAMPLES)("$name", ({ text }) => {
  expect(compiledDisagreement(text)).toBeUndefined();
});

test("random programs", () => {
  const property = fc.property(programs(), ({ source }) => {
    expect(compiledDisagreement(source)).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(40), seed: 20261121 });
});
