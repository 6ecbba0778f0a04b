// The nodes of a data-flow graph in the words of the program.
import { shownName } from "../types/type.ts";
import { nameIn, opIn, type RunGraph, spanIn } from "./run-graph.ts";

/** How a node is called, or written in the program whose text is given, if that is one line of at most as many characters. */
export function writtenIn(graph: RunGraph, node: number, text: string, most: number): string | undefined {
  const place = spanIn(graph, node);
  const written = place?.source === "<program>" ? text.slice(place.from, place.to) : undefined;
  return [nameIn(graph, node), written].find((one) => one !== undefined && one.length <= most && !one.includes("\n"));
}

/** The operation that computed a scalar, as its user wrote it; undefined for inputs and constants. */
export function opNameIn(graph: RunGraph, node: number): string | undefined {
  const op = opIn(graph, node);
  return op && shownName(op);
}
