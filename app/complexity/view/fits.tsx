// The growth of each curve beside our bound for its stage, and the papers' claims.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { BOUNDS_FROM, type StageId } from "../../../engine/algorithms/algorithm.ts";
import { describedStage } from "../../../engine/algorithms/catalogue.ts";
import { statedOf } from "../../../engine/algorithms/editions.ts";
import type { Quantity } from "../../../engine/analysis/quantities.ts";
import { lookOf } from "../../algorithms/index.ts";
import { tracedCountsWords } from "../../algorithms/traced-note.tsx";
import { Terms } from "../../help/term.tsx";
import { MarkIcon } from "../../plot/plot.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { Icon } from "../../ui/icon.tsx";
import { countedPoints } from "../../words/counts.ts";
import { fitRows } from "../model/fits.ts";
import type { LabCurve } from "../model/lab.ts";
import { Formula } from "./formula.tsx";

/** Shows the growth of each curve beside our bound for its stage. */
export function Fits({
  curves,
  quantity,
  isAlone,
}: {
  readonly curves: readonly LabCurve[];
  readonly quantity: Quantity;
  readonly isAlone: boolean;
}) {
  const { title } = quantity;
  const rows = useMemo(() => fitRows(curves, quantity), [curves, quantity]);
  return (
    <section className="lab-fits" aria-label={t`Growth: ${title}`}>
      {isAlone ? <h2>{t`Measured vs. our bound`}</h2> : <h2 lang="en">{title}</h2>}
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Terms text={t`stage`} />
            </th>
            <th scope="col">{t`best fit, upper half`}</th>
            <th scope="col">{t`Error`}</th>
            <th scope="col">{t`our bound`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            ({ id, label, stage, isSecond, growth, isFit, or, off, bound, agrees, isTraced, predicted, calls }) => (
              <tr key={id}>
                <th scope="row" translate="no">
                  <MarkIcon {...lookOf(stage)} isHollow={isSecond} /> {label}
                </th>
                <td className="formula">
                  {isFit ? <Formula text={growth} /> : <span className="quiet">{growth}</span>}
                  {predicted > 0 && <span className="quiet or">{predictedWords(predicted)}</span>}
                  {calls !== undefined && (
                    <span className="or">
                      <Trans>
                        its calls, as predicted: <Formula text={calls} />
                      </Trans>
                    </span>
                  )}
                  {or !== undefined && (
                    <span className="or">
                      <Trans>
                        or <Formula text={or} />
                      </Trans>
                    </span>
                  )}
                </td>
                <td className="off">{off}</td>
                <td className="formula claim">
                  <span translate="no">{bound}</span>{" "}
                  {isTraced && <span className="quiet">{t`not judged: the trace alone is counted`}</span>}
                  {agrees !== undefined && (
                    <span className={agrees ? "agrees" : "differs"}>
                      <Icon name={agrees ? "tick" : "cross"} />
                      <span className="visually-hidden">{agrees ? t`agrees` : t`does not agree`}</span>
                    </span>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {rows.some(({ isTraced }) => isTraced) && <p className="note">{tracedCountsWords()}</p>}
    </section>
  );
}

/** Shows the papers' claims on the cost of stages, each with its section. */
export function Stated({ stages }: { readonly stages: readonly StageId[] }) {
  const isDeep = useIsDeep("complexity");
  return (
    <section className="lab-stated">
      <h2>{t`What the papers say`}</h2>
      <dl>
        {stages.map((stage) => {
          const { says, from } = statedOf(stage);
          const growth = describedStage(stage)?.growth;
          return (
            <div key={stage}>
              <dt translate="no">{stage}</dt>
              <dd lang="en">
                {says} <span className="quiet">({from})</span>
                {growth !== undefined && `. ${t`We claim no bound: ${growth}`}`}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="note">
        {t`The bounds beside the curves are our own; cost means counted steps.`}
        {isDeep && (
          <>
            {" "}
            {t`T is the cost of the program with the size of its result, and I the size of the input.`}{" "}
            <span lang="en" translate="no">
              ({BOUNDS_FROM})
            </span>
          </>
        )}
      </p>
    </section>
  );
}

/** Says that of the points that are fitted some are predicted. */
export function predictedWords(count: number): string {
  const points = countedPoints(count);
  return t`with ${points} predicted from the graph`;
}
