// Which scalars are there at a step: jobs that run in another order make them in another order than that of their numbers.
import { describe, expect, test } from "vitest";
import { nowOfFrame } from "../../app/graph/model/now.ts";
import { frameAt } from "../../engine/timeline/frame.ts";
import { Playback } from "../../engine/timeline/playback.ts";
import { example } from "../support/examples.ts";
import { once, recorded } from "../support/recorded.ts";

const RUNS = ["12", "21"].flatMap((number) => [undefined, 3, 7].map((schedule) => ({ number, schedule })));

describe.each(RUNS)("example $number with the schedule $schedule", ({ number: name, schedule }) => {
  const known = once(() => {
    const { told, recording } = recorded(
      example(name),
      "parallel",
      schedule === undefined ? {} : { variations: { schedule, options: {} } },
    );
    return { recording, events: told.map(({ event }) => event) };
  });

  test("a frame has the scalars that were made, and says which was the last", () => {
    const { recording, events } = known();
    const playback = new Playback(recording);
    const all = [...Array(recording.scalars).keys()];
    const made: number[] = [];
    for (let step = 0; step <= events.length; step++) {
      const before = events[step - 1];
      if (before?.tag === "scalar") made.push(before.number);
      else if (step % 40 > 0) continue;
      const frame = frameAt(recording, playback, step, { rows: all, marked: undefined });
      const wanted = [...made].sort((a, b) => a - b);
      expect(frame.created.count).toBe(made.length);
      expect(frame.rows.flatMap(({ number, isCreated }) => (isCreated ? [number] : []))).toEqual(wanted);
      expect(all.filter(nowOfFrame(frame).isCreated)).toEqual(wanted);
      expect(recording.lastCreated(step)).toBe(made.at(-1));
    }
    expect(made.length).toBe(recording.scalars);
  });

  test.runIf(schedule === 7)("the order is another one than that of their numbers", () => {
    const { events } = known();
    const made = events.flatMap((event) => (event.tag === "scalar" ? [event.number] : []));
    expect(made).not.toEqual([...made].sort((a, b) => a - b));
  });
});
