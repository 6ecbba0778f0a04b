// The questions that a document asks first, an entry for each: whether a program is one, and its value and gradient. A worker is there as soon as it
// can answer these.
import { COMPILED } from "../algorithms/algorithm.ts";
import { type CompiledOptions, compiledRun } from "../derive/compiled.ts";
import { type GradientRun, type RunReport, runGradient } from "../derive/gradient.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import { PATIENCE } from "../session/run/endless.ts";
import type { Detail } from "../session/run/shown.ts";
import { advisers } from "../syntax/advice.ts";
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
  async check(program: ProgramText, desk: Desk): Promise<Checked> {
    const { memory } = desk;
    const plain = checked(program, desk);
    memory.checked = plain;
    const advised = await withAdvice(plain, program, desk);
    // a newer text may have been checked meanwhile
    if (memory.checked === plain) memory.checked = advised;
    return described(advised);
  },
  /** Runs a program: value, gradient and checks. */
  async run(run: RunRequest, desk: Desk): Promise<RunReport> {
    const program = await withAdvice(checked(run, desk), run, desk);
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
    const runOnce = () => desk.inSlices(compiledRun(program, inputOf(run), budget, compiled));
    let found = await runOnce();
    // the mistake is one of the input's text
    if (!("onMachine" in found) && found.ended.tag === "mistake" && found.at === undefined && (await isAdviceBrought()))
      found = await runOnce();
    if (!("onMachine" in found)) return reportOf(found);
    return reportOf(await desk.inSlices(found.onMachine((await later()).stageNamed(run.stage))));
  },
};

/** Whether advice on mistakes was not there, and has been loaded. */
async function isAdviceBrought(): Promise<boolean> {
  if (advisers() !== undefined) return false;
  // without a network, mistakes have plain messages
  return later().then(
    () => true,
    () => false,
  );
}

/** A checked program; its mistakes with advice, which is loaded for the first of them. */
async function withAdvice(plain: CheckedProgram, program: ProgramText, desk: Desk): Promise<CheckedProgram> {
  if (!plain.hasErrors || !(await isAdviceBrought())) return plain;
  if (desk.memory.program === plain) desk.memory.program = undefined;
  return checked(program, desk);
}

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
