// The tasks of a fork: how each thread runs them, and how jobs end that have no result. It is JavaScript because threads are started with its
// text.
import { FORWARD, MISTAKE, NO_MEMORY, RUN, STOPPED, Stopped, ThreadLost, TOO_DEEP, TOP_V, WHY } from "./control.js";
import {
  CLOSED,
  DONE,
  EACH_ITS_OWN,
  FAILED,
  FAILS,
  HEAD,
  jobsOf,
  LOG,
  OBJECTS,
  OWNER,
  PER_TASK,
  RAN,
  STATUS,
  SUMS,
  TAKEN,
  TAKER,
  TASKS,
  takeFirst,
} from "./fork.js";
import { decode } from "./objects.js";

/** Runs the jobs of a task, one after the other; their tape is one piece. */
export function runTask(jobs, session, task) {
  const { host, memory } = jobs;
  const { at, objects, isOwn } = session;
  const { count, size, captured, args, each, results, depth: nested, fn, fns } = session.jobs;
  const { H } = memory;
  const last = Math.min(count, (task + 1) * size);
  if (task > Atomics.load(H, at + FAILED)) return;
  if (host.isActive) host.leaveStart();
  const depth = host.enter(nested + 1);
  try {
    for (let job = task * size; job < last; job++) {
      const run = host.jobs[fn === EACH_ITS_OWN ? H[fns + job] : fn];
      run(captured, args + job * each, results + job * host.widest, objects, isOwn);
    }
    session.pieces[task] = host.position();
    H[at + HEAD + PER_TASK * task + STATUS] = RAN;
  } catch (error) {
    noteFailure(jobs, session, task, error);
  }
  host.leave(depth);
}

/** Forks of earlier runs that a thread may still know when another run begins. */
const MOST_LEFT = 64;

/** Runs tasks of a fork of another thread. */
export function serveForward(jobs, at) {
  const { host, control, memory, queue } = jobs;
  if (control[RUN] !== jobs.run) {
    jobs.run = control[RUN];
    jobs.empty();
    // to clear a map takes a tenth of a microsecond, and forks of an earlier run do no harm
    if (jobs.pieces.size > MOST_LEFT) jobs.pieces.clear();
    host.restart();
  }
  const before = host.ownFrom;
  try {
    // memory that others have added is looked at later: they add more just now
    if (at + HEAD > memory.H.length) memory.catchUp();
    const ownFrom = host.freshChunk();
    host.ownFrom = ownFrom;
    const session = { at, jobs: undefined, ownFrom, pieces: [], objects: undefined, isOwn: false };
    jobs.pieces.set(at, session);
    // the owner computes arguments, for as long as it likes; another thread waits for it, too, and finds out if it is lost
    queue.until(memory.H, at + TAKEN, isOpen, true);
    memory.catchUp();
    session.jobs = jobsOf(memory.H, at);
    if (memory.H[at + OBJECTS] >= 0) session.objects = decode(jobs, memory.H[at + OBJECTS]);
    const first = takeFirst(memory.H, at);
    if (first >= 0) {
      const began = performance.now();
      for (let task = first; task >= 0; task = takeFirst(memory.H, at)) runTask(jobs, session, task);
      memory.V[memory.H[at + SUMS] + first] = performance.now() - began;
    }
  } catch (error) {
    // on the way to the jobs, or between them: the memory has run out
    queue.stop(kindOf(host.told(error)));
  }
  host.ownFrom = before;
  Atomics.add(memory.H, at + DONE, 1);
  queue.wake(memory.H[at + OWNER], memory.H, at + DONE);
  queue.rest();
  // the rest of the chunk, unless others have taken more since; no run begins before this thread is idle
  const [free, end] = host.chunk();
  if (free < end) Atomics.compareExchange(control, TOP_V, end, free);
}

function isOpen(taken) {
  return taken !== CLOSED;
}

/** Waits for the threads of a fork that have read its message; the others take no part in it. */
export function join({ memory, queue, profitability }, own) {
  const { at } = own;
  if (!profitability.isEager) own.threads = own.threads.filter((thread) => !queue.withdraw(thread, FORWARD, at));
  for (;;) {
    try {
      return queue.until(memory.H, at + DONE, (done) => done >= own.threads.length);
    } catch (error) {
      if (error instanceof ThreadLost) throw error;
      // the run ends, but not before all threads have left the fork
      own.error ??= { task: -1, error, isMistake: false };
      queue.stop(STOPPED);
    }
  }
}

/** Notes that a job ended without a result: the fork gives the mistake of the first such job, as a sequential run does. */
function noteFailure({ host, memory, queue, me }, session, task, error) {
  const { at, isOwn } = session;
  const words = at + HEAD + PER_TASK * task;
  const told = host.told(error);
  const kind = kindOf(told);
  if (isOwn) {
    if (session.error === undefined || task < session.error.task || kind !== MISTAKE)
      session.error = { task, error, isMistake: kind === MISTAKE };
  } else {
    const values = kind === MISTAKE ? told.values : [];
    const place = memory.cells(3 + values.length);
    memory.V.set([kind, told?.site ?? 0, values.length, ...values.map(Number)], place);
    memory.H[words + LOG] = place;
  }
  if (kind !== MISTAKE) queue.stop(kind);
  for (;;) {
    const first = Atomics.load(memory.H, at + FAILED);
    if (first <= task || Atomics.compareExchange(memory.H, at + FAILED, first, task) === first) break;
  }
  memory.H[words + TAKER] = me;
  Atomics.store(memory.H, words + STATUS, FAILS);
}

/** The error of a run stopped by another thread. */
export function stopError({ host, control }) {
  const why = Atomics.load(control, WHY);
  return why === NO_MEMORY ? host.memory() : why === TOO_DEEP ? host.deep() : new Stopped();
}

/** The error of a fork's owner when its jobs have failed. */
export function failureOf(jobs, { at, error }) {
  const { V, H } = jobs.memory;
  let found = error;
  for (let task = 0; task < H[at + TASKS]; task++) {
    const words = at + HEAD + PER_TASK * task;
    if (Atomics.load(H, words + STATUS) !== FAILS || H[words + TAKER] === jobs.me) continue;
    if (found !== undefined && !found.isMistake) break;
    const place = H[words + LOG];
    if (V[place] === MISTAKE) {
      if (found !== undefined && found.task < task) continue;
      const values = Array.from({ length: V[place + 2] }, (_, i) => V[place + 3 + i]);
      found = { task, error: jobs.host.mistake(V[place + 1], values), isMistake: true };
    } else found = { task, error: stopError(jobs), isMistake: false };
  }
  return found?.error ?? stopError(jobs);
}

/** The reason of a job's end, from the host's description of its error. */
export function kindOf(told) {
  if (told?.site !== undefined) return MISTAKE;
  return told?.what === "memory" ? NO_MEMORY : told?.what === "depth" ? TOO_DEEP : STOPPED;
}
