// How the curve of a stage is drawn: a colour and a mark, so that neither has to tell it alone.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { MarkerName } from "../../plot/model.ts";

export interface StageLook {
  readonly colour: string;
  readonly marker: MarkerName;
}

const LOOKS: Readonly<Record<StageId, StageLook>> = {
  forward: { colour: "var(--primal)", marker: "times" },
  vectorised: { colour: "var(--primal)", marker: "triangle-down" },
  naive: { colour: "var(--rung-0)", marker: "circle" },
  staged: { colour: "var(--rung-1)", marker: "square" },
  cayley: { colour: "var(--rung-2)", marker: "triangle" },
  sparse: { colour: "var(--rung-3)", marker: "diamond" },
  mutable: { colour: "var(--rung-4)", marker: "star" },
  "one-array": { colour: "var(--rung-4)", marker: "wye" },
  defunctionalised: { colour: "var(--rung-4)", marker: "asterisk" },
  tape: { colour: "var(--rung-4)", marker: "cross" },
  parallel: { colour: "var(--job)", marker: "triangle-down" },
};

/** The look of a stage; a stage of another algorithm gets one in ink. */
export function lookOf(stage: StageId): StageLook {
  return LOOKS[stage] ?? { colour: "var(--ink)", marker: "circle" };
}
