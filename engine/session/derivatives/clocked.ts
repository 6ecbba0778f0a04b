// A gradient of the compiled engine with its threads on the clock: what each of them did when, in one run of several.
import { endOf } from "../../analysis/schedule.ts";
import { Compiled } from "../../compile/engine.ts";
import { TooLargeToCompile } from "../../compile/ir/layout.ts";
import type { ClockedRun } from "../../compile/parallel/clocked.ts";
import type { Team } from "../../compile/parallel/team.ts";
import { CompiledMistake } from "../../compile/runtime/endings.ts";
import { checkProgram } from "../../core/terms/check.ts";
import { realsOf } from "../../core/values/shape.ts";
import { type Budget, watchOf } from "../../evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../input/prepare.ts";
import { type CheckedProgram, withinStack } from "../program/program.ts";
import type { Phase, Steps } from "../run/drive.ts";
import { describeOutcome, type Ended } from "../run/outcome.ts";
import { endedBy, limitsOf } from "./compiled.ts";
import { cotangentOf } from "./gradient.ts";

/** The fastest of several runs on the clock. */
export interface Clocked {
  readonly run: ClockedRun;
  /** Milliseconds of both passes, and how many runs there were. */
  readonly time: number;
  readonly runs: number;
  /** Milliseconds of both passes on one thread, by code without forks: the fastest of as many runs, in turn with the others. */
  readonly alone: number;
  /** Milliseconds of a hand-off in that run, and whether it is as short as where a core is free for each thread. */
  readonly handoff: number;
  readonly hasFreeCores: boolean;
  /** Milliseconds between two times that the clock can show. */
  readonly step: number;
}

/** The result, or why there is none. */
export type ClockedAnswer =
  | { readonly tag: "clocked"; readonly clocked: Clocked }
  /** The compiled program has no forks; it is left to the machine; its threads did more than there is room for. */
  | { readonly tag: "no-forks" | "not-compiled" | "too-many" }
  | { readonly tag: "ended"; readonly ended: Ended };

/** Which threads run it, and whether they get every fork for which one is idle, worth it or not. */
export interface ClockedOptions {
  readonly team: Team;
  readonly isEager: boolean;
}

/** Runs that are looked at, and milliseconds after which no more are. */
const RUNS = 40;
const WITHIN = 600;
/** Milliseconds that it waits for threads to start. */
const PATIENCE = 3000;

/** Runs a gradient several times on a team of threads, each on the clock. */
export function* clockedGradient(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  on: ClockedOptions,
): Steps<ClockedAnswer> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag === "mistake")
    return { tag: "ended", ended: { tag: "mistake", diagnostics: preparation.diagnostics } };
  if (preparation.tag === "stopped") return { tag: "ended", ended: { tag: "stopped", phase: "input" } };
  const { prepared } = preparation;
  const progress = { phase: "forward", steps: 0, backpropagatorCalls: 0 } as const;
  let phase: Phase = "compile";
  try {
    const limits = limitsOf(budget);
    const compiled = compiledOnClock(prepared, limits.tick, on);
    if (compiled === undefined) return { tag: "not-compiled" };
    const { jobs } = compiled;
    if (jobs === undefined) return { tag: "no-forks" };
    const oneThread = compiledOnClock(prepared, limits.tick);
    if (oneThread === undefined) return { tag: "not-compiled" };
    phase = "forward";
    const value = compiled.value(prepared.input, limits);
    const cotangent = yield* cotangentOf(prepared, request, value, budget);
    if (cotangent.tag !== "value") return { tag: "ended", ended: cotangent.ended };
    const cotangents = realsOf(prepared.resultShape, cotangent.value, watchOf(budget));
    // a thread that has still to start takes no job
    jobs.meet(PATIENCE);
    const step = stepOfClock();
    oneThread.load(prepared.input, limits);
    let best: Clocked | undefined;
    let alone = Number.POSITIVE_INFINITY;
    const began = performance.now();
    for (let runs = 1; runs <= RUNS && (runs === 1 || performance.now() - began < WITHIN); runs++) {
      compiled.forward();
      compiled.result();
      compiled.gradient(cotangents);
      const run = compiled.clocked();
      if (run === undefined) return { tag: "too-many" };
      const time = endOf(run.forward) + endOf(run.reverse);
      alone = Math.min(alone, timeOf(oneThread, cotangents));
      if (best === undefined || time < best.time)
        best = { run, time, runs, alone, handoff: jobs.handoff / 1e6, hasFreeCores: jobs.hasFreeCores, step };
      best = { ...best, runs, alone };
      const goOn = yield progress;
      if (!goOn) break;
    }
    return best === undefined ? { tag: "too-many" } : { tag: "clocked", clocked: best };
  } catch (error) {
    if (!(error instanceof CompiledMistake)) return { tag: "ended", ended: endedBy(error, phase, prepared) };
    const { kind, message, at } = error;
    const outcome = { tag: "mistake", kind, message, span: at, trail: [] } as const;
    const diagnostic = describeOutcome(outcome, prepared.entry.entity.span);
    return { tag: "ended", ended: { tag: "mistake", diagnostics: [diagnostic] } };
  } finally {
    on.team.rest();
  }
}

/** Milliseconds of both passes of one run. */
function timeOf(compiled: Compiled, cotangents: ArrayLike<number>): number {
  const began = performance.now();
  compiled.forward();
  const turned = performance.now();
  compiled.result();
  const again = performance.now();
  compiled.gradient(cotangents);
  return turned - began + (performance.now() - again);
}

/** Times of the clock that are looked at, one after the other. */
const LOOKS = 20_000;

/** The shortest time that the clock can tell: browsers make it coarse. */
function stepOfClock(): number {
  let least = Number.POSITIVE_INFINITY;
  let before = performance.now();
  for (let look = 0; look < LOOKS; look++) {
    const now = performance.now();
    if (now > before) least = Math.min(least, now - before);
    before = now;
  }
  return Number.isFinite(least) ? least : 0;
}

/** The entry of a program, compiled for runs on the clock, or on one thread; undefined where it is left to the machine. */
function compiledOnClock({ core }: Prepared, tick: () => void, on?: ClockedOptions): Compiled | undefined {
  const compile = (): Compiled | undefined => {
    try {
      checkProgram(core);
      return Compiled.of(core, "active", tick, undefined, on?.team, on && { isEager: on.isEager });
    } catch (error) {
      if (error instanceof TooLargeToCompile || error instanceof EvalError) return undefined;
      throw error;
    }
  };
  return withinStack(compile, () => undefined);
}
