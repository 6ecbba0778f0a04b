// Places in the source and the scalars that come from them.

import { nth } from "../../../engine/base/nth.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { Span } from "../../../engine/source/span.ts";
import { kept } from "../../base/kept.ts";

/** Whether a place lies in another. */
export function contains(outer: Span | undefined, inner: Span): boolean {
  return outer !== undefined && outer.source === inner.source && outer.from <= inner.from && inner.to <= outer.to;
}

/** By place in the graph's list of places, its scalars. */
const scalarsByPlace = kept((graph: RunGraph): readonly (readonly number[])[] => {
  const lists: number[][] = graph.spans.map(() => []);
  for (let node = 0; node < graph.size; node++)
    if (nth(graph.span, node) >= 0) nth(lists, nth(graph.span, node)).push(node);
  return lists;
});

/** The scalars of the smallest place that holds a place: of the operation that it is, or is a part of. */
export function scalarsAt(graph: RunGraph, place: Span): readonly number[] {
  let best: number | undefined;
  graph.spans.forEach((span, index) => {
    if (!contains(span, place)) return;
    const size = span.to - span.from;
    if (best === undefined || size < nth(graph.spans, best).to - nth(graph.spans, best).from) best = index;
  });
  return best === undefined ? [] : nth(scalarsByPlace(graph), best);
}
