// Numbering scalars and counting the calls of backpropagators, which may be functions or data.
import type { Counters } from "../core/counters.ts";
import type { Observer, ScalarNumber } from "../core/events.ts";
import { DataValue, type Value } from "../core/values.ts";
import { Closure } from "./closure.ts";
import type { DualCode } from "./code.ts";
import type { Identities } from "./content.ts";

/** The scalars of a run and the calls of their backpropagators. */
export class Backpropagation {
  /** How many scalars have got a number so far. */
  scalars = 0;
  private readonly calls: number[] = [];
  /** The numbers of compound IDs, by job and place in the job. */
  private readonly compound: number[][] = [];
  /** The depths of the call stack at which the calls under way began. */
  private readonly under: number[] = [];
  private readonly identities: Identities;
  private readonly observer: Observer | undefined;

  constructor(identities: Identities, observer: Observer | undefined) {
    this.identities = identities;
    this.observer = observer;
  }

  /** ⟨x, d⟩: the scalar x gets its number, and what backpropagates, in d, knows it. */
  pair(primal: number, dual: Value, code: DualCode, counters: Counters): void {
    const { kind } = code;
    if (kind === "tangent") {
      this.tell(this.scalars++, primal, dual, undefined, code);
      return;
    }
    const [id, back] =
      kind === "function"
        ? [undefined, dual]
        : kind === "id"
          ? [dual, undefined]
          : (dual as unknown as readonly [Value, Value]);
    if (back instanceof Closure && back.number >= 0) return;
    const number = typeof id === "number" ? id : this.scalars;
    this.scalars++;
    counters.backpropagatorsCreated++;
    if (Array.isArray(id)) {
      const [job, place] = id as unknown as readonly [number, number];
      this.compound[job] ??= [];
      this.compound[job][place] = number;
    }
    if (back instanceof Closure) {
      back.number = number;
      back.input = code.hot;
    }
    if (this.observer === undefined) return;
    if (back instanceof DataValue) this.identities.name(back, number as ScalarNumber);
    this.tell(number, primal, back, id, code);
  }

  private tell(number: number, value: number, back: Value | undefined, id: Value | undefined, code: DualCode): void {
    this.observer?.({
      tag: "scalar",
      number: number as ScalarNumber,
      value,
      kind: code.source,
      op: code.op,
      id: Array.isArray(id) ? (id as unknown as readonly [number, number]) : undefined,
      back: back instanceof DataValue ? this.identities.inside(back) : undefined,
      span: code.span,
    });
  }

  /** A function that is a backpropagator is called. `depth` is that of the call stack. */
  callFunction(fn: Closure, cotangent: Value, depth: number, counters: Counters): void {
    // the hot entry of the one-hot that the call makes; its zeros are counted where they are made
    if (fn.input) {
      counters.oneHotScalars++;
      this.observer?.({ tag: "touch", what: "one-hot", scalars: 1 });
    }
    this.call(fn.number, cotangent as number, fn.input, depth, counters);
  }

  /** Data that is a backpropagator does what its call did: ((ID, data), cotangent). */
  callData(argument: Value, depth: number, counters: Counters): void {
    const [[id], cotangent] = argument as readonly [readonly [Value, Value], number];
    const number = typeof id === "number" ? id : this.compound[(id as number[])[0]!]![(id as number[])[1]!]!;
    this.call(number, cotangent, false, depth, counters);
  }

  private call(number: number, cotangent: number, input: boolean, depth: number, counters: Counters): void {
    counters.backpropagatorCalls++;
    const call = (this.calls[number] ?? 0) + 1;
    this.calls[number] = call;
    if (call > counters.mostCallsOfOne) counters.mostCallsOfOne = call;
    if (this.observer === undefined) return;
    // calls that began as deep as this one have returned, or end with it
    while (this.under.length > 0 && this.under.at(-1)! > depth) this.under.pop();
    this.observer({
      tag: "call",
      number: number as ScalarNumber,
      cotangent,
      call,
      input,
      depth: this.under.length,
    });
    this.under.push(depth);
  }

  /** A function returned to this depth of the call stack: the calls that began above it are over. */
  returned(depth: number): void {
    while (this.under.length > 0 && this.under.at(-1)! > depth) this.under.pop();
  }
}
