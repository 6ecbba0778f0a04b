// The layout of a fork in the words that threads share, and how its tasks are taken. It is JavaScript because threads are started with its text.
import { LINE } from "./control.js";

/** Tasks that are taken from either end: claimed threads wait for this word, and the words that they need are in the same line. */
export const TAKEN = 0;
// The words up to FAILED are there before the jobs begin.
/** The table of objects that the jobs use. */
export const OBJECTS = TAKEN + 1;
/** How many tasks there are. */
export const TASKS = TAKEN + 2;
/** How many jobs there are. */
export const COUNT = TAKEN + 3;
/** How many jobs a task has. */
export const SIZE = TAKEN + 4;
/** The captured values of jobs. */
export const CAPTURED = TAKEN + 5;
/** The arguments of the jobs. */
export const ARGS = TAKEN + 6;
/** How many words the argument of one job has. */
export const EACH = TAKEN + 7;
/** The results of the jobs. */
export const RESULTS = TAKEN + 8;
/** How deep the fork is nested in others. */
export const DEPTH = TAKEN + 9;
/** By task, a cell: in the forward pass the time of tasks, in the reverse pass the sum of what it has sent. */
export const SUMS = TAKEN + 10;
/** The thread that forked. */
export const OWNER = TAKEN + 11;
/** The function of the jobs, or EACH_ITS_OWN. */
export const FN = TAKEN + 12;
/** In FN: each job has a function of its own. */
export const EACH_ITS_OWN = -1;
/** The first task that failed. */
export const FAILED = TAKEN + 13;
/** The number of threads that have left the fork. */
export const DONE = TAKEN + LINE;
export const HEAD = DONE + LINE;
/** TAKEN of a fork before its arguments are there, and once they are: the last task is its owner's. */
export const CLOSED = -1;
export const OPEN = 0x10000;
/** Words of a task: the thread that took it, its status, its log or its error. */
export const PER_TASK = LINE;
export const TAKER = 0;
export const STATUS = 1;
export const LOG = 2;

/** The status of a task: it ran, it failed, or its tape was taken back. */
export const RAN = 1;
export const FAILS = 2;
export const SWEPT = 3;

/** The words of an open fork about its jobs. */
export function jobsOf(H, at) {
  const tasks = H[at + TASKS];
  return {
    tasks,
    count: H[at + COUNT],
    size: H[at + SIZE],
    captured: H[at + CAPTURED],
    args: H[at + ARGS],
    each: H[at + EACH],
    results: H[at + RESULTS],
    depth: H[at + DEPTH],
    fn: H[at + FN],
    /** Where the functions are, if each job has one of its own. */
    fns: at + HEAD + PER_TASK * tasks,
  };
}

/** Takes the next task from the front; -1 where there is none. */
export function takeFirst(H, at) {
  for (;;) {
    const taken = Atomics.load(H, at + TAKEN);
    const front = taken & 0xffff;
    if (front + (taken >>> 16) >= H[at + TASKS] || front > Atomics.load(H, at + FAILED)) return -1;
    if (Atomics.compareExchange(H, at + TAKEN, taken, taken + 1) === taken) return front;
  }
}

/** Takes the next task from the back; -1 where there is none. */
export function takeLast(H, at) {
  for (;;) {
    const taken = Atomics.load(H, at + TAKEN);
    const back = taken >>> 16;
    if ((taken & 0xffff) + back >= H[at + TASKS]) return -1;
    if (Atomics.compareExchange(H, at + TAKEN, taken, taken + OPEN) === taken) return H[at + TASKS] - 1 - back;
  }
}
