// How the graph of a program stood: kept in the document while one looks, and set up again when the program is opened another time.
import { type CellId, programOf } from "../document/document.ts";
import { setViews } from "../document/state/changing.ts";
import { useDocument } from "../document/state/document.ts";
import { LastProgram, noting } from "../document/state/noting.ts";
import { type GraphSettings, MOST_KEPT_TANGENTS } from "../document/views.ts";
import { isExploringNow } from "../exploration/state/scene.ts";
import { setUp, useGraph } from "./state.ts";

/** How a graph is shown that was not looked at before. */
const FIRST_SETTINGS: GraphSettings = { all: false, labels: "numbers" };

/** Which program the graph stood for last. */
const last = new LastProgram();

/**
 * Sets the graph up as kept for a program of the document that was opened as number `turn`, and notes changes; returns the function that
 * ends this.
 */
export function followGraph(id: CellId, turn: number): () => void {
  const isAnother = last.isAnother(id, turn);
  const kept = programOf(useDocument.getState().document, id)?.views.graph;
  if (isAnother) setUp(kept ?? FIRST_SETTINGS);
  return noting(
    () => (isExploringNow(id) ? graphSettings() : undefined),
    (graph) => setViews(id, { graph }),
    useGraph.subscribe,
  );
}

function graphSettings(): GraphSettings {
  const { isAll, hideConstants, labels, shown, direction, wantedDirection } = useGraph.getState();
  const moved = direction ?? wantedDirection;
  return {
    all: isAll,
    ...(hideConstants !== undefined && { hideConstants }),
    labels,
    ...(shown === "sharing" && { sharing: true }),
    ...(moved !== undefined && moved.length <= MOST_KEPT_TANGENTS && { direction: moved }),
  };
}
