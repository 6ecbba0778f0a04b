// A recorded run: what is read back is what was told, and going to a step is the same as replaying from the start.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { firstStop, jump } from "../../engine/timeline/jumps.ts";
import { EVERY, Playback } from "../../engine/timeline/playback.ts";
import { Recorder, type Recording } from "../../engine/timeline/recording.ts";
import { replay, gradientOf as replayedGradient } from "../../engine/timeline/replay.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";

/** A stage whose run has no state holds nothing to replay. */
const REVERSE = STAGES.filter(({ entry, view }) => entry === "reverse" && view.rows[0] !== "word");
function recorded(text: string, stage: string, n?: number) {
  const recorder = new Recorder(stageOf(stage)!);
  const events: Event[] = [];
  const run = gradientOf(text, stageOf(stage)!, n === undefined ? {} : { n }, {
    observer: (event, counters) => {
      events.push(event);
      recorder.observe(event, counters);
    },
  });
  return { run, events, recording: recorder.finish() };
}

/** A run by the doubling chain's kind of sharing whose events fill several checkpoints. */
const LONG = "-- at: (2000, 1.001)\ndef main (n, x) = if n == 0 then x else main (n - 1, x * 0.5 + x * 0.5)\n";

test("what columns give back is what was told", () => {
  for (const [turn, { name, text }] of TRANSFORMED.entries())
    for (const stage of oneIn(8, STAGES, turn)) {
      if (!takes(stage, text)) continue;
      const { events, recording } = recorded(text, stage.id);
      expect([...recording.columns], `${name} by ${stage.id}`).toEqual(events);
    }
});

test("no event says again what the ones before said, however much waits in an inbox", () => {
  const fork =
    "-- at: 1.001\ndef go (n : Int) acc x = if n == 0 then acc else go (n - 1) (acc + x) x\n" +
    "def main (x : Real) = let (a, b) = go 300 0.0 x |*| go 300 0.0 x in a * b\n";
  const { run, recording } = recorded(fork, "parallel");
  let longest = 0;
  for (const event of recording.columns) longest = Math.max(longest, JSON.stringify(event).length);
  expect(longest).toBeLessThan(600);
  const replayed = replayedGradient(new Playback(recording).seek(recording.steps).state);
  expect(replayed).toEqual(run.gradient!.scalars);
});

test("the cost at the end is that of the run", () => {
  for (const [turn, { name, text }] of TRANSFORMED.slice(0, 12).entries())
    for (const stage of oneIn(8, REVERSE, turn)) {
      const { run, recording } = recorded(text, stage.id);
      const last = recording.columns.cost(recording.steps - 1);
      // what follows the last event is not seen by it
      expect(last.total, name).toBeLessThanOrEqual(costOf(run.cost.forward) + costOf(run.cost.reverse));
      expect(last.total, name).toBeGreaterThanOrEqual(costOf(run.cost.forward));
      const totals = Array.from({ length: recording.steps }, (_, step) => recording.columns.cost(step).total);
      expect(totals, name).toEqual(totals.toSorted((a, b) => a - b));
    }
});

describe("going to a step", () => {
  test("gives what replaying from the start gives, in any order of steps, on random programs", () => {
    const property = fc.property(
      programs(),
      fc.constantFrom(...REVERSE),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      ({ source }, stage, places) => {
        fc.pre(takes(stage, source));
        const { events, recording } = recorded(source, stage.id);
        const playback = new Playback(recording);
        for (const place of places) {
          const step = Math.round(place * events.length);
          const { state, tally } = playback.seek(step);
          expect(state).toEqual(replay(events.slice(0, step)));
          expect(tally.calls).toBe(events.slice(0, step).filter(({ tag }) => tag === "call").length);
        }
      },
    );
    fc.assert(property, { numRuns: runs(20), seed: 41 });
  });

  test.each(oneIn(3, ["naive", "staged", "cayley", "mutable", "tape", "parallel"]))(
    "in a long run by %s applies at most as many events as lie between two checkpoints",
    (stage) => {
      const text = stage === "naive" ? LONG.replace("2000", "12") : LONG;
      const { run, events, recording } = recorded(text, stage);
      expect(recording.steps).toBeGreaterThan(EVERY);
      const playback = new Playback(recording);
      while (playback.prepare());
      let last = 0;
      const steps = [recording.steps, 0, EVERY, EVERY - 1, recording.steps - 1, 17, Math.floor(recording.steps / 2), 1];
      for (const step of steps) {
        const { state, tally } = playback.seek(step);
        expect(playback.applied).toBeLessThanOrEqual(EVERY);
        // from the step before, where that lies between the checkpoint and this one
        const checkpoint = Math.floor(step / EVERY) * EVERY;
        expect(playback.applied).toBe(step - (last >= checkpoint && last <= step ? last : checkpoint));
        last = step;
        expect(tally.created).toBe(recording.createdBefore(step).count);
        const whole = replay(events.slice(0, step));
        expect(state.scalars.size).toBe(whole.scalars.size);
        expect(state.arrays.equals(whole.arrays)).toBe(true);
        if (state.staging !== undefined) expect(state.maps.get(state.staging)).toEqual(whole.maps.get(state.staging));
      }
      const found = replayedGradient(playback.seek(recording.steps).state);
      expect(found.map((x) => x + 0)).toEqual(run.gradient!.scalars.map((x) => x + 0));
    },
  );
});

describe("a recording", () => {
  test("of the running example has its phases and jumps", () => {
    const { recording } = recorded(example("02"), "staged");
    expect(recording.phases.map(({ name }) => name)).toEqual(["forward", "resolve"]);
    const frozen = recorded(example("02"), "mutable").recording;
    expect(frozen.phases.map(({ name }) => name)).toEqual(["forward", "resolve", "rebuild"]);
    const all = (tag: "operation" | "call" | "merge" | "resolve") => jumps(recording, tag);
    expect(all("operation")).toEqual([5, 6]);
    const numbers = (steps: readonly number[]) => steps.map((step) => recording.columns.scalar(step - 1));
    expect(numbers(all("call"))).toEqual([3, 2, 1, 0]);
    expect(numbers(all("resolve"))).toEqual([2, 1, 0]);
    expect(numbers(all("merge"))).toEqual([0]);
    expect([...recording.staged.of(0)].length).toBe(2);
    expect(recording.calls.before(0, recording.steps)).toBe(1);
  });

  test("goes back by the steps that it went on by", () => {
    for (const stage of REVERSE) {
      const { recording } = recorded(example("05"), stage.id);
      for (const tag of ["change", "operation", "call", "merge", "resolve", "phase"] as const) {
        const there = jumps(recording, tag);
        const back: number[] = [];
        for (let step = jump(recording, recording.steps + 1, { tag }, -1); step !== undefined && step > 0; ) {
          back.push(step);
          const from: number = step;
          step = jump(recording, from, { tag }, -1);
          expect(step ?? -1).toBeLessThan(from);
        }
        expect(back.reverse(), `${tag} of ${stage.id}`).toEqual(there);
      }
    }
  });

  test("resolves as many calls in arrays as in maps", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED)) {
      const counts = ["staged", "cayley", "sparse", "mutable"].map(
        (stage) => jumps(recorded(text, stage).recording, "resolve").length,
      );
      expect(new Set(counts).size, `${name}: ${counts}`).toBe(1);
    }
  });

  test("knows every event that is about a scalar", () => {
    for (const stage of REVERSE) {
      const { recording } = recorded(example("05"), stage.id);
      for (let scalar = 0; scalar < recording.scalars; scalar++) {
        const touching = new Set(jumps(recording, { tag: "touching", scalar }));
        expect(touching.has(recording.created[scalar]! + 1)).toBe(true);
        for (const event of [...recording.calls.of(scalar), ...recording.staged.of(scalar)])
          expect(touching.has(event + 1), `${stage.id}, #${scalar}, event ${event}`).toBe(true);
      }
    }
  });

  test("stops at breakpoints", () => {
    const { recording } = recorded(example("05"), "staged");
    const at = (breakpoint: Parameters<typeof firstStop>[3][number]) => {
      const stop = firstStop(recording, 0, recording.steps, [breakpoint]);
      return stop === undefined ? undefined : recording.columns.at(stop.step - 1);
    };
    expect(at({ tag: "scalar", scalar: 2 })).toMatchObject({ tag: "scalar", number: 2 });
    expect(at({ tag: "above", bound: 8.5 })).toMatchObject({ tag: "call", cotangent: 9 });
    expect(at({ tag: "nan" })).toBeUndefined();
    const odd = recorded("-- at: 0.0\ndef main x = sqrt (x * x)\n", "tape").recording;
    const nan = firstStop(odd, 0, odd.steps, [{ tag: "nan" }, { tag: "infinite" }]);
    expect(nan?.breakpoint).toBe(1);
  });
});

function jumps(
  recording: Recording,
  to: "change" | "phase" | "operation" | "call" | "merge" | "resolve" | { tag: "touching"; scalar: number },
) {
  const wanted = typeof to === "string" ? { tag: to } : to;
  const found: number[] = [];
  for (let step: number | undefined = 0; ; found.push(step)) {
    const from = step;
    step = jump(recording, from, wanted, 1);
    if (step === undefined) return found;
    expect(step).toBeGreaterThan(from);
  }
}
