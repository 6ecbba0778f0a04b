// The data of the picture of a large run's ladder: for each rung how often each scalar is called, and its counts.

import { farAnimation } from "../../../engine/animation/far.ts";
import type { ReplayOrder } from "../../../engine/animation/replay-order.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { rungOf } from "../../algorithms/index.ts";
import type { LadderGauge } from "../../algorithms/rung.ts";
import { rungsOf } from "../model/gauges.ts";
import type { AnyLadder, AnyRung } from "../model/ladder.ts";

/** A rung of a large run: how often each scalar is called. */
export interface FarRung extends AnyRung {
  /** By scalar, the binary logarithm of how often it is called; −∞ for never. */
  readonly calledLog2: Float32Array;
}

/** All that the pictures of a large run's ladder are drawn from. */
export interface FarLadder extends AnyLadder {
  readonly rungs: readonly FarRung[];
}

/** How often each scalar is called by a stage: as recorded, or by the paths of the graph where the run was cut short. */
export function calledIn(graph: RunGraph, replayOrder: ReplayOrder): Float32Array {
  return Float32Array.from(nth(farAnimation(graph, [replayOrder]).columns, 0).totalLog2);
}

/** Makes the ladder from recordings in the order of its rungs; `called` has the binary logarithms of the calls by scalar. */
export function farLadderOf(
  graph: RunGraph,
  gauges: readonly LadderGauge[],
  infos: readonly ColumnInfo[],
  called: readonly Float32Array[],
): FarLadder {
  const counts = rungsOf(infos, gauges);
  const rungs = infos.map(({ stage }, place): FarRung => {
    return { stage, look: rungOf(stage), calledLog2: nth(called, place), counts: present(counts[place]) };
  });
  return { graph, gauges, rungs };
}
