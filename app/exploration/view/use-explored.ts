// A cell explored for as long as a view of it is open.
import { useEffect } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { explore, keepExploring } from "../state/explorer.ts";
import { followExplorer } from "../state/scene.ts";
import { useExplorer } from "../state/store.ts";

/** The explored run of a cell; undefined until it is over, or without one. */
export function useExplored(cell: ProgramCell): Explored | undefined {
  const turn = useDocument((state) => state.turn);
  useEffect(() => {
    keepExploring(true);
    return () => keepExploring(false);
  }, []);
  // first the kept state, then the run
  useEffect(() => followExplorer(cell.id, turn), [cell.id, turn]);
  useEffect(() => void explore(cell), [cell]);
  return useExplorer(({ explored }) => explored);
}
