// How a machine goes from task to task: forks and joins, definitions that a task of their own evaluates, and what each job has cost.
import { nth } from "../../base/nth.ts";
import { costOf } from "../../core/events/counters.ts";
import { listValue, UNIT_VALUE, type Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import { type Frames, newFrames } from "../tasks/frames.ts";
import type { Task } from "../tasks/tasks.ts";
import type { Closure } from "../values/closure.ts";
import type { MachineState } from "./state.ts";

/** Adds what was counted since the job at hand began to what it has cost. */
export function chargeJob(state: MachineState): void {
  const cost = costOf(state.counters);
  nth(state.tasks.jobs, state.task.job).cost += cost - state.costBefore;
  state.costBefore = cost;
}

/** The task at hand rests; the depth of the calls that wait in it, and above it. */
function rest(state: MachineState): number {
  chargeJob(state);
  state.task.frames = state.save();
  return state.task.depth + state.blocks.length;
}

/** The task at hand has its value; the run ends with the first task, without a block, and goes on with another else. */
export function finish(state: MachineState): void {
  chargeJob(state);
  if (state.task.parent === undefined) {
    state.block = undefined;
    return;
  }
  state.tasks.end(state.task, nth(state.stack, 0));
  switchTask(state);
}

/** A task of its own evaluates a definition, from the frames given on; the task at hand waits for what it gives. */
export function define(state: MachineState, name: string, frames: Frames, span: Span | undefined): Task {
  const depth = rest(state);
  const started = state.tasks.define(state.task, name, depth, frames, span);
  switchTask(state);
  return started;
}

/** The task at hand forks: its parts run as tasks, and it goes on when they have joined. */
export function fork(state: MachineState, thunks: readonly Closure[], { isList, span, ...at }: Fork): void {
  const place = isUsers(span) ? span : userOf(state);
  const places = isUsers(span) ? at.places : undefined;
  state.counters.steps++;
  const depth = rest(state);
  const begin = (index: number): Frames => {
    const thunk = nth(thunks, index);
    const frame = new Array<Value>(thunk.block.slots);
    frame[0] = UNIT_VALUE;
    return { ...newFrames(), block: thunk.block, frame, captured: thunk.captured };
  };
  const parts = thunks.map((_, index) => places?.[index] ?? place);
  state.tasks.fork(state.task, { isList, depth, begin, span, place, parts });
  switchTask(state);
}

/** A fork: whether its parts give a list, its place, and those of its parts. */
interface Fork {
  readonly isList: boolean;
  readonly span: Span | undefined;
  readonly places: readonly (Span | undefined)[] | undefined;
}

function isUsers(span: Span | undefined): span is Span {
  return span !== undefined && isUsersText(span.source);
}

/** Tasks above one of the prelude's that are searched for the call in the user's text that led to its fork. */
const TASKS_ABOVE = 2;

/** The innermost call in the user's text that led to where a machine stands; undefined where none is near. */
function userOf(state: MachineState): Span | undefined {
  return state.trail(TASKS_ABOVE).find(({ span }) => isUsers(span))?.span;
}

/** The task at hand waits for what another task will wake it for. */
export function wait(state: MachineState, on: object): void {
  rest(state);
  state.tasks.block(state.task, on);
  switchTask(state);
}

/** Goes on with the task that the schedule picks. */
function switchTask(state: MachineState): void {
  const task = state.tasks.next();
  if (task === undefined) {
    const message = "definitions without parameters need each other's values";
    throw new ScalarMistake("value-cycle", message);
  }
  state.task = task;
  state.load(task.frames);
  const { fork: forked, given } = task;
  if (given !== undefined) {
    task.given = undefined;
    state.givenBy = given.job;
    state.tasks.uses(task, given.job);
    state.push(given.value);
  }
  if (forked === undefined) return;
  task.fork = undefined;
  state.push(forked.isList ? listValue(forked.results, state.watch) : forked.results);
}
