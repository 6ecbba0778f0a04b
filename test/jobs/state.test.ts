// The state of the jobs: workers, policies, the head and the choice.
import { beforeEach, expect, test, vi } from "vitest";
import {
  beginOrder,
  chooseNext,
  choosePolicy,
  chooseWorkers,
  forgetJobs,
  runNext,
  runTheRest,
  seekJobs,
  showJobs,
  stepJobs,
  takeBack,
  timeNow,
  useJobs,
} from "../../app/jobs/state.ts";
import { UNEVEN } from "../support/jobs.ts";
import { runOf } from "./support.ts";

const { picture } = runOf(UNEVEN);
const state = useJobs.getState;

beforeEach(() => {
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  forgetJobs();
  showJobs(picture);
  chooseWorkers(4);
  choosePolicy("order");
});

test("a run is shown as it ends, wherever the head was in the one before", () => {
  expect(state().at).toBe(1);
  seekJobs(0);
  showJobs(picture);
  expect(state().at).toBe(0);
  forgetJobs();
  showJobs(picture);
  expect(state().at).toBe(1);
});

test("more workers leave the head at its share of the time", () => {
  seekJobs(state().timing!.end / 2);
  expect(state().at).toBe(0.5);
  for (const workers of [1, 64, 900, 0]) {
    chooseWorkers(workers);
    expect(state().workers).toBe(Math.max(1, Math.min(64, workers)));
    expect(timeNow(state())).toBeCloseTo(state().timing!.end / 2, 9);
  }
});

test("steps go over all marks, and end", () => {
  seekJobs(0);
  for (const mark of state().timing!.marks) {
    expect(timeNow(state())).toBeCloseTo(mark, 6);
    stepJobs(1);
  }
  expect(state().at).toBe(1);
  stepJobs(-1);
  expect(state().at).toBeLessThan(1);
});

test("shuffled again is another shuffle", () => {
  chooseWorkers(2);
  choosePolicy("shuffled");
  const times = new Set<number>();
  for (let turn = 0; turn < 30; turn++) {
    times.add(state().timing!.end);
    choosePolicy("shuffled");
  }
  expect(times.size).toBeGreaterThan(2);
});

test("jobs are chosen one after the other, round and round", () => {
  const seen: number[] = [];
  for (let turn = 0; turn < 11; turn++) {
    chooseNext(1);
    seen.push(...state().chosen!.forward);
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  chooseNext(-1);
  expect([...state().chosen!.forward]).toEqual([9]);
  expect(state().chosen!.reverse.size).toBe(1);
});

test("jobs that are chosen one by one take the head with them; another run of the same jobs keeps them", () => {
  choosePolicy("chosen");
  expect(timeNow(state())).toBe(0);
  runNext(2);
  // it is not ready
  expect(state().order.forward).toEqual([]);
  runNext(0);
  runNext(2);
  const { jobs } = state().run!.passes.forward;
  expect(timeNow(state())).toBeCloseTo(jobs.get(0)!.cost + jobs.get(2)!.cost, 6);
  expect(state().timing).toMatchObject({ workers: 1 });
  showJobs(picture);
  expect(state().order.forward).toEqual([0, 2]);
  takeBack();
  expect(state().order.forward).toEqual([0]);
  runTheRest();
  expect([state().order.forward.length, state().order.reverse.length, state().at]).toEqual([10, 10, 1]);
  beginOrder();
  expect(timeNow(state())).toBe(0);
  choosePolicy("order");
  expect(state().timing!.workers).toBe(4);
});
