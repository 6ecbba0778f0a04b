// Where a data-flow graph is drawn in a film, and the result of its layout.
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { opNameIn } from "../../../engine/graphs/written-in.ts";
import type { Point, Way } from "../../picture/motion.ts";
import { LETTER } from "../../picture/shape.ts";
import { shortName } from "../model/scalar.ts";

/** Where the graph is drawn. */
export interface Field {
  readonly x: number;
  readonly w: number;
  readonly rowHeight: number;
  readonly size: number;
}

/** Where the nodes, edges and edge labels of a graph stand; a label is undefined where it has no room. */
export interface GraphPlaces {
  /** By node, its middle; its width; all are as high. */
  readonly x: Float64Array;
  readonly width: Float64Array;
  readonly height: number;
  /** Whether all nodes begin at one line, with edges on both sides. */
  readonly isColumn: boolean;
  /** The room for a flag beside each node. */
  readonly flag: number;
  /** By edge: from the operand to its user, with heights in rows from the first, and where its label is. */
  readonly curves: readonly Way[];
  readonly labels: readonly (Point | undefined)[];
}

/** Rows that are lower than this, in pixels and in heights of letters, leave no room between nodes. */
const LOW = 40;
const LOW_FOR_LETTERS = 2.5;

/** More nodes than these cross each other's edges wherever they stand: in one column these have tracks. */
const MOST_SPREAD = 12;

/** Edges that pass from a row to the next, on average: with this many, spread nodes leave no room for the labels of edges. */
const TANGLED = 4;

/** Whether the nodes of a graph stand in one column: many nodes, those with many edges beside each other, and those whose rows are low. */
export function isColumn(graph: RunGraph, { rowHeight, size }: Field): boolean {
  return graph.size > MOST_SPREAD || rowHeight < Math.max(LOW, size * LOW_FOR_LETTERS) || passingIn(graph) >= TANGLED;
}

/** How many edges pass from a row to the next, on average. */
function passingIn({ size, starts, operands }: RunGraph): number {
  let rows = 0;
  for (let user = 0; user < size; user++)
    for (let edge = nth(starts, user); edge < nth(starts, user + 1); edge++) rows += user - nth(operands, edge);
  return rows / Math.max(1, size - 1);
}

/** A node's text: its name or operation. */
export function nodeName(graph: RunGraph, node: number): string {
  const name = shortName(graph, node);
  return kindIn(graph, node) === "operation" && name.startsWith("#") ? (opNameIn(graph, node) ?? name) : name;
}

/** The text of a node; a constant is its own name. */
export function nodeText(graph: RunGraph, node: number): string {
  const [name, value] = [nodeName(graph, node), shortReal(nth(graph.values, node))];
  return kindIn(graph, node) === "constant" ? value : `${name} ${value}`;
}

/** The room for the flag of any cotangent beside its node: no more than a part of the field. */
export function flagRoom(graph: RunGraph, field: Field): number {
  return [...graph.kinds.keys()].reduce((most, node) => Math.max(most, flagWidth(graph, node, field)), 0);
}

/** The room for the flag of one node's cotangent; that of a node that is not reached has a letter. */
export function flagWidth(graph: RunGraph, node: number, { size, w }: Field): number {
  const letters = graph.reached[node] === 1 ? shortReal(nth(graph.cotangents, node)).length : 1;
  return Math.min(size * (letters * LETTER + 1.2), w * 0.28);
}

/** How wide the number of an edge is. */
export function labelWidth(graph: RunGraph, edge: number, size: number): number {
  return shortReal(nth(graph.partials, edge)).length * size * LETTER * 0.86 + size * 0.6;
}

/** Rows that are shown at a time at most. */
export const MOST_ROWS = 30;
/** Of a long run, edges that pass no more rows than this are drawn whole. */
const NEAR = 8;

/** Whether an edge of a run of some rows goes too far to be drawn whole among the others: a window is shown of it. */
export function isDistant(rows: number, from: number, to: number): boolean {
  return rows > MOST_ROWS && to - from > NEAR;
}

/** A rectangle by its edges. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const [w, h] = [Math.min(a[2], b[2]) - Math.max(a[0], b[0]), Math.min(a[3], b[3]) - Math.max(a[1], b[1])];
  return w > 0 && h > 0 ? w * h : 0;
}
