// Task sizes: how many tasks the jobs of a fork make, from the time that they have taken so far. It is JavaScript because threads are started
// with its text.

/** Depths of forks with times of their own. */
export const DEPTHS = 64;
/** The fewest milliseconds of a task: at either end of it some tenths of a microsecond go by (`npm run bench -- tuning`). */
const TASK = 0.003;
/** Tasks of a fork at most: their words are set one by one (`npm run bench -- tuning`). */
const MOST_TASKS = 256;
/** The share of a fork's time that finding out its time may cost, and the milliseconds that timing it costs. */
const SHARE = 0.02;
const TIMING = 0.0002;
/** Forks at most that are not timed after one that was too short. */
const MOST_STAYS = 1024;

/** The times of a program's forks, by fork and by how deep they are nested. */
export class Profitability {
  /** With `isEager` every fork is handed over, profitable or not. */
  constructor(forks, isEager) {
    this.isEager = isEager;
    /** Milliseconds of the jobs on one thread, a moving average; -1 where that is not known. */
    this.times = new Float64Array(DEPTHS * forks);
    /** Forks to come that stay on their thread: the program's code counts them itself. */
    this.stays = new Int32Array(DEPTHS * forks);
    this.forget();
  }

  /** Drops all times. */
  forget() {
    this.times.fill(-1);
    this.stays.fill(0);
  }

  placeOf(fork, depth) {
    return DEPTHS * fork + Math.min(depth, DEPTHS - 1);
  }

  /** The number of tasks that a fork of `count` jobs makes; below 2 it stays on its thread. */
  tasks(place, count) {
    const time = this.times[place];
    const most = Math.min(count, MOST_TASKS);
    return time < 0 || this.isEager ? most : Math.min(most, Math.floor(time / TASK));
  }

  /** Learns the milliseconds of a fork's jobs, in a moving average to which an outlier adds no more than the average itself. */
  learn(place, time) {
    const known = this.times[place];
    this.times[place] = known < 0 ? time : known + (Math.min(time, 2 * known + TASK) - known) / 4;
  }

  /** A fork has stayed on its thread, and was timed: where it is short, the next ones are not. */
  stayed(place, time) {
    this.learn(place, time);
    if (this.times[place] < 2 * TASK) this.lost(place, TIMING, MOST_STAYS);
  }

  /**
   * A pass of a fork has taken so long, and its owner has waited for others so long: for longer than it worked where cores are not free, or jobs
   * uneven.
   */
  waited(place, waited, elapsed) {
    const loss = waited - (elapsed - waited);
    if (loss > 0 && !this.isEager) this.lost(place, loss, 2 ** 30);
  }

  /** The next forks stay on their thread, so that a loss is a small share of their time. */
  lost(place, loss, most) {
    this.stays[place] = Math.min(most, Math.ceil(loss / (SHARE * this.times[place])));
  }
}
