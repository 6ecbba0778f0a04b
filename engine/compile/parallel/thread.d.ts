// The types of thread.js, which is JavaScript because threads are started with its text.
import type { SharedMemory } from "./memory.js";

/** A program that a thread is to serve. */
export interface ServeMessage {
  /** Unlike that of any other program, whoever asks. */
  readonly id: string;
  /** The program's code. */
  readonly text: string;
  readonly shared: SharedMemory;
  /** The number of the thread. */
  readonly me: number;
  /** Calls that wait for their results at once. */
  readonly depth: number;
}

/** Serves whoever runs a program, until it is released. Throws EvalError where the host forbids to make code. */
export function serve(message: ServeMessage): void;
