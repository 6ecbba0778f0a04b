// Schedules of counted costs against Brent's bounds, on all programs in which something may run beside something else.
import { describe, expect, test } from "vitest";
import { countedTiming, doingAt, markFrom, runningAt } from "../../app/jobs/model/timing.ts";
import type { Policy } from "../../engine/analysis/schedule.ts";
import { UNEVEN } from "../support/jobs.ts";
import { PARALLEL, runOf } from "./support.ts";

const POLICIES: readonly Policy[] = [
  { tag: "order" },
  { tag: "critical" },
  { tag: "shuffled", seed: 1 },
  { tag: "shuffled", seed: 77 },
];

describe.each(PARALLEL)("schedules of $name", ({ text }) => {
  const run = runOf(text);

  test("max(T₁/P, T∞) ≤ T_P ≤ (T₁ − T∞)/P + T∞, for every P from 1 to 64 and every policy", () => {
    const wrong: unknown[] = [];
    for (let workers = 1; workers <= 64; workers++)
      for (const policy of POLICIES) {
        const timing = countedTiming(run, workers, policy);
        for (const pass of ["forward", "reverse"] as const) {
          const { end, bounds, lanes, busy, slots } = timing[pass];
          const { work, span } = run.passes[pass];
          const near = work * 1e-12;
          const [least, most] = [Math.max(work / workers, span), (work - span) / workers + span];
          const isRight =
            end >= least - near &&
            end <= most + near &&
            Object.keys(bounds).length === 4 &&
            bounds.work === work &&
            bounds.span === span &&
            bounds.least === least &&
            bounds.most === most &&
            lanes <= workers &&
            Math.abs(busy - work / (end * workers)) < 5e-10 &&
            slots.length === run.passes[pass].list.length;
          if (!isRight) wrong.push({ workers, policy, pass, end, bounds, lanes, busy });
        }
        if (workers === 1) expect(timing.end).toBe(run.passes.forward.work + run.passes.reverse.work);
      }
    expect(wrong).toEqual([]);
  });

  test("a job waits, runs and is done, in this order; at the end all are done", () => {
    const timing = countedTiming(run, 3, { tag: "order" });
    const order = ["waits", "runs", "done"];
    const early: string[] = [];
    for (const pass of ["forward", "reverse"] as const)
      for (const { id, after } of run.passes[pass].list) {
        let before = 0;
        for (let step = 0; step <= 40; step++) {
          const t = (timing.end * step) / 40;
          const at = order.indexOf(doingAt(timing, pass, id, t).tag);
          if (at < before) early.push(`${pass} ${id} at ${t}`);
          before = at;
          const open = at > 0 ? after.filter((job) => doingAt(timing, pass, job, t).tag !== "done") : [];
          for (const job of open) early.push(`${pass} ${id} at ${t}: ${job} is not done`);
        }
        if (doingAt(timing, pass, id, timing.end).tag !== "done") early.push(`${pass} ${id} at the end`);
      }
    expect(early).toEqual([]);
  });
});

test("no more jobs run than there are workers, and none waits while one is idle", () => {
  const run = runOf(UNEVEN);
  for (const workers of [1, 2, 3, 5]) {
    const timing = countedTiming(run, workers, { tag: "critical" });
    const wrong = timing.marks.slice(0, -1).filter((mark) => {
      const { running, ready } = runningAt(run, timing, mark + 1e-6);
      return running.length > workers || (ready.length > 0 && running.length < workers);
    });
    expect(wrong).toEqual([]);
  }
});

test("steps go from mark to mark, there and back", () => {
  const timing = countedTiming(runOf(UNEVEN), 2, { tag: "order" });
  let t = 0;
  const seen = [t];
  while (t < timing.end) seen.push((t = markFrom(timing, t, 1)));
  expect(seen).toEqual(timing.marks);
  const back = [t];
  while (t > 0) back.push((t = markFrom(timing, t, -1)));
  expect(back.reverse()).toEqual(seen);
});
