// The state of the picture of legs: the run that is shown, and its time.
import type { StageId } from "../../../../engine/algorithms/algorithm.ts";
import { nth } from "../../../../engine/base/nth.ts";
import type { Explored } from "../../../../engine/explore/exploration.ts";
import { indexedName } from "../../../../engine/graphs/run-graph.ts";
import { Player } from "../../../playback/score/player.ts";
import { legsOf, TOLD } from "./model/legs.ts";
import { type Score, scoreOf } from "./model/score.ts";
import { pointWords } from "./words.ts";

/** The player of legs. */
export const player = new Player<Score>();

/** Rows up to which a run is drawn, and lanes. */
const [MOST_ROWS, MOST_LEVELS] = [80, 4];

/** Makes the picture of the explored run by the stage that tells of its legs. */
export function makeLegs(explored: Explored, stages: readonly StageId[]): Promise<void> {
  const { text, graph } = explored;
  return player.show({ explored, stages, names: TOLD }, (found) => {
    const nameOf = (scalar: number) => (scalar < graph.size ? indexedName(graph, scalar) : undefined);
    const legs = legsOf(nth(found, 0).events, { text, nameOf, pointName: pointWords });
    if (legs.rows.length === 0) return "nothing";
    return legs.rows.length > MOST_ROWS || legs.levels > MOST_LEVELS ? "large" : scoreOf(legs);
  });
}
