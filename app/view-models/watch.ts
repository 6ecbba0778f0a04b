// A watched scalar in a line: its value and its cotangent so far.
import { shortReal } from "../../engine/core/show-value.ts";
import type { RunGraph } from "../../engine/graphs/run-graph.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";

export function watchWords(graph: RunGraph, frame: ColumnFrame | undefined, number: number): string {
  const row = frame?.rows.find((one) => one.number === number);
  if (row === undefined || !row.isCreated) return "is not created yet";
  const cotangent = row.cotangent;
  const value = `= ${shortReal(graph.values[number]!)}`;
  return cotangent === undefined ? `${value}, no cotangent yet` : `${value}, cotangent ${shortReal(cotangent)}`;
}
