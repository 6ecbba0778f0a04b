// The nodes of a data-flow graph in the words of the program.
import { nameIn, type RunGraph, spanIn } from "./run-graph.ts";

/** How a node is called, or written in the program whose text is given, if that is one line of at most as many characters. */
export function writtenIn(graph: RunGraph, node: number, text: string, most: number): string | undefined {
  const place = spanIn(graph, node);
  const written = place?.source === "<program>" ? text.slice(place.from, place.to) : undefined;
  return [nameIn(graph, node), written].find((one) => one !== undefined && one.length <= most && !one.includes("\n"));
}
