// Places beside each other for scalars that stand one under the other: a scalar keeps its lane from its creation to its
// last use, so that the edges of two scalars that live at the same time do not lie on each other.
import { nth } from "../base/nth.ts";
import type { RunGraph } from "./run-graph.ts";

/** By scalar, its lane from 0 on. Where there are more scalars side by side than lanes, they share lanes. */
export function lanesOf({ size, starts, operands, outputs }: RunGraph, most: number): Uint8Array {
  const lastUse = Int32Array.from({ length: size }, (_, node) => node);
  for (let node = 0; node < size; node++)
    for (let edge = nth(starts, node); edge < nth(starts, node + 1); edge++) lastUse[nth(operands, edge)] = node;
  for (const output of outputs) lastUse[output] = size;
  const lanes = new Uint8Array(size);
  const freeFrom = new Int32Array(most);
  for (let node = 0; node < size; node++) {
    // a value that is used here for the last time leaves its lane to the result
    const before = operandLane(node);
    let lane =
      before !== undefined && nth(freeFrom, before) <= node ? before : freeFrom.findIndex((free) => free <= node);
    if (lane < 0) lane = node % most;
    lanes[node] = lane;
    freeFrom[lane] = Math.max(nth(freeFrom, lane), nth(lastUse, node));
  }
  return lanes;

  function operandLane(node: number): number | undefined {
    for (let edge = nth(starts, node); edge < nth(starts, node + 1); edge++)
      if (lastUse[nth(operands, edge)] === node) return lanes[nth(operands, edge)];
    return undefined;
  }
}
