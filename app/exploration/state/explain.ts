// The way from a scalar, wherever it is shown, to the graph that explains it.
import { type CellId, programOf } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { open } from "../../navigation/route.ts";
import { knownLook } from "./request.ts";

/** Opens the graph with a scalar chosen, where its cotangent is explained. */
export function explainScalar(id: CellId, scalar: number): void {
  const cell = programOf(useDocument.getState().document, id);
  if (cell === undefined) return;
  setViews(id, { explorer: { ...knownLook(cell.views.explorer), step: undefined, pinned: scalar } });
  open("graph", id);
}
