// The choices of stages and of the table for the systems of a program: kept in the document while one looks, and set up again when the
// program is opened another time.
import { quantityOf } from "../../../engine/analysis/quantities.ts";
import { type CellId, programOf } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { LastProgram, noting } from "../../document/state/noting.ts";
import type { SystemsChoices } from "../../document/views.ts";
import { setUpColumns, useSystems } from "./systems.ts";
import { setUpTable, useTable } from "./table.ts";

/** Which program the systems were shown of last. */
const last = new LastProgram();

/**
 * Sets up the choices for a program of the document that was opened as number `turn`, before the first request, and notes changes; returns
 * the function that ends this.
 */
export function followSystems(id: CellId, turn: number): () => void {
  const kept = programOf(useDocument.getState().document, id)?.views.systems;
  if (last.isAnother(id, turn) && kept !== undefined) {
    setUpColumns(kept.stages);
    if (quantityOf(kept.quantity) !== undefined) setUpTable(kept.compared, kept.quantity);
  }
  return noting(
    choices,
    (systems) => setViews(id, { systems }),
    (listener) => {
      const ends = [useSystems.subscribe(listener), useTable.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
  );
}

function choices(): SystemsChoices {
  const { stages: compared, quantity } = useTable.getState();
  return { stages: useSystems.getState().stages, compared, quantity };
}
