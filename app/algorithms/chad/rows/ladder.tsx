// CHAD's ladder: its stages side by side on the lines of the program, each with the environment as a row of boxes.
import { t } from "@lingui/core/macro";
import "../../../ui/styles/stage.css";
import "./rows.css";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Explored } from "../../../../engine/explore/exploration.ts";
import { useKeys } from "../../../exploration/view/use-keys.ts";
import { Play, Press, Speed } from "../../../picture/view/press.tsx";
import { Stage, staged } from "../../../picture/view/stage.tsx";
import { PlayingDock } from "../../../playback/transport/dock.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { SaveButton } from "../../../ui/save-button.tsx";
import { grouped } from "../../../words/numbers.ts";
import type { LadderProps } from "../../algorithm.ts";
import { type RowsPaper, rowsPaperOf } from "./drawn/paper.ts";
import { rowsPictureAt } from "./drawn/picture.ts";
import { keys } from "./keys.ts";
import type { Score } from "./model/score.ts";
import { savedRows } from "./save.ts";
import {
  forgetRows,
  makeRows,
  noteNarrow,
  playRows,
  seekRows,
  setRowsSpeed,
  showColumn,
  shownRowsTime,
  shownSentence,
  stepRows,
  type TooLarge,
  useRows,
} from "./state.ts";
import { RowsTable } from "./table.tsx";
import { RowsTime } from "./time.tsx";
import { pictureWords } from "./words.ts";

/** Shows CHAD's ladder on a run, by the stages that take the program. */
export default function RowsLadderView({ explored, stages, head }: LadderProps) {
  const score = useRows((state) => (state.explored === explored ? state.score : undefined));
  const tooLarge = useRows((state) => (state.explored === explored ? state.tooLarge : undefined));
  useKeys(keys);
  useEffect(() => void makeRows(explored, stages), [explored, stages]);
  useEffect(() => forgetRows, []);
  return (
    <>
      <div className="film env-film">
        {head}
        {tooLarge !== undefined ? (
          <Large stages={tooLarge} />
        ) : score === undefined ? (
          <p className="env-opening" role="status">
            {t`The picture is being made.`}
          </p>
        ) : (
          <>
            <ColumnSwitch score={score} />
            <RowsPicture score={score} text={explored.text} />
            <RowsDock score={score} explored={explored} />
          </>
        )}
      </div>
      {score !== undefined && <RowsTable score={score} />}
    </>
  );
}

/** The words for a run that is not drawn, with how much it would be. */
function Large({ stages }: { readonly stages: TooLarge }) {
  const counts = stages.map(({ stage, events }) => `${stage}: ${grouped(events)}`).join(", ");
  if (stages.length === 0)
    return <p className="env-opening">{t`Nothing goes back in this run: no backpropagator of a term is called.`}</p>;
  return (
    <p className="env-opening">
      {t`This run is too large for a picture of its boxes. Events of the way back by stage: ${counts}. A smaller input has one.`}
    </p>
  );
}

interface ScoreProps {
  readonly score: Score;
}

/** The picture; it paints without React as the time goes on. */
function RowsPicture({ score, text }: ScoreProps & { readonly text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const column = useRows((state) => state.column);
  useLayoutEffect(() => {
    let paper: RowsPaper | undefined;
    const words = pictureWords(text);
    const { painter, lay, leave } = staged({ box, picture }, "env-rows", (room) => {
      paper = rowsPaperOf(score.ladder, room, column);
      noteNarrow(paper.isNarrow);
      paint();
    });
    const paint = (): void => {
      if (paper === undefined) return;
      const { width, height } = paper;
      painter.paint(rowsPictureAt(score, paper, shownRowsTime(useRows.getState()), words), 0, width, height);
    };
    lay();
    const stop = useRows.subscribe((state, before) => state.t !== before.t && paint());
    return () => {
      leave();
      stop();
    };
  }, [score, text, column]);
  return (
    <Stage
      className="env-stage"
      box={box}
      picture={picture}
      label={t`The stages of CHAD on the lines of the program. The sentence and the table below say what the picture shows.`}
    />
  );
}

/** The choice of the column, where there is room for one. */
function ColumnSwitch({ score }: ScoreProps) {
  const column = useRows((state) => state.column);
  const choices = score.ladder.columns.map(({ stage }, index) => ({
    value: String(index),
    words: stage.replace(/^chad-/, ""),
  }));
  return (
    <div className="env-column">
      <Choice
        label={t`The column that is shown`}
        value={String(column)}
        choices={choices}
        onChange={(value) => showColumn(Number(value))}
      />
    </div>
  );
}

/** The sentence of the time, the buttons for playing, the timeline and the settings. */
function RowsDock({ score, explored }: ScoreProps & { readonly explored: Explored }) {
  const isPlaying = useRows((state) => state.isPlaying);
  const speed = useRows((state) => state.speed);
  const text = useRows((state) => shownSentence(score, state));
  const isAtEnd = useRows(({ t }) => t >= score.end);
  return (
    <PlayingDock
      text={text}
      isAtEnd={isAtEnd}
      buttons={
        <>
          <Press icon="first" words={t`To the start`} keys="Home" onClick={() => seekRows(0)} />
          <Press icon="previous" words={t`Step back`} keys="←" onClick={() => stepRows(-1)} />
          <Play isPlaying={isPlaying} words={t`Play`} onClick={playRows} />
          <Press icon="next" words={t`Step`} keys="→" onClick={() => stepRows(1)} />
          <Press icon="last" words={t`To the end`} keys="End" onClick={() => seekRows(score.end)} />
        </>
      }
      strip={<RowsTime score={score} />}
      settings={
        <>
          <Speed speed={speed} onSpeed={setRowsSpeed} />
          <SaveButton label={t`Save the picture`} choices={savedRows(score, explored)} />
        </>
      }
    />
  );
}
