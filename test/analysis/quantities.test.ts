// The quantities that curves are drawn of: memory counts what every stage keeps for the way back.
import { describe, expect, test } from "vitest";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { quantityOf } from "../../engine/analysis/quantities.ts";
import { example } from "../support/examples.ts";
import { gradientOf } from "../support/run.ts";

const TEXT = "-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z";

/** The memory of a stage in a run: all of it, and by its counters in both passes. */
function memoryOf(text: string, stage: string) {
  const { cost } = gradientOf(text, stageOf(stage)!);
  const sum = (counter: "backpropagatorsCreated" | "tapeEntries" | "cellsAllocated"): number =>
    cost.forward[counter] + cost.reverse[counter];
  return { memory: quantityOf("memory")!.of(cost), sum };
}

test.each([
  // a closure, a list or a term for each of four scalars, and the two calls that wait at once, or the cells of arrays
  ["naive", 4],
  ["staged", 4 + 2],
  ["sparse", 4 + 2],
  ["mutable", 4 + 6],
  ["one-array", 4 + 4],
  ["defunctionalised", 4 + 4],
  // four entries, in an array that has grown to 4 of 7 cells in all, and four cells for cotangents
  ["tape", 4 + 7 + 4],
  ["deltas", 4 + 2],
  ["delta-lets", 4 + 2],
  ["forward", 0],
  ["linearised", 0],
] as const)("%s keeps %d entries", (stage, entries) => {
  expect(memoryOf(TEXT, stage).memory).toBe(entries);
});

describe.each(CATALOGUE.filter(({ entry }) => entry === "reverse"))("$id", ({ id, uncounted }) => {
  test("is not free, or says what is not counted", () => {
    for (const name of ["05", "08", "13"]) {
      const { memory, sum } = memoryOf(example(name), id);
      if (uncounted?.memory !== undefined) expect(uncounted.memory).not.toBe("");
      else expect(memory).toBeGreaterThan(0);
      expect(memory).toBeGreaterThanOrEqual(Math.max(sum("backpropagatorsCreated"), sum("tapeEntries")));
    }
  });
});

test("what naive keeps grows with its closures", () => {
  const chain = (n: number): string => `-- at: 1.0\ndef main x = ${"x * ".repeat(n)}x`;
  const [small, large] = [10, 20].map((n) => memoryOf(chain(n), "naive").memory);
  expect([small, large]).toEqual([11, 21]);
});
