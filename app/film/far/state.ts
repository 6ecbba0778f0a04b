// The film of a large run: where it stands, and how it plays.

import { create } from "zustand";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { callsAt, type FarColumn, type FarScore, farScore, madeAt, timeOfCall } from "../../../engine/score/far.ts";
import { isStill } from "../../base/motion.ts";
import { nextTask } from "../../base/next-task.ts";
import { explorerClient } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { go } from "../../exploration/state/transport.ts";
import { foldedParts } from "./code.ts";
import { stepAtTime, timeOfStep } from "./steps.ts";

/** The state of the film of a large run; `score` is undefined until it has been made. */
export interface FarState {
  readonly score: FarScore | undefined;
  /** The run of the score. */
  readonly explored: Explored | undefined;
  /** In milliseconds of the score. */
  readonly t: number;
  readonly isPlaying: boolean;
  readonly speed: number;
}

/** The store of the film of a large run. */
export const useFar = create<FarState>()(() => ({
  score: undefined,
  explored: undefined,
  t: 0,
  isPlaying: false,
  speed: 1,
}));

const get = useFar.getState;
const set = useFar.setState;

/** Makes the film of a large run; it stands where the leading column does. */
export async function makeFar(explored: Explored, stages: readonly string[]): Promise<void> {
  const { turn } = useExplorer.getState();
  const found = await explorerClient.ask("performances", { stages });
  const isOver = (): boolean => useExplorer.getState().turn !== turn;
  // of a hundred thousand scalars each of these takes as long as a task may
  await nextTask();
  if (found === undefined || isOver()) return;
  foldedParts(explored.graph);
  await nextTask();
  if (isOver()) return;
  const score = farScore(explored.graph, found);
  await nextTask();
  if (isOver()) return;
  const was = get().explored === explored ? get().score : undefined;
  // the leading column may be there later than others
  const isKept = was !== undefined && (leaderOf(was) !== undefined || get().t < was.end);
  set({ score, explored, t: isKept ? get().t : timeNow(score), isPlaying: false });
}

/** The column that leads, where it is recorded. */
function leaderOf({ columns }: FarScore): FarColumn | undefined {
  const { leader } = useExplorer.getState();
  return columns.find(({ performance }) => performance.stage === leader);
}

/** When the step of the leading column is shown. */
function timeNow(score: FarScore): number {
  const { leader, cursors } = useExplorer.getState();
  const [column, step] = [leaderOf(score), cursors[leader]];
  return column === undefined || step === undefined ? score.end : timeOfStep(score, column, step);
}

/** Notes where the film stands as a step of the leading column. */
function settle(): void {
  const { score, t } = get();
  const column = score && leaderOf(score);
  if (score === undefined || column === undefined) return;
  const { leader, cursors } = useExplorer.getState();
  const step = stepAtTime(score, column, t);
  if (step !== cursors[leader]) go(step);
}

/** Moves the present film to the step of each scene that is set up; returns the function that ends this. */
export function followFarScenes(): () => void {
  return useExplorer.subscribe((state, before) => {
    const isSetUp = before.arranged !== undefined && state.arranged === undefined;
    const { score, explored } = get();
    if (!isSetUp || score === undefined || explored !== state.explored) return;
    pauseFar();
    set({ t: timeNow(score) });
  });
}

/** Pauses the film and drops its score; called when the view closes. */
export function forgetFar(): void {
  pauseFar();
  set({ score: undefined, explored: undefined });
}

/** Pauses, and moves to a time in milliseconds; times outside the score are clamped. */
export function seekFar(t: number): void {
  cancelAnimationFrame(player.frame);
  set({ t: Math.max(0, Math.min(t, get().score?.end ?? 0)), isPlaying: false });
  settle();
}

/** Sets how fast the film plays; 1 is the usual speed. */
export function setFarSpeed(speed: number): void {
  set({ speed });
}

/** A part of the film that can be played alone. */
export interface FarPart {
  readonly key: "forward" | "reverse" | "alone";
  readonly from: number;
  readonly to: number;
}

/** Its parts; those that take no time are left out. */
export function farParts({ forwardEnd, togetherEnd, aloneEnd }: FarScore): readonly FarPart[] {
  const parts: readonly FarPart[] = [
    { key: "forward", from: 0, to: forwardEnd },
    { key: "reverse", from: forwardEnd, to: togetherEnd },
    { key: "alone", from: togetherEnd, to: aloneEnd },
  ];
  return parts.filter(({ from, to }) => to > from);
}

/** To the next call, or the one before; in the forward pass, to the next scalar. */
export function stepFar(direction: 1 | -1): void {
  const { score, t } = get();
  if (score === undefined) return;
  const { forwardEnd, togetherEnd, together, graph, end } = score;
  if (t < forwardEnd || (t === forwardEnd && direction === -1)) {
    const scalar = madeAt(score, t) + direction;
    return seekFar(scalar >= graph.size ? forwardEnd : (forwardEnd * (scalar + 0.5)) / graph.size);
  }
  if (t > togetherEnd || (t === togetherEnd && direction === 1)) return seekFar(direction === 1 ? end : togetherEnd);
  const call = callsAt(score, t) + direction;
  seekFar(call < 0 ? forwardEnd : call >= together ? togetherEnd : timeOfCall(score, call));
}

const player = { frame: 0 };

/** Stops playing; the time stays where it is. */
export function pauseFar(): void {
  cancelAnimationFrame(player.frame);
  if (!get().isPlaying) return;
  set({ isPlaying: false });
  settle();
}

/** Plays, or pauses; from the end, from the start again. Where nothing may move, it jumps by half a second at a time. */
export function playFar(): void {
  const { score, isPlaying, t } = get();
  if (score === undefined) return;
  if (isPlaying) return pauseFar();
  play({ from: t >= score.end ? 0 : t, to: score.end });
}

/** Plays a part of the film, from a time to another. */
export function playFarPart(part: { readonly from: number; readonly to: number }): void {
  cancelAnimationFrame(player.frame);
  play(part);
}

function play({ from, to }: { readonly from: number; readonly to: number }): void {
  set({ isPlaying: true, t: from });
  const isStep = isStill();
  let last = performance.now();
  let owed = 0;
  const tick = (now: number): void => {
    owed += Math.min(200, Math.max(0, now - last)) * get().speed;
    last = now;
    if (!isStep || owed >= 500 * get().speed) {
      const next = Math.min(to, get().t + owed);
      owed = 0;
      set({ t: next, isPlaying: next < to });
      if (next >= to) return settle();
    }
    player.frame = requestAnimationFrame(tick);
  };
  player.frame = requestAnimationFrame(tick);
}
