// How the picture of a large run's ladder is laid out: scalars are lanes of pixels from left to right, the same at all rungs; above them
// the calls, waiting sums and the work on whole gradients, below them their records.
import { addAt, nth } from "../../../engine/base/nth.ts";
import { kindIn, NODE_KINDS } from "../../../engine/graphs/run-graph.ts";
import { type Bundle, bundlesOf, scalarsIn } from "../../exploration/drawn/bundles.ts";
import { projectedScale, type Room } from "../../picture/scale.ts";
import { type RowPaper, sidesOf } from "../model/paper.ts";
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

/** The layout of the picture of a large run's ladder; all lengths are pixels. */
export interface FarLadderPaper extends RowPaper {
  /** Lanes, and how wide each is. */
  readonly lanes: number;
  readonly inLanes: LanesOf;
  readonly lane: number;
  /** Fields of work: from the top. */
  readonly workY: number;
  readonly workHeight: number;
  /** Where calls stand, and how high they may get. */
  readonly callsY: number;
  readonly callsHeight: number;
  /** Rows: their middles, and how high each is. */
  readonly edgesY: number;
  readonly edgesHeight: number;
  readonly axisY: number;
  readonly row: number;
}

/** Lays out a ladder in a window of the given width and height in pixels. */
export function farLadderPaper(ladder: FarLadder, { width, height, projected }: Room): FarLadderPaper {
  const scale = projectedScale(projected);
  const sides = sidesOf(width, scale);
  const { left, right, gaugesHeight } = sides;
  const [size, least] = [Math.max(14, 24 * projected), Math.max(12, 24 * projected)];
  const lanes = Math.max(1, Math.min(ladder.graph.size, Math.floor(right - left)));
  const row = size * 1.55;
  const axisY = height - size * 0.8;
  const carryY = axisY - size * 1.9;
  const scalarY = carryY - row * 1.25;
  const tapeY = scalarY - row * 1.25;
  const waitingY = tapeY - row * 1.25;
  const top = gaugesHeight + 8 * scale;
  const free = waitingY - row * 0.8 - top;
  const edgesHeight = Math.max(10, Math.min(free * 0.2, 90 * scale));
  const edgesY = waitingY - row * 0.8;
  const workHeight = Math.max(size * 3, free * 0.32);
  const callsY = edgesY - edgesHeight - 6 * scale;
  const workY = top + size * 1.7;
  const callsHeight = Math.max(8, callsY - workY - workHeight - size * 2.2);
  return {
    width,
    height,
    scale,
    size,
    small: least,
    least,
    ...sides,
    lanes,
    inLanes: lanesOf(ladder, lanes),
    lane: (right - left) / lanes,
    workY,
    workHeight,
    callsY,
    callsHeight,
    edgesY,
    edgesHeight,
    waitingY,
    tapeY,
    scalarY,
    carryY,
    axisY,
    row,
  };
}
