// The legs of derivatives within derivatives: down and up over the same rows, lane by lane, with a wall around each derivative.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect } from "react";
import { useKeys } from "../../../exploration/view/use-keys.ts";
import type { Room } from "../../../picture/scale.ts";
import { ScoreFrame, ScoreView } from "../../../playback/score/view.tsx";
import type { LadderProps } from "../../algorithm.ts";
import { legsPaperOf } from "./drawn/paper.ts";
import { legsPictureAt } from "./drawn/picture.ts";
import { keys } from "./keys.ts";
import type { Score } from "./model/score.ts";
import { saidAt } from "./model/words.ts";
import { makeLegs, player } from "./state.ts";
import { LegsTable } from "./table.tsx";
import { pictureWords } from "./words.ts";

/** Shows the legs of a run, by the stage that takes derivatives within a program. */
export default function LegsView({ explored, stages, head }: LadderProps) {
  useKeys(keys);
  useEffect(() => void makeLegs(explored, stages), [explored, stages]);
  return (
    <ScoreFrame
      player={player}
      explored={explored}
      head={head}
      nothing={t`No Real is computed in this run.`}
      picture={(score) => <Drawn score={score} explored={explored} />}
      table={(score) => <LegsTable score={score} />}
    />
  );
}

/** The picture of a run, and its dock. */
function Drawn({ score, explored }: Pick<LadderProps, "explored"> & { readonly score: Score }) {
  const { entry } = explored;
  const lay = useCallback(
    (room: Room) => {
      const paper = legsPaperOf(score.legs, room);
      const words = pictureWords(entry);
      return { ...paper, at: (at: number) => legsPictureAt(score, paper, at, words) };
    },
    [score, entry],
  );
  return (
    <ScoreView
      player={player}
      score={score}
      explored={explored}
      lay={lay}
      said={(at) => saidAt(score, at)}
      count={(leg, total) => t`leg ${leg} of ${total}`}
      label={t`The legs of the derivatives over the rows of the run. The sentence and the table below say what the picture shows.`}
      name="legs"
    />
  );
}
