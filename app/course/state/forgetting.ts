// The reader's answers in the open document are forgotten, until the notice about it brings them back.
import { t } from "@lingui/core/macro";
import { change } from "../../document/state/changing.ts";
import { offer, say, useDocument } from "../../document/state/document.ts";
import { withoutAttempts } from "../model/handed-out.ts";
import { NO_DEEDS } from "../model/open-questions.ts";
import { deedsNow, setDeeds } from "./progress.ts";

/** Forgets the answers in the open document, and what was written into its exercises; a notice has the way back. */
export function forgetOwnAnswers(): void {
  const { document, key } = useDocument.getState();
  const deeds = deedsNow();
  const emptied = withoutAttempts(document);
  if (deeds === NO_DEEDS && emptied === document) return say(t`You have not answered anything in this document.`);
  setDeeds(NO_DEEDS);
  change(t`answers were forgotten`, "", () => emptied);
  offer(t`Your answers in this document are forgotten.`, t`Undo`, () => {
    if (useDocument.getState().key !== key) return;
    setDeeds(deeds);
    if (emptied === document) return;
    const before = new Map(document.cells.map((cell) => [cell.id, cell.text]));
    change(t`answers came back`, "", (now) => ({
      ...now,
      cells: now.cells.map((cell) =>
        cell.tag === "exercise" ? { ...cell, text: before.get(cell.id) ?? cell.text } : cell,
      ),
    }));
  });
}
