// Which scalars are there at a step: jobs that run in another order make them in another order than that of their numbers.
import { describe, expect, test } from "vitest";
import { nowOfFrame } from "../../app/graph/model/now.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { isAmong } from "../../engine/timeline/created.ts";
import { frameAt } from "../../engine/timeline/frame.ts";
import { Playback } from "../../engine/timeline/playback.ts";
import { Recorder } from "../../engine/timeline/recording.ts";
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

  test("shuffled, the order is another one than that of their numbers", () => {
    const { events } = known();
    const made = events.flatMap((event) => (event.tag === "scalar" ? [event.number] : []));
    if (schedule === 7) expect(made).not.toEqual([...made].sort((a, b) => a - b));
    else expect(made.length).toBeGreaterThan(10);
  });
});

test("a run that ends early lacks scalars between others that it has", () => {
  const { told } = recorded(example("21"), "parallel", { variations: { schedule: 7, options: {} } });
  const events = told.map(({ event }) => event);
  const until = events.filter(({ tag }) => tag === "scalar")[8]!;
  const recorder = new Recorder(stageOf("parallel")!);
  for (const { event, counters } of told.slice(0, events.indexOf(until) + 1)) recorder.observe(event, counters);
  const recording = recorder.finish();
  const made = events.slice(0, recording.steps).flatMap((event) => (event.tag === "scalar" ? [event.number] : []));
  const created = recording.createdBefore(recording.steps);
  expect(recording.scalars).toBeGreaterThan(made.length);
  expect(created.count).toBe(made.length);
  expect([...Array(recording.scalars).keys()].filter((number) => isAmong(created, number))).toEqual(
    made.toSorted((a, b) => a - b),
  );
  expect(recording.createdBefore(0)).toEqual({ count: 0, upTo: 0, beyond: [] });
  expect(recording.lastCreated(0)).toBeUndefined();
  expect(recording.lastCreated(recording.steps)).toBe(made.at(-1));
});
