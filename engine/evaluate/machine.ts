// The instrumented machine: what each instruction does, and counts. Recursion has any depth; see runner.ts.
import { unreachable } from "../base/unreachable.ts";
import { Late } from "../base/watch.ts";
import type { Counters } from "../core/events/counters.ts";
import type { Content, JobId, StoreId } from "../core/events/events.ts";
import { ScalarMistake } from "../core/scalars/mistake.ts";
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
} from "../core/values/values.ts";
import { isUsersText } from "../source/span.ts";
import type { Block, Code, DualCode, GlobalCode, Instr } from "./code/code.ts";
import { Backpropagation } from "./operations/backpropagation.ts";
import { matches } from "./operations/matching.ts";
import type { PrimState } from "./operations/prim-state.ts";
import { runOp, runPartial, runTracedOp } from "./operations/run-op.ts";
import { modified, runPrim } from "./operations/run-prim.ts";
import { type MachineOptions, Runner } from "./runner.ts";
import { chained, plainReal } from "./scalars/forward-op.ts";
import type { Tracer } from "./scalars/tracer.ts";
import { type Frames, newFrames } from "./tasks/frames.ts";
import { isWithin, type Task, type Tasks } from "./tasks/tasks.ts";
import { ActiveScalar, Closure, type MutableArray } from "./values/closure.ts";
import { Identities } from "./values/content.ts";

/** Stands for the value of a definition while a task evaluates it. */
class Evaluating {
  readonly task: Task;
  constructor(task: Task) {
    this.task = task;
  }
}

/** The value of a definition, and the last job of the task that evaluated it. */
class Known {
  readonly value: Value;
  readonly tasks: Tasks;
  readonly job: JobId;
  constructor(value: Value, tasks: Tasks, job: JobId) {
    this.value = value;
    this.tasks = tasks;
    this.job = job;
  }
}

/** A machine that runs one program, possibly several functions of it one after the other, sharing its values. */
export class Machine extends Runner {
  /** What definitions have given; apart from these, what they have given where Reals are plain in a traced run. */
  private readonly known = new Map<GlobalCode, Known | Evaluating>();
  private readonly knownPlain = new Map<GlobalCode, Known | Evaluating>();
  private readonly tracer: Tracer | undefined;
  private readonly functions = new Map<GlobalCode, Closure>();
  private readonly backpropagation: Backpropagation;
  private readonly state: PrimState;
  private readonly code: Code;

  constructor(code: Code, options: MachineOptions = {}) {
    super(options);
    this.code = code;
    this.tracer = options.tracer;
    const { observer, watch } = this;
    const identities = new Identities(options.keepStores === true, watch);
    this.backpropagation = new Backpropagation(identities, observer, options.tellClosures === true);
    this.state = { zero: undefined, backpropagation: this.backpropagation, identities, observer, watch };
  }

  /** The entry of the program as a function value. */
  get entry(): Value {
    return this.functionValue(this.code.entry);
  }

  /** How many scalars have got a number so far. */
  get scalarCount(): number {
    return this.backpropagation.scalars;
  }

  private get values(): Map<GlobalCode, Known | Evaluating> {
    return this.tracer === undefined || this.tracer.isOn ? this.known : this.knownPlain;
  }

  private functionValue(global: GlobalCode): Closure {
    let closure = this.functions.get(global);
    if (closure === undefined) {
      closure = new Closure(global.block, []);
      this.functions.set(global, closure);
    }
    return closure;
  }

  /** What every map and array of the run holds now, where they are kept. */
  stores(): ReadonlyMap<StoreId, ReadonlyMap<number, Content>> {
    const { identities } = this.state;
    return new Map([...(identities.kept ?? [])].map(([id, store]) => [id, identities.held(store)]));
  }

  /** Starts to count afresh; gives the counts so far. */
  override beginPhase(): Counters {
    this.backpropagation.beginPhase();
    return super.beginPhase();
  }

  /** Numbers scalars from 0 again: another pass of its own begins. */
  beginPass(): void {
    this.backpropagation.scalars = 0;
  }

  protected called(fn: Closure, argument: Value, depth: number): void {
    if (fn.number >= 0) return this.backpropagation.callFunction(fn, argument, depth, this.counters);
    const { means } = fn.block;
    if (means === undefined) return;
    if (means.visit) this.counters.nodesVisited++;
    if (means.call) this.backpropagation.callData(argument, depth, this.counters);
    if (means.resolve) this.backpropagation.beginResolving();
  }

  protected returned(depth: number): void {
    this.backpropagation.returned(depth);
  }

  protected *held(): Iterable<Value> {
    for (const known of this.values.values()) if (known instanceof Known) yield known.value;
  }

  protected step(at: Exclude<Instr, { tag: "return" }>): void {
    const { stack, counters } = this;
    switch (at.tag) {
      case "const":
        counters.steps++;
        stack[this.top++] = at.value;
        return;
      case "literal":
        counters.steps++;
        stack[this.top++] = this.tracer?.isOn ? this.tracer.constant(at.value, at.span) : at.value;
        return;
      case "plain":
        if (at.begins) this.tracer?.suspend();
        else this.tracer?.resume();
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
        return this.keep(at.global, stack[this.top - 1]!, this.givenBy);
      case "once-enter":
        return this.enterOnce(at.global);
      case "once-keep":
        return this.keep(at.global, (stack[this.top - 1] as readonly Value[])[0]!, this.task.job);
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
        if (!matches(at.matcher, stack[--this.top]!, this.frame)) noMatch("this pattern does not match the value");
        return;
      case "param":
        if (!matches(at.matcher, this.frame[0]!, this.frame))
          noMatch("the parameter's pattern does not match the argument");
        return;
      case "case": {
        counters.steps++;
        const value = stack[--this.top]!;
        const { matchers } = at;
        for (let i = 0; i < matchers.length; i++) {
          if (!matches(matchers[i]!, value, this.frame)) continue;
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
        if (at.span !== undefined && isUsersText(at.span.source)) this.site = { name: this.block!.name, span: at.span };
        this.top -= 2;
        return this.enter(stack[this.top] as Closure, stack[this.top + 1]!);
      case "op":
        // the step counts once it is done: the run may be paused before it
        if (this.tracer?.isOn) this.top = runTracedOp(at, stack, this.top, this.tracer);
        else this.top = runOp(at.op, at.arity, stack, this.top);
        counters.steps++;
        return;
      case "partial":
        counters.steps++;
        this.top = runPartial(at, stack, this.top);
        return;
      case "custom":
        counters.steps++;
        return this.custom(at.custom);
      case "custom-done":
        return this.customDone(at);
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
        stack[this.top - 1] = (stack[this.top - 1] as number) * partial;
        return;
      }
      case "prim":
        counters.steps++;
        if (at.prim === "modify") return this.modify();
        if (at.prim === "thisJob") return this.push(this.task.job);
        this.top = runPrim(at, stack, this.top, this.state, counters);
        return;
      case "modify-done": {
        const [index, array, value] = this.pop(3) as [number, MutableArray, Value];
        return this.push(modified(array, index, value, this.state, counters));
      }
      case "fork":
        return this.fork(
          at.parts.map((part) => this.closure(part)),
          false,
          at.span,
        );
      case "fork-list":
        return this.fork(listItems(stack[--this.top]!, this.watch) as Closure[], true, at.span);
      default:
        return unreachable(at);
    }
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

  private force(global: GlobalCode): void {
    const value = this.values.get(global);
    if (value instanceof Evaluating) return this.waitFor(global, value);
    this.counters.steps++;
    if (value !== undefined) {
      this.pc++;
      return this.use(value);
    }
    const frame = new Array<Value>(global.block.slots);
    frame[0] = UNIT_VALUE;
    this.evaluate(global, { ...newFrames(), block: global.block, frame });
  }

  /** A task of its own evaluates a definition from these frames on. */
  private evaluate(global: GlobalCode, frames: Frames): void {
    this.values.set(global, new Evaluating(this.define(global.name, frames, global.span)));
  }

  private use({ value, tasks, job }: Known): void {
    if (tasks === this.tasks) this.tasks.uses(this.task, job);
    this.push(value);
  }

  /** A remembered value of the monad: given back with the state as it is. */
  private enterOnce(global: GlobalCode): void {
    const value = this.values.get(global);
    if (value instanceof Evaluating) return this.waitFor(global, value);
    const block = this.block!;
    // the block's last instruction returns
    const end = block.code.length - 1;
    if (value === undefined) {
      const { pc, frame, captured } = this;
      this.pc = end;
      return this.evaluate(global, { ...newFrames(), block, pc, frame, captured });
    }
    const state = this.frame[0]!;
    this.use(value);
    this.push([this.pop(1)[0]!, state]);
    this.pc = end;
  }

  /** Another task evaluates the definition: this one tries again when it is done. */
  private waitFor(global: GlobalCode, { task }: Evaluating): void {
    if (isWithin(this.task, task))
      throw new ScalarMistake("value-cycle", `the definition \`${global.name}\` needs its own value`, global.span);
    this.pc--;
    this.wait(global);
  }

  private keep(global: GlobalCode, value: Value, job: JobId): void {
    this.values.set(global, new Known(value, this.tasks, job));
    this.tasks.wake(global);
  }

  /** ⟨x, d⟩: the scalar x gets its number, and d becomes its backpropagator. */
  private pair(code: DualCode): void {
    this.counters.steps++;
    const [primal, dual] = this.pop(2) as [Value, Value];
    this.backpropagation.pair(primal as number, dual, code, this.tasks, this.task.job, this.counters);
    this.push([primal, dual]);
  }

  /** Calls a function with what a cell of an array holds; under its call stays where the result goes. */
  private modify(): void {
    const [index, fn, array] = this.pop(3) as [number, Closure, MutableArray];
    this.push(index);
    this.push(array);
    this.counters.cellsRead++;
    this.suspend();
    this.enter(fn, array.items[index]!);
  }

  /** Calls a custom op on plain numbers; under it stays what {@link customDone} needs for forward mode. */
  private custom(custom: { readonly arity: number; readonly value: Block }): void {
    const args = this.pop(custom.arity);
    const plain = args.map(plainReal);
    this.push(args);
    this.tracer?.suspend();
    this.suspend();
    this.enter(new Closure(custom.value, []), plain.length === 1 ? plain[0]! : plain);
  }

  private customDone({ custom, span }: Extract<Instr, { readonly tag: "custom-done" }>): void {
    // the stack stays as it is until there is a result: the run may be paused before it
    const value = this.stack[this.top - 1] as number;
    const args = this.stack[this.top - 2] as readonly Value[];
    let result: Value = value;
    this.tracer?.resume();
    if (this.tracer?.isOn) {
      const plain = args.map(plainReal);
      const partial = (index: number) => this.runPlain(custom.partials[index]!, plain);
      result = this.tracer.operation(value, args, partial, { op: custom.name, span });
    } else if (args.some((arg) => arg instanceof ActiveScalar)) {
      // active scalars need the partials now: a machine of its own runs them
      const plain = args.map(plainReal);
      result = chained(value, args, (index) => this.runPlain(custom.partials[index]!, plain));
    }
    this.top -= 2;
    this.push(result);
  }

  private runPlain(block: Block, args: readonly number[]): number {
    const budget = { ...this.budget, steps: this.budget.steps - this.stepsSoFar };
    const machine = new Machine(this.code, { budget });
    machine.start(new Closure(block, []), args.length === 1 ? args[0]! : args);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    this.counters.steps += machine.counters.steps;
    if (outcome.tag === "late") throw new Late();
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
