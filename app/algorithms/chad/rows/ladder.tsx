// CHAD's ladder: its stages side by side on the lines of the program, each with the environment as a row of boxes.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect } from "react";
import { useKeys } from "../../../exploration/view/use-keys.ts";
import type { Room } from "../../../picture/scale.ts";
import { ScoreFrame, ScoreView } from "../../../playback/score/view.tsx";
import type { LadderProps } from "../../algorithm.ts";
import { rowsPaperOf } from "./drawn/paper.ts";
import { rowsPictureAt } from "./drawn/picture.ts";
import { keys } from "./keys.ts";
import type { Score } from "./model/score.ts";
import { saidAt } from "./model/words.ts";
import { makeRows, player } from "./state.ts";
import { RowsTable } from "./table.tsx";
import { pictureWords } from "./words.ts";

/** Shows CHAD's ladder on a run, by the stages that take the program. */
export default function RowsLadderView({ explored, stages, head }: LadderProps) {
  useKeys(keys);
  useEffect(() => void makeRows(explored, stages), [explored, stages]);
  return (
    <ScoreFrame
      player={player}
      explored={explored}
      head={head}
      nothing={t`Nothing goes back in this run: no backpropagator of a term is called.`}
      picture={(score) => <Drawn score={score} explored={explored} />}
      table={(score) => <RowsTable score={score} />}
    />
  );
}

/** The picture of a run, and its dock. */
function Drawn({ score, explored }: Pick<LadderProps, "explored"> & { readonly score: Score }) {
  const { text } = explored;
  const lay = useCallback(
    (room: Room, column: number) => {
      const paper = rowsPaperOf(score.ladder, room, column);
      const words = pictureWords(text);
      return { ...paper, at: (at: number) => rowsPictureAt(score, paper, at, words) };
    },
    [score, text],
  );
  return (
    <ScoreView
      player={player}
      score={score}
      explored={explored}
      columns={score.ladder.columns.map(({ stage }) => stage.replace(/^chad-/, ""))}
      lay={lay}
      said={(at, column) => saidAt(score, at, column)}
      count={(call, total) => t`call ${call} of ${total}`}
      label={t`The stages of CHAD on the lines of the program. The sentence and the table below say what the picture shows.`}
      name="chad"
    />
  );
}
