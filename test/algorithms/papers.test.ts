// The papers' own numbers: staged objects, sharing, jobs and compound IDs, from the events of runs.
import { describe, expect, test } from "vitest";
import { algorithm as dualNumbers } from "../../engine/algorithms/dual-numbers/index.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { workAndSpan } from "../../engine/analysis/work-span.ts";
import type { Event, ScalarNumber } from "../../engine/core/events/events.ts";
import { type CompoundId, compoundArrows, JobOrder } from "../../engine/graphs/jobs.ts";
import { apply, contributionsOf, newReplay, replay, stagedCalls } from "../../engine/timeline/replay.ts";
import { example } from "../support/examples.ts";
import { tracedGradient } from "../support/run.ts";

/** The stages in which calls are staged. */
const STAGING = dualNumbers.stages.filter(({ id, entry }) => entry === "reverse" && id !== "naive");

/** The staged calls before each call that resolving makes, by the number of the scalar that is called. */
function stagedBefore(events: readonly Event[]): ReadonlyMap<number, Readonly<Record<number, number>>> {
  const state = newReplay();
  const found = new Map<number, Readonly<Record<number, number>>>();
  let isReverse = false;
  for (const event of events) {
    if (event.tag === "phase") isReverse = event.phase === "reverse";
    if (event.tag === "call" && isReverse) found.set(event.number, Object.fromEntries(stagedCalls(state)));
    apply(state, event);
  }
  return found;
}

describe("§3.4.1, the running example at (12, 13)", () => {
  const text = example("02");

  test.each(["staged", "cayley", "sparse", "mutable", "one-array", "defunctionalised", "parallel"] as const)(
    "%s passes {0 ↦ 25, 2 ↦ 12} to SResolve",
    (id) => {
      const { events } = tracedGradient(text, stageOf(id)!);
      expect(stagedBefore(events).get(2)).toEqual({ 0: 25, 2: 12 });
    },
  );

  test("the entry that is taken leaves the map", () => {
    const { events } = tracedGradient(text, stageOf("staged")!);
    // when z is resolved, x and y wait, at what has been added up
    const before = stagedBefore(events);
    expect(before.get(1)).toEqual({ 0: 37, 1: 12 });
    expect(before.get(0)).toEqual({ 0: 37 });
    expect(events.filter((event) => event.tag === "highest").map((event) => event.key)).toEqual([2, 1, 0]);
  });

  test.each(STAGING)("by $id the inputs have the IDs 0 and 1, and z has 2", ({ id }) => {
    const { events } = tracedGradient(text, stageOf(id)!);
    const scalars = events.flatMap((event) => (event.tag === "scalar" ? [event] : []));
    expect(scalars.map(({ number, kind, op, value }) => [number, kind, op, value])).toEqual([
      [0, "input", undefined, 12],
      [1, "input", undefined, 13],
      [2, "operation", "+", 25],
      [3, "operation", "*", 300],
    ]);
    if (id === "parallel") expect(scalars.map((scalar) => scalar.id)).toEqual([0, 1, 2, 3].map((place) => [0, place]));
  });

  test.each(["defunctionalised", "tape", "parallel"] as const)(
    "Fig. 3.13b by %s: who contributes what to whom",
    (id) => {
      const { events } = tracedGradient(text, stageOf(id)!);
      const state = replay(events);
      const of = (number: number) =>
        contributionsOf(state, stageOf(id)!, number as ScalarNumber)!.map(({ partial, to }) => [partial, to]);
      expect(of(0)).toEqual([]);
      expect(of(1)).toEqual([]);
      expect(of(2)).toEqual([
        [1, 0],
        [1, 1],
      ]);
      // x · z refers to the very x that z refers to, and to z
      expect(of(3)).toEqual([
        [25, 0],
        [12, 2],
      ]);
    },
  );
});

describe("§3.4, f1 .. f4", () => {
  test.each(["staged", "cayley", "sparse"] as const)("%s has the staged objects of the text", (id) => {
    const { events } = tracedGradient(example("05"), stageOf(id)!);
    // w is scalar 0; f1 .. f4 are 1 .. 4
    const before = stagedBefore(events);
    // f4 1 = {f2 ↦ 1, f3 ↦ 2}; f3 is taken from it
    expect(before.get(3)).toEqual({ 2: 1, 3: 2 });
    // with f3 2 = {f2 ↦ 8, f1 ↦ 10} that is {f2 ↦ 9, f1 ↦ 10}
    expect(before.get(2)).toEqual({ 1: 10, 2: 9 });
    expect(events.flatMap((event) => (event.tag === "call" ? [[event.number, event.cotangent]] : []))).toContainEqual([
      2, 9,
    ]);
    // f2 9 adds 18 and 27
    expect(events.flatMap((event) => (event.tag === "call" ? [[event.number, event.cotangent]] : []))).toContainEqual([
      1, 55,
    ]);
  });
});

describe("§3.10.2, nested forks in the manner of Fig. 3.15", () => {
  // the program forks before any operation; its left part forks again between operations
  const text = `-- at: (2.0, 3.0)
def main (x, y) =
  let (a, b) = (let u = x * y in let (p, q) = (u * x) |*| (u + y) in p + q) |*| (y * y) in
  a * b`;
  const { run, events } = tracedGradient(text, stageOf("parallel")!);
  const [forward] = splitPasses(events);
  const order = new JobOrder(run.jobs.forward);

  test("jobs are numbered in the order of forks", () => {
    const graph = forward.flatMap((event) => {
      if (event.tag === "fork") return [["fork", event.job, ...event.into]];
      return event.tag === "join" ? [["join", ...event.jobs, event.into]] : [];
    });
    expect(graph).toEqual([
      ["fork", 0, 1, 2],
      ["fork", 1, 4, 5],
      ["join", 4, 5, 6],
      ["join", 6, 2, 3],
    ]);
  });

  test("scalars have compound IDs: their job, and their place in it", () => {
    const ids = forward.flatMap((event) => (event.tag === "scalar" ? [[event.number, event.op, event.id]] : []));
    expect(ids).toEqual([
      [0, undefined, [0, 0]],
      [1, undefined, [0, 1]],
      [2, "*", [1, 0]],
      [3, "*", [4, 0]],
      [4, "+", [5, 0]],
      [5, "+", [6, 0]],
      [6, "*", [2, 0]],
      [7, "*", [3, 0]],
    ]);
  });

  test("≤j is the order that forks and joins generate", () => {
    const jobs = run.jobs.forward.map(({ id }) => id as number);
    const edges: (readonly [number, number])[] = [
      [0, 1],
      [0, 2],
      [1, 4],
      [1, 5],
      [4, 6],
      [5, 6],
      [6, 3],
      [2, 3],
    ];
    for (const a of jobs) for (const b of jobs) expect(order.isBefore(a, b), `${a} ≤j ${b}`).toBe(reaches(edges, a, b));
  });

  test("≤c is lexicographic, and every scalar depends on lower ones only", () => {
    const ids: CompoundId[] = [];
    for (const event of forward) if (event.tag === "scalar") ids[event.number] = event.id as CompoundId;
    for (const a of ids)
      for (const b of ids) {
        const wanted = order.isBefore(a[0], b[0]) && (a[0] !== b[0] || a[1] <= b[1]);
        expect(order.isBeforeCompound(a, b)).toBe(wanted);
      }
    const state = replay(events);
    for (const number of ids.keys())
      for (const { to } of contributionsOf(state, stageOf("parallel")!, number as ScalarNumber)!)
        expect(order.isBeforeCompound(ids[to]!, ids[number]!)).toBe(true);
    // what was made in parallel is not ordered
    expect(order.isBeforeCompound(ids[3]!, ids[4]!)).toBe(false);
    expect(order.isBeforeCompound(ids[4]!, ids[3]!)).toBe(false);
    expect(order.isBeforeCompound(ids[5]!, ids[6]!)).toBe(false);
  });

  test("the arrows of Fig. 3.15c generate ≤c, and none of them could be left out", () => {
    const scalars = forward.flatMap((event) =>
      event.tag === "scalar" ? [{ number: event.number as number, id: event.id as CompoundId }] : [],
    );
    const arrows = compoundArrows(run.jobs.forward, scalars);
    const follows = (without: number | undefined) => {
      const found = scalars.map((_, place) => new Set([place]));
      // arrows lead to later scalars: from the last to the first, all that follows is known
      for (let place = scalars.length - 1; place >= 0; place--)
        arrows.forEach(({ from, to }, index) => {
          if (from === place && index !== without) for (const later of found[to]!) found[place]!.add(later);
        });
      return found;
    };
    const all = follows(undefined);
    for (const [a, one] of scalars.entries())
      for (const [b, other] of scalars.entries())
        expect(all[a]!.has(b), `${one.id} ≤c ${other.id}`).toBe(order.isBeforeCompound(one.id, other.id));
    for (const [index, { from, to }] of arrows.entries()) expect(follows(index)[from]!.has(to)).toBe(false);
  });

  test("resolving forks where the program joined, and joins where it forked", () => {
    const [, reverse] = splitPasses(events);
    const forks = (pass: readonly Event[]) =>
      pass.flatMap((event) => (event.tag === "fork" ? [event.into.length] : []));
    expect(forks(reverse)).toEqual(forks(forward));
    // the calls of each reverse job are those of the scalars of one forward job, from the highest place down; one after the
    // other, the last part of a fork comes first, as in the reverse of a sequential run
    const ids: CompoundId[] = [];
    for (const event of forward) if (event.tag === "scalar") ids[event.number] = event.id as CompoundId;
    const calls = reverse.flatMap((event) => (event.tag === "call" ? [ids[event.number]!.join(".")] : []));
    expect(calls).toEqual(["3.0", "2.0", "6.0", "5.0", "4.0", "1.0", "0.1", "0.0"]);
  });

  test("work and span of both passes", () => {
    for (const phase of ["primal", "forward", "reverse"] as const) {
      const { work, span } = workAndSpan(run.jobs[phase]);
      expect(span).toBeLessThan(work);
      expect(span).toBeGreaterThan(0);
    }
    // in the primal: 0 forks; 1 is x * y and a fork; 4 and 5 an operation each, 6 p + q; 2 is y * y; 3 is a * b
    const cost = (id: number) => run.jobs.primal.find((job) => job.id === id)!.cost;
    const chain = cost(0) + cost(1) + Math.max(cost(4), cost(5)) + cost(6) + cost(3);
    expect(workAndSpan(run.jobs.primal)).toEqual({
      work: [0, 1, 2, 3, 4, 5, 6].map(cost).reduce((a, b) => a + b),
      span: chain,
    });
    // an operation on two variables is three steps
    expect([cost(2), cost(4), cost(5)]).toEqual([3, 3, 3]);
  });
});

function splitPasses(events: readonly Event[]): readonly [readonly Event[], readonly Event[]] {
  const at = events.findIndex((event) => event.tag === "phase" && event.phase === "reverse");
  return [events.slice(0, at), events.slice(at)];
}

/** The reflexive and transitive closure of edges. */
function reaches(edges: readonly (readonly [number, number])[], a: number, b: number): boolean {
  return a === b || edges.some(([from, to]) => from === a && reaches(edges, to, b));
}
