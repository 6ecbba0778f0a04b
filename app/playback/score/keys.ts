// The keys of a picture that is played by its score: their names and their actions.
import { t } from "@lingui/core/macro";
import { type TimelineKey, timelineKey } from "../../exploration/view/timeline-keys.ts";
import type { Played, Player } from "./player.ts";

/** The keys of a player, for the handler and for the help that lists them; `more` stand before those of the speed. */
export function playerKeys<Score extends Played>(
  player: Player<Score>,
  more: readonly TimelineKey[] = [],
): readonly TimelineKey[] {
  return [
    timelineKey([" "], t({ message: "Space", comment: "the key" }), t`Play, or pause`, () => player.play()),
    timelineKey(["arrowright"], "→", t`Step`, () => player.step(1)),
    timelineKey(["arrowleft"], "←", t`Step back`, () => player.step(-1)),
    timelineKey(["home"], t({ message: "Home", comment: "the key" }), t`To the start`, () => player.seek(0)),
    timelineKey(["end"], t({ message: "End", comment: "the key" }), t`To the end`, () =>
      player.seek(player.use.getState().score?.end ?? 0),
    ),
    ...more,
    timelineKey(["[", "]"], "[ ]", t`Play slower, play faster`, ({ key }) => player.faster(key === "]" ? 1 : -1)),
  ];
}
