// The papers' claims about the cost of gradients, on exact counters over families of growing size.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LINEAR, type Stage, type StageId } from "../../engine/algorithms/algorithm.ts";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import { COST_BOUND, costRatio } from "../support/bound.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { EXTREMES } from "../support/extremes.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf } from "../support/run.ts";
import { IS_LONG, oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";

/** The stages that are claimed to be linear. */
const LINEAR_STAGES = STAGES.filter(({ bound }) => bound === LINEAR);

function ratio(text: string, stage: Stage): number {
  const run = gradientOf(text, stage);
  return costRatio({ cost: run.cost, inputSize: run.at!.size, outputSize: run.value!.size });
}

describe.each(LINEAR_STAGES)("$id: cost(gradient) ≤ c · (cost(primal) + size(input) + size(output))", (stage) => {
  // each extreme, and each example, with a third of the stages; with all of them in the long tests
  const extremes = Object.entries(EXTREMES).filter(([, text]) => takes(stage, text));
  test.each(oneIn(3, extremes, LINEAR_STAGES.indexOf(stage)))("%s", (_, text) => {
    expect(ratio(text, stage)).toBeLessThanOrEqual(COST_BOUND);
  });

  test("the examples", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED, LINEAR_STAGES.indexOf(stage)))
      if (takes(stage, text)) expect(ratio(text, stage), name).toBeLessThanOrEqual(COST_BOUND);
  });

  test("random programs", () => {
    const property = fc.property(programs(), ({ source }) => {
      fc.pre(takes(stage, source));
      expect(ratio(source, stage)).toBeLessThanOrEqual(COST_BOUND);
    });
    fc.assert(property, { numRuns: runs(10), seed: 51 });
  });
});

test.runIf(IS_LONG)("the constant is at most 1.25 times the largest ratio", () => {
  const largest = Math.max(
    ...Object.values(EXTREMES).flatMap((text) =>
      LINEAR_STAGES.filter((stage) => takes(stage, text)).map((stage) => ratio(text, stage)),
    ),
  );
  expect(COST_BOUND).toBeLessThanOrEqual(1.25 * largest);
});

/** The stages that call a scalar, or visit its term, once for each path. */
const EXPONENTIAL = new Set(["naive", "deltas"]);

/** Forward and reverse pass together. */
function cost(id: StageId, text: string, n: number): number {
  const run = gradientOf(text, stageOf(id)!, { n });
  return costOf(run.cost.forward) + costOf(run.cost.reverse);
}

describe("growth", () => {
  test("what visits shared scalars once for each use is exponential on them, every other stage is not", () => {
    for (const { id } of STAGES.filter((stage) => stage.entry === "reverse")) {
      const grown = cost(id, example("04"), 12) / cost(id, example("04"), 6);
      if (EXPONENTIAL.has(id)) expect(grown, id).toBeGreaterThan(20);
      else expect(grown, id).toBeLessThan(3);
    }
  });

  test("staged is quadratic in the size of the input: (A) and (B)", () => {
    for (const prefix of ["18", "19"]) {
      const grown = cost("staged", example(prefix), 128) / cost("staged", example(prefix), 64);
      expect(grown, prefix).toBeGreaterThan(3);
    }
  });

  test("cayley is quadratic where the input is deep, and not where it is balanced", () => {
    const grown = cost("cayley", example("18"), 256) / cost("cayley", example("18"), 128);
    expect(grown).toBeGreaterThan(2.5);
    expect(grown).toBeLessThan(4.2);
    expect(cost("cayley", example("19"), 256) / cost("cayley", example("19"), 128)).toBeLessThan(2.4);
    // the work of one input's backpropagator is linear in its depth
    const oneHots = (n: number) => gradientOf(example("18"), stageOf("cayley")!, { n }).cost.reverse.oneHotScalars;
    const deeper = oneHots(64) / 64 / (oneHots(32) / 32);
    expect(deeper).toBeGreaterThan(1.8);
    expect(deeper).toBeLessThan(2.2);
  });

  test("sparse is O(T max(log T, log I) + I log I)", () => {
    for (const prefix of ["04", "08", "18", "19"]) {
      const scaled = (n: number): number => {
        const run = gradientOf(example(prefix), stageOf("sparse")!, { n });
        const [t, i] = [costOf(run.cost.primal), run.at!.size];
        const bound = t * Math.max(Math.log2(t), Math.log2(i)) + i * Math.log2(i);
        return (costOf(run.cost.forward) + costOf(run.cost.reverse)) / bound;
      };
      const [small, large] = prefix === "04" ? [16, 128] : [32, 256];
      expect(scaled(large), prefix).toBeLessThanOrEqual(1.05 * scaled(small));
    }
  });

  test("from mutable on cost is linear in T + I", () => {
    for (const { id } of LINEAR_STAGES)
      for (const prefix of ["08", "18", "19"]) {
        const grown = cost(id, example(prefix), 256) / cost(id, example(prefix), 128);
        expect(grown, `${id} on ${prefix}`).toBeLessThan(2.15);
      }
  });

  test("the tape has one entry for each scalar, and grows at a constant cost for each", () => {
    for (const n of [10, 100, 200]) {
      const { forward } = gradientOf(example("04"), stageOf("tape")!, { n }).cost;
      expect(forward.tapeEntries).toBe(n + 1);
      expect(forward.cellsAllocated).toBeLessThanOrEqual(4 * (n + 1));
    }
  });
});
