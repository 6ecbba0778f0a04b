// The name of a scalar in the columns: its own, else its text in the program, else its operation.
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { writtenIn } from "../../../engine/graphs/written-in.ts";
import { expressionOf, scalarName } from "../../exploration/model/scalar.ts";

/** Texts that are longer have no room. */
const LONGEST = 28;

/** `text` is that of the program. */
export function calledIn(graph: RunGraph, scalar: number, text: string): string {
  if (scalar >= graph.size) return scalarName(graph, scalar);
  const expression = expressionOf(graph, scalar);
  const short = expression !== undefined && expression.length <= LONGEST ? expression : undefined;
  return writtenIn(graph, scalar, text, LONGEST) ?? short ?? scalarName(graph, scalar);
}
