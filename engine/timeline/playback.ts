// A recorded run's state at any step: from the checkpoint before it, at most EVERY events are applied.
import type { Event, OwnEvent } from "../core/events/events.ts";
import type { Recording } from "./recording.ts";
import { apply, newReplay, type ReplayState } from "./replay.ts";

/**
 * Events from a checkpoint to the next. In a run of 440 000 events a jump takes 0.1, 0.7 and 7.5 ms in the median with 512, 4096 and
 * 32 768, of some 17 ms for a move of the slider (`film.bench.ts`). Each checkpoint holds what was changed since the one before.
 */
export const EVERY = 4096;

/** The counts up to a step, from the events. */
export interface Tally {
  created: number;
  calls: number;
  merged: number;
  zeroScalars: number;
  plusScalars: number;
  oneHotScalars: number;
  scaledScalars: number;
  tapeEntries: number;
  /** Calls that are staged, and not made yet. */
  waiting: number;
}

/** A run's state at a step; not to be changed, and not to be kept: the next seek changes it. */
export interface At {
  readonly step: number;
  readonly state: ReplayState;
  readonly tally: Readonly<Tally>;
  /** The job that goes on here. */
  readonly job: number;
  /** The states of the algorithm's own lists, by their ids. */
  readonly lists: Readonly<Record<string, unknown>>;
}

interface Snapshot {
  step: number;
  readonly state: ReplayState;
  readonly tally: Tally;
  job: number;
  readonly lists: Record<string, unknown>;
}

/** Goes to any step of one recording. It keeps checkpoints, and the state of the step that it went to last. */
export class Playback {
  /** How many events the last seek applied. */
  applied = 0;
  private readonly recording: Recording;
  /** Checkpoint k is at step k · EVERY; they are made in order, as far as was needed. */
  private readonly checkpoints: Snapshot[];
  private current: Snapshot;

  constructor(recording: Recording) {
    this.recording = recording;
    this.current = start(recording);
    this.checkpoints = [start(recording)];
  }

  /** Makes the next checkpoint; false where all are made. For when there is time. */
  prepare(): boolean {
    const next = this.checkpoints.length * EVERY;
    if (next > this.recording.steps) return false;
    const snapshot = copy(this.checkpoints.at(-1)!);
    this.advance(snapshot, next);
    forget(snapshot.state, this.recording, next);
    this.checkpoints.push(snapshot);
    return true;
  }

  /** The run's state at a step. */
  seek(step: number): At {
    const wanted = Math.max(0, Math.min(Math.trunc(step), this.recording.steps));
    const place = Math.floor(wanted / EVERY);
    while (this.checkpoints.length <= place) this.prepare();
    const checkpoint = this.checkpoints[place]!;
    const isNear = this.current.step <= wanted && this.current.step >= checkpoint.step;
    if (!isNear) this.current = copy(checkpoint);
    this.applied = wanted - this.current.step;
    this.advance(this.current, wanted);
    return this.current;
  }

  private advance(snapshot: Snapshot, to: number): void {
    const { columns } = this.recording;
    for (let index = snapshot.step; index < to; index++) {
      const event = columns.at(index);
      apply(snapshot.state, event);
      count(snapshot, event);
      if (event.tag === "own") listed(snapshot, event, this.recording);
      snapshot.tally.waiting += this.recording.waitsAt(index);
    }
    snapshot.step = to;
  }
}

function start({ stage }: Recording): Snapshot {
  const tally = {
    created: 0,
    calls: 0,
    merged: 0,
    zeroScalars: 0,
    plusScalars: 0,
    oneHotScalars: 0,
    scaledScalars: 0,
    tapeEntries: 0,
    waiting: 0,
  };
  const lists = Object.fromEntries(Object.entries(stage.lists ?? {}).map(([id, list]) => [id, list.start]));
  return { step: 0, state: newReplay(), tally, job: 0, lists };
}

/** The parts are immutable: only what holds them is copied. */
function copy({ step, state, tally, job, lists }: Snapshot): Snapshot {
  return { step, state: { ...state }, tally: { ...tally }, job, lists: { ...lists } };
}

/** Goes on by one event in the algorithm's own lists. */
function listed({ lists }: Snapshot, event: OwnEvent, { stage }: Recording): void {
  for (const [id, list] of Object.entries(stage.lists ?? {})) lists[id] = list.after(lists[id], event);
}

/** Lets go of the maps that no later event uses, but for those that are shown. */
function forget(state: ReplayState, { lastUse }: Recording, step: number): void {
  const { staging, collector, live } = state;
  state.maps = state.maps.filter(
    (_, map) => map === staging || map === collector || live.includes(map) || (lastUse.get(map) ?? -1) >= step,
  );
}

function count(snapshot: Snapshot, event: Event): void {
  const { tally } = snapshot;
  switch (event.tag) {
    case "phase":
      snapshot.job = 0;
      return;
    case "scalar":
      tally.created++;
      return;
    case "call":
      tally.calls++;
      return;
    case "merge":
      tally.merged++;
      return;
    case "touch":
      if (event.what === "zero") tally.zeroScalars += event.scalars;
      else if (event.what === "plus") tally.plusScalars += event.scalars;
      else if (event.what === "scale") tally.scaledScalars += event.scalars;
      else tally.oneHotScalars += event.scalars;
      return;
    case "save":
      tally.tapeEntries++;
      return;
    case "write":
      if (event.entry) tally.tapeEntries++;
      return;
    case "job":
      snapshot.job = event.job;
      return;
  }
}
