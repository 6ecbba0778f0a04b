// Parts of the slide that keys work: the picture that moves (a film, a graph, a ladder, a schedule), and answers that are waited for.
import { pressKey } from "../exploration/view/use-keys.ts";
import { isMoving, type Step } from "./model.ts";

/** Plays the picture of a step, or pauses it; from its end, from its start again. Gives whether there is one. */
export function playPicture(step: Step | undefined): boolean {
  return isMoving(step) && pressKey(" ");
}

/** Shows the answers that a part of the slide waits for; whether there is such a part. */
export function showAwaited(): boolean {
  const button = document.querySelector<HTMLElement>(".slide-stage.whole .show-me");
  button?.click();
  return button !== null;
}
