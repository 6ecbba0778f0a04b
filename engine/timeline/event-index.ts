// One pass over the events of a run: where each scalar is created, staged and called.
import type { Event, StoreId } from "../core/events/events.ts";
import type { EventColumns } from "./columns.ts";

/** A part of a run, from a step to a step. */
export interface PhaseMark {
  readonly name: "forward" | "resolve" | "rebuild";
  readonly from: number;
  readonly to: number;
}

/** Lists of event indices by scalar, all in one array. */
export class ByScalar {
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
export function countBelow(list: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The scalars in the order of their creation, which is that of the jobs; and the events that create them. */
export interface Creations {
  readonly numbers: Int32Array;
  readonly events: Int32Array;
}

/** Events of a run by scalar, and facts about each event. */
export class EventIndex {
  private readonly columns: EventColumns;
  /** The scalars by IDs that are no numbers of scalars themselves. */
  readonly owners = new Map<number, number>();
  /** By scalar, the event of its creation; none where the run did not come to it. */
  readonly creations: number[] = [];
  readonly staged: (readonly [scalar: number, event: number])[] = [];
  readonly calls: (readonly [scalar: number, event: number])[] = [];
  /** The last event that uses a persistent map. */
  readonly lastUse = new Map<StoreId, number>();
  /** By event, whether resolving takes its next call here, and whether it is the call that was taken. */
  readonly resolves: Uint8Array;
  readonly takes: Uint8Array;
  /** By event, how many more calls wait after it. */
  readonly waits: Int8Array;
  /**
   * By event: of a call, the call that it is made in; of a staging, the call that stages it. -1 where it is resolving's or
   * Deinterleave's doing.
   */
  readonly callers: Int32Array;
  /** By event, the scalar whose call it stages; -1 for others. */
  readonly stagedBy: Int32Array;
  /** Whether resolving takes calls from a map. */
  hasMap = false;
  /** The event that begins the reverse pass; past the end where none does. */
  private reverse: number;
  /** The last event that calls, or is about a map. */
  private lastWork = 0;
  private latestCall = -1;
  /** The scalar whose call resolving has taken and not made. */
  private taken: number | undefined;
  private readonly callsByDepth: number[] = [];
  private readonly pending = new Set<number>();
  /** By scalar, how many cotangents in a queue are for it: its cell is to take them in, which stages nothing. */
  private readonly queued = new Map<number, number>();

  constructor(columns: EventColumns) {
    const { length } = columns;
    this.columns = columns;
    this.reverse = length;
    this.resolves = new Uint8Array(length);
    this.takes = new Uint8Array(length);
    this.waits = new Int8Array(length);
    this.stagedBy = new Int32Array(length).fill(-1);
    this.callers = new Int32Array(length).fill(-1);
    for (let index = 0; index < length; index++) {
      const tag = columns.tag(index);
      // touches and jobs are most of a run, and say nothing of scalars
      if (tag !== "touch" && tag !== "job") this.add(columns.at(index), index);
    }
  }

  private add(event: Event, index: number): void {
    switch (event.tag) {
      case "phase":
        if (event.phase === "reverse") this.reverse = index;
        this.latestCall = -1;
        break;
      case "scalar":
        // a forward run goes through its scalars once for each input
        this.creations[event.number] ??= index;
        if (event.id?.length === 1) this.owners.set(event.id[0]!, event.number);
        break;
      case "call":
        this.addCall(event, index);
        break;
      case "highest":
        this.hasMap = true;
        this.taken = event.number;
        this.resolves[index] = 1;
        this.use(event.map, index);
        break;
      case "map":
        for (const map of event.of) this.use(map, index);
        this.use(event.map, index);
        break;
    }
    const target = index < this.reverse ? undefined : this.targetOf(event);
    if (target !== undefined) this.addStaging(target, index);
  }

  private use(map: StoreId, index: number): void {
    this.lastUse.set(map, index);
    this.lastWork = index;
  }

  private addCall({ number, depth }: Extract<Event, { readonly tag: "call" }>, index: number): void {
    this.calls.push([number, index]);
    if (depth > 0) this.callers[index] = this.callsByDepth[depth - 1] ?? -1;
    this.callsByDepth[depth] = index;
    this.latestCall = index;
    this.lastWork = index;
    if (this.taken !== number) return;
    this.takes[index] = 1;
    this.taken = undefined;
    if (this.pending.delete(number)) this.waits[index] = -1;
  }

  private addStaging(target: number, index: number): void {
    this.staged.push([target, index]);
    this.stagedBy[index] = target;
    this.callers[index] = this.latestCall;
    if (!this.pending.has(target)) this.waits[index] = 1;
    this.pending.add(target);
  }

  /** The scalar whose call an event of the reverse pass stages, in a map or a cell, or first in a queue from which a cell takes it in. */
  private targetOf(event: Event): number | undefined {
    if (event.tag === "map") return event.what === "insert" ? event.number : undefined;
    if (event.tag !== "write" || event.entry || event.number === undefined) return undefined;
    const scalar = event.number;
    const queued = this.queued.get(scalar) ?? 0;
    if (event.holds === "queue") this.queued.set(scalar, queued + 1);
    else if (queued > 0) {
      this.queued.set(scalar, queued - 1);
      return undefined;
    }
    return scalar;
  }

  /** By scalar, the event of its creation; -1 where the run did not come to it. */
  created(): Int32Array {
    return Int32Array.from({ length: this.creations.length }, (_, number) => this.creations[number] ?? -1);
  }

  /** The parts of the run that have events. */
  phases(): readonly PhaseMark[] {
    const { length } = this.columns;
    const rebuild = this.staged.length > 0 ? Math.max(this.lastWork + 1, this.reverse) : length;
    const marks: PhaseMark[] = [
      { name: "forward", from: 0, to: this.reverse },
      { name: "resolve", from: this.reverse, to: rebuild },
      { name: "rebuild", from: rebuild, to: length },
    ];
    return marks.filter(({ from, to }) => to > from);
  }
}

/** The scalars in the order of the events that create them. */
export function inOrderOfCreation(created: Int32Array): Creations {
  const numbers = new Int32Array(created.length).map((_, number) => number).filter((number) => created[number]! >= 0);
  // jobs alone create scalars in another order
  const isInOrder = numbers.every((number, at) => at === 0 || created[number]! >= created[numbers[at - 1]!]!);
  if (!isInOrder) numbers.sort((a, b) => created[a]! - created[b]!);
  return { numbers, events: numbers.map((number) => created[number]!) };
}

/** By scalar, the event by which it and all before it are created; `never` where one of them never is. */
export function completions(created: Int32Array, never: number): Int32Array {
  let latest = 0;
  return created.map((event) => {
    latest = Math.max(latest, event < 0 ? never : event);
    return latest;
  });
}
