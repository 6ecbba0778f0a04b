// A picture that is played by its score: its stage, and below it the sentence of the time, the buttons, the timeline and the settings.
import { t } from "@lingui/core/macro";
import "../../ui/styles/stage.css";
import "./score.css";
import { type ReactNode, useCallback, useEffect } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Room } from "../../picture/scale.ts";
import { Play, Press, Speed } from "../../picture/view/press.tsx";
import { Stage, usePainted } from "../../picture/view/stage.tsx";
import { Choice } from "../../ui/choice.tsx";
import { SaveButton } from "../../ui/save-button.tsx";
import { grouped } from "../../words/numbers.ts";
import { PlayingDock } from "../transport/dock.tsx";
import type { Played, Player, TooLarge } from "./player.ts";
import { type Drawn, savedScore } from "./save.ts";
import { ScoreTime } from "./time.tsx";

interface ScoreProps<Score extends Played> {
  readonly player: Player<Score>;
  readonly score: Score;
}

interface ScoreFrameProps<Score extends Played> {
  readonly player: Player<Score>;
  readonly explored: Explored;
  /** The head of the view. */
  readonly head: ReactNode;
  /** The words for a run without a picture. */
  readonly nothing: string;
  picture(score: Score): ReactNode;
  /** The same as a table, which stands below. */
  table(score: Score): ReactNode;
}

/** Shows the picture of a run and its table, or why there is none. The run is dropped when it closes. */
export function ScoreFrame<Score extends Played>(props: ScoreFrameProps<Score>) {
  const { player, explored, head, nothing, picture, table } = props;
  const score = player.use((state) => (state.explored === explored ? state.score : undefined));
  const tooLarge = player.use((state) => (state.explored === explored ? state.tooLarge : undefined));
  useEffect(() => () => player.forget(), [player]);
  return (
    <>
      <div className="film score-film">
        {head}
        {score === undefined ? <NotDrawn stages={tooLarge} nothing={nothing} /> : picture(score)}
      </div>
      {score !== undefined && <div className="score-table">{table(score)}</div>}
    </>
  );
}

interface ScoreViewProps<Score extends Played> extends ScoreProps<Score> {
  readonly explored: Explored;
  /** The names of the picture's columns, where it can show one alone. */
  readonly columns?: readonly string[];
  /** The picture laid out in a room, which may have room for that column alone. Made anew where this is another function. */
  lay(room: Room, column: number): Drawn & { readonly isNarrow?: boolean };
  /** The sentence of a time, where a column is alone about that one. */
  said(at: number, column?: number): string;
  /** The number of a part among all of them, in words. */
  count(part: number, total: number): string;
  readonly label: string;
  /** The name of saved files. */
  readonly name: string;
}

/** The choice of a column where there are several, the picture, and its dock. */
export function ScoreView<Score extends Played>(props: ScoreViewProps<Score>) {
  const { player, score, columns = [], lay, label } = props;
  const column = player.use((state) => state.column);
  const layShown = useCallback(
    (room: Room) => {
      const laid = lay(room, column);
      player.noteNarrow(laid.isNarrow === true);
      return laid;
    },
    [player, lay, column],
  );
  return (
    <>
      {columns.length > 0 && (
        <div className="score-column">
          <Choice
            label={t`The column that is shown`}
            value={String(column)}
            choices={columns.map((words, index) => ({ value: String(index), words }))}
            onChange={(value) => player.showColumn(Number(value))}
          />
        </div>
      )}
      <ScorePicture player={player} score={score} lay={layShown} label={label} />
      <ScoreDock {...props} />
    </>
  );
}

interface ScorePictureProps<Score extends Played> extends ScoreProps<Score> {
  lay(room: Room): Drawn;
  readonly label: string;
}

/** The picture; it paints without React as the time goes on. */
function ScorePicture<Score extends Played>({ player, score, lay, label }: ScorePictureProps<Score>) {
  const { box, picture } = usePainted<Drawn>(lay, {
    id: "score",
    lay,
    paint: (painter, { at, width, height }) => painter.paint(at(player.time()), 0, width, height),
    follow: (again) => [player.use.subscribe((state, before) => state.t !== before.t && again())],
  });
  return <Stage className="score-stage" box={box} picture={picture} label={label} data-end={score.end} />;
}

/** The sentence of the time, the buttons for playing, the timeline and the settings. */
function ScoreDock<Score extends Played>(props: ScoreViewProps<Score>) {
  const { player, score, explored, columns = [], said, name } = props;
  const text = player.use((state) =>
    said(player.time(state), state.isNarrow ? Math.min(state.column, columns.length - 1) : undefined),
  );
  const place = ({ turns }: Score, at: number): string =>
    props.count(turns.filter(({ from }) => from <= at).length, turns.length);
  const isPlaying = player.use((state) => state.isPlaying);
  const speed = player.use((state) => state.speed);
  const isAtEnd = player.use(({ t: at }) => at >= score.end);
  return (
    <PlayingDock
      text={text}
      isAtEnd={isAtEnd}
      buttons={
        <>
          <Press icon="first" words={t`To the start`} keys="Home" onClick={() => player.seek(0)} />
          <Press icon="previous" words={t`Step back`} keys="←" onClick={() => player.step(-1)} />
          <Play isPlaying={isPlaying} words={t`Play`} onClick={() => player.play()} />
          <Press icon="next" words={t`Step`} keys="→" onClick={() => player.step(1)} />
          <Press icon="last" words={t`To the end`} keys="End" onClick={() => player.seek(score.end)} />
        </>
      }
      strip={<ScoreTime player={player} score={score} words={place} />}
      settings={
        <>
          <Speed speed={speed} onSpeed={(next) => player.setSpeed(next)} />
          <SaveButton
            label={t`Save the picture`}
            choices={savedScore({
              explored,
              name,
              said,
              end: score.end,
              lay: (room) => props.lay(room, 0),
              time: () => player.time(),
            })}
          />
        </>
      }
    />
  );
}

/** The words for a run that is not drawn, with how much it would be; undefined while it is being made. */
function NotDrawn({ stages, nothing }: { readonly stages: TooLarge | undefined; readonly nothing: string }) {
  if (stages === undefined)
    return (
      <p className="score-opening" role="status">
        {t`The picture is being made.`}
      </p>
    );
  if (stages.length === 0) return <p className="score-opening">{nothing}</p>;
  const counts = stages.map(({ stage, events }) => `${stage}: ${grouped(events)}`).join(", ");
  return (
    <p className="score-opening">
      {t`This run is too large for a picture of its boxes. Events of the way back by stage: ${counts}. A smaller input has one.`}
    </p>
  );
}
