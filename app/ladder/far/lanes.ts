// The lanes of a large run's ladder, by rung: found once for a number of lanes, so that a move of the climb costs no more for many scalars
// than for few.
import { addAt, nth } from "../../../engine/base/nth.ts";
import { kindIn, NODE_KINDS } from "../../../engine/graphs/run-graph.ts";
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
  readonly bundles: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

/** Groups of lanes between which edges are gathered, and bundles at most. */
export const GROUPS = 60;
const MOST_BUNDLES = 240;

const kept = new WeakMap<FarLadder, Map<number, LanesOf>>();

/** Finds the contents of lanes; kept, so that asking again for as many lanes is cheap. */
export function lanesOf(ladder: FarLadder, lanes: number): LanesOf {
  const known = kept.get(ladder) ?? new Map<number, LanesOf>();
  kept.set(ladder, known);
  let found = known.get(lanes);
  if (found === undefined) {
    found = find(ladder, lanes);
    known.set(lanes, found);
  }
  return found;
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
  return { calls, most, kinds, bundles: bundlesOf(ladder) };
}

function bundlesOf({ graph: { size, starts, operands } }: FarLadder): LanesOf["bundles"] {
  const counts = new Float64Array(GROUPS * GROUPS);
  const group = (number: number): number => Math.floor((number * GROUPS) / size);
  for (let number = 0; number < size; number++)
    for (let edge = nth(starts, number); edge < nth(starts, number + 1); edge++)
      addAt(counts, group(number) * GROUPS + group(nth(operands, edge)), 1);
  return [...counts.entries()]
    .filter(([, count]) => count > 0)
    .map(([at, count]) => ({ from: Math.floor(at / GROUPS), to: at % GROUPS, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_BUNDLES);
}
