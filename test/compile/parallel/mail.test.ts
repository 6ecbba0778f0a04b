// How threads wait for each other: who waits for the arguments of a fork waits as long as they take, and no longer than the run.
import { afterEach, describe, expect, test, vi } from "vitest";
import { LOST, Stopped, ThreadLost, wordsFor } from "../../../engine/compile/parallel/control.js";
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
