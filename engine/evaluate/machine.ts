// The instrumented machine. It keeps explicit stacks, so that recursion has any depth, and a run can be paused, stopped and budgeted:
// a class around the state and the loop; `instructions/` has what each instruction does.
import { internal } from "../base/unreachable.ts";
import { Late, OutOfMemory } from "../base/watch.ts";
import { type Counters, costOf, newCounters } from "../core/events/counters.ts";
import type { Content, StoreId } from "../core/events/events.ts";
import type { CallTree } from "../core/events/trace.ts";
import { ValueTooLarge } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { ScalarMistake } from "../scalars/mistake.ts";
import type { Block, Code, Instr } from "./code/code.ts";
import type { Profiler } from "./operations/profiler.ts";
import { prepare } from "./pieces/pieces.ts";
import { Pause } from "./scalars/recorded.ts";
import type { Tracer } from "./scalars/tracer.ts";
import { MachineGround } from "./state/ground.ts";
import type { Instruction } from "./state/instruction.ts";
import { Known, type MachineOptions, MachineState } from "./state/state.ts";
import { chargeJob } from "./state/switching.ts";
import { memoryInUse, type Outcome, type TrailEntry } from "./tasks/budget.ts";
import { copied, type Frames, heldBy, newFrames } from "./tasks/frames.ts";
import { type Job, type Numbering, newNumbering, SEQUENTIAL, Tasks } from "./tasks/tasks.ts";
import { Closure } from "./values/closure.ts";
import { BYTES_PER_OBJECT, countReachable } from "./values/reachable.ts";

/**
 * Instructions between two looks at the budget. With 200, the gradient of 30 000 rounds of the logistic map by `tape` takes 1.5 times as
 * long; with 2000 and 200 000 as long.
 */
const SLICE = 20_000;
/** Milliseconds beyond which fewer instructions are run before the next look at the clock: a stop comes within 250. */
const LONG = 8;

/** A machine that runs one program, possibly several functions of it one after the other, sharing its values. */
export class Machine {
  /** Names of the jobs and scalars of each call, where kept. */
  readonly numberings: Numbering[] = [];
  private readonly state: MachineState;
  private readonly numbers: MachineOptions["numbers"];
  private readonly profiler: MachineOptions["profiler"];
  private totalSteps = 0;
  /** The steps at which to count what is held, where the platform does not tell. */
  private nextCount: number;
  /** Instructions until the next look at the budget, and those that are run between two looks at the clock. */
  private untilLook = SLICE;
  private pace = SLICE;
  private calls = 0;
  /**
   * Whether blocks that run often get pieces. These tell nothing to a tracer or a profiler; and where one has thrown, as for scalars that are
   * no plain numbers, instructions go on one by one, for they tell mistakes and places.
   */
  private usesPieces: boolean;
  /** One instruction of so many is looked at, and a block in which so many of these are found gets pieces. */
  private readonly unlooked: number = 256;
  private readonly often: number = 8;

  constructor(code: Code, options: MachineOptions = {}) {
    const runApart: MachineState["runApart"] = (block, args) => this.runApart(block, args);
    const callApart: MachineState["callApart"] = (fn, arg, isTraced) =>
      this.callApart(fn, arg, isTraced ? this.state.tracer : undefined);
    this.state = new MachineState(code, options, runApart, callApart, (state) => new MachineGround(state));
    this.numbers = options.numbers;
    this.profiler = options.profiler;
    this.usesPieces = options.pieces !== "none" && options.tracer === undefined && options.profiler === undefined;
    if (options.pieces === "all") [this.unlooked, this.often] = [1, 1];
    this.nextCount = this.state.budget.bytes / BYTES_PER_OBJECT;
  }

  /** The entry of the program as a function value. */
  get entry(): Value {
    return this.state.functionValue(this.state.code.entry);
  }

  /** The counts of the phase at hand; replaced by {@link beginPhase}. */
  get counters(): Counters {
    return this.state.counters;
  }

  /** The calls that made the scalars of a traced run; undefined where none is traced. */
  get callTree(): CallTree | undefined {
    return this.state.calls;
  }

  /** The jobs of the call at hand, by their IDs, with what each has cost so far. */
  get jobs(): readonly Job[] {
    chargeJob(this.state);
    return this.state.tasks.jobs;
  }

  /** Steps counted so far, over all phases. */
  get stepsSoFar(): number {
    return this.totalSteps + this.state.counters.steps;
  }

  /** The present contents of every map and array of the run, where kept. */
  stores(): ReadonlyMap<StoreId, ReadonlyMap<number, Content>> {
    const { identities } = this.state;
    return new Map([...(identities.kept ?? [])].map(([id, store]) => [id, identities.held(store)]));
  }

  /** Starts to count afresh; gives the counts so far. */
  beginPhase(): Counters {
    const { state } = this;
    const before = state.counters;
    this.profiler?.settle(before);
    this.profiler?.begin();
    state.backpropagation.beginPhase();
    this.totalSteps += before.steps;
    state.counters = newCounters();
    state.costBefore = 0;
    return before;
  }

  /** Numbers scalars from 0 again: another pass of its own begins. */
  beginPass(): void {
    this.state.backpropagation.scalars = 0;
  }

  /** Prepares the call of a function value; {@link run} then does it. */
  start(fn: Value, argument: Value): void {
    if (!(fn instanceof Closure)) internal("what is called is no function");
    const { state } = this;
    state.tasks = this.newTasks();
    state.task = state.tasks.root;
    state.costBefore = costOf(state.counters);
    state.load(newFrames());
    if (state.tracer !== undefined) state.calls?.begin(state.tracer.nodes.length);
    state.enter(fn, argument);
  }

  /** Whether the function that was started runs by itself: not as a part of a fork, for a definition that it needs, or within a derivative. */
  get isAlone(): boolean {
    return this.state.task.parent === undefined && this.state.task.passes === 0;
  }

  /** Where the run stands; only while it {@link isAlone}. What was remembered of definitions is not part of it. */
  snapshot(): Frames {
    return copied(this.state.save());
  }

  /** Goes back to where the run stood. */
  resume(at: Frames): void {
    this.state.task = this.state.tasks.root;
    this.state.task.passes = 0;
    this.state.load(copied(at));
  }

  /** Runs about as many instructions as given, for about as long as given, or to the end. The outcome `paused` can be run on. */
  run(instructions: number, milliseconds = Number.POSITIVE_INFINITY): Outcome {
    const { deadline } = this.state.budget;
    const began = performance.now();
    let now = began;
    for (let left = instructions; left > 0 && now - began < milliseconds; ) {
      const some = Math.min(left, this.pace, this.untilLook);
      const before = now;
      const outcome = this.slice(some);
      if (outcome !== undefined) return outcome;
      left -= some;
      now = performance.now();
      const over = this.lookAfter(some);
      if (over !== undefined) return over;
      if (now > deadline) return { tag: "late" };
      // an instruction may go through a whole gradient
      if (now - before > LONG) this.pace = Math.max(1, Math.floor((some * LONG) / (now - before)));
      else if (now - before < LONG / 4) this.pace = Math.min(SLICE, 2 * this.pace);
    }
    return { tag: "paused" };
  }

  /** Calls that wait for the one that runs. */
  get depth(): number {
    return this.state.blocks.length + this.state.task.depth;
  }

  /** The machine's calls: the innermost one and those that led there. */
  trail(): readonly TrailEntry[] {
    return this.state.trail();
  }

  private newTasks(): Tasks {
    const { numbers } = this;
    const { schedule: given, observer } = this.state;
    const call = this.calls++;
    const schedule = typeof given === "function" ? given : (given[call] ?? SEQUENTIAL);
    if (numbers !== "keep") return new Tasks(schedule, observer, numbers?.[call]);
    this.numberings.push(newNumbering());
    return new Tasks(schedule, observer, undefined, this.numberings[call]);
  }

  /** Looks at the budget at the same instructions in each run, however long they take. */
  private lookAfter(instructions: number): Outcome | undefined {
    this.untilLook -= instructions;
    if (this.untilLook > 0) return undefined;
    this.untilLook = SLICE;
    return this.checkBudget();
  }

  private checkBudget(): Outcome | undefined {
    const { block, pc } = this.state;
    const what = this.exhausted();
    if (what === undefined) return undefined;
    return { tag: "out-of-budget", what, span: block?.code[pc]?.span, trail: this.trail() };
  }

  private exhausted(): "steps" | "depth" | "memory" | undefined {
    const { budget, blocks, task } = this.state;
    if (this.stepsSoFar > budget.steps) return "steps";
    if (blocks.length + task.depth > budget.depth) return "depth";
    const bytes = memoryInUse();
    if (bytes !== undefined) return bytes > budget.bytes ? "memory" : undefined;
    // each step makes at most a few objects: look at what is held when that many could have been made since
    if (this.stepsSoFar < this.nextCount) return undefined;
    const limit = budget.bytes / BYTES_PER_OBJECT;
    const held = countReachable(this.roots(), limit);
    this.nextCount = this.stepsSoFar + Math.max(limit, 2 * held);
    return held >= limit ? "memory" : undefined;
  }

  /** Everything that the machine holds on to. */
  private *roots(): Iterable<Value | undefined> {
    const { state } = this;
    yield* heldBy(state);
    for (const task of state.tasks.waiting(state.task)) yield* heldBy(task.frames);
    for (const known of state.values.values()) if (known instanceof Known) yield known.value;
  }

  private slice(instructions: number): Outcome | undefined {
    const { state } = this;
    let at: Instr | undefined;
    try {
      if (this.profiler !== undefined) this.profiled(instructions, this.profiler);
      else
        for (let left = instructions; left > 0; ) {
          const { block } = state;
          if (block === undefined) break;
          const piece = block.pieces?.[state.pc];
          if (piece !== undefined && piece.length <= left && this.usesPieces && state.task.passes === 0) {
            at = undefined;
            state.isDoneAgain = true;
            left -= (piece.run as (state: MachineState) => number)(state);
            state.isDoneAgain = false;
            continue;
          }
          at = block.code[state.pc++]!;
          state.counters.steps += at.steps;
          (at.run as Instruction<unknown>)(state, at.operand, at);
          left--;
          if (left % this.unlooked === 0 && this.usesPieces && ++block.found === this.often) prepare(block);
        }
      return state.block === undefined ? { tag: "done", value: state.stack[0]! } : undefined;
    } catch (error) {
      const { isDoneAgain } = state;
      state.isDoneAgain = false;
      if (error instanceof Late) return { tag: "late" };
      // a piece throws nothing, or the mistake of an operation, where its instructions are to tell
      if (isDoneAgain && (error === undefined || error instanceof ScalarMistake)) {
        this.usesPieces = false;
        return undefined;
      }
      at ??= state.block?.code[state.pc - 1];
      // what was under way is done again when the run goes on
      const isOver = error instanceof ValueTooLarge || error instanceof OutOfMemory;
      if (!(error instanceof Pause || isOver || error instanceof ScalarMistake)) throw error;
      state.pc--;
      if (!(error instanceof ScalarMistake)) state.counters.steps -= at?.steps ?? 0;
      if (error instanceof Pause) return { tag: "paused" };
      if (isOver) return { tag: "out-of-budget", what: "memory", span: at?.span, trail: this.trail() };
      const { kind, message } = error;
      return { tag: "mistake", kind, message, span: error.span ?? at?.span, trail: this.trail() };
    }
  }

  /** Does the same as the loop of a slice, and tells a profiler. */
  private profiled(instructions: number, profiler: Profiler): void {
    const { state } = this;
    for (let left = instructions; left > 0; left--) {
      const { block } = state;
      if (block === undefined) return profiler.settle(state.counters);
      const at = block.code[state.pc++]!;
      profiler.before(state.blocks.length, block, at, state.counters);
      state.counters.steps += at.steps;
      (at.run as Instruction<unknown>)(state, at.operand, at);
      if (state.pc === 0 && state.block !== undefined) profiler.called(state.block, at);
    }
  }

  /** Runs a block on scalars, on a machine of its own; its steps are counted here. What it does with plain numbers is not traced. */
  private runApart(block: Block, args: readonly Value[]): Value {
    const tracer = args.every((arg) => typeof arg === "number") ? undefined : this.state.tracer;
    return this.callApart(new Closure(block, []), args.length === 1 ? args[0]! : args, tracer);
  }

  private callApart(fn: Closure, arg: Value, tracer: Tracer | undefined): Value {
    const { code, budget, counters } = this.state;
    const machine = new Machine(code, { budget: { ...budget, steps: budget.steps - this.stepsSoFar }, tracer });
    machine.start(fn, arg);
    machine.state.task.passes = this.state.task.passes;
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    counters.steps += machine.counters.steps;
    if (outcome.tag === "late") throw new Late();
    if (outcome.tag === "mistake") throw new ScalarMistake(outcome.kind, outcome.message);
    return outcome.tag === "done" ? outcome.value : Number.NaN;
  }
}
