// The dialog of all places of a name.
import { t } from "@lingui/core/macro";
import type { CellId } from "../document/document.ts";
import { say } from "../document/state/document.ts";
import { openDialog } from "../navigation/dialogs.ts";
import { findReferences, useReferences } from "../program/state/references.ts";

/** Shows all places of the name at a place of a program; unless `always`, only of one's own with some in other programs. */
export async function showPlaces(id: CellId, offset: number, always: boolean): Promise<boolean> {
  const found = await findReferences(id, offset);
  if (found === undefined && always)
    say(t`No name at the cursor. Put the cursor on a definition, a variable, a constructor or a type.`);
  if (found === undefined) return false;
  const isSpread = found.isOwn && found.places.some(({ cell }) => cell !== id);
  if (!always && !isSpread) return false;
  useReferences.setState({ found });
  openDialog("references");
  return true;
}

/** Says why a name of the language's own is not renamed. */
export function sayBuiltIn(name: string): void {
  say(t`“${name}” is built in and cannot be renamed.`);
}
