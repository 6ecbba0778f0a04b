// The words that all threads of a program share, and what they mean. It is JavaScript because threads are started with its text.

/** Words in a cache line: words that threads write often lie in lines of their own, so that others do not wait for them (`threads.bench.ts`). */
export const LINE = 16;

/** The free end of cells and of words. */
export const TOP_V = 0;
export const TOP_H = 1;
/** How many threads are idle: compiled programs look at this word themselves. */
export const IDLE = LINE;
/** Whether all are to stop, and the first reason for it. */
export const STOP = 2 * LINE;
export const WHY = STOP + 1;
/** The number of the run. */
export const RUN = STOP + 2;
/** The memory that a run may have, in units of 64 kB; 0 where it is unlimited. */
export const LIMIT = STOP + 3;

const THREADS = 3 * LINE;
const PER_THREAD = 2 * LINE;
/** A thread's message; whether it is idle, and answers; a heartbeat count while it works; the memory of its own. */
export const MESSAGE = 0;
export const STATE = 1;
export const BUSY = 2;
export const BEATS = 3;
export const HELD = 4;
/** Whether it sleeps: others look at this word more often than it is written. */
export const ASLEEP = LINE;

/** Kinds of messages, beside the address of a fork. */
export const FORWARD = 1;
export const BACK = 2;
export const BACK_NAN_SAFE = 3;
export const KINDS = 4;
/** Messages without a fork: the service of the program ends; the message before was withdrawn, and the thread is idle again. */
export const RELEASED = -1;
export const REST = -2;

export const IS_IDLE = 1;
export const IS_BUSY = 2;

/** Why a job ended without a result. */
export const MISTAKE = 1;
export const NO_MEMORY = 2;
export const TOO_DEEP = 3;
export const STOPPED = 4;

/** Milliseconds that a thread without work spins before it sleeps (`npm run bench -- tuning`). */
export const SPINS = 2;
/** Milliseconds between two looks at the clock of a thread that waits. */
export const POLL = 1;
/** Milliseconds without a heartbeat of any thread after which one counts as lost. */
export const LOST = 4000;

/** The number of words for a number of threads. */
export function wordsFor(threads) {
  return THREADS + PER_THREAD * threads;
}

/** The place of a thread's word. */
export function wordOf(thread, which) {
  return THREADS + PER_THREAD * thread + which;
}

/** A thread has died, or does not answer. */
export class ThreadLost extends Error {}

/** The end of a run that another thread asked for. */
export class Stopped extends Error {}
