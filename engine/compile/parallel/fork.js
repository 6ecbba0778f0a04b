// How a fork stands in the words that threads share, and how its grains are taken. It is JavaScript because threads are started with its text.

/** Words of a fork: grains that are taken from either end, how many there are, the first that failed, how many threads are through with it. */
export const TAKEN = 0;
export const GRAINS = 1;
export const FAILED = 2;
export const DONE = 3;
/**
 * Its jobs, how many a grain has, what they have captured, their arguments and results, objects, how deep the fork is nested, for each grain the
 * sum of what its reverse pass has sent, and the thread that forked.
 */
export const COUNT = 4;
export const SIZE = 5;
export const CAPTURED = 6;
export const ARGS = 7;
export const EACH = 8;
export const RESULTS = 9;
export const OBJECTS = 10;
export const DEPTH = 11;
export const SUMS = 12;
export const OWNER = 13;
export const HEAD = 14;
/** What is taken of a fork whose arguments are not there yet. */
export const CLOSED = -1;
/** Words of a grain: the thread that took it, how far it is, its log or its error. */
export const PER_GRAIN = 3;
export const TAKER = 0;
export const STATUS = 1;
export const LOG = 2;

/** How far a grain is: it ran, it failed, or its tape was taken back. */
export const RAN = 1;
export const FAILS = 2;
export const SWEPT = 3;

/** The next grain from the front; -1 where there is none. */
export function takeFirst(H, at) {
  for (;;) {
    const taken = Atomics.load(H, at + TAKEN);
    const front = taken & 0xffff;
    if (front + (taken >>> 16) >= H[at + GRAINS] || front > Atomics.load(H, at + FAILED)) return -1;
    if (Atomics.compareExchange(H, at + TAKEN, taken, taken + 1) === taken) return front;
  }
}

/** The next grain from the back. */
export function takeLast(H, at) {
  for (;;) {
    const taken = Atomics.load(H, at + TAKEN);
    const back = taken >>> 16;
    if ((taken & 0xffff) + back >= H[at + GRAINS]) return -1;
    if (Atomics.compareExchange(H, at + TAKEN, taken, taken + 0x10000) === taken) return H[at + GRAINS] - 1 - back;
  }
}
