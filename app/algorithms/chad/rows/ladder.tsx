// CHAD's ladder: its stages side by side on the lines of the program, each with the environment as a row of boxes.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect } from "react";
import { useKeys } from "../../../exploration/view/use-keys.ts";
import type { Room } from "../../../picture/scale.ts";
import { ScoreColumn, ScoreDock, ScoreFrame, ScorePicture } from "../../../playback/score/view.tsx";
import type { LadderProps } from "../../algorithm.ts";
import { rowsPaperOf } from "./drawn/paper.ts";
import { rowsPictureAt } from "./drawn/picture.ts";
import { keys } from "./keys.ts";
import type { Score } from "./model/score.ts";
import { saidAt } from "./model/words.ts";
import { makeRows, player, shownSentence } from "./state.ts";
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

/** The column switch, the picture and its dock. */
function Drawn({ score, explored }: Pick<LadderProps, "explored"> & { readonly score: Score }) {
  const column = player.use((state) => state.column);
  const sentence = player.use((state) => shownSentence(score, state));
  const { text } = explored;
  const lay = useCallback(
    (room: Room, shown = 0) => {
      const paper = rowsPaperOf(score.ladder, room, shown);
      const words = pictureWords(text);
      return { ...paper, at: (t: number) => rowsPictureAt(score, paper, t, words) };
    },
    [score, text],
  );
  const layShown = useCallback(
    (room: Room) => {
      const laid = lay(room, column);
      player.noteNarrow(laid.isNarrow);
      return laid;
    },
    [lay, column],
  );
  const names = score.ladder.columns.map(({ stage }) => stage.replace(/^chad-/, ""));
  return (
    <>
      <ScoreColumn player={player} names={names} />
      <ScorePicture
        player={player}
        score={score}
        lay={layShown}
        label={t`The stages of CHAD on the lines of the program. The sentence and the table below say what the picture shows.`}
      />
      <ScoreDock
        player={player}
        score={score}
        explored={explored}
        text={sentence}
        place={placeWords}
        lay={lay}
        said={(at) => saidAt(score, at)}
        name="chad"
      />
    </>
  );
}

/** Where the run stands, in words. */
function placeWords({ turns }: Score, at: number): string {
  const [call, total] = [turns.filter(({ from }) => from <= at).length, turns.length];
  return t`call ${call} of ${total}`;
}
