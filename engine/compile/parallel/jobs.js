// The jobs of a compiled program on several threads (thesis §3.10): fork, join, and both backwards. Each thread has one of these objects for
// each program; all of them work on the same memory. It is JavaScript because threads are started with its text.
//
// Memory. Cells (values V, cotangents A) and words of the heap (H) lie in shared memory that only grows, at its end: a thread takes a chunk at
// a time, each beyond all that were taken before. So numbers of cells and addresses mean the same on all threads, and what is captured by a
// job has smaller numbers than what the job makes. The tape and the stacks belong to a thread. JavaScript objects (closures, data with
// closures or arrays in it, columns that are no Reals) are written into cells as numbers and made again (`encode`).
//
// Forward. Who comes to a fork claims threads that are idle and hands them its address. Its jobs, in grains of one or more, are taken from the
// first on by these threads and from the last on by their owner. Each grain leaves a piece of tape on the thread that ran it.
//
// Reverse. A fork is met where its jobs were joined: each thread takes its pieces back, from the last to the first. A contribution to a cell of
// the job's own is added at once. A contribution to a captured cell is logged, and the owner of the fork adds what was logged, job by job
// from the last to the first. So each cell gets the contributions that it gets in a sequential run, in the same order, and the gradient is the
// same to the bit. The cost: a captured Real costs a log entry for each contribution, which one thread adds.

/** Words that all threads share: the free end of cells and of words, whether to stop, how many threads are idle, the number of the run. */
const TOP_V = 0;
const TOP_H = 1;
const STOP = 2;
/** Compiled programs look at this one themselves. */
export const IDLE = 3;
const RUN = 4;
/** The memory that a run may have, and what a hand-off takes: in units of 64 kB and in nanoseconds. */
const LIMIT = 5;
const HANDOFF = 6;
/** Why all was stopped: the first reason. */
const WHY = 7;

/** Words of each thread, so far apart that threads do not wait for each other's. */
const THREADS = 16;
const PER_THREAD = 32;
const MAIL = 0;
const STATE = 1;
const BEATS = 2;
const HELD = 3;
const ASLEEP = 4;
const BUSY = 5;

/** What a thread is asked to do, in a word with the address of the fork. */
const FORWARD = 1;
const BACK = 2;
const BACK_WITH_CARE = 3;
const PING = 4;
const KINDS = 8;
/** Instead of a fork: the program is not needed any more. */
const RELEASED = -1;

const IS_IDLE = 1;
const IS_BUSY = 2;

/** Words of a fork. */
const TAKEN = 0;
const GRAINS = 1;
const FAILED = 2;
const DONE = 3;
const COUNT = 4;
const SIZE = 5;
const CAPTURED = 6;
const CAPTURES = 7;
const ARGS = 8;
const EACH = 9;
const RESULTS = 10;
const WIDTH = 11;
const OBJECTS = 12;
const DEPTH = 13;
const TIMES = 14;
const HEAD = 16;
/** Words of a grain: the thread that took it, how far it is, its log or its error. */
const PER_GRAIN = 4;
const TAKER = 0;
const STATUS = 1;
const LOG = 2;
const SUM = 3;

const RAN = 1;
const FAILS = 2;
const SWEPT = 3;

/** Why a job ended without a result. */
const MISTAKE = 1;
const NO_MEMORY = 2;
const TOO_DEEP = 3;
const STOPPED = 4;

/** Grains of a fork at most. */
const MOST_GRAINS = 256;
/** Contributions in the first block of a log, and in the largest. */
const LOG_BLOCK = 64;
const LARGEST_LOG_BLOCK = 65536;
/** Milliseconds that a thread looks for work before it sleeps, between two looks at the clock of who waits, and without a sign of life. */
const SPINS = 2;
const LOOK = 1;
const LOST = 4000;
/** Forks that are nested deeper, and handed over, are not: each is a call of the reverse pass. */
const DEEPEST = 500;
/** Depths of forks that are told apart in what is known of their length. */
const DEPTHS = 64;

/** A thread has died, or does not answer. */
export class ThreadLost extends Error {}

/** The end of a run that another thread asked for. */
export class Stopped extends Error {}

/** Memory for a program on so many threads. Throws RangeError where there is not enough. */
export function sharedMemory(threads) {
  for (let cells = 2 ** 28; ; cells /= 2) {
    try {
      const grows = (bytes, most) => new SharedArrayBuffer(bytes, { maxByteLength: most });
      return {
        threads,
        control: new SharedArrayBuffer(4 * (THREADS + PER_THREAD * threads)),
        values: grows(2 ** 19, 8 * cells),
        cotangents: grows(2 ** 19, 8 * cells),
        words: grows(2 ** 18, 4 * cells),
      };
    } catch (error) {
      if (cells < 2 ** 20) throw error;
    }
  }
}

/** The jobs of one program on one thread; 0 is the thread that runs the program. */
export class Jobs {
  constructor(shared, me) {
    this.shared = shared;
    this.me = me;
    this.control = new Int32Array(shared.control);
    this.host = undefined;
    /** The forks of this thread whose jobs other threads have run, in order. */
    this.forks = [];
    /** The pieces of tape that this thread has for forks of others. */
    this.pieces = new Map();
    this.run = 0;
    this.nested = 0;
    /** Nanoseconds that the jobs of a fork take together, by fork and depth; -1 where that is not known. */
    this.takes = new Float64Array(0);
    this.logHead = -1;
    this.logBlock = -1;
    this.logSize = LOG_BLOCK;
    /** Told when a job begins and ends, where times are asked for. */
    this.isTimed = false;
  }

  /** `host` is what the program's code offers. */
  attach(host) {
    this.host = host;
    this.takes = new Float64Array(DEPTHS * host.forks).fill(-1);
    this.refresh();
  }

  word(thread, which) {
    return THREADS + PER_THREAD * thread + which;
  }

  // ---- memory

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
    const { cotangents, words } = this.shared;
    if (cotangents.byteLength > this.A.byteLength || words.byteLength > this.H.byteLength) this.refresh();
  }

  /** So many new cells in a row: the first. */
  cells(count) {
    const first = Atomics.add(this.control, TOP_V, count);
    if (first + count > this.V.length) {
      this.grow(this.shared.values, 8 * (first + count));
      this.grow(this.shared.cotangents, 8 * (first + count));
      this.refresh();
    }
    return first;
  }

  /** So many new words in a row: the first. */
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
    control[this.word(this.me, HELD)] = own >> 16;
    let sum = shared.values.byteLength + shared.cotangents.byteLength + shared.words.byteLength + own;
    for (let thread = 0; thread < shared.threads; thread++)
      if (thread !== this.me) sum += control[this.word(thread, HELD)] * 65536;
    return sum;
  }

  get limit() {
    const units = this.control[LIMIT];
    return units === 0 ? Number.POSITIVE_INFINITY : units * 65536;
  }

  set limit(bytes) {
    this.control[LIMIT] = bytes < 2 ** 46 ? Math.max(1, Math.floor(bytes / 65536)) : 0;
  }

  get top() {
    return [Atomics.load(this.control, TOP_V), Atomics.load(this.control, TOP_H)];
  }

  set top([cells, words]) {
    Atomics.store(this.control, TOP_V, cells);
    Atomics.store(this.control, TOP_H, words);
  }

  // ---- runs

  /** A run begins, on the thread that runs the program. All others are idle. */
  begin() {
    this.quiet();
    Atomics.add(this.control, RUN, 1);
    this.forks = [];
    this.nested = 0;
  }

  /** Waits until no thread is at work any more, and lets them begin again. */
  quiet() {
    const { control, shared } = this;
    const isAtWork = (thread) =>
      Atomics.load(control, this.word(thread, BUSY)) !== 0 || Atomics.load(control, this.word(thread, MAIL)) > 0;
    for (let thread = 1; thread < shared.threads; thread++) {
      if (!isAtWork(thread)) continue;
      Atomics.store(control, STOP, 1);
      const began = performance.now();
      while (isAtWork(thread)) if (performance.now() - began > LOST) throw new ThreadLost();
    }
    Atomics.store(control, STOP, 0);
    Atomics.store(control, WHY, 0);
  }

  /** How long forks take is found out anew. */
  forget() {
    this.takes.fill(-1);
  }

  /** A sign of life; throws where the run is to end. Threads call it now and then. */
  beat() {
    const { control, me } = this;
    control[this.word(me, BEATS)]++;
    if (Atomics.load(control, STOP) !== 0) throw new Stopped();
  }

  /** Threads beside this one that could take a job now. */
  get idle() {
    return Atomics.load(this.control, IDLE);
  }

  /** How long a hand-off takes, in nanoseconds: the best of several, there and back. */
  calibrate() {
    const { control } = this;
    const [thread] = this.claim(1);
    if (thread === undefined) return;
    let best = Number.POSITIVE_INFINITY;
    const mail = this.word(thread, MAIL);
    for (let i = 0; i < 50; i++) {
      const began = performance.now();
      Atomics.store(control, mail, PING);
      if (Atomics.load(control, this.word(thread, ASLEEP)) !== 0) Atomics.notify(control, mail);
      while (Atomics.load(control, mail) !== 0) if (performance.now() - began > LOST) throw new ThreadLost();
      best = Math.min(best, performance.now() - began);
    }
    control[HANDOFF] = Math.max(200, Math.round(best * 1e6));
    Atomics.store(control, this.word(thread, STATE), IS_IDLE);
    Atomics.add(control, IDLE, 1);
  }

  get handoff() {
    return this.control[HANDOFF];
  }

  // ---- forward

  /** Whether the jobs of a fork are worth handing over, as far as that is known. */
  wants(fork, depth) {
    if (this.nested >= DEEPEST) return false;
    if (this.control[HANDOFF] === 0) this.calibrate();
    const takes = this.takes[DEPTHS * fork + Math.min(depth, DEPTHS - 1)];
    // both passes hand over, claim, log and join: many times what a message takes
    return takes < 0 || takes > 6 * (this.control[HANDOFF] || 5000);
  }

  /**
   * The jobs of a fork, all ready: gives their results, one after the other. `fns` is their function, or a list of one for each; each gets
   * `captured`, and `each` of the `args`.
   */
  par(fork, depth, fns, count, captured, args, each) {
    const { host } = this;
    const size = Math.ceil(count / MOST_GRAINS);
    const grains = Math.ceil(count / size);
    const threads = this.claim(grains - 1);
    const width = host.widest;
    const isList = Array.isArray(fns);
    const at = this.record(HEAD + PER_GRAIN * grains + count);
    const cells = captured.length + args.length + width * count + 4 * grains;
    const first = this.cells(cells);
    const { V, H } = this;
    const roots = [];
    const put = (place, value) => {
      if (typeof value === "number") V[place] = value;
      else if (typeof value === "boolean") V[place] = value ? 1 : 0;
      else V[place] = roots.push(value) - 1;
    };
    for (let i = 0; i < captured.length; i++) put(first + i, captured[i]);
    const argsAt = first + captured.length;
    for (let i = 0; i < args.length; i++) put(argsAt + i, args[i]);
    const results = argsAt + args.length;
    H[at + TAKEN] = 0;
    H[at + GRAINS] = grains;
    H[at + FAILED] = grains;
    H[at + DONE] = 0;
    H[at + COUNT] = count;
    H[at + SIZE] = size;
    H[at + CAPTURED] = first;
    H[at + CAPTURES] = captured.length;
    H[at + ARGS] = argsAt;
    H[at + EACH] = each;
    H[at + RESULTS] = results;
    H[at + WIDTH] = width;
    H[at + DEPTH] = depth;
    H[at + TIMES] = results + width * count;
    for (let grain = 0; grain < grains; grain++) H[at + HEAD + PER_GRAIN * grain + STATUS] = 0;
    for (let job = 0; job < count; job++) H[at + HEAD + PER_GRAIN * grains + job] = isList ? fns[job] : fns;
    H[at + OBJECTS] = roots.length === 0 ? -1 : this.encode(roots);
    this.nested++;
    const start = host.position();
    for (const thread of threads) this.send(thread, FORWARD, at);
    const own = { at, start, threads, pieces: new Map(), objects: roots, results: new Map(), error: undefined };
    const began = performance.now();
    let taken = 0;
    for (let grain = this.takeLast(at); grain >= 0; grain = this.takeLast(at)) {
      this.runGrain(own, grain);
      taken++;
    }
    const spent = performance.now() - began;
    this.join(own);
    this.nested--;
    if (taken > 0) this.takes[DEPTHS * fork + Math.min(depth, DEPTHS - 1)] = ((spent * 1e6) / taken) * grains;
    this.catchUp();
    if (this.H[at + FAILED] < grains || own.error !== undefined) throw this.failureOf(own);
    if (host.isActive) host.leaveFork(this.forks.push(own) - 1);
    return this.resultsOf(own);
  }

  resultsOf({ at, results }) {
    const { V, H, host } = this;
    const [count, width, grains] = [H[at + COUNT], H[at + WIDTH], H[at + GRAINS]];
    const all = new Array(count * width);
    for (let job = 0; job < count; job++) {
      const mine = results.get(job);
      const { results: kinds } = host.jobs[H[at + HEAD + PER_GRAIN * grains + job]];
      for (let i = 0; i < kinds.length; i++) {
        if (mine !== undefined) {
          all[job * width + i] = mine[i];
          continue;
        }
        const value = V[H[at + RESULTS] + job * width + i];
        all[job * width + i] = kinds[i] === "b" ? value === 1 : kinds[i] === "p" ? this.decode(value)[0] : value;
      }
    }
    return all;
  }

  /** Threads that are idle, and now are not. */
  claim(most) {
    const { control, shared, me } = this;
    const claimed = [];
    for (let thread = 1; thread < shared.threads && claimed.length < most; thread++) {
      if (thread === me || Atomics.compareExchange(control, this.word(thread, STATE), IS_IDLE, IS_BUSY) !== IS_IDLE)
        continue;
      Atomics.sub(control, IDLE, 1);
      claimed.push(thread);
    }
    return claimed;
  }

  /** Asks a thread for something; who waits for it does meanwhile what it is asked itself. */
  send(thread, kind, at) {
    const { control } = this;
    const mail = this.word(thread, MAIL);
    const watch = new Watch(this, [thread]);
    while (Atomics.compareExchange(control, mail, 0, KINDS * at + kind) !== 0) {
      this.answer();
      watch.look();
    }
    if (Atomics.load(control, this.word(thread, ASLEEP)) !== 0) Atomics.notify(control, mail);
  }

  /** The next grain from the front; -1 where there is none. */
  takeFirst(at) {
    const { H } = this;
    for (;;) {
      const taken = Atomics.load(H, at + TAKEN);
      const [front, back] = [taken & 0xffff, taken >>> 16];
      if (front + back >= H[at + GRAINS] || front > Atomics.load(H, at + FAILED)) return -1;
      if (Atomics.compareExchange(H, at + TAKEN, taken, taken + 1) === taken) return front;
    }
  }

  /** The next grain from the back. */
  takeLast(at) {
    const { H } = this;
    for (;;) {
      const taken = Atomics.load(H, at + TAKEN);
      const [front, back] = [taken & 0xffff, taken >>> 16];
      if (front + back >= H[at + GRAINS]) return -1;
      if (Atomics.compareExchange(H, at + TAKEN, taken, taken + 0x10000) === taken) return H[at + GRAINS] - 1 - back;
    }
  }

  /** Runs the jobs of a grain, one after the other; their tape is one piece. */
  runGrain(session, grain) {
    const { host, me } = this;
    const { at, objects } = session;
    const { H } = this;
    const [count, size, grains, each] = [H[at + COUNT], H[at + SIZE], H[at + GRAINS], H[at + EACH]];
    const words = at + HEAD + PER_GRAIN * grain;
    const isOwn = session.results !== undefined;
    H[words + TAKER] = me;
    if (grain > Atomics.load(H, at + FAILED)) return;
    const began = this.isTimed || H[at + TIMES] > 0 ? performance.timeOrigin + performance.now() : 0;
    if (host.isActive) host.leaveStart();
    const depth = host.enter(H[at + DEPTH] + 1);
    try {
      for (let job = grain * size; job < Math.min(count, (grain + 1) * size); job++) {
        const fn = this.H[at + HEAD + PER_GRAIN * grains + job];
        const { args: kinds, results: given } = host.jobs[fn];
        const args = new Array(kinds.length);
        const captures = this.H[at + CAPTURES];
        for (let i = 0; i < kinds.length; i++) {
          const place = i < captures ? this.H[at + CAPTURED] + i : this.H[at + ARGS] + job * each + i - captures;
          const value = this.V[place];
          args[i] = kinds[i] === "p" ? objects[value] : kinds[i] === "b" ? value === 1 : value;
        }
        const found = host.call(fn, args, given.length);
        if (isOwn) session.results.set(job, found);
        else this.keep(at, job, found);
      }
      session.pieces.set(grain, host.position());
      this.V[this.H[at + TIMES] + 4 * grain] = began;
      this.V[this.H[at + TIMES] + 4 * grain + 1] = performance.timeOrigin + performance.now();
      Atomics.store(this.H, words + STATUS, RAN);
    } catch (error) {
      this.failed(session, grain, error);
    }
    host.leave(depth);
  }

  /** Results of a job where the owner of the fork finds them. */
  keep(at, job, found) {
    const place = this.H[at + RESULTS] + job * this.H[at + WIDTH];
    for (let i = 0; i < found.length; i++) {
      const value = found[i];
      if (typeof value === "number") this.V[place + i] = value;
      else if (typeof value === "boolean") this.V[place + i] = value ? 1 : 0;
      else {
        const encoded = this.encode([value]);
        this.V[place + i] = encoded;
      }
    }
  }

  /** A job ended without a result: the fork gives the mistake of the first that did, as a sequential run does. */
  failed(session, grain, error) {
    const { host } = this;
    const { at } = session;
    const words = at + HEAD + PER_GRAIN * grain;
    const told = host.told(error);
    const kind =
      told?.site !== undefined
        ? MISTAKE
        : told?.what === "memory"
          ? NO_MEMORY
          : told?.what === "depth"
            ? TOO_DEEP
            : STOPPED;
    if (session.results !== undefined) {
      if (session.error === undefined || grain < session.error.grain || kind !== MISTAKE)
        session.error = { grain, error, isMistake: kind === MISTAKE };
    } else {
      const values = kind === MISTAKE ? told.values : [];
      const place = this.cells(3 + values.length);
      this.V[place] = kind;
      this.V[place + 1] = told?.site ?? 0;
      this.V[place + 2] = values.length;
      for (let i = 0; i < values.length; i++) this.V[place + 3 + i] = Number(values[i]);
      this.H[words + LOG] = place;
    }
    if (kind !== MISTAKE) this.stop(kind);
    for (;;) {
      const first = Atomics.load(this.H, at + FAILED);
      if (first <= grain || Atomics.compareExchange(this.H, at + FAILED, first, grain) === first) break;
    }
    Atomics.store(this.H, words + STATUS, FAILS);
  }

  /** What is no mistake of the program ends all. */
  stop(why) {
    Atomics.compareExchange(this.control, WHY, 0, why);
    Atomics.store(this.control, STOP, 1);
  }

  /** What ends a run that another thread has stopped. */
  stopped() {
    const { host } = this;
    const why = Atomics.load(this.control, WHY);
    return why === NO_MEMORY ? host.memory() : why === TOO_DEEP ? host.deep() : new Stopped();
  }

  /** What the owner of a fork throws whose jobs have failed. */
  failureOf({ at, error }) {
    const { host } = this;
    let found = error;
    for (let grain = 0; grain < this.H[at + GRAINS]; grain++) {
      const words = at + HEAD + PER_GRAIN * grain;
      if (Atomics.load(this.H, words + STATUS) !== FAILS || this.H[words + TAKER] === this.me) continue;
      const place = this.H[words + LOG];
      const kind = this.V[place];
      if (found !== undefined && !found.isMistake) break;
      if (kind === MISTAKE) {
        if (found !== undefined && found.grain < grain) continue;
        const values = Array.from({ length: this.V[place + 2] }, (_, i) => this.V[place + 3 + i]);
        found = { grain, error: host.mistake(this.V[place + 1], values), isMistake: true };
      } else {
        found = { grain, error: this.stopped(), isMistake: false };
      }
    }
    return found?.error ?? this.stopped();
  }

  /** Waits for the threads that a fork has claimed. */
  join(own) {
    const { at, threads } = own;
    const watch = new Watch(this, threads);
    while (Atomics.load(this.H, at + DONE) < threads.length) {
      this.answer();
      try {
        watch.look();
      } catch (error) {
        if (error instanceof ThreadLost) throw error;
        own.error ??= { grain: -1, error, isMistake: false };
        this.stop(STOPPED);
      }
    }
  }

  // ---- reverse

  /** Takes back a fork of this thread. */
  back(index, careful) {
    const { host, control } = this;
    const { at, start, threads, pieces } = this.forks[index];
    for (const thread of threads) this.send(thread, careful ? BACK_WITH_CARE : BACK, at);
    const grains = this.H[at + GRAINS];
    const watch = new Watch(this, threads);
    for (let grain = grains - 1; grain >= 0; grain--) {
      const own = pieces.get(grain);
      if (own !== undefined) {
        host.place(own);
        host.sweep(careful);
        continue;
      }
      const words = at + HEAD + PER_GRAIN * grain;
      while (Atomics.load(this.H, words + STATUS) !== SWEPT) {
        this.answer();
        watch.look();
        if (Atomics.load(control, STOP) !== 0) throw this.stopped();
      }
      this.catchUp();
      this.replay(this.H[words + LOG]);
      host.sum[0] += this.V[this.H[words + SUM]];
      // it can be taken back again
      Atomics.store(this.H, words + STATUS, RAN);
    }
    host.place(start);
  }

  /** Adds what was logged, in its order. */
  replay(head) {
    const { host } = this;
    const floor = host.floor;
    for (let block = head; block >= 0; block = this.H[block]) {
      let [cell, count] = [this.H[block + 1], this.H[block + 2]];
      const { V, A, H } = this;
      for (let word = block + 3; count > 0; count--, cell++, word++) {
        const to = H[word];
        if (to < floor) host.log(to, V[cell]);
        else A[to] += V[cell];
      }
    }
  }

  /** Takes back the pieces that this thread has of a fork of another. */
  serveBack(at, careful) {
    const { host } = this;
    this.catchUp();
    const { floor, pieces } = this.pieces.get(at);
    const [position, floorBefore, sum, log] = [host.position(), host.floor, host.sum[0], host.logged()];
    const [headBefore, blockBefore, sizeBefore] = [this.logHead, this.logBlock, this.logSize];
    host.floor = floor;
    const grains = [...pieces.keys()].sort((a, b) => b - a);
    for (const grain of grains) {
      const words = at + HEAD + PER_GRAIN * grain;
      [this.logHead, this.logBlock, this.logSize] = [-1, -1, LOG_BLOCK];
      host.logTo(0, 0, 0);
      host.sum[0] = 0;
      try {
        host.place(pieces.get(grain));
        host.sweep(careful);
      } catch (error) {
        const { what } = host.told(error) ?? {};
        this.stop(what === "memory" ? NO_MEMORY : what === "depth" ? TOO_DEEP : STOPPED);
        break;
      }
      this.closeLog();
      const place = this.cells(1);
      this.V[place] = host.sum[0];
      this.H[words + SUM] = place;
      this.H[words + LOG] = this.logHead;
      Atomics.store(this.H, words + STATUS, SWEPT);
    }
    host.place(position);
    host.floor = floorBefore;
    host.sum[0] = sum;
    host.logTo(...log);
    [this.logHead, this.logBlock, this.logSize] = [headBefore, blockBefore, sizeBefore];
  }

  /** The log is full: it goes on in another block. */
  moreLog() {
    this.closeLog();
    const block = this.record(3 + this.logSize);
    const cell = this.cells(this.logSize);
    if (this.logBlock < 0) this.logHead = block;
    else this.H[this.logBlock] = block;
    this.H[block] = -1;
    this.H[block + 1] = cell;
    this.H[block + 2] = 0;
    this.logBlock = block;
    this.host.logTo(block + 3, cell, block + 3 + this.logSize);
    this.logSize = Math.min(2 * this.logSize, LARGEST_LOG_BLOCK);
  }

  closeLog() {
    const { logBlock } = this;
    if (logBlock >= 0) this.H[logBlock + 2] = this.host.logged()[0] - (logBlock + 3);
  }

  // ---- a thread that others hand jobs to

  /** Does what it is asked, if it is asked. */
  answer() {
    const { control, me } = this;
    const mail = this.word(me, MAIL);
    const asked = Atomics.load(control, mail);
    if (asked <= 0) return false;
    const busy = this.word(me, BUSY);
    if (asked !== PING) Atomics.add(control, busy, 1);
    Atomics.store(control, mail, 0);
    if (asked === PING) return true;
    const [kind, at] = [asked % KINDS, Math.floor(asked / KINDS)];
    if (kind === FORWARD) this.serve(at);
    else this.serveBack(at, kind === BACK_WITH_CARE);
    Atomics.sub(control, busy, 1);
    return true;
  }

  /** Runs jobs of a fork of another thread. */
  serve(at) {
    const { host, control, me } = this;
    const run = Atomics.load(control, RUN);
    if (run !== this.run) {
      this.run = run;
      this.forks = [];
      this.pieces.clear();
      host.restart();
    }
    this.catchUp();
    const floor = host.freshChunk();
    const floorBefore = host.floor;
    host.floor = floor;
    const session = { at, floor, pieces: new Map(), objects: [], results: undefined };
    this.pieces.set(at, session);
    if (this.H[at + OBJECTS] >= 0) session.objects = this.decode(this.H[at + OBJECTS]);
    for (let grain = this.takeFirst(at); grain >= 0; grain = this.takeFirst(at)) this.runGrain(session, grain);
    // what is left of the chunk, unless others have taken more since
    const [free, end] = host.chunk();
    Atomics.compareExchange(control, TOP_V, end, free);
    host.floor = floorBefore;
    Atomics.store(control, this.word(me, STATE), IS_IDLE);
    Atomics.add(control, IDLE, 1);
    Atomics.add(this.H, at + DONE, 1);
  }

  /** Serves other threads until the program is released. */
  work() {
    const { control, me } = this;
    const mail = this.word(me, MAIL);
    Atomics.store(control, this.word(me, STATE), IS_IDLE);
    Atomics.add(control, IDLE, 1);
    let since = performance.now();
    for (let spins = 1; ; spins++) {
      if (this.answer()) {
        since = performance.now();
        continue;
      }
      if (Atomics.load(control, mail) === RELEASED) break;
      if (spins % 256 !== 0 || performance.now() - since < SPINS) continue;
      Atomics.store(control, this.word(me, ASLEEP), 1);
      Atomics.wait(control, mail, 0);
      Atomics.store(control, this.word(me, ASLEEP), 0);
      since = performance.now();
    }
    Atomics.sub(control, IDLE, 1);
    Atomics.store(control, this.word(me, STATE), 0);
    Atomics.store(control, mail, 0);
  }

  /** Lets all threads go to other work. */
  release() {
    const { control, shared } = this;
    for (let thread = 1; thread < shared.threads; thread++) {
      Atomics.store(control, this.word(thread, MAIL), RELEASED);
      Atomics.notify(control, this.word(thread, MAIL));
    }
  }

  // ---- objects

  /** JavaScript objects as numbers in cells: the first. Sharing is kept. */
  encode(roots) {
    const { host } = this;
    const numbers = [roots.length, 0];
    const places = new Map();
    const nodes = [];
    const refer = (value) => {
      if (typeof value === "number") numbers.push(0, value);
      else if (typeof value === "boolean") numbers.push(1, value ? 1 : 0);
      else if (value === undefined) numbers.push(2, 0);
      else {
        let place = places.get(value);
        if (place === undefined) {
          place = nodes.push(value) - 1;
          places.set(value, place);
        }
        numbers.push(3, place);
      }
    };
    for (const root of roots) refer(root);
    for (let at = 0; at < nodes.length; at++) {
      if (at % 1024 === 0) host.pause();
      const node = nodes[at];
      if (Array.isArray(node)) {
        numbers.push(0, 0, 0, node.length);
        for (let i = 0; i < node.length; i++) refer(node[i]);
        continue;
      }
      const closure = host.closureOf(node);
      if (closure !== undefined) {
        numbers.push(1, closure[0], closure[1], node.c.length);
        for (const one of node.c) refer(one);
        continue;
      }
      const id = host.classOf(node);
      const count = host.classes[id].fields;
      numbers.push(2, id, 0, count);
      for (let i = 0; i < count; i++) refer(node[`f${i}`]);
    }
    numbers[1] = nodes.length;
    const place = this.cells(numbers.length);
    this.V.set(numbers, place);
    return place;
  }

  /** The objects that lie in cells. */
  decode(place) {
    const { host, V } = this;
    const [count, total] = [V[place], V[place + 1]];
    const begin = place + 2 + 2 * count;
    const nodes = new Array(total);
    for (let at = begin, i = 0; i < total; i++) {
      const [kind, a, b, length] = [V[at], V[at + 1], V[at + 2], V[at + 3]];
      nodes[i] = kind === 0 ? new Array(length) : kind === 1 ? host.newClosure(a, b, length) : host.classes[a].make();
      at += 4 + 2 * length;
    }
    const valueAt = (at) => {
      const [kind, value] = [V[at], V[at + 1]];
      return kind === 0 ? value : kind === 1 ? value === 1 : kind === 2 ? undefined : nodes[value];
    };
    for (let at = begin, i = 0; i < total; i++) {
      const [kind, length] = [V[at], V[at + 3]];
      const node = nodes[i];
      at += 4;
      for (let j = 0; j < length; j++, at += 2) {
        const value = valueAt(at);
        if (kind === 0) node[j] = value;
        else if (kind === 1) node.c[j] = value;
        else node[`f${j}`] = value;
      }
    }
    return Array.from({ length: count }, (_, i) => valueAt(place + 2 + 2 * i));
  }
}

/** Of a thread that waits for others: it looks at the clock now and then, and at whether they are alive. */
class Watch {
  constructor(jobs, threads) {
    this.jobs = jobs;
    this.threads = threads;
    this.spins = 0;
    this.looked = 0;
    this.beats = "";
    this.since = 0;
  }

  look() {
    if (++this.spins % 256 !== 0) return;
    const now = performance.now();
    if (this.since === 0) this.since = now;
    if (now - this.looked < LOOK) return;
    this.looked = now;
    const { jobs, threads } = this;
    // whoever they wait for lives, too
    const beats = Array.from({ length: jobs.shared.threads }, (_, thread) =>
      thread === jobs.me ? 0 : Atomics.load(jobs.control, jobs.word(thread, BEATS)),
    ).join();
    if (beats !== this.beats) {
      this.beats = beats;
      this.since = now;
    } else if (threads.length > 0 && now - this.since > LOST) throw new ThreadLost();
    // who waits gives no sign of life: if all wait, the one that they wait for is lost
    if (jobs.me === 0) jobs.host.pause();
    else if (Atomics.load(jobs.control, STOP) !== 0) throw new Stopped();
  }
}
