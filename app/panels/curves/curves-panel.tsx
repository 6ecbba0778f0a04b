// A program's cost curves in its cell: a counter of some stages as n grows. The complexity view has all of it.

import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import { type Quantity, quantityOf } from "../../../engine/analysis/quantities.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { useQuestion } from "../../client/question.ts";
import type { CurvesKnown } from "../../complexity/model/curves.ts";
import {
  endWords,
  isWithoutEffect,
  type LabCurve,
  labCurves,
  predictedOf,
  seriesOf,
  spokenRow,
  tableOf,
} from "../../complexity/model/lab.ts";
import { type CurvesAsk, curvesOverN } from "../../complexity/state/curves.ts";
import { useLabSubject } from "../../complexity/view/use-lab-subject.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import type { NumberColumn } from "../../plot/numbers.ts";
import { Plot } from "../../plot/plot.tsx";
import { PlotNumbers } from "../../plot/plot-numbers.tsx";
import { usePlot } from "../../plot/use-plot.ts";
import { firstNumbers } from "../../program/model/sweep.ts";

/** Points of a curve; the view has more. */
const MOST = 12;
/** The budget of a run, in steps: a curve in a cell is there soon. */
const STEPS = 1_000_000;

/** The curves below a program. */
type EmbeddedCurves = CurvesKnown & Pick<CurvesAsk, "stages"> & { readonly isBusy: boolean };

/** Shows the cost curves of a program in its cell; says why where there is nothing to vary. */
export default function CurvesInside({ cell }: { readonly cell: ProgramCell }) {
  const { id } = cell;
  const lab = useLabSubject(cell);
  const { subject, sweep, reason, scaled } = lab;
  const stages = cell.views.curves?.stages ?? USUAL.curves;
  const ns = thinned(firstNumbers(sweep));
  const asked = subject && { subjects: [subject], stages, ns, steps: STEPS, isPredicted: false };
  const { question, answer, isBusy } = useQuestion(curvesOverN, asked, id);
  if (subject === undefined)
    return (
      <p className="quiet">
        {reason ?? t`Nothing to vary. Add “-- sweep: n = 1 .. 24” to the header and use n in “-- at:”.`}
      </p>
    );
  if (question === undefined) {
    return (
      <p className="quiet" aria-busy="true">
        {t`measuring …`}
      </p>
    );
  }
  const quantity = quantityOf(cell.views.curves?.quantities[0] ?? "calls") ?? present(quantityOf("calls"));
  const found = { ...question, curves: answer?.curves ?? {}, foretold: {}, isBusy };
  return <Curves cell={cell} found={found} quantity={quantity} scaled={scaled} />;
}

function thinned(ns: readonly number[]): readonly number[] {
  if (ns.length <= MOST) return ns;
  const step = (ns.length - 1) / (MOST - 1);
  return Array.from({ length: MOST }, (_, at) => nth(ns, Math.round(at * step)));
}

/** `naive and tape`. */
function listed([first = "", ...others]: readonly string[]): string {
  return others.reduce(
    (before, last) => t({ message: `${before} and ${last}`, comment: "a list of stages, made one after the other" }),
    first,
  );
}

/** The progress of counting; afterwards where each curve ends, if before the last n. */
function stateWords(title: string, { stages, ns, isBusy }: EmbeddedCurves, curves: readonly LabCurve[]): string {
  const names = listed(stages);
  if (isBusy) {
    const done = curves.reduce((sum, { curve }) => sum + curve.runs.length + curve.mistakes.length, 0);
    const all = ns.length * stages.length;
    return plural(all, { one: `Counting: ${done} of ${all} run.`, other: `Counting: ${done} of ${all} runs.` });
  }
  const counted = t({ message: `${title} of ${names}, counted.`, comment: "as in: Steps of naive and tape, counted." });
  const ends = curves.flatMap(({ label, curve }) => {
    const words = endWords(curve);
    return words === undefined ? [] : [`${label}: ${words}.`];
  });
  return [counted, ...ends].join(" ");
}

/** The counts of a curve, and the predictions for the n that are not run. */
function columnsOf(one: LabCurve, quantity: Quantity): readonly NumberColumn[] {
  const { label, curve } = one;
  const predicted = predictedOf(one, quantity);
  const counted = { name: label, points: curve.runs.map(({ n, cost }) => ({ x: n, y: quantity.of(cost) })) };
  return predicted.length === 0 ? [counted] : [counted, { name: t`${label}, predicted`, points: predicted }];
}

interface CurvesProps {
  readonly cell: ProgramCell;
  readonly found: EmbeddedCurves;
  readonly quantity: Quantity;
  /** The input with n in it, where the header has no sweep. */
  readonly scaled: string | undefined;
}

function Curves({ cell, found, quantity, scaled }: CurvesProps) {
  const [at, setAt] = useState<number>();
  const { ns, isBusy } = found;
  const { title } = quantity;
  const { subjects, stages, curves: known } = found;
  const curves = useMemo(
    () => labCurves({ subjects, stages, ns, curves: known, foretold: {} }),
    [subjects, stages, ns, known],
  );
  const x = cell.views.curves?.x ?? "linear";
  const y = cell.views.curves?.y ?? "log";
  const series = useMemo(() => seriesOf(curves, quantity), [curves, quantity]);
  const columns = useMemo(() => curves.flatMap((one) => columnsOf(one, quantity)), [curves, quantity]);
  const { box, svg, plot } = usePlot({ series, height: 240, x, y, xs: ns });
  const row = tableOf(curves, quantity, ns).find(({ n }) => n === at);
  const spoken = row === undefined ? "" : spokenRow(curves, quantity, row);
  return (
    <div className="inside-body" aria-busy={isBusy}>
      <div ref={box}>
        <Plot
          hasNames
          plot={plot}
          svg={svg}
          label={t`${title} over n. Left and right move along n`}
          xWords="n"
          xs={ns}
          at={at}
          chosen={undefined}
          spoken={spoken}
          onPoint={setAt}
        />
      </div>
      {scaled !== undefined && (
        <p className="note">
          <Trans>
            n is the size of this input, which Dualscope chose: <code translate="no">{scaled}</code>
          </Trans>
        </p>
      )}
      {!isBusy && isWithoutEffect(curves) && (
        <p className="lab-mistake">
          {t`The program takes the same steps for every n, so these curves show nothing about its cost. Add “-- sweep: n = 1 .. 24” to the header and use n in “-- at:”.`}
        </p>
      )}
      <p className="note">
        {spoken === "" ? stateWords(title, found, curves) : spoken}{" "}
        <a className="link" href={addressOf("complexity", cell.id)}>
          {t`Open all curves`}
        </a>
      </p>
      <PlotNumbers xWords="n" columns={columns} />
    </div>
  );
}
