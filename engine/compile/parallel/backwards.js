// The reverse pass over forks whose jobs ran on several threads (`jobs.js` has the scheme). It is JavaScript because threads are started with
// its text.
import { BACK, BACK_NAN_SAFE, STOP } from "./control.js";
import { HEAD, LOG, OWNER, PER_TASK, RAN, STATUS, SUMS, SWEPT, TASKS } from "./fork.js";
import { kindOf, stopError } from "./tasks.js";

/** Takes back a fork of this thread. */
export function takeBack(jobs, index, isNanSafe) {
  const { host, memory, queue, log, control } = jobs;
  const { at, place, start, threads, pieces } = jobs.forks[index];
  const began = performance.now();
  let waited = 0;
  for (const thread of threads) queue.send(thread, isNanSafe ? BACK_NAN_SAFE : BACK, at);
  for (let task = memory.H[at + TASKS] - 1; task >= 0; task--) {
    const own = pieces[task];
    if (own !== undefined) {
      host.place(own);
      host.sweep(isNanSafe);
      continue;
    }
    const words = at + HEAD + PER_TASK * task;
    if (Atomics.load(memory.H, words + STATUS) !== SWEPT) {
      const since = performance.now();
      queue.until(memory.H, words + STATUS, (status) => {
        if (status !== SWEPT && Atomics.load(control, STOP) !== 0) throw stopError(jobs);
        return status === SWEPT;
      });
      waited += performance.now() - since;
    }
    memory.catchUp();
    log.replay(memory.H[words + LOG]);
    host.sum[0] += memory.V[memory.H[at + SUMS] + task];
    // it can be taken back again
    memory.H[words + STATUS] = RAN;
  }
  host.place(start);
  jobs.profitability.waited(place, waited, performance.now() - began);
}

/** Takes back the pieces that this thread has of a fork of another. */
export function serveBack(jobs, at, isNanSafe) {
  const { host, memory, log, queue } = jobs;
  memory.catchUp();
  const { ownFrom, pieces } = jobs.pieces.get(at);
  const position = host.position();
  const before = host.ownFrom;
  const sum = host.sum[0];
  const logBefore = log.save();
  host.ownFrom = ownFrom;
  for (let task = pieces.length - 1; task >= 0; task--) {
    if (pieces[task] === undefined) continue;
    const words = at + HEAD + PER_TASK * task;
    log.begin();
    host.sum[0] = 0;
    try {
      host.place(pieces[task]);
      host.sweep(isNanSafe);
    } catch (error) {
      queue.stop(kindOf(host.told(error)));
      break;
    }
    memory.V[memory.H[at + SUMS] + task] = host.sum[0];
    memory.H[words + LOG] = log.end();
    Atomics.store(memory.H, words + STATUS, SWEPT);
    queue.wake(memory.H[at + OWNER], memory.H, words + STATUS);
  }
  host.place(position);
  host.ownFrom = before;
  host.sum[0] = sum;
  log.restore(logBefore);
}
