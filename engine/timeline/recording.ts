// A recorded run: its events, its phases, and where in it each scalar is created, staged and called.
//
// A step is a place between events: step n has the first n events behind it, and event n - 1 leads to it.
import type { OwnList, StageDescription } from "../algorithms/algorithm.ts";
import { type Counters, count, newCounters } from "../core/events/counters.ts";
import type { Event, StoreId } from "../core/events/events.ts";
import { EventColumns } from "./columns.ts";
import type { CreatedScalars } from "./created.ts";
import {
  ByScalar,
  type Creations,
  completions,
  countBelow,
  EventIndex,
  inOrderOfCreation,
  type PhaseMark,
} from "./event-index.ts";

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
  private readonly index: EventIndex;
  /** Scalars that got a number. */
  readonly scalars: number;
  readonly phases: readonly PhaseMark[];
  /** By scalar, the event of its creation; -1 where the run did not come to it. */
  readonly created: Int32Array;
  private readonly creations: Creations;
  private readonly completes: Int32Array;
  /** The events by which a call of it was staged, or its cell added to, in order. */
  readonly staged: ByScalar;
  readonly calls: ByScalar;
  /** Whether calls wait in a map or an array before they are made. */
  readonly stages: boolean;
  /** The last event that uses a persistent map. */
  readonly lastUse: ReadonlyMap<StoreId, number>;

  constructor(columns: EventColumns, stage: RecordedStage) {
    this.columns = columns;
    this.stage = stage;
    this.index = new EventIndex(columns);
    this.created = this.index.created();
    this.scalars = this.created.length;
    this.creations = inOrderOfCreation(this.created);
    this.completes = completions(this.created, columns.length);
    this.staged = new ByScalar(this.scalars, this.index.staged);
    this.calls = new ByScalar(this.scalars, this.index.calls);
    this.stages = this.index.staged.length > 0;
    this.lastUse = this.index.lastUse;
    this.phases = this.index.phases();
    if (!this.index.hasMap) this.takeFromCells();
  }

  /** Without a map, what waits in a cell is taken by the last call of its scalar, after the last that was added to it. */
  private takeFromCells(): void {
    for (let scalar = 0; scalar < this.scalars; scalar++) {
      const lastStaged = this.staged.of(scalar).at(-1);
      const lastCall = this.calls.of(scalar).at(-1);
      if (lastStaged === undefined || lastCall === undefined || lastCall < lastStaged) continue;
      this.index.takes[lastCall] = 1;
      this.index.resolves[lastCall] = 1;
      this.index.waits[lastCall] = -1;
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
    return this.index.resolves[event] === 1;
  }

  /** Whether a call is one that waited; others are made directly. */
  isTaken(call: number): boolean {
    return this.index.takes[call] === 1;
  }

  /** How many more calls wait after an event than before it. */
  waitsAt(event: number): number {
    return this.index.waits[event]!;
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
    return this.index.owners.get(id) ?? id;
  }

  /** Whether an event is about a scalar. */
  touches(event: number, scalar: number): boolean {
    return this.about(event) === scalar;
  }

  /** The event of the call that a call is made in, or that stages one. */
  callerOf(event: number): number | undefined {
    const caller = this.index.callers[event]!;
    return caller < 0 ? undefined : caller;
  }

  /** The scalar whose call an event stages. */
  stagedAt(event: number): number | undefined {
    const scalar = this.index.stagedBy[event]!;
    return scalar < 0 ? undefined : scalar;
  }
}
