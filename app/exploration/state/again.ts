// A run that was stopped, once more.
import type { ProgramCell } from "../../document/document.ts";
import { explore } from "./explorer.ts";
import { useExplorer } from "./store.ts";

/** Explores a cell whose run was stopped. */
export async function exploreAgain(cell: ProgramCell): Promise<void> {
  useExplorer.setState({ subject: undefined });
  await explore(cell);
}
