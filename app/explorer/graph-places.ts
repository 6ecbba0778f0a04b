// Where the data-flow graph of the debugger stands: as in the film, with edges that no node covers. Of a large graph the part around the
// rows in view is laid out.
import { addAt, lastOf, nth, present } from "../../engine/base/nth.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { kindIn, type RunGraph, userOf } from "../../engine/graphs/run-graph.ts";
import { type Field, nodeName } from "../exploration/drawn/graph-field.ts";
import { graphPlaces } from "../exploration/drawn/places.ts";
import type { Point, Way } from "../picture/motion.ts";

/** A graph of more scalars is laid out in parts: how many rows a part has, and after how many rows the next one begins. */
const PART = 96;
const STEP = 32;

/** The places of nodes and edges, by their numbers in the whole graph, with heights in pixels from its first row. */
export interface RowPlaces {
  /** How high each node is. */
  readonly height: number;
  /** A node's text: its name or its operation, and its value; a constant has no name. */
  text(number: number): { readonly name: string; readonly value: string };
  /** The middle of a node, and its width; undefined out of this part. */
  node(number: number): { readonly x: number; readonly width: number } | undefined;
  /** The way of an edge, and where its label has room; undefined where its ends are not both in this part. */
  edge(edge: number): { readonly way: Way; readonly labelAt: Point | undefined } | undefined;
}

/** The first row of the part that has the rows in view. */
export function partOf({ size }: RunGraph, from: number): number {
  return size <= PART ? 0 : Math.floor(from / STEP) * STEP;
}

/** The places of the part of a graph that begins at a row. */
export function rowPlaces(graph: RunGraph, first: number, field: Field): RowPlaces {
  const last = Math.min(graph.size, first + PART);
  const { part, edges } = partBetween(graph, first, last);
  const places = graphPlaces(part, field);
  const down = first * field.rowHeight;
  const lowered = ([x, y]: Point): Point => [x, y + down];
  const at = new Map(edges.map((edge, place) => [edge, place]));
  return {
    height: places.height,
    text: (number) => ({
      name: kindIn(graph, number) === "constant" ? "" : nodeName(graph, number),
      value: shortReal(nth(graph.values, number)),
    }),
    node: (number) =>
      number < first || number >= last
        ? undefined
        : { x: nth(places.x, number - first), width: nth(places.width, number - first) },
    edge: (edge) => {
      const place = at.get(edge);
      if (place === undefined) return undefined;
      const label = places.labels[place];
      return { way: wayWithLength(nth(places.curves, place)).map(lowered), labelAt: label && lowered(label) };
    },
  };
}

/** A way without curves that have no length: an arrow at its end would not know where to point. */
function wayWithLength(way: Way): Way {
  const [start, ...rest] = way;
  const kept: Point[] = [present(start)];
  for (let at = 0; at < rest.length; at += 3) {
    const curve = rest.slice(at, at + 3);
    const last = lastOf(kept);
    if (curve.some(([x, y]) => Math.abs(x - last[0]) + Math.abs(y - last[1]) > 0.01)) kept.push(...curve);
  }
  return kept.length > 1 ? kept : way;
}

/**
 * The scalars of a graph from `first` on, before `last`, with the edges between them; and the numbers of these edges in the whole graph.
 * It is for a layout only: its Ints and outputs are still those of the whole graph.
 */
function partBetween(
  graph: RunGraph,
  first: number,
  last: number,
): { readonly part: RunGraph; readonly edges: readonly number[] } {
  const all = Array.from(
    { length: nth(graph.starts, last) - nth(graph.starts, first) },
    (_, at) => nth(graph.starts, first) + at,
  );
  const edges = all.filter((edge) => nth(graph.operands, edge) >= first);
  const starts = new Uint32Array(last - first + 1);
  for (const edge of edges) addAt(starts, userOf(graph, edge) - first + 1, 1);
  for (let node = 1; node < starts.length; node++) addAt(starts, node, nth(starts, node - 1));
  const part = {
    ...graph,
    size: last - first,
    starts,
    kinds: graph.kinds.subarray(first, last),
    values: graph.values.subarray(first, last),
    op: graph.op.subarray(first, last),
    name: graph.name.subarray(first, last),
    span: graph.span.subarray(first, last),
    cotangents: graph.cotangents.subarray(first, last),
    reached: graph.reached.subarray(first, last),
    operands: Int32Array.from(edges, (edge) => nth(graph.operands, edge) - first),
    partials: Float64Array.from(edges, (edge) => nth(graph.partials, edge)),
  };
  return { part, edges };
}
