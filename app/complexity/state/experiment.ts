// Programs that the lab opens: each in a document of its own, so that the reader's stays as it is.
import { create } from "zustand";
import { type Ask, type CellId, NOTHING_ASKED, type ProgramCell } from "../../document/document.ts";
import { setTextAndAsk } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { openBeside } from "../../document/state/opening.ts";

/** The document that was opened last for an experiment, and the program in it; undefined before the first. */
const useExperiment = create<{ readonly opened: { readonly key: string; readonly text: string } | undefined }>()(
  () => ({ opened: undefined }),
);

/**
 * Opens a program in a document of its own, or in that of the experiment before, where nothing was changed in it. Gives the cell that has
 * it, or undefined where it could not be opened.
 */
export async function openExperiment(cell: ProgramCell, text: string, ask: Partial<Ask>): Promise<CellId | undefined> {
  const { opened } = useExperiment.getState();
  if (opened?.key === useDocument.getState().key && opened.text === cell.text) {
    setTextAndAsk(cell.id, text, { ...NOTHING_ASKED, ...ask });
    useExperiment.setState({ opened: { ...opened, text } });
    return cell.id;
  }
  const id = await openBeside(text, { ...NOTHING_ASKED, ...ask });
  if (id !== undefined) useExperiment.setState({ opened: { key: useDocument.getState().key, text } });
  return id;
}
