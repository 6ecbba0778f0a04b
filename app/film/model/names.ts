// What scalars are called in a film: as in the source, by their numbers where several have one name.
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { kept } from "../../base/kept.ts";
import { shortBackName, shortName } from "../../exploration/model/scalar.ts";

/** By name, how many scalars have it. */
const uses = kept((graph: RunGraph): readonly number[] => {
  const counts = graph.names.map(() => 0);
  for (const name of graph.name) if (name >= 0) counts[name]!++;
  return counts;
});

function isAmbiguous(graph: RunGraph, number: number): boolean {
  const name = graph.name[number] ?? -1;
  return name >= 0 && uses(graph)[name]! > 1;
}

/** The name of a scalar, or its number. */
export function nameOf(graph: RunGraph, number: number): string {
  return isAmbiguous(graph, number) ? `#${number}` : shortName(graph, number);
}

/** The name of its backpropagator. */
export function backOf(graph: RunGraph, number: number): string {
  return isAmbiguous(graph, number) ? `d#${number}` : shortBackName(graph, number);
}
