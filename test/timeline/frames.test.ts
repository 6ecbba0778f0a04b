// A run at a step, against a plain reading of its events: every step of small runs by every stage that has something to show.
import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { type Counters, costOf, newCounters } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import type { MapNode } from "../../engine/evaluate/values/tree-map.ts";
import { type ColumnFrame, callsOf, frameAt, MOST_CALLS } from "../../engine/timeline/frame.ts";
import { Playback } from "../../engine/timeline/playback.ts";
import type { Recording } from "../../engine/timeline/recording.ts";
import { idOf, type ReplayState, replay, stagedCall, stagedCalls } from "../../engine/timeline/replay.ts";
import { COUNTED } from "../support/counted.ts";
import { once, recorded, type Told } from "../support/recorded.ts";
import { tracedGraph } from "../support/run.ts";

/** A stage whose run has no state has nothing to show beside its calls. */
const STATEFUL = STAGES.filter(({ entry, view }) => entry === "reverse" && view.rows[0] !== "word");

/** Frames at all steps, with a row for each scalar, and one more. */
function framesOf(recording: Recording): readonly ColumnFrame[] {
  const playback = new Playback(recording);
  const rows = Array.from({ length: recording.scalars + 1 }, (_, number) => number);
  return Array.from({ length: recording.steps + 1 }, (_, step) =>
    frameAt(recording, playback, step, { rows, followed: rows, marked: step % (recording.scalars + 1) }),
  );
}

function added(a: Counters, b: Counters): Counters {
  return Object.fromEntries(Object.keys(a).map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)])) as unknown as Counters;
}

/** Where a key stands in a tree, by looking everywhere. */
function placeOf(node: MapNode<unknown> | undefined, key: number, depth = 0, under?: number): object | undefined {
  if (node === undefined) return undefined;
  if (node.key === key) return { depth, under };
  return placeOf(node.left, key, depth + 1, node.key) ?? placeOf(node.right, key, depth + 1, node.key);
}

/** The collected cotangent of a scalar, by a search of all entries. */
function collectedIn(state: ReplayState, number: number): number | undefined {
  const entries =
    state.collector === undefined
      ? [...(state.arrays.get(state.collected ?? (-1 as never))?.entries() ?? [])]
      : (state.maps.get(state.collector)?.entries() ?? []);
  const found = entries.find(([key]) => key === number)?.[1];
  return typeof found === "number" ? found : undefined;
}

/** Where it stands in the largest of the maps that wait. */
function placeAmong(state: ReplayState, key: number | undefined): object | undefined {
  if (state.cells !== undefined || key === undefined) return undefined;
  const roots = [...state.live].map((map) => state.maps.get(map)?.root);
  roots.sort((a, b) => (b?.size ?? 0) - (a?.size ?? 0));
  return roots.map((root) => placeOf(root, key)).find((place) => place !== undefined);
}

/** The calls among events, each with the event and the call that it is made in. */
function callsIn(told: readonly Told[]) {
  const open: Extract<Event, { tag: "call" }>[] = [];
  return told.flatMap(({ event }, index) => {
    if (event.tag !== "call") return [];
    open.length = event.depth;
    const outer = open.at(-1);
    open.push(event);
    return [{ ...event, index, within: outer && [outer.number, outer.call] }];
  });
}

/** Programs that have what the running example does not: zeros and loops, forks, data. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  naive: ["a tree"],
  staged: ["a fork", "a tree"],
  sparse: ["a list"],
  mutable: ["a tree"],
  "one-array": ["a tree"],
  tape: ["a list"],
  parallel: ["a fork", "a tree"],
  "delta-lets": ["a list"],
  "delta-array": ["a fork"],
};

const RUNS = STATEFUL.flatMap(({ id }) =>
  ["the running example", ...(ALSO[id] ?? [])].map((name) => [id, name] as const),
);

describe.each(RUNS)("at every step of %s on %s", (id, name) => {
  const known = once(() => {
    const { text, at } = COUNTED[name]!;
    const run = recorded(text, id, { at: at[0] });
    const { told, recording } = run;
    const frames = framesOf(recording);
    const calls = callsIn(told);
    const events = told.map(({ event }) => event);

    // what comes after the last call, and after the last change of a map, puts the gradient together; where calls wait for nothing, nothing does
    const reverse = events.findIndex((one) => one.tag === "phase" && one.phase === "reverse");
    const work = events.findLastIndex(({ tag }) => tag === "call" || tag === "map" || tag === "highest") + 1;
    const rebuild = frames[0]!.rows.some(({ stagings }) => stagings > 0) ? Math.max(work, reverse) : events.length;
    const phaseAt = (step: number): string => (step <= reverse ? "forward" : step <= rebuild ? "resolve" : "rebuild");
    return { text, at, run, told, recording, frames, calls, events, phaseAt };
  });

  test("there is the event that led to it, what was counted and what it had cost", () => {
    const { told, frames, events, phaseAt } = known();
    let over = newCounters();
    for (const [step, frame] of frames.entries()) {
      const until = events.slice(0, step);
      const event = until.at(-1);
      expect(frame.step).toBe(step);
      expect(frame.event).toEqual(event);
      expect(frame.phase).toBe(phaseAt(step));
      const count = (wanted: (event: Event) => boolean): number => until.filter(wanted).length;
      const touched = (what: string): number =>
        until.reduce((sum, one) => sum + (one.tag === "touch" && one.what === what ? one.scalars : 0), 0);
      expect(frame.tally).toMatchObject({
        created: count(({ tag }) => tag === "scalar"),
        calls: count(({ tag }) => tag === "call"),
        merged: count(({ tag }) => tag === "merge"),
        zeroScalars: touched("zero"),
        plusScalars: touched("plus"),
        oneHotScalars: touched("one-hot"),
        scaledScalars: touched("scale"),
        tapeEntries: count((one) => one.tag === "save" || (one.tag === "write" && one.entry)),
      });
      const made = new Set<number>(until.flatMap((one) => (one.tag === "scalar" ? [one.number] : [])));
      expect(frame.created.count).toBe(made.size);
      for (const { number, isCreated } of frame.rows) expect([number, isCreated]).toEqual([number, made.has(number)]);
      const job = until.findLast(({ tag }) => tag === "job" || tag === "phase");
      expect(frame.job).toBe(job?.tag === "job" ? job.job : 0);
      if (event === undefined) {
        expect(frame.cost).toEqual({ steps: 0, mapNodes: 0, cells: 0, total: 0 });
        continue;
      }
      const { counters } = told[step - 1]!;
      // a phase begins to count anew, and its first event tells what the one before has counted
      if (event.tag === "phase" && step > 1) over = added(over, counters);
      const now = event.tag === "phase" ? over : added(over, counters);
      const cells = ["cellsAllocated", "cellsRead", "cellsWritten", "cellsFrozen", "tapeEntries"] as const;
      expect(frame.cost).toEqual({
        steps: now.steps,
        mapNodes: now.mapNodes,
        cells: cells.reduce((sum, counter) => sum + now[counter], 0),
        total: costOf(now),
      });
    }
  });

  test("there are the calls that were made, within which others, and which come", () => {
    const { recording, frames, calls, events } = known();
    for (const [step, frame] of frames.entries()) {
      for (const row of frame.rows) {
        const own = calls.filter(({ number }) => number === row.number);
        const done = own.filter(({ index }) => index < step);
        expect([row.called, row.calls]).toEqual([done.length, own.length]);
        if (own.length <= MOST_CALLS)
          expect(row.shown).toEqual(
            own.map(({ index, cotangent, call, within }) => ({ step: index + 1, cotangent, call, within })),
          );
      }
      const number = step % (recording.scalars + 1);
      const steps = calls.filter((one) => one.number === number).map(({ index }) => index + 1);
      expect(frame.marked).toEqual(
        number === recording.scalars
          ? undefined
          : {
              number,
              total: steps.length,
              done: steps.filter((one) => one <= step).length,
              first: steps[0],
              previous: steps.findLast((one) => one < step),
              next: steps.find((one) => one > step),
              last: steps.at(-1),
            },
      );
      // what goes on is the doing of the latest call of the phase
      const latest = events.slice(0, step).findLast(({ tag }) => tag === "call" || tag === "phase");
      expect(frame.calling).toBe(latest?.tag === "call" ? latest.number : undefined);
    }
  });

  test("a call is told as taken where it is the one that waited", () => {
    const { frames, events } = known();
    const hasMap = events.some(({ tag }) => tag === "highest");
    let waiting = 0;
    const waits = new Set<number>();
    for (const [step, frame] of frames.entries()) {
      const event = frame.event;
      for (const { number, staged, isTaken } of frame.rows)
        if (staged > 0 && !waits.has(number) && !isTaken) {
          waits.add(number);
          waiting++;
        }
      if (frame.isTaken && event?.tag === "call" && frame.rows[event.number]!.staged > 0) waiting--;
      expect(frame.tally.waiting).toBe(waiting);
      if (event?.tag !== "call") {
        expect(frame.isTaken).toBe(false);
        continue;
      }
      // from a map the highest is taken and then called; from a cell, what is added up there is taken by the last call
      const before = events.slice(0, step - 1);
      const highest = before.findLastIndex((one) => one.tag === "highest" && one.number === event.number);
      const isNext = !before.slice(highest + 1).some((one) => one.tag === "call" && one.number === event.number);
      const row = frame.rows[event.number]!;
      const isLast = row.called === row.calls && row.stagings > 0 && row.staged === row.stagings;
      expect(frame.isTaken).toBe(hasMap ? highest >= 0 && isNext : isLast);
    }
  });

  test("there is what waits, and what was added makes it up", () => {
    const { frames, calls, events } = known();
    const arrived = new Map<number, number>();
    for (const [step, frame] of frames.entries()) {
      const state = replay(events.slice(0, step));
      for (const row of frame.rows) {
        const latest = row.arrivals.at(-1);
        if (latest?.event === step - 1) {
          const before = arrived.get(row.number);
          arrived.set(row.number, before === undefined ? latest.amount : before + latest.amount);
        }
        const waits = stagedCall(state, row.number as never);
        if (row.isCreated) expect(stagedCalls(state).get(row.number)).toBe(waits);
        // what comes into an inbox waits there with all that came before
        if (frame.event?.tag === "write" && frame.event.holds === "queue" && frame.event.number === row.number)
          expect(waits).toBeCloseTo(arrived.get(row.number)!, 9);
        const isOver = row.isTaken && state.cells !== undefined;
        expect(row.waiting).toBe(isOver || row.staged === 0 ? undefined : waits);
        expect(row.arrivals.length).toBe(Math.min(4, row.staged));
        // a cell takes in what is in an inbox one after the other
        const isWhole = state.cellsOf.isEmpty() && row.staged > 0 && !row.isTaken;
        if (waits !== undefined && isWhole) expect(waits).toBeCloseTo(arrived.get(row.number)!, 9);
        if (frame.isTaken && frame.scalar === row.number)
          expect(row.cotangent).toBeCloseTo(arrived.get(row.number)!, 9);
        for (const { event, from } of row.arrivals) {
          const caller = calls.findLast(({ index }) => index < event);
          // before resolving, the result's backpropagators are staged by no call
          expect(from).toEqual(caller && { number: caller.number, cotangent: caller.cotangent });
        }
        expect(row.collected).toBe(collectedIn(state, row.number));
        expect(row.inMap).toEqual(placeAmong(state, idOf(state, row.number as never)));
      }
    }
    const { rows } = frames.at(-1)!;
    for (const { staged, stagings } of rows) expect(staged).toBe(stagings);
  });

  test("what waits for a scalar is joined by each merge, and the union that is recorded after the last of them has the same", () => {
    const { frames } = known();
    for (const [step, { event, rows }] of frames.entries()) {
      if (event?.tag !== "merge") continue;
      const [before, after] = [frames[step - 1]!, frames[step + 1]];
      const parts = (frame: ColumnFrame): readonly number[] => frame.rows[event.number]?.parts ?? [];
      const joined = [...parts(before)];
      for (const part of [event.before, event.sum - event.before]) joined.splice(joined.indexOf(part), 1);
      expect([...rows[event.number]!.parts]).toEqual([...joined, event.sum].sort((a, b) => a - b));
      if (after?.event?.tag === "map") expect([...parts(after)]).toEqual([...rows[event.number]!.parts]);
    }
  });

  test("scalars that are followed have what their rows have", () => {
    for (const { rows, standing } of known().frames)
      for (const [place, { number, called, cotangent }] of rows.entries()) {
        const { numbers, isCalled, isReached, cotangents } = standing;
        const found = [numbers[place], isCalled[place], isReached[place], cotangents[place]];
        expect(found).toEqual([number, called > 0 ? 1 : 0, cotangent === undefined ? 0 : 1, cotangent ?? 0]);
      }
  });

  test("at the end, what has come to a scalar is its cotangent, and of a collector the gradient is left", () => {
    const { text, at, run, frames } = known();
    const { rows } = frames.at(-1)!;
    const { nodes, outputs } = tracedGraph(text, { at: at[0] });
    const cotangents = new Array<number | undefined>(nodes.length).fill(undefined);
    for (const output of outputs) cotangents[output] = (cotangents[output] ?? 0) + 1;
    for (const { number, operands } of nodes.toReversed())
      for (const { number: to, partial } of cotangents[number] === undefined ? [] : operands)
        cotangents[to] = (cotangents[to] ?? 0) + cotangents[number]! * partial;
    const isOnce = !["naive", "deltas"].includes(id);
    for (const { number, isCreated, cotangent, collected, contributions, kept } of rows.slice(0, -1)) {
      expect(isCreated).toBe(true);
      if (cotangent !== undefined || (isOnce && cotangents[number] !== undefined && nodes[number]!.kind !== "constant"))
        expect(cotangent).toBeCloseTo(cotangents[number]!, 9);
      const { kind, operands } = nodes[number]!;
      // contributions are read from what is kept
      if (kept !== undefined && contributions !== undefined)
        expect(stageOf(id)!.contributions!(kept)?.length).toBe(contributions.length);
      if (contributions !== undefined) {
        const sent = (to: number, all: readonly { readonly to: number; readonly partial: number }[]): number =>
          all.reduce((sum, one) => sum + (one.to === to ? one.partial : 0), 0);
        const wanted = operands.map((one) => ({ to: one.number, partial: one.partial }));
        // the Delta terms leave out what is sent to constants
        for (const { number: to, kind: end } of nodes)
          if (end !== "constant" || !id.startsWith("delta"))
            expect(sent(to, contributions)).toBeCloseTo(sent(to, wanted), 12);
      } else if (kind === "operation") expect(stageOf(id)!.contributions).toBeUndefined();
      if (kind === "input" && (id === "sparse" || id === "mutable"))
        expect(collected).toBeCloseTo(run.gradient[number]!, 9);
    }
    const last = rows.at(-1)!;
    expect([last.isCreated, last.id, last.kept, last.cell, last.contributions]).toEqual(
      new Array(5).fill(undefined).with(0, false),
    );
  });
});

describe("where calls are not merged", () => {
  test.each(["cayley", "sparse"])(
    "by %s, the first that is made of those that waited is the one that was taken",
    (id) => {
      const request = { at: "(2.0, 3.0)", variations: { options: { unmerged: true } } };
      const { told, recording } = recorded("def main (x, y) = let z = x * y in z * z + z", id, request);
      const taken = told.flatMap(({ event }, index) =>
        event.tag === "call" && recording.isTaken(index) ? [event.number] : [],
      );
      const highest = told.flatMap(({ event }) => (event.tag === "highest" ? [event.number] : []));
      expect(taken).toEqual(highest);
      // z, which is used three times, is called for each of them
      const calls = told.flatMap(({ event }, index) =>
        event.tag === "call" && index > told.findIndex((one) => one.event.tag === "highest") ? [event.number] : [],
      );
      expect(calls).toEqual([3, 2, 2, 1, 0, 2, 1, 0, 1, 0]);
    },
  );
});

describe("a scalar that is called often", () => {
  // x is doubled five times: 32 calls of x
  const { recording } = recorded(
    "def main x = let a = x + x in let b = a + a in let c = b + b in let d = c + c in d + d",
    "naive",
    { at: "1.0" },
  );
  const playback = new Playback(recording);
  const calls = [...recording.calls.of(0)].map((event) => event + 1);
  const shownAt = (step: number) =>
    frameAt(recording, playback, step, { rows: [0], marked: undefined }).rows[0]!.shown.map(({ call }) => call);
  const from = (first: number) => [1, ...Array.from({ length: 11 }, (_, index) => first + index)];

  test("shows its first calls, its last, or the first and those around the step", () => {
    expect(calls.length).toBe(32);
    expect(shownAt(0)).toEqual(from(2));
    expect(shownAt(calls[6]!)).toEqual(from(2));
    expect(shownAt(calls[7]!)).toEqual(from(3));
    expect(shownAt(calls[19]!)).toEqual(from(15));
    expect(shownAt(calls[25]!)).toEqual(from(21));
    expect(shownAt(calls[26]!)).toEqual(from(22));
    expect(shownAt(recording.steps)).toEqual(from(22));
  });

  test("tells the calls before and after a step, whether it is at one or between two", () => {
    expect(callsOf(recording, 0, calls[4]!)).toMatchObject({ done: 5, previous: calls[3], next: calls[5] });
    expect(callsOf(recording, 0, calls[4]! + 1)).toMatchObject({ done: 5, previous: calls[4], next: calls[5] });
    expect(callsOf(recording, recording.scalars, 1)).toBeUndefined();
  });

  test("is marked only where that is asked for", () => {
    const frame = (marked: number | undefined) => frameAt(recording, playback, 9, { rows: [], marked });
    expect(frame(undefined).marked).toBeUndefined();
    expect(frame(0).marked?.total).toBe(32);
  });
});
