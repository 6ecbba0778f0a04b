// One counter over n: the plot, the counts at a point, and the same numbers as a table.
import { t } from "@lingui/core/macro";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Quantity } from "../../../engine/analysis/quantities.ts";
import { nth } from "../../../engine/base/nth.ts";
import { lookOf } from "../../algorithms/index.ts";
import type { Series } from "../../plot/model.ts";
import { MarkIcon, Plot } from "../../plot/plot.tsx";
import { plotSavedAs } from "../../plot/save-plot.ts";
import { usePlot } from "../../plot/use-plot.ts";
import { ExactCount } from "../../ui/counts/exact-count.tsx";
import { SaveButton } from "../../ui/save-button.tsx";
import { exactly } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import {
  detailsOf,
  endWords,
  isWithoutEffect,
  type LabCurve,
  type PointDetails,
  seriesOf,
  spokenRow,
  type TableRow,
  tableOf,
} from "../model/lab.ts";
import { useLab } from "../state/lab.ts";

interface FigureProps {
  readonly curves: readonly LabCurve[];
  readonly quantity: Quantity;
  readonly at: number | undefined;
  readonly chosen: string | undefined;
  /** The titles of the programs, and the files' name without its ending. */
  readonly programs: readonly string[];
  readonly name: string;
  readonly height: number;
  onLook(n: number | undefined, curve: string | undefined): void;
  onOpen(subject: number, stage: string, n: number): void;
}

/** One plot with its table. */
export function Figure({ curves, quantity, at, chosen, programs, name, height, onLook, onOpen }: FigureProps) {
  const { ns, x, y } = useLab(useShallow((state) => ({ ns: state.ns, x: state.x, y: state.y })));
  const series = useMemo(() => seriesOf(curves, quantity), [curves, quantity]);
  const { box, svg, plot } = usePlot({ series, height, x, y, xs: ns });
  const rows = tableOf(curves, quantity, ns);
  const row = rows.find(({ n }) => n === at);
  const looked = curves.find(({ id }) => id === chosen) ?? curves[0];
  const details = at === undefined || looked === undefined ? undefined : detailsOf(looked, at);
  const open = (n: number, id: string | undefined): void => {
    const one = curves.find((curve) => curve.id === id) ?? curves[0];
    if (one !== undefined) onOpen(one.subject, one.stage, n);
  };
  const { title: counter } = quantity;
  const title = t({ message: `${counter} over n`, comment: "counter: what is counted, such as Tape entries" });
  const zeros =
    y === "log"
      ? curves.filter(({ curve }) => curve.runs.length > 0 && curve.runs.every(({ cost }) => quantity.of(cost) === 0))
      : [];
  return (
    <section className="lab-figure" aria-label={title}>
      <header>
        <h2 lang="en">{counter}</h2>
        <p className="note" lang="en">
          {quantity.words}
        </p>
        <span className="end">
          <SaveButton
            label={t`Save the plot`}
            choices={plotSavedAs(
              svg,
              { title: `${programs.join(", ")}: ${title}`, xWords: "n", yWords: counter, x, y, series },
              `${name}-${quantity.id}`,
            )}
          />
        </span>
      </header>
      <div ref={box} className="lab-plot-box">
        <Plot
          plot={plot}
          svg={svg}
          label={t`${title}. Left and right move along n, up and down from curve to curve, Enter opens the run in the explorer`}
          xWords="n"
          hasNames
          xs={ns}
          at={at}
          chosen={chosen ?? curves[0]?.id}
          spoken={
            row === undefined
              ? ""
              : `${spokenRow(curves, quantity, row)}${details === undefined ? "" : spokenDetails(details)}`
          }
          onPoint={onLook}
          onOpen={open}
        >
          {details !== undefined && at !== undefined && (
            <Details left={plot.xAt(at)} width={plot.width} details={details}>
              {row?.cells.map((cell, index) => (
                <Count
                  key={nth(curves, index).id}
                  cell={cell}
                  curve={nth(curves, index)}
                  isShown={curves[index] === looked}
                />
              ))}
            </Details>
          )}
        </Plot>
      </div>
      <Ends curves={curves} series={series} zeros={zeros} />
      <CurveTable curves={curves} rows={rows} at={at} caption={title} onLook={onLook} onOpen={onOpen} />
    </section>
  );
}

/** The counts of the curve that is looked at, after those of all. */
function spokenDetails({ title, counters }: PointDetails): string {
  return `. ${title}: ${counters.map((one) => `${one.title} ${one.value}`).join(", ")}`;
}

interface EndsProps {
  readonly curves: readonly LabCurve[];
  readonly series: readonly Series[];
  /** Curves that a logarithmic axis cannot show. */
  readonly zeros: readonly LabCurve[];
}

/** Why curves end, and what is not in the picture. */
function Ends({ curves, series, zeros }: EndsProps) {
  const names = zeros.map(({ label }) => label).join(", ");
  return (
    <ul className="lab-ends">
      {curves.map(({ id, label, curve }) => {
        const words = endWords(curve);
        const hasPrediction = series.some((one) => one.id === id && one.predicted.length > 0);
        return words === undefined ? null : (
          <li key={id} className="note">
            <b translate="no">{label}</b>{" "}
            {hasPrediction
              ? t({
                  message: `${words}; dashed: predicted exactly from the graph`,
                  comment: "words: why a curve ends",
                })
              : words}
          </li>
        );
      })}
      {isWithoutEffect(curves) && (
        <li className="note">{t`The program takes the same steps for every n: n changes nothing here.`}</li>
      )}
      {zeros.length > 0 && <li className="note">{t`Always 0, so not on a logarithmic axis: ${names}`}</li>}
    </ul>
  );
}

interface CountProps {
  readonly cell: TableRow["cells"][number];
  readonly curve: LabCurve;
  readonly isShown: boolean;
}

/** The count of one curve at a point; nothing where it has none. */
function Count({ cell: { text, isPredicted }, curve: { stage, subject, label }, isShown }: CountProps) {
  if (text === "") return null;
  return (
    <div className={isShown ? "is-shown" : undefined}>
      <dt translate={isPredicted ? undefined : "no"}>
        <MarkIcon {...lookOf(stage)} isHollow={subject > 0} /> <CurveName label={label} isPredicted={isPredicted} />
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

function CurveName({ label, isPredicted }: { readonly label: string; readonly isPredicted: boolean }) {
  return isPredicted ? t`${label}, predicted` : label;
}

interface DetailsProps {
  readonly left: number;
  readonly width: number;
  readonly details: PointDetails;
  /** The counts of all curves. */
  readonly children: ReactNode;
}

/** Counts at a point, beside it. */
function Details({ left, width, details: { title, size, counters }, children }: DetailsProps) {
  const place = left > width / 2 ? { "--right": `${width - left + 14}px` } : { "--left": `${left + 14}px` };
  return (
    <div className="lab-details" style={place as CSSProperties} aria-hidden="true">
      <p>
        <b>{title}</b>
      </p>
      <p className="note">{size}</p>
      <dl>
        {children}
        {counters.length > 0 && <hr />}
        {counters.map(({ id, title: words, value }) => (
          <div key={id}>
            <dt lang="en">{words}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{t`Press to open this run in the explorer`}</p>
    </div>
  );
}

interface CurveTableProps {
  readonly curves: readonly LabCurve[];
  readonly rows: ReturnType<typeof tableOf>;
  readonly at: number | undefined;
  readonly caption: string;
  onLook(n: number | undefined, curve: string | undefined): void;
  onOpen(subject: number, stage: string, n: number): void;
}

/** The same numbers as a table: a row for each n, which opens its run. */
function CurveTable({ curves, rows, at, caption, onLook, onOpen }: CurveTableProps) {
  return (
    <section className="lab-table" aria-label={t`${caption}, the table`}>
      <table>
        <caption className="visually-hidden">{t`${caption}; predicted numbers are marked`}</caption>
        <thead>
          <tr>
            <th scope="col">n</th>
            {curves.map(({ id, label, stage, subject }) => (
              <th key={id} scope="col" translate="no">
                <MarkIcon {...lookOf(stage)} isHollow={subject > 0} /> {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ n, cells }) => (
            <tr key={n} className={n === at ? "lit" : undefined}>
              <th scope="row">{grouped(n)}</th>
              {cells.map(({ text, count, isPredicted, isRun }, index) => {
                const { id, label, subject, stage } = nth(curves, index);
                const exact = count === undefined ? text : (exactly(count) ?? text);
                if (!isRun)
                  return (
                    <td key={id} className="predicted">
                      {count !== undefined && <ExactCount value={count} />}
                      {isPredicted && <span className="visually-hidden"> {t`predicted`}</span>}
                    </td>
                  );
                return (
                  <td key={id}>
                    <button
                      type="button"
                      className="lab-run"
                      title={exact === text ? t`Open this run in the explorer` : exact}
                      aria-label={t`${exact}; open ${label} at n = ${n} in the explorer`}
                      onFocus={() => onLook(n, id)}
                      onPointerEnter={(event) => event.pointerType === "mouse" && onLook(n, id)}
                      onPointerLeave={() => onLook(undefined, undefined)}
                      onClick={() => onOpen(subject, stage, n)}
                    >
                      {text}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
