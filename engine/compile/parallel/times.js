// Tasks and times of each thread, in runs on the clock: a row of records for each thread, in memory that all of them share. It is
// JavaScript because threads are started with its text.

/**
 * The kind of a record: a task of the forward pass begins, hands a fork over, resumes after the join, ends, or does not hand a fork over.
 */
export const BEGINS = 1;
export const FORKS = 2;
export const JOINS = 3;
export const ENDS = 4;
export const STAYS = 5;
/** The same of the reverse pass; and that what a job has logged is added. */
export const BACK_BEGINS = 6;
export const BACK_FORKS = 7;
export const BACK_JOINS = 8;
export const BACK_ENDS = 9;
export const ADDS = 10;

/** Numbers of a record: the kind, three arguments, and the time. */
const PER_RECORD = 5;
/** Records of a thread at most. */
const MOST = 2 ** 16;
/** Numbers before the records: how many there are, the thread's clock at the last ping, how far it is off, and how well that is known. */
const COUNT = 0;
const CLOCK = 1;
const OFF = 2;
const WITHIN = 3;
const HEAD = 4;
const PER_THREAD = HEAD + PER_RECORD * MOST;

/** Memory for the records of all threads. */
export function timesFor(threads) {
  return new SharedArrayBuffer(8 * PER_THREAD * threads);
}

/** The clock that all threads read; each by itself may be a little off. */
function now() {
  return performance.timeOrigin + performance.now();
}

/** The records of all threads; a thread writes its own. */
export class Times {
  constructor(buffer, me) {
    this.all = new Float64Array(buffer);
    this.threads = this.all.length / PER_THREAD;
    this.from = me * PER_THREAD;
  }

  /** A record: what it tells, and of what. Where there is no room for more, what comes is counted, and not kept. */
  note(what, a = 0, b = 0, c = 0, at = now()) {
    const { all, from } = this;
    const count = all[from + COUNT]++;
    if (count >= MOST) return;
    const to = from + HEAD + PER_RECORD * count;
    all[to] = what;
    all[to + 1] = a;
    all[to + 2] = b;
    all[to + 3] = c;
    all[to + 4] = at;
  }

  /** The time as this thread has it. */
  now() {
    return now();
  }

  /** This thread is pinged: it says what its clock shows. */
  stamp() {
    this.all[this.from + CLOCK] = now();
  }

  /** Another thread has said what its clock shows, between these two times of this one. */
  heard(thread, began, ended) {
    const { all } = this;
    const at = thread * PER_THREAD;
    const within = Math.max(ended - began, Number.MIN_VALUE);
    if (all[at + WITHIN] > 0 && all[at + WITHIN] < within) return;
    all[at + WITHIN] = within;
    all[at + OFF] = (began + ended) / 2 - all[at + CLOCK];
  }

  /** Forgets all records: another run begins, and the other threads rest. */
  clear() {
    for (let thread = 0; thread < this.threads; thread++) this.all[thread * PER_THREAD + COUNT] = 0;
  }

  /** The records of a thread by the clock of the first one; undefined where there was no room for all. */
  of(thread) {
    const { all } = this;
    const from = thread * PER_THREAD;
    const count = all[from + COUNT];
    if (count > MOST) return undefined;
    return Array.from({ length: count }, (_, index) => {
      const at = from + HEAD + PER_RECORD * index;
      return { what: all[at], a: all[at + 1], b: all[at + 2], c: all[at + 3], time: all[at + 4] + all[from + OFF] };
    });
  }
}
