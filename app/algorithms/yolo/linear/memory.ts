// The recomputed variables of a program, and the text beside it in Linear A: kept in the document, and there when the view is opened again.
import { type CellId, programOf } from "../../../document/document.ts";
import { setViews } from "../../../document/state/changing.ts";
import { useDocument } from "../../../document/state/document.ts";
import { noting } from "../../../document/state/noting.ts";
import type { StudySettings } from "../../../document/views.ts";
import { setUp, useLinear, write } from "./state.ts";

/** Sets up what was chosen for a program, before it is asked for, and notes what changes until the function that comes back is called. */
export function followChoices(id: CellId): () => void {
  const study = programOf(useDocument.getState().document, id)?.views.study;
  setUp(study?.recomputed ?? {}, study?.written ?? "", study?.of ?? "program");
  return noting(
    () => choices(),
    (study) => setViews(id, { study }),
    useLinear.subscribe,
  );
}

function choices(): StudySettings {
  const { recomputed, written, of } = useLinear.getState();
  return { recomputed, ...(written !== "" && { written }), ...(of !== "program" && { of }) };
}

/** The reader writes: that is in the document at once, like everything that is typed. */
export function writeFor(id: CellId, text: string): void {
  write(text);
  setViews(id, { study: choices() });
}
