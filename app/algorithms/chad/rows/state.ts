// The state of CHAD's ladder: the run that is shown, its time, and how it plays.
import { create } from "zustand";
import type { StageId } from "../../../../engine/algorithms/algorithm.ts";
import type { Explored } from "../../../../engine/explore/exploration.ts";
import { isStill, Motion } from "../../../base/motion.ts";
import { exploration } from "../../../exploration/state/explorer.ts";
import { useExplorer } from "../../../exploration/state/store.ts";
import { SPEEDS } from "../../../picture/view/press.tsx";
import { rowsLadderOf } from "./model/ladder.ts";
import { type Score, scoreOf } from "./model/score.ts";
import { saidAt } from "./model/words.ts";

/** Events of a stage, and rows and calls of all, up to which a run is drawn. */
export const MOST_EVENTS = 20_000;
const MOST_DRAWN = 6_000;

/** A run that is too large for a picture: by stage, its events; no stages where nothing goes back at all. */
export type TooLarge = readonly { readonly stage: StageId; readonly events: number }[];

/** The state; times are in milliseconds at the usual speed. */
export interface RowsState {
  readonly explored: Explored | undefined;
  readonly score: Score | undefined;
  readonly tooLarge: TooLarge | undefined;
  readonly t: number;
  readonly isPlaying: boolean;
  readonly glidesTo: number | undefined;
  readonly speed: number;
  /** The column of a narrow picture, and whether the picture is one. */
  readonly column: number;
  readonly isNarrow: boolean;
}

const NOTHING = {
  explored: undefined,
  score: undefined,
  tooLarge: undefined,
  isPlaying: false,
  glidesTo: undefined,
} as const;

/** The store of the ladder. */
export const useRows = create<RowsState>()(() => ({ ...NOTHING, t: 0, speed: 1, column: 0, isNarrow: false }));

const get = useRows.getState;
const set = useRows.setState;
const motion = new Motion();

/** Makes the picture of the explored run by recorded stages; it opens at its end, where all rows are. */
export async function makeRows(explored: Explored, stages: readonly StageId[]): Promise<void> {
  const { turn } = useExplorer.getState();
  const found: { stage: StageId; events: Parameters<typeof rowsLadderOf>[1][0]["events"]; count: number }[] = [];
  for (const stage of stages) {
    const own = await exploration.about("ownEvents", { stage, most: MOST_EVENTS });
    if (own === undefined || useExplorer.getState().turn !== turn) return;
    found.push({ stage, ...own });
  }
  const { text, at, value, gradient } = explored;
  const was = get();
  const isWithin = was.explored?.text === text && was.score !== undefined && was.t < was.score.end;
  const large = found.map(({ stage, count }) => ({ stage, events: count }));
  if (large.some(({ events }) => events > MOST_EVENTS)) return set({ ...NOTHING, explored, tooLarge: large });
  const ladder = rowsLadderOf(text, found, {
    at: at?.text ?? "",
    value: value?.text ?? "",
    gradient: gradient?.text ?? "",
  });
  const drawn = ladder.columns.reduce((sum, { rows, calls }) => sum + rows.length + calls.length, 0);
  if (ladder.lines.length === 0) return set({ ...NOTHING, explored, tooLarge: [] });
  if (drawn > MOST_DRAWN) return set({ ...NOTHING, explored, tooLarge: large });
  const score = scoreOf(ladder);
  motion.stop();
  set({ ...NOTHING, explored, score, t: isWithin ? Math.min(was.t, score.end) : score.end });
}

/** Pauses, and drops the run; called when the view closes. */
export function forgetRows(): void {
  motion.stop();
  set(NOTHING);
}

/** Sets the column of a narrow picture. */
export function showColumn(column: number): void {
  set({ column });
}

/** Notes whether the picture has room for one column alone. */
export function noteNarrow(isNarrow: boolean): void {
  if (get().isNarrow !== isNarrow) set({ isNarrow });
}

/** The sentence of the time that is shown. */
export function shownSentence(score: Score, state: RowsState): string {
  const only = state.isNarrow ? Math.min(state.column, score.parts.length - 1) : undefined;
  return saidAt(score, shownRowsTime(state), only);
}

/** The time that is shown: where nothing may move, the last stop. */
export function shownRowsTime({ t, score }: Pick<RowsState, "t" | "score">): number {
  if (!isStill() || score === undefined) return t;
  return score.stops.findLast((stop) => stop <= t) ?? 0;
}

/** Jumps to a time. */
export function seekRows(t: number): void {
  const { score } = get();
  if (score === undefined) return;
  motion.stop();
  set({ t: Math.max(0, Math.min(t, score.end)), isPlaying: false, glidesTo: undefined });
}

/** On to the next stop, moving there; or back to the one before. */
export function stepRows(direction: 1 | -1): void {
  const { score, t, glidesTo } = get();
  if (score === undefined) return;
  if (direction === -1) return seekRows(score.stops.findLast((stop) => stop < t - 1) ?? 0);
  const from = glidesTo ?? t;
  const to = score.stops.find((stop) => stop > from + 1) ?? score.end;
  if (isStill()) return seekRows(to);
  set({ isPlaying: false, glidesTo: to });
  run();
}

/** To the next time at which two addends stand beside each other, or the one before. */
export function seekMerge(direction: 1 | -1): void {
  const { score, t } = get();
  const to = direction === 1 ? score?.merges.find((one) => one > t + 1) : score?.merges.findLast((one) => one < t - 1);
  if (to !== undefined) seekRows(to);
}

/** Plays, or pauses; from the end, from the start again. */
export function playRows(): void {
  const { isPlaying, t, score } = get();
  if (score === undefined) return;
  if (isPlaying) {
    motion.stop();
    return set({ isPlaying: false });
  }
  set({ t: t >= score.end - 1 ? 0 : t, isPlaying: true, glidesTo: undefined });
  run();
}

/** Sets how fast it plays; 1 is the usual speed. */
export function setRowsSpeed(speed: number): void {
  set({ speed });
}

/** The next faster speed, or the next slower one with -1. */
export function fasterRows(by: 1 | -1): void {
  const speed = SPEEDS[SPEEDS.indexOf(get().speed as (typeof SPEEDS)[number]) + by];
  if (speed !== undefined) set({ speed });
}

/** The longest time of a frame that is played, in milliseconds. */
const FRAME = 100;

function run(): void {
  motion.run((passed) => {
    const { t, score, speed, isPlaying, glidesTo } = get();
    if (score === undefined) return false;
    const time = Math.min(FRAME, passed) * speed;
    if (glidesTo !== undefined) {
      const next = Math.min(glidesTo, t + time * Math.max(1, (glidesTo - t) / 2600));
      set({ t: next, ...(next >= glidesTo && { glidesTo: undefined }) });
      return next < glidesTo;
    }
    if (!isPlaying) return false;
    const next = Math.min(score.end, t + time);
    set({ t: next, ...(next >= score.end && { isPlaying: false }) });
    return next < score.end;
  });
}
