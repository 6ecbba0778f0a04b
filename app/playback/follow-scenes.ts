// Moves the film to the step of each scene that is set up: from slide to slide or link to link.
import { useExplorer } from "../exploration/state/store.ts";
import { clockNow, pauseFilm, seek } from "./state.ts";

/** Moves the present film to the step of each scene that is set up; returns the function that ends this. */
export function followScenes(): () => void {
  return useExplorer.subscribe((state, before) => {
    const isSetUp = before.arranged !== undefined && state.arranged === undefined;
    const clock = clockNow();
    // of another run a film is made, which begins there
    if (!isSetUp || clock === undefined || clock.explored !== state.explored) return;
    const step = state.cursors[state.leader];
    pauseFilm();
    seek((step === undefined ? undefined : clock.timeOf(step)) ?? clock.end);
  });
}
