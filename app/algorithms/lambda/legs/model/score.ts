// A run of legs in time: each beat after the one before, and a rest where a leg ends.
import { nth } from "../../../../../engine/base/nth.ts";
import { laneOf } from "./lanes.ts";
import type { Beat, Legs } from "./legs.ts";

/** Lengths in milliseconds at the usual speed. */
const LENGTHS = { input: 160, over: 480, fast: 240, wall: 900, turn: 500 } as const;
/** Times for which a share that is dropped stands, and in which it is struck and goes. */
export const STANDS = 900;
const GOES = 900;
/** Before the first beat, and after the last one. */
const [BEFORE, AFTER] = [1200, 1600];
/** A run takes no longer. */
const LONGEST = 75_000;

/** A beat with its time. */
export interface Timed {
  readonly beat: Beat;
  readonly from: number;
  readonly to: number;
  /** The leg that it is on: a stretch of beats over the rows of one derivative in one lane. */
  readonly leg: number;
}

/** A leg: its lane among those of its rows, and the wall around these. */
export interface TimedLeg {
  readonly lane: number;
  readonly wall: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** A run in time. */
export interface Score {
  readonly legs: Legs;
  readonly timed: readonly Timed[];
  readonly turns: readonly TimedLeg[];
  readonly stops: readonly number[];
  readonly end: number;
}

/** The lane and the wall of a beat; undefined for what comes to a wall. */
function wayOf({ rows }: Legs, beat: Beat): Pick<TimedLeg, "lane" | "wall"> | undefined {
  return beat.tag === "over" ? { lane: laneOf(beat.back), wall: nth(rows, beat.row).wall } : undefined;
}

function lengthOf({ rows, beats }: Legs, beat: Beat): number {
  if (beat.tag !== "over") return STANDS + GOES;
  const { kind } = nth(rows, beat.row);
  if (kind === "input" && !beat.back.includes(true)) return LENGTHS.input;
  if (kind === "point" && beat.back.includes(true)) return LENGTHS.wall;
  return beats.length > 200 ? LENGTHS.fast : LENGTHS.over;
}

/** The run in time. */
export function scoreOf(legs: Legs): Score {
  const { beats } = legs;
  const whole = beats.reduce((sum, beat) => sum + lengthOf(legs, beat), 0);
  const pace = Math.min(1, LONGEST / Math.max(1, whole));
  const timed: Timed[] = [];
  const turns: (TimedLeg & { to: number })[] = [];
  let at = BEFORE;
  for (const beat of beats) {
    const way = wayOf(legs, beat);
    const last = turns.at(-1);
    const isNew = way !== undefined && (last === undefined || last.lane !== way.lane || last.wall !== way.wall);
    if (isNew && last !== undefined) at += LENGTHS.turn * pace;
    // what is dropped stands for as long in a run of any length
    const to = at + lengthOf(legs, beat) * (way === undefined ? 1 : pace);
    if (isNew) turns.push({ ...way, from: at, to });
    else if (last !== undefined) last.to = to;
    timed.push({ beat, from: at, to, leg: turns.length - 1 });
    at = to;
  }
  const end = Math.round(at + AFTER);
  const stops = [...new Set([0, ...timed.map(({ to }) => Math.floor(to) - 1), end])].sort((a, b) => a - b);
  return { legs, timed, turns, stops, end };
}
