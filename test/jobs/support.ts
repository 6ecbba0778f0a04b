// Jobs of programs, as tests read them.

import { type JobsRun, jobsRun } from "../../app/jobs/model/run.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { TRANSFORMED } from "../support/examples.ts";
import { CHAIN, PRELUDE, UNEVEN, wide } from "../support/jobs.ts";

export function explore(text: string, n?: number) {
  const exploration = new Exploration(checkSource(text), { n }, DEFAULT_BUDGET);
  const { graph } = finish(exploration.open());
  finish(exploration.record("parallel"));
  return { graph, run: jobsRun(exploration.jobs("parallel")) };
}

export function runOf(text: string, n?: number): JobsRun {
  return explore(text, n).run;
}

/** The examples in which something may run beside something else, and programs that are uneven, wide, long, or fork in the prelude. */
export const PARALLEL: readonly { readonly name: string; readonly text: string }[] = [
  ...TRANSFORMED.filter(({ text }) => {
    const run = finish(runGradient(checkSource(text), {}, stageOf("parallel")!, DEFAULT_BUDGET, { checks: false }));
    return run.jobs.forward.length > 1;
  }),
  { name: "uneven", text: UNEVEN },
  { name: "prelude", text: PRELUDE },
  { name: "wide", text: wide(200) },
  { name: "chain", text: CHAIN },
];
