// The lanes of a large run's ladder, by rung: found once for a number of lanes, so that a move of the climb costs no more for many scalars
// than for few.
import { addAt, nth } from "../../../engine/base/nth.ts";
import { kindIn, NODE_KINDS } from "../../../engine/graphs/run-graph.ts";
import { kept, keptByKey } from "../../base/kept.ts";
import { type Bundle, bundlesOf } from "../../exploration/drawn/bundles.ts";
import type { FarLadder } from "./ladder.ts";
import { scalarsIn } from "./paper.ts";

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

const lanesIn = kept((_: FarLadder) => keptByKey<number, LanesOf>());

/** Finds the contents of lanes; kept, so that asking again for as many lanes is cheap. */
export function lanesOf(ladder: FarLadder, lanes: number): LanesOf {
  return lanesIn(ladder)(lanes, () => find(ladder, lanes));
}

function find(ladder: FarLadder, lanes: number): LanesOf {
  const { graph, rungs } = ladder;
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
