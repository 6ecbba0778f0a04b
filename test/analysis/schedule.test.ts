// Greedy schedules against Brent's bounds, and against schedules that are known.
import fc from "fast-check";
import { expect, test } from "vitest";
import { greedySchedule, speedUps } from "../../engine/analysis/schedule.ts";
import { workAndSpan } from "../../engine/analysis/work-span.ts";
import type { JobId } from "../../engine/core/events/events.ts";

const job = (id: number, after: readonly number[], cost: number) => ({
  id: id as JobId,
  after: after as readonly JobId[],
  cost,
});

test("a fork of three between a first and a last job", () => {
  const jobs = [job(0, [], 2), job(1, [0], 3), job(2, [0], 3), job(3, [0], 4), job(4, [1, 2, 3], 1)];
  expect(greedySchedule(jobs, 1)).toBe(13);
  // 1 and 2 side by side, then 3 alone
  expect(greedySchedule(jobs, 2)).toBe(2 + 3 + 4 + 1);
  expect(greedySchedule(jobs, 3)).toBe(7);
  expect(greedySchedule(jobs, 64)).toBe(7);
});

test("nothing to do takes no time", () => {
  expect(greedySchedule([], 4)).toBe(0);
  expect(speedUps([]).speedUps.every(({ greedy }) => greedy === 1)).toBe(true);
});

test("every schedule is within Brent's bounds", () => {
  const graphs = fc.array(fc.tuple(fc.nat(20), fc.array(fc.nat(), { maxLength: 3 })), { minLength: 1, maxLength: 40 });
  const property = fc.property(graphs, fc.integer({ min: 1, max: 9 }), (made, workers) => {
    const jobs = made.map(([cost, before], id) =>
      job(id, id === 0 ? [] : [...new Set(before.map((one) => one % id))], cost),
    );
    const { work, span } = workAndSpan(jobs);
    const time = greedySchedule(jobs, workers);
    expect(time).toBeGreaterThanOrEqual(Math.max(span, work / workers) - 1e-9);
    expect(time).toBeLessThanOrEqual((work - span) / workers + span + 1e-9);
  });
  fc.assert(property, { numRuns: 300, seed: 11 });
});

test("the speed-up lies between what is sure and what is possible", () => {
  const jobs = [
    job(0, [], 5),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => job(id, [0], 10)),
    job(9, [1, 2, 3, 4, 5, 6, 7, 8], 5),
  ];
  for (const { greedy, least, most } of speedUps(jobs).speedUps) {
    expect(greedy).toBeGreaterThanOrEqual(least - 1e-9);
    expect(greedy).toBeLessThanOrEqual(most + 1e-9);
  }
});
