// Five tabs in one browser, in random order: whatever was typed and saved is found in the end.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runs } from "../../support/runs.ts";
import { Day } from "../../support/tabs.ts";

const SEED = 20_261_122;
let now: number;

beforeEach(() => {
  now = 1_700_000_000_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A day's actions, as numbers that the tabs read their choices from. */
const choices = fc.array(fc.nat({ max: 999 }), { minLength: 60, maxLength: 200, size: "max" });

test("transactions begin in any order, pages are killed, storage is full or blocked at times: the documents have all that was saved", async () => {
  let saved = 0;
  let forks = 0;
  let noted = 0;
  await fc.assert(
    fc.asyncProperty(choices, async (numbers) => {
      const day = new Day(numbers, (milliseconds) => {
        now += milliseconds;
      });
      await day.live();
      expect(day.missing()).toEqual([]);
      saved += day.saved.size;
      forks += day.forks;
      noted += day.noted;
    }),
    { seed: SEED, numRuns: runs(3000) },
  );
  expect(saved).toBeGreaterThan(runs(3000));
  expect(forks).toBeGreaterThan(runs(300));
  expect(noted).toBeGreaterThan(runs(300));
});
