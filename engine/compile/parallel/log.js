// Contributions to cells that a job has captured, in their order, in blocks that lead from one to the next: a word with the cell for each, and a cell with
// the amount. It is JavaScript because threads are started with its text.

/** Contributions in the first block of a log, and in the largest (`npm run bench -- tuning`). */
const FIRST = 64;
const LARGEST = 65536;
/** Words at the head of a block: the next one, the first cell, and how many contributions there are. */
const NEXT = 0;
const CELL = 1;
const COUNT = 2;
const HEAD = 3;

/** The log of a thread. The program's code writes it, as far as a block reaches. */
export class Log {
  constructor(memory, host) {
    this.memory = memory;
    this.host = host;
    this.begin();
  }

  begin() {
    this.head = -1;
    this.block = -1;
    this.size = FIRST;
    this.host.logTo(0, 0, 0);
  }

  /** Ends the log: its first block, or -1. */
  end() {
    this.close();
    return this.head;
  }

  /** The log is full: it goes on in another block. */
  more() {
    this.close();
    const { memory, size } = this;
    const block = memory.record(HEAD + size);
    const cell = memory.cells(size);
    if (this.block < 0) this.head = block;
    else memory.H[this.block + NEXT] = block;
    memory.H[block + NEXT] = -1;
    memory.H[block + CELL] = cell;
    memory.H[block + COUNT] = 0;
    this.block = block;
    this.host.logTo(block + HEAD, cell, block + HEAD + size);
    this.size = Math.min(2 * size, LARGEST);
  }

  close() {
    if (this.block >= 0) this.memory.H[this.block + COUNT] = this.host.logged()[0] - (this.block + HEAD);
  }

  /** The log as it is, for while another one is written. */
  save() {
    const { head, block, size } = this;
    return { head, block, size, logged: this.host.logged() };
  }

  restore({ head, block, size, logged }) {
    this.head = head;
    this.block = block;
    this.size = size;
    this.host.logTo(logged[0], logged[1], logged[2]);
  }

  /** Adds what was logged, in its order; to cells that this thread has captured itself, by its own log. */
  replay(head) {
    const { host, memory } = this;
    const { ownFrom } = host;
    for (let block = head; block >= 0; block = memory.H[block + NEXT]) {
      const { V, A, H } = memory;
      let cell = H[block + CELL];
      const end = block + HEAD + H[block + COUNT];
      for (let word = block + HEAD; word < end; word++, cell++) {
        const to = H[word];
        if (to < ownFrom) host.log(to, V[cell]);
        else A[to] += V[cell];
      }
    }
  }
}
