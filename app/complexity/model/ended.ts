// Why a run that was measured came to no end of its own.
import type { Ended } from "../../../engine/session/run/outcome.ts";

/** The first thing that went wrong; undefined where the run was done, or was stopped. */
export function reasonOf(ended: Ended | undefined): string | undefined {
  switch (ended?.tag) {
    case "mistake":
      return ended.diagnostics[0]?.message;
    case "out-of-budget":
      return ended.diagnostic.message;
    default:
      return undefined;
  }
}
