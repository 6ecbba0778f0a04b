// How threads ask each other for something, and wait. It is JavaScript because threads are started with its text.
import {
  ASLEEP,
  BEATS,
  BUSY,
  HANDOFF,
  IDLE,
  IS_BUSY,
  IS_IDLE,
  KINDS,
  LOOK,
  LOST,
  MAIL,
  PING,
  RELEASED,
  SPINS,
  STATE,
  STOP,
  Stopped,
  ThreadLost,
  WHY,
  wordOf,
} from "./control.js";

/** Rounds for which a thread that waits keeps its core; then it sleeps until it is woken, a millisecond at most (`npm run bench -- tuning`). */
const PATIENCE = 20_000;
/** Rounds for which a thread that has done its part is given time to leave (`npm run bench -- tuning`). */
const MOMENT = 2_000;
/** Hand-offs that are timed, and the least that one is taken to be, in nanoseconds. */
const PINGS = 50;
const FEWEST_PINGS = 4;
const LEAST = 200;

/** The mail of a thread. `answers` does what it is asked: it gets the kind and the address. `times` are there in runs on the clock. */
export class Post {
  constructor(control, threads, me, answers, host, times) {
    this.control = control;
    this.threads = threads;
    this.me = me;
    this.answers = answers;
    this.host = host;
    this.times = times;
    this.mail = wordOf(me, MAIL);
  }

  /**
   * Claims idle threads, at most `most`, and asks them for something, if there is a `kind`: gives their numbers. They are not idle from then on.
   */
  claim(most, kind = 0, at = 0) {
    const { control, threads, me } = this;
    const claimed = [];
    for (let thread = 1; thread < threads && claimed.length < most; thread++) {
      if (thread === me) continue;
      if (Atomics.compareExchange(control, wordOf(thread, STATE), IS_IDLE, IS_BUSY) !== IS_IDLE) continue;
      claimed.push(thread);
      try {
        // asked at once: the words of the thread are in the cache of this core now
        if (kind !== 0) this.send(thread, kind, at);
      } finally {
        Atomics.sub(control, IDLE, 1);
      }
    }
    return claimed;
  }

  /** This thread, or one that it has claimed, is idle again. */
  rest(thread) {
    Atomics.store(this.control, wordOf(thread, STATE), IS_IDLE);
    Atomics.add(this.control, IDLE, 1);
  }

  /** Asks a thread for something. While it has something else to do, this one does what it is asked itself. */
  send(thread, kind, at) {
    const { control } = this;
    const mail = wordOf(thread, MAIL);
    let before = Atomics.compareExchange(control, mail, 0, KINDS * at + kind);
    if (before !== 0) {
      const watch = new Watch(this);
      do {
        this.answer();
        watch.wait(control, mail, before);
        before = Atomics.compareExchange(control, mail, 0, KINDS * at + kind);
      } while (before !== 0);
    }
    this.wake(thread, control, mail);
  }

  /** Does what it is asked, if it is asked. */
  answer() {
    const { control, mail, me } = this;
    const asked = Atomics.load(control, mail);
    if (asked <= 0) return false;
    const busy = wordOf(me, BUSY);
    if (asked !== PING) Atomics.add(control, busy, 1);
    else this.times?.stamp();
    // a program that was released meanwhile stays so
    Atomics.compareExchange(control, mail, asked, 0);
    if (asked === PING) return true;
    this.answers(asked % KINDS, Math.floor(asked / KINDS));
    Atomics.sub(control, busy, 1);
    return true;
  }

  /** A word has changed that a thread may wait for: it is woken where it sleeps. */
  wake(thread, words, at) {
    if (Atomics.load(this.control, wordOf(thread, ASLEEP)) !== 0) Atomics.notify(words, at);
  }

  /**
   * Waits for a word to have a value, and answers meanwhile. Throws where the run is to end; where no thread has given a sign of life for
   * long, too, but if it `isPatient`: then another thread waits for the same, and finds it out.
   */
  until(words, at, isThere, isPatient = false) {
    let value = Atomics.load(words, at);
    if (isThere(value)) return;
    const watch = new Watch(this, isPatient);
    do {
      this.answer();
      watch.wait(words, at, value);
      value = Atomics.load(words, at);
    } while (!isThere(value));
  }

  /** Answers others until the program is released. */
  work() {
    const { control, mail, me } = this;
    this.rest(me);
    Atomics.notify(control, IDLE);
    let since = performance.now();
    for (let spins = 1; ; spins++) {
      if (this.answer()) {
        since = performance.now();
        continue;
      }
      if (Atomics.load(control, mail) === RELEASED) break;
      if (spins % 256 !== 0 || performance.now() - since < SPINS) continue;
      Atomics.store(control, wordOf(me, ASLEEP), 1);
      Atomics.wait(control, mail, 0);
      Atomics.store(control, wordOf(me, ASLEEP), 0);
      since = performance.now();
    }
    Atomics.sub(control, IDLE, 1);
    Atomics.store(control, wordOf(me, STATE), 0);
    Atomics.store(control, mail, 0);
  }

  /** Waits until all other threads are idle, at most `within` milliseconds: whether they are. */
  meet(within) {
    const { control, threads } = this;
    const end = performance.now() + within;
    for (;;) {
      const idle = Atomics.load(control, IDLE);
      if (idle >= threads - 1) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      Atomics.wait(control, IDLE, idle, left);
    }
  }

  /** Lets all threads go to other work. */
  release() {
    for (let thread = 1; thread < this.threads; thread++) {
      Atomics.store(this.control, wordOf(thread, MAIL), RELEASED);
      Atomics.notify(this.control, wordOf(thread, MAIL));
    }
  }

  /** A sign of life; throws where the run is to end. */
  beat() {
    this.control[wordOf(this.me, BEATS)]++;
    if (Atomics.load(this.control, STOP) !== 0) throw new Stopped();
  }

  /** Ends the work of all threads. */
  stop(why) {
    Atomics.compareExchange(this.control, WHY, 0, why);
    Atomics.store(this.control, STOP, 1);
  }

  /** Waits until no thread is at work any more, and lets them begin again. */
  quiet() {
    const { control } = this;
    for (let thread = 1; thread < this.threads; thread++) if (this.isAtWork(thread)) this.stopThread(thread);
    if (control[STOP] !== 0) Atomics.store(control, STOP, 0);
    if (control[WHY] !== 0) Atomics.store(control, WHY, 0);
  }

  isAtWork(thread) {
    const { control } = this;
    return Atomics.load(control, wordOf(thread, BUSY)) !== 0 || Atomics.load(control, wordOf(thread, MAIL)) > 0;
  }

  /** Waits for a thread that is at work: for a moment, since it may be on its way out, and then it is told to stop. */
  stopThread(thread) {
    for (let spins = 0; spins < MOMENT; spins++) if (!this.isAtWork(thread)) return;
    const { control } = this;
    Atomics.store(control, STOP, 1);
    const began = performance.now();
    while (this.isAtWork(thread)) {
      if (performance.now() - began > LOST) throw new ThreadLost();
      Atomics.wait(control, wordOf(thread, BUSY), 1, 1);
    }
  }

  /** Times a hand-off there and back, the best of several, to at most `most` threads that are idle. */
  calibrate(most = 1) {
    const { control } = this;
    let best = Number.POSITIVE_INFINITY;
    for (const thread of this.claim(most)) {
      best = Math.min(best, this.pinged(thread));
      this.rest(thread);
    }
    if (best < Number.POSITIVE_INFINITY) control[HANDOFF] = Math.max(LEAST, Math.round(best * 1e6));
  }

  /** How long a hand-off takes to a thread that was claimed, and back, in milliseconds. */
  pinged(thread) {
    const { control, times } = this;
    const started = performance.now();
    const mail = wordOf(thread, MAIL);
    let best = Number.POSITIVE_INFINITY;
    // the first wakes the thread, perhaps
    for (let i = 0; i < PINGS && (i < FEWEST_PINGS || performance.now() - started < LOOK); i++) {
      const [began, since] = [performance.now(), times?.now()];
      Atomics.store(control, mail, PING);
      this.wake(thread, control, mail);
      this.until(control, mail, (asked) => asked === 0);
      best = Math.min(best, performance.now() - began);
      times?.heard(thread, since, times.now());
    }
    return best;
  }
}

/** Of a thread that waits for others: it looks at the clock now and then, and at whether they are alive. */
class Watch {
  constructor(post, isPatient = false) {
    this.post = post;
    this.isPatient = isPatient;
    this.spins = 0;
    this.looked = 0;
    this.beats = "";
    this.since = 0;
  }

  /** Waits for a word to change, for a while. */
  wait(words, at, value) {
    if (++this.spins > PATIENCE) {
      const asleep = wordOf(this.post.me, ASLEEP);
      Atomics.store(this.post.control, asleep, 1);
      Atomics.wait(words, at, value, LOOK);
      Atomics.store(this.post.control, asleep, 0);
    } else if (this.spins % 256 !== 0) return;
    const now = performance.now();
    if (this.since === 0) this.since = now;
    if (now - this.looked < LOOK) return;
    this.looked = now;
    const { control, threads, me, host } = this.post;
    // live threads reset the timeout
    const beats = Array.from({ length: threads }, (_, thread) =>
      thread === me ? 0 : Atomics.load(control, wordOf(thread, BEATS)),
    ).join();
    if (beats !== this.beats) {
      this.beats = beats;
      this.since = now;
    } else if (now - this.since > LOST && !this.isPatient) throw new ThreadLost();
    // waiting threads send no heartbeat; if all wait, the awaited thread is dead
    if (me === 0) host.pause();
    else if (Atomics.load(control, STOP) !== 0) throw new Stopped();
  }
}
