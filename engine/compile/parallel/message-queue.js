// Messages between threads, and waiting for words in shared memory. It is JavaScript because threads are started with its text.
import {
  ASLEEP,
  BEATS,
  BUSY,
  IDLE,
  IS_BUSY,
  IS_IDLE,
  KINDS,
  LOST,
  MESSAGE,
  POLL,
  RELEASED,
  REST,
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
/** Rounds that a thread at its end of a run is given before it is stopped (`npm run bench -- tuning`). */
const MOMENT = 2_000;

/** The message queue of a thread; one message waits in it at most. `answers` handles one: it gets the kind and the address. */
export class MessageQueue {
  constructor(control, threads, me, answers, host) {
    this.control = control;
    this.threads = threads;
    this.me = me;
    this.answers = answers;
    this.host = host;
    this.own = wordOf(me, MESSAGE);
  }

  /** Claims idle threads, at most `most`, and sends each a message: gives their numbers. They are not idle from then on. */
  claim(most, kind, at) {
    const { control, threads, me } = this;
    const claimed = [];
    for (let thread = 1; thread < threads && claimed.length < most; thread++) {
      if (thread === me) continue;
      if (Atomics.compareExchange(control, wordOf(thread, STATE), IS_IDLE, IS_BUSY) !== IS_IDLE) continue;
      claimed.push(thread);
      try {
        // sent at once: the words of the thread are in the cache of this core now
        this.send(thread, kind, at);
      } finally {
        Atomics.sub(control, IDLE, 1);
      }
    }
    return claimed;
  }

  /** This thread is idle again. */
  rest() {
    Atomics.store(this.control, wordOf(this.me, STATE), IS_IDLE);
    Atomics.add(this.control, IDLE, 1);
  }

  /** Sends a message to a thread; answers others while an earlier one waits there. */
  send(thread, kind, at) {
    const { control } = this;
    const queue = wordOf(thread, MESSAGE);
    while (Atomics.compareExchange(control, queue, 0, KINDS * at + kind) !== 0)
      this.until(control, queue, (message) => message === 0);
    this.wake(thread, control, queue);
  }

  /** Takes back a message that a claimed thread has not read: whether it could. The thread is idle again when it comes to read. */
  withdraw(thread, kind, at) {
    const message = KINDS * at + kind;
    return Atomics.compareExchange(this.control, wordOf(thread, MESSAGE), message, REST) === message;
  }

  /** Answers the message that has come, if any: whether there was one. */
  answer() {
    const { control, own, me } = this;
    const message = Atomics.load(control, own);
    if (message === 0 || message === RELEASED) return false;
    const busy = wordOf(me, BUSY);
    Atomics.add(control, busy, 1);
    // it may be withdrawn, or the program released, meanwhile
    const isTaken = Atomics.compareExchange(control, own, message, 0) === message;
    if (isTaken && message === REST) this.rest();
    else if (isTaken) this.answers(message % KINDS, Math.floor(message / KINDS));
    Atomics.sub(control, busy, 1);
    return isTaken;
  }

  /** Wakes a thread that may wait for a word which has changed. */
  wake(thread, words, at) {
    if (Atomics.load(this.control, wordOf(thread, ASLEEP)) !== 0) Atomics.notify(words, at);
  }

  /** Sleeps until a word has changed, at most some milliseconds. */
  sleep(words, at, value, within) {
    const asleep = wordOf(this.me, ASLEEP);
    Atomics.store(this.control, asleep, 1);
    Atomics.wait(words, at, value, within);
    Atomics.store(this.control, asleep, 0);
  }

  /**
   * Waits for a word to have a value, and answers meanwhile. Throws Stopped where the run is to end, and ThreadLost after {@link LOST} without
   * a heartbeat, unless it `isPatient`: then another thread waits for the same, and finds it out.
   */
  until(words, at, isThere, isPatient = false) {
    let value = Atomics.load(words, at);
    let [since, polled, beats] = [0, 0, ""];
    for (let rounds = 1; !isThere(value); rounds++) {
      this.answer();
      const isLong = rounds > PATIENCE;
      if (isLong) this.sleep(words, at, value, POLL);
      if (isLong || rounds % 256 === 0) {
        const now = performance.now();
        if (since === 0) since = now;
        if (now - polled >= POLL) {
          polled = now;
          const beating = this.beats();
          // a heartbeat resets the timeout; threads that wait send none
          if (beating !== beats) [since, beats] = [now, beating];
          else if (now - since > LOST && !isPatient) throw new ThreadLost();
          if (this.me === 0) this.host.pause();
          else if (Atomics.load(this.control, STOP) !== 0) throw new Stopped();
        }
      }
      value = Atomics.load(words, at);
    }
  }

  /** The heartbeat counts of all other threads. */
  beats() {
    const { control, threads, me } = this;
    const one = (_, thread) => (thread === me ? 0 : Atomics.load(control, wordOf(thread, BEATS)));
    return Array.from({ length: threads }, one).join();
  }

  /** Answers others until the program is released. */
  work() {
    const { control, own, me } = this;
    this.rest();
    Atomics.notify(control, IDLE);
    let since = performance.now();
    for (let rounds = 1; Atomics.load(control, own) !== RELEASED; rounds++) {
      if (this.answer()) since = performance.now();
      else if (rounds % 256 === 0 && performance.now() - since >= SPINS) {
        this.sleep(control, own, 0);
        since = performance.now();
      }
    }
    if (Atomics.exchange(control, wordOf(me, STATE), 0) === IS_IDLE) Atomics.sub(control, IDLE, 1);
    Atomics.store(control, own, 0);
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
      Atomics.store(this.control, wordOf(thread, MESSAGE), RELEASED);
      Atomics.notify(this.control, wordOf(thread, MESSAGE));
    }
  }

  /** Counts a heartbeat; throws Stopped where the run is to end. */
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
  settle() {
    const { control } = this;
    for (let thread = 1; thread < this.threads; thread++) if (this.isAtWork(thread)) this.stopThread(thread);
    if (control[STOP] !== 0) Atomics.store(control, STOP, 0);
    if (control[WHY] !== 0) Atomics.store(control, WHY, 0);
  }

  isAtWork(thread) {
    const { control } = this;
    return Atomics.load(control, wordOf(thread, BUSY)) !== 0 || Atomics.load(control, wordOf(thread, MESSAGE)) > 0;
  }

  /** Waits for a thread that is at work: first for a moment, since it may be at its end, and then stops it. */
  stopThread(thread) {
    for (let rounds = 0; rounds < MOMENT; rounds++) if (!this.isAtWork(thread)) return;
    const { control } = this;
    Atomics.store(control, STOP, 1);
    const began = performance.now();
    while (this.isAtWork(thread)) {
      if (performance.now() - began > LOST) throw new ThreadLost();
      Atomics.wait(control, wordOf(thread, BUSY), 1, 1);
    }
  }
}
