// The compiled engine: an optimising compiler of the derivative that the stages compute, to JavaScript with a block tape and generated
// adjoints, without dual numbers at run time. Its results equal theirs up to rounding and the sign of zero. It runs within a budget, counts
// nothing and tells no events.
import { addAt, nth, present } from "../base/nth.ts";
import { UNWATCHED, Watch } from "../base/watch.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import type { Value } from "../core/values/values.ts";
import type { Onlooker } from "./codegen/pass-notes.ts";
import type { Assembled, LongestTape } from "./codegen/text.ts";
import { compileProgram } from "./compile.ts";
import type { Mode } from "./ir/ir.ts";
import { type ClockedRun, clockedRun } from "./parallel/clocked.ts";
import { Stopped, ThreadLost } from "./parallel/control.js";
import { Jobs } from "./parallel/jobs.js";
import { sharedMemory } from "./parallel/memory.js";
import { Quiet } from "./parallel/quiet.ts";
import type { Served, Team } from "./parallel/team.ts";
import { budgetOr, type Limits, mistakeAt, OutOfBudget, toldOf } from "./runtime/endings.ts";
import { sandboxed } from "./runtime/sandbox.js";
import { checkSize, readValue, type Store, writeValue } from "./runtime/values.ts";

/** Interface of the generated code. */
interface Runtime extends Store {
  begin(): void;
  /** Keeps the present cells for further runs. */
  loaded(): void;
  /** Begins a run, and calls the entry. */
  run(args: readonly unknown[]): void;
  /** The components of the last call's result. */
  results(): readonly unknown[];
  /** Sweeps from cotangents of the output, whose cells are given; gives cotangents by cell, those of the input at least. */
  back(outputs: readonly number[], cotangents: ArrayLike<number>, isNanSafe: boolean): Float64Array;
  /** At 0 a sum: where it is finite, the last sweep without care came to no NaN. */
  readonly sum: Float64Array;
  statistics(): Statistics;
  /** Where the code counts it: the tape where it was longest since the last run began. */
  longest?(): LongestTape;
}

/** Needs of a run: cells, words of the heap, entries of both tapes, and bytes held for this and further runs. */
export interface Statistics {
  readonly cells: number;
  readonly words: number;
  readonly numbers: number;
  readonly indices: number;
  readonly held: number;
}

/** How a run is on the clock. */
export interface Clock {
  /** Whether every fork is handed over for which a thread is idle, worth it or not. */
  readonly isEager: boolean;
}

/** Bytes that a program may hold for a second code, without forks, to be made beside it. */
const MOST_TWICE = 2 ** 22;

/** Calls that wait for their results at once on a thread that takes jobs. */
const DEEPEST = 10_000_000;

/** Code, and what it is run by. */
interface Running {
  readonly assembled: Assembled;
  readonly runtime: Runtime;
  readonly jobs: Jobs | undefined;
}

/** A program compiled for its value, or for its value and gradient. Keeps its buffers from run to run. */
export class Compiled {
  readonly assembled: Assembled;
  private running!: Running;
  private runtime!: Runtime;
  private sum!: Float64Array;
  private readonly limits: { bytes: number; depth: number; tick: () => void };
  /** Of walks over what goes in and comes out, which ask `tick` too. */
  private watch = UNWATCHED;
  private components: readonly unknown[] = [];
  private outputs: number[] = [];
  /** The input's cells in rows. */
  private runs: readonly number[] = [];
  private gradientOf: Float64Array = new Float64Array(0);
  private viewed: Float64Array | undefined;
  private readonly made: (assembled: Assembled, jobs: Jobs | undefined) => Runtime;
  /** Threads that take its jobs, and what they serve. */
  private readonly team: Team | undefined;
  /** How its runs are on the clock. */
  private readonly clock: Clock | undefined;
  private served: Served | undefined;
  /** The program with forks; the same without them, made when it is first needed; and which of the two runs. */
  private forking!: Running;
  private alone: Running | undefined;
  private withoutForks: ((tick: () => void) => Assembled) | undefined;
  private readonly quiet = new Quiet();
  /** The input that is loaded, and what its runs may use. */
  private loaded: { readonly input: Value; readonly limits: Limits } | undefined;

  /**
   * Compiles a program. `tick` is called now and then; what it throws ends the work. `onlooker` is told of the passes, `team` runs jobs;
   * with a `clock`, what each of its threads does when is noted.
   * Throws TooLargeToCompile, and RangeError where the program nests deeper than JavaScript's stack allows.
   */
  static of(
    program: CoreProgram,
    mode: Mode,
    tick?: () => void,
    onlooker?: Onlooker,
    team?: Team,
    clock?: Clock,
  ): Compiled {
    const assembled = compileProgram(program, mode, tick, onlooker, team !== undefined);
    return new Compiled(assembled, team, clock, (again) => compileProgram(program, mode, again));
  }

  /** `withoutForks` gives the same program as code for one thread. */
  constructor(assembled: Assembled, team?: Team, clock?: Clock, withoutForks?: (tick: () => void) => Assembled) {
    this.assembled = assembled;
    this.clock = clock;
    if (assembled.isParallel === true && clock === undefined && team?.isEager === false)
      this.withoutForks = withoutForks;
    const limits = {
      bytes: Number.POSITIVE_INFINITY,
      depth: Number.POSITIVE_INFINITY,
      tick: () => undefined as undefined | never,
      memory: (held: number) => new OutOfBudget("memory", held, limits.bytes),
      deep: () => new OutOfBudget("depth"),
      told: toldOf,
    };
    this.limits = limits;
    this.team = team;
    this.made = ({ sites, text }, jobs) => {
      const make = sandboxed(["limits", "mistake", "jobs"], text) as (
        given: typeof limits,
        mistake: (site: number, values: readonly number[]) => Error,
        jobs: Jobs | undefined,
      ) => Runtime;
      return make(limits, (site, values) => mistakeAt(nth(sites, site), values), jobs);
    };
    this.begin();
  }

  /** Makes the run time, with memory that threads share where there are any. */
  private begin(): void {
    const { team, assembled, clock } = this;
    if (team !== undefined && assembled.isParallel === true) {
      const shared = sharedMemory(team.size, clock?.isEager ?? team.isEager, clock !== undefined);
      const jobs = new Jobs(shared, 0);
      this.served = { text: assembled.text, shared, jobs, depth: DEEPEST };
    }
    const jobs = this.served?.jobs;
    this.forking = { assembled, runtime: this.made(assembled, jobs), jobs };
    this.go(this.forking);
  }

  /** Runs are those of this code from now on. */
  private go(running: Running): void {
    this.running = running;
    this.runtime = running.runtime;
    this.sum = running.runtime.sum;
  }

  /** The other code, without forks or with them, takes the input in and goes on. */
  private change(): void {
    const { input, limits } = present(this.loaded);
    this.quiet.forked();
    if (this.running === this.alone) {
      this.go(this.forking);
      return this.load(input, limits);
    }
    if (this.withoutForks === undefined || this.runtime.statistics().held > MOST_TWICE) return;
    try {
      this.rest();
      this.quiet.rests(this.size);
    } catch {
      // fall back to the forking code; Stop is polled again
      if (this.alone === undefined) this.withoutForks = undefined;
      this.go(this.forking);
      this.load(input, limits);
    }
  }

  /** The code without forks takes the input in; what a first run of it finds needed of the definitions, it keeps from then on. */
  private rest(): void {
    const { input, limits } = present(this.loaded);
    const isFirst = this.alone === undefined;
    if (this.alone === undefined) {
      const assembled = present(this.withoutForks)(() => limits.tick());
      this.alone = { assembled, runtime: this.made(assembled, undefined), jobs: undefined };
    }
    this.go(this.alone);
    this.takeIn(input, limits);
    if (!isFirst) return;
    this.runtime.run(this.components);
    this.takeIn(input, limits);
  }

  /** Takes an input in, for {@link forward}. Evaluates what earlier runs have found needed of the definitions without parameters. */
  load(input: Value, limits: Limits): void {
    const { served, team } = this;
    if (this.running === this.alone) {
      this.takeIn(input, limits);
      if (this.quiet.isOfSize(this.size)) return;
      this.quiet.forked();
      this.go(this.forking);
    }
    if (served !== undefined) {
      served.jobs.memory.limit = limits.bytes;
      present(team).serve(served);
    }
    this.takeIn(input, limits);
    served?.jobs.sized(this.components);
  }

  /** How large the input is: the lengths in it, and the cells and words that it takes. */
  private get size(): string {
    const { cells, words } = this.runtime.statistics();
    return [cells, words, ...this.components.filter((one) => typeof one === "number")].join();
  }

  private takeIn(input: Value, limits: Limits): void {
    Object.assign(this.limits, { bytes: limits.bytes, depth: limits.depth, tick: () => limits.tick() });
    const { runtime, assembled } = this.running;
    this.watch = new Watch(() => limits.tick());
    const inputs: number[] = [];
    this.loaded = { input, limits };
    try {
      runtime.begin();
      this.components = writeValue(assembled.param, input, runtime, assembled.classOf, this.watch, (cell) =>
        inputs.push(cell),
      );
      runtime.loaded();
    } catch (error) {
      throw budgetOr(error);
    }
    this.runs = rows(inputs);
    this.gradientOf = new Float64Array(inputs.length);
    this.viewed = undefined;
  }

  /** Runs the forward pass on the input that is loaded. Throws {@link CompiledMistake}, {@link OutOfBudget}, or what `tick` throws. */
  forward(): void {
    // no functions are made on the way: of a program of thirty operations they would take as long as its own work
    if (this.quiet.begins() && this.quiet.isDue()) this.change();
    try {
      this.pass();
    } catch (error) {
      this.passAgain(error);
    }
  }

  private pass(): void {
    this.runtime.run(this.components);
    const { jobs } = this.running;
    if (jobs === undefined) return;
    jobs.ended(false);
    if (jobs.hasGained) this.quiet.forked();
  }

  private passAgain(error: unknown): void {
    this.beginAgain(error);
    try {
      this.pass();
    } catch (second) {
      throw budgetOr(second);
    }
  }

  /** The value that {@link forward} has computed. Throws ValueTooLarge, or what `tick` throws. */
  result(): Value {
    this.outputs = [];
    const components = this.runtime.results();
    const { runtime, assembled } = this.running;
    checkSize(assembled.result, components, runtime, this.watch);
    const known = (cell: number): void => void this.outputs.push(cell);
    return readValue(assembled.result, components, runtime, this.watch, known);
  }

  /** The value of the entry at an input. Throws as {@link forward} does. */
  value(input: Value, limits: Limits): Value {
    this.load(input, limits);
    this.forward();
    return this.result();
  }

  /**
   * The gradient of the last {@link result} by its input's Reals, for cotangents of its result's Reals, both from left to right. It can
   * be asked for again; the buffer is overwritten then.
   */
  gradient(cotangents: ArrayLike<number>): Float64Array {
    // 0 · ∞ of what no path reaches, or a NaN of the program's own: only with care can one tell
    if (this.backwards(cotangents, false)) {
      this.backwards(cotangents, true);
      // −0 is what was not reached
      const { gradientOf } = this;
      for (let i = 0; i < gradientOf.length; i++) if (gradientOf[i] === 0) gradientOf[i] = 0;
    }
    return this.gradientOf;
  }

  /** Sweeps; gives whether the gradient has a NaN. */
  private backwards(cotangents: ArrayLike<number>, isNanSafe: boolean): boolean {
    try {
      return this.sweep(cotangents, isNanSafe);
    } catch (error) {
      return this.sweepAgain(error, cotangents, isNanSafe);
    }
  }

  private sweep(cotangents: ArrayLike<number>, isNanSafe: boolean): boolean {
    const hasNaN = this.collect(this.runtime.back(this.outputs, cotangents, isNanSafe));
    this.running.jobs?.ended(true);
    return hasNaN;
  }

  private sweepAgain(error: unknown, cotangents: ArrayLike<number>, isNanSafe: boolean): boolean {
    this.beginAgain(error);
    try {
      this.pass();
      this.result();
      return this.sweep(cotangents, isNanSafe);
    } catch (second) {
      throw budgetOr(second);
    }
  }

  /** Where a thread was lost, begins again in new memory, alone: no lost thread can write there. Throws every other error on. */
  private beginAgain(error: unknown): void {
    // who is stopped by another thread without a reason waited for a lost one
    if (!(error instanceof ThreadLost || error instanceof Stopped)) {
      // threads that wait for jobs of this run wait for nothing
      if (this.running.jobs?.isShared === true) this.running.jobs.letGo();
      throw budgetOr(error);
    }
    this.team?.lose();
    this.begin();
    const { input, limits } = present(this.loaded);
    this.takeIn(input, limits);
  }

  /** Brings the gradient out of the cells of the input; gives whether it has a NaN. A sum of what is finite is none. */
  private collect(cells: Float64Array): boolean {
    const { runs } = this;
    if (runs.length === 2) {
      // the input lies in one row: so does its gradient
      if (this.viewed !== cells) {
        this.gradientOf = cells.subarray(nth(runs, 0), nth(runs, 0) + nth(runs, 1));
        this.viewed = cells;
      }
    } else {
      let at = 0;
      for (let run = 0; run < runs.length; run += 2) {
        const end = nth(runs, run) + nth(runs, run + 1);
        for (let cell = nth(runs, run); cell < end; cell++) this.gradientOf[at++] = nth(cells, cell);
      }
    }
    return !Number.isFinite(this.sum[0]) && this.gradientOf.some(Number.isNaN);
  }

  /** Whether runs are those of the code with forks; where all jobs are short, most runs are without. */
  get hasForks(): boolean {
    return this.running.jobs !== undefined;
  }

  /** The jobs of this program where several threads may run them. */
  get jobs(): Jobs | undefined {
    return this.served?.jobs;
  }

  /** The tasks and times of each thread in the last run, where that is on the clock; undefined where they exceed the room. */
  clocked(): ClockedRun | undefined {
    const times = this.jobs?.times;
    if (times === undefined) return undefined;
    const noted = Array.from({ length: times.threads }, (_, thread) => times.of(thread));
    const threads = noted.filter((records) => records !== undefined);
    return threads.length < noted.length ? undefined : clockedRun(threads, this.assembled.forks ?? []);
  }

  /** The tape where it was longest in the last run, its gradient included; undefined where the code does not count. */
  get longestTape(): LongestTape | undefined {
    return this.runtime.longest?.();
  }

  get statistics(): Statistics {
    return this.runtime.statistics();
  }
}

/** Cells in a row: the first of each row, and how many there are. */
function rows(cells: readonly number[]): number[] {
  const runs: number[] = [];
  for (const cell of cells) {
    const last = runs.length - 2;
    if (last >= 0 && nth(runs, last) + nth(runs, last + 1) === cell) addAt(runs, last + 1, 1);
    else runs.push(cell, 1);
  }
  return runs;
}
