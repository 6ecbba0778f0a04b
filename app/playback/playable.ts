// Which runs are played movement by movement.

import type { Explored } from "../../engine/explore/exploration.ts";
import { MOST_PLAYED } from "../../engine/score/most-played.ts";

/** Whether a run is small enough to be played movement by movement. */
export function isPlayable({ graph }: Explored): boolean {
  return graph.size > 0 && graph.size <= MOST_PLAYED;
}
