// The recomputed variables of a program, and the text beside it in Linear A: kept in the document, and there when the view is opened again.
import type { CellId } from "../../../document/document.ts";
import { setViews } from "../../../document/state/changing.ts";
import { noting } from "../../../document/state/noting.ts";
import type { StudySettings } from "../../../document/views.ts";
import { forgetChoices, setUp, useLinear, write } from "./state.ts";

/** Sets up the choices for a program, and notes changes; returns the function that ends this, and drops them. */
export function followChoices(id: CellId): () => void {
  setUp(id);
  const end = noting(choices, (study) => setViews(id, { study }), useLinear.subscribe);
  return () => {
    end();
    forgetChoices();
  };
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
