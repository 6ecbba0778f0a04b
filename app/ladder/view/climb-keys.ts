// The keys of the ladder: their names and their actions.
import { t } from "@lingui/core/macro";
import { type TimelineKey, timelineKey } from "../../exploration/view/timeline-keys.ts";
import { glideTo, playClimb, rungsNow, seekRung, stepRung, useClimb } from "../state.ts";

/** The keys of the ladder, for the handler and for the help that lists them. */
export const CLIMB_KEYS: readonly TimelineKey[] = [
  timelineKey([" "], t({ message: "Space", comment: "the key" }), t`Climb to the top, or pause`, playClimb),
  timelineKey(["arrowright"], "→", t`Next rung`, () => stepRung(1)),
  timelineKey(["arrowleft"], "←", t`Previous rung`, () => stepRung(-1)),
  timelineKey(["home"], t({ message: "Home", comment: "the key" }), t`To the ground`, () => seekRung(0)),
  timelineKey(["end"], t({ message: "End", comment: "the key" }), t`To the top`, () =>
    glideTo(rungsNow(useClimb.getState().algorithm).length - 1),
  ),
];
