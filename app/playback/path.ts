// A path of the graph that is played: its product, from the result along its edges.
import { isStill } from "../base/motion.ts";
import { GRAPH } from "./model/film.ts";
import { pauseFilm, toggleColumn, useFilm } from "./state.ts";

/** How long the product of a path takes for an edge. */
const ALONG = 700;

/** Plays a path: its product goes from the result along the edges, and is multiplied by each partial. */
export function playPath(inOrder: readonly number[]): void {
  pauseFilm();
  // it is seen in the graph
  if (!useFilm.getState().shown.includes(GRAPH)) toggleColumn(GRAPH);
  const edges = inOrder.toReversed();
  const began = performance.now();
  const walk = (now: number): void => {
    const { path } = useFilm.getState();
    if (path?.edges !== edges) return;
    const at = isStill() ? edges.length : Math.min(edges.length, (now - began) / ALONG);
    useFilm.setState({ path: { edges, at } });
    if (at < edges.length) requestAnimationFrame(walk);
  };
  useFilm.setState({ path: { edges, at: 0 } });
  requestAnimationFrame(walk);
}

/** Takes a path that was played away: with the explanation that has it. */
export function forgetPath(): void {
  if (useFilm.getState().path !== undefined) useFilm.setState({ path: undefined });
}
