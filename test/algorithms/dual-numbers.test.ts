// The papers' own numbers, and their claims about calls and costs, on exact counters.
import { describe, expect, test } from "vitest";
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import { algorithm as dualNumbers } from "../../engine/algorithms/dual-numbers/index.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import type { Counter } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { runGradient } from "../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { checkedProgram, gradientOf } from "../support/run.ts";
import { oneIn } from "../support/runs.ts";

/** The stages that factor linearly. */
const FACTORING = dualNumbers.stages.filter(({ id, entry }) => entry === "reverse" && id !== "naive");

/** A counter of the reverse pass. */
function reverse(id: StageId, text: string, counter: Counter, n?: number): number {
  return gradientOf(text, stageOf(id)!, n === undefined ? {} : { n }).cost.reverse[counter];
}

/** The events of a run. */
function eventsOf(id: StageId, text: string): readonly Event[] {
  const events: Event[] = [];
  const run = finish(
    runGradient(checkedProgram(text), {}, stageOf(id)!, DEFAULT_BUDGET, {
      checks: false,
      observer: (event) => events.push(event),
    }),
  );
  expect(run.ended.tag).toBe("done");
  return events;
}

describe("§3.4, f1 .. f4", () => {
  const text = example("05");

  test("naively f2 is called twice and f1 five times: nine calls", () => {
    const calls = eventsOf("naive", text).flatMap((event) => (event.tag === "call" ? [event.number] : []));
    // w is scalar 0, f1 belongs to x, scalar 1; f2, f3, f4 are 2, 3, 4
    expect([1, 2, 3, 4].map((number) => calls.filter((one) => one === number).length)).toEqual([5, 2, 1, 1]);
  });

  test.each(FACTORING)("by $id each is called once, at the sums of the text", ({ id }) => {
    const calls = eventsOf(id, text).flatMap((event) =>
      event.tag === "call" ? [[event.number, event.cotangent]] : [],
    );
    expect(calls).toEqual([
      [4, 1],
      [3, 2],
      [2, 9],
      [1, 55],
    ]);
  });

  test("f2 1 + f2 8 = f2 9, and 10 with 18 and 27 are 55", () => {
    const merges = eventsOf("staged", text).flatMap((event) =>
      event.tag === "merge" ? [[event.number, [event.before, event.sum - event.before].sort((a, b) => a - b)]] : [],
    );
    expect(merges).toContainEqual([2, [1, 8]]);
    expect(merges).toContainEqual([1, [18, 27]]);
    expect(merges).toContainEqual([1, [10, 45]]);
  });
});

describe("§3.4.1, the running example at (12, 13)", () => {
  test.each(FACTORING)("by $id: x gets 25 from the product, z gets 12; IDs 0, 1, 2", ({ id }) => {
    const events = eventsOf(id, example("02"));
    const scalars = events.flatMap((event) => (event.tag === "scalar" ? [[event.number, event.value]] : []));
    expect(scalars).toEqual([
      [0, 12],
      [1, 13],
      [2, 25],
      [3, 300],
    ]);
    const calls = events.flatMap((event) => (event.tag === "call" ? [[event.number, event.cotangent]] : []));
    expect(calls).toEqual([
      [3, 1],
      [2, 12],
      [1, 12],
      [0, 37],
    ]);
  });
});

describe("linear factoring", () => {
  test.each([2, 5, 10, 16])("the doubling chain of %i: exponential naively, once each after", (n) => {
    expect(reverse("naive", example("04"), "backpropagatorCalls", n)).toBe(2 ** (n + 1) - 1);
    for (const { id } of FACTORING) expect(reverse(id, example("04"), "backpropagatorCalls", n)).toBe(n + 1);
  });

  test.each(FACTORING)("by $id no backpropagator is called twice, but those of several outputs", ({ id }) => {
    for (const { name, text } of oneIn(3, TRANSFORMED)) {
      const { cost, value } = gradientOf(text, stageOf(id)!);
      const most = cost.reverse.mostCallsOfOne;
      if (value!.scalars.length === 1) expect(most, name).toBeLessThanOrEqual(1);
      else expect(most, name).toBeLessThanOrEqual(1 + value!.scalars.length);
    }
  });

  test.each(FACTORING)("a million shared calls fit: the sharing chain at 200 by $id", ({ id }) => {
    expect(reverse(id, example("03"), "backpropagatorCalls", 200)).toBeLessThanOrEqual(202);
  });
});

describe("§3.4.2, what is left to pay", () => {
  test("(A) zeros and sums touch c at every call in staged, and hardly in cayley", () => {
    const touched = (id: StageId, n: number) =>
      reverse(id, example("08"), "zeroScalars", n) + reverse(id, example("08"), "plusScalars", n);
    expect(touched("staged", 32) / touched("staged", 16)).toBeGreaterThan(3.5);
    // in cayley, the one zero that the empty object holds: two lists of 32
    expect(touched("cayley", 32)).toBe(2 * 32);
    expect(reverse("cayley", example("08"), "plusScalars", 32)).toBe(0);
    for (const id of ["sparse", "mutable"] as const) expect(touched(id, 32), id).toBe(0);
  });

  test("(B) one-hots cost their size in staged; in cayley the depth of the input", () => {
    const oneHot = (id: StageId, prefix: string, n: number) => reverse(id, example(prefix), "oneHotScalars", n);
    // one one-hot of n scalars for each of the n inputs
    expect(oneHot("staged", "18", 16)).toBe(16 * 16);
    expect(oneHot("staged", "19", 16)).toBe(16 * 16);
    const balanced = oneHot("cayley", "19", 64) / oneHot("cayley", "19", 32);
    const nested = oneHot("cayley", "18", 64) / oneHot("cayley", "18", 32);
    expect(nested).toBeGreaterThan(3.5);
    expect(balanced).toBeLessThan(2.5);
    // and from sparse on one scalar for each input, whatever the shape
    for (const id of ["sparse", "mutable"] as const)
      for (const prefix of ["18", "19"]) expect(oneHot(id, prefix, 64), id).toBe(64);
  });

  test("(C) the maps visit nodes from staged to sparse; naively and with arrays none", () => {
    for (const id of ["naive", "mutable"] as const) expect(reverse(id, example("08"), "mapNodes", 16), id).toBe(0);
    for (const id of ["staged", "cayley", "sparse"] as const)
      expect(reverse(id, example("08"), "mapNodes", 16)).toBeGreaterThan(16);
  });

  test("mutable: accesses to cells grow as the calls and the IDs do, on the doubling chain exactly", () => {
    const count = (counter: Counter, n: number) => reverse("mutable", example("04"), counter, n);
    for (const n of [5, 10, 20]) {
      const calls = n + 1;
      // one cell for each input scalar and for each ID
      expect(count("cellsAllocated", n)).toBe(1 + calls);
      // each of the n sums contributes twice to what it was made of; then one SOneHot
      expect(count("cellsWritten", n)).toBe(2 * n + 1);
      // and resolving looks once at each ID
      expect(count("cellsRead", n)).toBe(2 * n + 1 + calls);
    }
  });
});
