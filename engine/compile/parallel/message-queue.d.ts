// The types of message-queue.js, which is JavaScript because threads are started with its text.

/** The program's side of the queue: `pause` is called now and then while the thread that runs it waits. */
interface WaitingHost {
  pause(): void;
}

/** The message queue of a thread; one message waits in it at most. */
export class MessageQueue {
  /** `answers` handles a message: it gets the kind and the address. */
  constructor(
    control: Int32Array,
    threads: number,
    me: number,
    answers: (kind: number, at: number) => void,
    host: WaitingHost,
  );
  /** Sends a message to a thread. */
  send(thread: number, kind: number, at: number): void;
  /** Takes back a message that a claimed thread has not read: whether it could. */
  withdraw(thread: number, kind: number, at: number): boolean;
  /** Answers the message that has come, if any: whether there was one. */
  answer(): boolean;
  /** Waits for a word to have a value. Throws {@link ThreadLost}, unless it is patient, or {@link Stopped}. */
  until(words: Int32Array, at: number, isThere: (value: number) => boolean, isPatient?: boolean): void;
  /** Waits until all other threads are idle, at most `within` milliseconds: whether they are. */
  meet(within: number): boolean;
  /** Lets all threads go to other work. */
  release(): void;
  /** Ends the work of all threads. */
  stop(why: number): void;
}
