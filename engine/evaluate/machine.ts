// The instrumented machine: a loop over code with explicit stacks. Any depth; it can be paused, stopped and budgeted.
import { internal, unreachable } from "../base/unreachable.ts";
import { type Counters, newCounters } from "../core/counters.ts";
import type { Observer, ScalarNumber } from "../core/events.ts";
import { type Op, ScalarMistake } from "../core/ops.ts";
import { ValueTooLarge } from "../core/shape.ts";
import {
  ArrayValue,
  cons,
  DataValue,
  FALSE_VALUE,
  listItems,
  NIL_VALUE,
  TRUE_VALUE,
  UNIT_VALUE,
  type Value,
} from "../core/values.ts";
import type { Span } from "../source/span.ts";
import { type Budget, DEFAULT_BUDGET, memoryInUse, type Outcome, type TrailEntry } from "./budget.ts";
import { Closure, ForwardScalar, Iteration } from "./closure.ts";
import type { Block, Code, GlobalCode, Instr, Matcher } from "./code.ts";
import { forwardOp, plainReal } from "./forward-op.ts";
import { BYTES_PER_OBJECT, countReachable } from "./reachable.ts";
import { runPrim, type ZeroCell } from "./run-prim.ts";

/** Instructions between two looks at the budget. */
const SLICE = 20_000;
/** How many calls a trail names. */
const LONGEST_TRAIL = 12;

const EVALUATING = Symbol("evaluating");

/** A machine that runs one program, possibly several functions of it one after the other, sharing its values. */
export class Machine {
  /** The counts of the phase at hand; replaced by {@link beginPhase}. */
  counters: Counters = newCounters();
  private stack: Value[] = [];
  private top = 0;
  private block: Block | undefined;
  private pc = 0;
  private frame: Value[] = [];
  private captured: readonly Value[] = [];
  private readonly blocks: Block[] = [];
  private readonly pcs: number[] = [];
  private readonly frames: Value[][] = [];
  private readonly capturedBy: (readonly Value[])[] = [];
  /** For each call under way: the last tail call of the user's that led to it, if one did. */
  private readonly sites: (TrailEntry | undefined)[] = [];
  private site: TrailEntry | undefined;
  private readonly values = new Map<GlobalCode, Value | typeof EVALUATING>();
  private readonly functions = new Map<GlobalCode, Closure>();
  private scalars = 0;
  private readonly zero: ZeroCell = { value: undefined };
  private totalSteps = 0;
  /** The steps at which to count what is held, where the platform does not tell. */
  private nextCount: number;
  private readonly code: Code;
  private readonly budget: Budget;
  private readonly observer: Observer | undefined;

  constructor(code: Code, budget: Budget = DEFAULT_BUDGET, observer?: Observer) {
    this.code = code;
    this.budget = budget;
    this.observer = observer;
    this.nextCount = budget.bytes / BYTES_PER_OBJECT;
  }

  /** The entry of the program as a function value. */
  get entry(): Value {
    return this.functionValue(this.code.entry);
  }

  /** How many scalars have got a number so far. */
  get scalarCount(): number {
    return this.scalars;
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
    return before;
  }

  /** Prepares the call of a function value; {@link run} then does it. */
  start(fn: Value, argument: Value): void {
    if (!(fn instanceof Closure)) internal("what is called is no function");
    this.top = 0;
    this.block = undefined;
    this.site = undefined;
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
    for (let i = this.blocks.length - 1; i >= 0 && trail.length < LONGEST_TRAIL; i--) {
      const block = this.blocks[i]!;
      trail.push({ name: block.name, span: block.code[this.pcs[i]! - 1]?.span });
      const site = this.sites[i];
      if (site !== undefined) trail.push(site);
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
    if (this.blocks.length > this.budget.depth) return "depth";
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
    for (const value of this.values.values()) if (value !== EVALUATING) yield value as Value;
  }

  private enter(fn: Closure, argument: Value): void {
    if (fn.number >= 0) this.countCall(fn, argument);
    this.block = fn.block;
    this.captured = fn.captured;
    this.frame = new Array(fn.block.slots);
    this.frame[0] = argument;
    this.pc = 0;
  }

  private countCall(fn: Closure, argument: Value): void {
    const { counters } = this;
    counters.backpropagatorCalls++;
    // the hot entry of the one-hot that the call makes; its zeros are counted where they are made
    if (fn.input) counters.oneHotScalars++;
    fn.calls++;
    if (fn.calls > counters.mostCallsOfOne) counters.mostCallsOfOne = fn.calls;
    this.observer?.({
      tag: "call",
      number: fn.number as ScalarNumber,
      cotangent: argument as number,
      call: fn.calls,
      span: undefined,
    });
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
          if (block === undefined) return this.finish();
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

  private finish(): Outcome {
    this.block = undefined;
    const value = this.stack[0]!;
    this.top = 0;
    return { tag: "done", value };
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
        this.values.set(at.global, stack[this.top - 1]!);
        return;
      case "once-enter":
        return this.enterOnce(at.global);
      case "once-keep":
        this.values.set(at.global, (stack[this.top - 1] as readonly Value[])[0]!);
        return;
      case "tuple":
        counters.steps++;
        return this.push(this.pop(at.size));
      case "dual":
        return this.pair(at.input, at.span);
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
        this.top = runPrim(at.prim, at.shape, stack, this.top, this.zero, counters, this.observer);
        return;
      case "fork-list":
        counters.steps++;
        stack[this.top - 1] = new Iteration(listItems(stack[this.top - 1]!));
        return;
      case "fork-next": {
        const iteration = stack[this.top - 1] as Iteration;
        const thunk = iteration.thunks[iteration.results.length];
        if (thunk === undefined) {
          this.pc = at.done;
          let list: Value = NIL_VALUE;
          for (let i = iteration.results.length - 1; i >= 0; i--) list = cons(iteration.results[i]!, list);
          stack[this.top - 1] = list;
          return;
        }
        this.suspend();
        return this.enter(thunk as Closure, UNIT_VALUE);
      }
      case "fork-keep": {
        const result = stack[--this.top]!;
        (stack[this.top - 1] as Iteration).results.push(result);
        this.pc = at.loop;
        return;
      }
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
    this.counters.steps++;
    const value = this.values.get(global);
    if (value === EVALUATING)
      throw new ScalarMistake("value-cycle", `the definition \`${global.name}\` needs its own value`, global.span);
    if (value !== undefined) {
      this.pc++;
      return this.push(value as Value);
    }
    this.values.set(global, EVALUATING);
    this.suspend();
    this.enter(new Closure(global.block, []), UNIT_VALUE);
  }

  /** A remembered value of the monad: given back with the state as it is. */
  private enterOnce(global: GlobalCode): void {
    const value = this.values.get(global);
    if (value === EVALUATING) {
      throw new ScalarMistake("value-cycle", `the definition \`${global.name}\` needs its own value`, global.span);
    }
    if (value === undefined) {
      this.values.set(global, EVALUATING);
      return;
    }
    this.push([value as Value, this.frame[0]!]);
    // the block's last instruction returns
    this.pc = this.block!.code.length - 1;
  }

  /** ⟨x, d⟩: the scalar x gets the next number, and d, if it is a function without one, becomes its backpropagator. */
  private pair(input: boolean, span: Span | undefined): void {
    const [primal, dual] = this.pop(2) as [Value, Value];
    this.counters.steps++;
    // from linear factoring on, the function stands beside its ID
    const back = Array.isArray(dual) ? (dual as readonly Value[])[1] : dual;
    if (!(back instanceof Closure) || back.number < 0) {
      const number = this.scalars++;
      if (back instanceof Closure) {
        back.number = number;
        back.input = input;
        this.counters.backpropagatorsCreated++;
      }
      this.observer?.({ tag: "scalar", number: number as ScalarNumber, value: primal as number, span });
    }
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
    const machine = new Machine(this.code, { ...this.budget, steps: this.budget.steps - this.stepsSoFar });
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

function noMatch(message: string): never {
  throw new ScalarMistake("no-match", message);
}
