// The state of CHAD's ladder: the run that is shown, and its time.
import type { StageId } from "../../../../engine/algorithms/algorithm.ts";
import { EVENTS } from "../../../../engine/algorithms/chad/descriptions.ts";
import type { Explored } from "../../../../engine/explore/exploration.ts";
import { Player } from "../../../playback/score/player.ts";
import { rowsLadderOf } from "./model/ladder.ts";
import { type Score, scoreOf } from "./model/score.ts";

/** The player of the ladder. */
export const player = new Player<Score>();

/** Rows and calls of all stages, up to which a run is drawn. */
const MOST_DRAWN = 6_000;

/** Makes the picture of the explored run by recorded stages. */
export function makeRows(explored: Explored, stages: readonly StageId[]): Promise<void> {
  const { text, at, value, gradient } = explored;
  const results = { at: at?.text ?? "", value: value?.text ?? "", gradient: gradient?.text ?? "" };
  return player.show({ explored, stages, names: Object.values(EVENTS) }, (found) => {
    const own = found.map(({ stage, events }) => ({ stage, events: events.filter((one) => one.tag === "own") }));
    const ladder = rowsLadderOf(text, own, results);
    if (ladder.lines.length === 0) return "nothing";
    const drawn = ladder.columns.reduce((sum, { rows, calls }) => sum + rows.length + calls.length, 0);
    return drawn > MOST_DRAWN ? "large" : scoreOf(ladder);
  });
}
