// The run of a cell as it is explored, and how its columns stand: what the page knows of it before one looks.
import { isWatched, USUAL } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { type ProgramCell, sameTexts } from "../../document/document.ts";
import { useDataKey, useTextsAbove } from "../../document/state/document.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { requestOf } from "../../program/state/running.ts";

/** The columns as they stand at first: at the end of the run, where all values and cotangents are known. */
export const USUAL_LOOK: ExplorerLook = {
  stages: USUAL.columns,
  leader: USUAL.leading,
  step: undefined,
  pinned: undefined,
  together: true,
};
/** The request to explore a cell: the program and its input, without the stage. */
export function exploreRequestOf(cell: ProgramCell): ExploreRequest {
  const { stage: _, ...request } = requestOf(cell);
  return request;
}

/** The same, as it changes with the cell, the programs above it, and their data. */
export function useExploreRequest(cell: ProgramCell): ExploreRequest {
  useTextsAbove(cell.id);
  useDataKey(cell.id);
  return exploreRequestOf(cell);
}

/** Whether two requests explore the same run. */
export function isSame(a: ExploreRequest | undefined, b: ExploreRequest): boolean {
  return (
    a !== undefined &&
    a.text === b.text &&
    a.data === b.data &&
    a.entry === b.entry &&
    a.at === b.at &&
    a.cotangent === b.cotangent &&
    a.n === b.n &&
    a.variations === b.variations &&
    JSON.stringify(a.recomputed) === JSON.stringify(b.recomputed) &&
    sameTexts(a.above, b.above)
  );
}

/** The columns as a document has them, without unknown stages; the usual ones where none is left. */
export function knownLook(look: ExplorerLook = USUAL_LOOK): ExplorerLook {
  const stages = look.stages.filter(isWatched);
  if (stages.length === 0) return USUAL_LOOK;
  return { ...look, stages, leader: stages.includes(look.leader) ? look.leader : nth(stages, 0) };
}
