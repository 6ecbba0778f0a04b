// The movements of a column in which contributions wait until their scalar is called: in a map or in cells. What becomes one with
// what is found from the merges of the trace, by their numbers, and never assumed.
import { lastOf, nth } from "../base/nth.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import type { Interval, Rests } from "./intervals.ts";
import { LEAST_STAND, MOVES } from "./moves.ts";
import type { ReplayOrder } from "./replay-order.ts";

/** A contribution that comes to wait. */
export interface Piece {
  /** The call that sends it, by its place in the column's; -1 for Deinterleave's. */
  readonly call: number;
  /** Which of its call's pieces it is, from 0. */
  readonly place: number;
  readonly to: number;
  readonly edge: number;
  readonly amount: number;
  /** It leaves the call, is evaluated, and goes to its scalar. */
  readonly split: Interval;
  readonly evaluated: number;
  readonly fly: Interval;
  /** How many others wait there when it comes. */
  slot: number;
  /** Its value over time: its amount, then the sums that others made of it. */
  readonly worth: { readonly at: number; readonly value: number }[];
  /** The merge in which it goes into another, by its place; undefined where none does. */
  into: number | undefined;
  /** When the call that takes it begins; undefined where none does. */
  takenAt: number | undefined;
  /** When it is lost: something takes its place, or its scalar is not called any more; undefined where it counts. */
  lostAt: number | undefined;
  /** When it and what it became are free for the next movement. */
  free: number;
  /** Where edges are taken out (without.ts): `cut`: its own is; `unsent`: the call that sent it is not made. */
  readonly missing: "cut" | "unsent" | undefined;
}

/** Two pieces become one. */
export interface Merge {
  readonly to: number;
  /** The latest call before it; -1 where there was none. */
  readonly call: number;
  /** The piece that stays, and the one that goes into it. */
  readonly keeps: number;
  readonly gives: number;
  readonly before: number;
  readonly addend: number;
  readonly sum: number;
  /** Whether both are there: not where an edge is taken out that brought one of them. */
  readonly isMade: boolean;
  /** Both stand beside each other, the one slides into the other, and the sum appears. */
  readonly stand: Interval;
  readonly slide: Interval;
  readonly done: number;
}

/** A call of a backpropagator. */
export interface CallMove {
  readonly number: number;
  readonly cotangent: number;
  readonly lift: Interval;
  /** Contributions, as places in the column's pieces. */
  readonly pieces: readonly number[];
  readonly end: number;
  /** How often its scalar was called before. */
  readonly before: number;
  /** Its waiting pieces, by places in the column's pieces, and the one of them that it is called with. */
  readonly waiting: readonly number[];
  readonly takes: number | undefined;
  /** Not where edges are taken out and nothing comes to its scalar any more. */
  readonly isMade: boolean;
}

/** The movements of one stage in which contributions wait until their scalar is called. Times are in milliseconds. */
export interface WaitingColumn {
  readonly tag: "waiting";
  readonly replayOrder: ReplayOrder;
  readonly calls: readonly CallMove[];
  readonly pieces: readonly Readonly<Piece>[];
  readonly merges: readonly Merge[];
  /** Sums and cotangents of the trace that the movements do not explain; empty where they agree. */
  readonly faults: readonly string[];
  /** When its last call is done. */
  readonly end: number;
  /** The same with all edges; undefined where none is taken out. */
  readonly whole: WaitingColumn | undefined;
}

/** Sets the movements of a column, call by call. */
export class Waiting {
  private readonly replayOrder: ReplayOrder;
  private readonly graph: RunGraph;
  private readonly haste: number;
  private readonly calls: CallMove[] = [];
  private readonly pieces: Piece[] = [];
  private readonly merges: Merge[] = [];
  private readonly faults: string[] = [];
  /** By scalar, the pieces that wait. */
  private readonly pool = new Map<number, number[]>();
  private readonly called = new Map<number, number>();
  /** By call that is made at once, the contribution that it is made with. */
  private readonly passed = new Map<number, number>();
  private nextContribution = 0;
  private nextMerge = 0;
  private end = 0;

  constructor(graph: RunGraph, replayOrder: ReplayOrder, haste: number) {
    this.graph = graph;
    this.replayOrder = replayOrder;
    this.haste = haste;
    const { made } = replayOrder.contributions;
    for (const [place, call] of made.entries()) if (call >= 0) this.passed.set(call, place);
  }

  /** Deinterleave's contributions to the result's scalars, from a time on; returns their end. */
  seeds(t: number, rests: Rests): number {
    return this.send(-1, { from: t, to: t }, rests).end;
  }

  /** The next call, from a time on; gives when it is done. */
  call(index: number, t: number, rests: Rests): number {
    const { number, cotangent, taken } = this.replayOrder.calls;
    const scalar = nth(number, index);
    const lift = { from: t, to: t + MOVES.lift * this.haste };
    const passed = this.passed.get(index);
    const found =
      passed !== undefined
        ? this.passOn(passed, t)
        : taken[index] === 1
          ? this.take(scalar, nth(cotangent, index), t)
          : { waiting: [], takes: undefined };
    const { pieces, end } = this.send(index, lift, rests);
    const before = this.called.get(scalar) ?? 0;
    this.called.set(scalar, before + 1);
    const isInput = this.graph.starts[scalar] === this.graph.starts[scalar + 1];
    // a call that sends nothing puts its cotangent into its cell of the result
    const done = Math.max(end, isInput ? lift.to + MOVES.fly * this.haste : lift.to);
    const made = { number: scalar, cotangent: nth(cotangent, index), isMade: true };
    this.calls.push({ ...made, ...found, lift, pieces, end: done, before });
    this.end = done;
    return done;
  }

  column(): WaitingColumn {
    const { replayOrder, calls, pieces, merges, faults, end } = this;
    for (const waiting of this.pool.values())
      for (const place of waiting) {
        const piece = nth(pieces, place);
        // what comes to an input is where it belongs
        if (this.graph.starts[piece.to] !== this.graph.starts[piece.to + 1]) piece.lostAt = piece.fly.to;
      }
    const left = replayOrder.merges.to.length - this.nextMerge;
    if (left > 0) faults.push(`${left} merges were not played`);
    return { tag: "waiting", replayOrder, calls, pieces, merges, faults, end, whole: undefined };
  }

  /** Passes an arrival on at once, by a call of its own; waiting ones stay. */
  private passOn(place: number, t: number): Pick<CallMove, "waiting" | "takes"> {
    const piece = nth(this.pieces, place);
    piece.takenAt = t;
    const others = this.pool.get(piece.to)?.filter((other) => other !== place) ?? [];
    this.pool.set(piece.to, others);
    return { waiting: [place], takes: place };
  }

  private take(scalar: number, cotangent: number, t: number): Pick<CallMove, "waiting" | "takes"> {
    const waiting = this.pool.get(scalar) ?? [];
    for (const place of waiting) nth(this.pieces, place).takenAt = t;
    const worth = waiting.map((place) => valueOf(nth(this.pieces, place)));
    const kept = worth.findLastIndex((value) => Object.is(value, cotangent));
    // a stage that is broken on purpose forgets what waited when the next one comes
    for (const [index, place] of waiting.entries())
      if (index < kept) nth(this.pieces, place).lostAt = nth(this.pieces, nth(waiting, index + 1)).fly.to;
    if (kept < 0) this.faults.push(`#${scalar} is called with ${cotangent}, but ${worth.join(" and ")} waits`);
    this.pool.delete(scalar);
    return { waiting, takes: waiting[kept] };
  }

  /** Sends a call's contributions, and adds sums. */
  private send(
    call: number,
    lift: Interval,
    rests: Rests,
  ): { readonly pieces: readonly number[]; readonly end: number } {
    const { contributions, merges } = this.replayOrder;
    const { haste } = this;
    const split = { from: lift.to, to: lift.to + MOVES.split * haste };
    const evaluated = call < 0 ? lift.to : split.to + MOVES.evaluate * haste;
    const sent: number[] = [];
    while (this.nextContribution < contributions.to.length && nth(contributions.call, this.nextContribution) <= call) {
      const index = this.nextContribution++;
      const from = evaluated + (call < 0 ? 0 : sent.length * MOVES.stagger * haste);
      const fly = { from, to: from + MOVES.fly * haste };
      const to = nth(contributions.to, index);
      const amount = nth(contributions.amount, index);
      const waiting = this.pool.get(to) ?? [];
      this.pool.set(to, waiting);
      const worth = [{ at: split.from, value: amount }];
      const edge = nth(contributions.edge, index);
      const place = sent.length;
      const slot = waiting.length;
      const piece = { call, place, to, edge, amount, split, evaluated, fly, slot, worth, free: fly.to };
      sent.push(this.pieces.length);
      waiting.push(this.pieces.length);
      this.pieces.push({ ...piece, into: undefined, takenAt: undefined, lostAt: undefined, missing: undefined });
    }
    if (call >= 0 && sent.length > 0) rests.show(evaluated - 1);
    while (this.nextMerge < merges.to.length && nth(merges.call, this.nextMerge) <= call)
      this.merge(this.nextMerge++, call, rests);
    const ends = sent.map((place) => this.settled(place));
    for (const at of ends) rests.rest(at, "operation");
    return { pieces: sent, end: Math.max(evaluated, ...ends) };
  }

  /** When a piece lies where it stays: also what became of it. */
  private settled(place: number): number {
    const { into, free } = nth(this.pieces, place);
    return into === undefined ? free : nth(this.merges, into).done;
  }

  /** Two pieces that wait become one, by the numbers that the trace gives. */
  private merge(index: number, call: number, rests: Rests): void {
    const { merges } = this.replayOrder;
    const [to, before, sum] = [nth(merges.to, index), nth(merges.before, index), nth(merges.sum, index)];
    const waiting = this.pool.get(to) ?? [];
    // break ties by arrival; a call merges its own contributions first
    const there = waiting.filter((place) => nth(this.replayOrder.contributions.step, place) < nth(merges.step, index));
    const own = there.filter((place) => nth(this.pieces, place).call === call);
    const value = (place: number): number => valueOf(nth(this.pieces, place));
    const pair = pairFor(own, value, before, sum) ?? pairFor(there, value, before, sum);
    if (pair === undefined) {
      const worth = waiting.map((place) => valueOf(nth(this.pieces, place)));
      this.faults.push(`for #${to} the trace has ${sum} after ${before}, but ${worth.join(", ")} waits`);
      return;
    }
    const [keeps, gives] = [Math.min(...pair), Math.max(...pair)];
    const [kept, given] = [nth(this.pieces, keeps), nth(this.pieces, gives)];
    const from = Math.max(kept.free, given.free);
    const stand = { from, to: from + Math.max(LEAST_STAND, MOVES.stand * this.haste) };
    const slide = { from: stand.to, to: stand.to + MOVES.slide * this.haste };
    const done = slide.to + MOVES.sum * this.haste;
    given.into = this.merges.length;
    const [a, addend] = [valueOf(kept), valueOf(given)];
    this.merges.push({ to, call, keeps, gives, before: a, addend, sum, isMade: true, stand, slide, done });
    kept.worth.push({ at: slide.to, value: sum });
    kept.free = done;
    this.pool.set(
      to,
      waiting.filter((place) => place !== gives),
    );
    rests.show(stand.from + 30);
    rests.show(done);
  }
}

function valueOf({ worth }: Piece): number {
  return lastOf(worth).value;
}

/** The first two of some pieces whose values make a sum, the first of them being what the trace had before, or the other. */
function pairFor(
  waiting: readonly number[],
  value: (place: number) => number,
  before: number,
  sum: number,
): readonly [number, number] | undefined {
  for (const swapped of [false, true])
    for (const [i, first] of waiting.entries())
      for (const second of waiting.slice(i + 1)) {
        const [a, b] = swapped ? [value(second), value(first)] : [value(first), value(second)];
        if (Object.is(a, before) && Object.is(a + b, sum)) return [first, second];
      }
  return undefined;
}
