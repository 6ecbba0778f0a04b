// Stages race for the gradient of one n, on a clock whose ticks are powers of ten. A picture of a time: it is scrubbed and played.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { nth } from "../../../../engine/base/nth.ts";
import { answerText } from "../../../../engine/queries/answer.ts";
import { Motion } from "../../../base/motion.ts";
import type { View } from "../../../course/model/cells.ts";
import { askedQuery, useAnswers, wantAnswers } from "../../../course/state/answers.ts";
import { useShownDocument } from "../../../course/view/shown-document.ts";
import type { ProgramCell } from "../../../document/document.ts";
import { Icon } from "../../../ui/icon.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { message } from "../../../words/rich-text.ts";
import { durationText, lengthOf, type Runner, standingsAt } from "../../model/race.ts";
import { Running } from "../running.tsx";

/** Milliseconds from the first tick to the last. */
const LENGTH = 9000;

interface RaceProps {
  readonly view: View;
  readonly program: ProgramCell;
}

/** Shows stages race for the gradient of one n; it is scrubbed and played. */
export function RaceView({ view, program }: RaceProps) {
  const document = useShownDocument();
  // counted in the graph: running all of them takes too long
  const asked = view.stages.map((stage) => askedQuery(program, `predicted(by: "${stage}")`, view.setting, document));
  const answers = useAnswers(asked);
  useEffect(() => wantAnswers(asked));
  const mistake = answers.find((one) => one?.tag === "mistake");
  if (mistake?.tag === "mistake")
    return (
      <p className="notice">
        <RichText runs={message(mistake.message)} />
      </p>
    );
  if (answers.includes(undefined)) return <Running />;
  const runners = view.stages.map((name, index): Runner & { readonly words: string } => {
    const found = answers[index];
    const answer = found?.tag === "answer" ? found.answer : undefined;
    const calls = answer?.tag === "number" ? answer.value : Number.NaN;
    return { name, calls, words: answer === undefined ? "" : answerText(answer) };
  });
  return <Race key={JSON.stringify(runners)} runners={runners} />;
}

function Race({ runners }: { readonly runners: readonly (Runner & { readonly words: string })[] }) {
  const length = lengthOf(runners);
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const motion = new Motion();
    motion.run((passed) => {
      setAt((time) => Math.min(length, time + (passed / LENGTH) * length));
      return true;
    });
    return () => motion.stop();
  }, [isPlaying, length]);
  useEffect(() => {
    if (at >= length) setPlaying(false);
  }, [at, length]);
  const play = (): void => {
    if (at >= length) setAt(0);
    setPlaying(!isPlaying);
  };
  const now = durationText(10 ** at);
  return (
    <div className="race">
      <ul>
        {standingsAt(runners, at).map(({ name, part, isDone }, index) => (
          <li key={name}>
            <b translate="no">{name}</b>
            <span className="race-lane" aria-hidden="true">
              <span className={isDone ? "race-bar done" : "race-bar"} style={{ inlineSize: `${100 * part}%` }} />
            </span>
            <span className="note">{isDone ? doneWords(nth(runners, index)) : partWords(part)}</span>
          </li>
        ))}
      </ul>
      <div className="glimpse-steps">
        <button type="button" className="button line small" onClick={play}>
          <Icon name={isPlaying ? "pause" : "play"} /> {isPlaying ? t`Pause` : t`Start`}
        </button>
        <input
          type="range"
          min={0}
          max={length}
          step={length / 200}
          value={at}
          aria-label={t`The clock, in powers of ten`}
          aria-valuetext={now}
          onChange={({ target }) => {
            setPlaying(false);
            setAt(Number(target.value));
          }}
        />
        <output className="note">{now}</output>
      </div>
      <p className="note">{t`A microsecond for each call. Each tick of the clock is ten times as long as the one before.`}</p>
    </div>
  );
}

function doneWords({ words, calls }: Runner & { readonly words: string }): string {
  const time = durationText(calls);
  return t`done: ${words} calls, ${time}`;
}

function partWords(part: number): string {
  const percent = part >= 0.1 ? Math.floor(100 * part) : Number((100 * part).toPrecision(1));
  return t`${percent} %`;
}
