// Moves the film to the step of each scene that is set up: from slide to slide or link to link.
import { useExplorer } from "../exploration/state/store.ts";
import { timeOfStep } from "./rests.ts";
import { followedColumn, pauseFilm, seek, useFilm } from "./state.ts";

/** Moves the present film to the step of each scene that is set up; returns the function that ends this. */
export function followScenes(): () => void {
  return useExplorer.subscribe((state, before) => {
    const isSetUp = before.arranged !== undefined && state.arranged === undefined;
    const { film, pace } = useFilm.getState();
    // of another run a film is made, which begins there
    if (!isSetUp || film === undefined || film.explored !== state.explored) return;
    const [column, step] = [followedColumn(film), state.cursors[state.leader]];
    pauseFilm();
    seek(column === undefined || step === undefined ? film.animation.end : timeOfStep(film, column, pace, step));
  });
}
