// Parts of the slide that keys work: the picture that moves (a film, a graph, a ladder, a schedule), and answers that are waited for.
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

/** Shows the answers that a part of the slide waits for; whether there is such a part. */
export function showAwaited(): boolean {
  const button = document.querySelector<HTMLElement>(".slide-stage.whole .show-me");
  button?.click();
  return button !== null;
}
