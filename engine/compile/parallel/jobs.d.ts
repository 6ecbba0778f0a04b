// The types of jobs.js, which is JavaScript because threads are started with its text.

/** The word of the control memory that says how many threads are idle. */
export const IDLE: number;

/** A thread has died, or does not answer. */
export class ThreadLost extends Error {}

/** The end of a run that another thread asked for. */
export class Stopped extends Error {}

/** The memory of a program on several threads. */
export interface SharedMemory {
  /** How many there are, with the one that runs the program. */
  readonly threads: number;
  readonly control: SharedArrayBuffer;
  readonly values: SharedArrayBuffer;
  readonly cotangents: SharedArrayBuffer;
  readonly words: SharedArrayBuffer;
}

/** Memory for a program on so many threads. Throws RangeError where there is not enough. */
export function sharedMemory(threads: number): SharedMemory;

/** The jobs of one program on one thread; the program's code uses the rest of it. */
export class Jobs {
  /** `me` is the number of the thread; 0 runs the program. */
  constructor(shared: SharedMemory, me: number);
  /** Bytes that a run may have. */
  limit: number;
  /** Threads beside this one that could take a job now. */
  readonly idle: number;
  /** How long a hand-off takes, in nanoseconds; 0 where that has not been measured. */
  readonly handoff: number;
  /** Forks of the last run whose jobs other threads have run. */
  readonly forks: readonly unknown[];
  /** How long forks take is found out anew. */
  forget(): void;
  /** A sign of life; throws {@link Stopped} where the run is to end. */
  beat(): void;
  /** Serves other threads until the program is released. */
  work(): void;
  /** Lets all threads go to other work. */
  release(): void;
}
