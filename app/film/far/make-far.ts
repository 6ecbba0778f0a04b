// Making the film of a large run, in tasks: of a hundred thousand scalars each part of it takes as long as a task may.

import { type FarAnimation, type FarColumn, farAnimation } from "../../../engine/animation/far.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { nextTask } from "../../base/next-task.ts";
import { exploration } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { timeOfStep } from "../../playback/model/far.ts";
import { NO_MARKS } from "../../playback/model/film.ts";
import { useFilm } from "../../playback/state.ts";
import { foldedParts } from "./code.ts";

/** Makes the film of a large run; it stands where the leading column does. */
export async function makeFar(explored: Explored, stages: readonly string[]): Promise<void> {
  const { turn } = useExplorer.getState();
  const found = await exploration.about("replayOrders", stages);
  const isOver = (): boolean => useExplorer.getState().turn !== turn;
  await nextTask();
  if (found === undefined || isOver()) return;
  foldedParts(explored.graph);
  await nextTask();
  if (isOver()) return;
  const animation = farAnimation(explored.graph, found);
  await nextTask();
  if (isOver()) return;
  const { far, t: at } = useFilm.getState();
  const was = far?.explored === explored ? far.animation : undefined;
  // the leading column may be there later than others
  const isKept = was !== undefined && (leaderOf(was) !== undefined || at < was.end);
  const t = isKept ? at : timeNow(animation);
  const { cut, path } = NO_MARKS;
  const made = { film: undefined, far: { tag: "far", explored, animation } } as const;
  useFilm.setState({ ...made, t, cut, path, isPlaying: false, glidesTo: undefined });
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
