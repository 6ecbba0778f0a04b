// The jobs of a compiled program on several threads (thesis §3.10): fork, join, and both backwards. Each thread has one of these objects for
// each program; all of them work on the same memory (`memory.js`). It is JavaScript because threads are started with its text.
//
// Forward. A thread that comes to a fork claims idle threads and sends them its address; they get ready while the arguments of the jobs are
// written. Its jobs, in tasks of one or more, are taken from the first on by these threads and from the last on by their owner. Each task
// leaves a piece of tape on the thread that ran it.
//
// Reverse. A fork is met where its jobs were joined: each thread takes its pieces back, from the last to the first. A contribution to a cell of
// the job's own is added at once. A contribution to a captured cell is logged, and the owner of the fork adds what was logged, job by job
// from the last to the first. So each cell gets the contributions that it gets in a sequential run, in the same order, and the gradient is the
// same to the bit. The cost: a log entry for each contribution to a captured Real, which one thread adds.
import { serveBack, takeBack } from "./backwards.js";
import { BACK_NAN_SAFE, FORWARD, IDLE, RUN, STOP, ThreadLost, TOP_H, TOP_V } from "./control.js";
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
  HEAD,
  jobsOf,
  OBJECTS,
  OPEN,
  OWNER,
  PER_TASK,
  RESULTS,
  SIZE,
  STATUS,
  SUMS,
  TAKEN,
  TASKS,
  takeLast,
} from "./fork.js";
import { Log } from "./log.js";
import { Memory } from "./memory.js";
import { MessageQueue } from "./message-queue.js";
import { decode, encode } from "./objects.js";
import { Profitability } from "./profitability.js";
import { failureOf, join, runTask, serveForward } from "./tasks.js";

/** The jobs of one program on one thread; 0 is the thread that runs the program. */
export class Jobs {
  constructor(shared, me) {
    this.me = me;
    this.memory = new Memory(shared, me);
    this.control = this.memory.control;
    this.threads = shared.threads;
    this.host = undefined;
    this.queue = undefined;
    this.profitability = undefined;
    this.log = undefined;
    /** The forks of this thread that were handed over, in order. */
    this.forks = [];
    /** The pieces of tape that this thread has for forks of others, by the address of the fork. */
    this.pieces = new Map();
    /** Objects that are results of this thread's own tasks. */
    this.kept = [];
    this.run = 0;
    /** Whether other threads have been asked for anything in this run. */
    this.isShared = false;
    /** The size of the last input. */
    this.sizes = "";
    /** The fork whose arguments are being written. */
    this.open = undefined;
  }

  /** Connects it with the program's code: `host` is its interface. */
  attach(host) {
    this.host = host;
    this.profitability = new Profitability(host.forks, this.memory.shared.isEager);
    this.queue = new MessageQueue(this.control, this.threads, this.me, (kind, at) => this.answer(kind, at), host);
    this.log = new Log(this.memory, host);
    this.memory.attach(host);
  }

  /** The number of threads that could take a job now. */
  get idle() {
    return Atomics.load(this.control, IDLE);
  }

  /** The number of forks of the last run in which other threads took part. */
  get sharedForks() {
    return this.forks.filter(({ threads }) => threads.length > 0).length;
  }

  // ---- runs

  /** A run begins, on the thread that runs the program; free cells and words begin there. */
  begin(cells, words) {
    const { control } = this;
    if (this.isShared) {
      this.queue.settle();
      // others read it after they have been asked for something
      control[RUN]++;
      this.isShared = false;
      this.empty();
    }
    control[TOP_V] = cells;
    control[TOP_H] = words;
  }

  /** Drops a run's leftovers. To shorten a list takes longer than to look at it. */
  empty() {
    if (this.forks.length > 0) this.forks = [];
    if (this.kept.length > 0) this.kept = [];
  }

  /** The reverse pass begins; free cells and words begin there. */
  beginBack(cells, words) {
    const { control } = this;
    if (this.isShared) this.queue.settle();
    control[TOP_V] = cells;
    control[TOP_H] = words;
    this.memory.catchUp();
  }

  /** An input is there, with these components: times are learnt anew where it has another size than the one before. */
  sized(components) {
    const { control } = this;
    const sizes = [control[TOP_V], control[TOP_H], ...components.filter((one) => typeof one === "number")].join();
    if (sizes === this.sizes) return;
    this.sizes = sizes;
    this.profitability?.forget();
  }

  // ---- forward

  /** Whether a fork is handed over: 1 if so; else a negative time, from which on the fork is timed. */
  wants(fork, depth) {
    const { profitability } = this;
    const tasks = profitability.tasks(profitability.placeOf(fork, depth), Number.POSITIVE_INFINITY);
    return tasks > 1 ? 1 : -performance.now();
  }

  /** A fork that was timed on its thread since then is over. */
  timed(fork, depth, began) {
    const { profitability } = this;
    profitability.stayed(profitability.placeOf(fork, depth), performance.now() + began);
  }

  /**
   * Begins a fork of `count` jobs: gives the cell where their captured values go, and then the arguments of each. `fns` is the number of their
   * function, or a list of one for each.
   */
  fork(fork, depth, fns, count, captures, each) {
    const { memory, host, profitability } = this;
    const began = performance.now();
    const place = profitability.placeOf(fork, depth);
    const size = Math.ceil(count / Math.max(1, profitability.tasks(place, count)));
    const tasks = Math.ceil(count / size);
    const isOneFn = typeof fns === "number";
    const at = memory.record(HEAD + PER_TASK * tasks + (isOneFn ? 0 : count));
    memory.H[at + TAKEN] = CLOSED;
    memory.H[at + DONE] = 0;
    memory.H[at + OWNER] = this.me;
    // the message is on its way while the fork and its arguments are written
    this.isShared = true;
    const threads = this.queue.claim(tasks - 1, FORWARD, at);
    const captured = memory.cells(captures + (each + host.widest) * count + tasks);
    const { V, H } = memory;
    const results = captured + captures + each * count;
    H[at + TASKS] = tasks;
    H[at + FAILED] = tasks;
    H[at + COUNT] = count;
    H[at + SIZE] = size;
    H[at + CAPTURED] = captured;
    H[at + ARGS] = captured + captures;
    H[at + EACH] = each;
    H[at + RESULTS] = results;
    H[at + DEPTH] = depth;
    H[at + SUMS] = results + host.widest * count;
    for (let task = 0; task < tasks; task++) {
      H[at + HEAD + PER_TASK * task + STATUS] = 0;
      V[H[at + SUMS] + task] = 0;
    }
    H[at + FN] = isOneFn ? fns : EACH_ITS_OWN;
    const jobs = jobsOf(H, at);
    if (!isOneFn) for (let job = 0; job < count; job++) H[jobs.fns + job] = fns[job];
    this.open = {
      at,
      jobs,
      began,
      place,
      threads,
      start: undefined,
      pieces: [],
      objects: [],
      error: undefined,
      isOwn: true,
    };
    return captured;
  }

  /** An object goes to the jobs of the fork: its number. */
  give(object) {
    return this.open.objects.push(object) - 1;
  }

  /** Runs the jobs of the fork whose arguments are there: gives the cell of their results. */
  par() {
    const { memory, host, queue, open: own } = this;
    const { at } = own;
    const { tasks } = own.jobs;
    memory.H[at + OBJECTS] = own.objects.length === 0 ? -1 : encode(this, own.objects);
    own.start = host.position();
    Atomics.store(memory.H, at + TAKEN, OPEN);
    for (const thread of own.threads) queue.wake(thread, memory.H, at + TAKEN);
    for (let task = tasks - 1; task >= 0; task = takeLast(memory.H, at)) runTask(this, own, task);
    const spent = performance.now() - own.began;
    join(this, own);
    memory.catchUp();
    this.learn(own, spent);
    const isStopped = Atomics.load(this.control, STOP) !== 0;
    if (isStopped || memory.H[at + FAILED] < tasks || own.error !== undefined) throw failureOf(this, own);
    if (host.isActive) host.leaveFork(this.forks.push(own) - 1);
    return memory.H[at + RESULTS];
  }

  /** Learns the time of a fork's jobs: what this thread has spent on it, and the tasks of the others. */
  learn({ at, place, began, jobs }, spent) {
    const { V, H } = this.memory;
    const elapsed = performance.now() - began;
    let time = spent;
    for (let task = 0; task < jobs.tasks; task++) time += V[H[at + SUMS] + task];
    this.profitability.learn(place, time);
    this.profitability.waited(place, elapsed - spent, elapsed);
  }

  /** A result that is an object, as a number in its cell. */
  keep(object, isOwn) {
    return isOwn ? -this.kept.push(object) : encode(this, [object]);
  }

  /** The object that such a number stands for. */
  object(number) {
    return number < 0 ? this.kept[-1 - number] : decode(this, number)[0];
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

  /** Ends what other threads still do for this program; one that is lost is found out by the next run. */
  letGo() {
    try {
      this.queue.settle();
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
    }
  }

  release() {
    // a run that ended between a fork and its jobs has left threads that wait for these
    if (this.isShared) this.letGo();
    this.queue.release();
  }
}
