// The two counts of the page: the work of the jobs is the steps of their stage, as the systems count them.
import { expect, test } from "vitest";
import { JOBS_STAGE } from "../../app/exploration/state/trying.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { nth, present } from "../../engine/base/nth.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { PARALLEL, runOf } from "./support.ts";

test("the work of both passes is the steps of the stage of the jobs, added up over them", () => {
  const { text } = nth(PARALLEL, PARALLEL.length - 4);
  const { passes } = runOf(text);
  const stage = present(stageOf(JOBS_STAGE));
  const { cost } = finish(runGradient(checkSource(text), {}, stage, DEFAULT_BUDGET, { checks: false }));
  expect([passes.forward.work, passes.reverse.work]).toEqual([costOf(cost.forward), costOf(cost.reverse)]);
  const jobs = [...passes.forward.jobs.values()];
  expect(jobs.reduce((sum, job) => sum + job.cost, 0)).toBe(passes.forward.work);
});
