// Replaying the events of a run rebuilds what it held: maps, arrays, tape, and the gradient, to the bit.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { graphCounts } from "../../engine/analysis/predict.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import type { Counter } from "../../engine/core/events/counters.ts";
import type { Content, Event, ScalarNumber } from "../../engine/core/events/events.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import type { Machine } from "../../engine/evaluate/machine.ts";
import { elementsOf } from "../../engine/timeline/contents.ts";
import { apply, contributionsOf, gradientOf, newReplay, replay, stagedCalls } from "../../engine/timeline/replay.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { preparedProgram, tracedGradient, tracedGraph } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";
import { runTransformed } from "../support/transformed.ts";

/** A stage whose run has no state holds nothing to replay. */
const REVERSE = STAGES.filter(({ entry, view }) => entry === "reverse" && view.rows[0] !== "word");
/** The first way in which the replay of a run is not what the run was; undefined where there is none. */
function difference(text: string, stage: Stage): string | undefined {
  const { run, events } = tracedGradient(text, stage);
  const state = newReplay();
  // before that, Deinterleave calls the output's backpropagators directly
  let isResolving = false;
  for (const event of events) {
    if (event.tag === "highest") {
      isResolving = true;
      const keys = state.maps
        .get(event.map)!
        .entries()
        .map(([key]) => key);
      if (event.key !== Math.max(...keys)) return `the highest key is ${event.key}, of ${keys}`;
    }
    // a call that resolving makes is the staged one, at what has been added up for it
    if (event.tag === "call" && isResolving) {
      const waiting = stagedCalls(state).get(event.number);
      if (!Object.is(waiting, event.cotangent))
        return `${event.number} is called at ${event.cotangent}, but ${waiting} waits`;
    }
    apply(state, event);
  }
  const found = gradientOf(state);
  const wanted = run.gradient!.scalars;
  const same = found.length === wanted.length && found.every((x, index) => Object.is(x + 0, wanted[index]! + 0));
  return same ? undefined : `the gradient is ${wanted}, its replay ${found}`;
}

function isList(content: Content): boolean {
  return typeof content === "object" && ("first" in content || "list" in content);
}

/** Whether a backpropagator is data without parts: one that sends nothing on. */
function isEmpty(back: Content | undefined): boolean {
  return typeof back === "object" && "fields" in back && back.fields.length === 0;
}

function isPaired(stage: Stage, text: string): boolean {
  return transformed(stage, preparedProgram(text)).meaning?.dual !== "value";
}

/** The reverse sweep over contributions, from nothing but events. */
function swept(events: readonly Event[]): readonly number[] {
  const state = replay(events);
  const cotangents: number[] = [];
  let isResolving = false;
  for (const event of events) {
    if (event.tag === "call") isResolving = true;
    if (event.tag !== "write" || event.entry || isResolving) continue;
    const content = event.content as { readonly fields: readonly number[] };
    cotangents[event.index] = content.fields[0]!;
  }
  for (let number = state.scalars.size - 1; number >= 0; number--) {
    const cotangent = cotangents[number];
    if (cotangent === undefined) continue;
    for (const { partial, to } of contributionsOf(state, stageOf("tape")!, number as ScalarNumber)!) {
      const before = cotangents[to];
      cotangents[to] = before === undefined ? cotangent * partial : cotangent * partial + before;
    }
  }
  const inputs = [...state.scalars].filter(({ kind }) => kind === "input");
  return inputs.map(({ number }) => (cotangents[number] ?? 0) + 0);
}

describe("replay", () => {
  // each example with a third of the stages; with all of them in the long tests
  test.each(REVERSE)("of $id, on the examples", (stage) => {
    for (const { name, text } of oneIn(REVERSE.length, TRANSFORMED, REVERSE.indexOf(stage)))
      if (takes(stage, text)) expect(difference(text, stage), name).toBeUndefined();
    // sums that differ in their last digit by their order
    expect(difference("-- at: 1.0\ndef main x = 0.1 * x + (0.2 * x + 0.3 * x)\n", stage)).toBeUndefined();
    // an input that nothing reaches
    expect(difference("-- at: (2.0, 3.0)\ndef main (x, y : Real) = x * x\n", stage)).toBeUndefined();
  });

  test("on random programs", () => {
    const property = fc.property(programs(), fc.constantFrom(...REVERSE), ({ source }, stage) => {
      fc.pre(takes(stage, source));
      expect(difference(source, stage)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(30), seed: 31 });
  });

  test.each(REVERSE)("of $id holds what the machine holds, at every step that is looked at", (stage) => {
    const some = TRANSFORMED.filter((one) => !/^(03|09|11|12|15)/.test(one.name));
    for (const { name, text } of oneIn(REVERSE.length, some, REVERSE.indexOf(stage))) {
      if (!takes(stage, text)) continue;
      const prepared = preparedProgram(text);
      const state = newReplay();
      let step = 0;
      let next = 1;
      let looks = 0;
      const look = (machine: Machine): void => {
        looks++;
        for (const [id, held] of machine.stores()) {
          const array = state.arrays.get(id);
          const found = array === undefined ? (state.maps.get(id)?.entries() ?? []) : [...array.entries()];
          expect(
            [...found]
              .map(([key, content]) => [key, isList(content) ? { list: elementsOf(content) } : content] as const)
              .sort(([a], [b]) => a - b),
            `${name}, step ${step}, store ${id}`,
          ).toEqual([...held]);
        }
      };
      runTransformed(transformed(stage, prepared), prepared, stage.entry, (event, machine) => {
        apply(state, event);
        // steps that lie ever further apart, and every one at first
        if (++step < next) return;
        next = Math.ceil(next * 1.2) + 1;
        look(machine);
      });
      expect(looks).toBeGreaterThan(2);
    }
  });

  test("events add up to the counters", () => {
    for (const [turn, { name, text }] of TRANSFORMED.entries())
      for (const stage of oneIn(REVERSE.length, REVERSE, turn)) {
        if (!takes(stage, text)) continue;
        const { run, events } = tracedGradient(text, stage);
        const both = (counter: Counter): number => run.cost.forward[counter] + run.cost.reverse[counter];
        const count = (wanted: (event: Event) => boolean): number => events.filter(wanted).length;
        const touched = (what: string): number =>
          events.reduce((sum, event) => (event.tag === "touch" && event.what === what ? sum + event.scalars : sum), 0);
        const found = {
          zeroScalars: touched("zero"),
          plusScalars: touched("plus"),
          oneHotScalars: touched("one-hot"),
          backpropagatorCalls: count((event) => event.tag === "call"),
          scaledScalars: touched("scale"),
          // scalars that are paired with nothing have their backpropagators beside them
          ...(isPaired(stage, text) && {
            backpropagatorsCreated: count((event) => event.tag === "scalar" && !isEmpty(event.back)),
          }),
          tapeEntries: count((event) => event.tag === "save" || (event.tag === "write" && event.entry)),
        };
        for (const [counter, sum] of Object.entries(found))
          expect(sum, `${counter} of ${name} by ${stage.id}`).toBe(both(counter as Counter));
      }
  });

  test("the jobs of a replay are those of the run", () => {
    const definition = "k = sin 0.5\ndef main x = let (a, b) = (x * k) |*| (x + k) in a * b * k\n";
    for (const text of [example("12"), example("21"), `-- at: 2.0\ndef ${definition}`]) {
      const { run, events } = tracedGradient(text, stageOf("parallel")!);
      const { jobs } = replay(events);
      expect([...jobs].sort(([a], [b]) => a - b)).toEqual(run.jobs.reverse.map(({ id, after }) => [id, after]));
      // up to the reverse pass they are those of the forward pass, in which definitions have jobs of their own
      const reverse = events.findIndex((event) => event.tag === "phase" && event.phase === "reverse");
      const forward = replay(events.slice(0, reverse)).jobs;
      expect([...forward.keys()].sort((a, b) => a - b)).toEqual(run.jobs.forward.map(({ id }) => id));
    }
  });

  test("the tape alone gives the gradient", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED)) {
      const { run, events } = tracedGradient(text, stageOf("tape")!);
      expect(swept(events), name).toEqual(run.gradient!.scalars.map((x) => x + 0));
    }
  });
});

describe("predictions from the data-flow graph", () => {
  const agree = (text: string, name: string, turn = 0): void => {
    const counts = graphCounts(tracedGraph(text), UNWATCHED);
    for (const stage of oneIn(6, STAGES, turn)) {
      if (stage.predictedCalls === undefined) continue;
      const { cost } = tracedGradient(text, stage).run;
      expect(Number(stage.predictedCalls(counts)), `${name} by ${stage.id}`).toBe(cost.reverse.backpropagatorCalls);
    }
  };

  test("are exact where no run could count: the sharing chain of 200, the doubling chain of 1000", () => {
    const naive = stageOf("naive")!;
    const predicted = (text: string, n: number) =>
      naive.predictedCalls!(graphCounts(tracedGraph(text, { n }), UNWATCHED));
    // a call, and those of the two numbers before: 1, 1, 3, 5, 9, ..
    let [before, calls] = [1n, 1n];
    for (let k = 0; k < 200; k++) [before, calls] = [calls, 1n + calls + before];
    expect(predicted(example("03"), 200)).toBe(calls);
    expect(predicted(example("04"), 1000)).toBe(2n ** 1001n - 1n);
  });

  test("are the calls of each stage, on the examples", () => {
    for (const [turn, { name, text }] of TRANSFORMED.entries()) agree(text, name, turn);
  });

  test("are the calls of each stage, on random programs", () => {
    const property = fc.property(programs(), fc.nat(2), ({ source }, turn) => agree(source, "random", turn));
    fc.assert(property, { numRuns: runs(15), seed: 32 });
  });
});
