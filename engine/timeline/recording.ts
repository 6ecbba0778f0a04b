// A recorded run: its events, its phases, and where in it each scalar is created, staged and called.
//
// A step is a place between events: step n has the first n events behind it, and event n - 1 leads to it.
import type { OwnList, StageDescription } from "../algorithms/algorithm.ts";
import { type Counters, count, newCounters } from "../core/events/counters.ts";
import type { Event, StoreId } from "../core/events/events.ts";
import { EventColumns } from "./columns.ts";
import type { CreatedScalars } from "./created.ts";

/** A part of a run, from a step to a step. */
export interface PhaseMark {
  readonly name: "forward" | "resolve" | "rebuild";
  readonly from: number;
  readonly to: number;
}

/** Lists of event indices by scalar, all in one array. */
class ByScalar {
  private readonly starts: Uint32Array;
  private readonly items: Uint32Array;

  constructor(scalars: number, entries: readonly (readonly [scalar: number, event: number])[]) {
    this.starts = new Uint32Array(scalars + 2);
    for (const [scalar] of entries) this.starts[scalar + 2]!++;
    for (let i = 2; i < this.starts.length; i++) this.starts[i]! += this.starts[i - 1]!;
    this.items = new Uint32Array(entries.length);
    for (const [scalar, event] of entries) this.items[this.starts[scalar + 1]!++] = event;
  }

  /** The events of a scalar, in order. */
  of(scalar: number): Uint32Array {
    return this.items.subarray(this.starts[scalar]!, this.starts[scalar + 1]!);
  }

  /** How many events the scalar with the most of them has. */
  most(): number {
    // the last place is that of what is about no scalar
    let most = 0;
    for (let scalar = 0; scalar + 2 < this.starts.length; scalar++) most = Math.max(most, this.of(scalar).length);
    return most;
  }

  /** How many of them lie before a step. */
  before(scalar: number, step: number): number {
    return countBelow(this.of(scalar), step);
  }
}

/** How many numbers of an ascending list are below a bound. */
function countBelow(list: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A stage as recordings read it: its description, and its lists, where it has any. */
export type RecordedStage = StageDescription & { readonly lists?: Readonly<Record<string, OwnList<unknown>>> };

/** Takes the events of a run as they come; {@link Recorder.finish} gives the recording. */
export class Recorder {
  private readonly stage: RecordedStage;
  readonly columns = new EventColumns();
  private before = newCounters();

  constructor(stage: RecordedStage) {
    this.stage = stage;
  }

  readonly observe = (event: Event, counters: Counters): void => {
    // a phase's counters begin at 0
    if (event.tag === "phase") this.before = this.columns.length === 0 ? newCounters() : added(this.before, counters);
    this.columns.push(event, event.tag === "phase" ? newCounters() : counters, this.before);
  };

  finish(): Recording {
    return new Recording(this.columns, this.stage);
  }
}

function added(a: Counters, b: Counters): Counters {
  const sum = { ...a };
  for (const [counter, value = 0] of Object.entries(b)) count(sum, counter, value);
  return sum;
}

/** A stage's run as its events, with the tables that say at once what happened to a scalar, and when. */
export class Recording {
  readonly columns: EventColumns;
  /** The stage that it is a run by. */
  readonly stage: RecordedStage;
  /** The scalars by IDs that are no numbers of scalars themselves. */
  private readonly owners = new Map<number, number>();
  /** Scalars that got a number. */
  readonly scalars: number;
  readonly phases: readonly PhaseMark[];
  /** By scalar, the event of its creation; -1 where the run did not come to it. */
  readonly created: Int32Array;
  /** The scalars in the order in which they are created, which is that of the jobs; and those events. */
  private readonly creations: { readonly numbers: Int32Array; readonly events: Int32Array };
  /** By scalar, the event by which it and all before it are created; past the end where one of them never is. */
  private readonly completes: Int32Array;
  /** The events by which a call of it was staged, or its cell added to, in order. */
  readonly staged: ByScalar;
  readonly calls: ByScalar;
  /** Whether calls wait in a map or an array before they are made. */
  readonly stages: boolean;
  /** By event, whether resolving takes its next call here, and whether it is the call that was taken. */
  private readonly resolves: Uint8Array;
  private readonly takes: Uint8Array;
  /** By event, how many more calls wait after it. */
  private readonly waits: Int8Array;
  /** The last event that uses a persistent map. */
  readonly lastUse: ReadonlyMap<StoreId, number>;
  /**
   * By event: of a call, the call that it is made in; of a staging, the call that stages it. -1 where it is resolving's or
   * Deinterleave's doing.
   */
  private readonly callers: Int32Array;
  /** By event, the scalar whose call it stages; -1 for others. */
  private readonly stagedBy: Int32Array;

  constructor(columns: EventColumns, stage: RecordedStage) {
    this.columns = columns;
    this.stage = stage;
    const created: number[] = [];
    const staged: (readonly [number, number])[] = [];
    const calls: (readonly [number, number])[] = [];
    const lastUse = new Map<StoreId, number>();
    const arrivals = new Arrivals();
    const pending = new Set<number>();
    this.resolves = new Uint8Array(columns.length);
    this.takes = new Uint8Array(columns.length);
    this.waits = new Int8Array(columns.length);
    this.stagedBy = new Int32Array(columns.length).fill(-1);
    this.callers = new Int32Array(columns.length).fill(-1);
    const byDepth: number[] = [];
    let hasMap = false;
    let taken: number | undefined;
    let latestCall = -1;
    let reverse = columns.length;
    let lastWork = 0;
    for (let index = 0; index < columns.length; index++) {
      const tag = columns.tag(index);
      // touches and jobs are most of a run, and say nothing of scalars
      if (tag === "touch" || tag === "job") continue;
      const event = columns.at(index);
      switch (event.tag) {
        case "phase":
          if (event.phase === "reverse") reverse = index;
          latestCall = -1;
          break;
        case "scalar":
          // a forward run goes through its scalars once for each input
          created[event.number] ??= index;
          if (event.id?.length === 1) this.owners.set(event.id[0]!, event.number);
          break;
        case "call":
          calls.push([event.number, index]);
          if (event.depth > 0) this.callers[index] = byDepth[event.depth - 1] ?? -1;
          byDepth[event.depth] = index;
          latestCall = index;
          if (taken === event.number) {
            this.takes[index] = 1;
            taken = undefined;
            if (pending.delete(event.number)) this.waits[index] = -1;
          }
          lastWork = index;
          break;
        case "highest":
          hasMap = true;
          taken = event.number;
          this.resolves[index] = 1;
          lastUse.set(event.map, index);
          lastWork = index;
          break;
        case "map":
          for (const map of event.of) lastUse.set(map, index);
          lastUse.set(event.map, index);
          lastWork = index;
          break;
      }
      if (index < reverse) continue;
      const target = arrivals.stagedBy(event);
      if (target === undefined) continue;
      staged.push([target, index]);
      this.stagedBy[index] = target;
      this.callers[index] = latestCall;
      if (!pending.has(target)) this.waits[index] = 1;
      pending.add(target);
    }
    this.scalars = created.length;
    this.created = Int32Array.from({ length: created.length }, (_, number) => created[number] ?? -1);
    const numbers = Int32Array.from(this.created.keys()).filter((number) => this.created[number]! >= 0);
    numbers.sort((a, b) => this.created[a]! - this.created[b]!);
    this.creations = { numbers, events: numbers.map((number) => this.created[number]!) };
    let latest = 0;
    this.completes = this.created.map((event) => {
      latest = Math.max(latest, event < 0 ? columns.length : event);
      return latest;
    });
    this.staged = new ByScalar(this.scalars, staged);
    this.calls = new ByScalar(this.scalars, calls);
    this.stages = staged.length > 0;
    if (!hasMap) this.takeFromCells();
    this.lastUse = lastUse;
    const rebuild = this.stages ? Math.max(lastWork + 1, reverse) : columns.length;
    const marks: PhaseMark[] = [
      { name: "forward", from: 0, to: reverse },
      { name: "resolve", from: reverse, to: rebuild },
      { name: "rebuild", from: rebuild, to: columns.length },
    ];
    this.phases = marks.filter(({ from, to }) => to > from);
  }

  /** Without a map, what waits in a cell is taken by the last call of its scalar, after the last that was added to it. */
  private takeFromCells(): void {
    for (let scalar = 0; scalar < this.scalars; scalar++) {
      const lastStaged = this.staged.of(scalar).at(-1);
      const lastCall = this.calls.of(scalar).at(-1);
      if (lastStaged === undefined || lastCall === undefined || lastCall < lastStaged) continue;
      this.takes[lastCall] = 1;
      this.resolves[lastCall] = 1;
      this.waits[lastCall] = -1;
    }
  }

  get steps(): number {
    return this.columns.length;
  }

  /** The scalars that there are at a step. */
  createdBefore(step: number): CreatedScalars {
    const { numbers, events } = this.creations;
    const count = countBelow(events, step);
    const upTo = countBelow(this.completes, step);
    const isInOrder = upTo === count;
    return { count, upTo, beyond: isInOrder ? [] : [...numbers.subarray(0, count)].filter((number) => number >= upTo) };
  }

  /** The scalar that was created last before a step; undefined before the first. */
  lastCreated(step: number): number | undefined {
    const { numbers, events } = this.creations;
    return numbers[countBelow(events, step) - 1];
  }

  isResolve(event: number): boolean {
    return this.resolves[event] === 1;
  }

  /** Whether a call is one that waited; others are made directly. */
  isTaken(call: number): boolean {
    return this.takes[call] === 1;
  }

  /** How many more calls wait after an event than before it. */
  waitsAt(event: number): number {
    return this.waits[event]!;
  }

  phaseAt(step: number): PhaseMark | undefined {
    return (
      this.phases.find(({ from, to }) => step >= from && step <= to && (step > from || from === 0)) ?? this.phases[0]
    );
  }

  /** Whether nothing that is shown changes by an event: it only says which job goes on, or what the next event says too. */
  isQuiet(event: number): boolean {
    // the end is always to be reached
    if (event === this.steps - 1) return false;
    switch (this.columns.tag(event)) {
      case "job":
      case "definition":
        return true;
      case "touch": {
        const touch = this.columns.at(event) as Extract<Event, { readonly tag: "touch" }>;
        return touch.scalars === 0 || touch.what === "one-hot";
      }
      case "write":
        return event + 1 < this.steps && this.columns.tag(event + 1) === "merge";
      case "map":
        if (event + 1 < this.steps && this.columns.tag(event + 1) === "merge") return true;
        return (this.columns.at(event) as Extract<Event, { readonly tag: "map" }>).what === "empty";
      default:
        return false;
    }
  }

  /** The scalar that an event is about. */
  about(event: number): number | undefined {
    const { columns } = this;
    const number = columns.scalar(event);
    if (number >= 0) return number;
    const tag = columns.tag(event);
    if (tag !== "map" && tag !== "write" && tag !== "save") return undefined;
    const at = columns.at(event) as Extract<Event, { readonly tag: "map" | "write" | "save" }>;
    if (at.tag === "map") return at.number ?? at.key;
    if (at.tag === "save") return this.ownerOf(at.id);
    return at.entry ? this.ownerOf(at.index) : this.stagedAt(event);
  }

  /** The scalar with an ID that is one number. */
  ownerOf(id: number): number {
    return this.owners.get(id) ?? id;
  }

  /** Whether an event is about a scalar. */
  touches(event: number, scalar: number): boolean {
    return this.about(event) === scalar;
  }

  /** The event of the call that a call is made in, or that stages one. */
  callerOf(event: number): number | undefined {
    const caller = this.callers[event]!;
    return caller < 0 ? undefined : caller;
  }

  /** The scalar whose call an event stages. */
  stagedAt(event: number): number | undefined {
    const scalar = this.stagedBy[event]!;
    return scalar < 0 ? undefined : scalar;
  }
}

/** Where calls come to wait: in a map or a cell, or first in an inbox from which a cell takes them in. */
class Arrivals {
  /** By scalar, how many calls in an inbox are for it: its cell is to take them in, which stages nothing. */
  private readonly inInbox = new Map<number, number>();

  /** The scalar whose call an event of the reverse pass stages. */
  stagedBy(event: Event): number | undefined {
    if (event.tag === "map") return event.what === "insert" ? event.number : undefined;
    if (event.tag !== "write" || event.entry || event.number === undefined) return undefined;
    const scalar = event.number;
    const waiting = this.inInbox.get(scalar) ?? 0;
    if (event.holds === "queue") this.inInbox.set(scalar, waiting + 1);
    else if (waiting > 0) {
      this.inInbox.set(scalar, waiting - 1);
      return undefined;
    }
    return scalar;
  }
}
