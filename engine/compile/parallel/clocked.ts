// A run on the clock: the pieces of its tasks, each with its thread and its times, put together from what the threads have noted.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Span } from "../../source/span.ts";
import { settledClocks } from "./clocks.ts";
import {
  ADDS,
  BACK_BEGINS,
  BACK_ENDS,
  BACK_FORKS,
  BACK_JOINS,
  BEGINS,
  ENDS,
  FORKS,
  JOINS,
  STAYS,
  type TimeRecord,
} from "./times.js";

/** A fork of the program's text. */
export interface ForkPlace {
  readonly span: Span | undefined;
  /** Whether its jobs are those of `parMap` or `parBuild`. */
  readonly isLoop: boolean;
}

/** A fork that a task came to. */
export interface ClockedFork {
  readonly place: ForkPlace;
  /** The tasks that its jobs became, in order; none where it stayed: then its jobs were run where they stand. */
  readonly tasks: readonly number[];
  /** How many jobs it has, and how many one task has at most; 0 where it stayed. */
  readonly count: number;
  readonly size: number;
}

/** Time that a thread spent with a piece of a task: what lies between two forks of the task that were handed over. */
export interface ClockedPiece {
  readonly task: number;
  /** From 0 on; the reverse pass takes the same pieces back. */
  readonly piece: number;
  readonly thread: number;
  /** Milliseconds since the pass began. */
  readonly start: number;
  readonly end: number;
}

/** Time in which a thread added what the jobs of others had sent it. */
export type ClockedSum = Omit<ClockedPiece, "piece" | "task">;

/** Tasks by thread, with times. Task 0 is the run itself. */
export interface ClockedRun {
  readonly threads: number;
  /** By task, the forks that it came to, in order. */
  readonly forks: readonly (readonly ClockedFork[])[];
  readonly forward: readonly ClockedPiece[];
  readonly reverse: readonly ClockedPiece[];
  readonly sums: readonly ClockedSum[];
}

/** The run that threads have noted. */
export function clockedRun(noted: readonly (readonly TimeRecord[])[], places: readonly ForkPlace[]): ClockedRun {
  const tasks = new Tasks(places);
  const threads = settledClocks(noted);
  const passes: Record<Pass, ClockedPiece[]> = { forward: [], reverse: [] };
  const sums: ClockedSum[] = [];
  const first = nth(threads, 0);
  const origins = {
    forward: first.find(({ what }) => what === BEGINS)?.time ?? 0,
    // the NaN-safe sweep repeats the reverse pass: keep the last
    reverse: first.findLast(({ what, a }) => what === BACK_BEGINS && a === -1)?.time ?? 0,
  };
  threads.forEach((records, thread) => {
    const lane = laneOf(records, thread, tasks, origins);
    for (const pass of PASSES) passes[pass].push(...lane[pass]);
    sums.push(...lane.sums);
  });
  return {
    threads: threads.length,
    forks: tasks.listed(),
    forward: inOrder(passes.forward.map((piece) => tasks.within(piece, "forward"))),
    reverse: inOrder(
      passes.reverse
        .map((piece) => tasks.within(piece, "reverse"))
        .map((piece) => ({ ...piece, piece: tasks.lastPiece(piece.task) - piece.piece })),
    ),
    sums: inOrder(sums),
  };
}

type Pass = "forward" | "reverse";
const PASSES = ["forward", "reverse"] as const;

/** From when to when a fork was handed over. */
interface Bounds {
  from: number;
  to: number;
}

interface Task {
  readonly forks: { readonly fork: number; readonly at: number | undefined; readonly count: number }[];
  /** The address of the fork that it is of. */
  readonly at: number;
}

/** The tasks of a run, numbered as they are met. */
class Tasks {
  private readonly numbers = new Map<string, number>([["-1 0", 0]]);
  private readonly tasks: Task[] = [{ forks: [], at: -1 }];
  /** By the address of a fork, the tasks of its grains. */
  private readonly grains = new Map<number, { readonly tasks: number[]; readonly size: number }>();
  private readonly bounds: Readonly<Record<Pass, Map<number, Bounds>>> = { forward: new Map(), reverse: new Map() };
  private readonly places: readonly ForkPlace[];

  constructor(places: readonly ForkPlace[]) {
    this.places = places;
  }

  /** The number of the task of a grain of the fork at an address. */
  of({ a: at, b: grain, c: size }: TimeRecord): number {
    const key = `${at} ${grain}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const task = this.tasks.push({ forks: [], at }) - 1;
    this.numbers.set(key, task);
    const fork = this.grains.get(at) ?? { tasks: [], size };
    fork.tasks[grain] = task;
    this.grains.set(at, fork);
    return task;
  }

  /** A task comes to a fork; without an address it stays. */
  came(task: number, fork: number, at: number | undefined, count: number): void {
    nth(this.tasks, task).forks.push({ fork, at, count });
  }

  handed(pass: Pass, at: number, time: number): void {
    this.bounds[pass].set(at, { from: time, to: Number.POSITIVE_INFINITY });
  }

  joined(pass: Pass, at: number, time: number): void {
    const bounds = this.bounds[pass].get(at);
    if (bounds !== undefined) bounds.to = time;
  }

  /** A piece not before its fork, and not after the join: the clocks of two threads differ by a hair. */
  within(piece: ClockedPiece, pass: Pass): ClockedPiece {
    const bounds = this.bounds[pass].get(nth(this.tasks, piece.task).at);
    if (bounds === undefined) return piece;
    const kept = (time: number): number => Math.min(bounds.to, Math.max(bounds.from, time));
    return { ...piece, start: kept(piece.start), end: kept(piece.end) };
  }

  lastPiece(task: number): number {
    return nth(this.tasks, task).forks.filter(({ at }) => at !== undefined).length;
  }

  listed(): readonly (readonly ClockedFork[])[] {
    return this.tasks.map(({ forks }) =>
      forks.map(({ fork, at, count }) => {
        const place = this.places[fork] ?? internal("a fork has no place", fork);
        const { tasks, size } = (at !== undefined && this.grains.get(at)) || { tasks: [], size: 0 };
        return { place, tasks, size, count };
      }),
    );
  }
}

/** A task that a thread is at, and since when it works on a piece of it: undefined while it waits, or is at another. */
interface At {
  readonly task: number;
  readonly pass: Pass;
  piece: number;
  since: number | undefined;
  /** Whether the task around it was being worked on. */
  readonly interrupts: boolean;
}

interface Lane extends Readonly<Record<Pass, ClockedPiece[]>> {
  readonly sums: ClockedSum[];
}

/** A thread's lane. While it waits for others it may do something for them: tasks are nested. */
function laneOf(
  records: readonly TimeRecord[],
  thread: number,
  tasks: Tasks,
  origins: Readonly<Record<Pass, number>>,
): Lane {
  const lane: Lane = { forward: [], reverse: [], sums: [] };
  const nested: At[] = [];
  const at = (): At => nested.at(-1) ?? internal("a thread is at no task", thread);
  const rests = (time: number): void => {
    const { pass, task, piece, since } = at();
    if (since === undefined) return;
    const [start, end] = [since - origins[pass], time - origins[pass]];
    if (start >= 0 || pass === "forward") lane[pass].push({ task, piece, thread, start, end });
    at().since = undefined;
  };
  for (const record of records) {
    const { what, a, b, c, time } = record;
    switch (what) {
      case BEGINS:
      case BACK_BEGINS: {
        const interrupts = nested.at(-1)?.since !== undefined;
        if (interrupts) rests(time);
        const pass = what === BEGINS ? "forward" : "reverse";
        nested.push({ task: tasks.of(record), pass, piece: 0, since: time, interrupts });
        break;
      }
      case ENDS:
      case BACK_ENDS: {
        rests(time);
        const { interrupts } = present(nested.pop());
        if (interrupts) at().since = time;
        break;
      }
      case STAYS:
        tasks.came(at().task, b, undefined, 0);
        break;
      case FORKS:
        tasks.came(at().task, b, a, c);
        tasks.handed("forward", a, time - origins.forward);
        rests(time);
        break;
      case BACK_FORKS:
        tasks.handed("reverse", a, time - origins.reverse);
        rests(time);
        break;
      case JOINS:
      case BACK_JOINS: {
        const { pass } = at();
        tasks.joined(pass, a, time - origins[pass]);
        at().piece++;
        at().since = time;
        break;
      }
      case ADDS:
        if (time >= origins.reverse)
          lane.sums.push({ thread, start: time - a - origins.reverse, end: time - origins.reverse });
        break;
    }
  }
  return lane;
}

/** As they begin; on no thread one before the end of another. */
function inOrder<T extends ClockedSum>(pieces: readonly T[]): readonly T[] {
  const ends = new Map<number, number>();
  return [...pieces]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((piece) => {
      const start = Math.max(piece.start, ends.get(piece.thread) ?? 0);
      const end = Math.max(start, piece.end);
      ends.set(piece.thread, end);
      return { ...piece, start, end };
    });
}
