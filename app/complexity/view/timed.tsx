// The compiled engine on the clock: a gradient beside its primal over the same n. Apart from the counts, which no clock changes.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { useQuestion } from "../../client/question.ts";
import { Terms } from "../../help/term.tsx";
import type { Series } from "../../plot/model.ts";
import { download } from "../../ui/download.ts";
import { Icon } from "../../ui/icon.tsx";
import { fileName } from "../../words/file-name.ts";
import { grouped } from "../../words/numbers.ts";
import { bytesText, timeText } from "../../words/units.ts";
import type { Subject } from "../model/curves.ts";
import { givenUpWords } from "../model/ended.ts";
import { isNoisy, type TimedRow, timedCsv, timedSeries } from "../model/timed.ts";
import { useLab } from "../state/lab.ts";
import { timesOverN } from "../state/measurements.ts";
import { PlotFigure } from "./plot-figure.tsx";

/** Shows the times of the compiled engine at each n; measures while it is mounted. */
export function Timed({ subject }: { readonly subject: Subject }) {
  const ns = useLab((state) => state.ns);
  const asked = useQuestion(timesOverN, { subject, ns });
  const { question, current, isBusy } = asked;
  const { rows = [], n: now, message = givenUpWords(asked) } = current ?? {};
  const machine = machineWords();
  return (
    <div className="lab-timed">
      <div className="lab-progress">
        <progress value={rows.length} max={Math.max(1, ns.length)} aria-label={t`Measurements done`} />
        <span className="note" aria-live="polite">
          {isBusy && now !== undefined
            ? measuringWords(now, rows.length, ns.length)
            : (message ?? measuredWords(rows.length, rows[0]?.rounds ?? 0))}
        </span>
        {isBusy ? (
          <button type="button" className="button line small" onClick={() => timesOverN.stop()}>
            <Icon name="stop" /> {t`Stop`}
          </button>
        ) : (
          <button type="button" className="button line small" onClick={() => question && void timesOverN.ask(question)}>
            <Icon name="play" /> {t`Measure again`}
          </button>
        )}
      </div>
      <p className="lab-machine">
        <Trans>
          <b>Times on this machine, now</b>: {machine}. Times are not exact; the other tab has exact counts.
        </Trans>
        {isNoisy(rows) && <strong> {t`The machine is busy: times vary by more than a fifth between rounds.`}</strong>}
      </p>
      {rows.length > 0 && <TimedPlots rows={rows} />}
      <TimedTable rows={rows} />
      {rows.length > 0 && (
        <p className="lab-files">
          <button
            type="button"
            className="button line small"
            translate="no"
            onClick={() =>
              download(new Blob([timedCsv(rows)], { type: "text/csv" }), `${fileName(`times ${subject.title}`)}.csv`)
            }
          >
            <Icon name="save" /> CSV
          </button>
        </p>
      )}
    </div>
  );
}

function measuringWords(at: number, done: number, of: number): string {
  const n = grouped(at);
  return t`Measuring n = ${n}: gradient and primal in turn, ${done} of ${of} done`;
}

function measuredWords(count: number, roundCount: number): string {
  const rounds = plural(roundCount, { one: `${roundCount} round`, other: `${roundCount} rounds` });
  return plural(count, {
    one: `${count} measurement, medians of ${rounds} in turn; bars are quartiles.`,
    other: `${count} measurements, medians of ${rounds} in turn; bars are quartiles.`,
  });
}

function TimedPlots({ rows }: { readonly rows: readonly TimedRow[] }) {
  const { ratio, tape } = useMemo(() => timedSeries(rows), [rows]);
  return (
    <>
      <TimedPlot rows={rows} title={t`Gradient time / primal time`} series={ratio} />
      <TimedPlot rows={rows} title={t`Bytes of tape`} series={tape} />
    </>
  );
}

interface TimedPlotProps {
  readonly rows: readonly TimedRow[];
  readonly title: string;
  readonly series: readonly Series[];
}

function TimedPlot({ rows, title, series }: TimedPlotProps) {
  const x = useLab((state) => state.x);
  const spoken = useMemo(() => rows.map((row) => ({ x: row.n, words: rowWords(row) })), [rows]);
  return (
    <PlotFigure
      title={title}
      series={series}
      height={280}
      x={x}
      y="linear"
      label={t`${title}. Left and right move along n`}
      xWords="n"
      chosen={series[0]?.id}
      spoken={spoken}
    >
      {(_, words) => <p className="note lab-row-words">{words === "" ? "\u00a0" : words}</p>}
    </PlotFigure>
  );
}

function rowWords({ n, primal, gradient, ratio, tapeBytes }: TimedRow): string {
  const [gradientTime, primalTime] = [timeText(gradient.middle), timeText(primal.middle)];
  const times = ratio.middle.toPrecision(3);
  const tape = bytesText(tapeBytes);
  return t`n = ${n}: gradient ${gradientTime}, primal ${primalTime}, ${times} times; tape ${tape}`;
}

function TimedTable({ rows }: { readonly rows: readonly TimedRow[] }) {
  return (
    <section className="lab-table" aria-label={t`Times, the table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">n</th>
            <th scope="col">
              <Terms text={t`gradient`} />
            </th>
            <th scope="col">{t`its quartiles`}</th>
            <th scope="col">
              <Terms text={t`primal`} />
            </th>
            <th scope="col">{t`its quartiles`}</th>
            <th scope="col">{t`gradient / primal, median of ratios`}</th>
            <th scope="col">
              <Terms text={t`tape`} />
            </th>
            <th scope="col">{t`cells and data`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ n, gradient, primal, ratio, tapeBytes, cellBytes }) => (
            <tr key={n}>
              <th scope="row">{grouped(n)}</th>
              <td>{timeText(gradient.middle)}</td>
              <td className="quiet">
                {timeText(gradient.low)} – {timeText(gradient.high)}
              </td>
              <td>{timeText(primal.middle)}</td>
              <td className="quiet">
                {timeText(primal.low)} – {timeText(primal.high)}
              </td>
              <td>{ratio.middle.toPrecision(3)}</td>
              <td>{bytesText(tapeBytes)}</td>
              <td>{bytesText(cellBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The machine, as far as a page may know it. */
function machineWords(): string {
  const { hardwareConcurrency: count } = navigator;
  const cores = plural(count, { one: `${count} core`, other: `${count} cores` });
  const browser = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(navigator.userAgent);
  const name =
    browser === null
      ? t`an unknown browser`
      : `${{ Edg: "Edge", Version: "Safari" }[nth(browser, 1)] ?? browser[1]} ${browser[2]}`;
  const system = /\(([^;)]+)/.exec(navigator.userAgent)?.[1] ?? "";
  return `${cores}, ${name}${system === "" ? "" : `, ${system}`}`;
}
