// Which forks are worth handing over: both ways are timed on this machine, while the program runs, and the faster one is taken. It is JavaScript because
// threads are started with its text. `npm run bench -- tuning` tries less and more of each constant.

/** Depths of forks that are told apart. */
export const DEPTHS = 64;
/** Milliseconds of jobs that are handed over without being timed on one thread first, and of those that are timed there at once. */
const LONG = 1;
const SHORT = 0.008;
/** Hand-offs that a fork is worth, at least, where the cores are not free. */
const MANY = 20;
/** How often others are handed over first: threads may have to wake. */
const FIRST = 4;
/** A fork is handed over if that takes less than this part of the time on one thread. */
const GAIN = 0.95;
/**
 * The slower way is tried again four times, the first of which may wake threads, after each 512 forks, or after more, so that it costs about 2 %.
 * It is tried after 10 ms at first, and after twice as many each time: while code is new, cores compile it, and a fork takes
 * far longer than later. With 16 tries and without the milliseconds a run of 13 µs was left on one thread for a quarter of a second.
 */
const TRIED = 4;
const TRIED_AFTER = 512;
const SHARE = 50;
const SOON = 10;
const MOST_TRIALS = 16;
/** Of the forks that are handed over, one in 16 is timed. */
const TIMED = 16;
/** Older measurements count for less each time, by this factor. */
const DOUBT = 1.05;

/** Facts about a program's forks, by fork and by how deep they are nested. */
export class Worth {
  /** With `passes`, code passes by forks that are known not to be worth it, without asking. */
  constructor(forks, passes) {
    const places = DEPTHS * forks;
    this.passes = passes;
    /** Milliseconds on one thread, and on several; -1 where that is not known. */
    this.alone = new Float64Array(places);
    this.together = new Float64Array(places);
    /** How many times are left before the slower way is tried again; below zero, it is being tried. */
    this.left = new Int32Array(places);
    /** How often the slower way has been tried again. */
    this.trials = new Int32Array(places);
    /** How often it is handed over before it is timed on one thread. */
    this.first = new Int32Array(places);
    /** How many forks code passes by before it asks again: it counts them itself. */
    this.stays = new Int32Array(places);
    /** Whether a fork is to be handed over although that was slower, to find out whether it still is. */
    this.isTrial = false;
    this.forget();
  }

  forget() {
    this.alone.fill(-1);
    this.together.fill(-1);
    this.left.fill(TRIED_AFTER);
    this.trials.fill(0);
    this.first.fill(FIRST);
    this.stays.fill(0);
  }

  placeOf(fork, depth) {
    return DEPTHS * fork + Math.min(depth, DEPTHS - 1);
  }

  /**
   * Whether a fork is to be handed over: 1 if so, 0 if not; a negative time if not, and the fork is to be timed from then on.
   */
  asks(place) {
    this.isTrial = false;
    const [alone, together] = [this.alone[place], this.together[place]];
    if (together < 0 || this.first[place] > 0) return 1;
    if (alone < 0) return -performance.now();
    const isFaster = together < GAIN * alone;
    const left = --this.left[place];
    if (left >= 0) {
      if (isFaster) return 1;
      if (this.passes) {
        this.stays[place] = left;
        this.left[place] = 0;
      }
      return 0;
    }
    if (left >= -TRIED) {
      this.isTrial = !isFaster;
      return isFaster ? -performance.now() : 1;
    }
    // what is taken for the faster way is timed, too
    const [fast, slow] = isFaster ? [together, alone] : [alone, together];
    const forks = Math.min(SHARE * TRIED * slow, SOON * 2 ** this.trials[place]) / Math.max(fast, 1e-6);
    this.left[place] = Math.min(2 ** 30, Math.max(TRIED_AFTER, Math.ceil(forks)));
    this.trials[place] = Math.min(MOST_TRIALS, this.trials[place] + 1);
    return isFaster ? 1 : -performance.now();
  }

  /** Whether a fork that is handed over is to be timed: one in several, where it is known to be the faster way. */
  isTimed(place) {
    return this.alone[place] < 0 || this.left[place] < 0 || this.left[place] % TIMED === 0;
  }

  /**
   * The same where the cores are not free; `handoff` is the milliseconds of a hand-off: only what was timed on one thread and is long is handed over.
   * Code passes by the others for about a millisecond.
   */
  asksWhereBusy(place, handoff) {
    const alone = this.alone[place];
    if (alone < 0) return -performance.now();
    if (alone > MANY * handoff) return this.asks(place);
    if (this.passes) this.stays[place] = Math.min(TRIED_AFTER, Math.floor(1 / alone));
    return 0;
  }

  /** Notes the milliseconds that a fork took on one thread. */
  tookAlone(place, time) {
    learn(this.alone, place, time);
  }

  /**
   * Notes the milliseconds that a fork took on several threads, and about those of its jobs on one of them: these are no measure where the
   * cores are not free.
   */
  tookTogether(place, time, jobs, isFree) {
    learn(this.together, place, time);
    this.first[place] = jobs < SHORT ? 0 : Math.max(0, this.first[place] - 1);
    if (this.alone[place] < 0 && jobs > LONG && isFree) this.alone[place] = jobs;
  }
}

function learn(times, place, time) {
  times[place] = times[place] < 0 ? time : Math.min(DOUBT * times[place], time);
}
