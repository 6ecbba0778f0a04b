// The film goes where a scene puts its run: from one slide to the next, or from one link to another.
import { useExplorer } from "../exploration/state/store.ts";
import { timeOfStep } from "./rests.ts";
import { followedColumn, pauseFilm, seek, useFilm } from "./state.ts";

/** Has the film that is there stand at the step of each scene that is set up, until the function that comes back is called. */
export function followScenes(): () => void {
  return useExplorer.subscribe((state, before) => {
    const isSetUp = before.arranged !== undefined && state.arranged === undefined;
    const { film, pace } = useFilm.getState();
    // of another run a film is made, which begins there
    if (!isSetUp || film === undefined || film.explored !== state.explored) return;
    const [column, step] = [followedColumn(film), state.cursors[state.leader]];
    pauseFilm();
    seek(column === undefined || step === undefined ? film.score.end : timeOfStep(film, column, pace, step));
  });
}
