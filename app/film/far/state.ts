// The film of a large run: where it stands, and how it plays.

import { create } from "zustand";
import {
  callsAt,
  type FarAnimation,
  type FarColumn,
  farAnimation,
  madeAt,
  timeOfCall,
} from "../../../engine/animation/far.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { isStill, Motion } from "../../base/motion.ts";
import { nextTask } from "../../base/next-task.ts";
import { exploration } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { go } from "../../exploration/state/transport.ts";
import { foldedParts } from "./code.ts";
import { stepAtTime, timeOfStep } from "./steps.ts";

/** The state of the film of a large run; `animation` is undefined until it has been made. */
export interface FarState {
  readonly animation: FarAnimation | undefined;
  /** The run of the animation. */
  readonly explored: Explored | undefined;
  /** In milliseconds of the animation. */
  readonly t: number;
  readonly isPlaying: boolean;
  readonly speed: number;
}

/** The store of the film of a large run. */
export const useFar = create<FarState>()(() => ({
  animation: undefined,
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
  const found = await exploration.about("replayOrders", { stages });
  const isOver = (): boolean => useExplorer.getState().turn !== turn;
  // of a hundred thousand scalars each of these takes as long as a task may
  await nextTask();
  if (found === undefined || isOver()) return;
  foldedParts(explored.graph);
  await nextTask();
  if (isOver()) return;
  const animation = farAnimation(explored.graph, found);
  await nextTask();
  if (isOver()) return;
  const was = get().explored === explored ? get().animation : undefined;
  // the leading column may be there later than others
  const isKept = was !== undefined && (leaderOf(was) !== undefined || get().t < was.end);
  set({ animation, explored, t: isKept ? get().t : timeNow(animation), isPlaying: false });
}

/** The column that leads, where it is recorded. */
function leaderOf({ columns }: FarAnimation): FarColumn | undefined {
  const { leader } = useExplorer.getState();
  return columns.find(({ replayOrder }) => replayOrder.stage === leader);
}

/** When the step of the leading column is shown. */
function timeNow(animation: FarAnimation): number {
  const { leader, cursors } = useExplorer.getState();
  const [column, step] = [leaderOf(animation), cursors[leader]];
  return column === undefined || step === undefined ? animation.end : timeOfStep(animation, column, step);
}

/** Notes where the film stands as a step of the leading column. */
function settle(): void {
  const { animation, t } = get();
  const column = animation && leaderOf(animation);
  if (animation === undefined || column === undefined) return;
  const { leader, cursors } = useExplorer.getState();
  const step = stepAtTime(animation, column, t);
  if (step !== cursors[leader]) go(step);
}

/** Moves the present film to the step of each scene that is set up; returns the function that ends this. */
export function followFarScenes(): () => void {
  return useExplorer.subscribe((state, before) => {
    const isSetUp = before.arranged !== undefined && state.arranged === undefined;
    const { animation, explored } = get();
    if (!isSetUp || animation === undefined || explored !== state.explored) return;
    pauseFar();
    set({ t: timeNow(animation) });
  });
}

/** Pauses the film and drops its animation; called when the view closes. */
export function forgetFar(): void {
  pauseFar();
  set({ animation: undefined, explored: undefined });
}

/** Pauses, and moves to a time in milliseconds; times outside the animation are clamped. */
export function seekFar(t: number): void {
  motion.stop();
  set({ t: Math.max(0, Math.min(t, get().animation?.end ?? 0)), isPlaying: false });
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
export function farParts({ forwardEnd, togetherEnd, aloneEnd }: FarAnimation): readonly FarPart[] {
  const parts: readonly FarPart[] = [
    { key: "forward", from: 0, to: forwardEnd },
    { key: "reverse", from: forwardEnd, to: togetherEnd },
    { key: "alone", from: togetherEnd, to: aloneEnd },
  ];
  return parts.filter(({ from, to }) => to > from);
}

/** To the next call, or the one before; in the forward pass, to the next scalar. */
export function stepFar(direction: 1 | -1): void {
  const { animation, t } = get();
  if (animation === undefined) return;
  const { forwardEnd, togetherEnd, together, graph, end } = animation;
  if (t < forwardEnd || (t === forwardEnd && direction === -1)) {
    const scalar = madeAt(animation, t) + direction;
    return seekFar(scalar >= graph.size ? forwardEnd : (forwardEnd * (scalar + 0.5)) / graph.size);
  }
  if (t > togetherEnd || (t === togetherEnd && direction === 1)) return seekFar(direction === 1 ? end : togetherEnd);
  const call = callsAt(animation, t) + direction;
  seekFar(call < 0 ? forwardEnd : call >= together ? togetherEnd : timeOfCall(animation, call));
}

const motion = new Motion();

/** Stops playing; the time stays where it is. */
export function pauseFar(): void {
  motion.stop();
  if (!get().isPlaying) return;
  set({ isPlaying: false });
  settle();
}

/** Plays, or pauses; from the end, from the start again. Where nothing may move, it jumps by half a second at a time. */
export function playFar(): void {
  const { animation, isPlaying, t } = get();
  if (animation === undefined) return;
  if (isPlaying) return pauseFar();
  play({ from: t >= animation.end ? 0 : t, to: animation.end });
}

/** Plays a part of the film, from a time to another. */
export function playFarPart(part: { readonly from: number; readonly to: number }): void {
  play(part);
}

/** The longest time of a frame that is played, and the step where nothing may move, in milliseconds. */
const FRAME = 200;
const STEP = 500;

function play({ from, to }: { readonly from: number; readonly to: number }): void {
  set({ isPlaying: true, t: from });
  const isStep = isStill();
  let owed = 0;
  motion.run((passed) => {
    owed += Math.min(FRAME, passed) * get().speed;
    if (isStep && owed < STEP * get().speed) return true;
    const next = Math.min(to, get().t + owed);
    owed = 0;
    set({ t: next, isPlaying: next < to });
    if (next >= to) settle();
    return next < to;
  });
}
