// The suite is tested: every seeded fault makes some example or random program disagree, or fails the checker.
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { forward } from "../engine/algorithms/dual-numbers/forward.ts";
import { naive } from "../engine/algorithms/dual-numbers/naive.ts";
import { disagreement } from "./support/conformance.ts";
import { TRANSFORMED } from "./support/examples.ts";
import { FAULTS, type Fault } from "./support/faults.ts";
import { programs } from "./support/generate/index.ts";

/** A program for each primitive, so that a wrong partial has a witness whatever the random programs hold. */
const PRIMITIVES = `-- at: (0.7, 1.3, 2.5)
def unary x = sqrt x + exp x + log x + sin x + cos x + tan x + atan x + tanh x + sigmoid x + abs (-x) + relu (-x) + 2.0 * neg x
def binary x y = x - y + x * y + x / y + pow x y + atan2 x y + max x y + min y x + x ^ 3
def main (x, y, z) = unary x + binary y z
`;

const random = fc.sample(programs(), { numRuns: 25, seed: 7 }).map(({ source }) => source);
const texts = [
  PRIMITIVES,
  ...TRANSFORMED.filter(({ name }) => !/^(03|11|12|15)/.test(name)).map(({ text }) => text),
  ...random,
];

/** The sign of a fault: the first disagreement, or the message of a failed check. */
function caught(fault: Fault): string | undefined {
  const stages = fault.tag === "stage" ? [forward, fault.stage(naive)] : [forward, naive];
  for (const text of texts) {
    try {
      const found = disagreement(text, stages);
      if (found !== undefined) return found;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return undefined;
}

describe("seeded faults", () => {
  let undo: (() => void) | undefined;
  afterEach(() => {
    undo?.();
    undo = undefined;
  });

  test("there are at least 40", () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(40);
  });

  test("without a fault nothing is caught", () => {
    for (const text of texts) expect(disagreement(text, [forward, naive])).toBeUndefined();
  });

  test.each(FAULTS)("$name", (fault) => {
    if (fault.tag === "table") undo = fault.seed();
    expect(caught(fault)).toBeDefined();
  });
});
