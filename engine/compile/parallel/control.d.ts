// The types of what others use of control.js, which is JavaScript because threads are started with its text.

/** A thread has died, or does not answer. */
export class ThreadLost extends Error {}

/** The end of a run that another thread asked for. */
export class Stopped extends Error {}

/** Milliseconds without a heartbeat after which a thread counts as lost. */
export const LOST: number;

/** The number of words that a number of threads share. */
export function wordsFor(threads: number): number;

/** The place of a thread's word. */
export function wordOf(thread: number, which: number): number;

/** The words with the free end of cells, and of words; and the number of idle threads. */
export const TOP_V: number;
export const TOP_H: number;
export const IDLE: number;

/** The word of a thread with its message, and some of its values. */
export const MESSAGE: number;
export const STATE: number;
export const IS_IDLE: number;
export const IS_BUSY: number;
export const FORWARD: number;
export const RELEASED: number;
