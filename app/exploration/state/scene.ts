// How the views of a run stood: kept in the document while one looks, and set up again when the program is opened another time.
import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { Scene } from "../../document/address.ts";
import { type CellId, type ProgramCell, programOf } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { LastProgram, noting } from "../../document/state/noting.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { arrange, explore, isExploring } from "./explorer.ts";
import { knownLook } from "./request.ts";
import { MOST_COLUMNS, useExplorer } from "./store.ts";

/** Which program the explorer stood for last. */
const last = new LastProgram();

/** How the explorer is to stand for a program, whatever the document says. */
const useScene = create<{
  readonly wanted:
    | {
        readonly id: CellId;
        readonly look: ExplorerLook;
        readonly from: number | undefined;
        readonly lead: StageId | undefined;
      }
    | undefined;
}>()(() => ({ wanted: undefined }));

/** The steps of the leading stage between which a scene has the film of a run play: from one up to another, or to the end. */
export interface SceneSpan {
  readonly from: number;
  readonly to: number | undefined;
}

/** The steps between which the film plays; undefined where no scene says so. */
export function sceneSpan(): SceneSpan | undefined {
  const { wanted } = useScene.getState();
  return wanted?.from === undefined ? undefined : { from: wanted.from, to: wanted.look.step };
}

/** The stage that a scene names as the leading one; undefined where none does. */
export function useSceneLead(): StageId | undefined {
  return useScene(({ wanted }) => wanted?.lead);
}

/** Has the views of a program's run stand as a scene says, now or as soon as the run is explored; without one, as the document says. */
export function showScene(cell: ProgramCell, scene: Scene | undefined): void {
  if (scene === undefined) {
    useScene.setState({ wanted: undefined });
    return;
  }
  const look = lookOf(cell, scene);
  useScene.setState({ wanted: { id: cell.id, look, from: scene.from, lead: scene.lead } });
  arrange(look);
  if (isExploring(cell)) void explore(cell);
}

function lookOf(cell: ProgramCell, { step, pick, lead, stages }: Scene): ExplorerLook {
  const kept = knownLook(cell.views.explorer);
  const shown = stages.length === 0 ? kept.stages : stages.slice(0, MOST_COLUMNS);
  const leader = lead ?? kept.leader;
  return knownLook({
    // the stage whose steps are counted is among those that are shown
    stages: shown.includes(leader) || lead === undefined ? shown : [...shown.slice(0, MOST_COLUMNS - 1), leader],
    leader,
    step: step === "end" ? undefined : (step ?? kept.step),
    pinned: pick ?? (step === undefined ? kept.pinned : undefined),
    together: kept.together,
  });
}

/** The scene that the views of a program's run show now; undefined where that run is not explored. */
export function sceneNow(cell: ProgramCell): Scene | undefined {
  if (!isExploring(cell)) return undefined;
  const { stages, leader, step, pinned } = explorerLook();
  return { stages, lead: leader, step, pick: pinned };
}

/**
 * Sets the explorer up as kept for a program of the document that was opened as number `turn`, and notes changes; returns the function that
 * ends this.
 */
export function followExplorer(id: CellId, turn: number): () => void {
  const isAnother = last.isAnother(id, turn);
  const kept = programOf(useDocument.getState().document, id)?.views.explorer;
  // the columns in the cell may have been moved meanwhile
  const isMoved = JSON.stringify(kept) !== JSON.stringify(explorerLook());
  const { wanted } = useScene.getState();
  if (wanted?.id === id) arrange(wanted.look);
  else if (isAnother || (kept !== undefined && isMoved)) arrange(kept);
  return noting(
    () => (isExploringNow(id) ? explorerLook() : undefined),
    (explorer) => setViews(id, { explorer }),
    useExplorer.subscribe,
  );
}

/** Whether the run that is explored is that of a program as it is now. */
export function isExploringNow(id: CellId): boolean {
  const cell = programOf(useDocument.getState().document, id);
  return cell !== undefined && isExploring(cell);
}

function explorerLook(): ExplorerLook {
  const { stages, wanted, leader, cursors, pinned, isTogether } = useExplorer.getState();
  return { stages: wanted ?? stages, leader, step: cursors[leader] ?? 0, pinned, together: isTogether };
}
