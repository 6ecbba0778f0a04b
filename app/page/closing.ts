// A document that is closed takes along what was explored and measured of it: memory, and the workers that hold it.

import { labClient } from "../complexity/state/lab.ts";
import { useDocument } from "../document/state/document.ts";
import { forgetExplored } from "../exploration/state/explorer.ts";
import { forgetGraph } from "../graph/state.ts";

/** Lets go of what belongs to a document whenever another one opens. */
export function startClosing(): void {
  useDocument.subscribe(({ turn }, before) => {
    if (turn === before.turn) return;
    forgetExplored();
    forgetGraph();
    labClient.end();
  });
}
