// Where the cost of a run arises: counted by place of the user's texts. What is built in, and what a transformation adds, belongs to the
// place at which the user's text is left; work on the way back belongs to the place of the scalar whose backpropagator is called.
import { type Counters, costOf } from "../../core/events/counters.ts";
import type { Event } from "../../core/events/events.ts";
import { isUsersText, type Span, spanKey } from "../../source/span.ts";
import type { Block, Instr } from "../code/code.ts";

/** The cost of a place, by pass. */
export interface PlaceCost {
  readonly span: Span;
  /** Calls of functions with all of their arguments. */
  calls: number;
  readonly work: Record<ProfiledPass, number>;
  readonly milliseconds: Record<ProfiledPass, number>;
  /** Numbers that were written to the tape. */
  taped: number;
}

/** The cost of a function where it is called by the functions above it; one that calls itself stands there once. */
export interface CallCost {
  readonly name: string;
  /** The call around it; undefined for the run itself. */
  readonly around: CallCost | undefined;
  readonly within: Map<string, CallCost>;
  readonly work: Record<ProfiledPass, number>;
}

/** A pass whose cost is told apart. */
export type ProfiledPass = "forward" | "reverse";

const NOWHERE = -1;

/** Adds up the cost of one or more machines. */
export class Profiler {
  readonly places: PlaceCost[] = [];
  /** All calls of user's functions, from the run itself on. */
  readonly root: CallCost = { name: "", around: undefined, within: new Map(), work: none() };
  /** Calls with all arguments of functions that are not built in, by the code that they come to. */
  readonly calls = new Map<Block, number>();
  readonly #known = new Map<string, number>();
  readonly #ofInstr = new Map<Instr, number>();
  /** By depth, the place at which the call there stands. */
  readonly #at: number[] = [];
  /** By scalar, the place that made it. */
  readonly #scalars: number[] = [];
  /** By depth, the call there; by scalar, the call that made it. */
  readonly #calls: CallCost[] = [];
  readonly #makers: CallCost[] = [];
  readonly #blocks: Block[] = [];
  #call: CallCost = this.root;
  #depth = 0;
  #current = NOWHERE;
  #pass: ProfiledPass = "forward";
  #cost = 0;
  #time = performance.now();

  /** Counts begin again at 0. */
  begin(): void {
    this.#cost = 0;
    this.#depth = 0;
    this.#current = NOWHERE;
    this.#call = this.root;
    this.#time = performance.now();
  }

  /** Notes where the machine is, before it does an instruction. */
  before(depth: number, block: Block, at: Instr, counters: Counters): void {
    let place = this.#placeOf(at);
    if (place === NOWHERE) {
      if (depth > this.#depth) for (let d = this.#depth + 1; d <= depth; d++) this.#at[d] = this.#at[d - 1] ?? NOWHERE;
      place = this.#at[depth] ?? NOWHERE;
    }
    this.#at[depth] = place;
    const call = this.#callAt(depth, block);
    this.#depth = depth;
    // on the way back, the scalar that is called says more than the code that calls it
    if (this.#pass === "forward" && (place !== this.#current || call !== this.#call)) this.#goTo(place, call, counters);
  }

  /** Notes the call of a function's code, by an instruction. */
  called(block: Block, at: Instr): void {
    if (block.rest !== undefined || this.#pass !== "forward") return;
    const place = this.#placeOf(at);
    if (place !== NOWHERE) this.places[place]!.calls++;
    if (block.of.builtin === undefined) this.calls.set(block, (this.calls.get(block) ?? 0) + 1);
  }

  /** Adds what was counted since to the place at hand. */
  settle(counters: Counters): void {
    const cost = costOf(counters);
    const time = performance.now();
    const here = this.places[this.#current];
    this.#call.work[this.#pass] += cost - this.#cost;
    if (here !== undefined) {
      here.work[this.#pass] += cost - this.#cost;
      here.milliseconds[this.#pass] += time - this.#time;
    }
    this.#cost = cost;
    this.#time = time;
  }

  /** Takes notice of an event. */
  tell(event: Event, counters: Counters): void {
    switch (event.tag) {
      case "phase":
        this.settle(counters);
        this.#pass = event.phase;
        this.#current = NOWHERE;
        this.#call = this.root;
        return;
      case "scalar":
        this.#scalars[event.number] = this.#current;
        this.#makers[event.number] = this.#call;
        return;
      case "call": {
        // an input has no place of its own: what is done for it belongs to its use
        const place = this.#scalars[event.number] ?? NOWHERE;
        return place === NOWHERE ? undefined : this.#goTo(place, this.#makers[event.number] ?? this.root, counters);
      }
      case "write":
        if (event.entry && this.#current !== NOWHERE) this.places[this.#current]!.taped += numbersIn(event.content);
        return;
    }
  }

  #goTo(place: number, call: CallCost, counters: Counters): void {
    this.settle(counters);
    this.#current = place;
    this.#call = call;
  }

  /** The call at a depth: of a function of the user's, or the one that called what is built in. */
  #callAt(depth: number, block: Block): CallCost {
    const known = this.#calls[depth];
    if (known !== undefined && depth <= this.#depth && this.#blocks[depth] === block) return known;
    const outer = this.#calls[depth - 1] ?? this.root;
    const { name, builtin } = block.of;
    const call = builtin === undefined ? within(outer, name) : outer;
    this.#calls[depth] = call;
    this.#blocks[depth] = block;
    return call;
  }

  #placeOf(at: Instr): number {
    let place = this.#ofInstr.get(at);
    if (place === undefined) {
      place = at.span === undefined || !isUsersText(at.span.source) ? NOWHERE : this.#placeAt(at.span);
      this.#ofInstr.set(at, place);
    }
    return place;
  }

  #placeAt(span: Span): number {
    const key = spanKey(span);
    let place = this.#known.get(key);
    if (place === undefined) {
      place = this.places.push({ span, calls: 0, work: none(), milliseconds: none(), taped: 0 }) - 1;
      this.#known.set(key, place);
    }
    return place;
  }
}

function none(): Record<ProfiledPass, number> {
  return { forward: 0, reverse: 0 };
}

/** The call of a function within another: a new one, the one that is known, or the one around it that is of the same function. */
function within(outer: CallCost, name: string): CallCost {
  for (let at: CallCost | undefined = outer; at !== undefined; at = at.around) if (at.name === name) return at;
  let call = outer.within.get(name);
  if (call === undefined) {
    call = { name, around: outer, within: new Map(), work: none() };
    outer.within.set(name, call);
  }
  return call;
}

/** The numbers in a value that is written. */
function numbersIn(content: unknown): number {
  if (typeof content === "number") return 1;
  if (typeof content !== "object" || content === null) return 0;
  return Object.values(content).reduce((sum: number, part) => sum + numbersIn(part), 0);
}
