// What runs code on explicit stacks: tasks that call, return, fork and join; pausing, budgets, and what each job costs.
// What the instructions do is the machine's (machine.ts).

import { internal } from "../base/unreachable.ts";
import { Late, OutOfMemory, type Watch } from "../base/watch.ts";
import { type Counters, costOf, newCounters } from "../core/events/counters.ts";
import type { JobId, Observer } from "../core/events/events.ts";
import { ScalarMistake } from "../core/scalars/mistake.ts";
import { ValueTooLarge } from "../core/values/shape.ts";
import { listValue, UNIT_VALUE, type Value } from "../core/values/values.ts";
import type { Span } from "../source/span.ts";
import type { Block, Instr } from "./code/code.ts";
import { Pause } from "./scalars/recorded.ts";
import type { Tracer } from "./scalars/tracer.ts";
import { type Budget, DEFAULT_BUDGET, memoryInUse, type Outcome, type TrailEntry, watchOf } from "./tasks/budget.ts";
import { copied, type Frames, heldBy, newFrames, trailOf } from "./tasks/frames.ts";
import { type Job, type Numbering, newNumbering, type Schedule, SEQUENTIAL, type Task, Tasks } from "./tasks/tasks.ts";
import { Closure } from "./values/closure.ts";
import { BYTES_PER_OBJECT, countReachable } from "./values/reachable.ts";

/** Instructions between two looks at the budget. */
const SLICE = 20_000;

/** What a machine is given beside its code. */
export interface MachineOptions {
  readonly budget?: Budget | undefined;
  readonly observer?: Observer | undefined;
  /** In which order independent jobs run; one after the other if left out. */
  readonly schedule?: Schedule | undefined;
  /** Keeps what the jobs and scalars of each call are called; or takes that from the calls of another machine. */
  readonly numbers?: "keep" | readonly Numbering[] | undefined;
  /** Holds on to every map and array, so that the machine's stores can be looked at: for tests. */
  readonly keepStores?: boolean | undefined;
  /** Told of every Real that the program makes. */
  readonly tracer?: Tracer | undefined;
  /** Tells the observer what the closures of backpropagators hold, with the events of their scalars. */
  readonly tellClosures?: boolean | undefined;
}

/** Runs functions of one program, one after the other. */
export abstract class Runner {
  /** The counts of the phase at hand; replaced by {@link beginPhase}. */
  counters: Counters = newCounters();
  protected tasks: Tasks;
  /** The task that runs; where it stands is in the fields below. */
  protected task: Task;
  protected stack: Value[] = [];
  protected top = 0;
  protected block: Block | undefined;
  protected pc = 0;
  protected frame: Value[] = [];
  protected captured: readonly Value[] = [];
  protected site: TrailEntry | undefined;
  protected readonly budget: Budget;
  /** For instructions that take longer the larger a value is. */
  protected readonly watch: Watch;
  protected readonly observer: Observer | undefined;
  private blocks: Block[] = [];
  private pcs: number[] = [];
  private frames: Value[][] = [];
  private capturedBy: (readonly Value[])[] = [];
  private sites: (TrailEntry | undefined)[] = [];
  /** The last job of the definition whose value was given last. */
  protected givenBy: JobId = 0 as JobId;
  /** The cost when the job at hand began. */
  private costBefore = 0;
  private totalSteps = 0;
  /** The steps at which to count what is held, where the platform does not tell. */
  private nextCount: number;
  private readonly schedule: Schedule;
  private readonly numbers: MachineOptions["numbers"];
  /** What the jobs and scalars of each call are called, where that is kept. */
  readonly numberings: Numbering[] = [];
  private calls = 0;

  constructor({ budget = DEFAULT_BUDGET, observer, schedule = SEQUENTIAL, numbers }: MachineOptions) {
    this.budget = budget;
    this.watch = watchOf(budget);
    this.observer = observer;
    this.schedule = schedule;
    this.nextCount = budget.bytes / BYTES_PER_OBJECT;
    this.numbers = numbers;
    this.tasks = new Tasks(schedule, observer);
    this.task = this.tasks.root;
  }

  /** Does one instruction. */
  protected abstract step(at: Exclude<Instr, { tag: "return" }>): void;

  /** A function is called; `depth` is that of the calls that wait. */
  protected abstract called(fn: Closure, argument: Value, depth: number): void;

  /** A function returned to calls of a depth. */
  protected abstract returned(depth: number): void;

  /** What is held on to beside the stacks. */
  protected abstract held(): Iterable<Value>;

  /** The jobs of the call at hand, by their IDs, with what each has cost so far. */
  get jobs(): readonly Job[] {
    this.chargeJob();
    return this.tasks.jobs;
  }

  /** Steps counted so far, over all phases. */
  get stepsSoFar(): number {
    return this.totalSteps + this.counters.steps;
  }

  /** Starts to count afresh; gives the counts so far. */
  beginPhase(): Counters {
    const before = this.counters;
    this.totalSteps += before.steps;
    this.counters = newCounters();
    this.costBefore = 0;
    return before;
  }

  /** Prepares the call of a function value; {@link run} then does it. */
  start(fn: Value, argument: Value): void {
    if (!(fn instanceof Closure)) internal("what is called is no function");
    this.tasks = this.newTasks();
    this.task = this.tasks.root;
    this.costBefore = costOf(this.counters);
    this.load(newFrames());
    this.enter(fn, argument);
  }

  /** Whether the function that was started runs by itself: not as a part of a fork, and not for a definition that it needs. */
  get isAlone(): boolean {
    return this.task.parent === undefined;
  }

  /** Where the run stands; only while it {@link isAlone}. What was remembered of definitions is not part of it. */
  snapshot(): Frames {
    return copied(this.save());
  }

  /** Goes back to where the run stood. */
  resume(at: Frames): void {
    this.task = this.tasks.root;
    this.load(copied(at));
  }

  private newTasks(): Tasks {
    const { schedule, observer, numbers } = this;
    const call = this.calls++;
    if (numbers !== "keep") return new Tasks(schedule, observer, numbers?.[call]);
    this.numberings.push(newNumbering());
    return new Tasks(schedule, observer, undefined, this.numberings[call]);
  }

  /** Runs about as many instructions as given, or to the end. The outcome `paused` can be run on. */
  run(instructions: number): Outcome {
    let left = instructions;
    while (left > 0) {
      const outcome = this.slice(Math.min(left, SLICE)) ?? this.checkBudget();
      if (outcome !== undefined) return outcome;
      left -= SLICE;
    }
    return { tag: "paused" };
  }

  /** What the machine is doing: the innermost call and those that led there. */
  trail(): readonly TrailEntry[] {
    const outer: Frames[] = [];
    for (let task = this.task.parent; task !== undefined; task = task.parent) outer.push(task.frames);
    return trailOf(this.save(), outer);
  }

  private checkBudget(): Outcome | undefined {
    if (performance.now() > this.budget.deadline) return { tag: "late" };
    const what = this.exhausted();
    if (what === undefined) return undefined;
    return { tag: "out-of-budget", what, span: this.block?.code[this.pc]?.span, trail: this.trail() };
  }

  private exhausted(): "steps" | "depth" | "memory" | undefined {
    if (this.stepsSoFar > this.budget.steps) return "steps";
    if (this.blocks.length + this.task.depth > this.budget.depth) return "depth";
    const bytes = memoryInUse();
    if (bytes !== undefined) return bytes > this.budget.bytes ? "memory" : undefined;
    // each step makes at most a few objects: look at what is held when that many could have been made since
    if (this.stepsSoFar < this.nextCount) return undefined;
    const limit = this.budget.bytes / BYTES_PER_OBJECT;
    const held = countReachable(this.roots(), limit);
    this.nextCount = this.stepsSoFar + Math.max(limit, 2 * held);
    return held >= limit ? "memory" : undefined;
  }

  /** Everything that the machine holds on to. */
  private *roots(): Iterable<Value | undefined> {
    yield* heldBy(this.save());
    for (const task of this.tasks.waiting(this.task)) yield* heldBy(task.frames);
    yield* this.held();
  }

  protected enter(fn: Closure, argument: Value): void {
    this.called(fn, argument, this.blocks.length);
    this.block = fn.block;
    this.captured = fn.captured;
    this.frame = new Array(fn.block.slots);
    this.frame[0] = argument;
    this.pc = 0;
  }

  protected suspend(): void {
    this.blocks.push(this.block!);
    this.pcs.push(this.pc);
    this.frames.push(this.frame);
    this.capturedBy.push(this.captured);
    this.sites.push(this.site);
    this.site = undefined;
  }

  private slice(instructions: number): Outcome | undefined {
    let at: Instr | undefined;
    try {
      for (let left = instructions; left > 0; left--) {
        at = this.block!.code[this.pc++]!;
        if (at.tag === "return") {
          const block = this.blocks.pop();
          if (this.observer !== undefined) this.returned(this.blocks.length);
          if (block === undefined) {
            const outcome = this.finish();
            if (outcome !== undefined) return outcome;
            continue;
          }
          this.block = block;
          this.pc = this.pcs.pop()!;
          this.frame = this.frames.pop()!;
          this.captured = this.capturedBy.pop()!;
          this.site = this.sites.pop();
        } else this.step(at);
      }
      return undefined;
    } catch (error) {
      if (error instanceof Late) return { tag: "late" };
      if (error instanceof Pause) {
        this.pc--;
        return { tag: "paused" };
      }
      if (error instanceof ValueTooLarge || error instanceof OutOfMemory) {
        this.pc--;
        return { tag: "out-of-budget", what: "memory", span: at?.span, trail: this.trail() };
      }
      if (!(error instanceof ScalarMistake)) throw error;
      this.pc--;
      const { kind, message } = error;
      return { tag: "mistake", kind, message, span: error.span ?? at?.span, trail: this.trail() };
    }
  }

  /** The task at hand has its value; the run ends with the first task, and goes on with another else. */
  private finish(): Outcome | undefined {
    const value = this.stack[0]!;
    this.chargeJob();
    if (this.task.parent === undefined) {
      this.block = undefined;
      this.top = 0;
      return { tag: "done", value };
    }
    this.tasks.end(this.task, value);
    this.switchTask();
    return undefined;
  }

  /** A task of its own evaluates a definition, from the frames given on; the task at hand waits for what it gives. */
  protected define(name: string, frames: Frames, span: Span | undefined): Task {
    this.chargeJob();
    this.task.frames = this.save();
    const depth = this.task.depth + this.blocks.length;
    const started = this.tasks.define(this.task, name, depth, frames, span);
    this.switchTask();
    return started;
  }

  /** The task at hand forks: its parts run as tasks, and it goes on when they have joined. */
  protected fork(thunks: readonly Closure[], isList: boolean, span: Span | undefined): void {
    this.counters.steps++;
    this.chargeJob();
    this.task.frames = this.save();
    const depth = this.task.depth + this.blocks.length;
    const begin = (index: number): Frames => {
      const thunk = thunks[index]!;
      const frame = new Array<Value>(thunk.block.slots);
      frame[0] = UNIT_VALUE;
      return { ...newFrames(), block: thunk.block, frame, captured: thunk.captured };
    };
    this.tasks.fork(this.task, thunks.length, isList, depth, begin, span);
    this.switchTask();
  }

  /** Goes on with the task that the schedule picks. */
  private switchTask(): void {
    const task = this.tasks.next();
    if (task === undefined) {
      const message = "definitions without parameters need each other's values";
      throw new ScalarMistake("value-cycle", message);
    }
    this.task = task;
    this.load(task.frames);
    const { fork, given } = task;
    if (given !== undefined) {
      task.given = undefined;
      this.givenBy = given.job;
      this.tasks.uses(task, given.job);
      this.push(given.value);
    }
    if (fork === undefined) return;
    task.fork = undefined;
    this.push(fork.isList ? listValue(fork.results, this.watch) : fork.results);
  }

  /** The task at hand waits for what another task will wake it for. */
  protected wait(on: object): void {
    this.chargeJob();
    this.task.frames = this.save();
    this.tasks.block(this.task, on);
    this.switchTask();
  }

  private chargeJob(): void {
    const cost = costOf(this.counters);
    this.tasks.jobs[this.task.job]!.cost += cost - this.costBefore;
    this.costBefore = cost;
  }

  private save(): Frames {
    const { stack, top, block, pc, frame, captured, blocks, pcs, frames, capturedBy, sites, site } = this;
    return { stack, top, block, pc, frame, captured, blocks, pcs, frames, capturedBy, sites, site };
  }

  private load(at: Frames): void {
    this.stack = at.stack;
    this.top = at.top;
    this.block = at.block;
    this.pc = at.pc;
    this.frame = at.frame;
    this.captured = at.captured;
    this.blocks = at.blocks;
    this.pcs = at.pcs;
    this.frames = at.frames;
    this.capturedBy = at.capturedBy;
    this.sites = at.sites;
    this.site = at.site;
  }

  protected push(value: Value): void {
    this.stack[this.top++] = value;
  }

  /** Takes the topmost values off the operand stack, the deepest first. */
  protected pop(size: number): Value[] {
    this.top -= size;
    return this.stack.slice(this.top, this.top + size);
  }
}
