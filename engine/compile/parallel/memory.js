// The memory that threads share: cells (values V, cotangents A) and words of the heap (H). It grows at its end and never moves, so numbers of
// cells and addresses mean the same on all threads. A thread takes a chunk at a time, each beyond all that were taken before: what a job makes has
// greater numbers than what it has captured, but for its own arguments. It is JavaScript because threads are started with its text.
import { HELD, LIMIT, TOP_H, TOP_V, wordOf, wordsFor } from "./control.js";

/** The most cells, if the host has room for them, and the fewest. */
const MOST = 2 ** 28;
const FEWEST = 2 ** 20;

/** Memory for a program on a number of threads. Throws RangeError where there is not enough. */
export function sharedMemory(threads, isEager = false) {
  const grows = (bytes, most) => new SharedArrayBuffer(bytes, { maxByteLength: most });
  for (let cells = MOST; ; cells /= 2) {
    try {
      return {
        threads,
        isEager,
        control: new SharedArrayBuffer(4 * wordsFor(threads)),
        values: grows(2 ** 19, 8 * cells),
        cotangents: grows(2 ** 19, 8 * cells),
        words: grows(2 ** 18, 4 * cells),
      };
    } catch (error) {
      if (cells <= FEWEST) throw error;
    }
  }
}

/** A thread's view of the memory. */
export class Memory {
  constructor(shared, me) {
    this.shared = shared;
    this.me = me;
    this.control = new Int32Array(shared.control);
    this.host = undefined;
    this.refresh();
  }

  /** `host` is what the program's code offers. */
  attach(host) {
    this.host = host;
    this.refresh();
  }

  refresh() {
    const { values, cotangents, words } = this.shared;
    // what is added to the end of one is added to the end of the other a little later
    const cells = Math.floor(Math.min(values.byteLength, cotangents.byteLength) / 8);
    this.V = new Float64Array(values, 0, cells);
    this.A = new Float64Array(cotangents, 0, cells);
    this.H = new Int32Array(words, 0, Math.floor(words.byteLength / 4));
    this.host?.views(this.V, this.A, this.H);
  }

  /** Others may have added memory. */
  catchUp() {
    if (this.control[TOP_V] > this.V.length || this.control[TOP_H] > this.H.length) this.refresh();
  }

  /** Takes new cells in a row: gives the first. */
  cells(count) {
    const first = Atomics.add(this.control, TOP_V, count);
    if (first + count > this.V.length) {
      this.grow(this.shared.values, 8 * (first + count));
      this.grow(this.shared.cotangents, 8 * (first + count));
      this.refresh();
    }
    return first;
  }

  /** Takes new words in a row: gives the first. */
  record(count) {
    const first = Atomics.add(this.control, TOP_H, count);
    if (first + count > this.H.length) {
      this.grow(this.shared.words, 4 * (first + count));
      this.refresh();
    }
    return first;
  }

  grow(buffer, bytes) {
    if (buffer.byteLength >= bytes) return;
    const more = Math.min(Math.max(bytes, 2 * buffer.byteLength), buffer.maxByteLength);
    this.host.afford(more - buffer.byteLength);
    try {
      buffer.grow(more);
    } catch {
      // another thread has made it larger, or there is no more
      if (buffer.byteLength < bytes) throw this.host.memory();
    }
  }

  /** Bytes that all threads hold; `own` are those of this thread alone. */
  held(own) {
    const { control, shared } = this;
    control[wordOf(this.me, HELD)] = own >> 16;
    let sum = shared.values.byteLength + shared.cotangents.byteLength + shared.words.byteLength + own;
    for (let thread = 0; thread < shared.threads; thread++)
      if (thread !== this.me) sum += control[wordOf(thread, HELD)] * 65536;
    return sum;
  }

  /** Bytes that a run may have. */
  get limit() {
    const units = this.control[LIMIT];
    return units === 0 ? Number.POSITIVE_INFINITY : units * 65536;
  }

  set limit(bytes) {
    this.control[LIMIT] = bytes < 2 ** 46 ? Math.max(1, Math.floor(bytes / 65536)) : 0;
  }
}
