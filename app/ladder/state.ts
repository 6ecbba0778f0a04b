// The climb: which ladder, the place of the picture on it, and whether it moves. Rungs are whole numbers; between two of them the picture
// blends from one to the other.

import { create } from "zustand";
import type { StageDescription, StageId } from "../../engine/algorithms/algorithm.ts";
import { nth, present } from "../../engine/base/nth.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { ALL_LADDERS, gaugesOfLadder, LADDERS } from "../algorithms/index.ts";
import { isStill, Motion } from "../base/motion.ts";
import { NO_SCENE, type Scene } from "../document/address.ts";
import { exploration, record } from "../exploration/state/explorer.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { calledIn, type FarLadder, farLadderOf } from "./far/ladder.ts";
import { type Ladder, ladderOf, rungBeyond, rungTold } from "./model/ladder.ts";

/** The state of the climb; `at` is the place on the ladder, in rungs. */
export interface Climb {
  /** The algorithm whose ladder it is. */
  readonly algorithm: string;
  /** Whether it was chosen by the buttons in the head of another one. */
  readonly isChosen: boolean;
  readonly at: number;
  readonly isPlaying: boolean;
  /** Where it moves by itself: up, down, or not at all; and to which rung. */
  readonly heading: -1 | 0 | 1;
  readonly to: number | undefined;
  /** The ladder once it is made; a far one of a run of more scalars than are drawn one by one. */
  readonly ladder: Ladder | FarLadder | undefined;
  /** The run of the ladder. */
  readonly explored: Explored | undefined;
}

/** The store of the climb. */
export const useClimb = create<Climb>()(() => ({
  algorithm: nth(LADDERS, 0).id,
  isChosen: false,
  at: 0,
  isPlaying: false,
  heading: 0,
  to: undefined,
  ladder: undefined,
  explored: undefined,
}));

const get = useClimb.getState;
const set = useClimb.setState;

/** Scalars up to which a ladder is drawn with a column for each; more are lanes of pixels. */
export const MOST_DRAWN = 300;

/** Milliseconds from a rung to the next, and how long playing rests there. */
const STEP = 1900;
const REST = 2400;

/** The rungs of the ladder that was chosen. */
export function rungsNow(algorithm: string): readonly StageDescription[] {
  return present(ALL_LADDERS.find(({ id }) => id === algorithm)).rungs;
}

/** Records rungs, one after the other, as long as the same program is explored and the same ladder is chosen. */
export async function recordRungs(rungs: readonly StageDescription[]): Promise<void> {
  const { turn } = useExplorer.getState();
  const { algorithm } = get();
  for (const { id } of rungs)
    if (useExplorer.getState().turn === turn && get().algorithm === algorithm) await record(id);
}

/** Makes the picture of a ladder whose rungs are all recorded. */
export async function makeLadder(explored: Explored, algorithm: string): Promise<void> {
  const { turn, columns } = useExplorer.getState();
  const stages = rungsNow(algorithm).map(({ id }) => id);
  const infos = stages.flatMap((id) => columns[id]?.info ?? []);
  if (infos.length < stages.length) return;
  const isCurrent = (): boolean => useExplorer.getState().turn === turn && get().algorithm === algorithm;
  if (explored.graph.size > MOST_DRAWN) {
    // one after the other: of each only as much is kept as is drawn
    const called: Float32Array[] = [];
    for (const stage of stages) {
      const one = await exploration.about("replayOrders", [stage]);
      if (one === undefined || !isCurrent()) return;
      called.push(calledIn(explored.graph, nth(one, 0)));
    }
    return set({ ladder: farLadderOf(explored.graph, gaugesOfLadder(algorithm), infos, called), explored });
  }
  const found = await exploration.about("replayOrders", stages);
  if (found === undefined || !isCurrent()) return;
  set({ ladder: ladderOf(explored.graph, gaugesOfLadder(algorithm), infos, found), explored });
}

/** Pauses, and drops the ladder; called when the view closes. */
export function forgetLadder(): void {
  pauseClimb();
  set({ ladder: undefined, explored: undefined });
}

/** Forgets how the ladder was chosen; called when its view closes. */
export function forgetChoice(): void {
  set({ isChosen: false });
}

/** Changes to the ladder of another algorithm, at its lowest rung. `isChosen`: by the buttons in its head. */
export function chooseLadder(algorithm: string, isChosen = false): void {
  pauseClimb();
  set({ algorithm, at: 0, ladder: undefined, isChosen });
}

/** Changes to the ladder that a stage is a rung of, where there is one. */
export function chooseLadderOf(stage: StageId): void {
  const { algorithm } = get();
  const found = ALL_LADDERS.find(({ rungs }) => rungs.some(({ id }) => id === stage));
  if (found !== undefined && found.id !== algorithm) chooseLadder(found.id);
}

/** A scene with a leading stage that is a rung of the ladder that is shown. */
export function sceneOfLadder(scene: Scene = NO_SCENE): Scene {
  const rungs = rungsNow(get().algorithm);
  return rungs.some(({ id }) => id === scene.lead) ? scene : { ...NO_SCENE, pick: scene.pick, lead: nth(rungs, 0).id };
}

const last = (): number => rungsNow(get().algorithm).length - 1;

/** Jumps to a place. */
export function seekRung(at: number): void {
  stop();
  set({ at: Math.max(0, Math.min(at, last())), isPlaying: false });
}

/** Glides to a rung; where nothing may move, it is there at once. */
export function glideTo(rung: number): void {
  const to = Math.max(0, Math.min(Math.round(rung), last()));
  set({ isPlaying: false });
  glide(to, () => undefined);
}

/** On to the next rung, or back to the one before. */
export function stepRung(direction: 1 | -1): void {
  const { at, to } = get();
  glideTo(rungBeyond(to ?? at, direction));
}

/** Climbs rung by rung to the top, or pauses; from the top, from the ground again. */
export function playClimb(): void {
  const { isPlaying, at } = get();
  if (isPlaying) return pauseClimb();
  if (at >= last()) set({ at: 0 });
  set({ isPlaying: true });
  climbOn();
}

/** Stops the climb where it is, also between two rungs. */
function pauseClimb(): void {
  stop();
  set({ isPlaying: false });
}

const motion = new Motion();

function stop(): void {
  motion.stop();
  set({ heading: 0, to: undefined });
}

function climbOn(): void {
  const next = rungBeyond(get().at, 1);
  glide(next, () => {
    if (!get().isPlaying) return;
    if (next >= last()) return set({ isPlaying: false });
    motion.rest(REST, climbOn);
  });
}

function glide(to: number, done: () => void): void {
  stop();
  const from = get().at;
  if (isStill()) {
    set({ at: to });
    return done();
  }
  set({ heading: to > from ? 1 : to < from ? -1 : 0, to });
  const lasts = STEP * Math.max(0.5, Math.min(2, Math.abs(to - from)));
  let gone = 0;
  motion.run((passed) => {
    gone += passed;
    const u = Math.min(1, gone / lasts);
    set({ at: from + (to - from) * u });
    if (u < 1) return true;
    set({ heading: 0, to: undefined });
    done();
    return false;
  });
}

/** The place that is shown: where nothing may move, a rung. */
export function shownPlace({ at }: Climb): number {
  return isStill() ? Math.round(at) : at;
}

/** The rung that words are about. */
export function toldRung(climb: Climb): number {
  return rungTold(shownPlace(climb), climb.heading);
}
