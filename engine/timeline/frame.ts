// A run's frame at a step: the last event, the counts, and a row for each scalar that is looked at. Plain data: it crosses to the page as
// it is.

import type { ListItem } from "../algorithms/algorithm.ts";
import type { Content, Event, ScalarNumber } from "../core/events/events.ts";
import { lastCalled } from "./column-sync.ts";
import type { CostSoFar } from "./columns.ts";
import type { CreatedScalars } from "./created.ts";
import type { Playback, Tally } from "./playback.ts";
import type { Recording } from "./recording.ts";
import {
  addedUp,
  type Contribution,
  cellOf,
  contributionsOf,
  entryOf,
  idOf,
  keptContent,
  type ReplayState,
  stagedParts,
} from "./replay.ts";
import { stagedArgument } from "./store-contents.ts";

/** One call of a backpropagator. */
export interface CallFrame {
  /** The step right after the call. */
  readonly step: number;
  readonly cotangent: number;
  /** Which call of this backpropagator it is, from 1. */
  readonly call: number;
  /** The call that it is made in, as (number, call); undefined where it is made by resolving or by Deinterleave. */
  readonly within: readonly [number: number, call: number] | undefined;
}

/** Something that was added to a waiting call. */
export interface ArrivalFrame {
  /** The event. */
  readonly event: number;
  /** The scalar whose backpropagator did it, and the cotangent that it was called with; undefined for the result. */
  readonly from: { readonly number: number; readonly cotangent: number } | undefined;
  readonly amount: number;
}

/** A run's state of a scalar. */
export interface RowFrame {
  readonly number: number;
  readonly isCreated: boolean;
  /** Its ID, where that is not its number: one number, or job and place in the job. */
  readonly id: readonly number[] | undefined;
  /** The cotangent that waits for the next call, or is being called with; undefined where none is staged. */
  readonly waiting: number | undefined;
  /** The same in the maps that are not joined yet, in ascending order. */
  readonly parts: readonly number[];
  /** Whether the call that waited has been made. */
  readonly isTaken: boolean;
  /** All that has come so far: what waits or was taken, and the calls that were made directly. */
  readonly cotangent: number | undefined;
  /** The latest of what was added to the waiting call, and how often there was something before. */
  readonly arrivals: readonly ArrivalFrame[];
  /** How often a call of it has been staged or its cell added to. */
  readonly staged: number;
  /** How often in the whole recording. */
  readonly stagings: number;
  /** How many calls there have been, and how many there are in the whole recording. */
  readonly called: number;
  readonly calls: number;
  /** Some of them, the first and those around the step. */
  readonly shown: readonly CallFrame[];
  /** Its contributions, where that is data. */
  readonly contributions: readonly Contribution[] | undefined;
  /** Its record for the way back, as the run holds it: contributions are read from that. */
  readonly kept: Content | undefined;
  /** Its place in the staging map: how deep, and under which key; undefined where it is not there. */
  readonly inMap: { readonly depth: number; readonly under: number | undefined } | undefined;
  /** Its cell's content, where there are cells. */
  readonly cell: Content | undefined;
  /** Its component of the collector, where there is one. */
  readonly collected: number | undefined;
}

/** Scalars without rows: what has come to each, and whether it has been called. */
export interface Standing {
  readonly numbers: Int32Array;
  readonly isCalled: Uint8Array;
  /** Whether anything has come to it; its cotangent so far. */
  readonly isReached: Uint8Array;
  readonly cotangents: Float64Array;
}

/** The calls of one backpropagator, from a step's point of view. */
export interface CallsOf {
  readonly number: number;
  readonly total: number;
  readonly done: number;
  /** The steps of the first, the one before or at this step, the next and the last call. */
  readonly first: number | undefined;
  readonly previous: number | undefined;
  readonly next: number | undefined;
  readonly last: number | undefined;
}

/** A list of the algorithm's own: its last entries, and how many there are. */
export interface ListFrame {
  readonly id: string;
  readonly items: readonly ListItem[];
  readonly count: number;
}

/** Entries of a list that are shown. */
const MOST_LISTED = 12;

/** One stage's frame at one step. */
export interface ColumnFrame {
  readonly step: number;
  readonly phase: string;
  /** The last event; undefined at the start. */
  readonly event: Event | undefined;
  /** Whether the event is a call that waited. */
  readonly isTaken: boolean;
  /** The scalar that the event is about, where it is about one. */
  readonly scalar: number | undefined;
  /** The backpropagator whose call is under way. */
  readonly calling: number | undefined;
  readonly created: CreatedScalars;
  readonly tally: Tally;
  readonly cost: CostSoFar;
  readonly job: number;
  readonly rows: readonly RowFrame[];
  /** The lists of the algorithm's own. */
  readonly lists: readonly ListFrame[];
  readonly standing: Standing;
  /** The calls of the scalar that the leading column is at. */
  readonly marked: CallsOf | undefined;
}

/** Which rows, and which scalar's calls are to be marked. */
export interface FrameAsk {
  readonly rows: Iterable<number>;
  /** Scalars of which no more is shown than what has come to them. */
  readonly followed?: readonly number[];
  readonly marked: number | undefined;
}

/** Calls of one backpropagator that a frame holds at most. */
export const MOST_CALLS = 12;

const NO_COST: CostSoFar = { steps: 0, mapNodes: 0, cells: 0, total: 0 };

/** The run's frame at a step. A step before the start or after the end is taken for that one. */
export function frameAt(recording: Recording, playback: Playback, step: number, ask: FrameAsk): ColumnFrame {
  const at = playback.seek(step);
  const { state, tally, job } = at;
  const { columns } = recording;
  const event = at.step === 0 ? undefined : columns.at(at.step - 1);
  const created = recording.createdBefore(at.step);
  const joined = joinedBefore(recording, at.step);
  const rows = [...ask.rows].map((number): RowFrame => {
    const scalar = state.scalars.get(number);
    const isCreated = scalar !== undefined;
    const calls = recording.calls.of(number);
    const staged = recording.staged.before(number, at.step);
    const called = recording.calls.before(number, at.step);
    return {
      number,
      isCreated,
      id: isCreated ? scalar.id : undefined,
      ...soFar(recording, state, number, calls.subarray(0, called), staged, joined.get(number)),
      arrivals: arrivalsOf(recording, number, staged),
      staged,
      stagings: recording.staged.of(number).length,
      called,
      calls: calls.length,
      shown: shownCalls(calls, called).map((index) => callFrame(recording, calls[index]!)),
      contributions: isCreated ? contributionsOf(state, recording.stage, number as ScalarNumber) : undefined,
      kept: isCreated ? keptContent(state, number as ScalarNumber) : undefined,
      inMap: placeInMap(state, number),
      cell: isCreated ? cellOf(state, number as ScalarNumber) : undefined,
      collected: collectedAt(at.state, number),
    };
  });
  return {
    step: at.step,
    phase: recording.phaseAt(at.step)?.name ?? "forward",
    event,
    isTaken: at.step > 0 && recording.isTaken(at.step - 1),
    scalar: at.step === 0 ? undefined : recording.about(at.step - 1),
    calling: lastCalled(recording, at.step),
    created,
    tally: { ...tally },
    cost: at.step === 0 ? NO_COST : columns.cost(at.step - 1),
    job,
    rows,
    lists: Object.entries(recording.stage.lists ?? {}).map(([id, list]) => ({
      id,
      ...list.items(at.lists[id], MOST_LISTED),
    })),
    standing: standingOf(recording, state, ask.followed ?? [], at.step),
    marked: ask.marked === undefined ? undefined : callsOf(recording, ask.marked, at.step),
  };
}

function standingOf(recording: Recording, state: ReplayState, followed: readonly number[], step: number): Standing {
  const size = followed.length;
  const standing: Standing = {
    numbers: Int32Array.from(followed),
    isCalled: new Uint8Array(size),
    isReached: new Uint8Array(size),
    cotangents: new Float64Array(size),
  };
  followed.forEach((number, index) => {
    const called = recording.calls.before(number, step);
    const staged = recording.staged.before(number, step);
    if (called === 0 && staged === 0) return;
    const { cotangent } = soFar(recording, state, number, recording.calls.of(number).subarray(0, called), staged, []);
    standing.isCalled[index] = called > 0 ? 1 : 0;
    standing.isReached[index] = cotangent === undefined ? 0 : 1;
    standing.cotangents[index] = cotangent ?? 0;
  });
  return standing;
}

/** Direct calls that are added up at most. */
const MOST_ADDED = 200_000;

/** Cotangent so far: staged sum plus arguments of direct calls. */
function soFar(
  recording: Recording,
  state: ReplayState,
  number: number,
  calls: Uint32Array,
  staged: number,
  joined: readonly Joined[] | undefined,
): Pick<RowFrame, "waiting" | "parts" | "isTaken" | "cotangent"> {
  let isTaken = false;
  let sum: number | undefined;
  if (calls.length <= MOST_ADDED)
    for (const call of calls) {
      isTaken ||= recording.isTaken(call);
      const cotangent = recording.columns.value(call);
      sum = sum === undefined ? cotangent : sum + cotangent;
    }
  // a cell keeps what was taken from it; a map lets go of it when the call is over
  const isGone = isTaken && state.cells !== undefined;
  const waits = isGone || staged === 0 ? [] : stagedParts(state, number as ScalarNumber);
  const waiting = addedUp(waits);
  const isAdded = waiting !== undefined && !isTaken;
  const cotangent = !isAdded ? sum : sum === undefined ? waiting : sum + waiting;
  return { waiting, parts: withJoined(waits, joined ?? []), isTaken, cotangent };
}

/** Two waiting calls that have become one. */
interface Joined {
  readonly before: number;
  readonly sum: number;
}

/** By scalar, the merges right before a step: the union that they belong to is recorded after the last of them. */
function joinedBefore({ columns }: Recording, step: number): ReadonlyMap<number, readonly Joined[]> {
  const found = new Map<number, readonly Joined[]>();
  for (
    let index = step - 1;
    index >= 0 && (columns.tag(index) === "merge" || columns.tag(index) === "touch");
    index--
  ) {
    const event = columns.at(index);
    if (event.tag === "merge") found.set(event.number, [event, ...(found.get(event.number) ?? [])]);
  }
  return found;
}

/** Waiting entries in maps, of which some have been joined already. */
function withJoined(parts: readonly number[], joined: readonly Joined[]): readonly number[] {
  const left = [...parts];
  for (const { before, sum } of joined) {
    const first = left.indexOf(before);
    const second = left.findIndex((part, at) => at !== first && before + part === sum);
    if (first < 0 || second < 0) continue;
    left.splice(Math.max(first, second), 1);
    left[Math.min(first, second)] = sum;
  }
  // in an order that joining other entries does not change
  return left.sort((a, b) => a - b);
}

/** Arrivals that a frame holds of a scalar. */
const MOST_ARRIVALS = 4;

function arrivalsOf(recording: Recording, number: number, staged: number): readonly ArrivalFrame[] {
  const { columns } = recording;
  const events = recording.staged.of(number);
  const first = Math.max(0, staged - MOST_ARRIVALS);
  return [...events.subarray(first, staged)].map((event): ArrivalFrame => {
    const caller = recording.callerOf(event);
    const from =
      caller === undefined ? undefined : { number: columns.scalar(caller), cotangent: columns.value(caller) };
    return { event, from, amount: amountAt(recording, event) };
  });
}

/** The addend of a staging: the argument of a call of its own, or the change of the waiting sum. */
function amountAt(recording: Recording, event: number): number {
  const { columns, steps } = recording;
  const at = columns.at(event);
  const argument = stagedArgument(recording, event);
  if (Number.isNaN(argument) || (at.tag === "write" && at.pushed)) return argument;
  const next = event + 1 < steps ? columns.at(event + 1) : undefined;
  return next?.tag === "merge" ? argument - next.before : argument;
}

/** The calls of a scalar, as seen from a step. */
export function callsOf(recording: Recording, number: number, step: number): CallsOf | undefined {
  if (number >= recording.scalars) return undefined;
  const calls = recording.calls.of(number);
  const done = recording.calls.before(number, step);
  const stepOf = (index: number): number | undefined => (calls[index] === undefined ? undefined : calls[index] + 1);
  const isAt = done > 0 && calls[done - 1]! + 1 === step;
  return {
    number,
    total: calls.length,
    done,
    first: stepOf(0),
    previous: stepOf(isAt ? done - 2 : done - 1),
    next: stepOf(done),
    last: stepOf(calls.length - 1),
  };
}

/** The places of calls that are shown: all, or the first and some around the latest. */
function shownCalls(calls: Uint32Array, called: number): readonly number[] {
  if (calls.length <= MOST_CALLS) return [...calls.keys()];
  const from = Math.max(1, Math.min(called - MOST_CALLS / 2, calls.length - MOST_CALLS + 1));
  return [0, ...Array.from({ length: MOST_CALLS - 1 }, (_, index) => from + index)];
}

function callFrame(recording: Recording, index: number): CallFrame {
  const { columns } = recording;
  const event = columns.at(index);
  if (event.tag !== "call") return { step: index + 1, cotangent: Number.NaN, call: 0, within: undefined };
  const caller = recording.callerOf(index);
  const outer = caller === undefined ? undefined : columns.at(caller);
  const within = outer?.tag === "call" ? ([outer.number, outer.call] as const) : undefined;
  return { step: index + 1, cotangent: event.cotangent, call: event.call, within };
}

function placeInMap(state: ReplayState, number: number): RowFrame["inMap"] {
  if (state.cells !== undefined) return undefined;
  const id = idOf(state, number as ScalarNumber);
  if (id === undefined) return undefined;
  // of the maps that wait, the largest is that of resolving
  const maps = state.live.map((id) => state.maps.get(id)).sortBy((map) => -(map?.size ?? 0));
  for (const map of maps) {
    let under: number | undefined;
    let node = map?.root;
    for (let depth = 0; node !== undefined; depth++) {
      if (node.key === id) return { depth, under };
      under = node.key;
      node = id < node.key ? node.left : node.right;
    }
  }
  return undefined;
}

function collectedAt(state: ReplayState, number: number): number | undefined {
  if (state.collector !== undefined) {
    const found = entryOf(state, state.collector, number);
    return typeof found === "number" ? found : undefined;
  }
  if (state.collected === undefined) return undefined;
  const found = state.arrays.get(state.collected)?.get(number);
  return typeof found === "number" ? found : undefined;
}
