// A table of stages of all algorithms: the counts of each in the run that is shown, the growth of a counter beside our bound, and the
// papers' claims.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { ALGORITHM_CATALOGUE, describedStage } from "../../../engine/algorithms/catalogue.ts";
import { statedOf } from "../../../engine/algorithms/editions.ts";
import { QUANTITIES, type Quantity, quantityOf } from "../../../engine/analysis/quantities.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { lookOf } from "../../algorithms/index.ts";
import { tracedCountsWords } from "../../algorithms/traced-note.tsx";
import { useAnswer, useQuestion } from "../../client/question.ts";
import { curveOf, NO_CURVE, type Subject, subjectKey } from "../../complexity/model/curves.ts";
import { crashedWords } from "../../complexity/model/ended.ts";
import { fitRows } from "../../complexity/model/fits.ts";
import type { LabCurve } from "../../complexity/model/lab.ts";
import { type CurvesFound, curvesOverN, NO_CURVES } from "../../complexity/state/curves.ts";
import { predictedWords } from "../../complexity/view/fits.tsx";
import { Formula } from "../../complexity/view/formula.tsx";
import { useLabSubject } from "../../complexity/view/use-lab-subject.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { Terms } from "../../help/term.tsx";
import { MarkIcon } from "../../plot/plot.tsx";
import { firstNumbers } from "../../program/model/sweep.ts";
import { ExactCount } from "../../ui/counts/exact-count.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { systemsCompared } from "../state/systems.ts";
import {
  type Counted,
  type Counts,
  countsOfRun,
  STEPS,
  setQuantity,
  TABLE,
  toggleStage,
  useTable,
} from "../state/table.ts";

/** Shows the counts of stages of all algorithms; counts them while it is mounted. */
export function SystemsTable({ cell, request }: { readonly cell: ProgramCell; readonly request: ExploreRequest }) {
  const { subject, sweep } = useLabSubject(cell);
  const { stages, quantity } = useTable();
  const counts = useQuestion(countsOfRun, { program: request, stages });
  // first the run that is shown
  const isCounted = !counts.isBusy && counts.question !== undefined;
  const isGrowing = subject !== undefined;
  const growing = { subjects: subject === undefined ? [] : [subject], ns: firstNumbers(sweep) };
  const curves = useQuestion(
    curvesOverN,
    isCounted ? { ...growing, stages, steps: STEPS, isPredicted: false } : undefined,
    TABLE,
  );
  const { here = {} } = counts.current ?? {};
  const isBusy = counts.isBusy || curves.isBusy;
  const failure = counts.failure ?? curves.failure;
  const isTraced = Object.values(useAnswer(systemsCompared)?.columns ?? {}).some(
    ({ info }) => info.fragment.tag === "traced",
  );
  const chosen = quantityOf(quantity) ?? nth(QUANTITIES, 0);
  const columns = QUANTITIES.filter(({ of }) =>
    stages.some((stage) => here[stage]?.tag === "counted" && of(here[stage].cost) > 0),
  );
  return (
    <div aria-busy={isBusy}>
      {failure !== undefined && <p role="alert">{crashedWords(failure)}</p>}
      <StageChoice />
      <div className="systems-table">
        <table>
          <thead>
            <tr className="sources">
              <td />
              <th scope="colgroup" colSpan={Math.max(1, columns.length)}>
                {t`counted in this run`}
              </th>
              {!isGrowing ? <td /> : <th scope="col">{t`fitted to runs at other n`}</th>}
              <th scope="col">{t`shown by our tests`}</th>
              <th scope="col">{t`said by the papers`}</th>
            </tr>
            <tr>
              <th scope="col">
                <Terms text={t`stage`} />
              </th>
              {columns.map(({ id, title, words }) => (
                <th key={id} scope="col" title={words} lang="en">
                  {title}
                </th>
              ))}
              <th scope="col">{!isGrowing ? t`growth` : <GrowthHead chosen={chosen} />}</th>
              <th scope="col" title={t`These bounds are our own; cost means counted steps.`}>{t`our bound`}</th>
              <th scope="col">{t`of the gradient’s cost`}</th>
            </tr>
          </thead>
          <Rows columns={columns} chosen={chosen} here={here} subject={subject} found={curves.answer ?? NO_CURVES} />
        </table>
      </div>
      <p className="note">
        {t`The bound is on the cost of the gradient, up to a constant factor: T is the cost of the program with the size of its result, I the size of the input, “paths” how many paths the data-flow graph has, “widths” how many fields the tuples and constructors on the way to a part of the input have together.`}{" "}
        {isTraced && tracedCountsWords()}{" "}
        {!isGrowing ? (
          t`This program does not grow with n: with a sweep in its header, its growth is shown here beside the bound.`
        ) : (
          <Trans>
            <a className="link" href={addressOf("complexity", cell.id)}>
              All curves
            </a>
          </Trans>
        )}
      </p>
    </div>
  );
}

function GrowthHead({ chosen }: { readonly chosen: Quantity }) {
  return (
    <span className="select-box">
      <select
        aria-label={t`Counter whose growth is shown`}
        value={chosen.id}
        onChange={(event) => setQuantity(event.currentTarget.value)}
      >
        {QUANTITIES.map(({ id, title }) => (
          <option key={id} value={id} lang="en">
            {t({ message: `growth: ${title}`, comment: "a counter" })}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}

interface RowsProps {
  readonly columns: readonly Quantity[];
  readonly chosen: Quantity;
  readonly here: Counts["here"];
  /** The program at inputs that grow; undefined where there are none. */
  readonly subject: Subject | undefined;
  readonly found: CurvesFound;
}

function Rows({ columns, chosen, here, subject, found }: RowsProps) {
  const stages = useTable((state) => state.stages);
  const isGrowing = subject !== undefined;
  const growth = useMemo(() => {
    const drawn = stages.map(
      (stage): LabCurve => ({
        id: stage,
        label: stage,
        subject: 0,
        stage,
        curve: subject === undefined ? NO_CURVE : curveOf(found, subject, stage),
        foretold: subject === undefined ? [] : (found.foretold[subjectKey(subject)] ?? []),
      }),
    );
    return new Map(fitRows(drawn, chosen).map((row) => [row.stage, row]));
  }, [stages, subject, found, chosen]);
  return (
    <tbody>
      {stages.map((stage) => {
        const row = present(growth.get(stage));
        return (
          <tr key={stage}>
            <th scope="row" translate="no">
              <MarkIcon {...lookOf(stage)} isHollow={false} /> {stage}
            </th>
            <CountCells stage={stage} counted={here[stage]} columns={columns} />
            <td className="formula">
              {isGrowing && (row.isFit ? <Formula text={row.growth} /> : <span className="quiet">{row.growth}</span>)}
              {isGrowing && row.predicted > 0 && <span className="quiet also">{predictedWords(row.predicted)}</span>}
              {isGrowing && row.calls !== undefined && (
                <span className="also">
                  <Trans>
                    its calls, as predicted: <Formula text={row.calls} />
                  </Trans>
                </span>
              )}
            </td>
            <td className="formula claim">
              <span translate="no">{row.bound}</span>{" "}
              {row.isTraced && <span className="quiet">{t`not judged: traced`}</span>}
              {row.agrees !== undefined && chosen.id === "cost" && (
                <span className={row.agrees ? "agrees" : "differs"}>
                  <Icon name={row.agrees ? "tick" : "cross"} />
                  <span className="visually-hidden">{row.agrees ? t`agrees` : t`does not agree`}</span>
                </span>
              )}
            </td>
            <td lang="en" className="stated">
              {statedOf(stage).says} <span className="quiet">({statedOf(stage).from})</span>
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}

function CountCells({
  stage,
  counted,
  columns,
}: {
  readonly stage: string;
  readonly counted: Counted | undefined;
  readonly columns: readonly Quantity[];
}) {
  const uncounted = describedStage(stage)?.uncounted;
  if (counted?.tag === "not-counted")
    return (
      <td colSpan={columns.length} className="quiet" lang="en">
        <RichText runs={message(counted.why)} />
      </td>
    );
  return columns.map(({ id, of }) =>
    uncounted?.[id] !== undefined ? (
      <td key={id} className="number quiet" title={uncounted[id]} lang="en">
        –<span className="visually-hidden">{uncounted[id]}</span>
      </td>
    ) : (
      <td key={id} className="number">
        {counted === undefined ? "…" : <ExactCount value={of(counted.cost)} />}
      </td>
    ),
  );
}

/** Which stages are compared: any of any algorithm. */
function StageChoice() {
  const stages = useTable((state) => state.stages);
  return (
    <details className="systems-choice">
      <summary>{t`Choose stages`}</summary>
      {ALGORITHM_CATALOGUE.map((algorithm) => (
        <fieldset key={algorithm.id}>
          <legend lang="en">{algorithm.title}</legend>
          {algorithm.stages.map(({ id }) => (
            <label key={id}>
              <input type="checkbox" checked={stages.includes(id)} onChange={() => toggleStage(id)} />{" "}
              <span translate="no">{id}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </details>
  );
}
