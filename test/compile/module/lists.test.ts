// Lists of Reals in exported modules: calls that follow each other with lists of other lengths, and calls that fail.
import fc from "fast-check";
import { expect, test } from "vitest";
import { importModule, moduleOf } from "../../support/plain.ts";
import { runs } from "../../support/runs.ts";

const PROGRAM = `-- at: ([[1.0]], [1.0], 1.0)
def main (xss : [[Real]], ys : [Real], k : Real) =
  (map (\\xs -> k * sum (map (\\x -> x * x) xs)) xss, reverse ys, filter (\\x -> x > 0.0) (concat xss ++ ys))`;

type Input = readonly [xss: readonly (readonly number[])[], ys: readonly number[], k: number];

/** The same by hand; every cotangent is 1. */
function byHand([xss, ys, k]: Input): unknown {
  const sums = xss.map((xs) => xs.reduce((sum, x) => sum + x * x, 0));
  const positive = (x: number): number => (x > 0 ? 1 : 0);
  return {
    value: [sums.map((sum) => k * sum), ys.toReversed(), [...xss.flat(), ...ys].filter((x) => x > 0)],
    gradient: [
      xss.map((xs) => xs.map((x) => 2 * k * x + positive(x))),
      ys.map((y) => 1 + positive(y)),
      sums.reduce((a, b) => a + b, 0),
    ],
  };
}

test("calls with lists of other lengths follow each other, and calls that fail", async () => {
  const { gradient } = await importModule(moduleOf(PROGRAM));
  const list = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 });
  const input = fc.tuple(fc.array(list, { maxLength: 3 }), list, fc.integer({ min: 1, max: 9 }));
  const property = fc.property(fc.array(fc.tuple(input, fc.boolean()), { maxLength: 12 }), (calls) => {
    for (const [[xss, ys, k], isWrong] of calls) {
      if (isWrong) expect(() => gradient([xss, [...ys, "3"], k])).toThrow("a number is expected");
      expect(gradient([xss, ys, k])).toEqual(byHand([xss, ys, k]));
    }
  });
  fc.assert(property, { numRuns: runs(100), seed: 64 });
});
