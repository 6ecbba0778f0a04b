// The keys of the ladder: what they are called, and what they do.
import { t } from "@lingui/core/macro";
import type { TimelineKey } from "../../exploration/view/timeline-keys.ts";
import { glideTo, playClimb, rungsNow, seekRung, stepRung, useClimb } from "../state.ts";

export const CLIMB_KEYS: readonly TimelineKey[] = [
  key([" "], t({ message: "Space", comment: "the key" }), t`Climb to the top, or pause`, playClimb),
  key(["arrowright"], "→", t`Next rung`, () => stepRung(1)),
  key(["arrowleft"], "←", t`Previous rung`, () => stepRung(-1)),
  key(["home"], t({ message: "Home", comment: "the key" }), t`To the ground`, () => seekRung(0)),
  key(["end"], t({ message: "End", comment: "the key" }), t`To the top`, () =>
    glideTo(rungsNow(useClimb.getState().algorithm).length - 1),
  ),
];

function key(keys: readonly string[], shown: string, words: string, press: () => void): TimelineKey {
  return {
    keys,
    shown,
    words,
    press: () => {
      press();
      return true;
    },
  };
}
