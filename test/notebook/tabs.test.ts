// Five tabs on one storage, in random order: whatever was typed and saved is found in the end.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Day } from "../support/tabs.ts";

const SEED = 20_261_122;
const share = Number(process.env.DUALSCOPE_RANDOM_SHARE ?? "1");

let now: number;

beforeEach(() => {
  now = 1_700_000_000_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** What is done on a day, as numbers that the tabs read their choices from. */
const choices = fc.array(fc.nat({ max: 999 }), { minLength: 60, maxLength: 160, size: "max" });

/** A day in five tabs; time passes with each step. */
function dayOf(numbers: readonly number[], crosses: boolean): Day {
  const day = new Day(numbers, crosses, (milliseconds) => {
    now += milliseconds;
  });
  day.live();
  return day;
}

test("writes to different names come in any order, storage is full or blocked at times: every document has all that was saved", () => {
  let saved = 0;
  let forks = 0;
  fc.assert(
    fc.property(choices, (numbers) => {
      const day = dayOf(numbers, false);
      expect(day.missing("documents")).toEqual([]);
      saved += day.saved.size;
      forks += day.forks;
    }),
    { seed: SEED, numRuns: 5000 * share },
  );
  expect(saved).toBeGreaterThan(10_000);
  expect(forks).toBeGreaterThan(1000);
});

test("tabs write the same document at the same moment: what was written over is among the versions", () => {
  let rescued = 0;
  fc.assert(
    fc.property(choices, (numbers) => {
      const day = dayOf(numbers, true);
      expect(day.missing("documents and versions")).toEqual([]);
      rescued += day.missing("documents").length;
    }),
    { seed: SEED + 1, numRuns: 5000 * share },
  );
  expect(rescued).toBeGreaterThan(100);
});
