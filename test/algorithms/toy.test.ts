// The steps of engine/algorithms/README.md for a new algorithm, tried with a toy: all that it needs is its own file.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { checkProgram } from "../../engine/core/terms/check.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { sourceOf } from "../../engine/derive/straight-run.ts";
import { frameAt } from "../../engine/timeline/frame.ts";
import { Playback } from "../../engine/timeline/playback.ts";
import { Recorder } from "../../engine/timeline/recording.ts";
import { replay, gradientOf as replayedGradient } from "../../engine/timeline/replay.ts";
import { disagreement } from "../support/conformance.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, preparedProgram, tracedGradient, tracedGraph } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { toyAlgorithm, toyStage } from "../support/toy-algorithm.ts";

describe("a toy algorithm", () => {
  test("has the gradients of the tape, on examples and on random programs", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED).filter((one) => !/^(03|04|11|12)/.test(one.name)))
      expect(disagreement(text, toyAlgorithm.stages), name).toBeUndefined();
    const property = fc.property(programs(), ({ source }) => {
      expect(disagreement(source, toyAlgorithm.stages)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(10), seed: 91 });
  });

  test("is printed and read back as it is", () => {
    const program = transformed(toyStage, preparedProgram(example("07")));
    const printed = printProgram(program, { types: true });
    const read = readProgram(printed, program.entry, program.meaning, toyAlgorithm.natives);
    expect(checkProgram(read)).toBeDefined();
    expect(printProgram(read, { types: true })).toBe(printed);
  });

  test("brings a native operation and a counter: they are printed, run and counted", () => {
    const text = "-- at: (3.0, 5.0)\ndef main (x, y) = let p = x * y in p * p";
    expect(printProgram(transformed(toyStage, preparedProgram(text)), { types: true })).toContain("times(");
    // x and y have one entry each, p has two, and is an operand twice
    expect(gradientOf(text, toyStage).cost!.forward).toMatchObject({ [toyAlgorithm.counters![1]!.id]: 6 });
  });

  test("brings an event and a list of its own, which are recorded and shown at every step", () => {
    const text = "-- at: (3.0, 5.0)\ndef main (x, y) = let p = x * y in p * p";
    const recorder = new Recorder(toyStage);
    gradientOf(text, toyStage, {}, { observer: recorder.observe });
    const recording = recorder.finish();
    const told = [...recording.columns].flatMap((event, at) => (event.tag === "own" ? [{ event, at }] : []));
    // four entries, and the end of the list
    expect(told.map(({ event }) => event.event)).toEqual(["sent", "sent", "sent", "sent", "sent"]);
    const playback = new Playback(recording);
    for (const [count, { at }] of told.entries()) {
      for (const [step, wanted] of [
        [at, count],
        [at + 1, count + 1],
      ] as const) {
        const [list] = frameAt(recording, playback, step, { rows: [], marked: undefined }).lists;
        expect([list!.id, list!.count]).toEqual(["sums", wanted]);
      }
    }
  });

  test("names a λ, whose calls are counted, and which is read back from the printed text", () => {
    const text = "-- at: (3.0, 5.0)\ndef main (x, y) = (x * y, x + y, x)";
    const program = transformed(toyStage, preparedProgram(text));
    expect(printProgram(program, { types: true })).toContain("λ:sends (z : ℝ).");
    expect(printProgram(program, { types: false })).not.toContain(":sends");
    expect(gradientOf(text, toyStage).cost!.reverse).toMatchObject({ [toyAlgorithm.counters![0]!.id]: 3 });
  });

  test("refuses a program, in words", () => {
    const { fragment } = toyStage;
    const source = sourceOf(preparedProgram("-- at: 2\ndef main (n : Int) = real n"));
    expect(fragment!(source)).toMatchObject({ tag: "outside", why: expect.stringContaining("Int") });
  });

  test("brings an option", () => {
    const text = "-- at: (3.0, 5.0)\ndef main (x, y) = x * y";
    const gradient = (unscaled: boolean) =>
      gradientOf(text, toyStage, { variations: { options: { unscaled } } }).gradient!.scalars;
    expect([gradient(false), gradient(true)]).toEqual([
      [5, 3],
      [1, 1],
    ]);
  });

  test("makes the scalars of all stages, and is recorded and replayed", () => {
    const text = example("02");
    const { run, events } = tracedGradient(text, toyStage);
    const scalars = events.flatMap((event) => (event.tag === "scalar" ? [[event.number, event.value]] : []));
    expect(scalars).toEqual(tracedGraph(text).nodes.map(({ number, value }) => [number, value]));
    expect(replayedGradient(replay(events))).toEqual(run.gradient!.scalars);
    const recorder = new Recorder(toyStage);
    gradientOf(text, toyStage, {}, { observer: recorder.observe });
    const recording = recorder.finish();
    expect(recording.steps).toBe(events.length);
    expect(replayedGradient(new Playback(recording).seek(recording.steps).state)).toEqual(run.gradient!.scalars);
  });
});
