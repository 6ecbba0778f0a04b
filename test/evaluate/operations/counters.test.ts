// Counters count work, however the data is represented.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { algorithm as dualNumbers } from "../../../engine/algorithms/dual-numbers/index.ts";
import { STAGES, stageOf } from "../../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { costOf } from "../../../engine/core/events/counters.ts";
import { countWalked, treeExtent } from "../../../engine/core/values/shape.ts";
import { EXAMPLES, TRANSFORMED } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { gradientOf, preparedProgram } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";

/** Inputs of n parts that hold hardly a Real, beside a loop that resolves a hundred calls. */
const LOOP = "def loop (k : Int) x = if k == 0 then x else loop (k - 1) (sin x)";
const INPUTS: Readonly<Record<string, { readonly type: string; readonly at: string; readonly data?: string }>> = {
  Ints: { type: "[Int]", at: "range 0 n" },
  "an array of Ints": { type: "Array Int", at: "build n (\\i -> i)" },
  units: { type: "[()]", at: "map (\\_ -> ()) (range 0 n)" },
  "constructors without fields": {
    type: "[Bool]",
    at: "map (\\i -> i > 3) (range 0 n)",
  },
  "constructors in each other": {
    type: "Nat",
    at: "nat n",
    data: "data Nat = Zero | Next Nat\ndef nat (k : Int) = if k == 0 then Zero else Next (nat (k - 1))",
  },
  "lists without elements": { type: "[[Real]]", at: "map (\\_ -> []) (range 0 n)" },
};

describe("0 : c, c + c and one-hots are counted by what they walk", () => {
  test.each(Object.entries(INPUTS))("%s", (_, { type, at, data = "" }) => {
    const text = `-- at: (${at}, 1.0)\n-- sweep: n = 10 .. 1000\n${data}\n${LOOP}\ndef main (ks : ${type}, x : Real) = loop 100 x`;
    for (const stage of ["naive", "staged"]) {
      const cost = (n: number): number => {
        const { forward, reverse } = gradientOf(text, stageOf(stage)!, { n }).cost;
        return costOf(forward) + costOf(reverse);
      };
      // a hundred calls that each add values of n parts
      if (stage === "staged") expect(cost(1000) - cost(500), stage).toBeGreaterThanOrEqual(100 * 500);
      else expect(cost(1000) - cost(500), stage).toBeGreaterThanOrEqual(500);
    }
  });

  // lists in lists have a cons and an end for each level: the types here nest at most four deep
  test("a walk visits at most nine nodes for each part that is counted, and one more", () => {
    const check = (text: string): void => {
      const { paramShape, input } = preparedProgram(text);
      const { reals, others } = countWalked(paramShape, input, UNWATCHED);
      expect(treeExtent(paramShape, input, UNWATCHED).size, text).toBeLessThanOrEqual(9 * (reals + others) + 1);
    };
    for (const { text } of oneIn(3, EXAMPLES)) check(text);
    for (const { type, at, data = "" } of Object.values(INPUTS))
      check(`-- at: ${at}\n-- sweep: n = 40 .. 41\n${data}\ndef main (ks : ${type}) = 1.0`);
    fc.assert(
      fc.property(programs(), ({ source }) => check(source)),
      { numRuns: runs(40), seed: 31 },
    );
  });
});

describe("the most staged calls that wait at once", () => {
  test("is the same in every stage that stages calls, on programs whose inputs are no outputs", () => {
    const staging = dualNumbers.stages.filter(({ view }) => view.rows.includes("contributions"));
    const peaks = (text: string) =>
      staging.map((stage) => {
        const { reverse } = gradientOf(text, stage, { variations: { options: { stageOutputs: true } } }).cost;
        return `${stage.id} ${reverse.peakStagedCalls}`;
      });
    const check = (text: string): void => {
      const found = peaks(text);
      const [, first] = found[0]!.split(" ");
      expect(found, text).toEqual(staging.map(({ id }) => `${id} ${first}`));
    };
    for (const { name, text } of oneIn(3, TRANSFORMED)) if (!/^(11|12)/.test(name)) check(text);
    fc.assert(
      fc.property(programs(), ({ source }) => check(source)),
      { numRuns: runs(20), seed: 33 },
    );
  });

  test("falls as calls are made: a chain has one", () => {
    const text = "-- at: (1.0, 50)\ndef main (x : Real, n : Int) = if n == 0 then x else main (sin x, n - 1)";
    for (const stage of STAGES.filter(({ view }) => view.rows.includes("contributions")))
      expect(gradientOf(text, stage).cost.reverse.peakStagedCalls, stage.id).toBe(1);
  });
});
