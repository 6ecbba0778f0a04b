// The lanes of a large run's ladder, by rung: a part of its paper, so that a move of the climb costs no more for many scalars than for few.
import { addAt, nth } from "../../../engine/base/nth.ts";
import { kindIn, NODE_KINDS } from "../../../engine/graphs/run-graph.ts";
import { type Bundle, bundlesOf } from "../../exploration/drawn/bundles.ts";
import type { FarLadder } from "./ladder.ts";

/** Contents of each lane of pixels at each rung, for a width. */
export interface LanesOf {
  /** By rung and lane, the logarithm of the calls of its most called scalar; −1 where none is called. */
  readonly calls: readonly Float32Array[];
  /** The largest of all. */
  readonly most: number;
  /** By kind of scalars, the lanes that have mostly these; of inputs, those that have any. */
  readonly kinds: readonly Uint8Array[];
  /** Edges between groups of lanes; those with most. */
  readonly bundles: readonly Bundle[];
}

/** Groups of lanes between which edges are gathered, and bundles at most. */
export const GROUPS = 60;
const MOST_BUNDLES = 240;

/** Finds the contents of lanes. */
export function lanesOf({ graph, rungs }: FarLadder, lanes: number): LanesOf {
  const kinds = NODE_KINDS.map(() => new Uint8Array(lanes));
  const calls = rungs.map(() => new Float32Array(lanes).fill(-1));
  let most = 0;
  for (let lane = 0; lane < lanes; lane++) {
    const [from, to] = scalarsIn(graph.size, lanes, lane);
    const counts = NODE_KINDS.map(() => 0);
    for (let number = from; number < to; number++) addAt(counts, NODE_KINDS.indexOf(kindIn(graph, number)), 1);
    // few inputs are seen among many operations
    const hasInput = nth(counts, NODE_KINDS.indexOf("input")) > 0;
    nth(kinds, hasInput ? NODE_KINDS.indexOf("input") : counts.indexOf(Math.max(...counts)))[lane] = 1;
    for (const [place, { calledLog2 }] of rungs.entries())
      for (let number = from; number < to; number++)
        if (nth(calledLog2, number) > nth(nth(calls, place), lane)) nth(calls, place)[lane] = nth(calledLog2, number);
    for (const list of calls) most = Math.max(most, nth(list, lane));
  }
  return { calls, most, kinds, bundles: bundlesOf(graph, GROUPS, MOST_BUNDLES) };
}

/** The scalars of a lane: from the first up to before the second. */
export function scalarsIn(size: number, lanes: number, lane: number): readonly [from: number, to: number] {
  return [Math.ceil((lane * size) / lanes), Math.ceil(((lane + 1) * size) / lanes)];
}
