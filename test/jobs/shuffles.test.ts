// Gradients of many orders of jobs: one, bit for bit; and more than one where jobs add to each other's numbers as they come.
import { expect, test } from "vitest";
import { kindsFound, noShuffles, withShuffles } from "../../app/exploration/model/shuffles.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { shuffledGradients } from "../../engine/derive/shuffled.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { UNEVEN } from "../support/jobs.ts";
import { IS_LONG } from "../support/runs.ts";
import { PARALLEL } from "./support.ts";

/** As many schedules as the page tries at a button. */
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed + 1);

function shuffled(text: string, isAtomic: boolean, seeds: readonly number[] = SEEDS) {
  const ask = { schedules: [undefined, ...seeds], isAtomic };
  const answer = finish(shuffledGradients(checkSource(text), {}, stageOf("parallel")!, ask, DEFAULT_BUDGET));
  const [alone, ...others] = answer.gradients;
  return { answer, shuffles: withShuffles(noShuffles(seeds.length, alone!, answer.names), others) };
}

/** Some of them, more of the one whose jobs are uneven; in the long tests all of each. */
const TRIED = PARALLEL.filter(({ name }) => name !== "wide").map(({ name, text }) => ({
  name,
  text,
  seeds: IS_LONG ? SEEDS : SEEDS.slice(0, name === "uneven" ? 60 : 15),
}));

test.each(TRIED)(
  "many schedules of $name: one gradient, bit for bit",
  ({ text, seeds }) => {
    const { answer, shuffles } = shuffled(text, false, seeds);
    expect(answer.ended).toEqual({ tag: "done" });
    expect(shuffles.which).toEqual(seeds.map(() => 0));
    expect(shuffles.kinds.length).toBe(1);
    // and that of the compiled engine, up to rounding
    const compiled = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
    compiled.gradient!.scalars.forEach((real, index) => {
      const own = shuffles.kinds[0]!.gradient[index]!;
      expect(Math.abs(own - real)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(real)));
    });
  },
  120_000,
);

test("as they arrive, on uneven jobs: more than one, and how they differ is told", () => {
  const { shuffles } = shuffled(UNEVEN, true);
  const kinds = kindsFound(shuffles);
  expect(kinds.length).toBeGreaterThan(1);
  expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(200);
  expect(shuffles.names).toEqual(["x"]);
  for (const { gradient, largest, differing, at } of shuffles.kinds.slice(1)) {
    expect(largest).toBe(Math.abs(gradient[0]! - shuffles.kinds[0]!.gradient[0]!));
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThan(1e-14);
    expect([differing, at]).toEqual([1, 0]);
  }
});

test("bit for bit: NaN is one number, 0 and -0 are two", () => {
  const gradient = (...reals: number[]) => Float64Array.from(reals);
  const start = noShuffles(4, gradient(Number.NaN, 0), ["x", undefined]);
  const found = withShuffles(start, [
    gradient(Number.NaN, 0),
    gradient(Number.NaN, -0),
    gradient(1, 0),
    gradient(1, 0),
  ]);
  expect(found.which).toEqual([0, 1, 2, 2]);
  expect(found.kinds.map(({ count, differing, at }) => [count, differing, at])).toEqual([
    [1, 0, undefined],
    [1, 1, 1],
    [2, 1, 0],
  ]);
});
