// Formatting, in another worker than checks: a long program must not keep the page or the checker waiting.
import { t } from "@lingui/core/macro";
import { askOnce } from "../../client/client.ts";
import { type CellId, programOf } from "../../document/document.ts";
import { setText } from "../../document/state/changing.ts";
import { say, useDocument } from "../../document/state/document.ts";

/** Gives a program its usual layout, unless it has mistakes of syntax, or is changed meanwhile. */
export async function formatCell(id: CellId): Promise<void> {
  const cell = programOf(useDocument.getState().document, id);
  if (cell === undefined) return;
  const text = await askOnce("format", cell.text);
  const now = programOf(useDocument.getState().document, id);
  if (text === undefined) say(t`The program has syntax errors: fix them before formatting.`);
  else if (now?.text === cell.text) setText(id, text);
}
