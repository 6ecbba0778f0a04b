// Tests of the generator itself: what it covers, how large its programs are, that they shrink.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IS_LONG, oneIn } from "../runs.ts";
import { coverage, FEATURES, type GeneratedProgram, programs } from "./index.ts";

const SEED = 20_231;
const sample = (size: number | undefined, numRuns: number): GeneratedProgram[] =>
  fc.sample(programs(size === undefined ? {} : { size }), { seed: SEED, numRuns });

describe("random programs", () => {
  const samples = sample(undefined, IS_LONG ? 500 : 300);

  it("use every language construct in at least 5 % of the samples", () => {
    const rare = [...coverage(samples)].filter(([, percent]) => percent < 5);
    expect(rare).toEqual([]);
    expect(coverage(samples).size).toBe(FEATURES.length);
  });

  it("are small enough for an exponential algorithm", () => {
    for (const { operations, paths, inputScalars } of samples) {
      expect(operations).toBeLessThanOrEqual(200);
      expect(paths).toBeLessThanOrEqual(20_000);
      expect(inputScalars).toBeGreaterThanOrEqual(1);
    }
    expect(samples.filter(({ operations }) => operations <= 60).length).toBeGreaterThanOrEqual(0.95 * samples.length);
    expect(samples.filter(({ operations }) => operations >= 10).length).toBeGreaterThanOrEqual(0.75 * samples.length);
  });

  it("are complete files with readable lines", () => {
    for (const { source } of samples) {
      expect(source).toMatch(/^-- at: \S.*\n/);
      expect(source).toMatch(/^def main\b/m);
      expect(source).toMatch(/\n$/);
      expect(source).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it("are the same for the same seed, and rarely twice the same", () => {
    expect(sample(undefined, 20).map(({ source }) => source)).toEqual(samples.slice(0, 20).map(({ source }) => source));
    expect(new Set(samples.map(({ source }) => source)).size).toBe(samples.length);
  });

  it("grow with the size that is asked for", () => {
    const count = IS_LONG ? 20 : 5;
    const mean = (size: number): number =>
      sample(size, count).reduce((sum, { source }) => sum + source.length, 0) / count;
    const [tiny, small, large] = [mean(1), mean(3), mean(5)];
    expect(tiny).toBeLessThan(small);
    expect(small).toBeLessThan(large);
  });
});

describe("shrinking", () => {
  const smallest = (holds: (program: GeneratedProgram) => boolean): GeneratedProgram => {
    const result = fc.check(fc.property(programs(), holds), { seed: SEED, numRuns: 300 });
    const [found] = result.counterexample ?? [];
    if (found === undefined) throw new Error("internal: no program has what is looked for");
    return found;
  };

  it("leaves nothing of a program that fails as it is", () => {
    expect(smallest(() => false).source).toBe("-- at: 0.5\ndef main (x : Real) = 1.0\n");
  });

  it.each(oneIn(2, ["foldl", "scanA", "let rec and", "closure over Real", "|*|", "nested comment", "|>"] as const))(
    "leaves little around %s",
    (feature) => {
      const { source, features } = smallest((program) => !program.features.has(feature));
      expect(features.has(feature)).toBe(true);
      expect(source.length).toBeLessThan(500);
    },
  );

  it("drops what does not matter for the number of paths", () => {
    const { paths, source } = smallest((program) => program.paths < 40);
    expect(paths).toBeGreaterThanOrEqual(40);
    expect(source.length).toBeLessThan(600);
  });
});
