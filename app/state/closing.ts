// A document that is closed takes along what was explored and measured of it: memory, and the workers that hold it.
import { useDocument } from "./document.ts";
import { forgetExplored } from "./explorer.ts";
import { forgetGraph } from "./graph.ts";
import { labClient } from "./lab.ts";

/** Lets go of what belongs to a document whenever another one opens. */
export function startClosing(): void {
  useDocument.subscribe(({ turn }, before) => {
    if (turn === before.turn) return;
    forgetExplored();
    forgetGraph();
    labClient.end();
  });
}
