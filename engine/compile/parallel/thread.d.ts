// The types of thread.js, which is JavaScript because threads are started with its text.
import type { SharedMemory } from "./memory.js";

/** A program that a thread is to serve. */
export interface ServeMessage {
  /** Different from that of every other program of every team. */
  readonly id: string;
  /** The program's code. */
  readonly text: string;
  readonly shared: SharedMemory;
  /** The number of the thread. */
  readonly me: number;
  /** Calls that wait for their results at once. */
  readonly depth: number;
}

/** Serves the thread that runs a program, until that releases it. Throws EvalError where the host forbids to make code. */
export function serve(message: ServeMessage): void;
