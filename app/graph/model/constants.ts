// Whether the constants of a run are left out of its graph, where its reader has not chosen.
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";

/** Constants are many from this share of a run's scalars on, where that has more than are shown in one look. */
const [MANY_CONSTANTS, ONE_LOOK] = [0.2, 30];

/** Whether a run has so many constants that its graph is read better without them. */
export function hasManyConstants(graph: RunGraph): boolean {
  const constants = graph.kinds.reduce((count, _, node) => count + (kindIn(graph, node) === "constant" ? 1 : 0), 0);
  return graph.size > ONE_LOOK && constants >= MANY_CONSTANTS * graph.size;
}
