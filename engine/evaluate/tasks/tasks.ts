// Fork-join tasks on one machine (§3.10.1): a task runs job after job, a fork ends its job and starts tasks, and it goes on
// in a new job when they have joined. A definition without parameters is evaluated by a task of its own. Which task that is
// ready runs next, a schedule says; what jobs are called does not depend on it.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { JobId, Observer, ScalarNumber } from "../../core/events/events.ts";
import type { Value } from "../../core/values/values.ts";
import type { Span } from "../../source/span.ts";
import { type Frames, newFrames } from "./frames.ts";

/** A part of a program that may run beside others. */
export interface Task {
  /** The task that waits for it: that forked it, or that needs the definition which it evaluates. */
  readonly parent: Task | undefined;
  readonly kind: "entry" | "part" | "definition";
  /** Its place among the parts of the parent's fork. */
  readonly index: number;
  /** Calls that wait in the tasks above. */
  readonly depth: number;
  /** How many operations of one's own and their partials it is within: what these compute is the work of the operation, which is one. */
  within: number;
  /** How many passes of `grad` and `jvp` it is within. */
  passes: number;
  /** Where it stands while it does not run. */
  frames: Frames;
  job: JobId;
  /** The fork that it waits for. */
  fork: Fork | undefined;
  /** The result of the awaited definition, and its last job. */
  given: { readonly value: Value; readonly job: JobId } | undefined;
}

/** A fork that is under way: the results of its parts so far, and the last jobs of those that have ended. */
interface Fork {
  readonly results: Value[];
  readonly ends: JobId[];
  readonly into: JobId;
  waiting: number;
  readonly isList: boolean;
}

/** A job's beginning: the run itself, a part of a fork, the rest after a join, a definition without parameters. */
export type JobKind = "entry" | "part" | "join" | "definition";

/** A fork as the machine asks for it. */
interface Forking {
  /** Whether the parts are those of a list. */
  readonly isList: boolean;
  /** Calls that wait in the task that forks, and above. */
  readonly depth: number;
  readonly span: Span | undefined;
  /** Where the user's texts say what the fork computes, and by part. */
  readonly place: Span | undefined;
  readonly parts: readonly (Span | undefined)[];
  /** Gives the frames of a part. */
  begin(index: number): Frames;
}

/** One job of a run: what it cost, and the jobs that had to end before it began. */
export interface Job {
  readonly id: JobId;
  /** Its beginning: the run, a part of a fork, the rest after the join, a definition without parameters. */
  readonly kind: JobKind;
  /** The job that forked, for a part and for what comes after the join; or that was the first to need the definition. */
  readonly from: JobId | undefined;
  /**
   * Where the user's texts say what it computes: of a part its operand, of what comes after a join the fork. Where the prelude
   * forks, the call of the user's that led there.
   */
  readonly place: Span | undefined;
  /** In the reverse pass: the jobs of the forward pass whose scalars it resolves, in that order. */
  mirrors: readonly JobId[];
  /** The definition without parameters that it begins to evaluate. */
  readonly definition: string | undefined;
  /** The jobs that it goes on from, and the last jobs of the definitions that it uses. */
  after: readonly JobId[];
  cost: number;
}

/**
 * Returns the index of the task to run next among `ready` tasks, which are in the order in which they became ready; `jobAt` says
 * which job each of them goes on with.
 */
export type Schedule = (ready: number, jobAt: (index: number) => JobId) => number;

/** One for all calls of a machine, or one for each: the first is that of the forward pass. */
export type Schedules = Schedule | readonly Schedule[];

/** As if there were no parallelism: each fork's parts one after the other. */
export const SEQUENTIAL: Schedule = (ready) => ready - 1;

/** A schedule that picks at random, the same for the same seed: a whole number. */
export function randomSchedule(seed: number): Schedule {
  // mixed, so that small seeds differ from the first pick on
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return (ready) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * ready);
  };
}

/** A schedule that takes the job which stands first in a list; where none of those that are ready stands there, as if there were no parallelism. */
export function chosenSchedule(order: readonly number[]): Schedule {
  const ranks = new Map(order.map((job, rank) => [job, rank]));
  return (ready, jobAt) => {
    let [best, least] = [ready - 1, Number.POSITIVE_INFINITY];
    for (let index = 0; index < ready; index++) {
      const rank = ranks.get(jobAt(index));
      if (rank !== undefined && rank < least) [best, least] = [index, rank];
    }
    return best;
  };
}

/**
 * Names of the jobs and scalars of one call, as numbered by a sequential run; another run of the same call takes its numbers from there,
 * whatever its schedule.
 */
export interface Numbering {
  /** By a job that forks: the jobs of the parts, then the job after the join. */
  readonly forks: Map<JobId, readonly JobId[]>;
  /** The first job of each definition without parameters. */
  readonly definitions: Map<string, JobId>;
  /** By job, the numbers of its scalars in the order of their creation. */
  readonly scalars: ScalarNumber[][];
}

/** An empty numbering, for a sequential run to fill: later runs of the same call take their numbers from it. */
export function newNumbering(): Numbering {
  return { forks: new Map(), definitions: new Map(), scalars: [] };
}

/** The tasks of one call and the graph of its jobs. */
export class Tasks {
  /** The jobs by their IDs. */
  readonly jobs: Job[] = [];
  readonly root: Task;
  /** By job, the place of the scalar that it made last. */
  private readonly made: number[] = [];
  private readonly ready: Task[] = [];
  private readonly blocked = new Map<object, Task[]>();
  private readonly schedule: Schedule;
  private readonly observer: Observer | undefined;
  private readonly like: Numbering | undefined;
  private readonly kept: Numbering | undefined;

  /** `like` says what jobs and scalars are called; left out, they are numbered as they come. `kept` notes what each is called. */
  constructor(schedule: Schedule, observer: Observer | undefined, like?: Numbering, kept?: Numbering) {
    this.schedule = schedule;
    this.observer = observer;
    this.like = like;
    this.kept = kept;
    const job = this.add({ id: 0 as JobId, kind: "entry" });
    this.root = newTask({
      parent: undefined,
      kind: "entry",
      index: 0,
      depth: 0,
      within: 0,
      passes: 0,
      frames: newFrames(),
      job,
    });
  }

  /** Every task but the one that runs: those that are ready, those that are blocked, and those that wait for either or it. */
  waiting(running: Task): ReadonlySet<Task> {
    const found = new Set<Task>();
    for (const task of [running, ...this.ready, ...[...this.blocked.values()].flat()])
      for (let at: Task | undefined = task; at !== undefined && !found.has(at); at = at.parent) found.add(at);
    found.delete(running);
    return found;
  }

  /** Starts a task for each part; the task that forks waits for them. */
  fork(task: Task, { isList, depth, span, place, parts: places, begin }: Forking): void {
    const parts = places.length;
    const known = this.like?.forks.get(task.job);
    const ids = known ?? Array.from({ length: parts + 1 }, (_, index) => (this.jobs.length + index) as JobId);
    const into = ids[parts] ?? internal("a run forks otherwise than the one that it is numbered like", parts);
    this.kept?.forks.set(task.job, ids);
    const from = task.job;
    for (let index = 0; index < parts; index++)
      this.add({ id: nth(ids, index), kind: "part", from, place: places[index], after: [from] });
    this.add({ id: into, kind: "join", from, place });
    task.fork = { results: new Array(parts), ends: [], into, waiting: parts, isList };
    this.observer?.({ tag: "fork", job: task.job, into: ids.slice(0, parts), span });
    for (let index = parts - 1; index >= 0; index--)
      this.ready.push(
        newTask({
          parent: task,
          kind: "part",
          index,
          depth,
          within: task.within,
          passes: 0,
          frames: begin(index),
          job: nth(ids, index),
        }),
      );
    if (parts === 0) this.join(task, [task.job]);
  }

  /** Starts the task of a definition without parameters; the task that needs it waits for it. */
  define(task: Task, name: string, depth: number, frames: Frames, span: Span | undefined): Task {
    const id = this.like?.definitions.get(name) ?? (this.jobs.length as JobId);
    this.kept?.definitions.set(name, id);
    this.add({ id, kind: "definition", from: task.job, place: span, definition: name });
    this.observer?.({ tag: "definition", job: task.job, into: id, name, span });
    const started = newTask({
      parent: task,
      kind: "definition",
      index: 0,
      depth,
      within: task.within,
      passes: 0,
      frames,
      job: id,
    });
    this.ready.push(started);
    return started;
  }

  /** The job at hand of a task uses what a job of a definition has given. */
  uses(task: Task, job: JobId): void {
    const user = nth(this.jobs, task.job);
    if (!user.after.includes(job) && job !== task.job) user.after = [...user.after, job];
  }

  /** A task has ended with a value: its parent may go on. */
  end(task: Task, value: Value): void {
    const { parent } = task;
    if (parent === undefined) return;
    if (task.kind === "definition") {
      parent.given = { value, job: task.job };
      this.ready.push(parent);
      return;
    }
    const fork = present(parent.fork);
    fork.results[task.index] = value;
    fork.ends[task.index] = task.job;
    fork.waiting--;
    if (fork.waiting === 0) this.join(parent, fork.ends);
  }

  private join(task: Task, ends: readonly JobId[]): void {
    const { into } = present(task.fork);
    nth(this.jobs, into).after = ends;
    task.job = into;
    this.observer?.({ tag: "join", jobs: ends, into });
    this.ready.push(task);
  }

  /** The task to run next; undefined where none can. */
  next(): Task | undefined {
    if (this.ready.length === 0) return undefined;
    const [task] = this.ready.splice(
      this.schedule(this.ready.length, (index) => nth(this.ready, index).job),
      1,
    );
    this.observer?.({ tag: "job", job: present(task).job });
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

  /** The number of the next scalar that a job makes: as it was in the run before, or the next of this one. */
  scalar(job: JobId, next: number): ScalarNumber {
    const place = (this.made[job] ?? -1) + 1;
    this.made[job] = place;
    if (this.like !== undefined)
      return this.like.scalars[job]?.[place] ?? internal("a job makes more scalars than in the run before", job);
    if (this.kept !== undefined) {
      this.kept.scalars[job] ??= [];
      this.kept.scalars[job].push(next as ScalarNumber);
    }
    return next as ScalarNumber;
  }

  /** The job at hand of a task resolves the scalars of a job of the forward pass. */
  mirrors(task: Task, job: JobId): void {
    const resolving = nth(this.jobs, task.job);
    // an event is emitted for each scalar
    if (resolving.mirrors.at(-1) !== job) resolving.mirrors = [...resolving.mirrors, job];
  }

  private add(job: Pick<Job, "id" | "kind"> & Partial<Job>): JobId {
    const { id } = job;
    this.jobs[id] = {
      definition: undefined,
      from: undefined,
      place: undefined,
      after: [],
      mirrors: [],
      cost: 0,
      ...job,
    };
    return id;
  }
}

function newTask(task: Omit<Task, "fork" | "given">): Task {
  return { ...task, fork: undefined, given: undefined };
}

/** Whether a task is another or runs within it. */
export function isWithin(task: Task, other: Task): boolean {
  for (let at: Task | undefined = task; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}
