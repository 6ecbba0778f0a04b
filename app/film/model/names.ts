// Names of scalars in a film: as in the source, with an index where several have one name.
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { shortBackName, shortName } from "../../exploration/model/scalar.ts";

/** The name of a scalar, or its number. */
export function nameOf(graph: RunGraph, number: number): string {
  return shortName(graph, number);
}

/** The name of its backpropagator. */
export function backOf(graph: RunGraph, number: number): string {
  return shortBackName(graph, number);
}
