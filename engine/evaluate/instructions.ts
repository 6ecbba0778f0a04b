// The instructions of the machine: what each does, and counts.
import { unreachable } from "../base/unreachable.ts";
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
import { ScalarMistake } from "../scalars/mistake.ts";
import { isUsersText, type Span } from "../source/span.ts";
import type { CustomCode, DualCode, Instr } from "./code/code.ts";
import { enterOnce, force, keep } from "./definitions.ts";
import type { CallsOfRun } from "./operations/calls.ts";
import { matches } from "./operations/matching.ts";
import { runNative } from "./operations/run-native.ts";
import { runOp, runPartial, runTracedOp } from "./operations/run-op.ts";
import { modified, runPrim } from "./operations/run-prim.ts";
import { beginPass, endPass, operateInPass } from "./passes.ts";
import { chained, plainReal } from "./scalars/forward-op.ts";
import { isInPass, operateOwn } from "./scalars/passes.ts";
import type { MachineState } from "./state.ts";
import { fork } from "./switching.ts";
import { ActiveScalar, Closure, type MutableArray } from "./values/closure.ts";

/** Does one instruction. Returning is the run's own: there may be no call to return to. */
export function step(state: MachineState, at: Exclude<Instr, { tag: "return" }>): void {
  const { stack, counters } = state;
  switch (at.tag) {
    case "const":
      counters.steps++;
      stack[state.top++] = at.value;
      return;
    case "literal":
      counters.steps++;
      if (state.tracer?.isOn) {
        stack[state.top++] = state.tracer.constant(at.value, at.span);
        state.noteScalar();
      } else stack[state.top++] = at.value;
      return;
    case "plain":
      if (at.begins) state.tracer?.suspend();
      else state.tracer?.resume();
      return;
    case "slot":
      counters.steps++;
      stack[state.top++] = state.frame[at.index]!;
      return;
    case "captured":
      counters.steps++;
      stack[state.top++] = state.captured[at.index]!;
      return;
    case "function":
      counters.steps++;
      stack[state.top++] = state.functionValue(at.global);
      return;
    case "force":
      return force(state, at.global);
    case "keep":
      return keep(state, at.global, stack[state.top - 1]!, state.givenBy);
    case "once-enter":
      return enterOnce(state, at.global);
    case "once-keep":
      return keep(state, at.global, (stack[state.top - 1] as readonly Value[])[0]!, state.task.job);
    case "tuple":
      counters.steps++;
      return state.push(state.pop(at.size));
    case "dual":
      return pair(state, at);
    case "born":
      return born(state, at, at.isNumbered);
    case "component":
      counters.steps++;
      stack[state.top - 1] = (stack[state.top - 1] as readonly Value[])[at.index]!;
      return;
    case "field":
      counters.steps++;
      stack[state.top - 1] = (stack[state.top - 1] as DataValue).fields[at.index]!;
      return;
    case "con":
      counters.steps++;
      return state.push(at.size === 0 ? constant(at.con) : new DataValue(at.con, state.pop(at.size)));
    case "list": {
      counters.steps += Math.max(1, at.size);
      let list: Value = at.tail ? stack[--state.top]! : NIL_VALUE;
      for (let i = 0; i < at.size; i++) list = cons(stack[--state.top]!, list);
      return state.push(list);
    }
    case "array":
      counters.steps += Math.max(1, at.size);
      return state.push(new ArrayValue(state.pop(at.size)));
    case "closure":
      counters.steps++;
      return state.push(state.closure(at.block));
    case "letrec": {
      counters.steps++;
      const closures = at.blocks.map((block) => new Closure(block, []));
      closures.forEach((closure, index) => {
        state.frame[at.slots[index]!] = closure;
      });
      for (const closure of closures) state.capture(closure);
      return;
    }
    case "bind":
      counters.steps++;
      if (!matches(at.matcher, stack[--state.top]!, state.frame)) noMatch("this pattern does not match the value");
      return;
    case "param":
      if (!matches(at.matcher, state.frame[0]!, state.frame))
        noMatch("the parameter's pattern does not match the argument");
      return;
    case "case": {
      counters.steps++;
      const value = stack[--state.top]!;
      const { matchers } = at;
      const { tracer } = state;
      const told = tracer?.isOn
        ? (real: Value, number: number) =>
            tracer.discreteUse("case", [real, number], plainReal(real) === number ? 1 : 0, at.span)
        : undefined;
      for (let i = 0; i < matchers.length; i++) {
        if (!matches(matchers[i]!, value, state.frame, told)) continue;
        state.pc = at.targets[i]!;
        return;
      }
      return noMatch("no branch of this `case` matches the value");
    }
    case "jump":
      state.pc = at.target;
      return;
    case "call":
      counters.steps++;
      state.suspend();
      state.top -= 2;
      return state.enter(stack[state.top] as Closure, stack[state.top + 1]!);
    case "enter":
      counters.steps++;
      state.suspend();
      return state.enter(new Closure(at.block, []), stack[--state.top]!);
    case "begin-pass":
      counters.steps++;
      return beginPass(state, at);
    case "end-pass":
      return endPass(state, at);
    case "tail-call":
      counters.steps++;
      if (at.span !== undefined && isUsersText(at.span.source)) state.site = { name: state.block!.name, span: at.span };
      state.top -= 2;
      if (state.calls === undefined) state.enter(stack[state.top] as Closure, stack[state.top + 1]!);
      else goOn(state, state.calls, stack[state.top] as Closure, stack[state.top + 1]!);
      return;
    case "op":
      if (state.task.passes > 0 && isInPass(stack.slice(state.top - at.arity, state.top)))
        return operateInPass(state, at);
      // the step counts once it is done: the run may be paused before it
      if (state.tracer?.isOn) {
        state.top = runTracedOp(at, stack, state.top, state.tracer);
        if (at.op.result === "Real") state.noteScalar();
      } else state.top = runOp(at.op, at.arity, stack, state.top);
      counters.steps++;
      if (at.op.result === "Real" && state.task.within === 0) counters.work++;
      return;
    case "partial":
      counters.steps++;
      if (state.task.within === 0) counters.work++;
      state.top = runPartial(at, stack, state.top);
      return;
    case "custom":
      counters.steps++;
      return custom(state, at.custom, at.span);
    case "custom-done":
      return customDone(state, at);
    case "custom-partial": {
      counters.steps++;
      const cotangent = stack[--state.top]!;
      const args = state.pop(at.custom.arity);
      state.push(cotangent);
      state.suspend();
      state.task.within++;
      return state.enter(new Closure(at.custom.partials[at.index]!, []), args.length === 1 ? args[0]! : args);
    }
    case "scale": {
      // the partial of an operation of one's own is done
      ownDone(state);
      const partial = stack[--state.top] as number;
      stack[state.top - 1] = (stack[state.top - 1] as number) * partial;
      return;
    }
    case "prim":
      counters.steps++;
      if (at.prim === "modify") return modify(state);
      if (at.prim === "thisJob") return state.push(state.task.job);
      state.top = runPrim(at, stack, state.top, state.prims, counters);
      return;
    case "native":
      counters.steps++;
      state.top = runNative(at, stack, state.top, state.prims, counters);
      return;
    case "modify-done": {
      const [index, array, value] = state.pop(3) as [number, MutableArray, Value];
      return state.push(modified(array, index, value, state.prims, counters));
    }
    case "fork":
      return forkOrCall(
        state,
        at.parts.map((part) => state.closure(part)),
        at,
      );
    case "fork-list":
      return forkOrCall(state, listItems(stack[--state.top]!, state.watch) as Closure[], at);
    default:
      return unreachable(at);
  }
}

/** Forks; within a pass, calls the parts one after the other, for what a pass keeps is in one order. */
function forkOrCall(state: MachineState, parts: readonly Closure[], at: Extract<Instr, { tag: "fork" | "fork-list" }>) {
  if (state.task.passes === 0) return fork(state, parts, at);
  const { span } = at;
  const code = parts.flatMap((_, index): Instr[] => [
    { tag: "captured", index, span },
    { tag: "const", value: UNIT_VALUE, span },
    { tag: "call", span },
  ]);
  const joined: Instr =
    at.tag === "fork"
      ? { tag: "tuple", size: parts.length, span }
      : { tag: "list", size: parts.length, tail: false, span };
  const of = { ...state.block!.of, kind: "part", params: [] } as const;
  const block = { name: of.name, of, code: [...code, joined, { tag: "return", span } as const], slots: 1 };
  state.suspend();
  return state.enter(new Closure({ ...block, captures: [], means: undefined }, [...parts]), UNIT_VALUE);
}

/** A tail call of a traced run. */
function goOn(state: MachineState, calls: CallsOfRun, fn: Closure, argument: Value): void {
  const { block, frame, captured } = state;
  state.enter(fn, argument);
  calls.goesOn({ block: block!, frame, captured }, { block: fn.block, frame: state.frame, captured: fn.captured });
}

/** ⟨x, d⟩: the scalar x gets its number, and d becomes its backpropagator. */
function pair(state: MachineState, code: DualCode): void {
  state.counters.steps++;
  const [primal, dual] = state.pop(2) as [Value, Value];
  state.backpropagation.pair(primal as number, dual, code, state.tasks, state.task.job, state.counters);
  state.push([primal, dual]);
}

/** Numbers a scalar that is paired with nothing; gives it, or it with its number. */
function born(state: MachineState, code: DualCode, isNumbered: boolean): void {
  const { counters, backpropagation, stack, top } = state;
  counters.steps++;
  const primal = stack[top - 1] as number;
  const number = backpropagation.scalars;
  backpropagation.pair(primal, 0, code, state.tasks, state.task.job, counters);
  if (isNumbered) stack[top - 1] = [primal, number];
}

/** Calls a function with what a cell of an array holds; under its call stays where the result goes. */
function modify(state: MachineState): void {
  const [index, fn, array] = state.pop(3) as [number, Closure, MutableArray];
  state.push(index);
  state.push(array);
  state.counters.cellsRead++;
  state.suspend();
  state.enter(fn, array.items[index]!);
}

/** Calls a custom op on plain numbers; under it stays what {@link customDone} needs for forward mode. */
function custom(state: MachineState, code: CustomCode, span: Span | undefined): void {
  const args = state.pop(code.arity);
  if (state.task.passes > 0 && isInPass(args)) {
    state.push(operateOwn({ custom: code, span }, args, state.ground));
    if (state.tracer?.isOn) state.noteScalar();
    // its result is there: nothing is to be done after a call
    state.pc++;
    return;
  }
  const plain = args.map(plainReal);
  state.push(args);
  state.tracer?.suspend();
  state.suspend();
  state.task.within++;
  state.enter(new Closure(code.value, []), plain.length === 1 ? plain[0]! : plain);
}

function customDone(
  state: MachineState,
  { custom: code, span }: Extract<Instr, { readonly tag: "custom-done" }>,
): void {
  // the stack stays as it is until there is a result: the run may be paused before it
  const value = state.stack[state.top - 1] as number;
  const args = state.stack[state.top - 2] as readonly Value[];
  let result: Value = value;
  state.tracer?.resume();
  if (state.tracer?.isOn) {
    const plain = args.map(plainReal);
    const partial = (index: number) => state.runApart(code.partials[index]!, plain) as number;
    result = state.tracer.operation(value, args, partial, {
      op: code.name,
      ref: { tag: "custom", name: code.name },
      span,
    });
    state.noteScalar();
  } else if (args.some((arg) => arg instanceof ActiveScalar)) {
    // active scalars need the partials now: a machine of its own runs them
    const plain = args.map(plainReal);
    result = chained(value, args, (index) => state.runApart(code.partials[index]!, plain) as number);
  }
  ownDone(state);
  state.top -= 2;
  state.push(result);
}

/** An operation of one's own, or a partial of it, is done: one piece of work, whatever it has computed (W of Radul et al. 2023, §4.3). */
function ownDone(state: MachineState): void {
  state.task.within--;
  if (state.task.within === 0) state.counters.work++;
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
