// Which runs are played movement by movement.

import { MOST_PLAYED } from "../../engine/animation/most-played.ts";
import type { Explored } from "../../engine/explore/exploration.ts";

/** Whether a run is small enough to be played movement by movement. */
export function isPlayable({ graph }: Explored): boolean {
  return graph.size > 0 && graph.size <= MOST_PLAYED;
}
