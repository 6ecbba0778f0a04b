// The values of definitions without parameters: each is evaluated once, when it is needed first, by a task of its own.
import type { JobId } from "../core/events/events.ts";
import { UNIT_VALUE, type Value } from "../core/values/values.ts";
import { ScalarMistake } from "../scalars/mistake.ts";
import type { GlobalCode } from "./code/code.ts";
import { Evaluating, Known, type MachineState } from "./state.ts";
import { define, wait } from "./switching.ts";
import { type Frames, newFrames } from "./tasks/frames.ts";
import { isWithin } from "./tasks/tasks.ts";

/** The value of a definition, or the task that evaluates it. */
export function force(state: MachineState, global: GlobalCode): void {
  const value = state.values.get(global);
  if (value instanceof Evaluating) return waitFor(state, global, value);
  state.counters.steps++;
  if (value !== undefined) {
    state.pc++;
    return use(state, value);
  }
  const frame = new Array<Value>(global.block.slots);
  frame[0] = UNIT_VALUE;
  evaluate(state, global, { ...newFrames(), block: global.block, frame });
}

/** A remembered value of the monad: given back with the state as it is. */
export function enterOnce(state: MachineState, global: GlobalCode): void {
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
}

/** A definition has its value, which a job has given. */
export function keep(state: MachineState, global: GlobalCode, value: Value, job: JobId): void {
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
