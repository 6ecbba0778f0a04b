// Climb controls: the rung in words, the lines of code that it changes, and a slider over all rungs.

import { t } from "@lingui/core/macro";
import { type CSSProperties, memo, useState } from "react";
import type { StageDescription, StageId } from "../../../engine/algorithms/algorithm.ts";
import { changedIn, editionsOf, statedOf } from "../../../engine/algorithms/editions.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { PrintedLine } from "../../../engine/texts/transformed-text.ts";
import { rungOf } from "../../algorithms/index.ts";
import { EXAMPLES } from "../../document/examples.ts";
import { endingWords } from "../../exploration/model/ending.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { Terms } from "../../help/term.tsx";
import { Play, Press } from "../../picture/view/press.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { OpenExamples } from "../../program/view/open-examples.tsx";
import { useStanding } from "../../ui/hooks/use-standing.ts";
import { Notation } from "../../ui/notation.tsx";
import type { Rung } from "../model/gauges.ts";
import { glideTo, playClimb, seekRung, shownPlace, stepRung, useClimb } from "../state.ts";

interface ClimbDockProps extends LookProps {
  readonly stages: readonly StageDescription[];
  readonly rungs: readonly (Rung | undefined)[];
  readonly chosen: number;
}

/** Shows the chosen rung in words, the lines of code that it changes at a press, and a slider over all rungs. */
export const ClimbDock = memo(function ClimbDock({ cell, stages, rungs, chosen }: ClimbDockProps) {
  const [isCodeOpen, setCodeOpen] = useState(false);
  const isPlaying = useClimb((state) => state.isPlaying);
  const column = useExplorer(({ columns }) => columns[nth(stages, chosen).id]);
  const { id, basedOn, title, citation } = nth(stages, chosen);
  const changed = changedIn(id);
  const { idea = changed, gain } = rungOf(id);
  const shown = EXAMPLES.find(({ name }) => name.startsWith(gain?.example ?? "-"));
  // no way to the example from the example itself
  const example = cell.text === shown?.text ? undefined : shown;
  const change = rungs[chosen]?.change ?? "";
  const info = column?.info;
  const lines = [...(column?.program?.added ?? []), ...(column?.program?.program ?? [])];
  const [rung, count] = [chosen + 1, stages.length];
  const [told, counted] = [useStanding(`${title}. ${idea}`), useStanding(change)];
  return (
    <section className="climb-dock" aria-label={t`The climb`}>
      <div className={isCodeOpen ? "climb-words with-code" : "climb-words"}>
        <div>
          <div className="climb-head">
            <h2>
              <b translate="no">{id}</b> <span lang="en">{title}</span>
            </h2>
            <p>
              <span>{t`Rung ${rung} of ${count}`}</span>, <span lang="en">{citation.split(";")[0]}</span>
            </p>
          </div>
          <p className="climb-prose">
            <Terms text={idea} />
          </p>
          {example !== undefined && (
            <div className="climb-gain">
              <p>{gain?.words}</p> <OpenExamples cell={cell} view="ladder" examples={[example]} />
            </div>
          )}
          <p className="climb-prose">
            <Terms text={change} />
          </p>
          {info !== undefined && info.ended.tag !== "done" && <p className="note ended">{endingWords(info)}</p>}
          <div className="climb-ways">
            <button
              type="button"
              className="button line small"
              aria-expanded={isCodeOpen}
              onClick={() => setCodeOpen(!isCodeOpen)}
            >
              {basedOn === undefined ? t`The code that changes` : `${t`The code that changes`}: ${basedOn} → ${id}`}
            </button>
            <Papers id={id} changed={changed} />
          </div>
          <p className="visually-hidden" role="status">
            {told} {counted}
          </p>
        </div>
        {isCodeOpen && (
          <section aria-label={t`The code that changes`} className="climb-code">
            <Changes lines={lines} />
          </section>
        )}
      </div>
      <div className="climb-controls">
        <fieldset className="transport" aria-label={t`Playback`}>
          <Press icon="previous" words={t`Previous rung`} keys="←" onClick={() => stepRung(-1)} />
          <Play isPlaying={isPlaying} words={t`Climb to the top`} onClick={playClimb} />
          <Press icon="next" words={t`Next rung`} keys="→" onClick={() => stepRung(1)} />
        </fieldset>
        <RungSlider stages={stages} chosen={chosen} />
      </div>
    </section>
  );
});

/** The words of the papers about a stage, folded. */
function Papers({ id, changed }: { readonly id: StageId; readonly changed: string }) {
  const stated = statedOf(id);
  const editions = editionsOf(id);
  return (
    <details className="climb-more">
      <summary>{t`What the papers say`}</summary>
      <p className="note" lang="en">
        {changed}
      </p>
      <p className="note" lang="en">
        {stated.says} ({stated.from})
      </p>
      {editions !== undefined && (
        <p className="note" lang="en">
          {editions}
        </p>
      )}
    </details>
  );
}

/** A slider over the rungs; letting go of it leads to the nearest. */
function RungSlider({ stages, chosen }: { readonly stages: readonly StageDescription[]; readonly chosen: number }) {
  const at = useClimb(shownPlace);
  const last = stages.length - 1;
  const style = { "--part": String(at / last) } as CSSProperties;
  return (
    <div className="rung-slider" style={style}>
      <input
        type="range"
        min={0}
        max={last}
        step={0.01}
        value={at}
        aria-label={t`Rung`}
        aria-valuetext={nth(stages, chosen).id}
        onChange={(event) => seekRung(Number(event.currentTarget.value))}
        onPointerUp={() => glideTo(useClimb.getState().at)}
        onKeyDown={(event) => {
          // the keys of the ladder, not of the slider
          if (/^(Arrow|Page|Home|End)/.test(event.key)) event.preventDefault();
          if (event.key.startsWith("Page")) stepRung(event.key === "PageUp" ? 1 : -1);
        }}
      />
      <ol>
        {stages.map(({ id }, place) => (
          <li key={id} style={{ left: `${(100 * place) / last}%` }}>
            <button
              type="button"
              data-rung={place}
              translate="no"
              aria-pressed={place === chosen}
              className={place <= at + 0.01 ? "past" : undefined}
              onClick={() => glideTo(place)}
            >
              {id}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Lines around a change that are shown with it, and the elements of lines. */
const AROUND = 1;
const LINES = { new: "ins", gone: "del", same: "span" } as const;

/** Shows the changed lines of the program with a line around them; says so where the code is the same. */
function Changes({ lines }: { readonly lines: readonly PrintedLine[] }) {
  if (lines.length === 0) return <p className="note">{t`recording …`}</p>;
  const isNear = (place: number): boolean =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ change }) => change !== "same");
  const shown = lines.map((line, place) => ({ ...line, place })).filter(({ place }) => isNear(place));
  if (shown.length === 0) return <p className="note">{t`The code is the same as before.`}</p>;
  return (
    <pre className="changes" translate="no">
      {shown.map(({ place, text, change }, index) => {
        const Line = LINES[change];
        return (
          <span key={place}>
            {index > 0 && nth(shown, index - 1).place + 1 < place && <span className="gap">{"⋮\n"}</span>}
            <Line className={change}>
              <Notation text={`${text}\n`} />
            </Line>
          </span>
        );
      })}
    </pre>
  );
}
