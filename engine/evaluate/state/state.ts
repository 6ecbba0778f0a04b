// The state of a machine: a record on which instructions work, and what all of them do with its stacks.
import type { Watch } from "../../base/watch.ts";
import { type Counters, count, newCounters } from "../../core/events/counters.ts";
import type { JobId, Observer, ScalarNumber } from "../../core/events/events.ts";
import type { Value } from "../../core/values/values.ts";
import type { Block, Code, GlobalCode } from "../code/code.ts";
import { Backpropagation } from "../operations/backpropagation.ts";
import { CallsOfRun } from "../operations/calls.ts";
import type { Profiler } from "../operations/profiler.ts";
import type { Ground } from "../scalars/passes.ts";
import type { Tracer } from "../scalars/tracer.ts";
import { type Budget, DEFAULT_BUDGET, type TrailEntry, watchOf } from "../tasks/budget.ts";
import { type Frames, trailOf } from "../tasks/frames.ts";
import { type Numbering, type Schedules, SEQUENTIAL, type Task, Tasks } from "../tasks/tasks.ts";
import { Closure } from "../values/closure.ts";
import { Identities } from "../values/content.ts";

/** A machine's settings beside its code. */
export interface MachineOptions {
  readonly budget?: Budget | undefined;
  readonly observer?: Observer | undefined;
  /** In which order independent jobs run; one after the other if left out. */
  readonly schedule?: Schedules | undefined;
  /** Keeps what the jobs and scalars of each call are called; or takes that from the calls of another machine. */
  readonly numbers?: "keep" | readonly Numbering[] | undefined;
  /** Holds on to every map and array, so that the machine's stores can be looked at: for tests. */
  readonly keepStores?: boolean | undefined;
  /** Notes every Real that the program makes. */
  readonly tracer?: Tracer | undefined;
  /** The numbers of scalars in the order in which they are born; as they come, if left out. */
  readonly scalars?: readonly ScalarNumber[] | undefined;
  /** Whether the events of scalars have the captures of their backpropagators. */
  readonly tellClosures?: boolean | undefined;
  /** The blocks that get pieces: those that run often, if left out. */
  readonly pieces?: "all" | "none" | undefined;
  /** Adds up where the cost arises; what is run so takes longer. */
  readonly profiler?: Profiler | undefined;
}

/** Stands for the value of a definition while a task evaluates it. */
export class Evaluating {
  readonly task: Task;
  constructor(task: Task) {
    this.task = task;
  }
}

/** The value of a definition, and the last job of the task that evaluated it. */
export class Known {
  readonly value: Value;
  readonly tasks: Tasks;
  readonly job: JobId;
  constructor(value: Value, tasks: Tasks, job: JobId) {
    this.value = value;
    this.tasks = tasks;
    this.job = job;
  }
}

/** A machine's state. The stacks are those of the task that runs; those of the others are in their {@link Frames}. */
export class MachineState implements Frames {
  /** The counts of the phase at hand. */
  counters: Counters = newCounters();
  tasks: Tasks;
  /** The task that runs. */
  task: Task;
  stack: Value[] = [];
  top = 0;
  block: Block | undefined = undefined;
  pc = 0;
  frame: Value[] = [];
  captured: readonly Value[] = [];
  blocks: Block[] = [];
  pcs: number[] = [];
  frames: Value[][] = [];
  capturedBy: (readonly Value[])[] = [];
  sites: (TrailEntry | undefined)[] = [];
  site: TrailEntry | undefined = undefined;
  /** The last job of the definition whose value was given last. */
  givenBy: JobId = 0 as JobId;
  /** Whether what throws is done again by the instructions, from where the machine is. */
  isDoneAgain = false;
  /** The cost when the job at hand began. */
  costBefore = 0;
  readonly code: Code;
  readonly budget: Budget;
  readonly schedule: Schedules;
  /** For instructions that take longer the larger a value is. */
  readonly watch: Watch;
  readonly observer: Observer | undefined;
  readonly tracer: Tracer | undefined;
  /** The calls that make the scalars of a traced run. */
  readonly calls: CallsOfRun | undefined;
  readonly backpropagation: Backpropagation;
  readonly identities: Identities;
  /** The 0 : c of the run, once Wrap has bound it. */
  zero: Value | undefined = undefined;
  /** Runs a block on scalars, on a machine of its own, within what is left of the budget. */
  readonly runApart: (block: Block, args: readonly Value[]) => Value;
  /** Calls a function value, likewise; what it does is traced if that is asked for. */
  readonly callApart: (fn: Closure, arg: Value, isTraced: boolean) => Value;
  /** How scalars that belong to no pass are operated on. */
  readonly ground: Ground;
  /** Results of definitions; apart from these, those where Reals are plain in a traced run. */
  private readonly known = new Map<GlobalCode, Known | Evaluating>();
  private readonly knownPlain = new Map<GlobalCode, Known | Evaluating>();
  private readonly functions = new Map<GlobalCode, Closure>();

  constructor(
    code: Code,
    options: MachineOptions,
    runApart: MachineState["runApart"],
    callApart: MachineState["callApart"],
    groundOf: (state: MachineState) => Ground,
  ) {
    const { budget = DEFAULT_BUDGET, observer, schedule = SEQUENTIAL, tracer } = options;
    this.code = code;
    this.budget = budget;
    this.schedule = schedule;
    this.watch = watchOf(budget);
    this.observer = observer;
    this.tracer = tracer;
    this.calls = tracer === undefined ? undefined : new CallsOfRun();
    this.runApart = runApart;
    this.callApart = callApart;
    this.ground = groundOf(this);
    this.tasks = new Tasks(SEQUENTIAL, observer);
    this.task = this.tasks.root;
    this.identities = new Identities(options.keepStores === true, this.watch);
    this.backpropagation = new Backpropagation(
      this.identities,
      observer,
      options.tellClosures === true,
      options.scalars,
    );
  }

  /** Results of definitions so far, or their evaluating tasks. */
  get values(): Map<GlobalCode, Known | Evaluating> {
    return this.tracer === undefined || this.tracer.isOn ? this.known : this.knownPlain;
  }

  /** A function of the program as a value: always the same. */
  functionValue(global: GlobalCode): Closure {
    let closure = this.functions.get(global);
    if (closure === undefined) {
      closure = new Closure(global.block, []);
      this.functions.set(global, closure);
    }
    return closure;
  }

  /** Notes which call makes the latest scalar of a traced run. */
  noteScalar(): void {
    this.calls?.note(this, this.tracer!.nodes.length);
  }

  push(value: Value): void {
    this.stack[this.top++] = value;
  }

  /** Takes the topmost values off the operand stack, the deepest first. */
  pop(size: number): Value[] {
    const { stack } = this;
    this.top -= size;
    const { top } = this;
    // most are pairs: they are made without a call
    return size === 2 ? [stack[top]!, stack[top + 1]!] : stack.slice(top, top + size);
  }

  /** Goes on in a function; where the run came from is put aside before, by {@link suspend}, unless the call is a tail call. */
  enter(fn: Closure, argument: Value): void {
    if (fn.number >= 0) this.backpropagation.callFunction(fn, argument, this.blocks.length, this.counters);
    else if (fn.block.means !== undefined) this.tell(fn.block.means, argument);
    this.block = fn.block;
    this.captured = fn.captured;
    this.frame = new Array(fn.block.slots);
    this.frame[0] = argument;
    this.pc = 0;
  }

  private tell(means: NonNullable<Block["means"]>, argument: Value): void {
    means.called?.(this.blocks.length + this.task.depth, this.site !== undefined);
    for (const { counter, by } of means.counters) count(this.counters, counter, by);
    if (means.event !== undefined) this.backpropagation.tellOwn(means.event, means, argument);
    if (means.returned !== undefined) this.backpropagation.awaitReturn(means, this.blocks.length);
    if (means.call) this.backpropagation.callData(argument, this.blocks.length, this.counters);
    if (means.resolve) this.backpropagation.beginResolving();
    if (means.mirror) this.tasks.mirrors(this.task, (argument as readonly [JobId])[0]);
  }

  /** Goes on with a function, with its frame. */
  stand(block: Block, captured: readonly Value[], frame: Value[]): void {
    this.block = block;
    this.captured = captured;
    this.frame = frame;
  }

  /** Puts the function at hand aside, at a place, for the call of another one. */
  standIn(pc: number, block: Block, captured: readonly Value[], frame: Value[]): void {
    this.pc = pc;
    this.suspend();
    this.stand(block, captured, frame);
  }

  /** Puts the function at hand aside, for the calls that it waits for. */
  suspend(): void {
    this.blocks.push(this.block!);
    this.pcs.push(this.pc);
    this.frames.push(this.frame);
    this.capturedBy.push(this.captured);
    this.sites.push(this.site);
    this.site = undefined;
  }

  /** A closure of a block with what it captures. */
  closure(block: Block): Closure {
    const { captures } = block;
    const captured = new Array<Value>(captures.length);
    this.capture(captures, captured);
    return new Closure(block, captured);
  }

  /** Gives a closure what it captures of the function at hand. */
  capture(captures: Block["captures"], captured: Value[]): void {
    for (let i = 0; i < captures.length; i++) {
      const { from, index } = captures[i]!;
      captured[i] = from === "slot" ? this.frame[index]! : this.captured[index]!;
    }
  }

  /** The machine's calls: the innermost one and those that led there, in at most `most` tasks that wait. */
  trail(most = Number.POSITIVE_INFINITY): readonly TrailEntry[] {
    const outer: Frames[] = [];
    for (let { parent } = this.task; parent !== undefined && outer.length < most; parent = parent.parent)
      outer.push(parent.frames);
    return trailOf(this, outer);
  }

  /** The stacks as they are, not copied. */
  save(): Frames {
    const { stack, top, block, pc, frame, captured, blocks, pcs, frames, capturedBy, sites, site } = this;
    return { stack, top, block, pc, frame, captured, blocks, pcs, frames, capturedBy, sites, site };
  }

  load(at: Frames): void {
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
}
