// Scores in tests: of a program's run by some stages.
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import type { ColumnInfo } from "../../engine/explore/column.ts";
import { Exploration, type Explored } from "../../engine/explore/exploration.ts";
import { type Score, scoreOf } from "../../engine/score/score.ts";
import type { Request } from "../../engine/session/input/prepare.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { checkedOnce } from "./run.ts";

export interface Recorded {
  readonly explored: Explored;
  readonly exploration: Exploration;
  readonly infos: readonly ColumnInfo[];
}

export interface Scored extends Recorded {
  readonly score: Score;
}

/** A program explored and recorded by some stages; a run is cut short where it takes more steps. */
export function recorded(
  text: string,
  stages: readonly StageId[],
  request: Request = {},
  steps = DEFAULT_BUDGET.steps,
): Recorded {
  const exploration = new Exploration(checkedOnce(text), request, { ...DEFAULT_BUDGET, steps });
  const explored = finish(exploration.open());
  const infos = stages.map((stage) => finish(exploration.record(stage)));
  return { explored, exploration, infos };
}

/** The same with its score, movement by movement. */
export function scored(text: string, stages: readonly StageId[], request: Request = {}): Scored {
  const found = recorded(text, stages, request);
  return { ...found, score: scoreOf(found.explored.graph, found.exploration.performances(stages)) };
}
