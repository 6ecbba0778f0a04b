// A document that is closed takes along what was explored and measured of it: memory, and the workers that hold it.
import { useDocument } from "./document.ts";

/** Calls a function whenever another document opens: it lets go of what belongs to the one before. */
export function whenClosed(letGo: () => void): void {
  useDocument.subscribe(({ turn }, before) => {
    if (turn !== before.turn) letGo();
  });
}
