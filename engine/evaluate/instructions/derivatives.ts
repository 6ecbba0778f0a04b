// `grad`, `valueAndGrad` and `jvp`: a pass calls the function on scalars of its own, and reads the derivative off them.
import { formDifference, mapReals, realsOf, type Shape } from "../../core/values/shape.ts";
import { UNIT_VALUE, type Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import type { Span } from "../../source/span.ts";
import { type Builder, newBlock } from "../code/builder.ts";
import { type Block, instr } from "../code/code.ts";
import { leave, sweep } from "../scalars/passes.ts";
import type { Instruction } from "../state/instruction.ts";
import type { MachineState } from "../state/state.ts";
import { Closure } from "../values/closure.ts";
import { Pass } from "../values/pass.ts";
import { tuple } from "./data.ts";
import { giveBack } from "./functions.ts";

interface PassCode {
  readonly mode: "grad" | "valueAndGrad" | "jvp";
  /** Of the point, and of what the function gives. */
  readonly point: Shape;
  readonly result: Shape;
}

/** The slots of a pass's frame: its arguments, the pass, and how many scalars it began with. */
const [ARGUMENTS, PASS, BEGUN] = [0, 1, 2];

/** v → derivative, by a call of the block, which is a function without captures */
const enter: Instruction<Block> = (state, block) => {
  state.suspend();
  state.enter(new Closure(block, []), state.stack[--state.top]!);
};

/** → result, by a call of the function on scalars of a new pass */
const beginPass: Instruction<PassCode> = (state, { mode, point }) => {
  const [fn, at, direction] = state.frame[ARGUMENTS] as readonly [Closure, Value, Value?];
  const pass = new Pass(state.task.passes++, mode === "jvp");
  const tangents = direction === undefined ? undefined : tangentsOf(point, at, direction, state);
  let begun = 0;
  const argument = mapReals(point, at, state.watch, (real) => pass.begin(real, tangents?.[begun++]));
  state.frame[PASS] = pass;
  state.frame[BEGUN] = pass.kept.length;
  state.suspend();
  state.enter(fn, argument);
};

/** The Reals of a direction, which has to have the form of the point. */
function tangentsOf(shape: Shape, point: Value, direction: Value, { watch }: MachineState): readonly Value[] {
  const difference = formDifference(shape, point, direction, watch);
  if (difference !== undefined)
    throw new ScalarMistake("direction-form", `the direction of \`jvp\` differs from the point: ${difference}`);
  return realsOf(shape, direction, watch);
}

/** result → derivative */
const endPass: Instruction<PassCode> = (state, code) => {
  const given = state.stack[state.top - 1]!;
  const made = state.ground.derived(() => derivativeOf(state, code, state.frame[PASS] as Pass, given));
  // a run that was broken off on the way does it again: nothing has changed until here
  state.task.passes--;
  state.frame[PASS] = UNIT_VALUE;
  state.stack[state.top - 1] = made;
  state.noteScalar();
};

function derivativeOf(state: MachineState, { mode, point, result }: PassCode, pass: Pass, given: Value): Value {
  const { ground, frame, watch } = state;
  if (mode === "jvp") {
    const tangents: Value[] = [];
    const value = mapReals(result, given, watch, (real) => {
      const left = leave(pass, real, ground);
      tangents.push(left.tangent);
      return left.value;
    });
    return [value, mapReals(result, given, watch, (_, index) => tangents[index]!)];
  }
  const [, at] = frame[ARGUMENTS] as readonly [Closure, Value];
  const cotangents = sweep(pass, given, frame[BEGUN] as number, ground);
  const gradient = mapReals(point, at, watch, (_, index) => cotangents[index] ?? ground.constant(0, undefined));
  return mode === "grad" ? gradient : [leave(pass, given, ground).value, gradient];
}

/** Emits a derivative of the function, the point and the direction on the stack. */
export function compileDerivative(to: Builder, pass: PassCode, span: Span | undefined): void {
  const { mode } = pass;
  const params = mode === "jvp" ? ["f", "x", "v"] : ["f", "x"];
  const block = newBlock({ name: mode, builtin: mode, kind: "named", params });
  block.slots = 3;
  block.code.push(instr(beginPass, pass, span), instr(endPass, pass, span, 0), instr(giveBack, undefined, span, 0));
  to.emit(tuple, params.length, span);
  to.emit(enter, block, span);
}
