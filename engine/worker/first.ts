// The questions that a document asks first, an entry for each: whether a program is one, and its value and gradient. A worker is there as soon as it
// can answer these.
import { COMPILED } from "../algorithms/algorithm.ts";
import { type CompiledOptions, compiledRun } from "../derive/compiled.ts";
import { type GradientRun, type RunReport, runGradient } from "../derive/gradient.ts";
import { PATIENCE } from "../session/run/endless.ts";
import type { Detail } from "../session/run/shown.ts";
import { described } from "./described.ts";
import { checked, type Desk, inputOf, WORKER_BUDGET } from "./desk.ts";
import type { Checked, ProgramText, RunRequest } from "./protocol.ts";

/** The part of a value for the page: it shows no more, and would block while taking in much more. */
const SEEN: Detail = { characters: 1_000_000, scalars: 20_000 };

/** Milliseconds between two reports of what compiled code is doing. */
const REPORT_EVERY = 100;

/** The file that answers all other questions is not there. A worker tries to load it once, and then never again. */
export class NotLoaded extends Error {}

/** Loads what answers all other questions, once. Throws {@link NotLoaded} where there is no network for it. */
export function later(): Promise<typeof import("./later.ts")> {
  return import("./later.ts").catch(() => {
    throw new NotLoaded("a part of Dualscope could not be loaded; ask again when there is a network");
  });
}

/** By kind: what answers a question. An answer is plain data. */
export const FIRST = {
  check(program: ProgramText, desk: Desk): Checked {
    desk.memory.checked = checked(program, desk);
    return described(desk.memory.checked);
  },
  /** Runs a program: value, gradient and checks. */
  async run(run: RunRequest, desk: Desk): Promise<RunReport> {
    const program = checked(run, desk);
    // a worker that does not stop in time is terminated: the page keeps the last partial result
    const onPartial = (partial: GradientRun): void => desk.partial(reportOf(partial));
    const options = { checks: true, detail: SEEN, onPartial, patience: PATIENCE } as const;
    const budget = { ...WORKER_BUDGET, deadline: performance.now() + (run.within ?? Number.POSITIVE_INFINITY) };
    if (run.stage !== COMPILED) {
      const stage = (await later()).stageNamed(run.stage);
      return reportOf(await desk.inSlices(runGradient(program, inputOf(run), stage, budget, options)));
    }
    const team = (run.threads ?? 1) > 1 ? desk.memory.team : undefined;
    const compiled = { ...options, onPhase: phasesTo(desk), team };
    const found = await desk.inSlices(compiledRun(program, inputOf(run), budget, compiled));
    if (!("onMachine" in found)) return reportOf(found);
    return reportOf(await desk.inSlices(found.onMachine((await later()).stageNamed(run.stage))));
  },
};

/** The part of a run for the page. */
function reportOf({ jobs: _, ...run }: GradientRun): RunReport {
  return run;
}

/** Tells the page now and then what compiled code is doing, which handles no messages. */
function phasesTo(desk: Desk): CompiledOptions["onPhase"] {
  let told = 0;
  return (phase, endless) => {
    if (performance.now() - told < REPORT_EVERY) return;
    told = performance.now();
    desk.progress({ phase, steps: 0, backpropagatorCalls: 0, endless });
  };
}
