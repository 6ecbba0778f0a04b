// A gradient by a stage: primal, forward and reverse pass on the machine, each counted, and the checks.

import type { CountedBeside, SourceProgram, Stage } from "../algorithms/algorithm.ts";
import { OWN_COUNTERS } from "../algorithms/catalogue.ts";
import { present } from "../base/nth.ts";
import { type Watch, watched } from "../base/watch.ts";
import { addCounters, type Counters, newCounters } from "../core/events/counters.ts";
import type { Event, JobId, ScalarNumber } from "../core/events/events.ts";
import { checkProgram } from "../core/terms/check.ts";
import { derivativeIn } from "../core/terms/derivatives.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import { mapReals, Shapes } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import type { Code } from "../evaluate/code/code.ts";
import { compile } from "../evaluate/compile.ts";
import { Machine } from "../evaluate/machine.ts";
import type { Profiler } from "../evaluate/operations/profiler.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { chosenSchedule, type Job, type Numbering, randomSchedule, type Schedules } from "../evaluate/tasks/tasks.ts";
import { type Got, valueLike } from "../session/input/given.ts";
import { expressionOf, type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import type { Variations } from "../session/input/variations.ts";
import { entryName } from "../session/program/entry.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import { type CountedPhase, drive, type Ending, type Phase, type Steps } from "../session/run/drive.ts";
import { Doubt, endlessCall, inDoubt, MEANWHILE, type Patience, withEndless } from "../session/run/endless.ts";
import { describeOutcome, type Ended, endedFor } from "../session/run/outcome.ts";
import { type Detail, type Shown, shown, WHOLE } from "../session/run/shown.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { type Span, span } from "../source/span.ts";
import { shownScheme } from "../types/checking/check.ts";
import { showType } from "../types/type.ts";
import { type Checking, type Checks, checkGradient } from "./checks.ts";
import { withMultipliedZeros } from "./multiplied-zeros.ts";
import { PASSES } from "./passes.ts";
import { sourceFor, sourceNow, traceOf } from "./straight-run.ts";

/** The counters of each pass. A pass that has not begun has all at 0. */
export interface Cost {
  readonly primal: Counters;
  readonly forward: Counters;
  readonly reverse: Counters;
}

/** The jobs of each pass, by their numbers; where a pass takes several calls, the jobs of a later call come after. */
export interface Jobs {
  readonly primal: readonly Job[];
  readonly forward: readonly Job[];
  readonly reverse: readonly Job[];
}

/** A run with the jobs of each of its passes, which may be many. */
export interface GradientRun extends RunReport {
  readonly jobs: Jobs;
}

/** A run by a stage, with what it cost. */
export interface StageRun extends GradientRun {
  readonly cost: Cost;
}

/** Results of a stage's run; unreached ones are undefined. Plain data: it crosses to the page as it is. */
export interface RunReport {
  readonly entry: string;
  readonly type: string;
  readonly stage: string;
  readonly at: Shown | undefined;
  readonly value: Shown | undefined;
  readonly cotangent: Shown | undefined;
  readonly gradient: Shown | undefined;
  /** `undefined` from the compiled engine, which counts nothing. */
  readonly cost: Cost | undefined;
  /** Where forward and reverse pass are those of the trace: the primal is the program's all the same. */
  readonly counts?: CountedBeside;
  readonly checks: Checks | undefined;
  readonly ended: Ended;
  /** Of the compiled engine, where several threads could run jobs: how many, and how many forks one of them handed to others. */
  readonly threads?: { readonly count: number; readonly forks: number } | undefined;
}

/** A callback for events, with the phase's counts so far; the event of a phase comes with the counts before it. */
export type RunObserver = (event: Event, counters: Counters) => void;

/** How a gradient is to be run. */
export interface RunOptions {
  /** The gradient's checks. */
  readonly checks: Checking;
  readonly observer?: RunObserver | undefined;
  /** Whether the events of scalars have the captures of their backpropagators. */
  readonly tellClosures?: boolean | undefined;
  /** Adds up where the cost of both passes arises. */
  readonly profiler?: Profiler | undefined;
  /** When the run ends where a function does not answer; left out, with its budget. */
  readonly patience?: Patience | undefined;
  /** In place of the request's order of jobs: for tests. */
  readonly schedule?: Schedules | undefined;
  /** How much of the values is shown; {@link WHOLE} if left out. */
  readonly detail?: Detail | undefined;
  /** Called with the results so far once the value is known, for the case that the run is ended by force. */
  readonly onPartial?: ((run: GradientRun) => void) | undefined;
}

/**
 * The transformed program of a stage, checked: a stage whose output has no type is our own bug. Throws NoTrace where the stage transforms
 * a run, and that cannot stand for the program.
 */
export function transformed(
  stage: Stage,
  prepared: Prepared,
  variations?: Variations,
  source: SourceProgram = sourceNow(stage, prepared, variations),
): CoreProgram {
  const program = stage.transform(source, variations?.options);
  checkProgram(program);
  return program;
}

/** Runs a program and its derivative by a stage. A value with too many parts ends the run as a budget does. */
export function* runGradient(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  budget: Budget,
  options: RunOptions,
): Steps<StageRun> {
  const entry = entryName(checked, request.entry);
  const run = new RunResults(entry, stage.id, watchOf(budget), options.detail);
  try {
    const report = yield* passesOf(run, checked, request, stage, budget, options);
    return { ...report, cost: run.cost };
  } catch (error) {
    return { ...run.end(endedFor(error, run.phase, run.place)), cost: run.cost };
  }
}

function* passesOf(
  run: RunResults,
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  budget: Budget,
  options: RunOptions,
): Steps<GradientRun> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return run.end(preparation);
  const { prepared } = preparation;
  run.prepared(prepared);
  run.phase = "compile";
  const compiled = <T>(compute: () => T): T | undefined =>
    withinStack(
      () => watched(run.watch, compute),
      () => undefined,
    );
  const primal = compiled(() => primalCode(prepared));
  if (primal === undefined) return run.end({ tag: "mistake", diagnostics: [stackExhausted()] });
  const doubt = new Doubt(options.patience, () => endlessCall(prepared, MEANWHILE));
  const value = yield* inDoubt(run.call(new Machine(primal, { budget }), "primal", prepared.input), doubt);
  if (value.tag !== "value") return run.end(unlessStopped(value.ended, budget, prepared, doubt.found));
  run.phase = "value";
  run.value = run.shown(prepared.resultShape, value.value);
  run.phase = "compile";
  const source = yield* sourceFor(stage, prepared, request.variations, budget);
  if (source.trace !== undefined) run.countsTrace();
  const code = compiled(() => stageCode(stage, prepared, request.variations, source));
  if (code === undefined) return run.end({ tag: "mistake", diagnostics: [stackExhausted()] });
  run.phase = "forward";
  const cotangent = yield* cotangentOf(prepared, request, value.value, budget);
  if (cotangent.tag !== "value") return run.end(cotangent.ended);
  run.cotangent = run.shown(prepared.resultShape, cotangent.value);
  options.onPartial?.(run.end({ tag: "stopped", phase: "forward" }));
  const passes = PASSES[stage.entry];
  const { observer, schedule = scheduleFor(request.variations?.schedule) } = options;
  const told = observer && ((event: Event) => observer(event, machine.counters));
  const asked = { prepared, cotangent: cotangent.value };
  const scalars = observer && (yield* numbersBeside(stage, prepared, request.variations, budget));
  let numbers: readonly Numbering[] | undefined;
  if (schedule !== undefined) {
    // what jobs and scalars are called does not depend on the schedule: a sequential run says it
    const before = new Machine(code, { budget, numbers: "keep" });
    const other = new RunResults(run.entry, stage.id, run.watch);
    const ended = yield* passes({ ...asked, run: other, observer: undefined, machine: before });
    if (ended.tag !== "value") return run.end(ended.ended);
    numbers = before.numberings;
  }
  const machine: Machine = new Machine(code, {
    budget,
    observer: told,
    schedule,
    numbers,
    scalars,
    tellClosures: options.tellClosures,
    profiler: options.profiler,
  });
  const gradient = yield* passes({ ...asked, run, observer: told, machine });
  if (gradient.tag !== "value") return run.end(gradient.ended);
  run.phase = "gradient";
  run.gradient = run.shown(prepared.paramShape, gradient.value);
  if (options.checks !== false) {
    run.phase = "checks";
    const subject = { prepared, primal, value: value.value, cotangent: cotangent.value, gradient: gradient.value };
    const found = yield* checkGradient(subject, budget, options.checks);
    run.checks = yield* withMultipliedZeros(found, subject, stage.unreached, budget);
  }
  return run.end({ tag: "done" });
}

/**
 * The numbers of a stage's scalars, where derivatives within the program have others beside them: those that the trace has. Undefined where
 * scalars are numbered as they come.
 */
function* numbersBeside(
  { leavesOutDerived }: Stage,
  prepared: Prepared,
  variations: Variations | undefined,
  budget: Budget,
): Steps<readonly ScalarNumber[] | undefined> {
  if (leavesOutDerived !== true || derivativeIn(prepared.core) === undefined) return undefined;
  const { nodes, derived } = yield* traceOf(prepared, variations, budget, Number.POSITIVE_INFINITY);
  const numbers: ScalarNumber[] = [];
  const open = [...derived].sort(([a], [b]) => a - b);
  for (let node = 0, at = 0; node < nodes.length; node++) {
    for (let next = open[at]; next !== undefined && node >= next[0]; next = open[++at]) node = Math.max(node, next[1]);
    if (node < nodes.length) numbers.push(node as ScalarNumber);
  }
  return numbers;
}

/** The end of the source program on the machine, with the function that does not answer where the user did not stop it. */
export function unlessStopped(
  ended: Ended,
  { deadline, steps }: Budget,
  prepared: Prepared,
  found?: Diagnostic,
): Ended {
  if (found !== undefined) return withEndless(ended, () => found);
  const isStopped = ended.tag === "stopped" && performance.now() < deadline;
  // a run with a budget of steps is to take no more than these
  return isStopped || Number.isFinite(steps) ? ended : withEndless(ended, () => endlessCall(prepared));
}

/** The order of jobs that is asked for; undefined for that of a sequential run. */
function scheduleFor(asked: Variations["schedule"]): Schedules | undefined {
  if (asked === undefined) return undefined;
  if (typeof asked === "number") return randomSchedule(asked);
  return [chosenSchedule(asked.forward), chosenSchedule(asked.reverse)];
}

/** The code of a source program, checked. */
export function primalCode({ core, shapes }: Prepared): Code {
  checkProgram(core);
  return compile(core, shapes);
}

/** The code of a stage's program, checked. */
export function stageCode(
  stage: Stage,
  prepared: Prepared,
  variations: Variations | undefined,
  source: SourceProgram,
): Code {
  const program = transformed(stage, prepared, variations, source);
  return compile(program, new Shapes(program.data));
}

/** The results of a run so far. */
export class RunResults {
  /** Where several threads may have run jobs. */
  threads: RunReport["threads"];
  value: Shown | undefined;
  cotangent: Shown | undefined;
  gradient: Shown | undefined;
  checks: Checks | undefined;
  /** Its phase. */
  phase: Phase = "input";
  readonly watch: Watch;
  private at: Shown | undefined;
  private type = "";
  private subject: Prepared | undefined;
  readonly entry: string;
  private readonly stage: string;
  private counts = true;
  private isTraced = false;
  private readonly jobs: Record<keyof Jobs, readonly Job[]> = { primal: [], forward: [], reverse: [] };
  readonly cost: Cost = { primal: countersOfAll(), forward: countersOfAll(), reverse: countersOfAll() };

  private readonly detail: Detail;

  constructor(entry: string, stage: string, watch: Watch, detail: Detail = WHOLE) {
    this.watch = watch;
    this.detail = detail;
    this.entry = entry;
    this.stage = stage;
  }

  /** The run is by an engine without counters. */
  countsNothing(): void {
    this.counts = false;
  }

  /** The passes of the derivative are of the trace. */
  countsTrace(): void {
    this.isTraced = true;
  }

  prepared(prepared: Prepared): void {
    this.subject = prepared;
    this.type = showType(shownScheme({ scheme: prepared.entry.entity.scheme, usedOutside: false }));
    this.at = this.shown(prepared.paramShape, prepared.input);
  }

  /** The place of a mistake that has none of its own. */
  get place(): Span {
    return this.subject?.entry.entity.span ?? span("<program>", 0, 1);
  }

  shown(shape: Prepared["paramShape"], value: Value): Shown {
    return shown(shape, value, this.detail, this.watch);
  }

  /** Calls a machine's entry, or a function value; adds what it counts to the phase. */
  *call(machine: Machine, phase: CountedPhase, argument: Value, fn: Value = machine.entry): Steps<Got> {
    this.phase = phase;
    machine.beginPhase();
    machine.start(fn, argument);
    const outcome = yield* drive(machine, phase);
    addCounters(this.cost[phase], machine.counters);
    this.jobs[phase] = inSequence(this.jobs[phase], machine.jobs);
    return outcome.tag === "done"
      ? { tag: "value", value: outcome.value }
      : { tag: "ended", ended: this.ended(outcome, phase) };
  }

  ended(outcome: Exclude<Ending, { tag: "done" }>, phase: Phase): Exclude<Ended, { tag: "done" }> {
    if (outcome.tag === "stopped") return { tag: "stopped", phase };
    const diagnostic = describeOutcome(outcome, present(this.subject).entry.entity.span);
    return outcome.tag === "mistake"
      ? { tag: "mistake", diagnostics: [diagnostic] }
      : { tag: "out-of-budget", phase, diagnostic };
  }

  end(ended: Ended): GradientRun {
    const { entry, type, stage, at, value, cotangent, gradient, jobs, checks, threads, isTraced } = this;
    const cost = this.counts ? this.cost : undefined;
    return {
      entry,
      type,
      stage,
      at,
      value,
      cotangent,
      gradient,
      cost,
      jobs,
      checks,
      ended,
      ...(threads && { threads }),
      ...(isTraced && { counts: "trace" }),
    };
  }
}

/** Counters at 0, those of every algorithm among them. */
const countersOfAll = (): Counters => newCounters(OWN_COUNTERS.map(({ id }) => id));

/** The jobs of calls that follow each other: the first job of the second waits for the last of the first. */
function inSequence(before: readonly Job[], jobs: readonly Job[]): readonly Job[] {
  if (before.length === 0) return jobs;
  const awaited = new Set(before.flatMap(({ after }) => after));
  const last = before.filter(({ id }) => !awaited.has(id)).map(({ id }) => id);
  const moved = (id: JobId): JobId => (id + before.length) as JobId;
  const after = jobs.map((job) => ({
    ...job,
    id: moved(job.id),
    after: job.after.length === 0 ? last : job.after.map(moved),
  }));
  return [...before, ...after];
}

/** The cotangent of the result: as asked, as the header says, or 1 at every Real. */
export function* cotangentOf(prepared: Prepared, request: Request, value: Value, budget: Budget): Steps<Got> {
  const { checked, entry, resultShape } = prepared;
  const expression = expressionOf(checked, "cotangent", request.cotangent);
  if (expression === undefined) return { tag: "value", value: mapReals(resultShape, value, watchOf(budget), () => 1) };
  const given = { ...expression, type: entry.result, shape: resultShape, like: value };
  return yield* valueLike(prepared, { ...given, what: "cotangent", of: "result" }, budget);
}
