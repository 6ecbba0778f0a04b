// A recording's words on each event and on each scalar, its place beside another, and its look from afar: against a plain reading of its
// events.
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { alongWith, followed, leadingScalar, reverseOf } from "../../engine/timeline/column-sync.ts";
import { isAmong } from "../../engine/timeline/created.ts";
import { landscapeOf, MOST_GLYPHS, touchingBuckets, WORK } from "../../engine/timeline/landscape.ts";
import { COUNTED } from "../support/counted.ts";
import { once, type Recorded, recorded } from "../support/recorded.ts";

const REVERSE = STAGES.filter(({ entry }) => entry === "reverse").map(({ id }) => id);
const ALSO: Readonly<Record<string, readonly string[]>> = {
  naive: ["a tree"],
  staged: ["a fork"],
  "one-array": ["a tree"],
  tape: ["a fork"],
  parallel: ["a fork", "a tree"],
  vectors: ["a tree"],
  "delta-lets": ["a tree"],
};
const RUNS = REVERSE.flatMap((id) => ["the running example", ...(ALSO[id] ?? [])].map((name) => [id, name] as const));

function run(id: string, name: string): Recorded {
  const { text, at } = COUNTED[name]!;
  return recorded(text, id, { at: at[0]! });
}

function eventsOf({ told }: Recorded): readonly Event[] {
  return told.map(({ event }) => event);
}

const isReverse = (event: Event): boolean => event.tag === "phase" && event.phase === "reverse";

/** Numbers of scalars by their IDs that are one number. */
function ownersIn(events: readonly Event[]): ReadonlyMap<number, number> {
  return new Map(
    events.flatMap((event) => (event.tag === "scalar" && event.id?.length === 1 ? [[event.id[0]!, event.number]] : [])),
  );
}

describe.each(RUNS)("a recording of %s on %s", (id, name) => {
  const known = once(() => {
    const recording = run(id, name);
    const events = eventsOf(recording);
    const { recording: found } = recording;
    const reverse = events.findIndex(isReverse);
    return { events, found, reverse };
  });

  test("gives back its events, and their scalars and numbers", () => {
    const { events, found } = known();
    expect([...found.columns]).toEqual(events);
    for (const [index, event] of events.entries()) {
      expect(found.columns.tag(index)).toBe(event.tag);
      const isOfScalar =
        event.tag === "scalar" || event.tag === "call" || event.tag === "merge" || event.tag === "highest";
      expect(found.columns.scalar(index)).toBe(isOfScalar ? event.number : -1);
      if (event.tag === "call") expect(found.columns.value(index)).toBe(event.cotangent);
      if (event.tag === "scalar") expect(found.columns.value(index)).toBe(event.value);
    }
  });

  test("knows where scalars are made, and how many there are", () => {
    const { events, found } = known();
    const numbers = events.flatMap((event) => (event.tag === "scalar" ? [event.number] : []));
    expect(found.scalars).toBe(new Set(numbers).size);
    expect([...found.created]).toEqual(
      [...new Set(numbers)]
        .sort((a, b) => a - b)
        .map((number) => events.findIndex((one) => one.tag === "scalar" && one.number === number)),
    );
    const made = new Set<number>();
    let last: number | undefined;
    for (let step = 0; step <= events.length; step++) {
      const created = found.createdBefore(step);
      expect(created.count).toBe(made.size);
      expect([...Array(found.scalars).keys()].filter((number) => isAmong(created, number))).toEqual(
        [...made].sort((a, b) => a - b),
      );
      expect(found.lastCreated(step)).toBe(last);
      const event = events[step];
      if (event?.tag !== "scalar" || made.has(event.number)) continue;
      made.add(event.number);
      last = event.number;
    }
  });

  test("knows which scalar an event is about", () => {
    const { events, found } = known();
    const owners = ownersIn(events);
    for (const [index, event] of events.entries()) {
      const owner = (key: number): number => owners.get(key) ?? key;
      let about: number | undefined;
      if (event.tag === "scalar" || event.tag === "call" || event.tag === "merge" || event.tag === "highest")
        about = event.number;
      else if (event.tag === "map") about = event.number ?? event.key;
      else if (event.tag === "save") about = owner(event.id);
      else if (event.tag === "write") about = event.entry ? owner(event.index) : found.stagedAt(index);
      expect(found.about(index)).toBe(about);
      for (let scalar = 0; scalar <= found.scalars; scalar++)
        expect(found.touches(index, scalar)).toBe(about === scalar);
    }
  });

  test("knows what each event stages, and which call does so", () => {
    const { events, found, reverse } = known();
    const open: number[] = [];
    let latest: number | undefined;
    const inboxes = new Map<number, number>();
    const staged = new Map<number, number[]>();
    for (const [index, event] of events.entries()) {
      if (event.tag === "phase") latest = undefined;
      let target: number | undefined;
      if (index > reverse && event.tag === "map" && event.what === "insert") target = event.number;
      if (index > reverse && event.tag === "write" && !event.entry && event.number !== undefined) {
        // a cell that takes in what waits in an inbox stages nothing
        const waiting = inboxes.get(event.number) ?? 0;
        if (event.holds === "queue") inboxes.set(event.number, waiting + 1);
        else if (waiting > 0) inboxes.set(event.number, waiting - 1);
        if (event.holds === "queue" || waiting === 0) target = event.number;
      }
      expect(found.stagedAt(index)).toBe(target);
      if (event.tag === "call") {
        open.length = event.depth;
        expect(found.callerOf(index)).toBe(open.at(-1));
        open.push(index);
        latest = index;
      } else expect(found.callerOf(index)).toBe(target === undefined ? undefined : latest);
      if (target !== undefined) staged.set(target, [...(staged.get(target) ?? []), index]);
    }
    expect(found.stages).toBe(staged.size > 0);
    for (let scalar = 0; scalar < found.scalars; scalar++) {
      expect([...found.staged.of(scalar)]).toEqual(staged.get(scalar) ?? []);
      expect([...found.calls.of(scalar)]).toEqual(
        [...events.keys()].filter((index) => events[index]!.tag === "call" && found.about(index) === scalar),
      );
    }
  });

  test("resolves what it takes", () => {
    const { events, found } = known();
    const hasMap = events.some(({ tag }) => tag === "highest");
    for (const [index, event] of events.entries())
      expect(found.isResolve(index)).toBe(hasMap ? event.tag === "highest" : found.isTaken(index));
  });

  test("is quiet where nothing that is shown changes", () => {
    const { events, found } = known();
    for (const [index, event] of events.entries()) {
      const next = events[index + 1]?.tag;
      const says =
        event.tag === "job" ||
        event.tag === "definition" ||
        (event.tag === "touch" && (event.scalars === 0 || event.what === "one-hot")) ||
        (event.tag === "write" && next === "merge") ||
        (event.tag === "map" && (next === "merge" || event.what === "empty"));
      expect(found.isQuiet(index)).toBe(index < events.length - 1 && says);
    }
  });

  test("is in one phase at each step, the first step of it being the one after its first event", () => {
    const { events, found, reverse } = known();
    expect(found.phases[0]).toMatchObject({ name: "forward", from: 0, to: reverse });
    expect(found.phases.at(-1)!.to).toBe(events.length);
    for (let step = 0; step <= events.length; step++) {
      const inside = found.phases.filter(({ from, to }) => from < step && step <= to);
      expect(found.phaseAt(step)).toEqual(step === 0 ? found.phases[0] : inside[0]);
      expect(inside.length).toBe(step === 0 ? 0 : 1);
    }
    expect(found.phaseAt(events.length + 1)).toBe(found.phases[0]);
    expect(reverseOf(found)).toBe(reverse);
  });

  test("from afar costs in each stretch what its events cost", () => {
    const { events, found } = known();
    const kind: Partial<Record<Event["tag"], (typeof WORK)[number]>> = {
      scalar: "operation",
      call: "call",
      merge: "merge",
      touch: "monoid",
      map: "staging",
      highest: "staging",
      alloc: "staging",
      freeze: "staging",
      save: "operation",
    };
    const workAt = (index: number) => {
      const { tag } = events[index]!;
      if (tag === "write") return found.stagedAt(index) === undefined ? "operation" : "staging";
      return kind[tag] ?? "other";
    };
    const landscape = landscapeOf(found, 7);
    expect([...landscape.bounds]).toEqual(Array.from({ length: 8 }, (_, at) => Math.round((at * events.length) / 7)));
    const cost = new Array<number>(7 * WORK.length).fill(0);
    for (const index of events.keys()) {
      const bucket = [...landscape.bounds].findLastIndex((bound) => bound <= index);
      const before = index === 0 ? 0 : found.columns.cost(index - 1).total;
      cost[bucket * WORK.length + WORK.indexOf(workAt(index))]! += found.columns.cost(index).total - before;
    }
    expect([...landscape.cost]).toEqual(cost);
    const loud = [...events.keys()].filter((index) => !found.isQuiet(index));
    expect(landscape.glyphs).toEqual(
      loud.length > MOST_GLYPHS
        ? []
        : loud.map((index) => ({ step: index + 1, work: workAt(index), tag: events[index]!.tag })),
    );
    for (let scalar = 0; scalar <= found.scalars; scalar++) {
      const about = [...events.keys()].filter(
        (index) =>
          index === found.created[scalar] ||
          (scalar < found.scalars && [...found.calls.of(scalar), ...found.staged.of(scalar)].includes(index)),
      );
      const touched = new Set(about.map((index) => [...landscape.bounds].findLastIndex((bound) => bound <= index)));
      expect([...touchingBuckets(found, landscape, scalar)]).toEqual(
        Array.from({ length: 7 }, (_, bucket) => (touched.has(bucket) ? 1 : 0)),
      );
    }
  });
});

const PAIRS = ["naive", "staged", "one-array", "vectors", "tape"].flatMap((a) =>
  ["naive", "mutable", "tape", "deltas"].map((b) => [a, b] as const),
);

test.each(PAIRS)(
  "%s beside %s stands at the same scalar, and in the reverse pass where it was or at its last call of it",
  (a, b) => {
    const [leader, follower] = [run(a, "the running example"), run(b, "the running example")];
    const [left, right] = [eventsOf(leader), eventsOf(follower)];
    const [leads, follows] = [left.findIndex(isReverse), right.findIndex(isReverse)];
    for (let step = 0; step <= left.length; step++) {
      const before = left.slice(0, step);
      const latest = before.findLast((event) =>
        step <= leads ? event.tag === "scalar" : event.tag === "call" || event.tag === "phase",
      );
      const scalar = latest?.tag === "scalar" || latest?.tag === "call" ? latest.number : undefined;
      expect(leadingScalar(leader.recording, step)).toBe(scalar);
      const made = right.findIndex((event) => event.tag === "scalar" && event.number === scalar);
      for (const cursor of [0, follows + 3, right.length + 9]) {
        const wanted =
          step > leads
            ? Math.min(right.length, Math.max(cursor, follows + 1))
            : step === leads
              ? follows
              : scalar === undefined
                ? 0
                : made + 1;
        expect(followed(leader.recording, step, follower.recording, cursor)).toBe(wanted);
      }
      const last = right.findLastIndex((event) => event.tag === "call" && event.number === scalar);
      expect(alongWith(leader.recording, step, follower.recording)).toBe(
        step === left.length ? right.length : last >= 0 ? last + 1 : follows + 1,
      );
    }
  },
);
