// Checkpointing: the gradient is that of the tape however little of it is held, and memory and steps are what the scheme says.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { type CheckpointRun, runCheckpointed } from "../../engine/measure/checkpointing.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { STAGE_TOLERANCE } from "../support/conformance.ts";
import { TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, tracedGraph } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { absoluteSweep } from "../support/sweep.ts";

const tape = stageOf("tape")!;
const CHAIN = "def main (n : Int, x) = if n == 0 then x else main (n - 1, sin x)\n";

function checkpointed(text: string, part: number, request = {}): CheckpointRun {
  return finish(runCheckpointed(checkSource(text), request, part, DEFAULT_BUDGET));
}

function agree(text: string, part: number): void {
  const run = gradientOf(text, tape);
  const cotangent = Math.max(1, ...run.cotangent!.scalars.map(Math.abs));
  const rounding = absoluteSweep(tracedGraph(text), cotangent).map((sum) => STAGE_TOLERANCE * sum);
  const { gradient, cost, ended } = checkpointed(text, part);
  expect(ended, text).toEqual({ tag: "done" });
  expect(cost!.entries).toBeLessThanOrEqual(Math.max(part, cost!.operations));
  const wanted = run.gradient!.scalars;
  expect(gradient!.length).toBe(wanted.length);
  for (const [index, found] of gradient!.entries()) {
    const same = Object.is(found + 0, wanted[index]! + 0) || Math.abs(found - wanted[index]!) <= rounding[index]!;
    expect(same || !Number.isFinite(rounding[index]!), `${text} ${part}: ${found}, ${wanted[index]}`).toBe(true);
  }
}

describe("checkpointing", () => {
  test.each(
    oneIn(
      6,
      TRANSFORMED.filter(({ name }) => !/^(09|11|12)/.test(name)),
    ),
  )("gives the gradient of $name", ({ text }) => {
    for (const part of [1, 7, Number.POSITIVE_INFINITY]) agree(text, part);
  });

  test("gives the gradient of random programs", () => {
    const property = fc.property(programs(), fc.constantFrom(1, 2, 5), ({ source }, part) => agree(source, part));
    fc.assert(property, { numRuns: runs(30), seed: 2209 });
  });

  test("holds log T snapshots and one contribution, for T log T steps", () => {
    const costs = [64, 1024, 16_384].map((n) => checkpointed(`-- at: (${n}, 0.5)\n${CHAIN}`, 1).cost!);
    expect(costs.map(({ operations, entries, snapshots }) => [operations, entries, snapshots])).toEqual([
      [64, 1, 7],
      [1024, 1, 11],
      [16_384, 1, 15],
    ]);
    // once to find the end, and log₂ T times half of it; recording begins where a contribution is made, and ends there
    for (const { operations, steps, stepsInAll } of costs) {
      const times = stepsInAll / steps;
      expect(Math.abs(times - (1 + Math.log2(operations) / 2))).toBeLessThan(0.2);
    }
    // a loop has one frame: what a snapshot holds does not grow
    for (const { slots, snapshots } of costs) expect(slots).toBeLessThanOrEqual(8 * snapshots);
    expect(costs.map(({ waiting }) => waiting)).toEqual([1, 1, 1]);
  });

  describe("cuts the time of the run, not its tape", () => {
    const LOGISTIC =
      "def go (k : Int) x = if k == 0 then x else go (k - 1) (3.7 * x * (1.0 - x))\ndef main (k : Int, x) = go k x\n";
    const COUNT = "def count (k : Int) (m : Int) = if k == 0 then m else count (k - 1) (m + 1)\n";
    const PROGRAMS = {
      "the logistic map": `-- at: (256, 0.3)\n${LOGISTIC}`,
      "a long count before a chain": `-- at: (257, 0.3)\n${COUNT}def go (k : Int) x = if k == 0 then x else go (k - 1) (sin x)\ndef main (k : Int, x) = go (k + count 30000 0 - 30000) x\n`,
      "a long count before each of four": `-- at: 0.3\n${COUNT}def slow x = if count 10000 0 == 0 then x else sin x\ndef main x = slow (slow (slow (slow x)))\n`,
      "a sum of sines": `-- at: [${Array.from({ length: 512 }, (_, at) => `${at}.5`).join(", ")}]\ndef main xs = sum (map sin xs)\n`,
    };

    test.each(Object.entries(PROGRAMS))("%s: at most half the run again for each halving", (_, text) => {
      const cost = checkpointed(text, 1).cost!;
      const halvings = Math.ceil(Math.log2(cost.steps));
      expect(cost.snapshots).toBeLessThanOrEqual(halvings + 1);
      expect(cost.stepsInAll / cost.steps).toBeLessThanOrEqual(2 + halvings / 2);
      expect(cost.held).toBeGreaterThanOrEqual(Math.max(cost.waiting, cost.slots));
      expect(cost.held).toBeLessThanOrEqual(cost.waiting + cost.slots + cost.entries);
      agree(text, 1);
    });

    test("where the steps are uneven along the tape it takes few of them", () => {
      const times = Object.values(PROGRAMS).map((text) => {
        const { steps, stepsInAll } = checkpointed(text, 1).cost!;
        return stepsInAll / steps;
      });
      // by halves of the tape these were 10 and 3.3 times
      expect(times[1]).toBeLessThan(3);
      expect(times[2]).toBeLessThan(2.6);
    });

    test("what is held has the cotangents that wait", () => {
      const { waiting, held, slots } = checkpointed(PROGRAMS["a sum of sines"], 1).cost!;
      expect(waiting).toBe(512);
      expect(held).toBeGreaterThan(Math.max(512, slots));
    });
  });

  test("with room for the whole tape runs the program twice", () => {
    const { cost } = checkpointed(`-- at: (1000, 0.5)\n${CHAIN}`, 1000);
    expect(cost).toMatchObject({ entries: 1000, snapshots: 1 });
    // the second run ends with the last contribution
    expect(cost!.stepsInAll).toBeLessThanOrEqual(2 * cost!.steps);
    expect(cost!.stepsInAll).toBeGreaterThan(2 * cost!.steps - 20);
  });

  test("trades memory against steps in between", () => {
    const text = `-- at: (1024, 0.5)\n${CHAIN}`;
    const costs = [1024, 256, 64, 16, 4, 1].map((part) => checkpointed(text, part).cost!);
    for (const [index, { entries, stepsInAll }] of costs.entries()) {
      if (index === 0) continue;
      expect(entries).toBeLessThan(costs[index - 1]!.entries);
      expect(stepsInAll).toBeGreaterThan(costs[index - 1]!.stepsInAll);
    }
  });

  test("does not cut a parallel part, and says how much it held", () => {
    const text =
      "-- at: (9, 0.5)\ndef tree (n : Int) x = if n == 0 then sin x else let (a, b) = tree (n - 1) x |*| tree (n - 1) (x * 0.5) in a * b\ndef main (n, x) = tree n x\n";
    const { cost } = checkpointed(text, 1);
    expect(cost!.entries).toBeGreaterThan(cost!.operations / 4);
    agree(text, 1);
  });

  test("ends with its budget, with a mistake, and where it is stopped", () => {
    const text = `-- at: (100000, 0.5)\n${CHAIN}`;
    const run = (budget: typeof DEFAULT_BUDGET) => runCheckpointed(checkSource(text), {}, 1, budget);
    expect(finish(run({ ...DEFAULT_BUDGET, steps: 2_000_000 })).ended.tag).toBe("out-of-budget");
    expect(finish(run({ ...DEFAULT_BUDGET, deadline: performance.now() + 50 })).ended.tag).toBe("stopped");
    expect(checkpointed("-- at: 0.5\ndef main (x : Real) = sin x + head []\n", 1).ended.tag).toBe("mistake");
    const stopped = run(DEFAULT_BUDGET);
    let next = stopped.next(true);
    while (!next.done) next = stopped.next(false);
    expect(next.value.ended).toEqual({ tag: "stopped", phase: "reverse" });
  });
});
