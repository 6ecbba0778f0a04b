// Closing a document frees its explorations and measurements: memory, and the workers that hold it.
import { useDocument } from "./document.ts";

/** Calls a function whenever another document opens, to drop state of the one before. */
export function whenClosed(letGo: () => void): void {
  useDocument.subscribe(({ turn }, before) => {
    if (turn !== before.turn) letGo();
  });
}
