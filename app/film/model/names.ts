// What scalars are called in a film: as in the source, by their numbers where several have one name.
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { isAmbiguous, shortBackName, shortName } from "../../exploration/model/scalar.ts";

/** The name of a scalar, or its number. */
export function nameOf(graph: RunGraph, number: number): string {
  return isAmbiguous(graph, number) ? `#${number}` : shortName(graph, number);
}

/** The name of its backpropagator. */
export function backOf(graph: RunGraph, number: number): string {
  return isAmbiguous(graph, number) ? `d#${number}` : shortBackName(graph, number);
}
