// Waiting maps that are not joined yet: linear factoring is seen when it happens, and not before.
import { describe, expect, test } from "vitest";
import { frameAt } from "../../engine/timeline/frame.ts";
import { Playback } from "../../engine/timeline/playback.ts";
import { EXAMPLES, example } from "../support/examples.ts";
import { recorded } from "../support/recorded.ts";

/** At each step, the event that led to it, and by scalar what waits. */
function waitingIn(text: string, stage: string) {
  const { recording } = recorded(text, stage);
  const playback = new Playback(recording);
  const rows = Array.from({ length: recording.scalars }, (_, number) => number);
  return Array.from({ length: recording.steps + 1 }, (_, step) =>
    frameAt(recording, playback, step, { rows, marked: undefined }),
  );
}

describe("linear factoring by staged", () => {
  const frames = waitingIn(example("05"), "staged");
  const partsOf = (number: number) =>
    frames.map(({ rows }) => rows[number]!.parts.join(" ")).filter((one, step, all) => one !== all[step - 1]);

  test("two calls of one scalar wait beside each other, and become one by their merge", () => {
    expect(partsOf(2).filter((one) => one !== "")).toEqual(["1", "1 8", "9"]);
    // 10 waits already when 18 and 27 come; these two are added first
    expect(partsOf(1).filter((one) => one !== "")).toEqual(["10", "10 18", "10 18 27", "10 45", "55"]);
  });

  test("at the step of a merge its sum is there, and one part less than before", () => {
    let merges = 0;
    for (const [step, { event, rows }] of frames.entries()) {
      if (event?.tag !== "merge") continue;
      merges++;
      expect(rows[event.number]!.parts).toContain(event.sum);
      expect(rows[event.number]!.parts.length).toBe(frames[step - 1]!.rows[event.number]!.parts.length - 1);
    }
    expect(merges).toBe(3);
  });
});

test.each(["staged", "cayley", "sparse", "mutable", "tape"])("parts make up what waits: %s", (stage) => {
  let seen = 0;
  const wrong: unknown[] = [];
  for (const { text } of EXAMPLES.slice(0, 10))
    for (const { rows } of waitingIn(text, stage))
      for (const { parts, waiting } of rows) {
        const sum = parts.reduce((all, one) => all + one, 0);
        const isRight = waiting === undefined ? parts.length === 0 : sum === waiting || Math.abs(sum - waiting) < 5e-10;
        if (!isRight) wrong.push([text, parts, waiting]);
        seen++;
      }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(1000);
});
