// The threads beside the one that runs programs: one team for all programs of a process or a page. It serves one program at a time.
import { LOST } from "./control.js";
import type { Jobs } from "./jobs.js";
import type { SharedMemory } from "./memory.js";
import type { ServeMessage } from "./thread.js";

/** A thread, as its host offers it. */
export interface Thread {
  post(message: ServeMessage): void;
  end(): void;
}

/** A team's work: a program's code, and the jobs of the thread that runs it. */
export interface Served {
  readonly text: string;
  readonly shared: SharedMemory;
  readonly jobs: Jobs;
  readonly depth: number;
}

/** Threads at most: more than any machine has that people sit at. */
export const MOST_THREADS = 64;

/** Milliseconds that a run waits for its threads. A thread of Node takes some 30 to start, and less than one to come to a program. */
const PATIENCE = 60;

/** Threads that take jobs. */
export class Team {
  private static latest = 0;
  /** Tells the programs of this worker of the engine from those of others on the same threads. */
  private static realm: string | undefined;
  private threads: Thread[] = [];
  private readonly start: () => Thread;
  /** The threads, with the one that runs programs. */
  readonly size: number;
  private readonly ids = new WeakMap<Served, string>();
  private current: Served | undefined;
  /** Whether the threads were there in time when they were needed last. */
  private isThere = true;
  /** Since when they have been missing; undefined where they were there last. */
  private missing: number | undefined;
  private readonly onLost: () => void;

  /** Whether every fork is handed over for which a thread is idle, profitable or not: for tests. */
  readonly isEager: boolean;

  /** `start` starts a thread; `onLost` is called where threads have died, or have been missing for so long that they must have. */
  constructor(size: number, start: () => Thread, isEager = false, onLost: () => void = () => undefined) {
    this.size = size;
    this.onLost = onLost;
    this.start = start;
    this.isEager = isEager;
  }

  /** Starts the threads before they are needed. */
  warm(): void {
    while (this.threads.length < this.size - 1) this.threads.push(this.start());
  }

  /** Serves a program from now on. Waits a little for the threads; those that are not there by then come later. */
  serve(served: Served): void {
    if (this.current !== served) this.post(served);
    this.isThere = served.jobs.queue.meet(this.isThere ? PATIENCE : 0);
    const now = performance.now();
    if (this.isThere) this.missing = undefined;
    else if (now - (this.missing ??= now) > LOST) this.lose();
  }

  /** A thread has died: runs go on without, and the page that has started the threads may start others. */
  lose(): void {
    this.end();
    this.missing = undefined;
    this.onLost();
  }

  private post(served: Served): void {
    this.rest();
    this.warm();
    let id = this.ids.get(served);
    if (id === undefined) {
      // V8 loads its cryptography when it is first used
      Team.realm ??= crypto.randomUUID();
      id = `${Team.realm} ${++Team.latest}`;
      this.ids.set(served, id);
    }
    const { text, shared, depth } = served;
    this.threads.forEach((thread, index) => thread.post({ id, text, shared, me: index + 1, depth }));
    this.current = served;
  }

  /** Lets the threads go: others may have them until this team serves again. */
  rest(): void {
    // threads that have come since are not missing
    if (this.current?.jobs.queue.meet(0) === true) this.missing = undefined;
    this.current?.jobs.release();
    this.current = undefined;
  }

  /** Ends all threads. What they serve from now on is served by new ones. */
  end(): void {
    for (const thread of this.threads) thread.end();
    this.threads = [];
    this.current = undefined;
  }
}
