// Fork-join tasks on one machine (§3.10.1): a task runs job after job, a fork ends its job and starts tasks, and it goes on
// in a new job when they have joined. Which task that is ready runs next, a schedule says.
import type { JobId, Observer } from "../core/events.ts";
import type { Value } from "../core/values.ts";
import type { Span } from "../source/span.ts";
import { type Frames, newFrames } from "./frames.ts";

/** A part of a program that may run beside others. */
export interface Task {
  readonly parent: Task | undefined;
  /** Its place among the parts of the parent's fork. */
  readonly index: number;
  /** Calls that wait in the tasks above. */
  readonly depth: number;
  /** Where it stands while it does not run. */
  frames: Frames;
  job: JobId;
  /** The fork that it waits for. */
  fork: Fork | undefined;
}

/** A fork that is under way: the results of its parts so far, and the last jobs of those that have ended. */
interface Fork {
  readonly results: Value[];
  readonly ends: JobId[];
  readonly into: JobId;
  waiting: number;
  readonly isList: boolean;
}

/** One job of a run: what it cost, and the jobs that had to end before it began. */
export interface Job {
  readonly id: JobId;
  readonly after: readonly JobId[];
  cost: number;
}

/** Picks one of so many tasks that are ready, the one that became so last being the last. */
export type Schedule = (ready: number) => number;

/** As if there were no parallelism: each fork's parts one after the other. */
export const SEQUENTIAL: Schedule = (ready) => ready - 1;

/** The tasks of one run and the graph of its jobs. */
export class Tasks {
  /** The jobs by their IDs. */
  readonly jobs: Job[] = [];
  readonly root: Task;
  private readonly ready: Task[] = [];
  private readonly blocked = new Map<object, Task[]>();
  private readonly schedule: Schedule;
  private readonly observer: Observer | undefined;

  constructor(schedule: Schedule, observer: Observer | undefined) {
    this.schedule = schedule;
    this.observer = observer;
    this.root = { parent: undefined, index: 0, depth: 0, frames: newFrames(), job: this.job([]), fork: undefined };
  }

  /** Every task but the one that runs: those that are ready, those that are blocked, and those that wait for either or it. */
  waiting(running: Task): ReadonlySet<Task> {
    const found = new Set<Task>();
    for (const task of [running, ...this.ready, ...[...this.blocked.values()].flat()])
      for (let at: Task | undefined = task; at !== undefined && !found.has(at); at = at.parent) found.add(at);
    found.delete(running);
    return found;
  }

  /** Starts a task for each part; the task that forks waits for them. `begin` gives the frames of a part. */
  fork(task: Task, parts: number, isList: boolean, depth: number, begin: (index: number) => Frames, span?: Span): void {
    const ids = Array.from({ length: parts }, () => this.job([task.job]));
    const into = this.job([]);
    task.fork = { results: new Array(parts), ends: [], into, waiting: parts, isList };
    this.observer?.({ tag: "fork", job: task.job, into: ids, span });
    for (let index = parts - 1; index >= 0; index--)
      this.ready.push({ parent: task, index, depth, frames: begin(index), job: ids[index]!, fork: undefined });
    if (parts === 0) this.join(task, [task.job]);
  }

  /** A task has ended with a value: its parent may go on. */
  end(task: Task, value: Value): void {
    const { parent } = task;
    const fork = parent?.fork;
    if (parent === undefined || fork === undefined) return;
    fork.results[task.index] = value;
    fork.ends[task.index] = task.job;
    fork.waiting--;
    if (fork.waiting === 0) this.join(parent, fork.ends);
  }

  private join(task: Task, ends: readonly JobId[]): void {
    const { into } = task.fork!;
    this.jobs[into] = { ...this.jobs[into]!, after: ends };
    task.job = into;
    this.observer?.({ tag: "join", jobs: ends, into });
    this.ready.push(task);
  }

  /** The task to run next; undefined where none can. */
  next(): Task | undefined {
    if (this.ready.length === 0) return undefined;
    const [task] = this.ready.splice(this.schedule(this.ready.length), 1);
    this.observer?.({ tag: "job", job: task!.job });
    return task;
  }

  /** A task waits until {@link wake} is called for the same thing. */
  block(task: Task, on: object): void {
    const waiting = this.blocked.get(on);
    if (waiting === undefined) this.blocked.set(on, [task]);
    else waiting.push(task);
  }

  /** The tasks that wait for a thing may go on. */
  wake(on: object): void {
    const waiting = this.blocked.get(on);
    if (waiting === undefined) return;
    this.blocked.delete(on);
    this.ready.push(...waiting);
  }

  private job(after: readonly JobId[]): JobId {
    const id = this.jobs.length as JobId;
    this.jobs.push({ id, after, cost: 0 });
    return id;
  }
}

/** Whether a task is another or runs within it. */
export function isWithin(task: Task, other: Task): boolean {
  for (let at: Task | undefined = task; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}
