// Messages between threads, and waiting: a thread waits for the arguments of a fork as long as they take, and no longer than the run.
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  FORWARD,
  IDLE,
  IS_IDLE,
  LOST,
  MESSAGE,
  RELEASED,
  STATE,
  Stopped,
  ThreadLost,
  wordOf,
  wordsFor,
} from "../../../engine/compile/parallel/control.js";
import { MessageQueue } from "../../../engine/compile/parallel/message-queue.js";

const host = { pause: () => undefined };

/** A thread beside one without a heartbeat, and a clock on which half of the time until it counts as lost goes by at each look. */
function waiting() {
  let now = 1;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += LOST / 2;
    return now;
  });
  const control = new Int32Array(new SharedArrayBuffer(4 * wordsFor(2)));
  const queue = new MessageQueue(control, 2, 1, () => undefined, host);
  const word = new Int32Array(new SharedArrayBuffer(4));
  return { queue, word };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a thread that waits", () => {
  test("takes the others for lost after a while", () => {
    const { queue, word } = waiting();
    expect(() => queue.until(word, 0, (value) => value === 1)).toThrow(ThreadLost);
  });

  test("waits for arguments as long as they take", () => {
    const { queue, word } = waiting();
    let looks = 0;
    queue.until(word, 0, () => ++looks > 2000, true);
    expect(looks).toBe(2001);
  });

  test("leaves with the run, however patient it is", () => {
    const { queue, word } = waiting();
    queue.stop(1);
    expect(() => queue.until(word, 0, (value) => value === 1, true)).toThrow(Stopped);
  });
});

/** The queues of two threads of a program, and the messages that the second one has answered. */
function pair() {
  const control = new Int32Array(new SharedArrayBuffer(4 * wordsFor(2)));
  const answered: (readonly [number, number])[] = [];
  const owner = new MessageQueue(control, 2, 0, () => undefined, host);
  const thread = new MessageQueue(control, 2, 1, (kind, at) => answered.push([kind, at]), host);
  return { control, owner, thread, answered };
}

test("a message can be withdrawn until it is read; the thread is idle again when it comes to read", () => {
  const { control, owner, thread, answered } = pair();
  owner.send(1, FORWARD, 40);
  expect(owner.withdraw(1, FORWARD, 40)).toBe(true);
  expect(control[IDLE]).toBe(0);
  expect(thread.answer()).toBe(true);
  expect([control[wordOf(1, STATE)], control[IDLE]]).toEqual([IS_IDLE, 1]);
  owner.send(1, FORWARD, 80);
  expect(thread.answer()).toBe(true);
  expect(owner.withdraw(1, FORWARD, 80)).toBe(false);
  expect(answered).toEqual([[FORWARD, 80]]);
});

test("a thread whose program is released while it reads its message learns of it", () => {
  const { control, owner, thread, answered } = pair();
  owner.send(1, FORWARD, 40);
  const release = (): number => {
    owner.release();
    return 0;
  };
  vi.spyOn(Atomics, "add").mockImplementationOnce(release as unknown as typeof Atomics.add);
  expect(thread.answer()).toBe(false);
  expect(control[wordOf(1, MESSAGE)]).toBe(RELEASED);
  expect(answered).toEqual([]);
});
