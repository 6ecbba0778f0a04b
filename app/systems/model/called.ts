// The name of a scalar in the columns: its own, else its text in the program, else its operation.
import { nth } from "../../../engine/base/nth.ts";
import { indexedName, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { writtenIn } from "../../../engine/graphs/written-in.ts";
import { expressionOf, scalarName } from "../../exploration/model/scalar.ts";

/** Texts that are longer have no room. */
const LONGEST = 28;

/** Its words tell it from all others: with an index, or its number. `text` is that of the program. */
export function calledIn(graph: RunGraph, scalar: number, text: string): string {
  if (scalar >= graph.size) return scalarName(graph, scalar);
  const name = indexedName(graph, scalar);
  if (name !== undefined && name.length <= LONGEST) return name;
  const expression = expressionOf(graph, scalar);
  const short = expression !== undefined && expression.length <= LONGEST ? expression : undefined;
  const words = writtenIn(graph, scalar, text, LONGEST) ?? short ?? scalarName(graph, scalar);
  return isAlone(graph, scalar) ? words : `${words} (#${scalar})`;
}

/** Whether a place of the program computed this scalar and no other: else its text alone does not say which. */
function isAlone({ span }: RunGraph, scalar: number): boolean {
  const place = nth(span, scalar);
  return place < 0 || (span.indexOf(place) === scalar && span.lastIndexOf(place) === scalar);
}
