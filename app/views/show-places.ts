// The dialog of all places of a name.
import { t } from "@lingui/core/macro";
import type { CellId } from "../document/document.ts";
import { openDialog } from "../state/dialogs.ts";
import { say } from "../state/document.ts";
import { findReferences, useReferences } from "../state/references.ts";

/** Shows all places of the name at a place of a program; unless `always`, only where some are in other programs. */
export async function showPlaces(id: CellId, offset: number, always: boolean): Promise<boolean> {
  const found = await findReferences(id, offset);
  if (found === undefined && always)
    say(t`No name stands at the cursor: put it on a definition, a variable, a constructor or a type.`);
  if (found === undefined || !(always || found.places.some(({ cell }) => cell !== id))) return false;
  useReferences.setState({ found });
  openDialog("references");
  return true;
}
