// The keys of the systems: their names and their actions.
import { t } from "@lingui/core/macro";
import { type TimelineKey, timelineKey } from "../../exploration/view/timeline-keys.ts";
import { chooseNext, togglePlace } from "../state/systems.ts";

/** The keys of the systems, for the handler and for the help that lists them. */
export const SYSTEMS_KEYS: readonly TimelineKey[] = [
  timelineKey(["j"], "j", t`Next number of the run; with Shift, the one before`, ({ shiftKey }) =>
    chooseNext(shiftKey ? -1 : 1),
  ),
  timelineKey(["1", "2", "3", "4"], "1 2 3 4", t`Show a system, or put it away`, ({ key }) =>
    togglePlace(Number(key) - 1),
  ),
];
