// The whole optimisation ladder on one program: the problem that each rung removes, the code that changes, and the state
// before and after.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import "../exploration/styles/explorer.css";
import "./ladder.css";
import { type KeyboardEvent, useCallback, useEffect, useState } from "react";
import type { Explored } from "../../engine/session/exploration/exploration.ts";
import type { PrintedLine } from "../../engine/session/texts/transformed-text.ts";
import { gaugesOfLadder, LADDERS } from "../algorithms/index.ts";
import { endingWords } from "../exploration/model/ending.ts";
import { rowView } from "../exploration/model/rows.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { canLook, Opening } from "../exploration/view/opening.tsx";
import { useExplored } from "../exploration/view/use-explored.ts";
import { Terms } from "../help/term.tsx";
import type { LookProps } from "../program/view/look-props.ts";
import { SweepField } from "../program/view/sweep-field.tsx";
import { Choice } from "../ui/choice.tsx";
import { useAnswer } from "../ui/hooks/use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import { keyed } from "../ui/keyed.ts";
import { Notation } from "../ui/notation.tsx";
import { type GaugeBar, rungsOf } from "./model.ts";
import { askStateBefore, MOST_ROWS, recordRungs } from "./state.ts";

export default function LadderView({ cell }: LookProps) {
  const explored = useExplored(cell);
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  return <Opened cell={cell} explored={explored} />;
}

function Opened({ cell, explored }: LookProps & { readonly explored: Explored }) {
  const columns = useExplorer((state) => state.columns);
  const [algorithm, setAlgorithm] = useState(LADDERS[0]!.id);
  const { rungs: stages } = LADDERS.find(({ id }) => id === algorithm)!;
  const gauges = gaugesOfLadder(algorithm);
  const [chosen, setChosen] = useState(1);
  const [isMorphing, setMorphing] = useState(false);
  const turn = useExplorer((state) => state.turn);
  useEffect(() => {
    if (turn > 0) void recordRungs(stages);
  }, [turn, stages]);
  useEffect(() => {
    if (!isMorphing) return;
    if (chosen >= stages.length - 1) return setMorphing(false);
    const timer = setTimeout(() => setChosen(chosen + 1), 2200);
    return () => clearTimeout(timer);
  }, [isMorphing, chosen, stages]);
  const infos = stages.map(({ id }) => columns[id]?.info);
  const rungs = rungsOf(infos, gauges);
  const stage = stages[chosen]!;
  const before = chosen === 0 ? undefined : stages[chosen - 1];
  const choose = (place: number): void => {
    setMorphing(false);
    setChosen(Math.max(0, Math.min(place, stages.length - 1)));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(chosen + step, stages.length - 1));
    choose(next);
    document.querySelector<HTMLElement>(`[data-rung="${next}"]`)?.focus();
  };
  const info = infos[chosen];
  const { entry } = explored;
  const { size } = explored.graph;
  const scalars = plural(size, { one: `${size} scalar`, other: `${size} scalars` });
  const [rung, count, growth] = [chosen + 1, stages.length, stage.growth];
  return (
    <div className="ladder">
      <header className="look-head">
        <h1>
          <Terms text={t`The ladder, rung by rung`} />
        </h1>
        <p className="note">
          <Trans>
            <code translate="no">{entry}</code>, {scalars}; counted in one gradient, logarithmic bars
          </Trans>
        </p>
        <SweepField cell={cell} />
        <Choice
          label={t`The ladder of`}
          value={algorithm}
          choices={LADDERS.map(({ id, title }) => ({ value: id, words: title }))}
          onChange={(id) => {
            setMorphing(false);
            setAlgorithm(id);
            setChosen(1);
          }}
        />
        <span className="tools-group end">
          <button
            type="button"
            className="button icon-only"
            title={t`Previous rung`}
            disabled={chosen === 0}
            onClick={() => choose(chosen - 1)}
          >
            <Icon name="previous" />
            <span className="visually-hidden">{t`Previous rung`}</span>
          </button>
          <button
            type="button"
            className="button icon-only"
            title={t`Next rung`}
            disabled={chosen === stages.length - 1}
            onClick={() => choose(chosen + 1)}
          >
            <Icon name="next" />
            <span className="visually-hidden">{t`Next rung`}</span>
          </button>
          <button
            type="button"
            className="button solid"
            onClick={() => {
              if (!isMorphing) setChosen(0);
              setMorphing(!isMorphing);
            }}
          >
            <Icon name={isMorphing ? "pause" : "play"} /> {isMorphing ? t`Pause` : t`Climb to the top`}
          </button>
        </span>
      </header>
      <section className="ladder-scroll" aria-label={t`Rungs`}>
        <table className="ladder-table">
          <caption className="visually-hidden">{t`What each stage counts`}</caption>
          <thead>
            <tr>
              <td />
              {stages.map(({ id, citation, changed }, place) => (
                <th key={id} scope="col" className={place === chosen ? "chosen" : undefined}>
                  <button
                    type="button"
                    lang="en"
                    data-rung={place}
                    aria-pressed={place === chosen}
                    tabIndex={place === chosen ? 0 : -1}
                    onClick={() => choose(place)}
                    onKeyDown={onKey}
                    title={changed}
                  >
                    <b translate="no">{id}</b>
                    <span>{citation.split(";")[0]}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gauges.map(({ key, title, words }, row) => (
              <tr key={key}>
                <th scope="row">
                  <b>
                    <Terms text={title} />
                  </b>
                  <span>
                    <Terms text={words} />
                  </span>
                </th>
                {stages.map(({ id }, place) => {
                  const bar = rungs[place]?.bars[row];
                  return (
                    <td key={id} className={place === chosen ? "chosen" : undefined}>
                      {bar === undefined ? <span className="quiet">…</span> : <Bar bar={bar} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="ladder-body" aria-live="polite">
        <section aria-label={t`The rung`}>
          <p className="small-caps">{t`Rung ${rung} of ${count}`}</p>
          <h2 lang="en">{stage.title}</h2>
          <p className="ladder-prose" lang="en">
            <Terms text={stage.changed} />
          </p>
          <p className="ladder-prose">
            <Terms text={rungs[chosen]?.change ?? ""} />
          </p>
          {stage.editions !== undefined && (
            <p className="note" lang="en">
              {stage.editions}
            </p>
          )}
          <p className="note">
            <Trans>
              Claimed: <span lang="en">{growth}</span>
            </Trans>
          </p>
          {info !== undefined && info.ended.tag !== "done" && <p className="note ended">{endingWords(info)}</p>}
        </section>
        <section aria-label={t`The code that changes`}>
          <p className="small-caps">
            {before === undefined
              ? t`The code that changes`
              : `${t`The code that changes`}: ${before.id} → ${stage.id}`}
          </p>
          <Changes
            lines={[...(columns[stage.id]?.program?.added ?? []), ...(columns[stage.id]?.program?.program ?? [])]}
          />
        </section>
        <section aria-label={t`The state, before and after`}>
          <p className="small-caps">{t`The state, before and after`}</p>
          {before !== undefined && <StateBefore explored={explored} stage={before.id} />}
          <StateBefore explored={explored} stage={stage.id} />
        </section>
      </div>
    </div>
  );
}

function Bar({ bar: { look, text, height, before, isSame, isPredicted, value } }: { readonly bar: GaugeBar }) {
  if (value === 0 && before === 0)
    return (
      <span className="gauge-out">
        <span className="visually-hidden">0</span>
      </span>
    );
  const classes = ["gauge-bar", look, isSame ? "same" : "", isPredicted ? "predicted" : ""];
  return (
    <span className="gauge-cell">
      <span className="gauge-text">{text}</span>
      <span className="gauge-room" aria-hidden="true">
        {before > height && <span className="gauge-before" style={{ height: `${before * 100}%` }} />}
        <span className={classes.filter((one) => one !== "").join(" ")} style={{ height: `${height * 100}%` }} />
      </span>
    </span>
  );
}

/** Lines around a change that are shown with it. */
const AROUND = 1;

function Changes({ lines }: { readonly lines: readonly PrintedLine[] }) {
  if (lines.length === 0) return <p className="note">{t`recording …`}</p>;
  const isNear = (place: number): boolean =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ change }) => change !== "same");
  const shown = lines.map((line, place) => ({ ...line, place })).filter(({ place }) => isNear(place));
  if (shown.length === 0) return <p className="note">{t`The code is the same as before.`}</p>;
  return (
    <pre className="changes" translate="no">
      {shown.map(({ place, text, change }, index) => (
        <span key={place}>
          {index > 0 && shown[index - 1]!.place + 1 < place && <span className="gap">{"⋮\n"}</span>}
          {change === "new" ? (
            <ins>
              <Notation text={`${text}\n`} />
            </ins>
          ) : change === "gone" ? (
            <del>
              <Notation text={`${text}\n`} />
            </del>
          ) : (
            <span className="same">
              <Notation text={`${text}\n`} />
            </span>
          )}
        </span>
      ))}
    </pre>
  );
}

/** A stage's state just before it resolves its first call; of stages that resolve nothing, at their end. */
function StateBefore({ explored, stage }: { readonly explored: Explored; readonly stage: string }) {
  const info = useExplorer(({ columns }) => columns[stage]?.info);
  const question = useCallback(
    async () => (info === undefined ? undefined : askStateBefore(stage, info)),
    [stage, info],
  );
  const frame = useAnswer(question);
  if (info === undefined || frame === undefined) return <p className="note">{t`recording …`}</p>;
  const isEnd = frame.step === info.steps;
  return (
    <div className="mini-state">
      <p>
        {isEnd ? (
          <Trans>
            <b translate="no">{stage}</b>, at the end
          </Trans>
        ) : (
          <Trans>
            <b translate="no">{stage}</b>, just before the first call is resolved
          </Trans>
        )}
      </p>
      <ul>
        {frame.rows.map((row) => {
          const view = rowView(explored.graph, info, row);
          return (
            <li key={row.number}>
              <span className="id-pill" aria-hidden="true">
                {view.id}
              </span>
              <span className="visually-hidden">{view.words}</span>
              <span aria-hidden="true" className="mini-row">
                {info.state === "tree"
                  ? keyed(view.calls.slice(0, 4)).map(({ key, item }) => (
                      <span key={key} className="call-pill done" translate="no">
                        {item.text}
                      </span>
                    ))
                  : view.box !== undefined && (
                      <span
                        className={`box ${view.boxKind}`}
                        translate={view.boxKind === "resolved" ? undefined : "no"}
                      >
                        {view.box}
                      </span>
                    )}
                <span className="note">
                  {info.state === "tree"
                    ? view.calls.length + view.more > 4
                      ? `+${view.calls.length + view.more - 4}`
                      : view.calls.length === 0
                        ? view.note
                        : ""
                    : view.note}
                </span>
                {view.flag !== undefined && <span className="flag-text">{view.flag}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {info.scalars > MOST_ROWS && <p className="note">{moreScalars(info.scalars - MOST_ROWS)}</p>}
    </div>
  );
}

function moreScalars(count: number): string {
  return plural(count, { one: `and ${count} more scalar`, other: `and ${count} more scalars` });
}
