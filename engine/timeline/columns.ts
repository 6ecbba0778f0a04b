// The events of a run in typed columns: some fifty bytes each, and with each what the run had cost when it happened.
import { nth, present } from "../base/nth.ts";
import { internal, unreachable } from "../base/unreachable.ts";
import { type Counters, costOf } from "../core/events/counters.ts";
import type { Content, Event, JobId, OwnEvent, ScalarNumber, StoreId } from "../core/events/events.ts";
import type { Holds } from "../core/terms/meaning.ts";
import type { Span } from "../source/span.ts";

const TAGS = [
  "phase",
  "scalar",
  "call",
  "merge",
  "touch",
  "map",
  "highest",
  "alloc",
  "write",
  "freeze",
  "fork",
  "join",
  "job",
  "definition",
  "save",
  "own",
] as const satisfies readonly Event["tag"][];
const CODE = Object.fromEntries(TAGS.map((tag, code) => [tag, code])) as Readonly<Record<Event["tag"], number>>;

const PHASES = ["forward", "reverse"] as const;
const KINDS = ["input", "constant", "operation"] as const;
const TOUCHES = ["zero", "plus", "one-hot", "scale"] as const;
const MAP_CHANGES = ["empty", "insert", "delete", "union"] as const;

/** Roles of stores, as flags have them; the first for none. */
const HOLDS = [undefined, "waiting", "queue", "jobs", "gradient", "left"] as const;
const HOLDS_CODE: ReadonlyMap<Holds | undefined, number> = new Map(HOLDS.map((holds, code) => [holds, code]));
/** A store's contents are in the flags above this bit. */
const HOLDS_SHIFT = 2;
/** Flags of a write. */
const ENTRY = 1;
const PUSHED = 2;

/** In a reference column: nothing is referred to; the content is the number in the column of numbers. */
const NOTHING = -1;
const NUMBER = -2;

/** A scalar's event beside numbers, and which scalars of one place of the program share. */
interface ScalarSite {
  readonly op: string | undefined;
  readonly span: Span | undefined;
}

/** The cost of a run up to an event. */
export interface CostSoFar {
  readonly steps: number;
  readonly mapNodes: number;
  /** Array cells allocated, read, written or frozen, and tape entries. */
  readonly cells: number;
  /** All of it, with the scalars touched (core/events/counters.ts). */
  readonly total: number;
}

/** Events that grow at the end; event i is the one that leads from step i to step i + 1. */
export class EventColumns {
  length = 0;
  private capacity = 1024;
  private tags = new Uint8Array(this.capacity);
  private flags = new Uint8Array(this.capacity);
  private a = new Int32Array(this.capacity);
  private b = new Int32Array(this.capacity);
  private numbers = new Int32Array(this.capacity);
  private x = new Float64Array(this.capacity);
  private refs = new Int32Array(this.capacity);
  private steps = new Float64Array(this.capacity);
  private mapNodes = new Float64Array(this.capacity);
  private cells = new Float64Array(this.capacity);
  private totals = new Float64Array(this.capacity);
  /** Values that are no numbers. */
  private readonly things: unknown[] = [];
  private readonly places: ScalarSite[] = [];
  private readonly placeOf = new Map<string, number>();
  private readonly placesOf = new Map<Span | undefined, Map<string | undefined, number>>();

  /** Adds an event; `counters` are those of its phase, `before` those of the phases before. */
  push(event: Event, counters: Counters, before: Counters): void {
    if (this.length === this.capacity) this.grow();
    const at = this.length++;
    this.tags[at] = CODE[event.tag];
    this.refs[at] = NOTHING;
    this.numbers[at] = NOTHING;
    this.encode(at, event);
    this.steps[at] = before.steps + counters.steps;
    this.mapNodes[at] = before.mapNodes + counters.mapNodes;
    this.cells[at] = cellsOf(before) + cellsOf(counters);
    this.totals[at] = costOf(before) + costOf(counters);
  }

  /** The event at an index. */
  at(index: number): Event {
    const tag = this.tag(index);
    const a = nth(this.a, index);
    const b = nth(this.b, index);
    const flag = nth(this.flags, index);
    const holds = HOLDS[flag >> HOLDS_SHIFT];
    const number = nth(this.numbers, index) === NOTHING ? undefined : (nth(this.numbers, index) as ScalarNumber);
    switch (tag) {
      case "phase":
        return { tag, phase: nth(PHASES, flag) };
      case "scalar": {
        const { op, span } = nth(this.places, b);
        const { id, back, closure } = (this.thing(index) ?? {}) as Partial<Extract<Event, { tag: "scalar" }>>;
        const [number, value, kind] = [a as ScalarNumber, nth(this.x, index), nth(KINDS, flag)];
        return { tag, number, value, kind, op, id, back, closure, span };
      }
      case "call":
        return {
          tag,
          number: a as ScalarNumber,
          cotangent: nth(this.x, index),
          call: b,
          input: flag === 1,
          depth: nth(this.refs, index),
        };
      case "merge":
        return { tag, number: a as ScalarNumber, before: nth(this.x, index), sum: this.thing(index) as number };
      case "touch":
        return { tag, what: nth(TOUCHES, flag), scalars: a, others: b || undefined };
      case "map": {
        const { of, key, content } = this.thing(index) as Pick<
          Extract<Event, { tag: "map" }>,
          "of" | "key" | "content"
        >;
        const what = nth(MAP_CHANGES, flag & (2 ** HOLDS_SHIFT - 1));
        return { tag, what, map: a as StoreId, of, key, content, holds, number };
      }
      case "highest":
        return { tag, map: a as StoreId, key: b, number: present(number) };
      case "alloc": {
        const { of, content } = this.thing(index) as Pick<Extract<Event, { tag: "alloc" }>, "of" | "content">;
        return { tag, array: a as StoreId, size: b, content, of, holds };
      }
      case "write":
        return {
          tag,
          array: a as StoreId,
          index: b,
          content: this.content(index),
          entry: (flag & ENTRY) !== 0,
          ...((flag & PUSHED) !== 0 ? { pushed: true } : {}),
          holds,
          number,
        };
      case "save":
        return { tag, id: a, content: this.content(index) };
      case "own":
        return this.thing(index) as OwnEvent;
      case "freeze":
        return { tag, array: a as StoreId };
      case "fork": {
        const { into, span } = this.thing(index) as { into: readonly JobId[]; span: Span | undefined };
        return { tag, job: a as JobId, into, span };
      }
      case "definition": {
        const { job, name, span } = this.thing(index) as { job: JobId; name: string; span: Span | undefined };
        return { tag, job, into: a as JobId, name, span };
      }
      case "join":
        return { tag, jobs: this.thing(index) as readonly JobId[], into: a as JobId };
      case "job":
        return { tag, job: a as JobId };
      default:
        return unreachable(tag);
    }
  }

  tag(index: number): Event["tag"] {
    return TAGS[nth(this.tags, index)] ?? internal("there is no such event", index);
  }

  /** The number of the scalar that a `scalar`, `call`, `merge` or `highest` is about; -1 for others. */
  scalar(index: number): number {
    const tag = this.tag(index);
    if (tag === "scalar" || tag === "call" || tag === "merge") return nth(this.a, index);
    return tag === "highest" ? nth(this.numbers, index) : -1;
  }

  /** The cotangent of a `call`, the value of a `scalar`. */
  value(index: number): number {
    return nth(this.x, index);
  }

  /** The cost of the run up to the event at an index. */
  cost(index: number): CostSoFar {
    return {
      steps: nth(this.steps, index),
      mapNodes: nth(this.mapNodes, index),
      cells: nth(this.cells, index),
      total: nth(this.totals, index),
    };
  }

  *[Symbol.iterator](): Iterator<Event> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  private encode(at: number, event: Event): void {
    switch (event.tag) {
      case "phase":
        this.flags[at] = PHASES.indexOf(event.phase);
        return;
      case "scalar":
        this.a[at] = event.number;
        this.b[at] = this.place(event.op, event.span);
        this.x[at] = event.value;
        this.flags[at] = KINDS.indexOf(event.kind);
        if (event.id !== undefined || event.back !== undefined || event.closure !== undefined)
          this.refer(at, { id: event.id, back: event.back, closure: event.closure });
        return;
      case "call":
        this.a[at] = event.number;
        this.b[at] = event.call;
        this.x[at] = event.cotangent;
        this.flags[at] = event.input ? 1 : 0;
        this.refs[at] = event.depth;
        return;
      case "merge":
        this.a[at] = event.number;
        this.x[at] = event.before;
        return this.refer(at, event.sum);
      case "touch":
        this.flags[at] = TOUCHES.indexOf(event.what);
        this.a[at] = event.scalars;
        this.b[at] = event.others ?? 0;
        return;
      case "map": {
        const { of, key, content } = event;
        this.flags[at] = MAP_CHANGES.indexOf(event.what) | holdsFlag(event.holds);
        this.a[at] = event.map;
        this.numbers[at] = event.number ?? NOTHING;
        return this.refer(at, { of, key, content });
      }
      case "highest":
        this.a[at] = event.map;
        this.b[at] = event.key;
        this.numbers[at] = event.number;
        return;
      case "alloc":
        this.flags[at] = holdsFlag(event.holds);
        this.a[at] = event.array;
        this.b[at] = event.size;
        return this.refer(at, { of: event.of, content: event.content });
      case "write":
        this.a[at] = event.array;
        this.b[at] = event.index;
        this.flags[at] = (event.entry ? ENTRY : event.pushed ? PUSHED : 0) | holdsFlag(event.holds);
        this.numbers[at] = event.number ?? NOTHING;
        return this.contain(at, event.content);
      case "save":
        this.a[at] = event.id;
        return this.contain(at, event.content);
      case "own":
        return this.refer(at, event);
      case "freeze":
        this.a[at] = event.array;
        return;
      case "fork":
        this.a[at] = event.job;
        return this.refer(at, { into: event.into, span: event.span });
      case "definition":
        this.a[at] = event.into;
        return this.refer(at, { job: event.job, name: event.name, span: event.span });
      case "join":
        this.a[at] = event.into;
        return this.refer(at, event.jobs);
      case "job":
        this.a[at] = event.job;
        return;
      default:
        return unreachable(event);
    }
  }

  private contain(at: number, content: Content): void {
    if (typeof content !== "number") return this.refer(at, content);
    this.x[at] = content;
    this.refs[at] = NUMBER;
  }

  private refer(at: number, thing: unknown): void {
    this.refs[at] = this.things.length;
    this.things.push(thing);
  }

  private thing(index: number): unknown {
    const ref = nth(this.refs, index);
    return ref === NOTHING ? undefined : this.things[ref];
  }

  private content(index: number): Content {
    return this.refs[index] === NUMBER ? nth(this.x, index) : (this.thing(index) as Content);
  }

  private place(op: string | undefined, span: Span | undefined): number {
    const ops = this.placesOf.get(span) ?? new Map<string | undefined, number>();
    if (ops.size === 0) this.placesOf.set(span, ops);
    const known = ops.get(op);
    if (known !== undefined) return known;
    // other spans may be the same place
    const key = `${op} ${span?.source} ${span?.from} ${span?.to}`;
    const place = this.placeOf.get(key) ?? this.places.push({ op, span }) - 1;
    this.placeOf.set(key, place);
    ops.set(op, place);
    return place;
  }

  private grow(): void {
    this.capacity *= 2;
    this.tags = grown(this.tags, new Uint8Array(this.capacity));
    this.flags = grown(this.flags, new Uint8Array(this.capacity));
    this.a = grown(this.a, new Int32Array(this.capacity));
    this.b = grown(this.b, new Int32Array(this.capacity));
    this.numbers = grown(this.numbers, new Int32Array(this.capacity));
    this.x = grown(this.x, new Float64Array(this.capacity));
    this.refs = grown(this.refs, new Int32Array(this.capacity));
    this.steps = grown(this.steps, new Float64Array(this.capacity));
    this.mapNodes = grown(this.mapNodes, new Float64Array(this.capacity));
    this.cells = grown(this.cells, new Float64Array(this.capacity));
    this.totals = grown(this.totals, new Float64Array(this.capacity));
  }
}

function holdsFlag(holds: Holds | undefined): number {
  return present(HOLDS_CODE.get(holds)) << HOLDS_SHIFT;
}

function cellsOf(counters: Counters): number {
  const { cellsAllocated, cellsRead, cellsWritten, cellsFrozen, tapeEntries } = counters;
  return cellsAllocated + cellsRead + cellsWritten + cellsFrozen + tapeEntries;
}

function grown<T extends Uint8Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
