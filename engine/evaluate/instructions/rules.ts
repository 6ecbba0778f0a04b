// Functions with a pullback of their own: f is called on plain numbers, and each Real of the result is an operation on all Reals of the
// argument, whose partials are those of the pullback at one cotangent 1.
import { nth } from "../../base/nth.ts";
import { formDifference, mapReals, realsOf, type Shape } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import type { Span } from "../../source/span.ts";
import { type Builder, newBlock } from "../code/builder.ts";
import { instr } from "../code/code.ts";
import { plainReal } from "../scalars/forward-op.ts";
import { operateOwn } from "../scalars/passes.ts";
import type { Instruction } from "../state/instruction.ts";
import type { MachineState } from "../state/state.ts";
import { ActiveScalar, Closure } from "../values/closure.ts";
import type { OwnOperation, Rule } from "../values/pass.ts";
import { tuple } from "./data.ts";
import { giveBack } from "./functions.ts";

interface RuleCode {
  /** The name of the function, and of its operations in graphs. */
  readonly name: string;
  readonly point: Shape;
  readonly result: Shape;
}

const [ARGUMENTS] = [0];

/** (f, g, x) → f x, by a call on plain numbers */
const begin: Instruction<RuleCode> = (state, { point }) => {
  const [fn, , x] = state.frame[ARGUMENTS] as readonly [Closure, Closure, Value];
  state.tracer?.suspend();
  state.suspend();
  state.task.within++;
  state.enter(fn, mapReals(point, x, state.watch, plainReal));
};

/** f x → f x, whose Reals know what they are computed from */
const end: Instruction<RuleCode> = (state, code, { span }) => {
  const [, pullback, x] = state.frame[ARGUMENTS] as readonly [Closure, Closure, Value];
  const value = state.stack[state.top - 1]!;
  state.tracer?.resume();
  const args = realsOf(code.point, x, state.watch) as readonly Value[];
  state.task.within--;
  if (state.task.within === 0) state.counters.work++;
  if (!args.some((arg) => arg instanceof ActiveScalar)) {
    // no derivative passes to captured values
    const constant = (real: Value): Value => state.ground.constant(plainReal(real), span);
    state.stack[state.top - 1] = mapReals(code.result, value, state.watch, constant);
    return;
  }
  const rule = new RuleAt(state, code, pullback, x, value);
  state.tracer?.beginRule(rule, args);
  const reals = realsOf(code.result, value, state.watch) as readonly Value[];
  const operations = reals.map((real, index) => rule.output(index, plainReal(real), span));
  const outputs = operateOwn(operations, args, state.ground);
  state.noteScalar();
  state.stack[state.top - 1] = mapReals(code.result, value, state.watch, (_, index) => nth(outputs, index));
};

/** A rule at a point. */
class RuleAt implements Rule {
  private readonly state: MachineState;
  private readonly code: RuleCode;
  private readonly pullback: Closure;
  private readonly x: Value;
  private readonly value: Value;
  /** The cotangent of the point, for those of each output, by the arguments: those of a pass are others than those of a pass around it. */
  private readonly rows = new Map<number, { readonly args: readonly Value[]; readonly row: readonly Value[] }>();
  readonly outputs: number;

  constructor(state: MachineState, code: RuleCode, pullback: Closure, x: Value, value: Value) {
    this.state = state;
    this.code = code;
    this.pullback = pullback;
    this.x = x;
    this.value = value;
    this.outputs = realsOf(code.result, value, state.watch).length;
  }

  /** The cotangent of the argument, for a cotangent of the result. */
  pull(cotangents: readonly Value[], args: readonly Value[]): readonly Value[] {
    const { state, code } = this;
    const { watch } = state;
    const at = mapReals(code.point, this.x, watch, (_, index) => args[index]!);
    const cotangent = mapReals(code.result, this.value, watch, (_, index) => cotangents[index]!);
    const isTraced = [...args, ...cotangents].some((one) => one instanceof ActiveScalar);
    const linear = state.callApart(this.pullback, at, isTraced);
    const back = linear instanceof Closure ? state.callApart(linear, cotangent, isTraced) : Number.NaN;
    // a call that the budget has ended gives NaN
    if (Number.isNaN(back)) return args.map(() => Number.NaN);
    const difference = formDifference(code.point, this.x, back, watch);
    if (difference !== undefined)
      throw new ScalarMistake(
        "pullback-form",
        `the cotangent that the pullback gives differs from the argument: ${difference}`,
      );
    return realsOf(code.point, back, watch) as readonly Value[];
  }

  output(output: number, value: number, span: Span | undefined): OwnOperation {
    return {
      name: this.code.name,
      span,
      rule: this,
      output,
      value: () => value,
      partial: (index, args) => this.row(output, args)[index]!,
    };
  }

  private row(output: number, args: readonly Value[]): readonly Value[] {
    const known = this.rows.get(output);
    if (known?.args.every((arg, index) => arg === args[index])) return known.row;
    const isActive = args.some((arg) => arg instanceof ActiveScalar);
    const number = (value: number): Value => (isActive ? this.state.ground.constant(value, undefined) : value);
    const unit = Array.from({ length: this.outputs }, (_, index) => number(index === output ? 1 : 0));
    const row = this.pull(unit, args);
    this.rows.set(output, { args, row });
    return row;
  }
}

/** v → f x, by a call of the block, which is a function without captures */
const enter: Instruction<ReturnType<typeof newBlock>> = (state, block) => {
  state.suspend();
  state.enter(new Closure(block, []), state.stack[--state.top]!);
};

/** Emits the application of a rule to the function, the pullback and the point on the stack. */
export function compileRule(to: Builder, code: RuleCode, span: Span | undefined): void {
  const block = newBlock({ name: code.name, builtin: code.name, kind: "named", params: ["f", "g", "x"] });
  block.slots = 1;
  block.code.push(instr(begin, code, span), instr(end, code, span, 0), instr(giveBack, undefined, span, 0));
  to.emit(tuple, 3, span);
  to.emit(enter, block, span);
}
