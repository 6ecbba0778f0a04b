// Curves of counts, their table, and their growth beside our bounds and those of the papers.
import { t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import { QUANTITIES, type Quantity } from "../../../engine/analysis/quantities.ts";
import type { Progress as RunProgress } from "../../../engine/session/run/drive.ts";
import { useAnswer, useAsked } from "../../client/question.ts";
import type { ProgramCell } from "../../document/document.ts";
import { download } from "../../ui/download.ts";
import { Icon } from "../../ui/icon.tsx";
import { countedPoints, countedRuns } from "../../words/counts.ts";
import { fileName } from "../../words/file-name.ts";
import { grouped } from "../../words/numbers.ts";
import { type Subject, subjectKey } from "../model/curves.ts";
import { crashedWords } from "../model/ended.ts";
import { sizeWords } from "../model/fits.ts";
import { type LabCurve, labCurves, partingWords, progressOf } from "../model/lab.ts";
import { labCsv, labJson } from "../model/lab-files.ts";
import { type CurveRun, curvesOverN, NO_CURVES } from "../state/curves.ts";
import { goOn, LAB, stopLab, useLab } from "../state/lab.ts";
import { Constants } from "./constants.tsx";
import { Figure } from "./figure.tsx";
import { Fits, Stated } from "./fits.tsx";
import { Formula } from "./formula.tsx";
import { Setup } from "./setup.tsx";
import type { LabSubject } from "./use-lab-subject.ts";

interface CountedProps {
  readonly cell: ProgramCell;
  readonly lab: LabSubject;
  readonly other: Subject | undefined;
  onOther(other: Subject | undefined): void;
  /** Opens a run of a program, the first or the second, in the explorer. */
  onOpen(subject: number, stage: string, n: number): void;
}

/** Shows the curves of the chosen counters, their table, and their growth. */
export function Counted({ cell, lab, other, onOther, onOpen }: CountedProps) {
  // without the progress: that changes ten times a second
  const { subjects, stages, ns, quantities } = useLab();
  const found = useAnswer(curvesOverN, LAB) ?? NO_CURVES;
  const { curves: known, foretold } = found;
  const curves = useMemo(
    () => labCurves({ subjects, stages, ns, curves: known, foretold }),
    [subjects, stages, ns, known, foretold],
  );
  const [at, setAt] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const look = (n: number | undefined, curve: string | undefined): void => {
    setAt(n);
    setChosen(curve);
  };
  const shown = QUANTITIES.filter(({ id }) => quantities.includes(id));
  const count = grouped(ns.length);
  const titles = subjects.map(({ title }) => title);
  const name = fileName(`curves ${titles.join(" ")}`);
  return (
    <div className="lab-counted">
      <div className="lab-main">
        <Setup cell={cell} lab={lab} other={other} onOther={onOther} />
        <Progress />
        {shown.map((quantity) => (
          <Figure
            key={quantity.id}
            curves={curves}
            quantity={quantity}
            at={at}
            chosen={chosen}
            programs={titles}
            name={name}
            height={shown.length === 1 ? 440 : 320}
            onLook={look}
            onOpen={onOpen}
          />
        ))}
        <p className="lab-files">
          <button
            type="button"
            className="button line small"
            translate="no"
            onClick={() => download(new Blob([labCsv(curves, titles)], { type: "text/csv" }), `${name}.csv`)}
          >
            <Icon name="save" /> CSV
          </button>
          <button
            type="button"
            className="button line small"
            translate="no"
            onClick={() => download(new Blob([labJson(curves, titles)], { type: "application/json" }), `${name}.json`)}
          >
            <Icon name="save" /> JSON
          </button>
          <span className="note">{t`All counters for ${count} values of n, with predictions.`}</span>
        </p>
      </div>
      <aside className="lab-side" aria-label={t`Growth`}>
        {shown.map((quantity) => (
          <Fits key={quantity.id} curves={curves} quantity={quantity} isAlone={shown.length === 1} />
        ))}
        <Stated stages={[...new Set(curves.map(({ stage }) => stage))]} />
        <Sizes curves={curves} subjects={subjects} />
        <Constants subjects={subjects} ns={ns} />
        <Parting curves={curves} quantities={shown} />
      </aside>
    </div>
  );
}

/** T and I of each program. */
function Sizes({ curves, subjects }: { readonly curves: readonly LabCurve[]; readonly subjects: readonly Subject[] }) {
  const words = useMemo(() => subjects.map((_, index) => sizeWords(curves, index)), [curves, subjects]);
  return subjects.map((subject, index) =>
    words[index] === "" ? null : (
      <p key={subjectKey(subject)} className="note">
        {subjects.length > 1 && <b>{subject.title}: </b>}
        <Formula text={words[index] ?? ""} isLong />.
      </p>
    ),
  );
}

/** The present run, its progress, and the buttons to end and resume it. */
function Progress() {
  const { answer = NO_CURVES, isBusy, progress, isStopped, failure } = useAsked(curvesOverN, LAB);
  const running = isBusy ? answer.running : undefined;
  const { done, predicted, of } = progressOf({ ...answer, ...useLab() });
  const there = done + predicted;
  const over =
    failure !== undefined ? crashedWords(failure) : isStopped ? stoppedWords(there, of) : doneWords(done, predicted);
  return (
    <div className="lab-progress">
      <progress value={there} max={Math.max(1, of)} aria-label={t`Points so far`} />
      <span className="note" role="status">
        {running === undefined ? over : <span className="visually-hidden">{t`Running.`}</span>}
      </span>
      {running !== undefined && <span className="note">{runningWords(running, progress, there, of)}</span>}
      {running !== undefined ? (
        <button type="button" className="button line small" onClick={stopLab}>
          <Icon name="stop" /> {t`Stop`}
        </button>
      ) : (
        (isStopped || failure !== undefined) && (
          <button type="button" className="button solid small" onClick={goOn}>
            <Icon name="play" /> {t`Continue`}
          </button>
        )
      )}
    </div>
  );
}

function stoppedWords(there: number, of: number): string {
  const points = countedPoints(of);
  return t`Stopped after ${there} of ${points}. The results so far are kept.`;
}

function doneWords(done: number, predicted: number): string {
  if (done + predicted === 0) return t`No run was counted.`;
  const runs = countedRuns(done);
  const points = countedPoints(predicted);
  return predicted === 0
    ? t`${runs} counted exactly, without noise.`
    : t`${runs} counted; ${points} computed exactly from the graph.`;
}

/** The present run, how many points are there, and its progress. */
function runningWords(
  { isGraphAlone, stage, n: at, steps: most }: CurveRun,
  progress: RunProgress | undefined,
  there: number,
  of: number,
): string {
  const n = grouped(at);
  if (progress === undefined)
    return isGraphAlone ? t`predicting at n = ${n}: ${there} of ${of}` : t`${stage} at n = ${n}: ${there} of ${of}`;
  const steps = grouped(progress.steps);
  const budget = grouped(most);
  return isGraphAlone
    ? t`predicting at n = ${n}: ${there} of ${of}, ${steps} of ${budget} steps`
    : t`${stage} at n = ${n}: ${there} of ${of}, ${steps} of ${budget} steps`;
}

function Parting({
  curves,
  quantities,
}: {
  readonly curves: readonly LabCurve[];
  readonly quantities: readonly Quantity[];
}) {
  const [quantity] = quantities;
  const words = quantity && partingWords(curves, quantity);
  if (words === undefined) return null;
  return (
    <section>
      <h2>{t`Where the curves diverge`}</h2>
      <p className="lab-prose">{words}</p>
    </section>
  );
}
