// Which forks are handed over: both ways are timed, the faster one is taken, and code passes by forks that are not worth it.
import { expect, test } from "vitest";
import { Worth } from "../../../engine/compile/parallel/worth.js";

/** Forks that take so many milliseconds alone and together, in turn: which of them were handed over, and how many were passed by. */
function decided(passes: boolean, alone: number, together: number, forks: number): { over: number; asked: number } {
  const worth = new Worth(1, passes);
  const place = worth.placeOf(0, 0);
  let [over, asked] = [0, 0];
  for (let fork = 0; fork < forks; fork++) {
    if (worth.stays[place]! > 0) {
      worth.stays[place]!--;
      continue;
    }
    asked++;
    const answer = worth.asks(place);
    if (answer === 1) {
      over++;
      worth.tookTogether(place, together, together / 2, true);
    } else if (answer < 0) worth.tookAlone(place, alone);
  }
  return { over, asked };
}

test("a fork that gains nothing is passed by without asking, except now and then", () => {
  const { over, asked } = decided(true, 0.001, 0.002, 100_000);
  expect(over).toBeGreaterThan(16);
  expect(over / 100_000).toBeLessThan(0.02);
  expect(asked).toBeLessThan(2 * over);
});

test.each([
  { what: "gains nothing", alone: 0.001, together: 0.002, first: 4, rest: 0 },
  { what: "gains", alone: 0.002, together: 0.001, first: 4, rest: 1996 },
])("a fork that $what is handed over for gain as often as that pays", ({ alone, together, first, rest }) => {
  const worth = new Worth(1, false);
  const place = worth.placeOf(0, 0);
  let [forGain, trials] = [0, 0];
  for (let fork = 0; fork < 2000; fork++) {
    const answer = worth.asks(place);
    if (answer === 1) {
      if (worth.isTrial) trials++;
      else forGain++;
      worth.tookTogether(place, together, together / 2, true);
    } else if (answer < 0) worth.tookAlone(place, alone);
  }
  // the slower way is tried now and then: alone, if to hand it over is faster
  expect(forGain).toBeGreaterThan(0);
  expect(forGain).toBeLessThanOrEqual(first + rest);
  if (rest === 0) expect(trials).toBeGreaterThan(4);
  else {
    expect(trials).toBe(0);
    expect(forGain).toBeGreaterThan(0.95 * rest);
  }
});

test("on the clock every fork asks, and the same ones are handed over", () => {
  const [passing, asking] = [decided(true, 0.001, 0.002, 20_000), decided(false, 0.001, 0.002, 20_000)];
  expect(asking.asked).toBe(20_000);
  expect(passing.over).toBe(asking.over);
});

test("a fork that gains is handed over, except now and then", () => {
  const { over, asked } = decided(true, 1, 0.6, 20_000);
  expect(asked).toBe(20_000);
  expect(over / 20_000).toBeGreaterThan(0.97);
  expect(over).toBeLessThan(20_000);
});

test("where the cores are not free, only what was timed alone and is long is handed over, and the rest is passed by", () => {
  const worth = new Worth(1, true);
  const [short, long] = [worth.placeOf(0, 1), worth.placeOf(0, 0)];
  for (const [place, alone] of [
    [short, 0.01],
    [long, 50],
  ] as const) {
    expect(worth.asksWhereBusy(place, 1)).toBeLessThan(0);
    worth.tookAlone(place, alone);
  }
  expect(worth.asksWhereBusy(short, 1)).toBe(0);
  expect(worth.stays[short]).toBe(100);
  expect(worth.asksWhereBusy(long, 1)).toBe(1);
  // a job that took long while its thread waited for a core says nothing of the job
  worth.forget();
  worth.tookTogether(short, 30, 60, false);
  expect(worth.asksWhereBusy(short, 1)).toBeLessThan(0);
  worth.tookTogether(short, 30, 60, true);
  expect(worth.asksWhereBusy(short, 1)).toBe(1);
});
