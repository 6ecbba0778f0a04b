// The types of mail.js, which is JavaScript because threads are started with its text.

/** The program's side of the mail: `pause` is called now and then while the thread that runs it waits. */
interface WaitingHost {
  pause(): void;
}

/** In runs on the clock: it notes when a thread was asked how long a hand-off takes. */
interface Stamped {
  stamp(): void;
}

/** The mail of a thread. */
export class Post {
  /** `answers` does what the thread is asked: it gets the kind and the address. */
  constructor(
    control: Int32Array,
    threads: number,
    me: number,
    answers: (kind: number, at: number) => void,
    host: WaitingHost,
    times?: Stamped,
  );
  /** Does what it is asked; whether it was asked for anything. */
  answer(): boolean;
  /** Lets all threads go to other work. */
  release(): void;
  /** Waits for a word to have a value. Throws {@link ThreadLost}, unless it is patient, or {@link Stopped}. */
  until(words: Int32Array, at: number, isThere: (value: number) => boolean, isPatient?: boolean): void;
  /** Ends the work of all threads. */
  stop(why: number): void;
}
