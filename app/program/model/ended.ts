// The reason for which a run, or a recording of it, has not come to its end.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import type { RecordingEnd } from "../../../engine/explore/column.ts";

/** The reason in a clause: an error, a stage that does not take the program, or a bound; undefined where the run came to its end. */
export function whyEnded(ended: RecordingEnd): string | undefined {
  switch (ended.tag) {
    case "done":
      return undefined;
    case "mistake":
      return nth(ended.diagnostics, 0).message;
    case "out-of-budget":
      return ended.diagnostic.message;
    case "too-many-events":
      return t`the run has more events than a recording holds`;
    case "stopped":
      return t`the run was stopped`;
  }
}
