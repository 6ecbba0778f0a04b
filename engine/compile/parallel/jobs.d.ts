// The types of jobs.js, which is JavaScript because threads are started with its text.

import type { Memory, SharedMemory } from "./memory.js";
import type { Times } from "./times.js";

/** The jobs of one program on one thread; the program's code uses the rest of it. */
export class Jobs {
  /** `me` is the number of the thread; 0 runs the program. */
  constructor(shared: SharedMemory, me: number);
  readonly memory: Memory;
  /** Threads beside this one that could take a job now. */
  readonly idle: number;
  /** How long a hand-off takes, in nanoseconds; 0 where that has not been measured. */
  readonly handoff: number;
  /** Whether a hand-off is as short as it is where a core is free for each thread. */
  readonly hasFreeCores: boolean;
  /** Whether the run has asked other threads for anything. */
  readonly isShared: boolean;
  /** Whether a fork of the run was handed over, and not only to find out whether that pays. */
  readonly hasGained: boolean;
  /** Forks of the last run whose jobs other threads have run. */
  readonly forks: readonly unknown[];
  /** Where runs are on the clock: what each thread did when. */
  readonly times: Times | undefined;
  /** The forward pass, or the reverse pass, is over. */
  ended(isBack: boolean): void;
  /** How long forks take is found out anew. */
  sized(components: readonly unknown[]): void;
  /** Waits until all other threads are idle, at most `within` milliseconds: whether they are. */
  meet(within: number): boolean;
  /** A sign of life; throws {@link Stopped} where the run is to end. */
  beat(): void;
  /** Serves other threads until the program is released. */
  work(): void;
  /** Ends what other threads still do for the program. */
  letGo(): void;
  /** Lets all threads go to other work. */
  release(): void;
}
