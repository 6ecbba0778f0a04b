// The keys of CHAD's ladder: their names and their actions.
import { t } from "@lingui/core/macro";
import { type TimelineKey, timelineKey } from "../../../exploration/view/timeline-keys.ts";
import { fasterRows, playRows, seekMerge, seekRows, stepRows, useRows } from "./state.ts";

/** Where the keys work, for the help. */
export const title = t`On CHAD’s ladder`;

/** The keys, for the handler and for the help that lists them. */
export const keys: readonly TimelineKey[] = [
  timelineKey([" "], t({ message: "Space", comment: "the key" }), t`Play, or pause`, playRows),
  timelineKey(["arrowright"], "→", t`Step`, () => stepRows(1)),
  timelineKey(["arrowleft"], "←", t`Step back`, () => stepRows(-1)),
  timelineKey(["home"], t({ message: "Home", comment: "the key" }), t`To the start`, () => seekRows(0)),
  timelineKey(["end"], t({ message: "End", comment: "the key" }), t`To the end`, () =>
    seekRows(useRows.getState().score?.end ?? 0),
  ),
  timelineKey(["m"], "m", t`Next merge; with Shift, the previous one`, ({ shiftKey }) => seekMerge(shiftKey ? -1 : 1)),
  timelineKey(["[", "]"], "[ ]", t`Play slower, play faster`, ({ key }) => fasterRows(key === "]" ? 1 : -1)),
];
