// Orders of jobs that are chosen one by one: only what is ready can be chosen, the machine runs the jobs as they were chosen, and the gradient
// stays the same.
import { describe, expect, test } from "vitest";
import {
  isWhole,
  NO_ORDER,
  nextJobs,
  orderFor,
  withJob,
  withoutLast,
  withTheRest,
} from "../../app/jobs/model/interleaving.ts";
import { type JobsRun, jobsRun } from "../../app/jobs/model/run.ts";
import { chosenTiming } from "../../app/jobs/model/timing.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { type ChosenOrder, readVariations, variationsText } from "../../engine/session/input/variations.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { CHAIN, PRELUDE, UNEVEN, wide } from "../support/jobs.ts";
import { runOf } from "./support.ts";

const PROGRAMS = { uneven: UNEVEN, prelude: PRELUDE, chain: CHAIN.replace("60", "5"), wide: wide(7) };

/** An order that is chosen by a rule, to the end; and the orders on the way there. */
function chosen(run: JobsRun, pick: (ready: readonly number[], turn: number) => number): ChosenOrder[] {
  const orders = [NO_ORDER];
  for (let turn = 0; !isWhole(run, orders.at(-1)!); turn++) {
    const order = orders.at(-1)!;
    const { pass, ready } = nextJobs(run, order);
    expect(ready.length).toBeGreaterThan(0);
    for (const id of ready) {
      expect(order[pass]).not.toContain(id);
      const { after, kind } = run.passes[pass].jobs.get(id)!;
      expect(kind).not.toBe("definition");
      for (const job of after) if (!order[pass].includes(job)) expect(withJob(run, order, id)[pass]).toContain(job);
    }
    orders.push(withJob(run, order, ready[pick(ready, turn)]!));
  }
  return orders;
}

const RULES: Readonly<Record<string, (ready: readonly number[], turn: number) => number>> = {
  "the last first": (ready) => ready.length - 1,
  "the first first": () => 0,
  "here and there": (ready, turn) => (turn * 7 + 3) % ready.length,
};

/** The jobs of both passes in the order in which the machine began them, and the gradient. */
function ran(text: string, schedule: ChosenOrder | undefined, atomic = false) {
  const begun = { forward: new Set<number>([0]), reverse: new Set<number>([0]) };
  let pass: "forward" | "reverse" = "forward";
  const observer = (event: Event): void => {
    if (event.tag === "phase") pass = event.phase;
    else if (event.tag === "job") begun[pass].add(event.job);
  };
  const options = { checks: false, observer } as const;
  const variations = { schedule, options: { atomic } };
  const run = finish(runGradient(checkSource(text), { variations }, stageOf("parallel")!, DEFAULT_BUDGET, options));
  return { begun, gradient: run.gradient!.scalars };
}

describe.each(Object.entries(PROGRAMS))("%s", (_, text) => {
  const run = runOf(text);

  test.each(Object.entries(RULES))(
    "%s: the machine runs them so, and the gradient is the same to the bit",
    (_, rule) => {
      const order = chosen(run, rule).at(-1)!;
      const alone = ran(text, undefined);
      const { begun, gradient } = ran(text, order);
      expect(gradient).toEqual(alone.gradient);
      for (const pass of ["forward", "reverse"] as const) {
        const { jobs } = run.passes[pass];
        const isOwn = (id: number): boolean => {
          for (let job = jobs.get(id); job !== undefined; job = job.from === undefined ? undefined : jobs.get(job.from))
            if (job.kind === "definition") return false;
          return true;
        };
        expect([...begun[pass]].filter(isOwn)).toEqual(order[pass].filter(isOwn));
        expect(order[pass].toSorted((a, b) => a - b)).toEqual([...jobs.keys()].toSorted((a, b) => a - b));
      }
    },
  );

  test("what is taken back is as it was before; the rest can be left to the order of jobs", () => {
    const orders = chosen(run, RULES["here and there"]!);
    for (const [place, order] of orders.entries()) {
      if (place > 0) expect(withoutLast(run, order)).toEqual(orders[place - 1]);
      expect(orderFor(run, order)).toEqual(order);
      const whole = withTheRest(run, order);
      expect(isWhole(run, whole)).toBe(true);
      expect(orderFor(run, whole)).toEqual(whole);
      expect(whole.forward.slice(0, order.forward.length)).toEqual(order.forward);
      // the head goes from job to job on one worker; the whole is the work
      const timing = chosenTiming(run, order);
      expect(timing.end).toBe(run.passes.forward.work + run.passes.reverse.work);
      let end = 0;
      for (const slot of timing.forward.slots) {
        expect(slot.start).toBe(end);
        end = slot.end;
      }
    }
  });
});

test("an order is read back from the text that a document keeps", () => {
  const order = chosen(runOf(UNEVEN), RULES["the last first"]!).at(-1)!;
  expect(readVariations(variationsText({ schedule: order, options: { atomic: true } }))).toMatchObject({
    schedule: order,
    options: { atomic: true },
  });
  expect(readVariations("schedule=7").schedule).toBe(7);
  for (const text of ["schedule=1/2/3", "schedule=.", "schedule=12345678901", "schedule=a/b"])
    expect(readVariations(text).schedule).toBeUndefined();
  // jobs that there are not, or not yet, end what is taken of it
  expect(orderFor(runOf(UNEVEN), { forward: [0, 99], reverse: [0] })).toEqual({ forward: [0], reverse: [] });
});

test("a run whose contributions are added as they arrive may give another gradient in another order", () => {
  const exploration = new Exploration(
    checkSource(UNEVEN),
    { variations: { options: { atomic: true } } },
    DEFAULT_BUDGET,
  );
  finish(exploration.open());
  finish(exploration.record("parallel"));
  const run = jobsRun(exploration.jobs("parallel"));
  const found = Array.from({ length: 24 }, (_, seed) => {
    const rule = (ready: readonly number[], turn: number): number =>
      ((turn + 1) * (seed + 1) * 2654435761) % ready.length;
    const order = chosen(run, rule).at(-1)!;
    const { begun, gradient } = ran(UNEVEN, order, true);
    expect([...begun.reverse]).toEqual(order.reverse);
    return gradient.join();
  });
  expect(new Set(found).size).toBeGreaterThan(1);
});
