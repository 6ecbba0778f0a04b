// How threads wait for each other, and hear of each other: who waits for the arguments of a fork waits as long as they take, and no longer than
// the run.
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  LOST,
  MAIL,
  PING,
  RELEASED,
  Stopped,
  ThreadLost,
  wordOf,
  wordsFor,
} from "../../../engine/compile/parallel/control.js";
import { Post } from "../../../engine/compile/parallel/mail.js";

/** A thread beside one that gives no sign of life, and a clock on which half of the time until it is taken for lost goes by at each look. */
function waiting() {
  let now = 1;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += LOST / 2;
    return now;
  });
  const control = new Int32Array(new SharedArrayBuffer(4 * wordsFor(2)));
  const post = new Post(control, 2, 1, () => undefined, { pause: () => undefined });
  const word = new Int32Array(new SharedArrayBuffer(4));
  return { post, word };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a thread that waits", () => {
  test("takes the others for lost after a while", () => {
    const { post, word } = waiting();
    expect(() => post.until(word, 0, (value) => value === 1)).toThrow(ThreadLost);
  });

  test("waits for arguments as long as they take", () => {
    const { post, word } = waiting();
    let looks = 0;
    post.until(word, 0, () => ++looks > 2000, true);
    expect(looks).toBe(2001);
  });

  test("leaves with the run, however patient it is", () => {
    const { post, word } = waiting();
    post.stop(1);
    expect(() => post.until(word, 0, (value) => value === 1, true)).toThrow(Stopped);
  });
});

test("a thread whose program is released while it reads its mail learns of it", () => {
  const control = new Int32Array(new SharedArrayBuffer(4 * wordsFor(2)));
  const host = { pause: () => undefined };
  const owner = new Post(control, 2, 0, () => undefined, host);
  const thread = new Post(control, 2, 1, () => undefined, host, { stamp: () => owner.release() });
  control[wordOf(1, MAIL)] = PING;
  expect(thread.answer()).toBe(true);
  expect(control[wordOf(1, MAIL)]).toBe(RELEASED);
});
