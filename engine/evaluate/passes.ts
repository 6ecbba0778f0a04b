// The passes of `grad`, `valueAndGrad` and `jvp` on the machine: it calls the function on scalars of a pass, and reads the derivative off them.
import type { Watch } from "../base/watch.ts";
import { formDifference, mapReals, realsOf, type Shape } from "../core/values/shape.ts";
import { UNIT_VALUE, type Value } from "../core/values/values.ts";
import { ScalarMistake } from "../scalars/mistake.ts";
import type { Span } from "../source/span.ts";
import type { CustomCode, Instr } from "./code/code.ts";
import { applyTraced, truthOf } from "./operations/run-op.ts";
import { chained, forwardOp, plainReal } from "./scalars/forward-op.ts";
import { type Ground, leave, operate, sweep } from "./scalars/passes.ts";
import type { MachineState } from "./state.ts";
import type { Closure } from "./values/closure.ts";
import { type Operation, type OwnOperation, Pass } from "./values/pass.ts";

type PassInstr = Extract<Instr, { readonly tag: "begin-pass" | "end-pass" }>;

/** The slots of a pass's frame: its arguments, the pass, and how many scalars it began with. */
const [ARGUMENTS, PASS, BEGUN] = [0, 1, 2];

/** Begins a pass: calls the function on its scalars. */
export function beginPass(state: MachineState, { mode, point }: PassInstr): void {
  const [fn, at, direction] = state.frame[ARGUMENTS] as readonly [Closure, Value, Value?];
  const pass = new Pass(state.task.passes++, mode === "jvp");
  const tangents = direction === undefined ? undefined : tangentsOf(point, at, direction, state);
  let begun = 0;
  const argument = mapReals(point, at, state.watch, (real) => pass.begin(real, tangents?.[begun++]));
  state.frame[PASS] = pass;
  state.frame[BEGUN] = pass.kept.length;
  state.suspend();
  state.enter(fn, argument);
}

/** The Reals of a direction, which has to have the form of the point. */
function tangentsOf(shape: Shape, point: Value, direction: Value, { watch }: MachineState): readonly Value[] {
  const difference = formDifference(shape, point, direction, watch);
  if (difference !== undefined)
    throw new ScalarMistake("direction-form", `the direction of \`jvp\` differs from the point: ${difference}`);
  return realsOf(shape, direction, watch);
}

/** Ends a pass: what the function gave, on the stack, becomes what was asked for. */
export function endPass(state: MachineState, { mode, point, result }: PassInstr): void {
  const { ground } = state;
  const pass = state.frame[PASS] as Pass;
  const given = state.stack[state.top - 1]!;
  const [, at] = state.frame[ARGUMENTS] as readonly [Closure, Value];
  let made: Value;
  if (mode === "jvp") {
    const tangents: Value[] = [];
    const value = mapReals(result, given, state.watch, (real) => {
      const left = leave(pass, real, ground);
      tangents.push(left.tangent);
      return left.value;
    });
    made = [value, mapReals(result, given, state.watch, (_, index) => tangents[index]!)];
  } else {
    const cotangents = sweep(pass, given, state.frame[BEGUN] as number, ground);
    const gradient = mapReals(point, at, state.watch, (_, index) => cotangents[index] ?? ground.constant(0, undefined));
    made = mode === "grad" ? gradient : [leave(pass, given, ground).value, gradient];
  }
  // a run that was broken off on the way does it again: nothing has changed until here
  state.task.passes--;
  state.frame[PASS] = UNIT_VALUE;
  state.stack[state.top - 1] = made;
  state.noteScalar();
}

/** Runs an operation on the topmost operands, where scalars of a pass are among them. */
export function operateInPass(state: MachineState, operation: Extract<Instr, { readonly tag: "op" }>): void {
  const args = state.pop(operation.arity);
  const value = operate(operation, args, state.ground);
  if (operation.op.result === "Real") state.noteScalar();
  state.push(operation.op.result === "Bool" ? truthOf(value) : value);
}

/** How a machine operates on scalars that belong to no pass. */
export class MachineGround implements Ground {
  private readonly state: MachineState;

  constructor(state: MachineState) {
    this.state = state;
  }

  get watch(): Watch {
    return this.state.watch;
  }

  operate({ op, ref, span }: Operation, args: readonly Value[]): Value {
    this.count(op.result === "Real");
    const { tracer } = this.state;
    if (tracer?.isOn) return applyTraced(op, args, { op: op.symbol, ref, span }, tracer);
    return args.every((arg) => typeof arg === "number") ? op.value(...(args as number[])) : forwardOp(op, args);
  }

  own({ custom, span }: OwnOperation, args: readonly Value[]): Value {
    this.count(true);
    const { tracer } = this.state;
    const { name } = custom;
    const plain = args.map(plainReal);
    const value = this.state.runApart(custom.value, plain) as number;
    const partial = (index: number) => this.state.runApart(custom.partials[index]!, plain) as number;
    if (tracer?.isOn) return tracer.operation(value, args, partial, { op: name, ref: { tag: "custom", name }, span });
    return chained(value, args, partial);
  }

  ownPartial(custom: CustomCode, index: number, args: readonly Value[]): Value {
    this.count(true);
    return this.state.runApart(custom.partials[index]!, args);
  }

  constant(value: number, span: Span | undefined): Value {
    const { tracer } = this.state;
    return tracer?.isOn ? tracer.constant(value, span) : value;
  }

  keeps(): void {
    this.state.counters.tapeEntries++;
  }

  private count(isReal: boolean): void {
    const { counters, task } = this.state;
    counters.steps++;
    if (isReal && task.within === 0) counters.work++;
  }
}
