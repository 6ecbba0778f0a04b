// Animations in tests: of a program's run by some stages.
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import { type Animation, animationOf } from "../../engine/animation/animation.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import type { ColumnInfo } from "../../engine/explore/column.ts";
import { Exploration, type Explored } from "../../engine/explore/exploration.ts";
import type { Request } from "../../engine/session/input/prepare.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { checkedOnce } from "./run.ts";

export interface Recorded {
  readonly explored: Explored;
  readonly exploration: Exploration;
  readonly infos: readonly ColumnInfo[];
}

export interface Animated extends Recorded {
  readonly animation: Animation;
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

/** The same with its animation, movement by movement. */
export function animated(text: string, stages: readonly StageId[], request: Request = {}): Animated {
  const found = recorded(text, stages, request);
  return { ...found, animation: animationOf(found.explored.graph, found.exploration.replayOrders(stages)) };
}
