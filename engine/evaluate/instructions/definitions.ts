// Definitions and their values, each of which is evaluated once, when it is needed first, by a task of its own: how they are compiled, and
// their instructions.
import { internal } from "../../base/unreachable.ts";
import type { JobId } from "../../core/events/events.ts";
import { UNIT_VALUE, type Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import type { Compilers } from "../code/builder.ts";
import type { GlobalCode } from "../code/code.ts";
import { written } from "../pieces/writer.ts";
import type { Instruction } from "../state/instruction.ts";
import { Evaluating, Known, type MachineState } from "../state/state.ts";
import { define, wait } from "../state/switching.ts";
import { type Frames, newFrames } from "../tasks/frames.ts";
import { isWithin } from "../tasks/tasks.ts";

/** → closure */
const functionValue: Instruction<GlobalCode> = written(
  (state, global) => state.push(state.functionValue(global)),
  (to, global) => to.pushClosure(`state.functionValue(${to.constant(global)})`, global.block, [], false),
);

/** → v, past {@link keep}; or → , and {@link keep} follows once a task has evaluated the definition */
const force: Instruction<GlobalCode> = (state, global) => {
  const value = state.values.get(global);
  if (value instanceof Evaluating) return waitFor(state, global, value);
  // the step counts once: not where the instruction is tried again
  state.counters.steps++;
  if (value !== undefined) {
    state.pc++;
    return use(state, value);
  }
  const frame = new Array<Value>(global.block.slots);
  frame[0] = UNIT_VALUE;
  evaluate(state, global, { ...newFrames(), block: global.block, frame });
};

/** v → v, now the definition's value */
const keep: Instruction<GlobalCode> = (state, global) =>
  know(state, global, state.stack[state.top - 1]!, state.givenBy);

/** → ; or → (v, i), and the block returns, where the v of an earlier call is known */
export const enterOnce: Instruction<GlobalCode> = (state, global) => {
  const value = state.values.get(global);
  if (value instanceof Evaluating) return waitFor(state, global, value);
  const block = state.block!;
  // the block's last instruction returns
  const end = block.code.length - 1;
  if (value === undefined) {
    const { pc, frame, captured } = state;
    state.pc = end;
    return evaluate(state, global, { ...newFrames(), block, pc, frame, captured });
  }
  const monad = state.frame[0]!;
  use(state, value);
  state.push([state.pop(1)[0]!, monad]);
  state.pc = end;
};

/** (v, i) → (v, i); v is the definition's value from now on */
export const keepOnce: Instruction<GlobalCode> = (state, global) =>
  know(state, global, (state.stack[state.top - 1] as readonly Value[])[0]!, state.task.job);

function know(state: MachineState, global: GlobalCode, value: Value, job: JobId): void {
  state.values.set(global, new Known(value, state.tasks, job));
  state.tasks.wake(global);
}

/** A task of its own evaluates a definition from these frames on. */
function evaluate(state: MachineState, global: GlobalCode, frames: Frames): void {
  const task = define(state, global.name, frames, global.span);
  state.values.set(global, new Evaluating(task));
}

function use(state: MachineState, { value, tasks, job }: Known): void {
  if (tasks === state.tasks) state.tasks.uses(state.task, job);
  state.push(value);
}

/** Another task evaluates the definition: this one tries again when it is done. */
function waitFor(state: MachineState, global: GlobalCode, { task }: Evaluating): void {
  if (isWithin(state.task, task))
    throw new ScalarMistake("value-cycle", `the definition \`${global.name}\` needs its own value`, global.span);
  state.pc--;
  wait(state, global);
}

/** The compiler of definitions where they are used. */
export const DEFINITIONS: Compilers<"global"> = {
  global({ name, span }, to, isLast) {
    const { inlined, globals } = to.linking;
    const inline = inlined.get(name);
    if (inline !== undefined) return to.compile(inline, isLast);
    const global = globals.get(name) ?? internal("a global is not defined", name);
    if (global.kind !== "value") return to.emit(functionValue, global, span);
    to.emit(force, global, span, 0);
    to.emit(keep, global, span, 0);
  },
};
