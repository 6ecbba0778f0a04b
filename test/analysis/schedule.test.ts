// Greedy schedules against Brent's bounds, and against schedules that are known.
import fc from "fast-check";
import { expect, test } from "vitest";
import { brent, endOf, type Policy, schedule, speedUps } from "../../engine/analysis/schedule.ts";
import { workAndSpan } from "../../engine/analysis/work-span.ts";
import type { JobId } from "../../engine/core/events/events.ts";

const job = (id: number, after: readonly number[], cost: number) => ({
  id: id as JobId,
  after: after as readonly JobId[],
  cost,
});

const POLICIES: readonly Policy[] = [{ tag: "order" }, { tag: "critical" }, { tag: "shuffled", seed: 3 }];
const timeOf = (jobs: Parameters<typeof schedule>[0], workers: number, policy: Policy = { tag: "order" }): number =>
  endOf(schedule(jobs, workers, policy));

test("a fork of three between a first and a last job", () => {
  const jobs = [job(0, [], 2), job(1, [0], 3), job(2, [0], 3), job(3, [0], 4), job(4, [1, 2, 3], 1)];
  expect(timeOf(jobs, 1)).toBe(13);
  // 1 and 2 side by side, then 3 alone
  expect(timeOf(jobs, 2)).toBe(2 + 3 + 4 + 1);
  expect(timeOf(jobs, 3)).toBe(7);
  expect(timeOf(jobs, 64)).toBe(7);
  // the longest first: 3 beside 1, then 2
  expect(timeOf(jobs, 2, { tag: "critical" })).toBe(2 + 3 + 3 + 1);
});

test("nothing to do takes no time", () => {
  expect(timeOf([], 4)).toBe(0);
  expect(speedUps([]).speedUps.every(({ greedy }) => greedy === 1)).toBe(true);
});

test("every schedule is within Brent's bounds", () => {
  const graphs = fc.array(fc.tuple(fc.nat(20), fc.array(fc.nat(), { maxLength: 3 })), { minLength: 1, maxLength: 40 });
  const property = fc.property(graphs, fc.integer({ min: 1, max: 9 }), (made, workers) => {
    const jobs = made.map(([cost, before], id) =>
      job(id, id === 0 ? [] : [...new Set(before.map((one) => one % id))], cost),
    );
    const { least, most } = brent(workAndSpan(jobs), workers);
    for (const policy of POLICIES) {
      const slots = schedule(jobs, workers, policy);
      expect(endOf(slots)).toBeGreaterThanOrEqual(least - 1e-9);
      expect(endOf(slots)).toBeLessThanOrEqual(most + 1e-9);
      expect(slots.map((slot) => slot.job).sort((a, b) => a - b)).toEqual(jobs.map(({ id }) => id));
      const ends = new Map(slots.map((slot) => [slot.job, slot.end]));
      for (const { job: id, start, worker } of slots) {
        expect(worker).toBeLessThan(workers);
        for (const before of jobs[id]!.after) expect(start).toBeGreaterThanOrEqual(ends.get(before)!);
      }
      // no worker does two things at once
      for (let worker = 0; worker < workers; worker++) {
        const own = slots.filter((slot) => slot.worker === worker);
        own.slice(1).forEach(({ start }, index) => {
          expect(start).toBeGreaterThanOrEqual(own[index]!.end);
        });
      }
    }
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
