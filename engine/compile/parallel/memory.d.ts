// The types of memory.js, which is JavaScript because threads are started with its text.

/** The memory of a program on several threads. */
export interface SharedMemory {
  /** How many there are, with the one that runs the program. */
  readonly threads: number;
  /** Whether every fork is handed over for which a thread is idle, profitable or not. */
  readonly isEager: boolean;
  readonly control: SharedArrayBuffer;
  readonly values: SharedArrayBuffer;
  readonly cotangents: SharedArrayBuffer;
  readonly words: SharedArrayBuffer;
}

/** Memory for a program on a number of threads. Throws RangeError where there is not enough. */
export function sharedMemory(threads: number, isEager?: boolean): SharedMemory;

/** A thread's view of the memory. */
export class Memory {
  /** Bytes that a run may have. */
  limit: number;
}
