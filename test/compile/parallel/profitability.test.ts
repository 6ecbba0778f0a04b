// Task sizes: a fork is handed over where its jobs make two tasks, in tasks of some microseconds, and not where its owner waits for longer than it works.
import { expect, test } from "vitest";
import { Profitability } from "../../../engine/compile/parallel/profitability.js";

/** Forks at one place whose jobs take so many milliseconds, and whose owner waits for so many where they are handed over: how many were. */
function handedOver(time: number, waited: number, forks: number): number {
  const profitability = new Profitability(1, false);
  const place = profitability.placeOf(0, 0);
  let over = 0;
  for (let fork = 0; fork < forks; fork++) {
    if (profitability.stays[place]! > 0) profitability.stays[place]!--;
    else if (profitability.tasks(place, 64) > 1) {
      over++;
      profitability.learn(place, time);
      profitability.waited(place, waited, time / 2 + waited);
    } else profitability.stayed(place, time);
  }
  return over;
}

test("a fork whose time is not known is handed over, and one of long jobs stays so", () => {
  expect(handedOver(0.02, 0.002, 1000)).toBe(1000);
});

test("a fork of short jobs is handed over once, and then timed so seldom that it costs a small share of its time", () => {
  expect(handedOver(0.001, 0, 1000)).toBe(1);
  const profitability = new Profitability(1, false);
  profitability.stayed(0, 0.001);
  expect(profitability.stays[0]).toBe(10);
});

test("jobs that grow are handed over again", () => {
  const profitability = new Profitability(1, false);
  profitability.stayed(0, 0.001);
  expect(profitability.tasks(0, 64)).toBe(0);
  for (let time = 0; time < 20; time++) profitability.stayed(0, 0.1);
  expect(profitability.tasks(0, 64)).toBeGreaterThan(8);
});

test.each([
  { waited: 0.009, most: 1000, least: 1000 },
  { waited: 0.03, most: 25, least: 10 },
  { waited: 4, most: 2, least: 1 },
])(
  "the longer the owner of a fork of 20 µs waits, the fewer are handed over: $waited ms",
  ({ waited, most, least }) => {
    const over = handedOver(0.02, waited, 1000);
    expect(over).toBeLessThanOrEqual(most);
    expect(over).toBeGreaterThanOrEqual(least);
    // the loss is about a fiftieth of the time of all forks, once the first is over
    expect((over - 1) * (waited - 0.01)).toBeLessThan(0.021 * 0.02 * 1000);
  },
);

test("tasks are as many as the jobs' time makes, and no more than jobs", () => {
  const profitability = new Profitability(2, false);
  const place = profitability.placeOf(1, 3);
  expect([profitability.tasks(place, 4), profitability.tasks(place, 10_000)]).toEqual([4, 256]);
  profitability.learn(place, 0.03);
  expect([profitability.tasks(place, 4), profitability.tasks(place, 64)]).toEqual([4, 10]);
  profitability.forget();
  expect(profitability.tasks(place, 64)).toBe(64);
});

test("with an eager team every fork is handed over, as soon as there is a thread", () => {
  const profitability = new Profitability(1, true);
  profitability.learn(0, 0.0001);
  profitability.waited(0, 3, 3);
  expect([profitability.tasks(0, 8), profitability.stays[0]]).toEqual([8, 0]);
});
