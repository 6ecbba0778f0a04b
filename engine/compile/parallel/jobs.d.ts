// The types of jobs.js, which is JavaScript because threads are started with its text.

import type { Memory, SharedMemory } from "./memory.js";
import type { MessageQueue } from "./message-queue.js";
import type { Profitability } from "./profitability.js";

/** The jobs of one program on one thread; the program's code uses the rest of it. */
export class Jobs {
  /** `me` is the number of the thread; 0 runs the program. */
  constructor(shared: SharedMemory, me: number);
  readonly memory: Memory;
  /** The words that all threads share. */
  readonly control: Int32Array;
  readonly queue: MessageQueue;
  readonly profitability: Profitability;
  /** An input is there, with these components: times are learnt anew where it has another size than the one before. */
  sized(components: readonly unknown[]): void;
  /** The number of threads that could take a job now. */
  readonly idle: number;
  /** Whether the run has asked other threads for anything. */
  readonly isShared: boolean;
  /** The number of forks of the last run in which other threads took part. */
  readonly sharedForks: number;
  /** Ends what other threads still do for the program. */
  letGo(): void;
  /** Lets all threads go to other work. */
  release(): void;
}
