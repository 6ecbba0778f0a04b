// The jobs of a compiled program on several threads (thesis §3.10): fork, join, and both backwards. Each thread has one of these objects for
// each program; all of them work on the same memory (`memory.js`). It is JavaScript because threads are started with its text.
//
// Forward. Who comes to a fork claims threads that are idle and hands them its address; they get ready while the arguments of the jobs are
// written. Its jobs, in grains of one or more, are taken from the first on by these threads and from the last on by their owner. Each grain
// leaves a piece of tape on the thread that ran it.
//
// Reverse. A fork is met where its jobs were joined: each thread takes its pieces back, from the last to the first. A contribution to a cell of
// the job's own is added at once. A contribution to a captured cell is logged, and the owner of the fork adds what was logged, job by job
// from the last to the first. So each cell gets the contributions that it gets in a sequential run, in the same order, and the gradient is the
// same to the bit. The cost: a log entry for each contribution to a captured Real, which one thread adds.
import { serveBack, takeBack } from "./backwards.js";
import {
  ALWAYS,
  BACK_NAN_SAFE,
  FORWARD,
  HANDOFF,
  IDLE,
  RUN,
  STOP,
  STOPPED,
  ThreadLost,
  TOP_H,
  TOP_V,
} from "./control.js";
import {
  ARGS,
  CAPTURED,
  CLOSED,
  COUNT,
  DEPTH,
  DONE,
  EACH,
  EACH_ITS_OWN,
  FAILED,
  FN,
  GRAINS,
  HEAD,
  jobsOf,
  OBJECTS,
  OPEN,
  OWNER,
  PER_GRAIN,
  RESULTS,
  SIZE,
  STATUS,
  SUMS,
  TAKEN,
  takeLast,
} from "./fork.js";
import { failureOf, runGrain, serveForward } from "./grains.js";
import { Log } from "./log.js";
import { Post } from "./mail.js";
import { Memory } from "./memory.js";
import { decode, encode } from "./objects.js";
import { BACK_BEGINS, BACK_ENDS, BEGINS, ENDS, FORKS, JOINS, STAYS, Times } from "./times.js";
import { Worth } from "./worth.js";

/** Grains of a fork at most: their words are set one by one. A short fork has at least one for each thread (`npm run bench -- tuning`). */
const MOST_GRAINS = 256;
/** Milliseconds of a grain of a short fork: at either end of it a tenth of a microsecond or two goes by (`npm run bench -- tuning`). */
const GRAIN = 0.005;
/** The deepest nesting of forks that are handed over: each of them is a call of the reverse pass within the one around it. */
const DEEPEST = 500;
/** Nanoseconds of a hand-off on a machine whose cores are not free. */
const NOT_FREE = 20_000;
/** After how many milliseconds it is measured again: soon, for cores are busy while code is new, and each time after twice as long. */
const MEASURED_SOON = 10;
const MEASURED_LATE = 200;

/** The jobs of one program on one thread; 0 is the thread that runs the program. */
export class Jobs {
  constructor(shared, me) {
    this.me = me;
    this.memory = new Memory(shared, me);
    this.control = this.memory.control;
    this.threads = shared.threads;
    this.isEager = shared.isEager === true;
    /** Where the run is on the clock. */
    this.times = shared.times === undefined ? undefined : new Times(shared.times, me);
    if (this.times !== undefined) this.control[ALWAYS] = 1;
    this.host = undefined;
    this.post = undefined;
    this.worth = undefined;
    this.log = undefined;
    /** The forks of this thread whose jobs other threads have run, in order. */
    this.forks = [];
    /** The pieces of tape that this thread has for forks of others, by the address of the fork. */
    this.pieces = new Map();
    /** Objects that are results of this thread's own grains. */
    this.kept = [];
    this.run = 0;
    this.nested = 0;
    /** When a hand-off was measured, and for how many milliseconds that holds where the cores are not free. */
    this.measured = 0;
    this.holds = MEASURED_SOON;
    /** How large the last input was. */
    this.sizes = "";
    /** Whether other threads have been asked for anything in this run. */
    this.isShared = false;
    /** Whether a fork of this run was handed over, and not only to find out whether that pays. */
    this.hasGained = false;
    /** Whether nothing is handed over: a definition is evaluated, perhaps amid a record of the tape. */
    this.rests = false;
    /** The fork whose arguments are being written. */
    this.open = undefined;
  }

  /** `host` is what the program's code offers. */
  attach(host) {
    this.host = host;
    this.worth = new Worth(host.forks, this.times === undefined);
    this.post = new Post(this.control, this.threads, this.me, (kind, at) => this.answer(kind, at), host, this.times);
    this.log = new Log(this.memory, host);
    this.memory.attach(host);
  }

  /**
   * The word that says how many threads are idle: compiled programs look at it themselves, and come to no fork while there are none. On the
   * clock they always come.
   */
  get idleWord() {
    return this.times === undefined ? IDLE : ALWAYS;
  }

  get idle() {
    return Atomics.load(this.control, IDLE);
  }

  get handoff() {
    return this.control[HANDOFF];
  }

  get hasFreeCores() {
    return this.control[HANDOFF] <= NOT_FREE;
  }

  // ---- runs

  /** A run begins, on the thread that runs the program; free cells and words begin there. */
  begin(cells, words) {
    const { control } = this;
    if (this.isShared) {
      this.post.quiet();
      // others read it after they have been asked for something
      control[RUN]++;
      this.isShared = this.hasGained = false;
      this.nested = 0;
      this.empty();
    }
    this.rests = false;
    control[TOP_V] = cells;
    control[TOP_H] = words;
    if (this.times !== undefined) this.beginTimes();
  }

  /** Drops a run's leftovers. To shorten a list takes longer than to look at it. */
  empty() {
    if (this.forks.length > 0) this.forks = [];
    if (this.kept.length > 0) this.kept = [];
  }

  /** A run on the clock begins: what the other threads' clocks show, and how long a hand-off takes, is found out before it. */
  beginTimes() {
    this.isShared = true;
    this.post.calibrate(this.threads - 1);
    this.measured = performance.now();
    this.times.clear();
    this.times.note(BEGINS, -1, 0, 1);
  }

  /** The forward pass, or the reverse pass, is over. */
  ended(isBack) {
    this.times?.note(isBack ? BACK_ENDS : ENDS, -1, 0, 1);
  }

  /** The reverse pass begins; free cells and words begin there. */
  beginBack(cells, words) {
    const { control } = this;
    if (this.isShared) this.post.quiet();
    control[TOP_V] = cells;
    control[TOP_H] = words;
    this.memory.catchUp();
    this.times?.note(BACK_BEGINS, -1, 0, 1);
  }

  /** An input is there, with these components: how long forks take is found out anew where it has another size than the one before. */
  sized(components) {
    const { control } = this;
    const sizes = [control[TOP_V], control[TOP_H], ...components.filter((one) => typeof one === "number")].join();
    if (sizes === this.sizes) return;
    this.sizes = sizes;
    this.worth?.forget();
    control[HANDOFF] = 0;
  }

  // ---- forward

  /** Whether a fork is to be handed over, as {@link Worth.asks} says it. */
  wants(fork, depth) {
    if (this.rests) return 0;
    const { times } = this;
    if (times === undefined) return this.decides(fork, depth);
    const decided = this.idle > 0 ? this.decides(fork, depth) : 0;
    if (decided <= 0) times.note(STAYS, -1, fork);
    return decided;
  }

  decides(fork, depth) {
    if (this.nested >= DEEPEST) return 0;
    if (this.isEager) return 1;
    const handoff = this.control[HANDOFF];
    if (handoff === 0 || (handoff > NOT_FREE && performance.now() - this.measured > this.holds))
      this.calibrate(handoff);
    const place = this.worth.placeOf(fork, depth);
    if (!this.hasFreeCores) return this.worth.asksWhereBusy(place, this.handoff / 1e6);
    return this.worth.asks(place);
  }

  /** Measures a hand-off, which took so long before; 0 where that is not known. */
  calibrate(before) {
    this.isShared = true;
    this.post.calibrate();
    this.measured = performance.now();
    this.holds = before === 0 ? MEASURED_SOON : Math.min(MEASURED_LATE, 2 * this.holds);
  }

  /** A fork that was timed on one thread since then is over. */
  timed(fork, depth, began) {
    this.worth.tookAlone(this.worth.placeOf(fork, depth), performance.now() + began);
  }

  /**
   * Begins a fork of `count` jobs: gives the cell where what they have captured goes, and then the arguments of each. `fns` is the number of their
   * function, or a list of one for each.
   */
  fork(fork, depth, fns, count, captures, each) {
    const { memory, host, worth } = this;
    const place = worth.placeOf(fork, depth);
    const began = worth.isTimed(place) ? performance.now() : 0;
    const size = Math.ceil(count / this.mostGrains(place));
    const grains = Math.ceil(count / size);
    const isOneFn = typeof fns === "number";
    const at = memory.record(HEAD + PER_GRAIN * grains + (isOneFn ? 0 : count));
    memory.H[at + TAKEN] = CLOSED;
    memory.H[at + DONE] = 0;
    memory.H[at + OWNER] = this.me;
    // they are on their way while the fork and its arguments are written
    this.isShared = true;
    if (!worth.isTrial) this.hasGained = true;
    const threads = this.post.claim(grains - 1, FORWARD, at);
    const captured = memory.cells(captures + (each + host.widest) * count + grains);
    const { H } = memory;
    const results = captured + captures + each * count;
    H[at + GRAINS] = grains;
    H[at + FAILED] = grains;
    H[at + COUNT] = count;
    H[at + SIZE] = size;
    H[at + CAPTURED] = captured;
    H[at + ARGS] = captured + captures;
    H[at + EACH] = each;
    H[at + RESULTS] = results;
    H[at + DEPTH] = depth;
    H[at + SUMS] = results + host.widest * count;
    for (let grain = 0; grain < grains; grain++) H[at + HEAD + PER_GRAIN * grain + STATUS] = 0;
    H[at + FN] = isOneFn ? fns : EACH_ITS_OWN;
    const jobs = jobsOf(H, at);
    if (!isOneFn) for (let job = 0; job < count; job++) H[jobs.fns + job] = fns[job];
    this.open = {
      at,
      jobs,
      fork,
      began,
      place,
      threads,
      start: undefined,
      pieces: [],
      objects: [],
      isOwn: true,
      error: undefined,
    };
    return captured;
  }

  /** How many grains the jobs of a fork make at most: of a short one fewer, where it is not on the clock. */
  mostGrains(place) {
    const alone = this.worth.alone[place];
    if (alone < 0 || this.times !== undefined) return MOST_GRAINS;
    return Math.min(MOST_GRAINS, Math.max(this.threads, Math.ceil(alone / GRAIN)));
  }

  /** An object goes to the jobs of the fork: its number. */
  give(object) {
    return this.open.objects.push(object) - 1;
  }

  /** Runs the jobs of the fork whose arguments are there: gives the cell of their results. */
  par() {
    const { memory, host, post, open: own, worth } = this;
    const { at, place } = own;
    const grains = memory.H[at + GRAINS];
    memory.H[at + OBJECTS] = own.objects.length === 0 ? -1 : encode(this, own.objects);
    this.nested++;
    own.start = host.position();
    this.times?.note(FORKS, at, own.fork, memory.H[at + COUNT]);
    Atomics.store(memory.H, at + TAKEN, OPEN);
    for (const thread of own.threads) post.wake(thread, memory.H, at + TAKEN);
    const since = own.began === 0 ? 0 : performance.now();
    let taken = 0;
    for (let grain = grains - 1; grain >= 0; grain = takeLast(memory.H, at)) {
      runGrain(this, own, grain);
      taken++;
    }
    const spent = own.began === 0 ? 0 : performance.now() - since;
    this.join(own);
    this.times?.note(JOINS, at);
    this.nested--;
    if (own.began > 0) {
      const jobs = (spent * grains) / Math.max(1, taken);
      worth.tookTogether(place, performance.now() - own.began, jobs, this.hasFreeCores);
    }
    memory.catchUp();
    const isStopped = Atomics.load(this.control, STOP) !== 0;
    if (isStopped || memory.H[at + FAILED] < grains || own.error !== undefined) throw failureOf(this, own);
    if (host.isActive) host.leaveFork(this.forks.push(own) - 1);
    return memory.H[at + RESULTS];
  }

  /** A result that is an object, as a number in its cell. */
  keep(object, isOwn) {
    return isOwn ? -this.kept.push(object) : encode(this, [object]);
  }

  /** The object that such a number stands for. */
  object(number) {
    return number < 0 ? this.kept[-1 - number] : decode(this, number)[0];
  }

  /** Waits for the threads that a fork has claimed. */
  join(own) {
    const { at, threads } = own;
    const isThere = (done) => done >= threads.length;
    for (;;) {
      try {
        return this.post.until(this.memory.H, at + DONE, isThere);
      } catch (error) {
        if (error instanceof ThreadLost) throw error;
        // the run ends, but not before all threads have left the fork
        own.error ??= { grain: -1, error, isMistake: false };
        this.post.stop(STOPPED);
      }
    }
  }

  // ---- reverse

  /** Takes back a fork of this thread. */
  back(index, isNanSafe) {
    takeBack(this, index, isNanSafe);
  }

  // ---- a thread that others hand jobs to

  answer(kind, at) {
    if (kind === FORWARD) serveForward(this, at);
    else serveBack(this, at, kind === BACK_NAN_SAFE);
  }

  /** Waits until all other threads are idle, at most `within` milliseconds: whether they are. */
  meet(within) {
    return this.post.meet(within);
  }

  /** Ends what other threads still do for this program; one that is lost is found out by the next run. */
  letGo() {
    try {
      this.post.quiet();
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
    }
  }

  beat() {
    this.post.beat();
  }

  work() {
    this.post.work();
  }

  release() {
    // a run that ended between a fork and its jobs has left threads that wait for these
    if (this.isShared) this.letGo();
    this.post.release();
  }
}
