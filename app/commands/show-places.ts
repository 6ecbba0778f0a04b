// The dialog of all places of a name.
import { t } from "@lingui/core/macro";
import type { CellId } from "../document/document.ts";
import { say } from "../document/state/document.ts";
import { openDialog } from "../navigation/dialogs.ts";
import type { CellCheck } from "../program/model/run.ts";
import { checkNow } from "../program/state/checking.ts";

/**
 * Shows all places of the name at a place of a program, once it is checked; unless `always`, only of one's own with some in other
 * programs. Says why where there is no name; whether anything was shown or said.
 */
export async function showPlaces(id: CellId, offset: number, always: boolean): Promise<boolean> {
  const check = await checkNow(id);
  // few look for a name: the search is loaded then
  const { findReferences, useReferences } = await import("../program/state/references.ts");
  const found = check && (await findReferences(id, offset));
  if (found === undefined) {
    sayNoName(check, offset);
    return true;
  }
  const isSpread = found.isOwn && found.places.some(({ cell }) => cell !== id);
  if (!always && !isSpread) return false;
  useReferences.setState({ found });
  openDialog("references");
  return true;
}

function sayNoName(check: CellCheck | undefined, offset: number): void {
  const around = check?.text.slice(Math.max(0, offset - 1), offset + 1) ?? "";
  const hasErrors = check?.checked.diagnostics.some(({ severity }) => severity === "error");
  if (check === undefined) say(t`This program is not checked yet. Try again in a moment.`);
  else if (hasErrors && /[\p{L}_]/u.test(around))
    say(t`This name cannot be read while the program has errors. Fix them first: F8 goes to the next one.`);
  else say(t`No name at the cursor. Put the cursor on a definition, a variable, a constructor or a type.`);
}

/** Says why a name of the language's own is not renamed. */
export function sayBuiltIn(name: string): void {
  say(t`“${name}” is built in and cannot be renamed.`);
}
