// Runs of the compiled engine on the clock as jobs of the counted run: each job of both passes has its times, in an order that its
// dependencies allow, and lies on the thread that ran it.
import { afterAll, describe, expect, test } from "vitest";
import { measuredRun } from "../../app/jobs/model/measured.ts";
import type { JobsRun, Pass } from "../../app/jobs/model/run.ts";
import { jobsOf, measuredTiming } from "../../app/jobs/model/timing.ts";
import { startThread } from "../../engine/commands/threads.ts";
import { Team } from "../../engine/compile/parallel/team.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { type Clocked, clockedGradient } from "../../engine/session/derivatives/clocked.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { UNEVEN } from "../support/jobs.ts";
import { runOf } from "./support.ts";

const team = new Team(2, startThread);
afterAll(() => team.end());

function clocked(text: string, isEager: boolean): Clocked {
  const answer = finish(clockedGradient(checkSource(text), {}, DEFAULT_BUDGET, { team, isEager }));
  if (answer.tag !== "clocked") throw new Error(`nothing was measured: ${answer.tag}`);
  return answer.clocked;
}

/**
 * The jobs of definitions without parameters: the compiled run evaluates them in the stretch of who needs them first, once for all runs, and
 * takes nothing back.
 */
function ofDefinitions({ passes: { forward, reverse } }: JobsRun): Readonly<Record<Pass, ReadonlySet<number>>> {
  const found = new Set<number>();
  for (const { id, kind, from } of forward.list)
    if (kind === "definition" || (from !== undefined && kind !== "entry" && found.has(from))) found.add(id);
  const back = reverse.list.filter(({ mirrors }) => mirrors.some((job) => found.has(job)));
  return { forward: found, reverse: new Set(back.map(({ id }) => id)) };
}

const WORK = "def work (n : Int) x = if n == 0 then x else work (n - 1) (sin x * 1.01)\n";

const PROGRAMS: Readonly<Record<string, string>> = {
  uneven: UNEVEN,
  "a tree, with a fork of short jobs in it": `-- at: 0.4\n${WORK}
def tree (n : Int) x =
  if n == 0 then work 50 x
  else
    let (s, c) = sin x |*| cos x in
    let (a, b) = tree (n - 1) (x * s) |*| tree (n - 1) (x + c) in
    a * b / (1.0 + a) + x
def main x = tree 3 x`,
  "maps and builds": `-- at: 0.4\n${WORK}
def table = parBuild 3 (\\i -> work 5 (real i))
def main x =
  let ys = parMap (\\y -> work 30 (y * x) + sum (parMap (work 20) [x, y])) [1.0, 2.0, 3.0, x] in
  sum ys + sumA (parBuild 5 (\\i -> work (10 * i) x)) * (table ! 2)`,
  "one after the other": `-- at: 0.4\n${WORK}
def go (n : Int) x = if n == 0 then x else let (a, b) = work 40 x |*| work (3 * n) x in go (n - 1) (a * b + x)
def main x = go 6 x`,
};

describe.each(Object.entries(PROGRAMS))("%s", (_, text) => {
  const run = runOf(text);
  test.each([true, false])("every job was run once, after those that it waits for; every fork: %s", (isEager) => {
    const defined = ofDefinitions(run);
    const { run: raw, time, runs, alone, handoff, step } = clocked(text, isEager);
    expect(step).toBeGreaterThan(0);
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThan(1000);
    expect(runs).toBeGreaterThan(0);
    expect(handoff).toBeGreaterThan(0);
    const measured = measuredRun(run, raw);
    const timing = measuredTiming(measured);
    expect(timing.end).toBeCloseTo(time, 9);
    for (const pass of ["forward", "reverse"] as const) {
      const slots = measured.passes[pass];
      const jobs = slots.flatMap(jobsOf);
      expect(jobs.toSorted((a, b) => a - b)).toEqual(
        run.passes[pass].list.map(({ id }) => id).toSorted((a, b) => a - b),
      );
      // within a stretch of one thread, too
      const { within } = timing[pass];
      for (const { id, after } of run.passes[pass].list)
        for (const before of after)
          if (!defined[pass].has(before) && !defined[pass].has(id))
            expect(within.get(id)![0]).toBeGreaterThanOrEqual(within.get(before)![1] - 1e-9);
    }
    // what a fork handed over has boxes of its own
    const handed = raw.forks.flat().flatMap(({ tasks }) => tasks);
    const boxes = measured.passes.forward.filter(({ job }) => job !== undefined).length;
    expect(boxes).toBeGreaterThanOrEqual(handed.length + 1);
    if (isEager) expect(handed.length).toBeGreaterThan(0);
  });
});
