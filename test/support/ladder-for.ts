// The ladder of an algorithm on a program, as the picture of the ladder takes it.
import { gaugesOfLadder, LADDERS } from "../../app/algorithms/index.ts";
import { ladderOf } from "../../app/ladder/model/ladder.ts";
import { recorded } from "./animated.ts";

/** The ladder of an algorithm on a program, and what its rungs count. */
export function ladderFor(text: string, algorithm: string, n?: number) {
  const stages = LADDERS.find(({ id }) => id === algorithm)!.rungs.map(({ id }) => id);
  const { exploration, explored, infos } = recorded(text, stages, n === undefined ? {} : { n });
  const ladder = ladderOf(explored.graph, gaugesOfLadder(algorithm), infos, exploration.replayOrders(stages));
  return { ladder, infos };
}
