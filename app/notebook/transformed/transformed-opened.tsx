// The program after the chosen stage's transformation, as it runs, in the papers' notation.
import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import type { PrintedLine } from "../../../engine/texts/transformed-text.ts";
import { useQuestion } from "../../client/question.ts";
import { type ProgramCell, sameTexts } from "../../document/document.ts";
import { useDataKey, useTextsAbove } from "../../document/state/document.ts";
import type { CellCheck } from "../../program/model/run.ts";
import { stageOfCell } from "../../program/model/run.ts";
import { StaleTag } from "../../program/view/stale-tag.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { keyed } from "../../ui/keyed.ts";
import { Notation } from "../../ui/notation.tsx";
import { transformedProgram } from "./state.ts";

/** A cell, and the check of its program; undefined while that is being checked. */
export interface TransformedViewProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
}

/** Shows the program after the transformation, simplified or not, with this stage's changes marked. */
export default function TransformedOpened({ cell, check }: TransformedViewProps) {
  const [isSimplified, setSimplified] = useState(true);
  const [isMarked, setMarked] = useState(true);
  const stage = stageOfCell(cell);
  const entry = cell.ask.entry.trim() === "" ? undefined : cell.ask.entry;
  const isSound = check?.text === cell.text && !check.checked.diagnostics.some((one) => one.severity === "error");
  const { id, text } = cell;
  const { variations } = cell.ask;
  const recomputed = cell.views.study?.recomputed;
  const above = useTextsAbove(id);
  const data = useDataKey(id);
  const request = { text, above, data, entry, stage, variations, recomputed, simplified: isSimplified };
  const { answer, of } = useQuestion(transformedProgram, isSound ? request : undefined, id);
  if (of === undefined || answer === undefined)
    return <p className="quiet">{isSound ? t`transforming` : t`the program has errors`}</p>;
  if (answer === null) return <p className="quiet">{t`This program cannot be differentiated as it is.`}</p>;
  const { stage: shownStage, basedOn } = answer;
  const isSameProgram = of.text === text && sameTexts(of.above, above) && of.data === data;
  const isStale = !isSameProgram || of.stage !== stage || of.variations !== variations;
  return (
    <div className={isStale ? "transformed-body stale" : "transformed-body"} aria-busy={isStale}>
      {isStale && <StaleTag words={t`older than your last change`} />}
      <div className="stage-note" lang="en">
        <p>
          <b>{answer.title}</b> <span className="citation">{answer.citation}</span>
        </p>
        <p>{answer.changed}</p>
        {answer.editions !== undefined && <p className="citation">{answer.editions}</p>}
      </div>
      <div className="switches">
        <Switch label={t`simplified for reading`} checked={isSimplified} onChange={setSimplified} />
        {basedOn !== undefined && (
          <Switch label={t`mark what changed since ${basedOn}`} checked={isMarked} onChange={setMarked} />
        )}
      </div>
      {answer.front !== undefined && (
        <details>
          <summary>{t`The program that the rules take`}</summary>
          <Printed
            title={t`Its types are closed and calls have all arguments; where the stage needs it, functions are data`}
            lines={answer.front}
            marked={false}
          />
        </details>
      )}
      <Printed title={t`Your program`} lines={answer.program} marked={isMarked} />
      {answer.added.length > 0 && (
        <Printed title={t`What ${shownStage} adds to every program`} lines={answer.added} marked={isMarked} />
      )}
    </div>
  );
}

function Switch(props: { readonly label: string; readonly checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}

function Printed(props: { readonly title: string; readonly lines: readonly PrintedLine[]; readonly marked: boolean }) {
  const { title, lines, marked } = props;
  const heading = useId();
  const present = lines.filter(({ change }) => change !== "gone");
  return (
    <section className="printed" aria-labelledby={heading}>
      <header>
        <p id={heading}>{title}</p>
        <CopyButton
          text={present.map(({ text }) => text).join("\n")}
          what={t({ message: "transformed program", comment: "in: Copy the transformed program" })}
        />
      </header>
      <pre translate="no">
        {keyed(present).map(({ key, item: { text, change } }) =>
          marked && change === "new" ? (
            <ins key={key}>
              <Notation text={`${text}\n`} />
            </ins>
          ) : (
            <span key={key} className="same">
              <Notation text={`${text}\n`} />
            </span>
          ),
        )}
      </pre>
    </section>
  );
}
