// The grains of a fork: how each thread runs them, and how jobs end that have no result. It is JavaScript because threads are started with its
// text.
import { MISTAKE, NO_MEMORY, RUN, STOPPED, Stopped, TOO_DEEP, TOP_V, WHY } from "./control.js";
import {
  CLOSED,
  DONE,
  EACH_ITS_OWN,
  FAILED,
  FAILS,
  GRAINS,
  HEAD,
  jobsOf,
  LOG,
  OBJECTS,
  OWNER,
  PER_GRAIN,
  RAN,
  STATUS,
  TAKEN,
  TAKER,
  takeFirst,
} from "./fork.js";
import { decode } from "./objects.js";
import { BEGINS, ENDS } from "./times.js";

/** Runs the jobs of a grain, one after the other; their tape is one piece. */
export function runGrain(jobs, session, grain) {
  const { host, memory, times } = jobs;
  const { at, objects, isOwn } = session;
  const { count, size, captured, args, each, results, depth: nested, fn, fns } = session.jobs;
  const { H } = memory;
  const last = Math.min(count, (grain + 1) * size);
  if (grain > Atomics.load(H, at + FAILED)) return;
  times?.note(BEGINS, at, grain, size);
  if (host.isActive) host.leaveStart();
  const depth = host.enter(nested + 1);
  try {
    for (let job = grain * size; job < last; job++) {
      const run = host.jobs[fn === EACH_ITS_OWN ? H[fns + job] : fn];
      run(captured, args + job * each, results + job * host.widest, objects, isOwn);
    }
    session.pieces[grain] = host.position();
    H[at + HEAD + PER_GRAIN * grain + STATUS] = RAN;
  } catch (error) {
    noteFailure(jobs, session, grain, error);
  }
  host.leave(depth);
  times?.note(ENDS, at, grain, size);
}

/** Forks of earlier runs that a thread may still know when another run begins. */
const MOST_LEFT = 64;

/** Runs jobs of a fork of another thread. */
export function serveForward(jobs, at) {
  const { host, control, memory, post } = jobs;
  if (control[RUN] !== jobs.run) {
    jobs.run = control[RUN];
    jobs.empty();
    // to clear a map takes a tenth of a microsecond, and what an earlier run has left there does no harm
    if (jobs.pieces.size > MOST_LEFT) jobs.pieces.clear();
    jobs.rests = false;
    host.restart();
  }
  const before = host.ownFrom;
  try {
    // what others have taken is looked at later: they take more just now
    if (at + HEAD > memory.H.length) memory.catchUp();
    const ownFrom = host.freshChunk();
    host.ownFrom = ownFrom;
    const session = { at, jobs: undefined, ownFrom, pieces: [], objects: undefined, isOwn: false };
    jobs.pieces.set(at, session);
    // the owner computes arguments, for as long as it likes; whoever waits for it finds out if it is lost
    post.until(memory.H, at + TAKEN, isOpen, true);
    memory.catchUp();
    session.jobs = jobsOf(memory.H, at);
    if (memory.H[at + OBJECTS] >= 0) session.objects = decode(jobs, memory.H[at + OBJECTS]);
    for (let grain = takeFirst(memory.H, at); grain >= 0; grain = takeFirst(memory.H, at))
      runGrain(jobs, session, grain);
  } catch (error) {
    // on the way to the jobs, or between them: the memory has run out
    post.stop(kindOf(host.told(error)));
  }
  host.ownFrom = before;
  Atomics.add(memory.H, at + DONE, 1);
  post.wake(memory.H[at + OWNER], memory.H, at + DONE);
  post.rest(jobs.me);
  // what is left of the chunk, unless others have taken more since; no run begins before this thread is quiet
  const [free, end] = host.chunk();
  if (free < end) Atomics.compareExchange(control, TOP_V, end, free);
}

function isOpen(taken) {
  return taken !== CLOSED;
}

/** A job ended without a result: the fork gives the mistake of the first that did, as a sequential run does. */
function noteFailure({ host, memory, post, me }, session, grain, error) {
  const { at, isOwn } = session;
  const words = at + HEAD + PER_GRAIN * grain;
  const told = host.told(error);
  const kind = kindOf(told);
  if (isOwn) {
    if (session.error === undefined || grain < session.error.grain || kind !== MISTAKE)
      session.error = { grain, error, isMistake: kind === MISTAKE };
  } else {
    const values = kind === MISTAKE ? told.values : [];
    const place = memory.cells(3 + values.length);
    memory.V.set([kind, told?.site ?? 0, values.length, ...values.map(Number)], place);
    memory.H[words + LOG] = place;
  }
  if (kind !== MISTAKE) post.stop(kind);
  for (;;) {
    const first = Atomics.load(memory.H, at + FAILED);
    if (first <= grain || Atomics.compareExchange(memory.H, at + FAILED, first, grain) === first) break;
  }
  memory.H[words + TAKER] = me;
  Atomics.store(memory.H, words + STATUS, FAILS);
}

/** The error of a run stopped by another thread. */
export function whatStopped({ host, control }) {
  const why = Atomics.load(control, WHY);
  return why === NO_MEMORY ? host.memory() : why === TOO_DEEP ? host.deep() : new Stopped();
}

/** The error of a fork's owner when its jobs have failed. */
export function failureOf(jobs, { at, error }) {
  const { V, H } = jobs.memory;
  let found = error;
  for (let grain = 0; grain < H[at + GRAINS]; grain++) {
    const words = at + HEAD + PER_GRAIN * grain;
    if (Atomics.load(H, words + STATUS) !== FAILS || H[words + TAKER] === jobs.me) continue;
    if (found !== undefined && !found.isMistake) break;
    const place = H[words + LOG];
    if (V[place] === MISTAKE) {
      if (found !== undefined && found.grain < grain) continue;
      const values = Array.from({ length: V[place + 2] }, (_, i) => V[place + 3 + i]);
      found = { grain, error: jobs.host.mistake(V[place + 1], values), isMistake: true };
    } else found = { grain, error: whatStopped(jobs), isMistake: false };
  }
  return found?.error ?? whatStopped(jobs);
}

/** Why a job ended, from what its host tells of that. */
export function kindOf(told) {
  if (told?.site !== undefined) return MISTAKE;
  return told?.what === "memory" ? NO_MEMORY : told?.what === "depth" ? TOO_DEEP : STOPPED;
}
