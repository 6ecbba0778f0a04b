// The reverse pass over forks whose jobs ran on several threads (`jobs.js` has the scheme). It is JavaScript because threads are started with
// its text.
import { BACK, BACK_NAN_SAFE, STOP } from "./control.js";
import { GRAINS, HEAD, LOG, OWNER, PER_GRAIN, RAN, STATUS, SUMS, SWEPT } from "./fork.js";
import { kindOf, whatStopped } from "./grains.js";
import { ADDS, BACK_BEGINS, BACK_ENDS, BACK_FORKS, BACK_JOINS } from "./times.js";

/** Takes back a fork of this thread. */
export function takeBack(jobs, index, isNanSafe) {
  const { host, memory, post, times, log, control } = jobs;
  const { at, start, threads, pieces } = jobs.forks[index];
  times?.note(BACK_FORKS, at);
  for (const thread of threads) post.send(thread, isNanSafe ? BACK_NAN_SAFE : BACK, at);
  for (let grain = memory.H[at + GRAINS] - 1; grain >= 0; grain--) {
    const own = pieces[grain];
    if (own !== undefined) {
      times?.note(BACK_BEGINS, at, grain);
      host.place(own);
      host.sweep(isNanSafe);
      times?.note(BACK_ENDS, at, grain);
      continue;
    }
    const words = at + HEAD + PER_GRAIN * grain;
    post.until(memory.H, words + STATUS, (status) => {
      if (status !== SWEPT && Atomics.load(control, STOP) !== 0) throw whatStopped(jobs);
      return status === SWEPT;
    });
    const began = times?.now();
    memory.catchUp();
    log.replay(memory.H[words + LOG]);
    host.sum[0] += memory.V[memory.H[at + SUMS] + grain];
    times?.note(ADDS, times.now() - began);
    // it can be taken back again
    memory.H[words + STATUS] = RAN;
  }
  host.place(start);
  times?.note(BACK_JOINS, at);
}

/** Takes back the pieces that this thread has of a fork of another. */
export function serveBack(jobs, at, isNanSafe) {
  const { host, memory, log, post, times } = jobs;
  memory.catchUp();
  const { ownFrom, pieces } = jobs.pieces.get(at);
  const position = host.position();
  const before = host.ownFrom;
  const sum = host.sum[0];
  const logBefore = log.save();
  host.ownFrom = ownFrom;
  for (let grain = pieces.length - 1; grain >= 0; grain--) {
    if (pieces[grain] === undefined) continue;
    const words = at + HEAD + PER_GRAIN * grain;
    log.begin();
    host.sum[0] = 0;
    times?.note(BACK_BEGINS, at, grain);
    try {
      host.place(pieces[grain]);
      host.sweep(isNanSafe);
    } catch (error) {
      post.stop(kindOf(host.told(error)));
      break;
    }
    times?.note(BACK_ENDS, at, grain);
    memory.V[memory.H[at + SUMS] + grain] = host.sum[0];
    memory.H[words + LOG] = log.end();
    Atomics.store(memory.H, words + STATUS, SWEPT);
    post.wake(memory.H[at + OWNER], memory.H, words + STATUS);
  }
  host.place(position);
  host.ownFrom = before;
  host.sum[0] = sum;
  log.restore(logBefore);
}
