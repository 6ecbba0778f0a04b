// The types of what others use of control.js, which is JavaScript because threads are started with its text.

/** A thread has died, or does not answer. */
export class ThreadLost extends Error {}

/** The end of a run that another thread asked for. */
export class Stopped extends Error {}

/** Milliseconds without a sign of life after which a thread is taken for lost. */
export const LOST: number;

/** The number of words that a number of threads share. */
export function wordsFor(threads: number): number;

/** The words with the free end of cells, and of words. */
export const TOP_V: number;
export const TOP_H: number;

/** The word of a thread with what it is asked, and two of its values. */
export const MAIL: number;
export const PING: number;
export const RELEASED: number;

/** The place of a thread's word. */
export function wordOf(thread: number, which: number): number;
