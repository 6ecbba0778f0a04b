// The keys of CHAD's ladder: their names and their actions.
import { t } from "@lingui/core/macro";
import { timelineKey } from "../../../exploration/view/timeline-keys.ts";
import { playerKeys } from "../../../playback/score/keys.ts";
import { player } from "./state.ts";

/** Where the keys work, for the help. */
export const title = t`On CHAD’s ladder`;

/** The keys, for the handler and for the help that lists them. */
export const keys = playerKeys(player, [
  timelineKey(["m"], "m", t`Next merge; with Shift, the previous one`, ({ shiftKey }) =>
    player.seekMerge(shiftKey ? -1 : 1),
  ),
]);
