// Gradients and values by the compiled engine. Where a run ends in a mistake, the machine runs it again, for the calls that led there.

import { COMPILED, type Stage } from "../algorithms/algorithm.ts";
import { nth, present } from "../base/nth.ts";
import { Late, Watch, watched } from "../base/watch.ts";
import { Compiled } from "../compile/engine.ts";
import type { Mode } from "../compile/ir/ir.ts";
import { LeftToMachine } from "../compile/ir/layout.ts";
import type { Team } from "../compile/parallel/team.ts";
import { CompiledMistake, type Limits, OutOfBudget } from "../compile/runtime/endings.ts";
import { checkProgram } from "../core/terms/check.ts";
import { asksForDerivatives, pullbackIn } from "../core/terms/derivatives.ts";
import { mapReals, realsOf } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { compile } from "../evaluate/compile.ts";
import { type Budget, look, watchOf } from "../evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import { type CheckedProgram, withinStack } from "../session/program/program.ts";
import type { Phase, Steps } from "../session/run/drive.ts";
import { Doubt, endlessCall, MEANWHILE, withEndless } from "../session/run/endless.ts";
import { describeOutcome, type Ended, endedFor } from "../session/run/outcome.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import { showType } from "../types/type.ts";
import { checkGradient } from "./checks.ts";
import { cotangentOf, type GradientRun, type RunOptions, RunResults, runGradient } from "./gradient.ts";
import { fragmentFor } from "./straight-run.ts";
import { tracedRun } from "./trace.ts";

/** Settings of a compiled run; it ends with its budget, and not on request. */
export interface CompiledOptions extends Pick<RunOptions, "checks" | "detail" | "patience"> {
  /** Threads that run jobs. */
  readonly team?: Team | undefined;
  /** Told now and then what the run is doing, and of a function that has not answered so far. */
  readonly onPhase?: ((phase: Phase, endless: Diagnostic | undefined) => void) | undefined;
  /** Receives partial results, in case the run is ended by force. */
  readonly onPartial?: ((run: GradientRun) => void) | undefined;
}

/** Steps that a run of the machine may take to check a compiled one: what is larger is not checked. */
export const CHECK_STEPS = 2_000_000;

/** The program compiled last, for further runs of it reuse its code and its buffers; undefined where that failed. */
const latest = new Map<
  Mode,
  { readonly key: string; readonly team: Team | undefined; readonly compiled: Compiled | undefined }
>();

/**
 * The entry of a program, compiled; undefined where it is too large, nests too deep, or code must not be made here. `tick` is called now
 * and then; what it throws ends the work. A team may run its jobs.
 */
export function compiledProgram(
  { checked, core, entry }: Prepared,
  mode: Mode,
  tick: () => void,
  team?: Team,
): Compiled | undefined {
  const key = JSON.stringify([
    core.entry,
    entry.entity.name,
    showType(entry.param),
    checked.above,
    checked.text,
    checked.dataKey,
  ]);
  const known = latest.get(mode);
  if (known?.key === key && known.team === team) return known.compiled;
  const compile = (): Compiled | undefined => {
    try {
      watched(new Watch(tick), () => checkProgram(core));
      return Compiled.of(core, mode, tick, undefined, team);
    } catch (error) {
      // a host may forbid to make code: then the machine does it
      if (error instanceof LeftToMachine || error instanceof EvalError) return undefined;
      throw error;
    }
  };
  const compiled = withinStack(compile, () => undefined);
  latest.set(mode, { key, team, compiled });
  return compiled;
}

/** The rest of a run that the compiled engine cannot end: the machine runs the program by a stage. */
export interface RestOnMachine {
  onMachine(stage: Stage): Steps<GradientRun>;
}

/** A gradient by the compiled engine alone; the rest of its run where that is the machine's. `runCompiled` ends every run. */
export function* compiledRun(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  options: CompiledOptions,
): Steps<GradientRun | RestOnMachine> {
  try {
    return yield* runOnTeam(checked, request, budget, options);
  } finally {
    options.team?.rest();
  }
}

function* runOnTeam(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  options: CompiledOptions,
): Steps<GradientRun | RestOnMachine> {
  const run = new RunResults(entryName(checked, request.entry), COMPILED, watchOf(budget), options.detail);
  run.countsNothing();
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return run.end(preparation);
  const { prepared } = preparation;
  if (request.variations?.float32 === true)
    return (yield* tracedRun(checked, request, budget, { checks: false, detail: options.detail })).run;
  const doubt = new Doubt(options.patience, () => endlessCall(prepared, MEANWHILE));
  const endedOn = (error: unknown): GradientRun => run.end(endedBy(error, run.phase, prepared, doubt.found));
  const byMachine: RestOnMachine = {
    *onMachine(stage) {
      try {
        return yield* runByMachine(stage, prepared, checked, request, budget, options);
      } catch (error) {
        return endedOn(error);
      }
    },
  };
  try {
    run.prepared(prepared);
    run.phase = "compile";
    const limits = limitsOf(budget, () => {
      if (doubt.isOver(run.phase)) throw new Late();
      options.onPhase?.(run.phase, doubt.found);
    });
    const compiled = compiledProgram(prepared, "active", limits.tick, options.team);
    if (compiled === undefined) return byMachine;
    run.phase = "forward";
    const goOn = yield { phase: run.phase, steps: 0, backpropagatorCalls: 0 };
    if (!goOn) return run.end({ tag: "stopped", phase: run.phase });
    const value = compiled.value(prepared.input, limits);
    if (isDoubtful(prepared, realsOf(prepared.resultShape, value, run.watch))) return byMachine;
    run.phase = "value";
    run.value = run.shown(prepared.resultShape, value);
    const cotangent = yield* cotangentOf(prepared, request, value, budget);
    if (cotangent.tag !== "value") return run.end(cotangent.ended);
    run.cotangent = run.shown(prepared.resultShape, cotangent.value);
    run.phase = "reverse";
    options.onPartial?.(run.end({ tag: "stopped", phase: run.phase }));
    const reals = compiled.gradient(realsOf(prepared.resultShape, cotangent.value, run.watch));
    if (isDoubtful(prepared, reals)) return byMachine;
    const { jobs } = compiled;
    if (jobs !== undefined) run.threads = { count: present(options.team).size, forks: jobs.sharedForks };
    run.phase = "gradient";
    const gradient = mapReals(prepared.paramShape, prepared.input, run.watch, (_, index) => nth(reals, index));
    run.gradient = run.shown(prepared.paramShape, gradient);
    options.onPartial?.(run.end({ tag: "stopped", phase: "checks" }));
    if (options.checks !== false) {
      run.phase = "checks";
      const primal = watched(run.watch, () => compile(prepared.core, prepared.shapes));
      const subject = { prepared, primal, value, cotangent: cotangent.value, gradient };
      run.checks = yield* checkGradient(subject, { ...budget, steps: CHECK_STEPS }, options.checks);
      // forward mode takes a pullback for linear: a run over the data-flow graph finds whether it is
      if (run.checks.contradiction !== undefined && pullbackIn(prepared.core) !== undefined) {
        const { checks, detail } = options;
        const traced = (yield* tracedRun(checked, request, budget, { checks, detail })).run;
        if (traced.ended.tag === "done") run.checks = traced.checks;
      }
    }
    return run.end({ tag: "done" });
  } catch (error) {
    if (error instanceof CompiledMistake)
      return { onMachine: (stage) => withTrail(run, error, stage, prepared, checked, request, budget, options) };
    return endedOn(error);
  }
}

/** The value of a prepared program by the compiled engine; `undefined` where it was not to be had, and the machine may tell why. */
export function valueCompiled(prepared: Prepared, budget: Budget, team?: Team): Value | Ended | undefined {
  let phase: Phase = "compile";
  const limits = limitsOf(budget);
  try {
    const compiled = compiledProgram(prepared, "plain", limits.tick, team);
    phase = "primal";
    const value = compiled?.value(prepared.input, limits);
    if (value === undefined) return undefined;
    return isDoubtful(prepared, realsOf(prepared.resultShape, value, watchOf(budget))) ? undefined : value;
  } catch (error) {
    return error instanceof CompiledMistake ? undefined : endedBy(error, phase, prepared);
  }
}

/** Whether a run ended without a value. */
export function isEnded(result: Value | Ended | undefined): result is Ended {
  return typeof result === "object" && "tag" in result;
}

/**
 * Whether the machine is to say what some numbers are: a NaN in a program that asks for derivatives may be a 0 · ∞ of what nothing reaches,
 * which the compiled engine multiplies where it takes derivatives of derivatives.
 */
export function isDoubtful({ core }: Prepared, reals: ArrayLike<number>): boolean {
  for (let at = 0; at < reals.length; at++) if (Number.isNaN(reals[at])) return asksForDerivatives(core);
  return false;
}

/** Limits of a compiled run; `told` is called at each check. */
export function limitsOf(budget: Budget, told: () => void = () => {}): Limits {
  const { bytes, depth } = budget;
  return {
    bytes,
    depth,
    tick: () => {
      told();
      look(budget);
    },
  };
}

/** How a compiled run ended that broke off for want of something; other errors are thrown on. `found` is a function that does not answer. */
export function endedBy(error: unknown, phase: Phase, prepared: Prepared, found?: Diagnostic): Ended {
  const at = prepared.entry.entity.span;
  const ended = error instanceof OutOfBudget ? endedOver(error, phase, at) : endedFor(error, phase, at);
  return withEndless(ended, () => found ?? endlessCall(prepared));
}

function endedOver({ what, held, bytes }: OutOfBudget, phase: Phase, at: Span): Ended {
  const diagnostic = describeOutcome({ tag: "out-of-budget", what, span: at, trail: [] }, at);
  if (held === undefined) return { tag: "out-of-budget", phase, diagnostic };
  const [taken, most] = [held, bytes ?? held].map((size) => Math.round(size / 1e6));
  const message = `${diagnostic.message}: the tape and what the run stored take ${taken} MB of ${most} MB, and it needed more`;
  return { tag: "out-of-budget", phase, diagnostic: { ...diagnostic, message } };
}

/** Steps that the machine may take to tell the calls that led to a mistake. */
const REPLAY_STEPS = 20_000_000;

/** The machine's report of a run that ended in a mistake; if that takes too long, the mistake's place alone. */
function* withTrail(
  run: RunResults,
  error: CompiledMistake,
  stage: Stage,
  prepared: Prepared,
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  options: CompiledOptions,
): Steps<GradientRun> {
  // near the ends of Int compiled code gives up early: there the machine may come to an end
  const steps = error.kind === "int-overflow" ? budget.steps : Math.min(budget.steps, REPLAY_STEPS);
  const again = yield* runByMachine(stage, prepared, checked, request, { ...budget, steps }, options);
  if (again.ended.tag === "mistake" || again.ended.tag === "done")
    return { ...again, stage: COMPILED, cost: undefined };
  const outcome = { tag: "mistake", kind: error.kind, message: error.message, span: error.at, trail: [] } as const;
  return run.end({ tag: "mistake", diagnostics: [describeOutcome(outcome, run.place)] });
}

/** The gradient by a stage; of a program that it refuses, over the data-flow graph. */
function* runByMachine(
  stage: Stage,
  prepared: Prepared,
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  { checks, detail }: CompiledOptions,
): Steps<GradientRun> {
  if (fragmentFor(stage, prepared).tag === "outside")
    return (yield* tracedRun(checked, request, budget, { checks, detail })).run;
  return yield* runGradient(checked, request, stage, budget, { checks, detail });
}
