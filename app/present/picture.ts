// The picture on a slide that moves: a film, a graph, a ladder, a schedule. It is moved by its own keys.
import { pressKey } from "../exploration/view/use-keys.ts";
import type { Step } from "./model.ts";

/** Views whose pictures are played, and move by steps. */
const MOVING = ["explorer", "graph", "ladder", "jobs"] as const;

/** Whether the view of a slide's step is played, and has steps of its own. */
export function isMoving(step: Step | undefined): boolean {
  return step?.tag === "scene" && MOVING.some((view) => view === step.view);
}

/** Plays the picture of a step, or pauses it; from its end, from its start again. */
export function playPicture(step: Step | undefined): void {
  if (isMoving(step)) pressKey(" ");
}
