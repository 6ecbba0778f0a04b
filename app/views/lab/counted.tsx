// Curves of counts, their table, and their growth beside what the papers claim.
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { QUANTITIES, type Quantity } from "../../../engine/analysis/quantities.ts";
import { download } from "../../components/download.ts";
import { Icon } from "../../components/icon.tsx";
import { keyed } from "../../components/keyed.ts";
import { MarkIcon, Plot } from "../../components/plot.tsx";
import { savePlotPng, savePlotSvg } from "../../components/save-plot.ts";
import { useWidth } from "../../components/use-width.ts";
import type { ProgramCell } from "../../document/document.ts";
import { goOn, type Subject, stopLab, subjectKey, useLab } from "../../state/lab.ts";
import {
  detailsOf,
  endWords,
  fitRows,
  type LabCurve,
  labCurves,
  partingWords,
  progressOf,
  seriesOf,
  sizeWords,
  spokenRow,
  tableOf,
} from "../../view-models/lab.ts";
import { labCsv, labJson } from "../../view-models/lab-files.ts";
import { counted, grouped } from "../../view-models/numbers.ts";
import { drawPlot } from "../../view-models/plot.ts";
import { lookOf } from "../../view-models/stage-look.ts";
import { Constants } from "./constants.tsx";
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

export function Counted({ cell, lab, other, onOther, onOpen }: CountedProps) {
  // not what is under way: that changes ten times a second
  const state = useLab(
    useShallow(({ subjects, stages, curves, foretold, ns, quantities }) => ({
      subjects,
      stages,
      curves,
      foretold,
      ns,
      quantities,
    })),
  );
  const { subjects, ns, quantities } = state;
  const curves = useMemo(() => labCurves(state), [state]);
  const [at, setAt] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const look = (n: number | undefined, curve: string | undefined): void => {
    setAt(n);
    setChosen(curve);
  };
  const shown = QUANTITIES.filter(({ id }) => quantities.includes(id));
  const titles = subjects.map(({ title }) => title);
  const name = `curves-${titles
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")}`.slice(0, 60);
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
            onClick={() => download(new Blob([labCsv(curves, titles)], { type: "text/csv" }), `${name}.csv`)}
          >
            <Icon name="save" /> CSV
          </button>
          <button
            type="button"
            className="button line small"
            onClick={() => download(new Blob([labJson(curves, titles)], { type: "application/json" }), `${name}.json`)}
          >
            <Icon name="save" /> JSON
          </button>
          <span className="note">All counters of {counted(ns.length, "n", "n")}, and what is predicted.</span>
        </p>
      </div>
      <aside className="lab-side" aria-label="Growth">
        {shown.map((quantity) => (
          <Fits key={quantity.id} curves={curves} quantity={quantity} isAlone={shown.length === 1} />
        ))}
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
        {words[index]}.
      </p>
    ),
  );
}

/** What is being run, how far it is, and how it can be ended and taken up. */
function Progress() {
  const state = useLab();
  const { running, isStopped, failure } = state;
  const { done, predicted, of } = progressOf(state);
  const foretold = predicted === 0 ? "" : `, and ${counted(predicted, "point")} predicted from the graph`;
  const over =
    failure !== undefined
      ? `The engine broke off: ${failure}.`
      : isStopped
        ? `Stopped after ${done + predicted} of ${counted(of, "point")}; what was run stays.`
        : `${counted(done, "run")} counted${foretold}: there is no noise to average.`;
  return (
    <div className="lab-progress">
      <progress value={done + predicted} max={Math.max(1, of)} aria-label="Points that are there" />
      <span className="note" role="status">
        {running === undefined ? over : <span className="visually-hidden">Running.</span>}
      </span>
      {running !== undefined && (
        <span className="note">
          {running.isGraphAlone ? "predicting" : running.stage} at n = {grouped(running.n)}: {done + predicted} of {of}
          {running.progress !== undefined && `, ${grouped(running.progress.steps)} of ${grouped(running.steps)} steps`}
        </span>
      )}
      {running !== undefined ? (
        <button type="button" className="button line small" onClick={stopLab}>
          <Icon name="stop" /> Stop
        </button>
      ) : (
        (isStopped || failure !== undefined) && (
          <button type="button" className="button solid small" onClick={goOn}>
            <Icon name="play" /> Go on
          </button>
        )
      )}
    </div>
  );
}

interface FigureProps {
  readonly curves: readonly LabCurve[];
  readonly quantity: Quantity;
  readonly at: number | undefined;
  readonly chosen: string | undefined;
  readonly name: string;
  readonly height: number;
  onLook(n: number | undefined, curve: string | undefined): void;
  onOpen(subject: number, stage: string, n: number): void;
}

/** One plot with its table. */
function Figure({ curves, quantity, at, chosen, name, height, onLook, onOpen }: FigureProps) {
  const { ns, x, y } = useLab(useShallow((state) => ({ ns: state.ns, x: state.x, y: state.y })));
  const [box, width] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const series = useMemo(() => seriesOf(curves, quantity), [curves, quantity]);
  const plot = useMemo(
    () => drawPlot({ series, width: Math.max(280, width), height, x, y, xs: ns }),
    [series, width, height, x, y, ns],
  );
  const rows = tableOf(curves, quantity, ns);
  const row = rows.find(({ n }) => n === at);
  const looked = curves.find(({ id }) => id === chosen) ?? curves[0];
  const details = at === undefined || looked === undefined ? undefined : detailsOf(looked, at);
  const open = (n: number, id: string | undefined): void => {
    const one = curves.find((curve) => curve.id === id) ?? curves[0];
    if (one !== undefined) onOpen(one.subject, one.stage, n);
  };
  const title = `${quantity.title} over n`;
  const zeros =
    y === "log"
      ? curves.filter(({ curve }) => curve.runs.length > 0 && curve.runs.every(({ cost }) => quantity.of(cost) === 0))
      : [];
  return (
    <section className="lab-figure" aria-label={title}>
      <header>
        <h2>{quantity.title}</h2>
        <p className="note">{quantity.words}</p>
        <span className="end">
          <button
            type="button"
            className="button line small"
            onClick={() => svg.current && savePlotSvg(svg.current, title, `${name}-${quantity.id}`)}
          >
            <Icon name="save" /> SVG
          </button>
          <button
            type="button"
            className="button line small"
            onClick={() => svg.current && void savePlotPng(svg.current, title, `${name}-${quantity.id}`)}
          >
            <Icon name="save" /> PNG
          </button>
        </span>
      </header>
      <div ref={box} className="lab-plot-box">
        <Plot
          plot={plot}
          svg={svg}
          label={`${title}. Left and right go along n, up and down from curve to curve, Enter opens the run in the explorer`}
          xWords="n"
          xs={ns}
          at={at}
          chosen={chosen ?? curves[0]?.id}
          spoken={
            row === undefined
              ? ""
              : `${spokenRow(curves, quantity, row)}${details === undefined ? "" : `. ${details.title}: ${details.counters.map((one) => `${one.title} ${one.value}`).join(", ")}`}`
          }
          onPoint={onLook}
          onOpen={open}
        >
          {details !== undefined && at !== undefined && (
            <Details left={plot.xAt(at)} width={plot.width} heading={details.title} size={details.size}>
              {row?.cells.map(({ text, isPredicted }, index) =>
                text === "" ? null : (
                  <div key={curves[index]!.id} className={curves[index] === looked ? "is-shown" : undefined}>
                    <dt>
                      <MarkIcon {...lookOf(curves[index]!.stage)} isHollow={curves[index]!.subject > 0} />{" "}
                      {curves[index]!.label}
                      {isPredicted && ", predicted"}
                    </dt>
                    <dd>{text}</dd>
                  </div>
                ),
              )}
              {details.counters.length > 0 && <hr />}
              {details.counters.map(({ id, title: words, value }) => (
                <div key={id}>
                  <dt>{words}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </Details>
          )}
        </Plot>
      </div>
      <ul className="lab-ends">
        {curves.map(({ id, label, curve }) => {
          const words = endWords(curve);
          return words === undefined ? null : (
            <li key={id} className="note">
              <b>{label}</b> {words}
              {series.find((one) => one.id === id)?.predicted.length
                ? "; dashed: predicted exactly from the graph"
                : ""}
            </li>
          );
        })}
        {zeros.length > 0 && (
          <li className="note">
            0 throughout, and so not on a logarithmic axis: {zeros.map(({ label }) => label).join(", ")}
          </li>
        )}
      </ul>
      <CurveTable curves={curves} rows={rows} at={at} caption={title} onLook={onLook} onOpen={onOpen} />
    </section>
  );
}

interface DetailsProps {
  readonly left: number;
  readonly width: number;
  readonly heading: string;
  readonly size: string;
  readonly children: ReactNode;
}

/** What a point says, beside it. */
function Details({ left, width, heading, size, children }: DetailsProps) {
  const isLeft = left > width / 2;
  return (
    <div className="lab-details" style={isLeft ? { right: width - left + 14 } : { left: left + 14 }} aria-hidden="true">
      <p>
        <b>{heading}</b>
      </p>
      <p className="note">{size}</p>
      <dl>{children}</dl>
      <p className="note">Click: this run in the explorer</p>
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
    <section className="lab-table" aria-label={`${caption}, the table`}>
      <table>
        <caption className="visually-hidden">{caption}; predicted numbers are marked</caption>
        <thead>
          <tr>
            <th scope="col">n</th>
            {curves.map(({ id, label, stage, subject }) => (
              <th key={id} scope="col">
                <MarkIcon {...lookOf(stage)} isHollow={subject > 0} /> {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ n, cells }) => (
            <tr key={n} className={n === at ? "lit" : undefined}>
              <th scope="row">{grouped(n)}</th>
              {cells.map(({ text, isPredicted, isRun }, index) => {
                const { id, label, subject, stage } = curves[index]!;
                if (!isRun)
                  return (
                    <td key={id} className="predicted">
                      {text}
                      {isPredicted && <span className="visually-hidden"> predicted</span>}
                    </td>
                  );
                return (
                  <td key={id}>
                    <button
                      type="button"
                      title="Open this run in the explorer"
                      aria-label={`${text}; open ${label} at n = ${n} in the explorer`}
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

function Fits({
  curves,
  quantity,
  isAlone,
}: {
  readonly curves: readonly LabCurve[];
  readonly quantity: Quantity;
  readonly isAlone: boolean;
}) {
  const rows = useMemo(() => fitRows(curves, quantity), [curves, quantity]);
  return (
    <section className="lab-fits" aria-label={`Growth: ${quantity.title}`}>
      <h2>{isAlone ? "Measured against claimed" : quantity.title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">stage</th>
            <th scope="col">best fit, upper half</th>
            <th scope="col">off by</th>
            <th scope="col">claimed, at most</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, stage, isSecond, growth, isFit, or, off, claim, agrees }) => (
            <tr key={id}>
              <th scope="row">
                <MarkIcon {...lookOf(stage)} isHollow={isSecond} /> {label}
              </th>
              <td className="formula">
                {isFit ? <Formula text={growth} /> : <span className="quiet">{growth}</span>}
                {or !== undefined && (
                  <span className="or">
                    or <Formula text={or} />
                  </span>
                )}
              </td>
              <td className="off">{off}</td>
              <td className="formula claim">
                {claim}{" "}
                {agrees !== undefined && (
                  <span className={agrees ? "agrees" : "differs"}>
                    <Icon name={agrees ? "tick" : "cross"} />
                    <span className="visually-hidden">{agrees ? "agrees" : "does not agree"}</span>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A formula such as `2·2^(0.69 n) − 1`, its exponents raised. */
function Formula({ text, isLong = false }: { readonly text: string; readonly isLong?: boolean }) {
  const parts = text.split(/\^(\([^)]*\)|\w+)/).map((part, index) => ({ text: part, isRaised: index % 2 === 1 }));
  return (
    <span className={isLong ? undefined : "nowrap"}>
      {keyed(parts).map(({ key, item }) =>
        item.isRaised ? <sup key={key}>{item.text.replace(/[()]/g, "")}</sup> : <span key={key}>{item.text}</span>,
      )}
    </span>
  );
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
      <h2>Where the curves part</h2>
      <p className="lab-prose">{words}</p>
    </section>
  );
}
