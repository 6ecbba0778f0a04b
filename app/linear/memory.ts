// What is computed again of a program: kept in the document while one looks, and chosen when the view is opened another time.
import { type CellId, programOf } from "../document/document.ts";
import { setViews } from "../document/state/changing.ts";
import { useDocument } from "../document/state/document.ts";
import { noting } from "../document/state/noting.ts";
import { setUp, useLinear } from "./state.ts";

/** Sets up what was chosen for a program, before it is asked for, and notes what changes until the function that comes back is called. */
export function followChoices(id: CellId): () => void {
  setUp(programOf(useDocument.getState().document, id)?.views.linear?.recomputed ?? {});
  return noting(
    () => ({ recomputed: useLinear.getState().recomputed }),
    (linear) => setViews(id, { linear }),
    useLinear.subscribe,
  );
}
