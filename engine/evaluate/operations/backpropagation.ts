// Numbering scalars and counting the calls of backpropagators, which may be functions or data.

import { nth } from "../../base/nth.ts";
import type { Counters } from "../../core/events/counters.ts";
import type { Captured, JobId, Observer, ScalarNumber } from "../../core/events/events.ts";
import { DataValue, type Value } from "../../core/values/values.ts";
import type { DualCode, Means } from "../code/code.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { Closure } from "../values/closure.ts";
import type { Identities } from "../values/content.ts";
import { Counts } from "./counts.ts";

/** In {@link CompoundId}'s place: an ID that is one number, and not that of its scalar. */
type OwnId = readonly [id: number];

/** A job, and a place in it. */
type CompoundId = readonly [job: number, place: number];

/** ((j, m), i), m being the cells of the job j: an ID of §3.10. */
function compoundId(id: Value | undefined): CompoundId | undefined {
  if (!Array.isArray(id)) return undefined;
  const [[job], place] = id as unknown as readonly [readonly [number, Value], number];
  return [job, place];
}

/** The scalars of a run and the calls of their backpropagators. */
export class Backpropagation {
  /** How many scalars have got a number so far; those of the input come first. */
  scalars = 0;
  /** The scalar, paired with nothing, that got its number last. */
  latest = -1 as ScalarNumber;
  private inputs = 0;
  /** How many evaluations are under way that repeat what was evaluated before. */
  private repeating = 0;
  private readonly calls = new Counts();
  /** The numbers of compound IDs, by job and place in the job. */
  private readonly compound: number[][] = [];
  /** The numbers of scalars by IDs that are no numbers of scalars themselves. */
  private readonly owners: ScalarNumber[] = [];
  /** The depths of the call stack at which the calls under way began. */
  private readonly under: number[] = [];
  /** The calls under way that emit an event when they return, the innermost last. */
  private readonly awaited: { readonly means: Means; readonly depth: number }[] = [];
  /** The scalars whose call is staged in an array and has not been made, in the phase at hand; and whether such calls are being made. */
  private waiting = new Counts();
  private waitingCount = 0;
  private isResolving = false;
  private readonly identities: Identities;
  private readonly observer: Observer | undefined;
  private readonly tellsClosures: boolean;
  private readonly numbers: readonly ScalarNumber[] | undefined;

  /**
   * `tellsClosures`: whether the events of scalars have the captures of their backpropagators. `numbers`: those of scalars that are paired
   * with nothing, where they are not numbered as they come.
   */
  constructor(
    identities: Identities,
    observer: Observer | undefined,
    tellsClosures: boolean,
    numbers: readonly ScalarNumber[] | undefined,
  ) {
    this.numbers = numbers;
    this.identities = identities;
    this.observer = observer;
    this.tellsClosures = tellsClosures;
  }

  /** A phase begins: no call is staged. */
  beginPhase(): void {
    this.waiting = new Counts();
    this.waitingCount = 0;
    this.isResolving = false;
  }

  /** From here on, the calls that are made have waited. */
  beginResolving(): void {
    this.isResolving = true;
  }

  /** From here on, what was evaluated before is evaluated again, from a scalar on. Gives the number that the next new one gets. */
  goBack(to: number): number {
    const next = this.scalars;
    this.scalars = to;
    this.repeating++;
    return next;
  }

  /** Ends an evaluation that repeats one: the next scalar is a new one. */
  goOn(next: number): void {
    this.scalars = next;
    this.repeating--;
  }

  /** A call of a scalar's backpropagator is staged in an array, or added to what is. */
  stage(number: ScalarNumber, counters: Counters): void {
    if (this.waiting.of(number) > 0) return;
    this.waiting.set(number, 1);
    this.waitingCount++;
    if (this.waitingCount > counters.peakStagedCalls) counters.peakStagedCalls = this.waitingCount;
  }

  /** The scalar with an ID that is one number. */
  numberOf(id: number): ScalarNumber {
    return this.owners[id] ?? (id as ScalarNumber);
  }

  /** The scalar x, which is paired with nothing, gets its number. */
  born(primal: number, code: DualCode, tasks: Tasks, job: JobId): ScalarNumber {
    if (code.source === "input") this.inputs = this.scalars + 1;
    const came = tasks.scalar(job, this.scalars++);
    const number = this.numbers === undefined ? came : nth(this.numbers, came);
    this.latest = number;
    this.tell(number, primal, 0, undefined, code);
    return number;
  }

  /** ⟨x, d⟩: the scalar x, made in a job, gets its number, and what backpropagates, in d, knows it. */
  pair(primal: number, dual: Value, code: DualCode, tasks: Tasks, job: JobId, counters: Counters): void {
    const { kind } = code;
    if (code.source === "input") this.inputs = this.scalars + 1;
    if (kind === "value") {
      this.tell(tasks.scalar(job, this.scalars++), primal, dual, undefined, code);
      return;
    }
    if (kind === "data")
      return this.pairData(primal, dual as DataValue, code, tasks.scalar(job, this.scalars++), counters);
    const [id, back] =
      kind === "function"
        ? [undefined, dual]
        : kind === "id"
          ? [dual, undefined]
          : (dual as unknown as readonly [Value, Value]);
    if (back instanceof Closure && back.number >= 0) return;
    const number = typeof id === "number" ? (id as ScalarNumber) : tasks.scalar(job, this.scalars);
    this.scalars++;
    counters.backpropagatorsCreated++;
    const compound = compoundId(id);
    if (compound !== undefined) {
      this.compound[compound[0]] ??= [];
      this.compound[compound[0]]![compound[1]] = number;
    }
    if (back instanceof Closure) {
      back.number = number;
      back.input = code.hot;
    }
    if (back instanceof DataValue) this.identities.name(back, number);
    this.tell(number, primal, back, compound, code);
  }

  /** Data without parts sends nothing on: it is no backpropagator. */
  private pairData(primal: number, data: DataValue, code: DualCode, number: ScalarNumber, counters: Counters): void {
    if (data.fields.length > 0) counters.backpropagatorsCreated++;
    const isReference = data.con === code.reference;
    const id: OwnId | undefined = isReference ? [data.fields[0] as number] : undefined;
    if (id !== undefined) this.owners[id[0]] = number;
    else if (data.fields.length > 0) this.identities.name(data, number);
    this.tell(number, primal, data, id, code);
  }

  private tell(
    number: ScalarNumber,
    value: number,
    back: Value | undefined,
    id: CompoundId | OwnId | undefined,
    code: DualCode,
  ): void {
    if (this.repeating > 0) return;
    this.observer?.({
      tag: "scalar",
      number,
      value,
      kind: code.source,
      op: code.op,
      id,
      back: back instanceof DataValue ? this.identities.inside(back) : undefined,
      closure: this.tellsClosures && back instanceof Closure ? this.held(back) : undefined,
      span: code.span,
    });
  }

  /** Emits an event of the algorithm's own: a call at an argument, or the return of one with a result. */
  tellOwn(event: string, { about, span }: Pick<Means, "about" | "span">, value: Value): void {
    const code = value instanceof Closure ? value.block.code : [];
    this.observer?.({
      tag: "own",
      event,
      about,
      content: this.identities.content(value),
      ...(this.repeating > 0 && { isAgain: true as const }),
      captured: value instanceof Closure ? this.held(value) : undefined,
      span: span ?? code.find((one) => one.span !== undefined)?.span,
    });
  }

  /** Notes that a call is to emit an event when it returns. `depth` is that of the call stack. */
  awaitReturn(means: Means, depth: number): void {
    if (this.observer !== undefined) this.awaited.push({ means, depth });
  }

  private held({ block, captured }: Closure): readonly Captured[] {
    return block.captures.map(({ name }, index) => ({ name, content: this.identities.content(captured[index]!) }));
  }

  /** A function that is a backpropagator is called. `depth` is that of the call stack. */
  callFunction(fn: Closure, cotangent: Value, depth: number, counters: Counters): void {
    // the hot entry of the one-hot that the call makes; its zeros are counted where they are made
    if (fn.input) {
      counters.oneHotScalars++;
      this.observer?.({ tag: "touch", what: "one-hot", scalars: 1, others: undefined });
    }
    this.call(fn.number, cotangent as number, fn.input, depth, counters);
  }

  /**
   * Data that is a backpropagator does what its call did: ((ID, data), cotangent), or (data, cotangent). Other data is a part of
   * one, and no call.
   */
  callData(argument: Value, depth: number, counters: Counters): void {
    const [back, cotangent] = argument as readonly [Value, number];
    const number = Array.isArray(back) ? this.byId(back[0] as Value) : this.identities.backpropagator(back);
    if (number !== undefined) this.call(number, cotangent, false, depth, counters);
  }

  /** The whole cotangent of a scalar is known, and is passed on: in programs without backpropagators, what their calls are elsewhere. */
  reach(number: number, cotangent: number, counters: Counters): void {
    // what is evaluated again was counted
    if (this.repeating > 0) return;
    const call = this.counted(number, counters);
    const input = number < this.inputs;
    this.observer?.({ tag: "call", number: number as ScalarNumber, cotangent, call, input, depth: 0 });
  }

  private byId(id: Value): number {
    const [job, place] = compoundId(id) ?? [];
    return job === undefined ? this.numberOf(id as number) : this.compound[job]![place!]!;
  }

  private call(number: number, cotangent: number, input: boolean, depth: number, counters: Counters): void {
    const call = this.counted(number, counters);
    if (this.isResolving && this.waiting.of(number) > 0) {
      this.waiting.set(number, 0);
      this.waitingCount--;
    }
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

  /** Counts a call; gives how many there have been of this one. */
  private counted(number: number, counters: Counters): number {
    counters.backpropagatorCalls++;
    const call = this.calls.of(number) + 1;
    this.calls.set(number, call);
    if (call > counters.mostCallsOfOne) counters.mostCallsOfOne = call;
    return call;
  }

  /** A function returned a value to this depth of the call stack: the calls that began above it are over. */
  returned(depth: number, value: Value): void {
    while (this.under.length > 0 && this.under.at(-1)! > depth) this.under.pop();
    while (this.awaited.length > 0 && this.awaited.at(-1)!.depth > depth) {
      const { means } = this.awaited.pop()!;
      if (means.returned !== undefined) this.tellOwn(means.returned, means, value);
    }
  }
}
