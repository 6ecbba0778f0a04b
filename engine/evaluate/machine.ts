// The instrumented machine: a loop over code with explicit stacks. Any depth; it can be paused, stopped and budgeted.
import { internal, unreachable } from "../base/unreachable.ts";
import { type Counters, costOf, newCounters } from "../core/counters.ts";
import type { Observer } from "../core/events.ts";
import { type Op, ScalarMistake } from "../core/ops.ts";
import { ValueTooLarge } from "../core/shape.ts";
import {
  ArrayValue,
  cons,
  DataValue,
  FALSE_VALUE,
  listItems,
  listValue,
  NIL_VALUE,
  TRUE_VALUE,
  UNIT_VALUE,
  type Value,
} from "../core/values.ts";
import type { Span } from "../source/span.ts";
import { Backpropagation } from "./backpropagation.ts";
import { type Budget, DEFAULT_BUDGET, memoryInUse, type Outcome, type TrailEntry } from "./budget.ts";
import { Closure, ForwardScalar } from "./closure.ts";
import type { Block, Code, DualCode, GlobalCode, Instr, Matcher } from "./code.ts";
import { Identities } from "./content.ts";
import { forwardOp, plainReal } from "./forward-op.ts";
import type { PrimState } from "./prim-state.ts";
import { BYTES_PER_OBJECT, countReachable } from "./reachable.ts";
import { runPrim } from "./run-prim.ts";
import { type Frames, isWithin, type Job, newFrames, type Schedule, SEQUENTIAL, type Task, Tasks } from "./tasks.ts";

/** Instructions between two looks at the budget. */
const SLICE = 20_000;
/** How many calls a trail names. */
const LONGEST_TRAIL = 12;

/** Stands for the value of a definition while a task evaluates it. */
class Evaluating {
  readonly task: Task;
  constructor(task: Task) {
    this.task = task;
  }
}

/** What a machine is given beside its code. */
export interface MachineOptions {
  readonly budget?: Budget | undefined;
  readonly observer?: Observer | undefined;
  /** In which order independent jobs run; one after the other if left out. */
  readonly schedule?: Schedule | undefined;
}

/** A machine that runs one program, possibly several functions of it one after the other, sharing its values. */
export class Machine {
  /** The counts of the phase at hand; replaced by {@link beginPhase}. */
  counters: Counters = newCounters();
  private tasks: Tasks;
  /** The task that runs; where it stands is in the fields below. */
  private task: Task;
  private stack: Value[] = [];
  private top = 0;
  private block: Block | undefined;
  private pc = 0;
  private frame: Value[] = [];
  private captured: readonly Value[] = [];
  private blocks: Block[] = [];
  private pcs: number[] = [];
  private frames: Value[][] = [];
  private capturedBy: (readonly Value[])[] = [];
  private sites: (TrailEntry | undefined)[] = [];
  private site: TrailEntry | undefined;
  private readonly values = new Map<GlobalCode, Value | Evaluating>();
  private readonly functions = new Map<GlobalCode, Closure>();
  private readonly backpropagation: Backpropagation;
  private readonly state: PrimState;
  /** The cost when the job at hand began. */
  private costBefore = 0;
  private totalSteps = 0;
  /** The steps at which to count what is held, where the platform does not tell. */
  private nextCount: number;
  private readonly code: Code;
  private readonly budget: Budget;
  private readonly observer: Observer | undefined;
  private readonly schedule: Schedule;

  constructor(code: Code, { budget = DEFAULT_BUDGET, observer, schedule = SEQUENTIAL }: MachineOptions = {}) {
    this.code = code;
    this.budget = budget;
    this.observer = observer;
    this.schedule = schedule;
    this.nextCount = budget.bytes / BYTES_PER_OBJECT;
    const identities = new Identities();
    this.backpropagation = new Backpropagation(identities, observer);
    this.state = { zero: undefined, occupied: 0, identities, observer };
    this.tasks = new Tasks(schedule, observer);
    this.task = this.tasks.root;
  }

  /** The entry of the program as a function value. */
  get entry(): Value {
    return this.functionValue(this.code.entry);
  }

  /** How many scalars have got a number so far. */
  get scalarCount(): number {
    return this.backpropagation.scalars;
  }

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
    this.tasks = new Tasks(this.schedule, this.observer);
    this.task = this.tasks.root;
    this.costBefore = costOf(this.counters);
    this.load(newFrames());
    this.enter(fn, argument);
  }

  /** Runs about so many instructions, or to the end. The outcome `paused` can be run on. */
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
    const trail: TrailEntry[] = [];
    const at = this.block?.code[this.pc];
    if (this.block !== undefined) trail.push({ name: this.block.name, span: at?.span });
    if (this.site !== undefined) trail.push(this.site);
    addCalls({ blocks: this.blocks, pcs: this.pcs, sites: this.sites }, trail);
    for (let task = this.task.parent; task !== undefined; task = task.parent) {
      const { block, pc, site } = task.frames;
      // a part of a tuple belongs to the function that forks: that is told once
      if (block !== undefined && block.name !== trail.at(-1)?.name && trail.length < LONGEST_TRAIL)
        trail.push({ name: block.name, span: block.code[pc - 1]?.span });
      if (site !== undefined) trail.push(site);
      addCalls(task.frames, trail);
    }
    return trail;
  }

  private checkBudget(): Outcome | undefined {
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
    for (let i = 0; i < this.top; i++) yield this.stack[i];
    yield* this.frame;
    yield* this.captured;
    for (const frame of this.frames) yield frame;
    for (const captured of this.capturedBy) yield captured;
    for (const task of this.tasks.waiting()) {
      yield task.frames.stack;
      yield task.frames.frame;
      yield task.frames.captured;
      for (const frame of task.frames.frames) yield frame;
      for (const captured of task.frames.capturedBy) yield captured;
    }
    for (const value of this.values.values()) if (!(value instanceof Evaluating)) yield value;
  }

  private enter(fn: Closure, argument: Value): void {
    if (fn.number >= 0) this.backpropagation.callFunction(fn, argument, this.blocks.length, this.counters);
    else if (fn.block.calls) this.backpropagation.callData(argument, this.blocks.length, this.counters);
    this.block = fn.block;
    this.captured = fn.captured;
    this.frame = new Array(fn.block.slots);
    this.frame[0] = argument;
    this.pc = 0;
  }

  private suspend(): void {
    this.blocks.push(this.block!);
    this.pcs.push(this.pc);
    this.frames.push(this.frame);
    this.capturedBy.push(this.captured);
    this.sites.push(this.site);
    this.site = undefined;
  }

  private functionValue(global: GlobalCode): Closure {
    let closure = this.functions.get(global);
    if (closure === undefined) {
      closure = new Closure(global.block, []);
      this.functions.set(global, closure);
    }
    return closure;
  }

  private slice(instructions: number): Outcome | undefined {
    let at: Instr | undefined;
    try {
      for (let left = instructions; left > 0; left--) {
        at = this.block!.code[this.pc++]!;
        if (at.tag === "return") {
          const block = this.blocks.pop();
          if (this.observer !== undefined) this.backpropagation.returned(this.blocks.length);
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
      if (error instanceof ValueTooLarge) {
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

  /** The task at hand forks: its parts run as tasks, and it goes on when they have joined. */
  private fork(thunks: readonly Closure[], isList: boolean, span: Span | undefined): void {
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
    const { fork } = task;
    if (fork === undefined) return;
    task.fork = undefined;
    this.push(fork.isList ? listValue(fork.results) : fork.results);
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

  private step(at: Exclude<Instr, { tag: "return" }>): void {
    const { stack, counters } = this;
    switch (at.tag) {
      case "const":
        counters.steps++;
        stack[this.top++] = at.value;
        return;
      case "slot":
        counters.steps++;
        stack[this.top++] = this.frame[at.index]!;
        return;
      case "captured":
        counters.steps++;
        stack[this.top++] = this.captured[at.index]!;
        return;
      case "function":
        counters.steps++;
        stack[this.top++] = this.functionValue(at.global);
        return;
      case "force":
        return this.force(at.global);
      case "keep":
        return this.keep(at.global, stack[this.top - 1]!);
      case "once-enter":
        return this.enterOnce(at.global);
      case "once-keep":
        return this.keep(at.global, (stack[this.top - 1] as readonly Value[])[0]!);
      case "tuple":
        counters.steps++;
        return this.push(this.pop(at.size));
      case "dual":
        return this.pair(at);
      case "component":
        counters.steps++;
        stack[this.top - 1] = (stack[this.top - 1] as readonly Value[])[at.index]!;
        return;
      case "field":
        counters.steps++;
        stack[this.top - 1] = (stack[this.top - 1] as DataValue).fields[at.index]!;
        return;
      case "con":
        counters.steps++;
        return this.push(at.size === 0 ? constant(at.con) : new DataValue(at.con, this.pop(at.size)));
      case "list": {
        counters.steps += Math.max(1, at.size);
        let list: Value = at.tail ? stack[--this.top]! : NIL_VALUE;
        for (let i = 0; i < at.size; i++) list = cons(stack[--this.top]!, list);
        return this.push(list);
      }
      case "array":
        counters.steps += Math.max(1, at.size);
        return this.push(new ArrayValue(this.pop(at.size)));
      case "closure":
        counters.steps++;
        return this.push(this.closure(at.block));
      case "letrec": {
        counters.steps++;
        const closures = at.blocks.map((block) => new Closure(block, []));
        closures.forEach((closure, index) => {
          this.frame[at.slots[index]!] = closure;
        });
        for (const closure of closures) this.capture(closure);
        return;
      }
      case "bind":
        counters.steps++;
        if (!this.matches(at.matcher, stack[--this.top]!)) noMatch("this pattern does not match the value");
        return;
      case "param":
        if (!this.matches(at.matcher, this.frame[0]!)) noMatch("the parameter's pattern does not match the argument");
        return;
      case "case": {
        counters.steps++;
        const value = stack[--this.top]!;
        const { matchers } = at;
        for (let i = 0; i < matchers.length; i++) {
          if (!this.matches(matchers[i]!, value)) continue;
          this.pc = at.targets[i]!;
          return;
        }
        return noMatch("no branch of this `case` matches the value");
      }
      case "jump":
        this.pc = at.target;
        return;
      case "call":
        counters.steps++;
        this.suspend();
        this.top -= 2;
        return this.enter(stack[this.top] as Closure, stack[this.top + 1]!);
      case "tail-call":
        counters.steps++;
        if (at.span?.source === "<program>") this.site = { name: this.block!.name, span: at.span };
        this.top -= 2;
        return this.enter(stack[this.top] as Closure, stack[this.top + 1]!);
      case "op":
        counters.steps++;
        return this.operate(at.op, at.arity);
      case "partial":
        return this.partial(at);
      case "custom":
        counters.steps++;
        return this.custom(at.custom);
      case "custom-done":
        return this.customDone(at.custom);
      case "custom-partial": {
        counters.steps++;
        const cotangent = stack[--this.top]!;
        const args = this.pop(at.custom.arity);
        this.push(cotangent);
        this.suspend();
        return this.enter(new Closure(at.custom.partials[at.index]!, []), args.length === 1 ? args[0]! : args);
      }
      case "scale": {
        const partial = stack[--this.top] as number;
        const factor = stack[this.top - 1] as number;
        stack[this.top - 1] = at.isForward && factor === 0 ? 0 : factor * partial;
        return;
      }
      case "prim":
        counters.steps++;
        this.top = runPrim(at.prim, at.shape, stack, this.top, this.state, counters);
        return;
      case "fork":
        return this.fork(
          at.parts.map((part) => this.closure(part)),
          false,
          at.span,
        );
      case "fork-list":
        return this.fork(listItems(stack[--this.top]!) as Closure[], true, at.span);
      default:
        return unreachable(at);
    }
  }

  private push(value: Value): void {
    this.stack[this.top++] = value;
  }

  /** Takes the topmost values off the operand stack, the deepest first. */
  private pop(size: number): Value[] {
    this.top -= size;
    return this.stack.slice(this.top, this.top + size);
  }

  private closure(block: Block): Closure {
    const closure = new Closure(block, []);
    this.capture(closure);
    return closure;
  }

  private capture(closure: Closure): void {
    for (const { from, index } of closure.block.captures) {
      closure.captured.push(from === "slot" ? this.frame[index]! : this.captured[index]!);
    }
  }

  private matches(matcher: Matcher, value: Value): boolean {
    switch (matcher.tag) {
      case "slot":
        this.frame[matcher.slot] = value;
        return true;
      case "any":
        return true;
      case "number":
        return plainReal(value) === matcher.value;
      case "tuple": {
        const { items } = matcher;
        for (let i = 0; i < items.length; i++)
          if (!this.matches(items[i]!, (value as readonly Value[])[i]!)) return false;
        return true;
      }
      case "con": {
        const data = value as DataValue;
        if (data.con !== matcher.con) return false;
        const { args } = matcher;
        for (let i = 0; i < args.length; i++) if (!this.matches(args[i]!, data.fields[i]!)) return false;
        return true;
      }
    }
  }

  private force(global: GlobalCode): void {
    const value = this.values.get(global);
    if (value instanceof Evaluating) return this.waitFor(global, value);
    this.counters.steps++;
    if (value !== undefined) {
      this.pc++;
      return this.push(value);
    }
    this.values.set(global, new Evaluating(this.task));
    this.suspend();
    this.enter(new Closure(global.block, []), UNIT_VALUE);
  }

  /** A remembered value of the monad: given back with the state as it is. */
  private enterOnce(global: GlobalCode): void {
    const value = this.values.get(global);
    if (value instanceof Evaluating) return this.waitFor(global, value);
    if (value === undefined) {
      this.values.set(global, new Evaluating(this.task));
      return;
    }
    this.push([value, this.frame[0]!]);
    // the block's last instruction returns
    this.pc = this.block!.code.length - 1;
  }

  /** Another task evaluates the definition: this one tries again when it is done. */
  private waitFor(global: GlobalCode, { task }: Evaluating): void {
    if (isWithin(this.task, task))
      throw new ScalarMistake("value-cycle", `the definition \`${global.name}\` needs its own value`, global.span);
    this.pc--;
    this.chargeJob();
    this.task.frames = this.save();
    this.tasks.block(this.task, global);
    this.switchTask();
  }

  private keep(global: GlobalCode, value: Value): void {
    this.values.set(global, value);
    this.tasks.wake(global);
  }

  /** ⟨x, d⟩: the scalar x gets its number, and d becomes its backpropagator. */
  private pair(code: DualCode): void {
    this.counters.steps++;
    const [primal, dual] = this.pop(2) as [Value, Value];
    this.backpropagation.pair(primal as number, dual, code, this.counters);
    this.push([primal, dual]);
  }

  private operate(op: Op, arity: number): void {
    const { stack } = this;
    let result: Value;
    if (arity === 1) {
      const x = stack[--this.top]!;
      result = typeof x === "number" ? op.value(x) : forwardOp(op, [x]);
    } else {
      const y = stack[--this.top]!;
      const x = stack[--this.top]!;
      result = typeof x === "number" && typeof y === "number" ? op.value(x, y) : forwardOp(op, [x, y]);
    }
    stack[this.top++] = op.result === "Bool" ? (result === 0 ? FALSE_VALUE : TRUE_VALUE) : result;
  }

  private partial({ op, index, arity, isForward }: Extract<Instr, { tag: "partial" }>): void {
    this.counters.steps++;
    const cotangent = this.stack[--this.top] as number;
    const args = this.pop(arity) as number[];
    const partial = op.partials[index] ?? internal("an operation has no such partial", op.symbol, index);
    // a tangent that is 0 stays 0, whatever the partial: forward mode takes it for an argument that does not move
    this.push(isForward && cotangent === 0 ? 0 : partial(...args) * cotangent);
  }

  /** Calls a custom op on plain numbers; under it stays what {@link customDone} needs for forward mode. */
  private custom(custom: { readonly arity: number; readonly value: Block }): void {
    const args = this.pop(custom.arity);
    const plain = args.map(plainReal);
    this.push(args);
    this.suspend();
    this.enter(new Closure(custom.value, []), plain.length === 1 ? plain[0]! : plain);
  }

  private customDone(custom: { readonly arity: number; readonly partials: readonly Block[] }): void {
    const value = this.stack[--this.top] as number;
    const args = this.stack[--this.top] as readonly Value[];
    let result: Value = value;
    if (args.some((arg) => arg instanceof ForwardScalar)) {
      // the oracle needs the partials now: a machine of its own runs them
      const plain = args.map(plainReal);
      let tangent = 0;
      args.forEach((arg, index) => {
        if (arg instanceof ForwardScalar) tangent += this.runPlain(custom.partials[index]!, plain) * arg.tangent;
      });
      result = new ForwardScalar(value, tangent);
    }
    this.push(result);
  }

  private runPlain(block: Block, args: readonly number[]): number {
    const budget = { ...this.budget, steps: this.budget.steps - this.stepsSoFar };
    const machine = new Machine(this.code, { budget });
    machine.start(new Closure(block, []), args.length === 1 ? args[0]! : args);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    this.counters.steps += machine.counters.steps;
    if (outcome.tag === "mistake") throw new ScalarMistake(outcome.kind, outcome.message);
    return outcome.tag === "done" ? (outcome.value as number) : Number.NaN;
  }
}

const CONSTANTS = new Map<string, DataValue>([
  ["True", TRUE_VALUE],
  ["False", FALSE_VALUE],
  ["[]", NIL_VALUE],
]);

/** The one value of a constructor without fields. */
function constant(con: string): DataValue {
  let value = CONSTANTS.get(con);
  if (value === undefined) {
    value = new DataValue(con, []);
    CONSTANTS.set(con, value);
  }
  return value;
}

/** Adds the calls that wait to a trail, the innermost first. */
function addCalls({ blocks, pcs, sites }: Pick<Frames, "blocks" | "pcs" | "sites">, trail: TrailEntry[]): void {
  for (let i = blocks.length - 1; i >= 0 && trail.length < LONGEST_TRAIL; i--) {
    const block = blocks[i]!;
    trail.push({ name: block.name, span: block.code[pcs[i]! - 1]?.span });
    const site = sites[i];
    if (site !== undefined) trail.push(site);
  }
}

function noMatch(message: string): never {
  throw new ScalarMistake("no-match", message);
}
