// The compiled engine: an optimising compiler of the derivative that the stages compute, to JavaScript with a block tape and generated
// adjoints, without dual numbers at run time. Its results equal theirs up to rounding and the sign of zero. It runs within a budget, counts
// nothing and records no events.
import { addAt, nth, present } from "../base/nth.ts";
import { UNWATCHED, Watch } from "../base/watch.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import type { Value } from "../core/values/values.ts";
import type { PassListener } from "./codegen/pass-notes.ts";
import type { Assembled, LongestTape } from "./codegen/text.ts";
import { compileProgram } from "./compile.ts";
import type { Mode } from "./ir/ir.ts";
import { Stopped, ThreadLost } from "./parallel/control.js";
import { Jobs } from "./parallel/jobs.js";
import { sharedMemory } from "./parallel/memory.js";
import type { Served, Team } from "./parallel/team.ts";
import { budgetOr, type Limits, mistakeAt, OutOfBudget, toldOf } from "./runtime/endings.ts";
import { sandboxed } from "./runtime/sandbox.js";
import { checkSize, readValue, type Store, writeValue } from "./runtime/values.ts";
import { cellsWithLoops } from "./webassembly/memory.js";

/** Interface of the generated code. */
interface Runtime extends Store {
  begin(): void;
  /** Keeps the present cells for further runs. */
  loaded(): void;
  /** Begins a run, and calls the entry. */
  run(args: readonly unknown[]): void;
  /** The components of the last call's result. */
  results(): readonly unknown[];
  /**
   * Sweeps from cotangents of the output, whose cells are given as the first of each row of them and their number; with care, none begins
   * where one is −0. Gives cotangents by cell, those of the input at least.
   */
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

/** Limits of a run as the generated code gets them, and the errors that end it. */
interface RuntimeLimits {
  bytes: number;
  depth: number;
  tick: () => void;
  readonly memory: (held: number) => Error;
  readonly deep: () => Error;
  readonly told: typeof toldOf;
}

/** Calls that wait for their results at once on a thread that takes jobs. */
const DEEPEST = 10_000_000;

/** A program compiled for its value, or for its value and gradient. Keeps its buffers from run to run. */
export class Compiled {
  readonly assembled: Assembled;
  private runtime!: Runtime;
  private sum!: Float64Array;
  private readonly limits: RuntimeLimits;
  /** Of walks over what goes in and comes out, which ask `tick` too. */
  private watch = UNWATCHED;
  private components: readonly unknown[] = [];
  private outputs = new CellRows();
  /** The cotangents of {@link row}. */
  private alone = new Float64Array(0);
  private inputs = new CellRows();
  private gradientOf: Float64Array = new Float64Array(0);
  private viewed: Float64Array | undefined;
  /** Threads that take its jobs, and the program that they serve. */
  private readonly team: Team | undefined;
  private served: Served | undefined;
  /** The input that is loaded, and the limits of its runs. */
  private loaded: { readonly input: Value; readonly limits: Limits } | undefined;

  /**
   * Compiles a program. `tick` is called now and then; what it throws ends the work. `listener` hears of the passes, `team` runs jobs.
   * Throws LeftToMachine, and RangeError where the program nests deeper than JavaScript's stack allows.
   */
  static of(program: CoreProgram, mode: Mode, tick?: () => void, listener?: PassListener, team?: Team): Compiled {
    return new Compiled(compileProgram(program, mode, tick, listener, team !== undefined), team);
  }

  constructor(assembled: Assembled, team?: Team) {
    this.assembled = assembled;
    const limits: RuntimeLimits = {
      bytes: Number.POSITIVE_INFINITY,
      depth: Number.POSITIVE_INFINITY,
      tick: () => undefined,
      memory: (held) => new OutOfBudget("memory", held, limits.bytes),
      deep: () => new OutOfBudget("depth"),
      told: toldOf,
    };
    this.limits = limits;
    this.team = team;
    this.begin();
  }

  /** Makes the run time, with memory that threads share where there are any. */
  private begin(): void {
    const { team, assembled, limits } = this;
    if (team !== undefined && assembled.isParallel === true) {
      const shared = sharedMemory(team.size, team.isEager);
      this.served = { text: assembled.text, shared, jobs: new Jobs(shared, 0), depth: DEEPEST };
    }
    const make = sandboxed(["limits", "mistake", "jobs", "cellsWithLoops"], assembled.text) as (
      given: RuntimeLimits,
      mistake: (site: number, values: readonly number[]) => Error,
      jobs: Jobs | undefined,
      loops: typeof cellsWithLoops,
    ) => Runtime;
    const mistake = (site: number, values: readonly number[]): Error => mistakeAt(nth(assembled.sites, site), values);
    this.runtime = make(limits, mistake, this.jobs, cellsWithLoops);
    this.sum = this.runtime.sum;
  }

  /** Takes an input in, for {@link forward}. Evaluates what earlier runs have found needed of the definitions without parameters. */
  load(input: Value, limits: Limits): void {
    const { served, team } = this;
    if (served !== undefined) {
      served.jobs.memory.limit = limits.bytes;
      present(team).serve(served);
    }
    this.takeIn(input, limits);
    served?.jobs.sized(this.components);
  }

  private takeIn(input: Value, limits: Limits): void {
    Object.assign(this.limits, { bytes: limits.bytes, depth: limits.depth, tick: () => limits.tick() });
    const { runtime, assembled } = this;
    this.watch = new Watch(() => limits.tick());
    const inputs = new CellRows();
    this.loaded = { input, limits };
    try {
      runtime.begin();
      this.components = writeValue(assembled.param, input, runtime, assembled.classOf, this.watch, (cell) =>
        inputs.add(cell),
      );
      runtime.loaded();
    } catch (error) {
      throw budgetOr(error);
    }
    this.inputs = inputs;
    this.gradientOf = new Float64Array(inputs.count);
    this.viewed = undefined;
  }

  /** Runs the forward pass on the input that is loaded. Throws {@link CompiledMistake}, {@link OutOfBudget}, or what `tick` throws. */
  forward(): void {
    try {
      this.runtime.run(this.components);
    } catch (error) {
      this.beginAgain(error);
      try {
        this.runtime.run(this.components);
      } catch (second) {
        throw budgetOr(second);
      }
    }
  }

  /** The value that {@link forward} has computed. Throws ValueTooLarge, or what `tick` throws. */
  result(): Value {
    const outputs = new CellRows();
    this.outputs = outputs;
    const components = this.runtime.results();
    const { runtime, assembled } = this;
    checkSize(assembled.result, components, runtime, this.watch);
    return readValue(assembled.result, components, runtime, this.watch, (cell) => outputs.add(cell));
  }

  /** Sets a Real of the input that is loaded, by its place from left to right. */
  setInput(place: number, value: number): void {
    this.runtime.values[this.inputs.at(place)] = value;
  }

  /** The Reals of the last {@link result} from left to right, as a {@link forward} has left them that decided nothing otherwise. */
  reals(): Float64Array {
    return this.outputs.of(this.runtime.values);
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
    // a path begins at each of them, also where one is −0
    if (this.backwards(cotangents, false)) this.backwardsWithCare(Float64Array.from(cotangents, (one) => one + 0));
    return this.gradientOf;
  }

  /** How many Reals the last {@link result} has. */
  get outputCount(): number {
    return this.outputs.count;
  }

  /** The same for one Real of the last {@link result} alone: no path begins at the others. */
  row(output: number): Float64Array {
    if (this.alone.length !== this.outputCount) this.alone = new Float64Array(this.outputCount).fill(-0);
    const { alone } = this;
    alone[output] = 1;
    try {
      if (this.backwards(alone, false)) this.backwardsWithCare(alone);
    } finally {
      alone[output] = -0;
    }
    return this.gradientOf;
  }

  /** Sweeps after a sweep that has found a NaN: only so can one tell 0 · ∞ of what no path reaches from a NaN of the program's own. */
  private backwardsWithCare(cotangents: ArrayLike<number>): void {
    this.backwards(cotangents, true);
    // −0 is what was not reached
    const { gradientOf } = this;
    for (let i = 0; i < gradientOf.length; i++) if (gradientOf[i] === 0) gradientOf[i] = 0;
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
    return this.collect(this.runtime.back(this.outputs.rows, cotangents, isNanSafe));
  }

  private sweepAgain(error: unknown, cotangents: ArrayLike<number>, isNanSafe: boolean): boolean {
    this.beginAgain(error);
    try {
      this.runtime.run(this.components);
      this.result();
      return this.sweep(cotangents, isNanSafe);
    } catch (second) {
      throw budgetOr(second);
    }
  }

  /** Where a thread was lost, begins again in new memory, alone: no lost thread can write there. Throws every other error on. */
  private beginAgain(error: unknown): void {
    // Stopped without a reason: a thread waited for a lost one
    if (!(error instanceof ThreadLost || error instanceof Stopped)) {
      // no thread need wait for jobs of this run any more
      if (this.jobs?.isShared === true) this.jobs.letGo();
      throw budgetOr(error);
    }
    this.team?.lose();
    this.begin();
    const { input, limits } = present(this.loaded);
    this.takeIn(input, limits);
  }

  /** Brings the gradient out of the cells of the input; gives whether it has a NaN. A sum of what is finite is none. */
  private collect(cells: Float64Array): boolean {
    if (this.inputs.rows.length !== 2) this.inputs.of(cells, this.gradientOf);
    else if (this.viewed !== cells) {
      // the input lies in one row: so does its gradient
      this.gradientOf = this.inputs.of(cells);
      this.viewed = cells;
    }
    return !Number.isFinite(this.sum[0]) && this.gradientOf.some(Number.isNaN);
  }

  /** The jobs of this program where several threads may run them. */
  get jobs(): Jobs | undefined {
    return this.served?.jobs;
  }

  /** The tape where it was longest in the last run, its gradient included; undefined where the code does not count. */
  get longestTape(): LongestTape | undefined {
    return this.runtime.longest?.();
  }

  get statistics(): Statistics {
    return this.runtime.statistics();
  }
}

/** Cells from left to right, as rows of cells that follow each other: the first of each row, and how many there are. */
class CellRows {
  readonly rows: number[] = [];
  count = 0;
  private next = -1;

  add(cell: number): void {
    if (cell === this.next) addAt(this.rows, this.rows.length - 1, 1);
    else this.rows.push(cell, 1);
    this.next = cell + 1;
    this.count++;
  }

  /** Numbers that are given by cell, at these cells: where they lie in one row, a view of them. */
  of(numbers: Float64Array, into?: Float64Array): Float64Array {
    const { rows, count } = this;
    if (rows.length === 2) return numbers.subarray(nth(rows, 0), nth(rows, 0) + count);
    const found = into ?? new Float64Array(count);
    let at = 0;
    for (let row = 0; row < rows.length; row += 2) {
      const end = nth(rows, row) + nth(rows, row + 1);
      for (let cell = nth(rows, row); cell < end; cell++) found[at++] = nth(numbers, cell);
    }
    return found;
  }

  /** The cell at a place. */
  at(place: number): number {
    let [row, left] = [0, place];
    for (; left >= nth(this.rows, row + 1); row += 2) left -= nth(this.rows, row + 1);
    return nth(this.rows, row) + left;
  }
}
