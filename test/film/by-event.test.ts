// A film that goes event by event: each event of the recording has a time of its own, and the time leads back to it.
import { describe, expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { eventAt, eventTimes, momentsOf } from "../../app/playback/model/moments.ts";
import { restAfter, restBefore, stepAtTime, timeOfStep } from "../../app/playback/rests.ts";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const STAGES = CATALOGUE.filter(({ entry }) => entry === "reverse").map(({ id }) => id);

describe.each(TRANSFORMED.map(({ name, text }, at) => [name, text, at] as const))("%s", (_, text, at) => {
  test.each(oneIn(10, STAGES, at))("by %s every event has a time of its own, in order, and is found by it", (stage) => {
    const { explored, animation } = animated(text, [stage]);
    const film = filmOf(explored, animation);
    const [column] = film.columns;
    const times = eventTimes(film, column!);
    expect(times).toHaveLength(column!.animation.replayOrder.steps + 1);
    expect(times.at(-1)).toBe(animation.end);
    const steps = [...times.keys()];
    expect(steps.filter((step) => step > 0 && !(times[step]! > times[step - 1]!))).toEqual([]);
    expect(steps.filter((step) => eventAt(times, times[step]!) !== step)).toEqual([]);
    // what moves is not shown before it is there
    const moments = momentsOf(film, column!).slice(0, -1);
    expect(moments.filter(({ at: reached, step }) => !(times[step]! > reached - 5))).toEqual([]);
  });
});

test("one rests after each event in turn, and goes back the same way", () => {
  const { explored, animation } = animated(example("05-linear-factoring"), ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  const column = film.columns[1]!;
  const { steps } = column.animation.replayOrder;
  const there: number[] = [];
  for (let t: number | undefined = 0; t !== undefined; t = restAfter(film, column, "event", t))
    there.push(stepAtTime(film, column, "event", t));
  expect(there).toEqual(Array.from({ length: steps + 1 }, (_, step) => step));
  const back: number[] = [];
  for (let t: number | undefined = animation.end; t !== undefined; t = restBefore(film, column, "event", t - 1e-7))
    back.push(stepAtTime(film, column, "event", t));
  expect(back).toEqual(there.toReversed());
  expect(timeOfStep(film, column, "event", steps)).toBe(animation.end);
  // without a column there are no events
  expect(restAfter(film, undefined, "event", 0)).toBeUndefined();
});
