// The types of times.js, which is JavaScript because threads are started with its text.

export const BEGINS: 1;
export const FORKS: 2;
export const JOINS: 3;
export const ENDS: 4;
export const STAYS: 5;
export const BACK_BEGINS: 6;
export const BACK_FORKS: 7;
export const BACK_JOINS: 8;
export const BACK_ENDS: 9;
export const ADDS: 10;

/**
 * Something that a thread did: where it began a task, `a` is the fork's address (−1 for the run), `b` the grain and `c` how many jobs a
 * grain has; at a fork `a` is its address, `b` its number in the program and `c` how many jobs it has; what was added began at `a`.
 */
export interface TimeRecord {
  readonly what: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Milliseconds, by the clock of the thread that runs the program. */
  readonly time: number;
}

/** The records of all threads. */
export class Times {
  readonly threads: number;
  /** The records of a thread; undefined where there was no room for all. */
  of(thread: number): readonly TimeRecord[] | undefined;
}
