// Clocks of threads that are off: what must have come first sets them.
import { expect, test } from "vitest";
import { clockedRun } from "../../../engine/compile/parallel/clocked.ts";
import {
  BACK_BEGINS,
  BACK_ENDS,
  BACK_FORKS,
  BACK_JOINS,
  BEGINS,
  ENDS,
  FORKS,
  JOINS,
  type TimeRecord,
} from "../../../engine/compile/parallel/times.js";

const record = (what: number, time: number, a: number, b = 0, c = 0): TimeRecord => ({ what, a, b, c, time });

/** A run with two forks, of two jobs each, of which the second thread runs one; its clock is off. */
function noted(off: number): readonly (readonly TimeRecord[])[] {
  const later = (records: readonly TimeRecord[]) => records.map((one) => ({ ...one, time: one.time + off }));
  return [
    [
      record(BEGINS, 10, -1, 0, 1),
      record(FORKS, 12, 64, 0, 2),
      record(BEGINS, 13, 64, 1, 1),
      record(ENDS, 15, 64, 1, 1),
      record(JOINS, 18, 64),
      record(FORKS, 20, 96, 0, 2),
      record(BEGINS, 21, 96, 1, 1),
      record(ENDS, 23, 96, 1, 1),
      record(JOINS, 26, 96),
      record(ENDS, 30, -1, 0, 1),
      record(BACK_BEGINS, 40, -1, 0, 1),
      record(BACK_FORKS, 42, 96),
      record(BACK_BEGINS, 42.5, 96, 1),
      record(BACK_ENDS, 44, 96, 1),
      record(BACK_JOINS, 46, 96),
      record(BACK_FORKS, 47, 64),
      record(BACK_BEGINS, 47.5, 64, 1),
      record(BACK_ENDS, 48, 64, 1),
      record(BACK_JOINS, 50, 64),
      record(BACK_ENDS, 51, -1, 0, 1),
    ],
    later([
      record(BEGINS, 12.5, 64, 0, 1),
      record(ENDS, 17.5, 64, 0, 1),
      record(BEGINS, 20.5, 96, 0, 1),
      record(ENDS, 25.5, 96, 0, 1),
      record(BACK_BEGINS, 42.5, 96, 0),
      record(BACK_ENDS, 45.5, 96, 0),
      record(BACK_BEGINS, 47.5, 64, 0),
      record(BACK_ENDS, 49.5, 64, 0),
    ]),
  ];
}

const PLACES = [{ span: undefined, isLoop: false }];

test.each([0, -7, 4, 1000])(
  "a clock that is %d ms off is set within what is possible; how long a job took stays",
  (off) => {
    const { forward, reverse, forks } = clockedRun(noted(off), PLACES);
    const own = forward.filter(({ thread }) => thread === 1);
    expect(own.map(({ start, end }) => end - start)).toEqual([5, 5].map((length) => expect.closeTo(length, 6)));
    for (const [place, { start, end }] of own.entries()) {
      const [from, to] = [[2, 8] as const, [10, 16] as const][place]!;
      expect(start).toBeGreaterThanOrEqual(from - 1e-9);
      expect(end).toBeLessThanOrEqual(to + 1e-9);
    }
    const back = reverse.filter(({ thread }) => thread === 1);
    expect(back.map(({ start, end }) => end - start)).toEqual([3, 2].map((length) => expect.closeTo(length, 6)));
    expect(back[0]!.start).toBeGreaterThanOrEqual(2 - 1e-9);
    expect(back[1]!.end).toBeLessThanOrEqual(10 + 1e-9);
    expect(forks[0]!.map(({ tasks, count }) => [tasks.length, count])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    // a clock that may be right is left as it is
    if (off === 0) expect(own.map(({ start }) => start)).toEqual([2.5, 10.5]);
  },
);
